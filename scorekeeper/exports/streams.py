"""Records and hands, one a line, as many as there are: a few sessions are held at a time."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.exports import csv_files
from scorekeeper.exports import cursor as export_cursor
from scorekeeper.exports.csv_files import SEASON_COLUMNS, Cell
from scorekeeper.exports.cursor import Cursor, Told
from scorekeeper.models import Hand, Session
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions.document import Seated

MOST = 200  # hands held at a time, unless one session has more
COLUMNS = (*SEASON_COLUMNS, "hand id", "cursor")

# what a record does not need of a hand, and the row of a spreadsheet neither
_JUDGED = ("adjudication__answer", "adjudication__carried_out")


class Sitting(NamedTuple):
    """A session with the hands that are to be told of it."""

    session: Session
    seats: Sequence[Seated]
    hands: Sequence[Hand]
    within: Cursor
    cursor: Cursor  # after all of them

    def cursors(self) -> Iterator[tuple[Hand, Cursor]]:
        """Each hand, and where its reader is afterwards."""
        for hand in self.hands[:-1]:
            yield hand, self.within._replace(position=hand.position)
        yield from ((hand, self.cursor) for hand in self.hands[-1:])


def record_lines(told: Iterable[Told], person: Person, *, limit: int | None) -> Iterator[str]:
    """Each session as a session record, with its id and the cursor that goes on behind it."""
    hands = Hand.objects.select_related("head", "adjudication").defer(*_JUDGED)
    whole = (one._replace(after=0) for one in told)
    for sitting in islice(_sittings(whole, hands), limit):
        names = (seated.name for seated in sitting.seats)
        record = session_document.record_of(sitting.session, sitting.hands, names, person=person)
        said = {"session": str(sitting.session.pk), "cursor": str(sitting.cursor)}
        yield _line({**record, **said})


def hand_lines(told: Iterable[Told], person: Person, *, limit: int | None) -> Iterator[str]:
    """Each hand with its session, its record and what the referee says of it."""
    hands = Hand.objects.select_related("head", "adjudication")
    every = (
        _line({**_about(sitting), **_hand(hand, person), "cursor": str(cursor)})
        for sitting in _sittings(told, hands)
        for hand, cursor in sitting.cursors()
    )
    return islice(every, limit)


def score_rows(told: Iterable[Told], *, limit: int | None) -> Iterator[list[Cell]]:
    """Each hand for a spreadsheet, a row a player; the last row of a hand has the cursor."""
    hands = Hand.objects.select_related("head", "adjudication").defer(*_JUDGED, "head__text")
    every = (
        (hand, cursor)
        for sitting in _sittings(told, hands.prefetch_related("scores__player"))
        for hand, cursor in sitting.cursors()
    )
    yield [*COLUMNS]
    for hand, cursor in islice(every, limit):
        rows = [csv_files.score_row(hand, score) for score in hand.scores.all()]
        for row in rows[:-1]:
            yield [*row, hand.pk, None]
        yield from ([*row, hand.pk, str(cursor)] for row in rows[-1:])


def _sittings(told: Iterable[Told], hands: QuerySet[Hand]) -> Iterator[Sitting]:
    for batch in export_cursor.batches(told, most=MOST):
        yield from _read(batch, hands)


def _read(batch: Sequence[Told], hands: QuerySet[Hand]) -> Iterator[Sitting]:
    """Some sessions with their hands, in a number of queries that does not depend on how many there are."""
    ids = {one.session for one in batch}
    sessions = Session.objects.select_related("head", "season").in_bulk(ids)
    club = next((session.club_id for session in sessions.values()), None)
    seated = session_document.seated_in(club, ids) if club else {}
    played: defaultdict[UUID, list[Hand]] = defaultdict(list)
    for hand in hands.filter(session__in=ids).order_by("session", "position"):
        hand.session = sessions[hand.session_id]  # read already
        played[hand.session_id].append(hand)
    for one in batch:
        later = [hand for hand in played[one.session] if hand.position > one.after]
        seats = seated[one.session]
        yield Sitting(sessions[one.session], seats, later, one.within, one.cursor)


def _about(sitting: Sitting) -> dict[str, Any]:
    """What holds for every hand of a session."""
    session = sitting.session
    return {
        "session": str(session.pk),
        "season": session.season.name if session.season else None,
        "variant": session.variant,
        "house_rules": session.head.content.get("house_rules") or {},
        "played_on": session.played_on.isoformat() if session.played_on else None,
        **{name: getattr(session, name) or None for name in ("place", "event", "round", "table")},
        "players": [
            {"seat": seated.number, "player": str(seated.player), "name": seated.name}
            for seated in sitting.seats
        ],
    }


def _hand(hand: Hand, person: Person) -> dict[str, Any]:
    seen = hidden_cards.shown(hand, person)
    return {
        "hand": str(hand.pk),
        "position": hand.position,
        "revision": {"number": hand.head.number, "digest": hand.head.digest},
        "record": seen.sheet,
        "adjudication": seen.answer,
        "hides_cards": seen.hides,
    }


def _line(said: dict[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":"), allow_nan=False) + "\n"
