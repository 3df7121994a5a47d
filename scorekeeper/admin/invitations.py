"""Invitations to clubs and their state, read-only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.clubs.invitations import state_of
from scorekeeper.models import Invitation


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = [
        "club",
        "role",
        "state",
        "used",
        "uses",
        "created_by",
        "created_at",
        "expires_at",
    ]
    list_filter = ["role", "club"]
    search_fields = ["club__name", "created_by__username", "acceptance__user__username"]
    date_hierarchy = "created_at"
    fields = [
        "club",
        "role",
        "state",
        "used",
        "uses",
        "taken_up_by",
        "created_by",
        "created_at",
        "expires_at",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        """Fetch what the state depends on."""
        invitations: QuerySet[Invitation] = super().get_queryset(request)
        return invitations.select_related("club", "created_by", "revocation", "acceptance__user")

    def state(self, invitation: Invitation) -> str:
        return str(state_of(invitation))

    def taken_up_by(self, invitation: Invitation) -> str:
        acceptance = getattr(invitation, "acceptance", None)
        return str(acceptance.user) if acceptance else ""
