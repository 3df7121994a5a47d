"""The page “Manage” of a club: links to imports, exports, merges, the audit log and other maintenance."""

from collections.abc import Iterable
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
    for_club: bool = True  # is the club's id in its address?

    def url(self, club: Club) -> str:
        return reverse(self.page, args=[club.pk] if self.for_club else [])


TASKS = (
    OfficeTask(
        Action.IMPORT,
        "imports",
        gettext_lazy("Import records"),
        gettext_lazy(
            "Import session records and score sheets from files. You see a preview first."
        ),
    ),
    OfficeTask(
        Action.SEE,
        "export",
        gettext_lazy("Export"),
        gettext_lazy("Download everything: for spreadsheets, or as a backup."),
    ),
    OfficeTask(
        Action.OPEN,
        "move-sessions",
        gettext_lazy("Move sessions to a season"),
        gettext_lazy("Several at once, by date or game. You see what would change first."),
    ),
    OfficeTask(
        Action.MERGE,
        "merges",
        gettext_lazy("Merge players"),
        gettext_lazy(
            "If “Jon” and “John” are the same person, count the hands of both for one of them."
        ),
    ),
    OfficeTask(
        Action.AUDIT,
        "audit",
        gettext_lazy("Who did what"),
        gettext_lazy("Every change to the club’s records, newest first."),
    ),
    OfficeTask(
        Action.MANAGE,
        "club-settings",
        gettext_lazy("Settings"),
        gettext_lazy("The club’s name, and what it allows its referees and spectators."),
    ),
    OfficeTask(
        Action.PUBLISH,
        "club-visibility",
        gettext_lazy("Who can see the club"),
        gettext_lazy("What strangers can see: the club, its seasons and its sessions."),
    ),
    OfficeTask(
        Action.ERASE,
        "erasures",
        gettext_lazy("Erase somebody’s name"),
        gettext_lazy("For players who want their name removed. This cannot be undone."),
    ),
)

FOR_PROGRAMS = (
    OfficeTask(
        Action.NOTIFY,
        "webhooks",
        gettext_lazy("Webhooks"),
        gettext_lazy("Notify other programs when a hand is recorded or a dispute is raised."),
    ),
    OfficeTask(
        Action.SEE,
        "tokens",
        gettext_lazy("Tokens for programs"),
        gettext_lazy("Let a program read or record in your name."),
        for_club=False,
    ),
    OfficeTask(
        Action.SEE,
        "api-docs",
        gettext_lazy("API for programs"),
        gettext_lazy("Every request that a program can send, with examples."),
        for_club=False,
    ),
    OfficeTask(
        Action.REBUILD,
        "rebuild-club",
        gettext_lazy("Rebuild replays"),
        gettext_lazy("Use this if replays look wrong. The records do not change."),
    ),
)


@require_safe
def office(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the tasks that this person may do."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.SEE, club_row):
        return response
    context = {
        **club_context(request, club_row),
        "tasks": _tasks_for(request.user, club_row, TASKS),
        "for_programs": _tasks_for(request.user, club_row, FOR_PROGRAMS),
    }
    return render(request, "office/office.html", context)


def _tasks_for(person: Person, club: Club, tasks: Iterable[OfficeTask]) -> list[dict[str, Any]]:
    return [
        {"title": task.title, "purpose": task.purpose, "url": task.url(club)}
        for task in tasks
        if access.may(person, task.action, club)
    ]
