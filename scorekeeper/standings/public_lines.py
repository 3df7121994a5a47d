"""A player's line of public sessions alone, stored beside the line of all of the player's sessions in the same part and day.

People outside the club read it wherever the difference of two tables would reveal a private session.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.models import ScopeStanding
from scorekeeper.standings import day_lines
from scorekeeper.standings.day_lines import DatedScore, DayLine
from scorekeeper.standings.plans.plan import Plan


class Digests(NamedTuple):
    """The digests of a player's two lines on a day."""

    every: str  # of all sessions
    public: str  # of public sessions alone; empty: there is none


class LinePair(NamedTuple):
    """A player's two lines at the end of a day."""

    every: DayLine
    public: DayLine | None  # None: the player has no public session there until then


def digests_by_day(plan: Plan, scores: Sequence[DatedScore]) -> dict[date, Digests]:
    """Return the digests of a player's lines at the end of each day; the scores are in order of time."""
    public = day_lines.digests_by_day(plan, _public(scores))
    days = list(public)
    return {
        day: Digests(
            digest, public[days[before - 1]] if (before := bisect_right(days, day)) else ""
        )
        for day, digest in day_lines.digests_by_day(plan, scores).items()
    }


def lines_by_day(
    plan: Plan, scores: Sequence[DatedScore], wanted: Mapping[date, Digests]
) -> Iterator[tuple[date, LinePair]]:
    """Yield a player's lines at the end of each wanted day, given with its digests; the scores are in order of time."""
    differing = {digests.public for digests in wanted.values() if digests.public != digests.every}
    public_days = day_lines.digests_by_day(plan, _public(scores)) if any(differing) else {}
    missing = {day: digest for day, digest in public_days.items() if digest in differing}
    public = {
        row.input_digest: row for _, row in day_lines.lines_by_day(plan, _public(scores), missing)
    }
    every = {day: digests.every for day, digests in wanted.items()}
    for day, row in day_lines.lines_by_day(plan, scores, every):
        own = wanted[day].public
        yield day, LinePair(row, row if own == row.input_digest else public.get(own))


def _public(scores: Sequence[DatedScore]) -> list[DatedScore]:
    return [score for score in scores if score.session.public]


def as_json(every: DayLine, public: DayLine | None) -> list[Any] | None:
    """Return what ``ScopeStanding.public`` stores."""
    if public is None:
        return None
    if public == every:
        return []
    return list(day_lines.line_to_json(public))


def stored_digests(digest: str, public: Sequence[Any] | None) -> Digests:
    """Return the digests of a stored row."""
    if public is None:
        return Digests(digest, "")
    return Digests(digest, public[-1] if public else digest)


def stored_pair(row: ScopeStanding) -> LinePair:
    """Return both lines of a stored row."""
    every = day_lines.line_from_json(row.line, row.summary, row.input_digest)
    if row.public is None:
        return LinePair(every, None)
    return LinePair(every, day_lines.line_from_json(*row.public) if row.public else every)
