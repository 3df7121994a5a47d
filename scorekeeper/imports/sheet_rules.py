"""House rules of sheets that name none: text score sheets and spreadsheets.

They are counted under the house rules with which the club played the game last, as a new session proposes them, until somebody
chooses others.  In a club that never played it, text score sheets are settled pairwise, as such sheets usually are, and tables
by the game's defaults.  The id of a session is made of what the sheet alone says: under whatever house rules a sheet comes
again, and in whatever time zone its days are read, its sessions are recognized.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeAlias

import referee
from referee import Json, JsonObject
from referee.spreadsheets import records
from referee.spreadsheets.columns import SheetColumns, Values
from scorekeeper.models import Club
from scorekeeper.sessions.usual_tables import Habits

TEXT = "txt"
HouseRules: TypeAlias = Mapping[str, Json]
_NAMES_F = re.compile(r"^\s*F\s*=", re.MULTILINE)
_TEXT_RULES: JsonObject = {"settlement": "pairwise", "multipliers": [[1, 1], [10, 2], [13, 3]]}


class RulesChoice(StrEnum):
    """Which house rules a sheet is counted under.  The values are in forms that may be open."""

    CLUB = "club"  # with which the club played the game last
    SHEET = "sheet"  # usual on such sheets
    RULEBOOK = "rulebook"  # none
    BEFORE = "before"  # of the preview as it is, where the club has played under others since


class UnnamedRules(NamedTuple):
    """A kind of sheets that name no house rules: one choice is made for all of them."""

    notation: str
    variant: str
    values: str  # of ``Values``


@dataclass(frozen=True, slots=True)
class SheetEntry(referee.Entry):
    """A record under chosen house rules, and the record without the choice, which the id of the session is made of."""

    written: referee.SessionRecord | None = None
    session: str = ""  # that the file names as its own, if it was exported


class ClubRules:
    """The house rules with which a club played each game last."""

    def __init__(self, club: Club) -> None:
        self._club = club

    @cached_property
    def _habits(self) -> Habits:
        return Habits(self._club)

    def choices(self, sheets: UnnamedRules) -> dict[RulesChoice, HouseRules]:
        """Return the house rules to choose from for these sheets, the club's own first; none of them twice."""
        choices: dict[RulesChoice, HouseRules] = {}
        own = self._own_rules(sheets)
        if own is not None:
            choices[RulesChoice.CLUB] = own
        usual = [(RulesChoice.RULEBOOK, _defaults(sheets.variant))]
        if sheets.notation == TEXT:
            usual.insert(0, (RulesChoice.SHEET, usual_rules(TEXT, sheets.variant)))
        for choice, rules in usual:
            if rules not in choices.values():
                choices[choice] = rules
        return choices

    def last(self, variant: str) -> HouseRules:
        """Return what of the house rules of the last session of a game differs from its rulebook."""
        usual = referee.rules_for(variant).house_rules
        last = self._habits.house_rules(variant) or {}
        return {name: value for name, value in last.items() if value != usual.get(name)}

    def has_played(self, variant: str) -> bool:
        """Return whether the club has a session of this game."""
        return any(session.variant == variant for session in self._habits.sessions)

    def played_last(self, variants: Collection[str]) -> list[str]:
        """Return those of these games that the club plays, the one that it played last first."""
        played = dict.fromkeys(session.variant for session in self._habits.sessions)
        return [variant for variant in played if variant in variants]

    def _own_rules(self, sheets: UnnamedRules) -> HouseRules | None:
        """Return the club's house rules; None if it never played the game, or if such sheets cannot be counted under them."""
        if not self.has_played(sheets.variant):
            return None
        own = {**self.last(sheets.variant)}
        if "credits" in referee.rules_for(sheets.variant).house_rules:
            own["credits"] = 0  # points on sheets are sums from 0
        return own if _can_count(sheets, own) else None


def usual_rules(notation: str, variant: str) -> HouseRules:
    """Return the house rules of a sheet without a choice; where points are credits, those on sheets are sums from 0."""
    return _TEXT_RULES if notation == TEXT else _defaults(variant)


def _defaults(variant: str) -> HouseRules:
    return {"credits": 0} if referee.rules_for(variant).sheet is referee.SheetKind.MELDS else {}


def _can_count(sheets: UnnamedRules, rules: HouseRules) -> bool:
    """Return whether what such sheets say of a hand is enough under these house rules."""
    seats = max(referee.rules_for(sheets.variant).seats)
    hands: dict[str, JsonObject] = {
        Values.CARDS: {"cards_left": [0, *[1] * (seats - 1)]},
        Values.ORDER: {"out": [*range(1, seats)]},
    }
    try:
        record = referee.parse_record(
            {
                "format": referee.RECORD_FORMAT,
                "variant": sheets.variant,
                "house_rules": {**rules},
                "players": [f"player {seat}" for seat in range(seats)],
                "hands": [hands[sheets.values]] if sheets.values in hands else [],
            }
        )
        referee.adjudicate(record)
    except referee.MalformedError:
        return False
    return True


def unnamed_rules(notation: str, text: str, columns: SheetColumns | None) -> UnnamedRules | None:
    """Return of which kind a sheet is that names no house rules; None for records, and for sheets that name theirs."""
    if notation == TEXT and not _NAMES_F.search(text):
        return UnnamedRules(TEXT, "big-two", Values.CARDS)
    if columns is not None and not columns.house_rules:
        return UnnamedRules(notation, columns.variant, columns.values)
    return None


def entries(notation: str, source: str, rules: HouseRules | None) -> Iterator[referee.Entry]:
    """Yield the records of a file; of a sheet under chosen house rules, unless ``rules`` is None."""
    if notation != records.CSV:
        written = referee.entries(source, notation)
        unchanged = rules is None or rules == _TEXT_RULES
        return written if unchanged else (_under(entry, rules or {}) for entry in written)
    columns, text = records.read_source(source)
    alone, chosen = replace(columns, zone=""), columns
    if rules is not None and rules != usual_rules(notation, columns.variant):
        chosen = replace(columns, house_rules={**rules})
    if chosen == alone:
        return records.entries(source)
    by_line = {
        entry.line: entry.content for entry in records.entries(records.write_source(alone, text))
    }
    source = records.write_source(chosen, text)
    return (_with_written(entry, by_line.get(entry.line)) for entry in records.entries(source))


def _under(entry: referee.Entry, rules: HouseRules) -> referee.Entry:
    """Return the entry of a text sheet with its record under these house rules."""
    if not isinstance(entry.content, referee.SessionRecord):
        return entry
    try:
        keys = {**entry.content.as_json(), "house_rules": {**rules}}
        chosen = referee.Entry(entry.line, referee.parse_record(keys))
    except referee.MalformedError as error:
        return referee.Entry(entry.line, error)
    return _with_written(chosen, entry.content)


def _with_written(entry: referee.Entry, written: object) -> referee.Entry:
    known = written if isinstance(written, referee.SessionRecord) else None
    return SheetEntry(entry.line, entry.content, known, session_named(entry))


def session_named(entry: referee.Entry) -> str:
    """Return what a sheet or a play names its session; in a file that a club exported, the id."""
    return entry.session if isinstance(entry, SheetEntry | records.NamedRecord) else ""
