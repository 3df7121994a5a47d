"""Accounts and their tokens."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth import admin as auth
from django.http import HttpRequest

from scorekeeper.admin.audited import Noted
from scorekeeper.models import Token, User

if TYPE_CHECKING:
    UserAdmin = auth.UserAdmin[User]
else:
    UserAdmin = auth.UserAdmin


@admin.register(User)
class AccountAdmin(Noted, UserAdmin):
    """Accounts; what they can do in a club is the club's to say."""


@admin.register(Token)
class TokenAdmin(Noted):
    """Tokens can be revoked; made they are with a password, by their owner."""

    list_display = ["label", "user", "token_key", "created", "expiry"]
    list_select_related = ["user"]
    search_fields = ["label", "user__username", "token_key"]
    fields = ("label", "user", "token_key", "created", "expiry")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
