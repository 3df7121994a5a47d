"""Adjudicate tables of session records: an Arrow table in, Arrow tables with a row per hand and per event out.

Parquet files are such tables on disk, and Dask, Ray and Spark hand them over piece by piece.  The only part of the referee that
needs another package: ``pip install 'referee[parquet]'`` brings pyarrow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.adjudication import HandAdjudication, adjudicate
from referee.dispatch import JudgedEvent
from referee.input_files import STDIN, TOO_DEEP, Document
from referee.match_totals import brings_no_points
from referee.melding.timeline import MeldingStep
from referee.record import MalformedError, Number
from referee.verdicts import Illegal, Legal, Unproven

try:
    import pyarrow
except ImportError as error:
    raise ImportError(
        "Parquet is read and written with pyarrow: install it with pip install 'referee[parquet]'."
    ) from error

Row: TypeAlias = Document | MalformedError
"""A record that is not read yet, or why there is none."""

RECORD = "record"
"""The column with the session records, each as JSON text."""

HANDS = pyarrow.schema(
    {
        "hand": pyarrow.int32(),
        "number": pyarrow.int64(),
        "status": pyarrow.string(),
        "variant": pyarrow.string(),
        "rules_digest": pyarrow.string(),
        "players": pyarrow.list_(pyarrow.string()),
        "points": pyarrow.list_(pyarrow.float64()),
        "places": pyarrow.list_(pyarrow.int32()),
        "cards_left": pyarrow.list_(pyarrow.int32()),
        "card_points": pyarrow.list_(pyarrow.float64()),
        "totals": pyarrow.list_(pyarrow.float64()),
        "winner": pyarrow.int32(),
        "loser": pyarrow.int32(),
        "events": pyarrow.int32(),
        "illegal": pyarrow.int32(),
        "unproven": pyarrow.int32(),
        "error_code": pyarrow.string(),
        "error_where": pyarrow.string(),
        "error_message": pyarrow.string(),
    }
)
"""The columns of a row per hand, after those that are passed through; a record that is malformed has one row."""

EVENTS = pyarrow.schema(
    {
        "hand": pyarrow.int32(),
        "event": pyarrow.int32(),
        "seat": pyarrow.int32(),
        "text": pyarrow.string(),
        "trick": pyarrow.int32(),
        "combination": pyarrow.string(),
        "meld": pyarrow.string(),
        "verdict": pyarrow.string(),
        "fault": pyarrow.string(),
        "rule": pyarrow.string(),
        "reason": pyarrow.string(),
    }
)
"""The columns of a row per event, after those that are passed through."""

_FIRST = pyarrow.array([0])
_TEXTS = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())


@dataclass(frozen=True)
class JudgedTables:
    """The hands of some records, and their events."""

    hands: pyarrow.Table
    events: pyarrow.Table
    records: int
    malformed: int


def hands(records: pyarrow.Table | pyarrow.RecordBatch) -> pyarrow.Table:
    """Return a row for each hand in a column ``record`` of session records as JSON text.

    ``records`` is a pyarrow Table or RecordBatch.  Its other columns are passed through, so a column with your own key says
    from where a hand is.  A malformed record has one row with its error, and the others are judged.  Raises MalformedError
    where there is no such column, or another one has the name of a column of the answer.
    """
    return judge(records, with_events=False).hands


def events(records: pyarrow.Table | pyarrow.RecordBatch) -> pyarrow.Table:
    """Return a row for each event; ``records`` and errors as for ``hands``.  A malformed record has none."""
    return judge(records).events


def judge(
    records: pyarrow.Table | pyarrow.RecordBatch, *, with_events: bool = True
) -> JudgedTables:
    """Return hands and events, of which each record is judged once; ``records`` and errors as for ``hands``."""
    passed = check_columns(records.schema)
    rows = [as_row(content) for content in records[RECORD].to_pylist()]
    return judge_rows(rows, records.select(passed), with_events=with_events)


def check_columns(schema: pyarrow.Schema, reserved: Sequence[str] = ()) -> list[str]:
    """Return the names of the columns to pass through.

    Raises MalformedError ``unreadable`` without a column ``record`` of texts, and where a name is reserved or one of the answer.
    """
    kind = schema.field(RECORD).type if schema.names.count(RECORD) == 1 else None
    if kind not in _TEXTS:
        message = f"There is no column {RECORD!r} of texts here, but {', '.join(schema.names) or 'none'}: it has a session record as JSON in each row."
        raise MalformedError("unreadable", "", message)
    passed = [name for name in schema.names if name != RECORD]
    if taken := sorted({*passed} & {*HANDS.names, *EVENTS.names, *reserved}):
        message = f"These columns have names of columns of the answer: {', '.join(taken)}. Rename them, or leave them out."
        raise MalformedError("unreadable", "", message)
    if len({*passed}) < len(passed):
        raise MalformedError("unreadable", "", "Two columns have the same name.")
    for name in passed:
        kind = schema.field(name).type
        if not _can_be_passed(kind):
            message = f"Arrow cannot copy rows of the column {name!r}, of type {kind}: cast it to another type, or leave it out."
            raise MalformedError("unreadable", "", message)
    return passed


def _can_be_passed(kind: pyarrow.DataType) -> bool:
    """Return whether rows of this type can be taken, such as a row for each hand of a record; views of texts cannot."""
    try:
        pyarrow.nulls(1, kind).take(_FIRST)
    except pyarrow.ArrowNotImplementedError:
        return False
    return True


def judge_rows(
    rows: Sequence[Row], passed: pyarrow.Table | pyarrow.RecordBatch, *, with_events: bool = True
) -> JudgedTables:
    """Return hands and events of documents; ``passed`` has the other columns of each."""
    of_hands: list[int] = []
    of_events: list[int] = []
    hand_rows: list[tuple[Any, ...]] = []
    event_rows: list[tuple[Any, ...]] = []
    malformed = 0
    for index, row in enumerate(rows):
        try:
            judged, listed = _judge_row(row, with_events=with_events)
        except (MalformedError, RecursionError) as error:
            judged, listed = [_error_row(error)], []
            malformed += 1
        hand_rows += judged
        event_rows += listed
        of_hands += [index] * len(judged)
        of_events += [index] * len(listed)
    return JudgedTables(
        _table(passed, of_hands, hand_rows, HANDS),
        _table(passed, of_events, event_rows, EVENTS),
        len(rows),
        malformed,
    )


def _judge_row(
    row: Row, *, with_events: bool
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return the rows of the hands and events of one record.  Raises MalformedError or RecursionError."""
    if isinstance(row, MalformedError):
        raise row
    session = adjudicate(row.record())
    players = [_text(player) for player in session.record.players]
    about = (session.rules.variant, session.rules.digest, players)
    numbered = list(enumerate(session.hands, 1))
    hand_rows = [_hand_row(position, hand, about) for position, hand in numbered]
    if not with_events:
        return hand_rows, []
    return hand_rows, [
        _event_row(position, event) for position, hand in numbered for event in hand.judged.events
    ]


def _hand_row(
    position: int, hand: HandAdjudication, about: tuple[str, str, list[str]]
) -> tuple[Any, ...]:
    record, result = hand.judged.record, hand.judged.result
    verdicts = [type(event.verdict) for event in hand.judged.events]
    return (
        position,
        hand.carried.number,
        hand.status,
        *about,
        _numbers(hand.points),
        result.places,
        result.cards_left,
        None if brings_no_points(record) else _numbers(result.card_points),
        _numbers(hand.carried_out.totals),
        result.winner,
        result.loser,
        len(verdicts),
        verdicts.count(Illegal),
        verdicts.count(Unproven),
        None,
        None,
        None,
    )


def _event_row(position: int, event: JudgedEvent) -> tuple[Any, ...]:
    verdict, written = event.verdict, event.event
    combination, meld = event.combination, None
    if isinstance(event, MeldingStep) and event.made:
        meld = event.made.meld.name
    why: tuple[str | None, ...] = ("legal", None, None, None)
    if isinstance(verdict, Illegal):
        why = ("illegal", str(verdict.fault), verdict.rule, _text(str(verdict.reason)))
    elif not isinstance(verdict, Legal):
        why = ("unproven", None, verdict.rule, _text(str(verdict.reason)))
    return (
        position,
        event.number,
        written.seat or None,
        _text(written.text),
        event.trick,
        combination.kind.name if combination else None,
        meld,
        *why,
    )


def _error_row(error: MalformedError | RecursionError) -> tuple[Any, ...]:
    """Return the row of a record that cannot be judged: its error, and ``malformed`` as the status."""
    if isinstance(error, RecursionError):
        error = MalformedError("unreadable", "", TOO_DEEP)
    answer = error.as_json()["error"]
    values = {
        "status": "malformed",
        "error_code": answer["code"],
        "error_where": answer["where"],
        "error_message": answer["message"],
    }
    return tuple(values.get(name) for name in HANDS.names)


def as_row(content: str | None) -> Row:
    """Return a record's JSON text as a row to judge."""
    if content is None:
        return MalformedError("unreadable", "", "This row has no record.")
    return Document(content.encode(), "json", STDIN, None)


def _text(text: str) -> str:
    """Return a text that Arrow can hold: with halves of surrogate pairs escaped, as in messages of errors."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _numbers(values: Iterable[Number | None] | None) -> list[float | None] | None:
    return None if values is None else [None if one is None else float(one) for one in values]


def _table(
    passed: pyarrow.Table | pyarrow.RecordBatch,
    rows: list[int],
    values: list[tuple[Any, ...]],
    schema: pyarrow.Schema,
) -> pyarrow.Table:
    """Return columns of values after the columns that are passed through, of which each value has the row that is named."""
    columns = zip(*values, strict=True) if values else [()] * len(schema)
    arrays = [pyarrow.array(one, kind) for one, kind in zip(columns, schema.types, strict=True)]
    taken = passed.take(pyarrow.array(rows, pyarrow.int64()))
    fields = [*passed.schema, *schema]
    return pyarrow.Table.from_arrays([*taken.columns, *arrays], schema=pyarrow.schema(fields))
