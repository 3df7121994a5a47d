"""The latest count of a season's standings, read without a lock and without a write.

What was recorded since the last stored count is computed and laid over it, if that is little.  Otherwise a reader gets the last
stored count, and workers store the next one (`recount`).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from scorekeeper import set_aside
from scorekeeper.clubs import holds
from scorekeeper.models import CountedScope, Recount, Season, Session, Tally
from scorekeeper.standings import queued_changes, stored_scopes, tallies, tie_breaks, tie_results
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import TieBreak
from scorekeeper.standings.plans.plan_input import UnreadablePlanError, parse_stored
from scorekeeper.standings.plans.plan_versions import UNDECIDED, PlanInForce
from scorekeeper.standings.queued_changes import Changes, Limit, TooMuchToCountError
from scorekeeper.standings.stored_scopes import CountChangedError
from scorekeeper.standings.tie_results import TieResults
from scorekeeper.standings.totals import SessionScore, TotalLine

MOST_RECOUNTS = 200
"""Queued recounts that a reader applies at most."""
MOST_ROWS = 2_000
"""Hands and tallies that a reader counts at most."""
MOST_TIED_HANDS = 20_000
"""Results of hands that a reader adds up at most for tie-breaks."""
MOST_LEFT = 10_000
"""Queued recounts that are counted at most."""
ATTEMPTS = 5  # to read while nothing changes


class SeasonState(NamedTuple):
    """What was counted last, and what is queued.  Rows read between two equal states belong together."""

    counted_at: datetime | None  # None: never, or by a release before 0031
    plan: PlanInForce | None  # None: never counted, or by a release that did not store it
    queued: tuple[tuple[int, UUID | None], ...]  # at most one more than ``MOST_RECOUNTS``
    is_held: bool = False  # nothing of the club is counted (clubs.holds)
    whole: int | None = None  # the key of the `CountedScope` with the lines of the season


class CountedSeason(NamedTuple):
    """The lines of a season, and what they were counted from."""

    season: Season
    plan: PlanInForce
    counted_at: datetime | None  # when the stored lines were counted; None: not known
    is_current: bool  # False: a worker is counting; these are the lines of ``counted_at``
    lines: Mapping[UUID, CountedLine]  # by player
    ties: TieResults
    changed: Mapping[UUID, Sequence[SessionScore]]  # by session: instead of its stored tallies
    recounted: frozenset[UUID] = frozenset()  # players whose lines were counted by the reader
    stored: "CountedSeason | None" = None  # the stored count that these were laid over

    @property
    def total_lines(self) -> dict[UUID, TotalLine]:
        """The lines without their digests."""
        return {player: row.line for player, row in self.lines.items()}

    @property
    def digests(self) -> dict[UUID, str]:
        """The digest of each player's line."""
        return {player: row.input_digest for player, row in self.lines.items()}

    @property
    def changes_left(self) -> int:
        """The number of changes that workers have still to count, with the sessions of long acts; 0 if it is current."""
        if self.is_current:
            return 0
        queued = Recount.objects.filter(season=self.season).order_by()[:MOST_LEFT].count()
        return queued + holds.sessions_left(self.season.club_id)

    def session_scores(
        self, sessions: QuerySet[Session], players: Collection[UUID] | None = None
    ) -> list[SessionScore]:
        """Return the scores of these sessions, of these players or of everybody."""
        stored = Tally.objects.filter(session__in=sessions.values("pk"))
        if players is not None:
            stored = stored.filter(player__in=players)
        if not self.changed:
            return tallies.stored_scores(stored)
        changed = sessions.filter(pk__in=self.changed).values_list("pk", flat=True)
        return [
            *tallies.stored_scores(stored.exclude(session__in=self.changed)),
            *(
                score
                for pk in changed
                for score in self.changed[pk]
                if players is None or score.player in players
            ),
        ]

    def lowest_wins(
        self, sessions: QuerySet[Session], players: Collection[UUID]
    ) -> dict[UUID, bool]:
        """Return whether the lowest total wins, for those of the sessions that these players' tallies are of."""
        stored = Tally.objects.filter(player__in=players, session__in=sessions.values("pk"))
        return dict(stored.order_by().values_list("session", "lowest_wins")) | self.changed_lowest()

    def changed_lowest(self) -> dict[UUID, bool]:
        """Return whether the lowest total wins in the sessions that changed since the stored count."""
        return {pk: scores[0].lowest_wins for pk, scores in self.changed.items() if scores}


class SeasonVersion(Protocol):
    """A season of a queryset that `versioned` annotated."""

    counted_at: datetime | None
    has_recounts: bool
    is_held: bool


def versioned(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Annotate seasons with what their standings change by, besides the records: the last count, and whether more is queued."""
    queued = Exists(Recount.objects.filter(season=OuterRef("pk")))
    return seasons.annotate(
        counted_at=F("standings_count__counted_at"),
        has_recounts=queued,
        is_held=holds.held_in("club"),
    )


def read(season: Season) -> CountedSeason:
    """Return the latest count of the season.

    While changes are committed during the reading, it is read again, and after some attempts the stored count is returned.
    """
    for attempt in range(1, ATTEMPTS + 1):
        state = read_state(season)
        try:
            count = stored_count(season, state)
        except CountChangedError:
            return read(season)
        if state.queued and not state.is_held and attempt < ATTEMPTS:
            current = set_aside.for_a_reader(partial(_with_recounts, count, state))
            count = current or count
        if read_state(season) == state:
            break
    return count


def read_state(season: Season) -> SeasonState:
    """Return what was counted last and what is queued, in one query."""
    rows = list(_STATES.filter(pk=season.pk)[: MOST_RECOUNTS + 1])
    counted_at, number, plan, is_held, scope = rows[0][:5] if rows else (None,) * 5
    counted_at = counted_at if scope else None
    counted_by = _find_readable(number, plan)
    queued = tuple((pk, session) for *_, pk, session in rows if pk is not None)
    return SeasonState(counted_at, counted_by if counted_at else None, queued, bool(is_held), scope)


# Built once: to resolve these names takes Django longer than to ask the database.
_WHOLE = CountedScope.objects.filter(stored_scopes.WHOLE_SEASON, count=OuterRef("pk"))
_STATES = (
    Season.objects.annotate(is_held=holds.held_in("club"), whole=Subquery(_WHOLE.values("pk")))
    .order_by("recounts__pk")
    .values_list(
        "standings_count__counted_at",
        "standings_count__plan__number",
        plan_versions.text_of("standings_count__plan__plan"),
        "is_held",
        "whole",
        "recounts",
        "recounts__session",
    )
)


def _find_readable(number: int | None, plan: str | None) -> PlanInForce | None:
    """Return the plan of the last count; None if it is damaged, as if the season had never been counted."""
    if not (number and plan):
        return UNDECIDED
    try:
        return PlanInForce(number, parse_stored(plan))
    except UnreadablePlanError:
        return None


def stored_count(season: Season, state: SeasonState) -> CountedSeason:
    """Return the stored lines of a season, whatever is queued.  Raises UnreadablePlanError, CountChangedError."""
    plan = state.plan or plan_versions.in_force(season)
    lines: dict[UUID, CountedLine] = {}
    ties: TieResults = {}
    if state.whole is not None:
        whole = CountedScope(pk=state.whole, count_id=season.pk, club_id=season.club_id)
        lines = {player: line for player, (_, line) in stored_scopes.lines_at(whole).items()}
        if not tie_breaks.NEEDING_HANDS.isdisjoint(plan.plan.tie_breaks):
            stored = CountedScope.objects.filter(pk=whole.pk).values_list("ties", flat=True)
            ties = stored.first() or {}
    return CountedSeason(
        season,
        plan,
        state.counted_at,
        is_current=not (state.queued or state.is_held),
        lines=lines,
        ties=ties,
        changed={},
    )


def _with_recounts(stored: CountedSeason, state: SeasonState) -> CountedSeason:
    """Return the count with the queued recounts laid over it, or the stored one if they are too much for a reader."""
    if len(state.queued) > MOST_RECOUNTS:
        return stored
    season, limit = stored.season, Limit(MOST_ROWS)
    sessions = [session for _, session in state.queued]
    plan = state.plan and state.plan.number
    try:
        changes = queued_changes.find(season, sessions, stored.lines, stored_plan=plan, limit=limit)
        lines = queued_changes.lines(season, changes, stored.lines, limit=limit)
        return _with_ties(_laid_over(stored, changes, lines))
    except TooMuchToCountError:
        return stored


def _laid_over(
    stored: CountedSeason, changes: Changes, new: Mapping[UUID, CountedLine | None]
) -> CountedSeason:
    lines = {} if changes.everybody else dict(stored.lines)
    for player, row in new.items():
        lines.pop(player, None)
        if row is not None:
            lines[player] = row
    changed = {
        pk: [tallies.row_of(tally).score for tally in rows] for pk, rows in changes.tallies.items()
    }
    return stored._replace(
        plan=changes.plan,
        is_current=True,
        lines=lines,
        changed=changed,
        recounted=frozenset({*stored.lines, *lines} if changes.everybody else new),
        stored=stored,
    )


def _with_ties(count: CountedSeason) -> CountedSeason:
    """Return the count with the results of all its ties.  Raises TooMuchToCountError."""
    hands_left = MOST_TIED_HANDS

    def find(key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        nonlocal hands_left
        if key in count.ties:
            return count.ties[key]
        hands_left -= sum(count.lines[player].line.hands for player in group)
        if hands_left < 0:
            raise TooMuchToCountError
        return tie_results.count(
            tie_results.season_scores(count.season), tie_break, group, count.changed_lowest()
        )

    ties = tie_results.needed(count.plan.plan, count.total_lines, count.digests, find)
    return count._replace(ties=ties)
