"""Changes of a season's standings since a moment: who moved from which place to which, and why."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.models import Season
from scorekeeper.standings import season_reports
from scorekeeper.standings.past import latest_changes, past_sessions, recorded_moments
from scorekeeper.standings.past.causes import CauseKind, ChangeCause, list_causes
from scorekeeper.standings.past.latest_changes import RecentTimeline
from scorekeeper.standings.past.timeline import StandingsTimeline
from scorekeeper.standings.queued_changes import TooMuchToCountError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.table import StandingsTable
from scorekeeper.standings.totals import exact_sum

MOST_STEPS = 200
"""Causes examined for one answer."""

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class RankChange(NamedTuple):
    """A player's place and total before and after a cause.  None: no place, or no total."""

    player: UUID
    place: tuple[int | None, int | None]
    total: tuple[float | None, float | None]
    text: str  # "3rd to 4th: ruling on hand 88, −13"


class ChangeStep(NamedTuple):
    """A cause and the players whom it moved."""

    cause: ChangeCause
    players: tuple[RankChange, ...]


class StandingsChanges(NamedTuple):
    """Steps in order of time."""

    steps: tuple[ChangeStep, ...]
    until: datetime | None  # the moment of the last cause examined; None: all were


def changes_since(count: CountedSeason, since: datetime, scope: Scope) -> Report[StandingsChanges]:
    """Return who moved since a moment, cause by cause.  Causes that moved nobody are left out.

    ``scope`` is the whole season, or all of it that the reader may see.
    """
    question = season_reports.question_about(
        count.season, scope, since=since.astimezone(UTC).isoformat()
    )
    return season_reports.read(CHANGES, count, question)


def _count_changes(count: CountedSeason, question: Question) -> StandingsChanges:
    season, scope = count.season, Scope.from_json(question["scope"])
    since = datetime.fromisoformat(question["since"])
    sessions = scope.visible(past_sessions.sessions_filed_since(season, since))
    causes = list_causes(season, sessions, since)
    examined, rest = causes[:MOST_STEPS], causes[MOST_STEPS:]
    timeline = StandingsTimeline(count, since, sessions=sessions, causes=examined)
    return StandingsChanges(tuple(_steps(timeline, examined)), examined[-1].at if rest else None)


def _count_recent_changes(count: CountedSeason, question: Question) -> StandingsChanges:
    """Return the changes if only few sessions changed since.  Raises TooMuchToCountError."""
    if question["scope"]:
        raise TooMuchToCountError
    since = datetime.fromisoformat(question["since"])
    sessions = latest_changes.sessions_changed_since(count, since)
    causes = list_causes(count.season, sessions, since)
    if len(causes) > latest_changes.MOST_ENTRIES:
        raise TooMuchToCountError
    timeline = RecentTimeline(count, since, sessions)
    return StandingsChanges(tuple(_steps(timeline, causes)), None)


def _steps(
    timeline: StandingsTimeline | RecentTimeline, causes: Iterable[ChangeCause]
) -> Iterator[ChangeStep]:
    before = timeline.table()
    for cause in causes:
        timeline.advance(cause)
        after = timeline.table()
        if players := tuple(_rank_changes(cause, before, after)):
            yield ChangeStep(cause, players)
        before = after


def _rank_changes(
    cause: ChangeCause,
    before: StandingsTable,
    after: StandingsTable,
) -> Iterable[RankChange]:
    old = {row.player: (row.place, row.line.total) for row in before.rows}
    new = {row.player: (row.place, row.line.total) for row in after.rows}
    for player in {**new, **old}:
        old_place, old_total = old.get(player, (None, None))
        new_place, new_total = new.get(player, (None, None))
        if (old_place, old_total) != (new_place, new_total):
            yield _rank_change(cause, player, (old_place, new_place), (old_total, new_total))


def _rank_change(
    cause: ChangeCause,
    player: UUID,
    place: tuple[int | None, int | None],
    total: tuple[float | None, float | None],
) -> RankChange:
    points = exact_sum([total[1] or 0, -(total[0] or 0)])
    text = f"{_from_to(*place)}: {cause.text}, {signed(points)}"
    return RankChange(player, place, total, text)


def _from_to(old: int | None, new: int | None) -> str:
    if old == new:
        return f"still {ordinal(new)}"
    return f"{ordinal(old)} to {ordinal(new)}"


def ordinal(place: int | None) -> str:
    """Return a place as an English ordinal.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22, 113, None)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th', 'no place']
    """
    if place is None:
        return "no place"
    teens = place % 100 in {11, 12, 13}
    return f"{place}{'th' if teens else ENDINGS.get(place % 10, 'th')}"


def signed(points: float) -> str:
    """Return points with their sign, in English notation.

    >>> signed(-13.0), signed(2.5), signed(0)
    ('−13', '+2.5', '±0')
    """
    if not points:
        return "±0"
    return f"{'+' if points > 0 else '−'}{abs(points):,.6f}".rstrip("0").rstrip(".")


def _rounded(season: Season, question: Question) -> Question:
    since = recorded_moments.round_down(season, datetime.fromisoformat(question["since"]))
    return {**question, "since": since.astimezone(UTC).isoformat()}


def _to_json(changes: StandingsChanges) -> Any:
    """Return the players, and the steps with each player's number in that list, places and totals."""
    players = sorted({row.player for step in changes.steps for row in step.players})
    numbers = {player: number for number, player in enumerate(players)}
    return {
        "players": [str(player) for player in players],
        "steps": [
            [
                [step.cause.at.isoformat(), *step.cause[1:]],
                [[numbers[row.player], *row.place, *row.total] for row in step.players],
            ]
            for step in changes.steps
        ],
        "until": changes.until and changes.until.isoformat(),
    }


def _from_json(value: Any) -> StandingsChanges:
    players = [UUID(player) for player in value["players"]]
    until = value["until"] and datetime.fromisoformat(value["until"])
    steps = (_step_from_json(players, *step) for step in value["steps"])
    return StandingsChanges(tuple(steps), until)


def _step_from_json(
    players: Sequence[UUID], about: Sequence[Any], rows: Iterable[Sequence[Any]]
) -> ChangeStep:
    at, kind, text, *ids, hands_recorded = about
    session, hand, revision = (pk and UUID(pk) for pk in ids)
    cause = ChangeCause(
        datetime.fromisoformat(at), CauseKind(kind), text, session, hand, revision, hands_recorded
    )
    return ChangeStep(
        cause,
        tuple(
            _rank_change(cause, players[number], (old_place, new_place), (old_total, new_total))
            for number, old_place, new_place, old_total, new_total in rows
        ),
    )


CHANGES = ReportKind(
    name="changes",
    count=_count_changes,
    to_json=_to_json,
    from_json=_from_json,
    needs_audit=lambda question: True,
    count_little=_count_recent_changes,
    rounded=_rounded,
)
