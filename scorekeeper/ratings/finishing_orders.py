"""Finishing orders of a session's hands, the input of skill ratings.

A hand is rated when it counts in standings and the places of all its players are proved.  Void, annulled, unfinished and
washed-out hands and hands after the end of their game are not rated.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

import referee
from scorekeeper.models import Hand, RatedSession, Session
from scorekeeper.standings import tallies
from scorekeeper.standings.tallies import HandScore


class FinishingOrders(NamedTuple):
    """The players of a session by seat, and their places in each rated hand, by seat."""

    players: tuple[UUID, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()

    @property
    def digest(self) -> str:
        """A hash of everything in the session that ratings depend on."""
        players = [str(player) for player in self.players]
        return referee.sha256(referee.canonical([players, self.places]))


def moment_of(session: Session) -> str:
    """Return the sort key of a session in the order of play: a string of digits and the session's id.

    Sessions are ordered by the day on which they were played, sessions of one day by when they were opened.
    """
    day = session.played_on or session.day_entered
    opened = session.created_at.astimezone(UTC).replace(tzinfo=None)
    text = day.isoformat() + opened.isoformat(timespec="microseconds")
    return re.sub(r"\D", "", text) + session.pk.hex


def orders_of(scores: Iterable[HandScore]) -> FinishingOrders:
    """Return the finishing orders of a session; the scores must be sorted by hand and seat."""
    players: tuple[UUID, ...] = ()
    orders = []
    for _, rows in groupby(scores, key=attrgetter("hand")):
        hand = tuple(rows)
        places = tuple(row.place for row in hand if row.counts and row.place is not None)
        if len(places) == len(hand):
            players = tuple(row.player for row in hand)
            orders.append(places)
    return FinishingOrders(players, tuple(orders))


def build_rated_sessions(sessions: Sequence[Session]) -> list[RatedSession]:
    """Build the rows of these sessions from the stored scores, without saving them."""
    ids = [session.pk for session in sessions]
    hand_scores = tallies.read_hand_scores(ids)
    position = dict(Hand.objects.filter(session__in=ids).order_by().values_list("pk", "position"))
    rows = []
    for session in sessions:
        scores = [row for seat in hand_scores.get(session.pk, {}).values() for row in seat]
        scores.sort(key=lambda row: (position[row.hand], row.seat))
        rows.append(build_rated_session(session, orders_of(scores)))
    return rows


def build_rated_session(session: Session, orders: FinishingOrders) -> RatedSession:
    """Build the row of a session, without saving it."""
    return RatedSession(
        session=session,
        club_id=session.club_id,
        season_id=session.season_id,
        variant=session.variant,
        moment=moment_of(session),
        players=[str(player) for player in orders.players],
        places=orders.places,
        hands=len(orders.places),
        input_digest=orders.digest,
    )


def stored_orders(row: RatedSession) -> FinishingOrders:
    """Return the finishing orders that a row stores."""
    places = tuple(tuple(order) for order in row.places)
    return FinishingOrders(tuple(UUID(player) for player in row.players), places)
