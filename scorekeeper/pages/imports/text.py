"""Imports in words: their states, outcomes of records, and what to correct in a refused record."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext, gettext_lazy

import referee
from referee.spreadsheets import sheet_errors
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.models import Import, ImportState
from scorekeeper.pages.display.input_errors import KINDS

STATES = {
    ImportState.WAITING: gettext_lazy("waiting to start"),
    ImportState.RUNNING: gettext_lazy("running"),
    ImportState.DONE: gettext_lazy("done"),
    ImportState.FAILED: gettext_lazy("failed"),
    ImportState.CANCELLED: gettext_lazy("cancelled"),
}
OUTCOMES = {
    LineOutcome.NEW: gettext_lazy("new"),
    LineOutcome.CORRECTED: gettext_lazy("brought up to date"),
    LineOutcome.KNOWN: gettext_lazy("already imported"),
    LineOutcome.SKIPPED: gettext_lazy("another game"),
    LineOutcome.MALFORMED: gettext_lazy("rejected"),
    LineOutcome.FAILED: gettext_lazy("internal error"),
}
RIGHT = {
    "unreadable": gettext_lazy(
        "Each record is TOML or JSON; in NDJSON there is one per line. Remove all other text."
    ),
    "unknown-format": gettext_lazy('Each record needs the line format = "session-record/1".'),
    "unknown-variant": gettext_lazy("Known games are %(others)s and %(last)s."),
    "unknown-house-rule": gettext_lazy(
        "The rulebook of the game lists its house rules with their names."
    ),
    "bad-house-rule-value": gettext_lazy(
        "The rulebook of the game lists the values of each house rule."
    ),
    "wrong-player-count": gettext_lazy(
        "The list “players” names each player at the table once, clockwise."
    ),
    "bad-seat": gettext_lazy("Seats are numbered clockwise, the first is 1."),
    "bad-event": gettext_lazy("A move is a seat and what it did: “2: 4C 4S”, “3: pass”."),
    "unknown-card": gettext_lazy(
        "Cards are written as 10H or AS in Big Two, 7Y in Gang of Four, Rr in Four Color Cards; a question mark is a card that nobody saw."
    ),
    "wrong-deal-size": gettext_lazy(
        "Write all cards that a seat was dealt, a question mark for each that nobody knows, or leave the deal out."
    ),
    "too-many-copies": gettext_lazy(
        "At least one of these cards is wrong. Write a question mark for a card that nobody is sure of."
    ),
    "impossible-result": gettext_lazy(
        "One seat has no cards left, and every other seat has at least one."
    ),
    "result-mismatch": gettext_lazy(
        "Enter either the plays or the cards left, or correct the one that is wrong."
    ),
    "after-the-end": gettext_lazy("Put what was played after the end into a separate record."),
    "too-large": gettext_lazy(
        "Split it into several records, each with the scores carried over from the one before."
    ),
    "hand-too-long": gettext_lazy("If these are several hands, write each as one of its own."),
    "seated-twice": gettext_lazy(
        "Give the two players different names, or choose above who each of them is."
    ),
    "bad-name": gettext_lazy("A name has 1 to 200 characters."),
    "internal-error": gettext_lazy("Import this record again later."),
}
RIGHT_IN = {
    ("csv", "unreadable"): gettext_lazy(
        "Correct the spreadsheet, save it, and choose the file again. What was imported before is recognized."
    ),
    ("csv", "wrong-player-count"): gettext_lazy(
        "Each hand has a number for each player who sat at the table; the cells of all others are empty."
    ),
    ("csv", "impossible-result"): gettext_lazy(
        "Where cards left are written, one player has 0 and every other player at least 1. If these are points, say so where the columns are chosen."
    ),
    ("csv", "too-large"): gettext_lazy("Split the file into several files."),
    ("txt", "unreadable"): gettext_lazy(
        "Write a date such as 2026-03-01, four names, or four numbers of cards left. Separate names of several words by commas."
    ),
    ("txt", "too-large"): gettext_lazy("Split the file into several files."),
    ("plays", "unreadable"): gettext_lazy(
        "Correct the play where it was noted, export again, and choose the new file. What was imported before is recognized."
    ),
    ("plays", "wrong-player-count"): gettext_lazy(
        "Correct the players where the play was noted, or leave the play out."
    ),
    ("", "unreadable"): gettext_lazy("Save it as a text file in UTF-8, or a spreadsheet as CSV."),
}
OTHER_RULES = gettext_lazy(
    "Choose other house rules for these sheets above, or correct who pays for all."
)
_PATH = re.compile(r"(\w+)(?:\[(\d+)\])?")


class ImportBadge(NamedTuple):
    """The state of an import and the class of its color; of one that is over, a sentence and the class of its callout."""

    words: str
    color: str
    sentence: str = ""
    callout: str = ""


def import_badge(row: Import, outcomes: Mapping[str, int]) -> ImportBadge:
    """Return what became of an import, or would become of a preview, whose records have these outcomes."""
    if row.state != ImportState.DONE:
        return ImportBadge(str(STATES[ImportState(row.state)]), row.state)
    is_refused = bool(outcomes[LineOutcome.MALFORMED] + outcomes[LineOutcome.FAILED])
    brings_anything = bool(outcomes[LineOutcome.NEW] + outcomes[LineOutcome.CORRECTED])
    if row.dry_run and brings_anything:
        return ImportBadge(gettext("checked, not imported yet"), "waiting")
    if brings_anything and is_refused:
        return ImportBadge(
            gettext("imported in part"),
            "waiting",
            gettext(
                "A part of the records has been imported; the others were rejected. Correct them and import the file again: what is already there is skipped."
            ),
            "warning",
        )
    if outcomes[LineOutcome.CORRECTED] and not outcomes[LineOutcome.NEW]:
        sentence = gettext("The sessions named below have been brought up to date.")
        return ImportBadge(gettext("brought up to date"), row.state, sentence, "success")
    if brings_anything:
        return ImportBadge(
            gettext("imported"), row.state, gettext("The records have been imported."), "success"
        )
    if is_refused:
        sentence = (
            gettext("Nothing in this file can be imported.")
            if row.dry_run
            else gettext("Nothing has been imported.")
        )
        return ImportBadge(gettext("rejected"), "malformed", sentence, "error")
    return ImportBadge(
        gettext("nothing new"), "", gettext("The file contains nothing new to import.")
    )


def place(where: str) -> tuple[str, str]:
    """Return a path into a record in words, and the part of it that has none.

    >>> place("hands[2].events[6]"), place("hands[0].pays_all"), place("variant")
    (('hand 3, move 7', ''), ('hand 1, who pays for all', ''), ('', 'variant'))
    """
    parts = [(part[0], _part(*part.groups(""))) for part in _PATH.finditer(where)]
    words = ", ".join(words for _path, words in parts if words)
    return words, ".".join(path for path, words in parts if not words)


def _part(name: str, number: str) -> str:
    if name == "pays_all":
        return gettext("who pays for all")
    words = {
        "hands": gettext("hand %(number)d"),
        "events": gettext("move %(number)d"),
        "players": gettext("player %(number)d"),
        "dealt": gettext("what seat %(number)d was dealt"),
        "left": gettext("what seat %(number)d had left"),
        "cards_left": gettext("cards left, seat %(number)d"),
    }
    return words[name] % {"number": int(number) + 1} if number and name in words else ""


def describe_error(error: Mapping[str, Any], notation: str) -> dict[str, str | bool]:
    """Return where the error is, what it is, its details and their language, what would be right in this notation, and whether that is to send the file again."""
    code = error["code"]
    words, path = (
        ("", "") if error.get("parts") and "[" not in error["where"] else place(error["where"])
    )
    *others, last = referee.VARIANTS
    right = (
        OTHER_RULES if _is_payer(error) else RIGHT_IN.get((notation, code)) or RIGHT.get(code) or ""
    )
    return {
        "where": words,
        "path": path,
        "what": str(KINDS.get(code, "")),
        **_details(error),
        "right": str(right) % {"others": ", ".join(others), "last": last},
        "sends_again": code == "unreadable" and notation == "csv",
    }


def is_error_of_rules(error: Mapping[str, Any]) -> bool:
    """Return whether other house rules may allow what was refused: hands after the end of the game, or who pays for all."""
    return error["code"] == "after-the-end" or _is_payer(error)


def _is_payer(error: Mapping[str, Any]) -> bool:
    return any(template == sheet_errors.WINNER_PAYS for template, _values in error.get("parts", ()))


def _details(error: Mapping[str, Any]) -> dict[str, str]:
    """Return the details of an error in the reader's language, in English where they have no translation."""
    parts = tuple((template, values) for template, values in error.get("parts", ()))
    language = get_language() or "en"
    if not parts or language.startswith("en"):
        return {"details": error["message"], "language": "en"}
    return {"details": sheet_errors.join_parts(parts, gettext), "language": language}
