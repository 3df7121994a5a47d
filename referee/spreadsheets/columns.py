"""What the columns of a spreadsheet mean, and which game its rows are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import referee
from referee import JsonObject
from referee.reason_texts import gettext_noop


class ColumnRole(StrEnum):
    """What a column holds.  The values are stored: add, never rename."""

    NOTHING = ""  # is left out
    DATE = "date"
    SEAT = "seat"  # the numbers of the player whose name is the header
    NAME = "name"
    VALUE = "value"  # the number of the player in the name column before it
    HAND = "hand"
    PLACE = "place"
    EVENT = "event"
    ROUND = "round"
    TABLE = "table"
    SEASON = "season"
    NOTES = "notes"
    GAME = "game"  # which game the row is of
    ADJUSTMENT = (
        "adjustment"  # points given by a referee: to the player in the header, or of the row
    )
    SESSION = "session"  # rows with the same text are of one session


LABELS = (ColumnRole.PLACE, ColumnRole.EVENT, ColumnRole.ROUND, ColumnRole.TABLE, ColumnRole.SEASON)
"""SheetColumns that become keys of the session record."""


class Values(StrEnum):
    """What the numbers of the players are.  The values are stored: add, never rename."""

    CARDS = "cards"  # cards left in a hand
    POINTS = "points"  # points of a hand
    TOTALS = "totals"  # points of a whole session
    ORDER = "order"  # place in which each player went out
    RUNNING = "running"  # points of all hands so far


class DateOrder(StrEnum):
    """In which order dates are written.  The values are stored: add, never rename."""

    YEAR_FIRST = "ymd"
    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"
    REPUBLIC = "roc"  # years of the Republic, two digits, first


_LATER = ("is_turned", "left_out", "goes_on", "year", "day", "marks", "parts_at_midnight", "zone")
"""Keys that are stored where they say something; columns of before have none of them."""


class ColumnsError(ValueError):
    """These columns do not say who has how many points."""


@dataclass(frozen=True, kw_only=True)
class SheetColumns:
    """The meaning of each column, and of the numbers in them."""

    variant: str
    values: Values
    dates: DateOrder
    roles: tuple[ColumnRole, ...]
    house_rules: JsonObject = field(default_factory=dict)
    is_turned: bool = False  # each player has a row, and each hand a column
    left_out: tuple[
        int, ...
    ] = ()  # keys of the rows with sums, averages or ranks, and of those that somebody leaves out
    goes_on: bool = False  # running totals go on from one session to the next
    year: str = ""  # of dates that have none
    day: str = ""  # of a file without dates, in ISO format
    marks: str = (
        ""  # what an empty cell or a dash means where both are possible: "winner" or "absent"
    )
    parts_at_midnight: bool = False  # what was played after midnight is another session
    zone: str = ""  # in which times with a zone have their day, by its IANA name; empty: as written

    @property
    def is_long(self) -> bool:
        """Whether each row is about one player of a hand, not about the whole hand."""
        return self.roles.count(ColumnRole.NAME) == 1

    def of_game(self, variant: str) -> "SheetColumns":
        """Return the columns as they are read in rows of a game; house rules are those of the sheet's own game only.

        Where the numbers cannot be what they are in that game, they are what its results are written in.
        """
        if variant == self.variant:
            return self
        usual = {
            referee.SheetKind.CARDS_LEFT: Values.CARDS,
            referee.SheetKind.ORDER_OUT: Values.ORDER,
            referee.SheetKind.MELDS: Values.POINTS,
        }[referee.rules_for(variant).sheet]
        values = usual if self.values in {Values.CARDS, Values.ORDER} else self.values
        return replace(self, variant=variant, values=values, house_rules={})

    def of_any_file(self) -> "SheetColumns":
        """Return the columns without what is true of one file only: its lines, its days, and what somebody answered of them."""
        return replace(
            self, left_out=(), year="", day="", marks="", parts_at_midnight=False, zone=""
        )

    def places(self, role: ColumnRole) -> list[int]:
        """Return the columns of a role, counted from 0."""
        return [place for place, one in enumerate(self.roles) if one is role]

    def as_json(self) -> JsonObject:
        """Return the columns as they are stored."""
        return {
            "variant": self.variant,
            "values": str(self.values),
            "dates": str(self.dates),
            "roles": [*map(str, self.roles)],
            "house_rules": {**self.house_rules},
            **{name: value for name in _LATER if (value := self._as_stored(name))},
        }

    def _as_stored(self, name: str) -> Any:
        value = getattr(self, name)
        return [*value] if isinstance(value, tuple) else value

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SheetColumns":
        """Return stored columns."""
        return cls(
            variant=data["variant"],
            values=Values(data["values"]),
            dates=DateOrder(data["dates"]),
            roles=tuple(map(ColumnRole, data["roles"])),
            house_rules=data["house_rules"],
            **{name: data[name] for name in _LATER if name in data and name != "left_out"},
            left_out=tuple(data.get("left_out", ())),
        )


def check_columns(columns: SheetColumns) -> None:
    """Raise ColumnsError unless the columns say which player has which number, MalformedError for wrong house rules."""
    _check_players(columns)
    single = (
        ColumnRole.DATE,
        ColumnRole.HAND,
        ColumnRole.NOTES,
        ColumnRole.GAME,
        ColumnRole.SESSION,
        *LABELS,
    )
    if any(columns.roles.count(role) > 1 for role in single):
        raise ColumnsError(
            gettext_noop("Two columns have the same meaning. Leave one of them out.")
        )
    rules = referee.rules_for(columns.variant, columns.house_rules)
    if columns.values is Values.ORDER and rules.sheet is not referee.SheetKind.ORDER_OUT:
        raise ColumnsError(
            gettext_noop(
                "Places give the result only where play goes on to the last, as in Pusoy Dos. Choose points or cards left."
            )
        )
    if columns.values is Values.CARDS and rules.sheet is not referee.SheetKind.CARDS_LEFT:
        raise ColumnsError(
            gettext_noop(
                "In this game, cards left do not give the points. Choose points or places."
            )
        )


def _check_players(columns: SheetColumns) -> None:
    seats, names, values = (
        columns.roles.count(role) for role in (ColumnRole.SEAT, ColumnRole.NAME, ColumnRole.VALUE)
    )
    if seats and (names or values):
        raise ColumnsError(
            gettext_noop(
                "Either each player has a column, or there are columns of names and of numbers."
            )
        )
    if names != values:
        raise ColumnsError(gettext_noop("Each column of names needs a column of numbers."))
    if seats < 2 and not names:
        raise ColumnsError(
            gettext_noop("Say which columns are the players, or which hold names and numbers.")
        )


def player_headers(headers: Sequence[str], columns: SheetColumns) -> list[str]:
    """Return the headers that are names of players."""
    return [headers[place] for place in columns.places(ColumnRole.SEAT)]
