"""The audit log of a club: who did what, when, newest first."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
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
from scorekeeper.models import AuditEntry, Club, MembershipChange, User
from scorekeeper.pages.clubs import audit_links, audit_text
from scorekeeper.pages.permissions import get_club, require_permission
from scorekeeper.pages.standings.scope_form import day_field

PAGE = 50  # lines
LAST = 9_000_000_000_000_000_000  # of a line's number
KINDS = {
    "hands": (gettext_lazy("hands"), ("hand", "comment")),
    "sessions": (gettext_lazy("sessions"), ("session",)),
    "disputes": (gettext_lazy("disputes"), ("dispute", "dispute statement")),
    "players": (gettext_lazy("players"), ("player", "player merge", "erasure")),
    "seasons": (gettext_lazy("seasons"), ("season", "scoring plan")),
    "members": (gettext_lazy("the club and its members"), ("club", "user", "invitation")),
    "links": (gettext_lazy("links for logging"), ("link",)),
    "imports": (gettext_lazy("imports"), ("import",)),
    "webhooks": (gettext_lazy("webhooks"), ("webhook", "delivery")),
    "rebuilds": (gettext_lazy("replays built again"), ("rebuild",)),
}


class LogForm(forms.Form):
    """Which of the lines?"""

    by = forms.ModelChoiceField(
        User.objects.none(), label=gettext_lazy("By"), required=False,
        empty_label=gettext_lazy("everybody"),
    )  # fmt: skip
    kind = forms.ChoiceField(
        label=gettext_lazy("About"), required=False,
        choices=[("", gettext_lazy("everything")), *((key, words) for key, (words, _kinds) in KINDS.items())],
    )  # fmt: skip
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        field = self.fields["by"]
        known = MembershipChange.objects.filter(club=club).values("user")
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = User.objects.filter(pk__in=known).order_by("username")

    def found(self, lines: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        """Those that are asked for; what makes no sense is as if it were not asked."""
        self.is_valid()
        said = self.cleaned_data
        if said.get("by"):
            lines = lines.filter(by=said["by"])
        if said.get("kind"):
            lines = lines.filter(kind__in=KINDS[said["kind"]][1])
        if said.get("since"):
            lines = lines.filter(at__gte=_begin(said["since"]))
        if said.get("until"):
            lines = lines.filter(at__lt=_begin(said["until"] + timedelta(days=1)))
        return lines


@require_safe
def log(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """A page of it: the lines before a certain one, since the newest grow while one reads."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.AUDIT, where):
        return elsewhere
    form = LogForm(where, request.GET)
    found = form.found(AuditEntry.objects.filter(club=where))
    before = request.GET.get("before", "")
    if before.isdecimal():
        found = found.filter(pk__lt=min(int(before), LAST))
    read = list(found.select_related("by", "link").order_by("-pk")[: PAGE + 1])
    page = read[:PAGE]
    context = {
        "club": where,
        "form": form,
        "lines": _told(page, webhooks=_shows_webhooks(request, where, page)),
        "older": page[-1].pk if len(read) > PAGE else None,
        "newest": not before,
        "filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "office/audit.html", context)


def _shows_webhooks(request: HttpRequest, club: Club, entries: list[AuditEntry]) -> bool:
    """Is there any, for somebody who may look at it?"""
    told = any(entry.kind == "webhook" for entry in entries)
    return told and access.may(request.user, Action.NOTIFY, club)


def _told(entries: list[AuditEntry], *, webhooks: bool) -> list[dict[str, Any]]:
    names = audit_links.names_of(entries)
    found = audit_links.things(entries, webhooks=webhooks)
    return [
        {
            "entry": entry,
            "sentence": audit_text.sentence(entry, names),
            "thing": found.get(audit_links.about(entry)),
        }
        for entry in entries
    ]


def _begin(day: Any) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
