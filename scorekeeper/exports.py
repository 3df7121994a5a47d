"""Session records out of the books."""

from typing import NamedTuple
from uuid import UUID

from scorekeeper import adjudicating, disclosure, merging, records
from scorekeeper.access import Person
from scorekeeper.models import Player, Session


def session_record(session: Session, *, person: Person | None = None) -> records.Keys:
    """The sitting as a session record: what was written down, unknown keys included, with the names of today.

    Without a person it is complete; for a person, cards that they may not see yet are left out.
    """
    sheet = adjudicating.session_sheet(session.head)
    sheet["players"] = list(names_of(session).values())
    if session.season is not None:
        sheet["season"] = session.season.name
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    sheet["hands"] = [
        adjudicating.hand_sheet(hand.head) if person is None else disclosure.sheet_for(hand, person)
        for hand in hands
    ]
    return records.join_session(records.Parts(sheet, {}))


class Seated(NamedTuple):
    """Who sits where, by the names of today; for somebody who turned out to be another, the other's."""

    number: int
    player: UUID
    name: str


def seated_at(session: Session) -> list[Seated]:
    """Everybody at the table, clockwise."""
    merged = merging.names_in(session.club_id)
    seats = Player.objects.filter(seats__session=session).order_by("seats__number")
    named = seats.values_list("seats__number", "pk", "name")
    return [Seated(number, player, merged.get(player, name)) for number, player, name in named]


def names_of(session: Session) -> dict[int, str]:
    """The names at the table, by seat."""
    return {seated.number: seated.name for seated in seated_at(session)}
