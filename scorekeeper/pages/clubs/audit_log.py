"""The page of a club's audit log, newest entries first."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.models import AuditEntry, Club, MembershipChange, User, days
from scorekeeper.pages.clubs import audit_links, audit_text
from scorekeeper.pages.permissions import get_club, require_permission
from scorekeeper.pages.standings.scope_form import day_field

PAGE = 50  # entries
MAX_ENTRY_ID = 9_000_000_000_000_000_000  # fits the bigint column
KINDS = {
    "hands": (gettext_lazy("hands"), ("hand", "comment", "hand variation")),
    "sessions": (gettext_lazy("sessions"), ("session",)),
    "disputes": (gettext_lazy("disputes"), ("dispute", "dispute statement")),
    "players": (gettext_lazy("players"), ("player", "player merge", "erasure")),
    "seasons": (gettext_lazy("seasons"), ("season", "scoring plan", "award")),
    "members": (
        gettext_lazy("the club and its members"),
        ("club", *audit_links.USER_KINDS, "invitation"),
    ),
    "links": (gettext_lazy("links for logging"), ("link",)),
    "imports": (gettext_lazy("imports"), ("import",)),
    "webhooks": (gettext_lazy("webhooks"), ("webhook", "delivery")),
    "rebuilds": (gettext_lazy("replays rebuilt"), ("rebuild",)),
}


class AuditFilterForm(forms.Form):
    """Filters of the audit log."""

    by = forms.ModelChoiceField(
        User.objects.none(),
        label=gettext_lazy("By"),
        required=False,
        empty_label=gettext_lazy("everybody"),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("About"),
        required=False,
        choices=[
            ("", gettext_lazy("everything")),
            *((key, words) for key, (words, _kinds) in KINDS.items()),
        ],
    )
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self._zone = club.zone
        field = self.fields["by"]
        members = MembershipChange.objects.filter(club=club).values("user")
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = User.objects.filter(pk__in=members).order_by("username")

    def filter(self, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        """Return the entries that match; invalid filters are ignored."""
        self.is_valid()
        data = self.cleaned_data
        if data.get("by"):
            entries = entries.filter(by=data["by"])
        if data.get("kind"):
            entries = entries.filter(kind__in=KINDS[data["kind"]][1])
        if data.get("since"):
            entries = entries.filter(at__gte=days.start_of(data["since"], self._zone))
        if data.get("until"):
            entries = entries.filter(at__lt=days.end_of(data["until"], self._zone))
        return entries


@require_safe
def audit_log(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Show a page of entries older than ``before``: page numbers would shift as entries are added."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.AUDIT, club_row):
        return response
    form = AuditFilterForm(club_row, request.GET)
    entries = form.filter(AuditEntry.objects.filter(club=club_row))
    before = request.GET.get("before", "")
    if before.isdecimal():
        entries = entries.filter(pk__lt=min(int(before), MAX_ENTRY_ID))
    rows = list(entries.select_related("by", "link").order_by("-pk")[: PAGE + 1])
    page = rows[:PAGE]
    context = {
        "club": club_row,
        "form": form,
        "lines": _lines(club_row, page, link_webhooks=_may_open_webhooks(request, club_row, page)),
        "older": page[-1].pk if len(rows) > PAGE else None,
        "newest": not before,
        "filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "office/audit.html", context)


def _may_open_webhooks(request: HttpRequest, club: Club, entries: list[AuditEntry]) -> bool:
    """Return whether to link the webhooks of the entries; makes no query if there are none."""
    has_webhooks = any(entry.kind == "webhook" for entry in entries)
    return has_webhooks and access.may(request.user, Action.NOTIFY, club)


def _lines(club: Club, entries: list[AuditEntry], *, link_webhooks: bool) -> list[dict[str, Any]]:
    names = audit_links.user_names(entries)
    with timezone.override(club.zone):  # of labels
        targets = audit_links.find_targets(entries, link_webhooks=link_webhooks)
    return [
        {
            "entry": entry,
            "sentence": audit_text.sentence(entry, names),
            "target": targets.get(audit_links.target_key(entry)),
        }
        for entry in entries
    ]
