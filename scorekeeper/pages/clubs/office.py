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
        Action.IMPORT, "imports", gettext_lazy("Import records"),
        gettext_lazy("Import session records and score sheets from files. You see a preview first."),
    ),
    OfficeTask(
        Action.SEE, "export", gettext_lazy("Export"),
        gettext_lazy("Download everything: for spreadsheets, for programs, or as a backup."),
    ),
    OfficeTask(
        Action.MERGE, "merges", gettext_lazy("Merge players"),
        gettext_lazy("If “Jon” and “John” are the same person, count the hands of both for one of them."),
    ),
    OfficeTask(
        Action.AUDIT, "audit", gettext_lazy("Who did what"),
        gettext_lazy("Every change to the club’s records, newest first."),
    ),
    OfficeTask(
        Action.REBUILD, "rebuild-club", gettext_lazy("Rebuild replays"),
        gettext_lazy("Use this if replays look wrong. The records do not change."),
    ),
    OfficeTask(
        Action.NOTIFY, "webhooks", gettext_lazy("Webhooks"),
        gettext_lazy("Notify other programs when a hand is recorded or a dispute is raised."),
    ),
    OfficeTask(
        Action.ERASE, "erasures", gettext_lazy("Erase somebody’s name"),
        gettext_lazy("For players who want their name removed. This cannot be undone."),
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
