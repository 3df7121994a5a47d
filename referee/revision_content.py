"""Split a session record into sealed content and erasable text, and join the two again.

Content is what a referee needs: cards, plays, seats, rules.  Text is what people wrote freely, and every key that the
format does not know.  Joined, they are the record as it was written.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, TypeAlias

from referee.cards import UNSEEN
from referee.record import RECORD_FORMAT

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

REMOVED = "removed"  # replaces a required reason that was erased

SESSION_KEYS = (
    "format",
    "variant",
    "house_rules",
    "players",
    "event",
    "round",
    "table",
    "played_on",
    "place",
    "season",
    "notes",
    "carried",
    "first_hand",
    "previous_winner",
    "previous_loser",
)
SESSION_CONTENT = frozenset(
    {
        "variant",
        "house_rules",
        "players",
        "played_on",
        "carried",
        "first_hand",
        "previous_winner",
        "previous_loser",
    }
)
JUDGED_KEYS = SESSION_CONTENT - {"played_on"}  # verdicts and points depend on these
HAND_KEYS = (
    "dealer",
    "dealt",
    "events",
    "left",
    "passes",
    "cards_left",
    "out",
    "winner",
    "blocked",
    "pays_all",
    "finisher",
    "exposed",
    "concealed",
    "lucky",
    "washed_out",
    "void",
    "annulled",
    "adjustments",
    "rulings",
    "note",
    "comments",
    "variations",
)
HAND_CONTENT = frozenset(HAND_KEYS) - {
    "void",
    "annulled",
    "adjustments",
    "rulings",
    "note",
    "comments",
    "variations",
}
_REASON_KEYS = ("void", "annulled")  # the value is the reason; content has only True
_TABLE_KEYS = {
    "adjustments": frozenset({"seat", "points"}),
    "rulings": frozenset({"event", "decision"}),
}  # lists of tables, and which of their keys are content


_NUMBER_KEYS = frozenset(
    {
        "dealer",
        "cards_left",
        "out",
        "winner",
        "blocked",
        "pays_all",
        "finisher",
        "washed_out",
        "seat",
        "points",
        "event",
    }
)
_MELD_KEYS = frozenset({"exposed", "concealed", "lucky"})
_TYPED_KEYS = _NUMBER_KEYS | _MELD_KEYS | {"decision"}
_DECISIONS = frozenset({"stands", "taken-back", "adjustment", "annulled", "replayed"})

_MELD = re.compile(r"(\s*([GAERHCS][RGYW]|\?))*\s*", re.IGNORECASE)


class Parts(NamedTuple):
    """What a sealed record has as content, which is judged, and as text, which can be erased.

    >>> import referee
    >>> parts = referee.split_hand({"events": ["1: 3C"], "void": "Bo was called away"})
    >>> parts.content, parts.text
    ({'events': ['1: 3C'], 'void': True}, {'void': 'Bo was called away'})
    >>> referee.join_hand(parts._replace(text={}))
    {'events': ['1: 3C'], 'void': 'removed'}
    """

    content: JsonObject
    text: JsonObject


def split_session(sheet: Mapping[str, Json]) -> Parts:
    """Return the content and the text of a session without its hands; its players are already ids.

    >>> import referee
    >>> referee.split_session({"variant": "big-two", "players": ["p1", "p2", "p3", "p4"], "place": "at Ann's"})
    Parts(content={'variant': 'big-two', 'players': ['p1', 'p2', 'p3', 'p4']}, text={'place': "at Ann's"})
    """
    sheet = {key: value for key, value in sheet.items() if key not in {"format", "hands"}}
    known = {key for key in SESSION_CONTENT if key in sheet}
    if "played_on" in known and date_of(sheet["played_on"]) is None:
        known.remove("played_on")  # "some Thursday" is text, not a date
    return _split_keys(sheet, known)


def join_session(parts: Parts) -> JsonObject:
    """Return the session without its hands from its content and text, its keys in the order of the format.

    >>> import referee
    >>> referee.join_session(referee.Parts(content={"variant": "big-two"}, text={"weather": "rain", "place": "at Ann's"}))
    {'format': 'session-record/1', 'variant': 'big-two', 'place': "at Ann's", 'weather': 'rain'}
    """
    return _ordered({"format": RECORD_FORMAT, **parts.content, **parts.text}, SESSION_KEYS)


def split_hand(hand: Mapping[str, Json]) -> Parts:
    """Return the content and the text of a hand as it was written; ``join_hand`` is the inverse.

    >>> import referee
    >>> referee.split_hand({"events": ["1: 3C"], "void": "misdeal", "weather": "rain"})
    Parts(content={'events': ['1: 3C'], 'void': True}, text={'void': 'misdeal', 'weather': 'rain'})
    """
    parts = _split_keys(
        hand, {key for key in HAND_CONTENT & hand.keys() if not _is_free_text(key, hand[key])}
    )
    for key in _REASON_KEYS:
        if isinstance(hand.get(key), str):
            parts.content[key] = True
    for key, known in _TABLE_KEYS.items():
        rows = hand.get(key)
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            halves = [
                _split_keys(
                    row, {name for name in known & row.keys() if not _is_free_text(name, row[name])}
                )
                for row in rows
                if isinstance(row, dict)
            ]
            parts.content[key] = [half.content for half in halves]
            parts.text[key] = [half.text for half in halves]
    return parts


def join_hand(parts: Parts) -> JsonObject:
    """Return the hand from its content and text as it was written, its keys in the order of the format.

    A required reason that was erased is ``REMOVED``.

    >>> import referee
    >>> parts = referee.split_hand({"note": "late", "adjustments": [{"seat": 3, "points": -10, "reason": "peeked"}]})
    >>> referee.join_hand(parts)
    {'adjustments': [{'seat': 3, 'points': -10, 'reason': 'peeked'}], 'note': 'late'}
    """
    hand: JsonObject = {**parts.content, **parts.text}
    for key in _REASON_KEYS:
        if key in parts.content:
            hand[key] = parts.text.get(key, REMOVED)
    for key in _TABLE_KEYS:
        rows, words = parts.content.get(key), parts.text.get(key)
        if isinstance(rows, list):
            hand[key] = _merge_rows(rows, words if isinstance(words, list) else [])
    return _ordered(hand, HAND_KEYS)


def date_of(value: Json) -> date | None:
    """Return the date of a text such as ``2026-03-01``; None if it is not a date.

    >>> import referee
    >>> referee.date_of("2026-03-01"), referee.date_of("some Thursday")
    (datetime.date(2026, 3, 1), None)
    """
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _is_free_text(key: str, value: Json) -> bool:
    """Return whether a value that should be a number, cards or a decision is free text, which must stay erasable."""
    if key not in _TYPED_KEYS:
        return False
    if isinstance(value, list):
        return any(_is_free_text(key, item) for item in value)
    if key == "decision":
        return value not in _DECISIONS
    if key == "cards_left" and isinstance(value, str):
        return value.strip() != UNSEEN
    if key in _NUMBER_KEYS:
        return isinstance(value, str | dict)
    if key in _MELD_KEYS:
        return isinstance(value, dict) or (isinstance(value, str) and not _MELD.fullmatch(value))
    return False


def _split_keys(keys: Mapping[str, Json], known: set[str] | frozenset[str]) -> Parts:
    return Parts(
        content={key: value for key, value in keys.items() if key in known},
        text={key: value for key, value in keys.items() if key not in known},
    )


def _merge_rows(rows: list[Json], words: list[Json]) -> list[Json]:
    words = [*words, *([{}] * (len(rows) - len(words)))]
    pairs = zip(rows, words, strict=False)
    return [
        {**row, **text} for row, text in pairs if isinstance(row, dict) and isinstance(text, dict)
    ]


def _ordered(keys: JsonObject, order: tuple[str, ...]) -> JsonObject:
    return {key: keys[key] for key in (*order, *keys) if key in keys}
