"""The columns of a session's row that repeat its record, so that sessions can be filtered by them."""

from datetime import date
from typing import TypedDict

from referee import Json, JsonObject, date_of


class Columns(TypedDict):
    """The columns of a session that repeat its record."""

    variant: str
    played_on: date | None
    place: str
    event: str
    round: str
    table: str


def columns_of(record: JsonObject) -> Columns:
    """Return the columns for a session record."""
    return Columns(
        variant=str(record["variant"]),
        played_on=date_of(record.get("played_on")),
        place=_label(record.get("place")),
        event=_label(record.get("event")),
        round=_label(record.get("round")),
        table=_label(record.get("table")),
    )


def _label(value: Json) -> str:
    return str(value or "").replace("\0", "")[:200]
