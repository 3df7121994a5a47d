"""Dry runs that are taken in together, and what the club has already."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property

import referee
from scorekeeper.clubs import player_merges, roster
from scorekeeper.imports import session_records
from scorekeeper.imports.corrections.differences import SheetHands, sheet_hands
from scorekeeper.imports.corrections.known_evenings import changed_sessions
from scorekeeper.imports.lines import LineOutcome, entries_of
from scorekeeper.imports.names import remembered_names
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.names.unknown_names import NearNames, NewName, UnknownName
from scorekeeper.imports.options import ImportOptions
from scorekeeper.models import Club, Import, ImportLine, Player, Seat, Session


class Review:
    """Dry runs that will be taken in together, in this order, and what the club has already: players and sessions."""

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
        stored = Session.objects.filter(club=club, pk__in=sessions)
        self.stored = {session.pk: session for session in stored.select_related("head", "result")}
        self.seated: dict[uuid.UUID, list[uuid.UUID]] = {session: [] for session in self.stored}
        seats = Seat.objects.filter(session__in=self.stored).order_by("number")
        for session, player in seats.values_list("session", "player"):
            self.seated[session].append(player)
        self._files: dict[uuid.UUID, Import] = {}
        self._read: dict[uuid.UUID, Mapping[int, referee.Entry]] = {}
        stated = Import.objects.filter(pk__in=self.lines).values_list("pk", "names")
        self.stated = {pk: self._ids(names) for pk, names in stated}  # sent with the file

    @cached_property
    def changed(self) -> set[uuid.UUID]:
        """The sessions that were imported before, and changed since."""
        every = itertools.chain.from_iterable(self.lines.values())
        hands = {
            line.session: line.details.get("hands", 0)
            for line in every
            if line.session in self.stored
        }
        return changed_sessions(hands)

    @cached_property
    def new_names(self) -> list[NewName]:
        """The names that the club does not have, with similar players; whoever was merged is proposed as the player who stays."""
        every = itertools.chain.from_iterable(self.lines.values())
        near = {
            one["name"]: dict.fromkeys(
                self.survivor(uuid.UUID(pk)) for pk in one.get("proposed", ())
            )
            for line in every
            if line.session not in self.stored
            for one in line.details.get("players", ())
            if one["name"] not in self.existing
        }
        rows = Player.objects.in_bulk({player for players in near.values() for player in players})
        return [
            NewName(name=name, proposed=[rows[player] for player in players if player in rows])
            for name, players in near.items()
        ]

    def unknown_names(self, new_names: Sequence[NewName]) -> list[UnknownName]:
        """Return the new names with all that they may mean."""
        lines = itertools.chain.from_iterable(self.lines.values())
        names = {new.name for new in new_names}
        meant = remembered_names.players_meant_before(self.club, names, self.survivors)
        players = Player.objects.in_bulk(meant.values())
        decided = {name: players[player] for name, player in meant.items()}
        return NearNames(lines, self.existing, self.survivors, decided).unknown(new_names)

    @property
    def new_lines(self) -> list[ImportLine]:
        """The records that can be read and were not in the club at the dry run."""
        every = itertools.chain.from_iterable(self.lines.values())
        return [line for line in every if line.outcome == LineOutcome.NEW]

    def undated_records(self, row: Import) -> list[int]:
        """Return the numbers of the new records of this dry run that say no day."""
        return [
            line.number
            for line in self.lines[row.pk]
            if line.outcome == LineOutcome.NEW and not line.details.get("played_on")
        ]

    def sheet_of(self, line: ImportLine) -> SheetHands:
        """Return what the record of a line says of its session."""
        entry = self._entries(line.within_id)[line.details["line"]]
        record = session_records.normalize(entry.record())
        file = self._files[line.within_id]
        return sheet_hands(file.notation, file.source, record.session_keys, record.hands)

    def _entries(self, dry_run: uuid.UUID) -> Mapping[int, referee.Entry]:
        """Return the records of a dry run by their lines; its file is read once."""
        if dry_run not in self._read:
            row = self._files[dry_run] = Import.objects.get(pk=dry_run)
            entries = entries_of(row.notation, row.source, ImportOptions.from_json(row.options))
            self._read[dry_run] = {entry.line: entry for entry in entries}
        return self._read[dry_run]

    def survivor(self, player: uuid.UUID) -> uuid.UUID:
        """Return the player for whom the hands of a player count, the same one unless merged."""
        return self.survivors.get(player, player)

    @staticmethod
    def _ids(names: Mapping[str, str | None]) -> NameChoices:
        return {name: uuid.UUID(player) if player else None for name, player in names.items()}
