"""How the records of a file are read and where they go, as somebody chose it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from referee import JsonObject
from referee.spreadsheets.columns import DateOrder
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.seasons import NO_SEASON
from scorekeeper.imports.sheet_rules import HouseRules, UnnamedRules


@dataclass(frozen=True, kw_only=True)
class ImportOptions:
    """What was chosen for the import of a file.  Names are stored: add, never rename."""

    unnamed_rules: UnnamedRules | None = None  # of a sheet that names no house rules
    house_rules: HouseRules | None = None  # that were chosen for such a sheet
    # of a text sheet whose dates are not in ISO format, and of any sheet whose dates can be read in two ways
    dates: DateOrder | None = None
    ambiguous_date: str = (
        ""  # the first date that can be read in two ways, unless another settles the order
    )
    day: str = ""  # of records that name none, in ISO format
    season: str = NO_SEASON  # of records that name none, as ``seasons.SeasonFinder`` takes it
    # how a club plays the games in a file of plays (``plays.club_ways``)
    editions: Mapping[str, str] = field(default_factory=dict)
    rules_by_game: Mapping[str, HouseRules] = field(default_factory=dict)
    edited_lines: EditedLines = field(default_factory=dict)  # their texts while the file is stored
    is_turned: bool = (
        False  # of a table with players in rows: its records are numbered by columns, not lines
    )
    left_out: frozenset[int] = frozenset()  # lines of the sessions that are not imported
    corrects: Mapping[int, UUID] = field(
        default_factory=dict
    )  # sessions, by the line of the record that corrects each
    versions: Mapping[int, str] = field(
        default_factory=dict
    )  # of these sessions, as whoever chose that saw them
    file_name: str = ""  # of a file that corrects sessions, until it is imported

    def as_json(self) -> JsonObject:
        """Return the options as they are stored: those that say something."""
        written: JsonObject = {
            "unnamed_rules": [*self.unnamed_rules] if self.unnamed_rules else None,
            "house_rules": None if self.house_rules is None else {**self.house_rules},
            "dates": self.dates and str(self.dates),
            "ambiguous_date": self.ambiguous_date,
            "day": self.day,
            "season": self.season,
            "editions": {**self.editions} or None,
            "rules_by_game": {game: {**one} for game, one in self.rules_by_game.items()} or None,
            "edited_lines": {str(line): text for line, text in sorted(self.edited_lines.items())}
            or None,
            "is_turned": self.is_turned or None,
            "left_out": [*sorted(self.left_out)],
            "corrects": {str(line): str(one) for line, one in self.corrects.items()} or None,
            "versions": {str(line): one for line, one in self.versions.items()} or None,
            "file_name": self.file_name,
        }
        return {name: value for name, value in written.items() if value not in (None, "", [])}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ImportOptions":
        """Return stored options."""
        sheets, dates = stored.get("unnamed_rules"), stored.get("dates")
        return cls(
            unnamed_rules=UnnamedRules(*sheets) if sheets else None,
            house_rules=stored.get("house_rules"),
            dates=DateOrder(dates) if dates else None,
            ambiguous_date=stored.get("ambiguous_date", ""),
            day=stored.get("day", ""),
            season=stored.get("season", NO_SEASON),
            editions=stored.get("editions", {}),
            rules_by_game=stored.get("rules_by_game", {}),
            edited_lines={int(line): text for line, text in stored.get("edited_lines", {}).items()},
            is_turned=stored.get("is_turned", False),
            left_out=frozenset(stored.get("left_out", ())),
            corrects={int(line): UUID(one) for line, one in stored.get("corrects", {}).items()},
            versions={int(line): one for line, one in stored.get("versions", {}).items()},
            file_name=stored.get("file_name", ""),
        )
