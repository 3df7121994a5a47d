"""What changed in a season since a day: then against now, and step by step why."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scorekeeper.pages import throttling
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.permissions import visible_sessions
from scorekeeper.pages.standings import change_text
from scorekeeper.pages.standings.scope_form import day_field
from scorekeeper.pages.standings.table import names_of
from scorekeeper.pages.standings.views import season_context, season_seen
from scorekeeper.standings import as_of
from scorekeeper.standings import changes as standings_changes
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.changes import StandingsChanges
from scorekeeper.standings.scope import Scope, day_of
from scorekeeper.standings.table import StandingRow, StandingsTable

WEEK = timedelta(days=7)


class SinceForm(forms.Form):
    """Since when."""

    since = day_field(
        gettext_lazy("Since the end of"),
        gettext_lazy("What was written down until then is compared with what is known now."),
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data or {"since": timezone.localdate() - WEEK})

    @property
    def day(self) -> date:
        """The day that is asked for; a week ago, where nothing sensible is."""
        said: date | None = self.cleaned_data.get("since") if self.is_valid() else None
        return said or timezone.localdate() - WEEK


@require_safe
def changes(request: HttpRequest, season: UUID) -> HttpResponse:
    """The table as it was known then beside that of now, and what moved whom meanwhile."""
    where = season_seen(request, season)
    if refused := throttling.too_often(request):
        return refused  # much is judged again for this page
    form = SinceForm(request.GET)
    moment = end_of_day(form.day)
    then = as_of.table_known_at(where, Scope(), moment)
    now = standings_table.table(where, Scope())
    told = standings_changes.changes_since(where, moment)
    moved = {row.player for step in told.steps for row in step.players}
    names = names_of({*moved, *(row.player for row in (*then.rows, *now.rows))})
    context = {
        **season_context(request, where),
        "since": form,
        "day": form.day,
        "rows": _side_by_side(then, now, names),
        "steps": _steps(request, told, names),
        "until": told.until,
    }
    return render(request, "seasons/changes.html", context)


def end_of_day(day: date) -> datetime:
    """The last moment of a day, where the service is."""
    midnight = timezone.make_aware(datetime.combine(day, time()))
    return midnight + timedelta(days=1, microseconds=-1)


def _side_by_side(then: StandingsTable, now: StandingsTable, names: Any) -> list[dict[str, Any]]:
    was = {row.player: row for row in then.rows}
    gone = [row for row in then.rows if row.player not in {other.player for other in now.rows}]
    pairs: list[tuple[StandingRow | None, StandingRow | None]] = [
        (was.get(row.player), row) for row in now.rows
    ]
    pairs += [(row, None) for row in gone]
    return [_pair(before, after, names) for before, after in pairs]


def _pair(before: StandingRow | None, after: StandingRow | None, names: Any) -> dict[str, Any]:
    row = after or before
    had = before.line.total if before else None
    has = after.line.total if after else None
    return {
        "name": names[row.player] if row else "",
        "then": (before.place if before else None, plain(had)),
        "now": (after.place if after else None, plain(has)),
        "change": signed((has or 0) - (had or 0)),
    }


def _steps(request: HttpRequest, told: StandingsChanges, names: Any) -> list[dict[str, Any]]:
    """The newest first; sessions that do not exist for whoever asks are not named."""
    sessions = {step.cause.session for step in told.steps if step.cause.session}
    found = visible_sessions(request.user).filter(pk__in=sessions).annotate(day=day_of(""))
    seen = {row.pk: row for row in found}
    return [
        {
            "at": movement.cause.at,
            "what": change_text.cause(movement),
            "session": seen.get(movement.cause.session) if movement.cause.session else None,
            "hand": movement.cause.hand,
            "players": [change_text.moved(row, names[row.player]) for row in movement.players],
        }
        for movement in reversed(told.steps)
    ]
