"""Accounts and their tokens."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from scorekeeper.admin.reading import ModelAdmin
from scorekeeper.models import Token, User

admin.site.register(User, UserAdmin)


@admin.register(Token)
class TokenAdmin(ModelAdmin):
    """Tokens can be revoked; made they are with a password, by their owner."""

    list_display = ["label", "user", "token_key", "created", "expiry"]
    list_select_related = ["user"]
    search_fields = ["label", "user__username", "token_key"]
    fields = ("label", "user", "token_key", "created", "expiry")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
