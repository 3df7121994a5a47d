"""A player's line in the parts of a season at the end of every day: computed here from session scores, stored by `stored_scopes`.

The day of a session is the one on which it was played.  A session without a date comes after all days.  Under plans with days
of entry each of its hands counts from the day on which it was first recorded instead, so such a session has a score for every
day on which it was continued.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import combinations, groupby
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Model, QuerySet

import referee
from scorekeeper.models import HandRevision, ScopeStanding, Season, Session, time_zones
from scorekeeper.models.days import UNDATED
from scorekeeper.standings import input_digests, summaries, tallies, totals
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.standings.scope import LABELS, Scope, day_of
from scorekeeper.standings.summaries import SessionSummary
from scorekeeper.standings.tallies import TallyRow
from scorekeeper.standings.totals import EarnedBonus, SessionScore, TotalLine

ScopeKey: TypeAlias = tuple[str, ...]
"""The labels of a part of a season in the order of ``scope.LABELS``; "" means any."""


class DatedSession(NamedTuple):
    """When a session was played, and its labels."""

    day: date  # that sessions are ordered by
    created_at: datetime
    pk: UUID
    labels: ScopeKey


class DatedScore(NamedTuple):
    """A player's score in a session from a day on, until a later one of the same session replaces it."""

    day: date
    session: DatedSession
    row: TallyRow


class CountedLine(NamedTuple):
    """A player's line, the digest of the plan and the tallies that it was counted from, and what the table tells besides."""

    line: TotalLine
    input_digest: str
    summary: SessionSummary | None = None  # None: not counted


def line_to_json(row: CountedLine) -> tuple[list[Any], list[Any] | None, str]:
    """Return a line as it is stored: its values, those of its summary, and its digest."""
    summary = None if row.summary is None else list(summaries.as_json(row.summary).values())
    return list(row.line), summary, row.input_digest


def line_from_json(
    line: Sequence[Any], summary: Sequence[Any] | None, input_digest: str
) -> CountedLine:
    """Return the line that ``line_to_json`` returned these values of."""
    total = TotalLine(*line)
    bonuses = tuple(EarnedBonus(*bonus) for bonus in total.bonuses)
    row = CountedLine(total._replace(bonuses=bonuses), input_digest)
    if summary is None:
        return row
    named = dict(zip(SessionSummary._fields, summary, strict=True))
    return row._replace(summary=summaries.from_json(named))


def stored_line(row: ScopeStanding) -> CountedLine:
    """Return the line of a stored row."""
    return line_from_json(row.line, row.summary, row.input_digest)


class SeasonDays:
    """The sessions of a season, and the scores on earlier days of those that were continued."""

    def __init__(self, season: Season, sessions: QuerySet[Session], plan: Plan) -> None:
        columns = sessions.annotate(day=day_of("")).order_by()
        rows = columns.values_list("pk", "day", "created_at", "played_on", *LABELS)
        undated = set()
        self._sessions: dict[UUID, DatedSession] = {}
        for pk, day, created_at, played_on, *labels in rows:
            self._sessions[pk] = DatedSession(day, created_at, pk, tuple(labels))
            if played_on is None:
                undated.add(pk)
        # the day on which sessions without a date count, if they were not opened on it
        self._last_day = dict.fromkeys(undated, UNDATED)
        self._earlier: dict[UUID, list[tuple[date, SessionScore]]] = defaultdict(list)
        if plan.has_days_of_entry:
            self._last_day.clear()
            self._read_continued(season, undated)

    def _read_continued(self, season: Season, undated: Collection[UUID]) -> None:
        days = _days_of_hands(season, undated)
        by_day: dict[date, set[UUID]] = defaultdict(set)
        for pk in undated:
            first = self._sessions[pk].day
            of_session = sorted({max(first, day) for day in days.get(pk, ())})
            if of_session and of_session[-1] > first:
                self._last_day[pk] = of_session[-1]
                for day in of_session[:-1]:
                    by_day[day].add(pk)
        for day, pks in sorted(by_day.items()):
            scores = tallies.read_hand_scores(pks, until=Scope(as_of=day).until(season))
            for session in season.sessions.filter(pk__in=pks).select_related("head"):
                for score in tallies.scores_by_current_rules(session, scores).values():
                    self._earlier[session.pk].append((day, score))

    def scores(self, rows: Iterable[TallyRow]) -> list[DatedScore]:
        """Return the scores of one player with their days, in order of time."""
        scores: list[DatedScore] = []
        for row in rows:
            session = self._sessions.get(row.score.session)
            if session is None:  # it has left the season
                continue
            for day, earlier in self._earlier.get(session.pk, ()):
                if earlier.player == row.score.player:
                    digest = referee.sha256(f"{row.input_digest} {day}")
                    scores.append(DatedScore(day, session, TallyRow(earlier, digest)))
            scores.append(DatedScore(self._last_day.get(session.pk, session.day), session, row))
        return sorted(scores, key=lambda score: (score.day, score.session[:3]))


def _days_of_hands(season: Season, sessions: Collection[UUID]) -> dict[UUID, set[date]]:
    """Return the days on which hands of these sessions were first recorded."""
    revisions = HandRevision.objects.filter(session__in=sessions, number=1).order_by()
    days: dict[UUID, set[date]] = defaultdict(set)
    zone = season.club.zone
    for session, at in revisions.values_list("session", "at"):
        days[session].add(time_zones.day_of(at, zone))
    return days


def key_of(scope: Model) -> ScopeKey:
    """Return the labels of a stored `CountedScope`."""
    return tuple(getattr(scope, label) for label in LABELS)


def keys_of(labels: ScopeKey) -> Iterator[ScopeKey]:
    """Yield the labels of every part of a season that a session with these labels belongs to.

    >>> list(keys_of(("Cup", "", "", "big-two")))
    [('', '', '', ''), ('Cup', '', '', ''), ('', '', '', 'big-two'), ('Cup', '', '', 'big-two')]
    """
    places = [place for place, label in enumerate(labels) if label]
    for number in range(len(places) + 1):
        for chosen in combinations(places, number):
            yield tuple(label if place in chosen else "" for place, label in enumerate(labels))


def digests_by_day(plan: Plan, scores: Sequence[DatedScore]) -> dict[date, str]:
    """Return the digest of a player's line at the end of each day; the scores are in order of time."""
    digest, latest = input_digests.total([plan.digest]), dict[UUID, str]()
    digests = {}
    for score in scores:
        before = latest.get(score.session.pk)
        digest = input_digests.exchange(
            digest, [before] if before else [], [score.row.input_digest]
        )
        latest[score.session.pk] = score.row.input_digest
        digests[score.day] = digest
    return digests


def lines_by_day(
    plan: Plan, scores: Sequence[DatedScore], wanted: Mapping[date, str]
) -> Iterator[tuple[date, CountedLine]]:
    """Yield a player's line at the end of each wanted day, given with its digest; the scores are in order of time."""
    so_far, gains = dict[UUID, DatedScore](), dict[UUID, float | None]()
    line: TotalLine | None = None
    added: list[SessionScore] = []
    for day, group in groupby(scores, lambda score: score.day):
        for score in group:
            pk = score.session.pk
            line = None if pk in so_far else line
            so_far[pk], gains[pk] = score, summaries.gain(plan, score.row.score)
            added.append(score.row.score)
        if day not in wanted:
            continue
        line = _line_at(plan, line, [score.row.score for score in so_far.values()], added)
        added = []
        yield day, CountedLine(line, wanted[day], _summary_at(plan, so_far, gains))


def _line_at(
    plan: Plan,
    before: TotalLine | None,
    scores: Sequence[SessionScore],
    added: Sequence[SessionScore],
) -> TotalLine:
    """Return the line of these scores; ``before`` is the line of all but the added ones, if it is known."""
    if before is not None and plan.adds_up and totals.is_exact(plan, before):
        nothing, more = totals.line(plan, []), totals.line(plan, added)
        line = totals.replace_sessions(before, removed=nothing, added=more)
        if totals.is_exact(plan, line):
            return line
    return totals.line(plan, scores)


def _summary_at(
    plan: Plan, scores: Mapping[UUID, DatedScore], gains: Mapping[UUID, float | None]
) -> SessionSummary:
    attended = [score for score in scores.values() if score.row.score.attended]
    attended.sort(key=lambda score: score.session[:3])
    return summaries.summarize(
        plan,
        [score.row.score for score in scores.values()],
        [score.row.score for score in attended],
        (gains[score.session.pk] for score in attended),
    )
