"""Files that programs send: a sheet or a workbook read with the answers that come with it, and the review of what an import would bring.

Nothing is taken in while a question is open, unless the sender accepts what is assumed.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, cast
from uuid import UUID

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets import reading, records
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.questions import (
    Answers,
    SheetQuestion,
    chosen,
    open_questions,
    wrong_answer,
)
from referee.spreadsheets.reading import SheetReading
from scorekeeper.actions import ActionError
from scorekeeper.clubs import player_merges, roster
from scorekeeper.imports import lines, sheet_rules
from scorekeeper.imports.lines import JudgedRecord, ReportLine
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays import club_ways, noted_plays
from scorekeeper.imports.plays import reading as plays_reading
from scorekeeper.imports.sheet_rules import ClubRules
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, ColumnMapping, Seat, Session
from scorekeeper.models.sessions import DAY_LISTED
from scorekeeper.sessions import usual_tables

LEAVE_OUT, SECOND_SESSION = "leave-out", "second-session"


@dataclass(frozen=True, kw_only=True)
class SheetOptions:
    """How a sent sheet is to be read."""

    file_name: str = ""
    answers: Answers = field(default_factory=dict)
    columns: SheetColumns | None = None
    assume: bool = False  # whether what is assumed is accepted where nothing was answered


class UnansweredError(ActionError):
    """The file has questions that nobody answered; ``review`` says which, and what is assumed."""

    def __init__(self, review: JsonObject, count: int) -> None:
        super().__init__(
            f"The file has {count} open questions: send `answers` to them, or accept what is assumed with `assume`."
        )
        self.review = review


def hints_of(club: Club, name: str = "") -> Hints:
    """Return what is known of a club's sheets: its games and house rules, and what it said of its last sheet."""
    last = ColumnMapping.objects.filter(club=club).first()
    rules = ClubRules(club)
    played = usual_tables.games_played(club)
    return Hints(
        name=name,
        before=SheetColumns.from_json(last.columns) if last else None,
        games=played,
        house_rules={game: {**rules.last(game)} for game in played},
        today=club.today,
        zone=str(club.zone),
        is_zone_set=bool(club.time_zone),
    )


def read(club: Club, content: bytes, options: SheetOptions) -> SheetReading:
    """Return what a sheet or a workbook says.  Raises MalformedError where it cannot be read, or an answer is none."""
    text = reading.read_text(content, options.answers)
    sheet = reading.read_sheet(
        text, hints_of(club, options.file_name), options.answers, options.columns
    )
    _check_answers(sheet.questions, options.answers)
    return sheet


def _check_answers(questions: Sequence[SheetQuestion], answers: Answers) -> None:
    """Raise MalformedError for an answer that its question does not have."""
    if question := wrong_answer(questions, answers):
        message = f"{question.answered(answers)!r} is no answer here; right would be one of {', '.join(question.answers)}."
        raise referee.MalformedError("bad-answer", f"answers.{question.id}", message)


def text_of(content: bytes, options: SheetOptions) -> str:
    """Return the text of a text score sheet.  Raises UnansweredError where its encoding is open, and MalformedError."""
    text = reading.read_text(content, options.answers)
    if not options.assume and (asked := open_questions(text.questions, options.answers)):
        raise UnansweredError(
            {"sessions": [], "questions": [one.as_json() for one in asked], "refused": []},
            len(asked),
        )
    return text.text


def file_of(club: Club, sheet: SheetReading, *, names: NameChoices, dry_run: bool) -> RecordFile:
    """Return a sheet as a file to import, counted under the house rules with which the club plays."""
    options = ImportOptions()
    if kind := sheet_rules.unnamed_rules(records.NOTATION, sheet.text, sheet.columns):
        rules = next(iter(ClubRules(club).choices(kind).values()))
        options = ImportOptions(unnamed_rules=kind, house_rules=rules)
    return RecordFile(
        notation=records.NOTATION,
        source=sheet.source,
        names=names,
        dry_run=dry_run,
        options=options,
    )


def file_of_plays(
    club: Club, text: str, options: SheetOptions, *, names: NameChoices, dry_run: bool
) -> tuple[RecordFile, Sequence[SheetQuestion]]:
    """Return a file of plays as a file to import, and what is to be asked.  Raises MalformedError."""
    ways = club_ways.ways_of(ClubRules(club), plays_reading.read(text), options.answers)
    _check_answers(ways.questions, options.answers)
    file = RecordFile(
        notation=noted_plays.NOTATION,
        source=text,
        names=names,
        dry_run=dry_run,
        options=ways.options,
    )
    return file, ways.questions


class ImportPreview:
    """What an import of a file would bring; every record is read and judged once."""

    def __init__(
        self,
        club: Club,
        file: RecordFile,
        questions: Sequence[SheetQuestion] | None,  # None: of records nothing is asked
        options: SheetOptions,
    ) -> None:
        self._file, self._options = file, options
        entries = lines.entries_of(file.notation, file.source, file.options)
        self._judged = [(entry.line, lines.judge_record(club, entry)) for entry in entries]
        evenings = [] if questions is None else [*_known_evenings(club, file, self._records)]
        self._questions: list[SheetQuestion] = [*(questions or ()), *evenings]
        self._left_out = [one.line for one in evenings if chosen(one, options.answers) == LEAVE_OUT]
        ids = [judged.session for _line, judged in self._records]
        known = Session.objects.filter(pk__in=ids, club=club)
        self._known = set(known.values_list("pk", flat=True))

    @property
    def _records(self) -> list[tuple[int, JudgedRecord]]:
        return [(line, one) for line, one in self._judged if isinstance(one, JudgedRecord)]

    def decided(self) -> RecordFile:
        """Return the file without the sessions that are to be left out.  Raises UnansweredError for open questions."""
        asked = open_questions(self._questions, self._options.answers)
        if asked and not self._options.assume:
            raise UnansweredError(self.as_json(), len(asked))
        options = replace(self._file.options, left_out=frozenset(filter(None, self._left_out)))
        return replace(self._file, options=options)

    def as_json(self) -> JsonObject:
        """Return the ``review`` of the API: sessions with the assumed answers, open questions, and what is refused."""
        sessions: list[referee.Json] = [
            self._session(line, judged)
            for line, judged in self._records
            if line not in self._left_out
        ]
        refused: list[referee.Json] = []
        for line, one in self._judged:
            if isinstance(one, ReportLine):
                error = cast(dict[str, Any], one.details["error"])
                refused.append({"line": line, "code": error["code"], "message": error["message"]})
        asked = open_questions(self._questions, self._options.answers)
        return {
            "sessions": sessions,
            "questions": [one.as_json() for one in asked],
            "refused": refused,
        }

    def _session(self, line: int, judged: JudgedRecord) -> JsonObject:
        totals = lines.totals_of(judged.carried_out)
        return {
            "line": line,
            "played_on": judged.session_keys.get("played_on"),
            "variant": judged.record.variant,
            "players": [*judged.record.players],
            "hands": len(judged.hands),
            "totals": [*totals] or None,
            "known": judged.session in self._known,
        }


def _known_evenings(
    club: Club, file: RecordFile, records: Sequence[tuple[int, JudgedRecord]]
) -> Iterator[SheetQuestion]:
    """Yield a question for each new session whose game the same players have played on its day already."""
    dated = [
        (line, judged, day)
        for line, judged in records
        if (day := referee.date_of(judged.session_keys.get("played_on")))
    ]
    survivors = player_merges.surviving_players(club.pk)
    existing = _evenings(club, {day for _line, _judged, day in dated}, survivors)
    players = roster.players_of(club)
    for line, judged, day in dated:
        names = judged.record.players
        ids = {player for name in names if (player := file.names.get(name) or players.get(name))}
        people = frozenset(survivors.get(player, player) for player in ids)
        known = existing.get((day, judged.record.variant, people), set())
        if len(ids) == len(names) and known and judged.session not in known:
            reason = gettext_noop("The same players have a session of %(game)s on %(day)s already.")
            yield SheetQuestion(
                code="known-session",
                line=line,
                reason=(reason, {"game": judged.record.variant, "day": day.isoformat()}),
                assumed=LEAVE_OUT,
                answers=(LEAVE_OUT, SECOND_SESSION),
            )


def _evenings(
    club: Club, days: Iterable[date], survivors: Mapping[UUID, UUID]
) -> Mapping[Any, set[UUID]]:
    """Return the ids of the club's sessions on these days, by day, game and players."""
    sessions = Session.objects.filter(club=club, played_on__isnull=False)
    rows = {row.pk: row for row in sessions.alias(day=DAY_LISTED).filter(day__in=[*days])}
    seats = Seat.objects.filter(session__in=rows).order_by("session")
    evenings: dict[Any, set[UUID]] = {}
    for session, group in itertools.groupby(
        seats.values_list("session", "player"), key=lambda pair: pair[0]
    ):
        people = frozenset(survivors.get(player, player) for _session, player in group)
        evenings.setdefault((rows[session].played_on, rows[session].variant, people), set()).add(
            session
        )
    return evenings
