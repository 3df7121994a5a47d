"""The office of a club: links to imports, exports, merges, the audit log and other maintenance."""

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


class OfficeTask(NamedTuple):
    """A link of the office, shown to people with the permission."""

    action: Action
    page: str
    title: Any
    purpose: Any


TASKS = (
    OfficeTask(
        Action.IMPORT, "imports", gettext_lazy("Take in records"),
        gettext_lazy("Session records and score sheets from elsewhere: tried first, then taken in."),
    ),
    OfficeTask(
        Action.SEE, "export", gettext_lazy("Take out"),
        gettext_lazy("Everything to download: for a spreadsheet, for programs, for safekeeping."),
    ),
    OfficeTask(
        Action.MERGE, "merges", gettext_lazy("Two players who are one"),
        gettext_lazy("“Jon” and “John” turn out to be the same: what both played counts for one of them."),
    ),
    OfficeTask(
        Action.AUDIT, "audit", gettext_lazy("Who did what"),
        gettext_lazy("Every change in the club’s books, newest first."),
    ),
    OfficeTask(
        Action.REBUILD, "rebuild-club", gettext_lazy("Build replays again"),
        gettext_lazy("For when replays look wrong. The records are not touched."),
    ),
    OfficeTask(
        Action.NOTIFY, "webhooks", gettext_lazy("Webhooks"),
        gettext_lazy("Other programs are told when a hand is recorded or a dispute is raised."),
    ),
    OfficeTask(
        Action.ERASE, "erasures", gettext_lazy("Erase somebody’s name"),
        gettext_lazy("For players who wish to be forgotten. It cannot be undone."),
    ),
)  # fmt: skip


@require_safe
def office(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the tasks that this person may do."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.SEE, club_row):
        return response
    return render(
        request,
        "office/office.html",
        {**club_context(request, club_row), "tasks": _tasks_for(request.user, club_row)},
    )


def _tasks_for(person: Person, club: Club) -> list[dict[str, Any]]:
    return [
        {"title": task.title, "purpose": task.purpose, "url": reverse(task.page, args=[club.pk])}
        for task in TASKS
        if access.may(person, task.action, club)
    ]
