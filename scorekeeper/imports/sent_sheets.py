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
from scorekeeper.actions import ActionError
from scorekeeper.clubs import player_merges, roster
from scorekeeper.imports import lines, sheet_rules
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.sheet_rules import ClubRules
from scorekeeper.imports.spreadsheets import questions as sheet_questions
from scorekeeper.imports.spreadsheets import reading, records
from scorekeeper.imports.spreadsheets.columns import SheetColumns
from scorekeeper.imports.spreadsheets.meaning import Hints
from scorekeeper.imports.spreadsheets.questions import (
    Answers,
    SheetQuestion,
    chosen,
    open_questions,
)
from scorekeeper.imports.spreadsheets.reading import SheetReading
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, ColumnMapping, Seat, Session
from scorekeeper.models.sessions import DAY_LISTED
from scorekeeper.sessions import usual_tables

MOST_JUDGED = 5000  # hands of a review; the totals of later sessions are null
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
    )


def read(club: Club, content: bytes, options: SheetOptions) -> SheetReading:
    """Return what a sheet or a workbook says.  Raises MalformedError where it cannot be read, or an answer is none."""
    text = reading.read_text(content, options.answers)
    sheet = reading.read_sheet(
        text, hints_of(club, options.file_name), options.answers, options.columns
    )
    if wrong := sheet_questions.check(sheet.questions, options.answers):
        question = next(one for one in sheet.questions if one.id == wrong)
        message = f"{question.answered(options.answers)!r} is no answer here; right would be one of {', '.join(question.answers)}."
        raise referee.MalformedError("bad-answer", f"answers.{wrong}", message)
    return sheet


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
    options: JsonObject = {}
    if kind := sheet_rules.unnamed_rules(records.NOTATION, sheet.text, sheet.columns):
        rules = next(iter(ClubRules(club).choices(kind).values()))
        options = {"unnamed_rules": [*kind], "house_rules": {**rules}}
    return RecordFile(
        notation=records.NOTATION,
        source=sheet.source,
        names=names,
        dry_run=dry_run,
        options=options,
    )


def decide(club: Club, file: RecordFile, sheet: SheetReading, options: SheetOptions) -> RecordFile:
    """Return a file without the sessions that are to be left out.  Raises UnansweredError for open questions."""
    evenings = [*_known_evenings(club, file)]
    every = [*sheet.questions, *evenings]
    if not options.assume and (unanswered := open_questions(every, options.answers)):
        raise UnansweredError(review(club, file, sheet, options), len(unanswered))
    left_out = [one.line for one in evenings if chosen(one, options.answers) == LEAVE_OUT]
    return replace(file, options={**file.options, "left_out": [*left_out]}) if left_out else file


def review(
    club: Club,
    file: RecordFile,
    sheet: SheetReading | None = None,
    options: SheetOptions = SheetOptions(),
) -> JsonObject:
    """Return what an import of a file would bring with the assumed answers, what is asked, and what is refused."""
    sessions, refused = list[referee.Json](), list[referee.Json]()
    hands = 0
    for entry in lines.entries_of(file.notation, file.source, file.options):
        judged = lines.judge_record(club, entry)
        if isinstance(judged, lines.ReportLine):
            error = cast(dict[str, Any], judged.details["error"])
            refused.append({"line": entry.line, "code": error["code"], "message": error["message"]})
            continue
        hands += len(judged.hands)
        totals = [*lines.totals_of(judged.carried_out)] if hands <= MOST_JUDGED else None
        sessions.append(
            {
                "line": entry.line,
                "played_on": judged.session_keys.get("played_on"),
                "variant": judged.record.variant,
                "players": [*judged.record.players],
                "hands": len(judged.hands),
                "totals": [*totals] if totals else None,
                "known": Session.objects.filter(pk=judged.session, club=club).exists(),
            }
        )
    evenings = [*_known_evenings(club, file)] if sheet else []
    every: Sequence[SheetQuestion] = [*(sheet.questions if sheet else ()), *evenings]
    asked = open_questions(every, options.answers)
    left_out = {one.line for one in evenings if chosen(one, options.answers) == LEAVE_OUT}
    return {
        "sessions": [
            one for one in sessions if isinstance(one, dict) and one["line"] not in left_out
        ],
        "questions": [one.as_json() for one in asked],
        "refused": refused,
    }


def _known_evenings(club: Club, file: RecordFile) -> Iterator[SheetQuestion]:
    """Yield a question for each new session whose game the same players have played on its day already."""
    named = [*_dated(club, lines.entries_of(file.notation, file.source, file.options))]
    existing = _evenings(club, {day for _line, _session, (day, _game, _people) in named})
    survivors = player_merges.surviving_players(club.pk)
    players = roster.players_of(club)
    for line, session, (day, game, names) in named:
        ids = {player for name in names if (player := file.names.get(name) or players.get(name))}
        people = frozenset(survivors.get(player, player) for player in ids)
        known = existing.get((day, game, people), set()) if len(ids) == len(names) else set()
        if known and session not in known:
            reason = gettext_noop("The same players have a session of %(game)s on %(day)s already.")
            yield SheetQuestion(
                code="known-session",
                line=line,
                reason=(reason, {"game": game, "day": day.isoformat()}),
                assumed=LEAVE_OUT,
                answers=(LEAVE_OUT, SECOND_SESSION),
            )


def _dated(
    club: Club, entries: Iterable[referee.Entry]
) -> Iterator[tuple[int, UUID, tuple[date, str, frozenset[str]]]]:
    """Yield the line, the id and the evening of each record that has a day."""
    for entry in entries:
        try:
            record = entry.record()
            session = lines.session_id_of(club, entry)
        except (referee.MalformedError, RecursionError):
            continue
        day = referee.date_of(record.as_json().get("played_on"))
        if day is not None:
            yield entry.line, session, (day, record.variant, frozenset(record.players))


def _evenings(club: Club, days: Iterable[date]) -> Mapping[Any, set[UUID]]:
    """Return the ids of the club's sessions on these days, by day, game and players."""
    sessions = Session.objects.filter(club=club, played_on__isnull=False)
    rows = {row.pk: row for row in sessions.alias(day=DAY_LISTED).filter(day__in=[*days])}
    survivors = player_merges.surviving_players(club.pk)
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
