"""Session records out of the books."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging, record_parts
from scorekeeper.clubs import player_merges
from scorekeeper.models import Hand, Seat, Session


def session_record(session: Session, *, person: Person | None = None) -> record_parts.Keys:
    """The sitting as a session record: what was written down, unknown keys included, with the names of today.

    Without a person it is complete; for a person, cards that they may not see yet are left out.
    """
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    return record_of(session, hands, names_of(session).values(), person=person)


def record_of(
    session: Session, hands: Iterable[Hand], names: Iterable[str], *, person: Person | None = None
) -> record_parts.Keys:
    """The same of hands and names that were read already."""
    sheet = judging.session_record(session.head)
    sheet["players"] = list(names)
    if session.season is not None:
        sheet["season"] = session.season.name
    sheet["hands"] = [
        judging.hand_record(hand.head) if person is None else hidden_cards.sheet_for(hand, person)
        for hand in hands
    ]
    return record_parts.join_session(record_parts.Parts(sheet, {}))


class Seated(NamedTuple):
    """Who sits where, by the names of today; for somebody who turned out to be another, the other's."""

    number: int
    player: UUID
    name: str


def seated_at(session: Session) -> list[Seated]:
    """Everybody at the table, clockwise."""
    return seated_in(session.club_id, [session.pk])[session.pk]


def seated_in(club: UUID, sessions: Collection[UUID]) -> Mapping[UUID, list[Seated]]:
    """Everybody at these tables of a club."""
    merged = player_merges.merged_names(club)
    seats = Seat.objects.filter(session__in=sessions).order_by("session", "number")
    found: defaultdict[UUID, list[Seated]] = defaultdict(list)
    rows = seats.values_list("session", "number", "player", "player__name")
    for session, number, player, name in rows:
        found[session].append(Seated(number, player, merged.get(player, name)))
    return found


def names_of(session: Session) -> dict[int, str]:
    """The names at the table, by seat."""
    return {seated.number: seated.name for seated in seated_at(session)}
