"""Hands, verdicts, scores and what happened in the hands as Parquet, a file per table; written piece by piece, so that a file may have any length.

The columns are documented in docs/large_work.md.  They are public: add, never rename.  Only here pyarrow is used, an optional
package of ``exports/requirements.txt``, and it is loaded when the first file is written.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from io import RawIOBase
from itertools import islice
from typing import Any, TypeAlias

from django.db.models import Prefetch
from django.utils.translation import gettext_noop

import referee
from scorekeeper.access import Person
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.exports.csv_files import adjusted_points
from scorekeeper.exports.cursor import ExportCursor, StreamItem
from scorekeeper.exports.streams import SessionRecordLine, session_lines
from scorekeeper.models import Hand
from scorekeeper.models.adjudications import UNFINISHED, VOID
from scorekeeper.replays.hand_search import facts_shown, is_indexed

ROW_GROUP = 20_000
"""Rows that are in memory at a time, and together in a file."""


class ParquetTable(StrEnum):
    """The tables; each is a file."""

    HANDS = "hands"
    VERDICTS = "verdicts"
    SCORES = "scores"
    FACTS = "facts"


COLUMNS: Mapping[ParquetTable, Mapping[str, str]] = {
    ParquetTable.HANDS: {
        "hand": "string",
        "session": "string",
        "season": "string",
        "position": "int32",
        "number": "int32",
        "revision": "int32",
        "variant": "string",
        "house_rules": "string",
        "rules_digest": "string",
        "played_on": "date32",
        "place": "string",
        "event_name": "string",
        "round_name": "string",
        "table_name": "string",
        "status": "string",
        "player_ids": "list<string>",
        "players": "list<string>",
        "points": "list<float64>",
        "places": "list<int32>",
        "cards_left": "list<int32>",
        "card_points": "list<float64>",
        "totals": "list<float64>",
        "winner": "int32",
        "loser": "int32",
        "dealt": "list<list<string>>",
        "events": "int32",
        "illegal": "int32",
        "unproven": "int32",
        "hides_cards": "bool",
    },
    ParquetTable.VERDICTS: {
        "hand": "string",
        "session": "string",
        "revision": "int32",
        "variant": "string",
        "event": "int32",
        "seat": "int32",
        "player_id": "string",
        "player": "string",
        "text": "string",
        "action": "string",
        "cards": "list<string>",
        "trick": "int32",
        "combination": "string",
        "meld": "string",
        "verdict": "string",
        "fault": "string",
        "rule": "string",
        "reason": "string",
    },
    ParquetTable.SCORES: {
        "hand": "string",
        "session": "string",
        "season": "string",
        "position": "int32",
        "revision": "int32",
        "variant": "string",
        "played_on": "date32",
        "status": "string",
        "seat": "int32",
        "player_id": "string",
        "player": "string",
        "points": "float64",
        "adjustments": "float64",
        "place": "int32",
        "cards_left": "int32",
    },
    ParquetTable.FACTS: {
        "hand": "string",
        "session": "string",
        "season": "string",
        "revision": "int32",
        "variant": "string",
        "played_on": "date32",
        "kind": "string",
        "value": "string",
        "event": "int32",
        "seat": "int32",
        "player_id": "string",
        "player": "string",
    },
}
"""The name and the Arrow type of each column, by table."""


_Action: TypeAlias = tuple[str | None, list[str] | None]
"""What an event does, and with which cards."""


class ParquetMissingError(ActionError):
    """This installation has no pyarrow: it comes with ``exports/requirements.txt``."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This installation cannot write Parquet: the package pyarrow is missing. Whoever runs it can install it."
            )
        )


class _Pieces(RawIOBase):
    """A file that only goes on: what was written is taken out of it."""

    def __init__(self) -> None:
        self._written: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._size

    def write(self, content: Any) -> int:
        piece = bytes(content)
        self._written.append(piece)
        self._size += len(piece)
        return len(piece)

    def take(self) -> bytes:
        """Return what was written since this was called last."""
        written, self._written = b"".join(self._written), []
        return written


def is_available() -> bool:
    """Return whether this installation can write Parquet."""
    return find_spec("pyarrow") is not None


def require() -> None:
    """Raise ParquetMissingError where Parquet cannot be written."""
    if not is_available():
        raise ParquetMissingError


def table_chunks(
    table: ParquetTable,
    items: Iterable[StreamItem],
    person: Person,
    *,
    limit: int | None = None,
    on_rows: Callable[[int], None] = lambda _rows: None,
) -> Iterator[bytes]:
    """Yield a Parquet file with a table of the hands that these sessions have, as this person may see them.

    ``limit`` is the number of hands; ``on_rows`` is called with the number of rows that were written.  The metadata of the file
    has the ``cursor`` after its last hand.  Raises ParquetMissingError.
    """
    require()
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    schema = arrow.schema([(name, _type(arrow, kind)) for name, kind in COLUMNS[table].items()])
    file = _Pieces()
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        cursor: ExportCursor | None = None
        rows: list[tuple[Any, ...]] = []

        def write() -> bytes:
            columns = zip(*rows, strict=True) if rows else [()] * len(schema)
            arrays = [
                arrow.array(one, kind) for one, kind in zip(columns, schema.types, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
            on_rows(len(rows))
            rows.clear()
            return file.take()

        for line, hand, cursor in _hands(table, items, limit):  # noqa: B007
            rows += _ROWS[table](line, hand, person)
            if len(rows) >= ROW_GROUP:
                yield write()
        if rows:
            yield write()
        writer.add_key_value_metadata({"cursor": str(cursor or "")})
    yield file.take()


def _type(arrow: Any, kind: str) -> Any:
    if kind.startswith("list<"):
        return arrow.list_(_type(arrow, kind.removeprefix("list<")[:-1]))
    return arrow.type_for_alias(kind)


def _hands(
    table: ParquetTable, items: Iterable[StreamItem], limit: int | None
) -> Iterator[tuple[SessionRecordLine, Hand, ExportCursor]]:
    hands = Hand.objects.select_related("head", "adjudication")
    if table == ParquetTable.SCORES:
        hands = hands.defer("adjudication__answer", "head__text").prefetch_related("scores__player")
    if table == ParquetTable.FACTS:
        hands = hands.defer("adjudication__answer", "head__text").select_related("indexed")
        hands = hands.prefetch_related(Prefetch("facts", facts_shown()))
    lines = session_lines(items, hands, limit)
    of_lines = ((line, hand, cursor) for line in lines for hand, cursor in line.cursors())
    return islice(of_lines, limit)


def _hand_rows(line: SessionRecordLine, hand: Hand, person: Person) -> Iterator[tuple[Any, ...]]:
    session, visible = line.session, hidden_cards.visible_hand(hand, person)
    answer: Mapping[str, Any] = visible.answer
    verdicts = [event["verdict"] for event in answer.get("events", [])]
    places = answer.get("places")
    first = [seat for seat, place in enumerate(places or (), 1) if place == 1]
    judged = hand.adjudication
    yield (
        str(hand.pk),
        str(session.pk),
        session.season.name if session.season else None,
        hand.position,
        answer.get("number"),
        hand.head.number,
        session.variant,
        json.dumps(session.head.content.get("house_rules") or {}, sort_keys=True),
        judged.rules_digest,
        session.played_on,
        *(getattr(session, name) or None for name in ("place", "event", "round", "table")),
        _status(hand),
        [str(seated.player) for seated in line.seats],
        [seated.name for seated in line.seats],
        answer.get("points"),
        places,
        answer.get("cards_left"),
        answer.get("card_points"),
        None if judged.status == UNFINISHED else judged.carried_out.get("totals"),
        first[0] if len(first) == 1 else None,
        answer.get("loser"),
        _dealt(line, visible.record),
        len(verdicts),
        verdicts.count("illegal"),
        verdicts.count("unproven"),
        visible.hides,
    )


def _verdict_rows(line: SessionRecordLine, hand: Hand, person: Person) -> Iterator[tuple[Any, ...]]:
    events: Any = hidden_cards.visible_hand(hand, person).answer.get("events", [])
    about = str(hand.pk), str(line.session.pk), hand.head.number, line.session.variant
    players = {seated.number: (str(seated.player), seated.name) for seated in line.seats}
    actions = _actions(line, [event["text"] for event in events])
    for event, action in zip(events, actions, strict=True):
        yield (
            *about,
            event["event"],
            event["seat"] or None,
            *players.get(event["seat"], (None, None)),
            event["text"],
            *action,
            event.get("trick"),
            event.get("combination"),
            event.get("meld"),
            event["verdict"],
            event.get("fault"),
            event.get("rule"),
            event.get("reason"),
        )


def _score_rows(line: SessionRecordLine, hand: Hand, _person: Person) -> Iterator[tuple[Any, ...]]:
    session = line.session
    has_result = hand.adjudication.status not in {UNFINISHED, VOID}
    for score in hand.scores.all():
        yield (
            str(hand.pk),
            str(session.pk),
            session.season.name if session.season else None,
            hand.position,
            hand.head.number,
            session.variant,
            session.played_on,
            _status(hand),
            score.seat,
            str(score.player_id),
            score.player.name,
            score.points if has_result else None,
            adjusted_points(hand, score.seat),
            score.place if has_result else None,
            score.cards_left if has_result else None,
        )


def _fact_rows(line: SessionRecordLine, hand: Hand, _person: Person) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each moment of a fact; none while the hand waits to be indexed."""
    session, players = line.session, {seated.number: seated for seated in line.seats}
    if not is_indexed(hand):
        return
    for fact in hand.facts.all():
        for event, seat in fact.moments:
            seated = players.get(seat)
            yield (
                str(hand.pk),
                str(session.pk),
                session.season.name if session.season else None,
                hand.head.number,
                session.variant,
                session.played_on,
                fact.kind,
                fact.value or None,
                event,
                seat or None,
                str(seated.player) if seated else None,
                seated.name if seated else None,
            )


_ROWS = {
    ParquetTable.HANDS: _hand_rows,
    ParquetTable.VERDICTS: _verdict_rows,
    ParquetTable.SCORES: _score_rows,
    ParquetTable.FACTS: _fact_rows,
}


def _status(hand: Hand) -> str:
    return "annulled" if "annulled" in hand.head.content else hand.adjudication.status


def _dealt(line: SessionRecordLine, record: referee.JsonObject) -> list[list[str] | None] | None:
    """Return the cards that were dealt, by seat; None where they are not written down, or cannot be read any more."""
    read = _parse(line, {"dealt": record.get("dealt")})
    return [_written(cards) for cards in read.dealt] if read and read.dealt else None


def _actions(line: SessionRecordLine, texts: Sequence[str]) -> list[_Action]:
    """Return the action and the cards of each event; None where the game was removed, or its cards are others now."""
    read = _parse(line, {"events": [*texts]})
    if read is None:
        return [(None, None)] * len(texts)
    return [(str(event.action), _written(event.cards)) for event in read.events or ()]


def _parse(line: SessionRecordLine, record: referee.JsonObject) -> referee.HandRecord | None:
    if line.session.variant not in referee.VARIANTS:
        return None
    rules = judging.rules_of(line.session)
    try:
        return referee.parse_hand(record, rules, seats=len(line.seats))
    except referee.MalformedError:
        return None


def _written(cards: Iterable[object] | None) -> list[str] | None:
    return None if cards is None else [str(card) for card in cards]
