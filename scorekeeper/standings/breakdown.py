"""How one player's standing came about: the sessions that count, those that were dropped, and the hands behind both."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Season
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import Brought
from scorekeeper.standings.totals import Share, Worth


class Sitting(NamedTuple):
    """What a session brought the player, hand by hand."""

    share: Share
    value: float | None  # under the plan; None: nothing to count
    counts: bool  # or was it dropped?
    hands: tuple[Brought, ...]


class Breakdown(NamedTuple):
    """A row of the table and what its sessions brought, however many there are."""

    row: standings_table.Row
    shares: Mapping[UUID, Share]  # by session
    worths: Mapping[UUID, Worth]  # under the plan, which looks at all of them


def breakdown(season: Season, scope: Scope, player: UUID) -> Breakdown | None:
    """The player's row with the sessions behind it; None for somebody who is not in the table."""
    table = standings_table.table(season, scope)
    row = next((row for row in table.rows if row.player == player), None)
    if row is None:
        return None
    shares = standings_table.shares_in(season, scope, {player})
    worths = standings_totals.worth(table.plan.plan, shares)
    return Breakdown(
        row,
        {share.session: share for share in shares},
        {worth.session: worth for worth in worths},
    )


def sittings(
    season: Season, scope: Scope, told: Breakdown, sessions: Sequence[UUID]
) -> list[Sitting]:
    """Some of the sessions behind a row, hand by hand."""
    brought = _brought(season, scope, set(sessions))
    return [_sitting(told.shares[pk], told.worths.get(pk), brought[pk]) for pk in sessions]


def _sitting(share: Share, worth: Worth | None, seats: Mapping[int, Sequence[Brought]]) -> Sitting:
    rows = (row for seat in seats.values() for row in seat if row.player == share.player)
    return Sitting(
        share=share,
        value=worth.value if worth else None,
        counts=worth is not None and worth.counts,
        hands=tuple(rows),
    )


def _brought(
    season: Season, scope: Scope, sessions: set[UUID]
) -> Mapping[UUID, Mapping[int, Sequence[Brought]]]:
    """What the hands of these sessions brought, so far as they belong to the scope."""
    if scope.as_of is None:
        return tallies.read(sessions)
    later = {session.pk for session in scope.going_on(season)}
    until = tallies.read(sessions & later, until=scope.until)
    return {**tallies.read(sessions - later), **until}
