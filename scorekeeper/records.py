"""A session record taken apart for a revision, and put together again: what of the referee's the services use."""

from referee import (
    FORMAT,
    HAND_CONTENT,
    HAND_KEYS,
    JUDGED,
    REMOVED,
    SESSION_KEYS,
    Json,
    Keys,
    Parts,
    date_of,
    join_hand,
    join_session,
    split_hand,
    split_session,
)

__all__ = [
    "FORMAT",
    "HAND_CONTENT",
    "HAND_KEYS",
    "JUDGED",
    "REMOVED",
    "SESSION_KEYS",
    "Json",
    "Keys",
    "Parts",
    "date_of",
    "join_hand",
    "join_session",
    "split_hand",
    "split_session",
]
