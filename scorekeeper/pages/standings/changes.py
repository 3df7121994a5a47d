"""The page with the changes of a season's standings since a day."""

import re
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_safe

from scorekeeper import workers
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.models import Club, days
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.permissions import visible_sessions
from scorekeeper.pages.standings.scope_form import day_field
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.standings import season_count
from scorekeeper.standings.past import as_of
from scorekeeper.standings.past.changes import RankChange, StandingsChanges, changes_since
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.table import StandingRow, StandingsTable, table_of

WEEK = timedelta(days=7)
# The texts of `standings.causes`, marked for translation with a placeholder for their number.
CAUSES = (
    gettext_noop("hand %(number)s recorded"),
    gettext_noop("%(number)s hands recorded"),
    gettext_noop("correction of hand %(number)s"),
    gettext_noop("ruling on hand %(number)s"),
    gettext_noop("hand %(number)s declared void"),
    gettext_noop("other rules for hand %(number)s"),
    gettext_noop("adjustment in hand %(number)s"),
    gettext_noop("other house rules"),
    gettext_noop("another description of the session"),
    gettext_noop("scoring plan %(number)s"),
    gettext_noop("two players turned out to be one"),
    gettext_noop("two players were told apart again"),
    gettext_noop("session filed"),
)
NUMBER = re.compile(r"\d+")


class SinceForm(forms.Form):
    """The day since which changes are shown; by default a week ago."""

    since = day_field(
        gettext_lazy("Since the end of"),
        gettext_lazy("Compares the table as recorded by then with the table as recorded now."),
    )

    def __init__(self, club: Club, data: Any) -> None:
        self._week_ago = club.today - WEEK
        super().__init__(data or {"since": self._week_ago})

    @property
    def day(self) -> date:
        """The chosen day, or a week ago if the input is empty or invalid."""
        day: date | None = self.cleaned_data.get("since") if self.is_valid() else None
        return day or self._week_ago


@require_safe
def changes(request: HttpRequest, season: UUID) -> HttpResponse:
    """Show the standings as known then beside those of now, and who moved in between, and why."""
    row = get_season(request, season)
    form = SinceForm(row.club, request.GET)
    moment = end_of_day(form.day, row.club)
    scope = Scope().for_reader(row, request.user)
    count = season_count.read(row)
    now = table_of(count, scope)
    table_then = as_of.table_known_at(count, scope, moment)
    moves = changes_since(count, moment, scope)
    for report in (table_then, moves):
        workers.wake_up_for_report(report, request)
    waiting = [each for each in (now, table_then, moves) if not each.is_current]
    then = as_of.as_table(table_then)
    since_then = moves.content or StandingsChanges((), None)
    moved = {player.player for step in since_then.steps for player in step.players}
    names = roster.player_names({*moved, *(line.player for line in (*then.rows, *now.rows))})
    context = {
        **season_context(request, row),
        "counted": waiting[0] if waiting else now,
        "since": form,
        "day": form.day,
        **(_then_and_now(then, now, names) if table_then.content else {}),
        "steps": _steps(request, since_then, names),
        "until": since_then.until,
        "public_only": scope.leaves_out_private(row),
    }
    return render(request, "seasons/changes.html", context)


def end_of_day(day: date, club: Club) -> datetime:
    """Return the last moment of a day, in the club's time zone."""
    return days.end_of(day, club.zone) - timedelta(microseconds=1)


def _then_and_now(then: StandingsTable, now: StandingsTable, names: PlayerNames) -> dict[str, Any]:
    """Return a row for each player whose place or total differs, in today's order, and the number of the others.

    Players who are no longer in the table come last.
    """
    before = {row.player: row for row in then.rows}
    current = {row.player for row in now.rows}
    pairs: list[tuple[StandingRow | None, StandingRow | None]] = [
        (before.get(row.player), row) for row in now.rows
    ]
    pairs += [(row, None) for row in then.rows if row.player not in current]
    rows = [_pair(old, new, names) for old, new in pairs]
    changed = [row for row in rows if row["then"] != row["now"]]
    return {"rows": changed, "unchanged": len(rows) - len(changed)}


def _pair(old: StandingRow | None, new: StandingRow | None, names: PlayerNames) -> dict[str, Any]:
    row = new or old
    old_total = old.line.total if old else None
    new_total = new.line.total if new else None
    return {
        "name": names[row.player] if row else "",
        "then": (old.place if old else None, plain(old_total)),
        "now": (new.place if new else None, plain(new_total)),
        "change": signed((new_total or 0) - (old_total or 0)),
    }


def _steps(
    request: HttpRequest, since_then: StandingsChanges, names: PlayerNames
) -> list[dict[str, Any]]:
    """Return the causes, newest first."""
    ids = {step.cause.session for step in since_then.steps if step.cause.session}
    sessions = visible_sessions(request.user).filter(pk__in=ids)
    visible = {session.pk: session for session in sessions}
    return [
        {
            "at": step.cause.at,
            "what": cause_text(step.cause.text),
            "session": visible.get(step.cause.session) if step.cause.session else None,
            "hand": step.cause.hand,
            "players": [change_text(row, names[row.player]) for row in step.players],
        }
        for step in reversed(since_then.steps)
    ]


def cause_text(text: str) -> str:
    """Return a cause's text in the viewer's language.

    >>> cause_text("ruling on hand 88")
    'Ruling on hand 88'
    """
    if match := NUMBER.search(text):
        message = NUMBER.sub("%(number)s", text, count=1)
        translated = gettext(message) % {"number": match[0]}
    else:
        translated = gettext(text)
    return translated[:1].upper() + translated[1:]


def change_text(row: RankChange, name: str) -> str:
    """Return from which place to which a player moved, and by how many points."""
    before, after = row.place
    old_total, new_total = row.total
    points = signed((new_total or 0) - (old_total or 0))
    params = {"name": name, "before": before, "after": after, "points": points}
    if before == after:
        return gettext("%(name)s: still place %(after)s, %(points)s") % {
            **params,
            "after": after or "–",
        }
    if before is None:
        return gettext("%(name)s: new in place %(after)s, %(points)s") % params
    if after is None:
        return gettext("%(name)s: from place %(before)s to no place, %(points)s") % params
    return gettext("%(name)s: from place %(before)s to %(after)s, %(points)s") % params
