"""What would become of the records of some dry runs: the answer of a review."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.imports.corrections.differences import SheetDifference
from scorekeeper.imports.corrections.known_evenings import EveningAnswer
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.names.unknown_names import NewName
from scorekeeper.imports.options import ImportOptions
from scorekeeper.models import Import, ImportLine


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many of everything."""

    sessions: int = 0
    hands: int = 0
    only_points: int = 0  # of the hands: those whose points count, but no cards are known
    players: int = 0  # new ones
    corrected: int = 0  # sessions that are there, and are brought up to date
    known: int = 0
    skipped: int = 0
    malformed: int = 0
    failed: int = 0

    def as_list(self) -> list[int]:
        """Return the counts in a fixed order."""
        return [
            self.sessions,
            self.hands,
            self.only_points,
            self.players,
            self.corrected,
            self.known,
            self.skipped,
            self.malformed,
            self.failed,
        ]


@dataclass(frozen=True, kw_only=True)
class ReviewedPlayer:
    """A seat of a record: the name in the file, who it is, and the points."""

    name: str
    player: str  # the name of the player in the club
    is_new: bool
    is_open: bool  # nobody decided who it is
    points: float | None


@dataclass(frozen=True, kw_only=True)
class ReviewedLine:
    """A record of a dry run, and what would become of it now."""

    line: ImportLine
    outcome: LineOutcome
    players: Sequence[ReviewedPlayer] = ()
    error: Mapping[str, Any] | None = None
    played_on: str | None = None
    season: str | None = None  # that it goes into, by name
    is_repeated: bool = False  # a record before it is of the same day, game and players
    is_changed: bool = False  # its session was imported before, and changed since
    difference: SheetDifference | None = None  # from the session of them that the club has
    answer: EveningAnswer | None = None  # what becomes of the record, if the club has a session


@dataclass(kw_only=True)
class Evaluation:
    """What would become of every record of some dry runs, and the names that the club does not have."""

    counts: Counts = field(default_factory=Counts)
    by_import: dict[uuid.UUID, Counts] = field(default_factory=dict)
    lines: dict[uuid.UUID, list[ReviewedLine]] = field(default_factory=dict)
    new_names: list[NewName] = field(default_factory=list)
    new_players: set[str] = field(default_factory=set)  # by the name that each will have
    digest: str = ""

    @property
    def known_evenings(self) -> list[tuple[ReviewedLine, SheetDifference]]:
        """The records of evenings that the club has, with what they say otherwise."""
        return [
            (line, line.difference)
            for lines in self.lines.values()
            for line in lines
            if line.difference
        ]

    def options_for(self, dry_run: Import) -> ImportOptions:
        """Return the options of an import of a dry run, with what becomes of evenings that the club has."""
        corrects: dict[int, uuid.UUID] = {}
        versions: dict[int, str] = {}
        left_out: set[int] = set()
        for one, difference in self.known_evenings:
            line: int = one.line.details["line"]
            if one.line.within_id != dry_run.pk:
                continue
            if one.answer is EveningAnswer.BRING_UP_TO_DATE:
                corrects[line], versions[line] = difference.session.pk, difference.version
            elif one.answer is EveningAnswer.LEAVE_OUT and not difference.is_again:
                left_out.add(line)
        options = ImportOptions.from_json(dry_run.options)
        return replace(options, corrects=corrects, versions=versions, left_out=frozenset(left_out))

    @property
    def undated(self) -> int:
        """How many new sessions have no day."""
        return sum(
            line.outcome is LineOutcome.NEW and not line.played_on
            for lines in self.lines.values()
            for line in lines
        )


def total(parts: Iterable[Counts], *, players: int) -> Counts:
    """Return the counts of all dry runs together; ``players`` are new in any of them."""
    every = [*parts]
    return Counts(
        sessions=sum(part.sessions for part in every),
        hands=sum(part.hands for part in every),
        only_points=sum(part.only_points for part in every),
        players=players,
        corrected=sum(part.corrected for part in every),
        known=sum(part.known for part in every),
        skipped=sum(part.skipped for part in every),
        malformed=sum(part.malformed for part in every),
        failed=sum(part.failed for part in every),
    )
