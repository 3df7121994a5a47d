"""A session record taken apart for a revision, and put together again; what of it is mirrored in columns."""

from datetime import date
from typing import TypedDict

from referee import (
    HAND_CONTENT,
    HAND_KEYS,
    JUDGED_KEYS,
    RECORD_FORMAT,
    REMOVED,
    SESSION_KEYS,
    Json,
    JsonObject,
    Parts,
    date_of,
    join_hand,
    join_session,
    split_hand,
    split_session,
)

__all__ = [
    "HAND_CONTENT",
    "HAND_KEYS",
    "JUDGED_KEYS",
    "RECORD_FORMAT",
    "REMOVED",
    "SESSION_KEYS",
    "Columns",
    "Json",
    "JsonObject",
    "Parts",
    "columns_of",
    "date_of",
    "join_hand",
    "join_session",
    "split_hand",
    "split_session",
]


class Columns(TypedDict):
    """What a session's row says again, so that it can be looked for."""

    variant: str
    played_on: date | None
    place: str
    event: str
    round: str
    table: str


def columns_of(sheet: JsonObject) -> Columns:
    """What the row of this session says."""
    return Columns(
        variant=str(sheet["variant"]),
        played_on=date_of(sheet.get("played_on")),
        place=_label(sheet.get("place")),
        event=_label(sheet.get("event")),
        round=_label(sheet.get("round")),
        table=_label(sheet.get("table")),
    )


def _label(value: Json) -> str:
    return str(value or "").replace("\0", "")[:200]
