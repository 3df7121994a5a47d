"""Stored sessions as session records (session-record/1)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import referee
from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.clubs import player_merges
from scorekeeper.models import Hand, HandVariation, Seat, Session


def session_record(session: Session, *, person: Person | None = None) -> referee.JsonObject:
    """Return a session as a session record, with unknown keys and the players' current names.

    Without a person it is as it was written down; for a person, cards that they may not see yet are left out, and for a member
    of the club the ``variations`` of hands have those that members keep.
    """
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    record = build_record(session, hands, names_of(session).values(), person=person)
    if person is not None and access.may(person, Action.SEE, session.club):
        _add_variations(session, record)
    return record


def _add_variations(session: Session, record: referee.JsonObject) -> None:
    """Add the variations that members keep of finished hands, as far as the hands still begin as they did then."""
    rows = HandVariation.objects.filter(hand__session=session, removal=None)
    rows = rows.exclude(hand__adjudication__status=hidden_cards.UNFINISHED)
    hands: Any = record["hands"]
    for row in rows.select_related("hand", "revision").order_by("at", "pk"):
        hand = hands[row.hand.position - 1]
        begins, before = (each.get("events") or [] for each in (hand, row.revision.content))
        until = row.first - 1
        is_same = len(begins) >= until and begins[:until] == before[:until]
        stored = hand.get("variations", [])
        if (
            is_same
            and hand.get("dealt") == row.revision.content.get("dealt")
            and isinstance(stored, list)
        ):
            variation = {**row.text, "from": row.first, "events": row.events}
            hand["variations"] = [*stored, variation]


def build_record(
    session: Session, hands: Iterable[Hand], names: Iterable[str], *, person: Person | None = None
) -> referee.JsonObject:
    """Build a session record of hands and names that are loaded already; see ``session_record``."""
    record = judging.session_record(session.head)
    record["players"] = list(names)
    if session.season is not None:
        record["season"] = session.season.name
    record["hands"] = [
        judging.hand_record(hand.head) if person is None else hidden_cards.record_for(hand, person)
        for hand in hands
    ]
    return referee.join_session(referee.Parts(record, {}))


class SeatedPlayer(NamedTuple):
    """A seat's player with their current name; for a merged player, the name of the player they merged into."""

    number: int
    player: UUID
    name: str


def players_at(session: Session) -> list[SeatedPlayer]:
    """Return the session's players, clockwise."""
    return players_in(session.club_id, [session.pk])[session.pk]


def players_in(club: UUID, sessions: Collection[UUID]) -> Mapping[UUID, list[SeatedPlayer]]:
    """Return the players of a club's sessions by session, clockwise."""
    merged = player_merges.merged_names(club)
    seats = Seat.objects.filter(session__in=sessions).order_by("session_id", "number")
    by_session: defaultdict[UUID, list[SeatedPlayer]] = defaultdict(list)
    rows = seats.values_list("session", "number", "player", "player__name")
    for session, number, player, name in rows:
        by_session[session].append(SeatedPlayer(number, player, merged.get(player, name)))
    return by_session


def names_of(session: Session) -> dict[int, str]:
    """Return the players' names by seat."""
    return names_in([session])[session.pk]


def names_in(sessions: Sequence[Session]) -> dict[UUID, dict[int, str]]:
    """Return the players' names by session and seat, for sessions of one club; in two queries for any number."""
    if not sessions:
        return {}
    seated = players_in(sessions[0].club_id, [session.pk for session in sessions])
    return {
        session.pk: {player.number: player.name for player in seated[session.pk]}
        for session in sessions
    }
