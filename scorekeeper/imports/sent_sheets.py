"""Files that programs send: a sheet, a workbook or a list of plays, read with the answers that come with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import referee
from referee import JsonObject
from referee.spreadsheets import reading, records
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.questions import (
    Answers,
    SheetQuestion,
    open_questions,
    wrong_answer,
)
from referee.spreadsheets.reading import SheetReading
from scorekeeper.actions import ActionError
from scorekeeper.imports import edited_lines, sheet_rules
from scorekeeper.imports.edited_lines import EditedLines
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays import club_ways, noted_plays
from scorekeeper.imports.plays.reading import read_plays
from scorekeeper.imports.sheet_rules import ClubRules
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, ColumnMapping
from scorekeeper.sessions import usual_tables


@dataclass(frozen=True, kw_only=True)
class SheetOptions:
    """How a sent sheet is to be read."""

    file_name: str = ""
    answers: Answers = field(default_factory=dict)
    columns: SheetColumns | None = None
    edited_lines: EditedLines = field(default_factory=dict)
    assume: bool = False  # whether what is assumed is accepted where nothing was answered


class UnansweredError(ActionError):
    """The file has questions that nobody answered; ``review`` says which, and what is assumed."""

    message = "The file has {count} open questions: send `answers` to them, or accept what is assumed with `assume`."

    def __init__(self, review: JsonObject, count: int) -> None:
        super().__init__(self.message.format(count=count))
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
    sent = reading.read_text(content, options.answers)
    edits = options.edited_lines
    edited_lines.check(records.CSV, sent.text, edits)
    text = replace(sent, text=edited_lines.with_edits(records.CSV, sent.text, edits))
    sheet = reading.read_sheet(
        text, hints_of(club, options.file_name), options.answers, options.columns
    )
    refuse_wrong_answers(sheet.questions, options.answers)
    return replace(sheet, text=sent.text)


def text_of(content: bytes, options: SheetOptions) -> str:
    """Return the text of a text score sheet.  Raises UnansweredError where its encoding is open, and MalformedError."""
    text = reading.read_text(content, options.answers)
    if not options.assume and (asked := open_questions(text.questions, options.answers)):
        raise UnansweredError(
            {"sessions": [], "questions": [one.as_json() for one in asked], "refused": []},
            len(asked),
        )
    return text.text


def file_of(
    club: Club, sheet: SheetReading, *, names: NameChoices, dry_run: bool, edits: EditedLines
) -> RecordFile:
    """Return a sheet as a file to import, counted under the house rules with which the club plays."""
    options = ImportOptions(edited_lines=edits, is_turned=sheet.columns.is_turned)
    if kind := sheet_rules.unnamed_rules(records.CSV, sheet.text, sheet.columns):
        rules = next(iter(ClubRules(club).choices(kind).values()))
        options = replace(options, unnamed_rules=kind, house_rules=rules)
    return RecordFile(
        notation=records.CSV,
        source=sheet.source,
        names=names,
        dry_run=dry_run,
        options=options,
    )


def file_of_plays(
    club: Club, text: str, options: SheetOptions, *, names: NameChoices, dry_run: bool
) -> tuple[RecordFile, Sequence[SheetQuestion]]:
    """Return a file of plays as a file to import, and what is to be asked.  Raises MalformedError."""
    ways = club_ways.ways_of(ClubRules(club), read_plays(text), options.answers)
    refuse_wrong_answers(ways.questions, options.answers)
    file = RecordFile(
        notation=noted_plays.PLAYS,
        source=text,
        names=names,
        dry_run=dry_run,
        options=ways.options,
    )
    return file, ways.questions


def refuse_wrong_answers(questions: Sequence[SheetQuestion], answers: Answers) -> None:
    """Raise MalformedError for an answer that a question does not have."""
    if question := wrong_answer(questions, answers):
        message = f"{question.answered(answers)!r} is no answer here; right would be one of {', '.join(question.answers)}."
        raise referee.MalformedError("bad-answer", f"answers.{question.id}", message)
