"""Spreadsheets and text score sheets as session records: what is asked of a file, and what of it is refused."""

import argparse
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.commands.answers import print_error
from referee.input_files import error_at
from referee.record import Json, MalformedError, SessionRecord
from referee.record_entries import Entry, entries
from referee.spreadsheets import questions, reading, records
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.questions import SheetQuestion
from referee.spreadsheets.reading import FileText

_SEPARATED = re.compile(r"[^\n]*[,;\t]")


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A session record of a sheet, or a line that cannot be read."""

    entry: Entry
    file: str

    def record(self) -> SessionRecord:
        """Return the session record.  Raises MalformedError."""
        return self.entry.record()

    def error_json(self, error: MalformedError) -> dict[str, Json]:
        """Return what is wrong with the line as JSON."""
        return error_at(error, file=self.file, line=self.entry.line)


def documents(options: argparse.Namespace) -> Iterator[SheetPart]:
    """Return the records of a sheet and its lines that cannot be read, in the order of their lines.

    Raises MalformedError ``unreadable``, ``bad-answer``, and ``unanswered`` after the open questions were printed to standard error.
    """
    path = Path(options.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        message = f"This cannot be read: {error.strerror}."
        raise MalformedError("unreadable", "", message) from error
    answers = dict(options.answer)
    if unknown := questions.unknown_answer(answers):
        message = (
            f"No file is asked this; right would be one of {', '.join(sorted(questions.CODES))}."
        )
        raise MalformedError("bad-answer", unknown, message)
    text = reading.read_text(content, answers)
    if path.suffix.lower() == ".txt" and not _is_table(text):
        asked, every = text.questions, entries(text.text, "txt")
    else:
        sheet = reading.read_sheet(text, Hints(name=path.name), answers)
        asked, every = sheet.questions, records.entries(sheet.source)
    _check_answers(asked, answers, assume=options.assume)
    return (SheetPart(entry, options.file) for entry in every)


def _is_table(text: FileText) -> bool:
    """Return whether a text is a spreadsheet, which office programs save with tabs between the cells: no line is one of a score sheet."""
    if not _SEPARATED.match(text.text.lstrip()):
        return False
    of_sheet = [entry.content for entry in entries(text.text, "txt")]
    return bool(of_sheet) and all(isinstance(one, MalformedError) for one in of_sheet)


def _check_answers(
    asked: tuple[SheetQuestion, ...], answers: Mapping[str, str], *, assume: bool
) -> None:
    if question := questions.wrong_answer(asked, answers):
        right = (
            f"one of {', '.join(question.answers)}" if question.answers else "a year such as 2024"
        )
        message = f"{question.answered(answers)!r} is no answer; right would be {right}."
        raise MalformedError("bad-answer", question.id, message)
    unanswered = questions.open_questions(asked, answers)
    if assume or not unanswered:
        return
    for question in unanswered:
        print_error({"question": question.as_json()})
    message = (
        "Something in this file can mean two things: answer each question with --answer ID=ANSWER,"
        " or take what is assumed with --assume."
    )
    raise MalformedError("unanswered", "", message)
