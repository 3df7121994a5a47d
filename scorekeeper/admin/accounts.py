"""Accounts and their API tokens."""

from typing import TYPE_CHECKING, Any

import django_otp.plugins.otp_static.admin  # registers what is unregistered below
import django_otp.plugins.otp_totp.admin  # noqa: F401
from django.contrib import admin
from django.contrib.auth import admin as auth
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper.admin.audited import Audited
from scorekeeper.journal import sealing
from scorekeeper.models import Player, Token, User

if TYPE_CHECKING:
    UserAdmin = auth.UserAdmin[User]
else:
    UserAdmin = auth.UserAdmin


# django-otp registers pages that show everybody's secrets to the staff
admin.site.unregister([TOTPDevice, StaticDevice])


@admin.register(User)
class AccountAdmin(Audited, UserAdmin):
    """Accounts; roles in clubs are given on the clubs' pages."""

    list_display = ("username", "email", "first_name", "last_name", "is_staff", "date_joined")

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> Any:
        """Note the players of these accounts, too, since the deletion separates them."""
        players = Player.objects.filter(user__in=[row.pk for row in queryset])
        sealing.note_changes(Player, players.values_list("pk", flat=True))
        return super().log_deletions(request, queryset)


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
