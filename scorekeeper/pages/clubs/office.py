"""The office of a club: what is done there beside the tables, as far as somebody may do it."""

from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.models import Club
from scorekeeper.pages.permissions import club_context, get_club, require_permission


class Desk(NamedTuple):
    """Something that is done in the office."""

    action: Action
    page: str
    title: Any
    what_for: Any


DESKS = (
    Desk(
        Action.IMPORT, "imports", gettext_lazy("Take in records"),
        gettext_lazy("Session records and score sheets from elsewhere: tried first, then taken in."),
    ),
    Desk(
        Action.SEE, "export", gettext_lazy("Take out"),
        gettext_lazy("Everything to download: for a spreadsheet, for programs, for safekeeping."),
    ),
    Desk(
        Action.MERGE, "merges", gettext_lazy("Two players who are one"),
        gettext_lazy("“Jon” and “John” turn out to be the same: what both played counts for one of them."),
    ),
    Desk(
        Action.AUDIT, "audit", gettext_lazy("Who did what"),
        gettext_lazy("Every change in the club’s books, newest first."),
    ),
    Desk(
        Action.REBUILD, "rebuild-club", gettext_lazy("Build replays again"),
        gettext_lazy("For when replays look wrong. The records are not touched."),
    ),
    Desk(
        Action.NOTIFY, "webhooks", gettext_lazy("Webhooks"),
        gettext_lazy("Other programs are told when a hand is recorded or a dispute is raised."),
    ),
    Desk(
        Action.ERASE, "erasures", gettext_lazy("Erase somebody’s name"),
        gettext_lazy("For players who wish to be forgotten. It cannot be undone."),
    ),
)  # fmt: skip


@require_safe
def office(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """What there is to do for whoever asks."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.SEE, where):
        return elsewhere
    return render(
        request,
        "office/office.html",
        {**club_context(request, where), "desks": _for(request.user, where)},
    )


def _for(person: Person, club: Club) -> list[dict[str, Any]]:
    return [
        {"title": desk.title, "what_for": desk.what_for, "url": reverse(desk.page, args=[club.pk])}
        for desk in DESKS
        if access.may(person, desk.action, club)
    ]
