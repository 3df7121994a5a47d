"""A season counted from scratch: every hand judged anew from what was written down, and compared with what is kept."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Tally
from scorekeeper.standings import plan_versions, tallies
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.past_sessions import SessionHistory
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.totals import SessionScore, TotalLine
from scorekeeper.statistics import session_figures
from scorekeeper.statistics.player_figures import SessionTotals

BATCH = 200  # sessions read at a time


class Discrepancy(NamedTuple):
    """A figure that is kept otherwise than it is counted; None: there is no such row."""

    season: UUID
    session: UUID | None  # None: the whole season's standing
    player: UUID
    kept: SessionScore | TotalLine | SessionTotals | None
    counted: SessionScore | TotalLine | SessionTotals | None

    def __str__(self) -> str:
        where = f"session {self.session}" if self.session else "standing"
        return f"season {self.season}, {where}, player {self.player}: kept {self.kept}, counted {self.counted}"


def recount(season: Season) -> Iterator[Discrepancy]:
    """Everything in which a season's tallies, standings and statistics are not what its records bring."""
    standings_recount.refresh(season)
    counted: list[SessionScore] = []
    sessions = season.sessions.order_by("pk").values_list("pk", flat=True)
    for some in _batches(list(sessions)):
        found = _from_records(season, some)
        counted += found
        yield from _compared(season, some, found)
        yield from _shown_otherwise(season, some)
    lines = standings_totals.lines(plan_versions.in_force(season).plan, counted)
    kept = standings_table.stored_lines(season)
    for player in sorted({*lines, *kept}):
        if kept.get(player) != lines.get(player):
            yield Discrepancy(season.pk, None, player, kept.get(player), lines.get(player))


def _from_records(season: Season, sessions: Sequence[UUID]) -> list[SessionScore]:
    survivors, history = player_merges.surviving_players(season.club_id), SessionHistory(sessions)
    return [
        share
        for session in sessions
        for share in history.session_as_of(session, None, survivors=survivors, scope=Scope()).scores
    ]


def _compared(
    season: Season, sessions: Sequence[UUID], counted: Sequence[SessionScore]
) -> Iterator[Discrepancy]:
    rows = tallies.stored_scores(Tally.objects.filter(session__in=sessions))
    kept = {(share.session, share.player): share for share in rows}
    anew = {(share.session, share.player): share for share in counted}
    for key in sorted({*kept, *anew}):
        if kept.get(key) != anew.get(key):
            yield Discrepancy(season.pk, *key, kept.get(key), anew.get(key))


def _shown_otherwise(season: Season, sessions: Sequence[UUID]) -> Iterator[Discrepancy]:
    """What is kept for statistics, beside what the scores and answers of today come to."""
    anew = {session: dict(rows) for session, rows in session_figures.figures_from_hands(sessions).items()}
    for session, rows in session_figures.stored_figures(sessions).items():
        kept = dict(rows)
        for player in sorted({*kept, *anew[session]}):
            both = kept.get(player), anew[session].get(player)
            if both[0] != both[1]:
                yield Discrepancy(season.pk, session, player, *both)


def _batches(sessions: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (sessions[start : start + BATCH] for start in range(0, len(sessions), BATCH))
