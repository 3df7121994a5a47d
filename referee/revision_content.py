"""A session record taken apart for a sealed revision, and put together again.

Content is what a referee needs: cards, plays, seats, rules.  Text is what people wrote freely, and every key that the
format does not know.  Together they give back what was written.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, TypeAlias

from referee.record import FORMAT

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Keys: TypeAlias = dict[str, Json]

REMOVED = "removed"  # stands where a required reason was erased

SESSION_KEYS = (
    "format", "variant", "house_rules", "players", "event", "round", "table", "played_on", "place",
    "season", "notes", "carried", "first_hand", "previous_winner", "previous_loser",
)  # fmt: skip
SESSION_CONTENT = frozenset(
    {
        "variant", "house_rules", "players", "played_on",
        "carried", "first_hand", "previous_winner", "previous_loser",
    }
)  # fmt: skip
JUDGED = SESSION_CONTENT - {"played_on"}  # what verdicts and points depend on
HAND_KEYS = (
    "dealer", "dealt", "events", "left", "passes", "cards_left", "out", "winner", "blocked", "pays_all",
    "finisher", "exposed", "concealed", "lucky", "washed_out",
    "void", "annulled", "adjustments", "rulings", "note",
)  # fmt: skip
HAND_CONTENT = frozenset(HAND_KEYS) - {"void", "annulled", "adjustments", "rulings", "note"}
REASONS = ("void", "annulled")  # the value is the reason: content says that there is one
LISTED = {
    "adjustments": frozenset({"seat", "points"}),
    "rulings": frozenset({"event", "decision"}),
}  # lists of tables: the keys that are content


COUNTED = frozenset({
    "dealer", "cards_left", "out", "winner", "blocked", "pays_all", "finisher", "washed_out", "seat", "points", "event",
})  # fmt: skip
MELDED = frozenset({"exposed", "concealed", "lucky"})
WORDLESS = COUNTED | MELDED | {"decision"}
DECISIONS = frozenset({"stands", "taken-back", "adjustment", "annulled", "replayed"})

_MELD = re.compile(r"(\s*([GAERHCS][RGYW]|\?))*\s*", re.IGNORECASE)


class Parts(NamedTuple):
    """What is judged, and the words beside it."""

    content: Keys
    text: Keys


def split_session(sheet: Mapping[str, Json]) -> Parts:
    """A session without its hands; players are ids already."""
    sheet = {key: value for key, value in sheet.items() if key not in {"format", "hands"}}
    known = {key for key in SESSION_CONTENT if key in sheet}
    if "played_on" in known and date_of(sheet["played_on"]) is None:
        known.remove("played_on")  # "some Thursday" is words, not a date
    return _parted(sheet, known)


def join_session(parts: Parts) -> Keys:
    """The session without its hands, its keys in the order of the format."""
    return _ordered({"format": FORMAT, **parts.content, **parts.text}, SESSION_KEYS)


def split_hand(hand: Mapping[str, Json]) -> Parts:
    """A hand as it was written down.

    >>> split_hand({"events": ["1: 3C"], "void": "misdeal", "weather": "rain"})
    Parts(content={'events': ['1: 3C'], 'void': True}, text={'void': 'misdeal', 'weather': 'rain'})
    """
    parts = _parted(
        hand, {key for key in HAND_CONTENT & hand.keys() if not _is_words(key, hand[key])}
    )
    for key in REASONS:
        if isinstance(hand.get(key), str):
            parts.content[key] = True
    for key, known in LISTED.items():
        rows = hand.get(key)
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            halves = [
                _parted(
                    row, {name for name in known & row.keys() if not _is_words(name, row[name])}
                )
                for row in rows
                if isinstance(row, dict)
            ]
            parts.content[key] = [half.content for half in halves]
            parts.text[key] = [half.text for half in halves]
    return parts


def join_hand(parts: Parts) -> Keys:
    """The hand as it was written down, its keys in the order of the format."""
    hand: Keys = {**parts.content, **parts.text}
    for key in REASONS:
        if key in parts.content:
            hand[key] = parts.text.get(key, REMOVED)
    for key in LISTED:
        rows, words = parts.content.get(key), parts.text.get(key)
        if isinstance(rows, list):
            hand[key] = _zipped(rows, words if isinstance(words, list) else [])
    return _ordered(hand, HAND_KEYS)


def date_of(value: Json) -> date | None:
    """The day that was written down, if it is one."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _is_words(key: str, value: Json) -> bool:
    """Does a key that its game does not read hold words, which nobody could erase from the content?"""
    if key not in WORDLESS:
        return False
    if isinstance(value, list):
        return any(_is_words(key, item) for item in value)
    if key == "decision":
        return value not in DECISIONS
    if key in COUNTED:
        return isinstance(value, str | dict)
    if key in MELDED:
        return isinstance(value, dict) or (isinstance(value, str) and not _MELD.fullmatch(value))
    return False


def _parted(keys: Mapping[str, Json], known: set[str] | frozenset[str]) -> Parts:
    return Parts(
        content={key: value for key, value in keys.items() if key in known},
        text={key: value for key, value in keys.items() if key not in known},
    )


def _zipped(rows: list[Json], words: list[Json]) -> list[Json]:
    words = [*words, *([{}] * (len(rows) - len(words)))]
    pairs = zip(rows, words, strict=False)
    return [
        {**row, **said} for row, said in pairs if isinstance(row, dict) and isinstance(said, dict)
    ]


def _ordered(keys: Keys, order: tuple[str, ...]) -> Keys:
    return {key: keys[key] for key in (*order, *keys) if key in keys}
