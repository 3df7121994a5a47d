"""Accounts and their API tokens."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth import admin as auth
from django.http import HttpRequest

from scorekeeper.admin.audited import Audited
from scorekeeper.models import Token, User

if TYPE_CHECKING:
    UserAdmin = auth.UserAdmin[User]
else:
    UserAdmin = auth.UserAdmin


@admin.register(User)
class AccountAdmin(Audited, UserAdmin):
    """Accounts; roles in clubs are given on the clubs' pages."""


@admin.register(Token)
class TokenAdmin(Audited):
    """API tokens; they can be revoked here, but only their owner creates them."""

    list_display = ["label", "user", "token_key", "scopes", "only_club", "created", "expiry"]
    list_select_related = ["user", "only_club"]
    search_fields = ["label", "user__username", "token_key"]
    fields = ("label", "user", "token_key", "scopes", "only_club", "created", "expiry")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
