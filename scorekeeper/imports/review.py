"""What an import of one or more dry runs will do, with the players chosen so far.

``evaluate`` asks the database each time.  Whoever takes the files in sends the digest of what they saw: if the answer is another
one by then, nothing is saved.
"""

import itertools
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from django.utils.translation import gettext_noop

import referee
from scorekeeper.clubs import player_merges, roster
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.names import remembered_names
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.names.unknown_names import Decisions, NearNames, NewName, UnknownName
from scorekeeper.imports.seasons import SeasonFinder
from scorekeeper.imports.spreadsheets import sheet_errors
from scorekeeper.imports.spreadsheets.sheet_errors import SheetError
from scorekeeper.models import Club, Import, ImportLine, Player, Seat, Session

SEATED_TWICE = "seated-twice"

Days: TypeAlias = Mapping[uuid.UUID, str]
"""The day, in ISO format, for the records of each dry run that name none."""


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many of everything."""

    sessions: int = 0
    hands: int = 0
    only_points: int = 0  # of the hands: those whose points count, but no cards are known
    players: int = 0  # new ones
    known: int = 0
    malformed: int = 0
    failed: int = 0

    def as_list(self) -> list[int]:
        """Return the counts in a fixed order."""
        return [
            self.sessions, self.hands, self.only_points, self.players, self.known, self.malformed, self.failed,
        ]  # fmt: skip


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
    def undated(self) -> int:
        """How many new sessions have no day."""
        return sum(
            line.outcome is LineOutcome.NEW and not line.played_on
            for lines in self.lines.values()
            for line in lines
        )


def evaluate(
    club: Club, dry_runs: Sequence[Import], decisions: Decisions, season: str, days: Days
) -> Evaluation:
    """Return what importing these dry runs in their order would do now."""
    return Review(club, dry_runs).evaluate(decisions, season, days)


class Review:
    """Dry runs that will be taken in together, in this order; the database is read once."""

    def __init__(self, club: Club, dry_runs: Sequence[Import]) -> None:
        self.club, self.dry_runs = club, dry_runs
        players = Player.objects.filter(club=club).order_by("-pk")
        self.names: dict[uuid.UUID, str] = dict(players.values_list("pk", "name"))
        self.existing = roster.by_tidy_name((name, pk) for pk, name in self.names.items())
        self.survivors = player_merges.surviving_players(club.pk)
        self.lines: dict[uuid.UUID, list[ImportLine]] = {row.pk: [] for row in dry_runs}
        sessions: set[uuid.UUID] = set()
        for line in ImportLine.objects.filter(within__in=dry_runs).order_by("within", "number"):
            self.lines[line.within_id].append(line)
            sessions.update([line.session] if line.session else [])
        stored = Session.objects.filter(club=club, pk__in=sessions).select_related("result")
        self.stored = {session.pk: session for session in stored}
        self.seated: dict[uuid.UUID, list[uuid.UUID]] = {session: [] for session in self.stored}
        seats = Seat.objects.filter(session__in=self.stored).order_by("number")
        for session, player in seats.values_list("session", "player"):
            self.seated[session].append(player)
        stated = Import.objects.filter(pk__in=self.lines).values_list("pk", "names")
        self.stated = {pk: self._ids(names) for pk, names in stated}  # sent with the file

    def evaluate(
        self, decisions: Decisions, season: str, days: Days = MappingProxyType({})
    ) -> Evaluation:
        """Return what would become of the records with these players, this choice of a season and these days."""
        return _Evaluator(self, decisions, season, days).evaluate()

    def unknown_names(self, new_names: Sequence[NewName]) -> list[UnknownName]:
        """Return the new names with all that they may mean."""
        lines = itertools.chain.from_iterable(self.lines.values())
        names = {new.name for new in new_names}
        meant = remembered_names.players_meant_before(self.club, names, self.survivors)
        players = Player.objects.in_bulk(meant.values())
        decided = {name: players[player] for name, player in meant.items()}
        return NearNames(lines, self.existing, self.survivors, decided).unknown(new_names)

    def is_undated(self, row: Import) -> bool:
        """Return whether a record of this dry run says no day."""
        return any(
            line.outcome == LineOutcome.NEW and not line.details.get("played_on")
            for line in self.lines[row.pk]
        )

    def survivor(self, player: uuid.UUID) -> uuid.UUID:
        """Return the player for whom the hands of a player count, the same one unless merged."""
        return self.survivors.get(player, player)

    @staticmethod
    def _ids(names: Mapping[str, str | None]) -> NameChoices:
        return {name: uuid.UUID(player) if player else None for name, player in names.items()}


class _Evaluator:
    """Goes through the records in the order in which they will be taken in."""

    def __init__(self, read: Review, decisions: Decisions, season: str, days: Days) -> None:
        self._read, self._decisions, self._days = read, decisions, days
        self._choices = decisions.players
        self._seasons = SeasonFinder(read.club, season)
        self._known = set(read.stored)
        self._new: set[str] = set()
        self._unknown: dict[str, list[str]] = {}

    def evaluate(self) -> Evaluation:
        answer = Evaluation()
        facts: list[referee.Json] = []
        for row in self._read.dry_runs:
            self._choices = {**self._read.stated.get(row.pk, {}), **self._decisions.players}
            reviewed = [self._review(line) for line in self._read.lines[row.pk]]
            answer.lines[row.pk] = reviewed
            answer.by_import[row.pk] = self._count(reviewed)
            facts += [*self._facts(reviewed)]
        answer.counts = _sum(answer.by_import.values(), players=len(self._new))
        answer.new_players = self._new
        answer.new_names = [*self._new_names()]
        answer.digest = referee.sha256(referee.canonical([answer.counts.as_list(), facts]))
        return answer

    def _review(self, line: ImportLine) -> ReviewedLine:
        written = [one.get("name", "") for one in line.details.get("players", ())]
        names, points = line.details.get("names", written), line.details.get("totals") or []
        if not names:  # it could not be read
            return ReviewedLine(
                line=line, outcome=LineOutcome(line.outcome), error=line.details.get("error")
            )
        written_day = line.details.get("played_on")
        players = [
            self._seat(name, points[place] if place < len(points) else None)
            for place, name in enumerate(names)
        ]
        if line.session in self._known:
            return self._review_known(line, players)
        self._unknown.update(
            (one["name"], one.get("proposed", []))
            for one in line.details.get("players", ())
            if one["name"] not in self._read.existing
        )
        if error := self._seated_twice(names):
            return ReviewedLine(
                line=line,
                outcome=LineOutcome.MALFORMED,
                players=players,
                error=error,
                played_on=written_day,
            )
        self._known.update([line.session] if line.session else [])
        self._new.update(one.player for one in players if one.is_new)
        day = written_day or self._days.get(line.within_id)
        season = self._seasons.find({**line.details, "played_on": day})
        return ReviewedLine(
            line=line,
            outcome=LineOutcome.NEW,
            players=players,
            played_on=day,
            season=season.name if season else None,
        )

    def _review_known(self, line: ImportLine, players: Sequence[ReviewedPlayer]) -> ReviewedLine:
        """Return a record that was imported before, with the day, the players and the totals that its session has now.

        One that stands twice in the files has those of the file.
        """
        session = self._read.stored.get(line.session) if line.session else None
        if session is None:
            day = line.details.get("played_on")
            return ReviewedLine(
                line=line, outcome=LineOutcome.KNOWN, players=players, played_on=day
            )
        seated = self._read.seated.get(session.pk, [])
        totals = session.result.totals or []
        stored = [
            self._stored_seat(one, player, total)
            for one, player, total in itertools.zip_longest(players, seated, totals)
            if one
        ]
        return ReviewedLine(
            line=line,
            outcome=LineOutcome.KNOWN,
            players=stored,
            played_on=session.played_on.isoformat() if session.played_on else None,
        )

    def _player(self, name: str) -> uuid.UUID | None:
        name = self._decisions.first_name(name)
        return self._choices.get(name) or self._read.existing.get(name)

    def _seat(self, name: str, points: float | None) -> ReviewedPlayer:
        player = self._player(name)
        known = self._read.names.get(player) if player else None
        is_open = name in self._decisions.undecided
        return ReviewedPlayer(
            name=name,
            player=known or self._decisions.first_name(name),
            is_new=player is None and not is_open,
            is_open=is_open,
            points=points,
        )

    def _stored_seat(
        self, one: ReviewedPlayer, player: uuid.UUID | None, total: float | None
    ) -> ReviewedPlayer:
        """Return a seat with the player who has it in the imported session, and the total there."""
        known = self._read.names.get(self._read.survivor(player)) if player else None
        one = replace(one, points=total)
        return replace(one, player=known, is_new=False, is_open=False) if known else one

    def _seated_twice(self, names: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the error of a record in which two names mean one person."""
        people: set[uuid.UUID | str] = set()
        for place, name in enumerate(names):
            player = self._player(name)
            one: uuid.UUID | str = (
                self._read.survivor(player) if player else self._decisions.first_name(name)
            )
            if one in people:
                part = (gettext_noop("%(name)s sits here twice: a player cannot take two seats."), {"name": name})  # fmt: skip
                return sheet_errors.problem_of(
                    SheetError(part, code=SEATED_TWICE, where=f"players[{place}]")
                )
            people.add(one)
        return None

    def _count(self, lines: Sequence[ReviewedLine]) -> Counts:
        outcomes = Counter(line.outcome for line in lines)
        new = [line.line.details for line in lines if line.outcome is LineOutcome.NEW]
        return Counts(
            sessions=outcomes[LineOutcome.NEW],
            hands=sum(details.get("hands", 0) for details in new),
            only_points=sum(details.get("only_points", 0) for details in new),
            known=outcomes[LineOutcome.KNOWN],
            malformed=outcomes[LineOutcome.MALFORMED],
            failed=outcomes[LineOutcome.FAILED],
        )

    def _facts(self, lines: Sequence[ReviewedLine]) -> Iterator[referee.Json]:
        """Yield what the digest depends on: what becomes of each record, who plays in it, and its season."""
        for line in lines:
            seats = [
                str(self._player(one.name) or f"new {one.player}")
                if line.outcome is LineOutcome.NEW
                else ""
                for one in line.players
            ]
            yield [line.line.pk, str(line.outcome), [*seats], line.season, line.played_on]

    def _new_names(self) -> Iterator[NewName]:
        """Yield the new names with similar players; whoever was merged is proposed as the player who stays."""
        near = {
            name: dict.fromkeys(self._read.survivor(uuid.UUID(player)) for player in players)
            for name, players in self._unknown.items()
        }
        rows = Player.objects.in_bulk({player for players in near.values() for player in players})
        for name, players in near.items():
            proposed = [rows[player] for player in players if player in rows]
            yield NewName(name=name, proposed=proposed)


def _sum(parts: Iterable[Counts], *, players: int) -> Counts:
    """Return the counts of all dry runs together; ``players`` are new in any of them."""
    every = [*parts]
    return Counts(
        sessions=sum(part.sessions for part in every),
        hands=sum(part.hands for part in every),
        only_points=sum(part.only_points for part in every),
        players=players,
        known=sum(part.known for part in every),
        malformed=sum(part.malformed for part in every),
        failed=sum(part.failed for part in every),
    )
