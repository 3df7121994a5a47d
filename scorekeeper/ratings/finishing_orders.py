"""In which order the players of a session finished its hands: what ratings are made of.

A hand is rated when it counts in standings and the places of all its players are proved: not a void or annulled one, not
one that goes on, that was washed out or that came after the end of its game.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

import referee
from scorekeeper.models import Hand, RatedSession, Session
from scorekeeper.standings import tallies
from scorekeeper.standings.tallies import Brought


class Finishes(NamedTuple):
    """The players by seat, and the places that they took in each hand, by seat."""

    players: tuple[UUID, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()

    @property
    def digest(self) -> str:
        """Of all that a rating can depend on here."""
        players = [str(player) for player in self.players]
        return referee.sha256(referee.canonical([players, self.places]))


def moment(session: Session) -> str:
    """The place of a session in the order of play, as digits that sort so.

    Sessions come by the day on which they were played, those of one day as they were opened.
    """
    day = session.played_on or timezone.localdate(session.created_at)
    opened = session.created_at.astimezone(UTC).replace(tzinfo=None)
    told = day.isoformat() + opened.isoformat(timespec="microseconds")
    return re.sub(r"\D", "", told) + session.pk.hex


def of_hands(brought: Iterable[Brought]) -> Finishes:
    """The finishes of a session whose hands brought this, hand after hand and seat by seat."""
    players: tuple[UUID, ...] = ()
    places = []
    for _, rows in groupby(brought, key=attrgetter("hand")):
        seated = tuple(rows)
        taken = tuple(row.place for row in seated if row.counts and row.place is not None)
        if len(taken) == len(seated):
            players = tuple(row.player for row in seated)
            places.append(taken)
    return Finishes(players, tuple(places))


def read(sessions: Sequence[Session]) -> list[RatedSession]:
    """The finishes of these sessions as the books have them, not yet kept."""
    ids = [session.pk for session in sessions]
    found = tallies.read(ids)
    position = dict(Hand.objects.filter(session__in=ids).order_by().values_list("pk", "position"))
    return [
        rated(session, of_hands(sorted(rows, key=lambda row: (position[row.hand], row.seat))))
        for session in sessions
        for rows in [[row for seat in found.get(session.pk, {}).values() for row in seat]]
    ]


def rated(session: Session, told: Finishes) -> RatedSession:
    """A session with its finishes, not yet kept."""
    return RatedSession(
        session=session,
        club_id=session.club_id,
        season_id=session.season_id,
        variant=session.variant,
        moment=moment(session),
        players=[str(player) for player in told.players],
        places=told.places,
        hands=len(told.places),
        input_digest=told.digest,
    )


def kept(row: RatedSession) -> Finishes:
    """The finishes of a session as they are kept."""
    places = tuple(tuple(taken) for taken in row.places)
    return Finishes(tuple(UUID(player) for player in row.players), places)
