"""Imports in words: their states, outcomes of records, and what to correct in a refused record."""

import re
from typing import Any

from django.utils.translation import gettext, gettext_lazy

import referee
from scorekeeper.imports.lines import Outcome
from scorekeeper.models import Import, ImportState
from scorekeeper.pages.display.input_errors import KINDS

STATES = {
    ImportState.WAITING: gettext_lazy("waiting for its turn"),
    ImportState.RUNNING: gettext_lazy("under way"),
    ImportState.DONE: gettext_lazy("done"),
    ImportState.FAILED: gettext_lazy("failed"),
    ImportState.CANCELLED: gettext_lazy("cancelled"),
}
OUTCOMES = {
    Outcome.NEW: gettext_lazy("new"),
    Outcome.KNOWN: gettext_lazy("known already"),
    Outcome.MALFORMED: gettext_lazy("refused"),
    Outcome.FAILED: gettext_lazy("failed here"),
}
RIGHT = {
    "unreadable": gettext_lazy("Each record is TOML or JSON, in NDJSON one on each line; nothing else stands around it."),
    "unknown-format": gettext_lazy("A record says format = \"session-record/1\"."),
    "unknown-variant": gettext_lazy("Known games are %(others)s and %(last)s."),
    "unknown-house-rule": gettext_lazy("The rulebook of the game lists its house rules with their names."),
    "bad-house-rule-value": gettext_lazy("The rulebook of the game lists the values of each house rule."),
    "wrong-player-count": gettext_lazy("The list “players” names everybody at the table, once, clockwise."),
    "bad-seat": gettext_lazy("Seats are numbered clockwise, the first is 1."),
    "bad-event": gettext_lazy("An event is a seat and what it did: “2: 4C 4S”, “3: pass”."),
    "unknown-card": gettext_lazy("Cards are written as 10H or AS in Big Two, 7Y in Gang of Four, Rr in Four Color Cards; a question mark is a card that nobody saw."),
    "wrong-deal-size": gettext_lazy("Write all cards that a seat was dealt, a question mark for each that nobody knows, or leave the deal out."),
    "too-many-copies": gettext_lazy("One of these cards was another: write a question mark where nobody is sure."),
    "impossible-result": gettext_lazy("One seat has no card left, the others have some."),
    "result-mismatch": gettext_lazy("Write down either the plays or the cards that were left, or correct the one that is wrong."),
    "after-the-end": gettext_lazy("What was played after the end belongs into a record of its own."),
    "too-large": gettext_lazy("Divide it into several records, each with what is carried over."),
    "seated-twice": gettext_lazy("Give the two different names, or say above who is meant by each."),
    "bad-name": gettext_lazy("A name has 1 to 200 letters."),
    "internal-error": gettext_lazy("Send this record again later."),
}  # fmt: skip
_PATH = re.compile(r"(\w+)(?:\[(\d+)\])?")


def state(row: Import) -> str:
    """Return the state of an import in words."""
    return str(STATES[ImportState(row.state)])


def place(where: str) -> tuple[str, str]:
    """Return a path into a record in words, and the part of it that has none.

    >>> place("hands[2].events[6]"), place("hands[0].pays_all"), place("variant")
    (('hand 3, event 7', ''), ('hand 1', 'pays_all'), ('', 'variant'))
    """
    parts = [(part[0], _part(*part.groups(""))) for part in _PATH.finditer(where)]
    words = ", ".join(words for _path, words in parts if words)
    return words, ".".join(path for path, words in parts if not words)


def _part(name: str, number: str) -> str:
    words = {
        "hands": gettext("hand %(number)d"),
        "events": gettext("event %(number)d"),
        "players": gettext("player %(number)d"),
        "dealt": gettext("what seat %(number)d was dealt"),
        "left": gettext("what seat %(number)d had left"),
        "cards_left": gettext("cards left, seat %(number)d"),
    }
    return words[name] % {"number": int(number) + 1} if number and name in words else ""


def wrong(error: dict[str, Any]) -> dict[str, str]:
    """Return where the error is, what it is, its details in English, and what would be right."""
    code = error["code"]
    words, path = place(error["where"])
    *others, last = referee.VARIANTS
    return {
        "where": words,
        "path": path,
        "what": str(KINDS.get(code, "")),
        "details": error["message"],
        "right": str(RIGHT.get(code, "")) % {"others": ", ".join(others), "last": last},
    }
