"""A file as people have it, read in steps: bytes, a table, its meaning with evidence, sessions; at each step what must be asked is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.reason_texts import gettext_noop
from referee.spreadsheets import encodings, records, table, workbooks
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.encodings import Decoding
from referee.spreadsheets.meaning import find_meaning
from referee.spreadsheets.questions import Answers, SheetQuestion, chosen_answer
from referee.spreadsheets.sheet_errors import Part, sheet_error
from referee.spreadsheets.workbooks import Sheet


@dataclass(frozen=True)
class FileText:
    """The text of a file, what had to be asked for it, and the name of the sheet in a workbook."""

    text: str
    questions: tuple[SheetQuestion, ...] = ()
    sheet: str = ""


@dataclass(frozen=True, kw_only=True)
class SheetReading:
    """The text of a sheet, what it means, and what is to be asked."""

    text: str
    columns: SheetColumns
    questions: tuple[SheetQuestion, ...]

    @property
    def source(self) -> str:
        """The sheet as an import stores it: what it means, and its text."""
        return records.write_source(self.columns, self.text)


def read_text(content: bytes, answers: Answers) -> FileText:
    """Return the text of a file; of a workbook, that of the chosen sheet.

    Raises MalformedError for what is no text, and no workbook.
    """
    if workbooks.is_workbook(content):
        return _of_sheet(workbooks.sheets_in(content), answers)
    possible = encodings.decodings(content)
    if not possible:
        raise sheet_error(
            gettext_noop(
                "The file is in no encoding that is read here. Save it as UTF-8, then choose it again."
            )
        )
    return _of_encoding(possible, answers)


def read_sheet(
    text: FileText, hints: Hints, answers: Answers, columns: SheetColumns | None = None
) -> SheetReading:
    """Return what a sheet means; ``columns`` say it where somebody has chosen them.  Raises MalformedError."""
    sheet = table.read_spreadsheet(text.text)
    if columns is not None:
        columns_of_sheet = len((sheet.turned() if columns.is_turned else sheet).headers)
        if len(columns.roles) != columns_of_sheet:
            template = gettext_noop(
                "The sheet has %(columns)d columns, and %(roles)d are said to hold something."
            )
            raise sheet_error(template, columns=columns_of_sheet, roles=len(columns.roles))
    if text.sheet:
        sheet = replace(sheet, titles=(*sheet.titles, text.sheet))
    meaning = find_meaning(sheet, hints, answers, columns and columns.of_any_file())
    return SheetReading(
        text=text.text, columns=meaning.columns, questions=(*text.questions, *meaning.questions)
    )


def encoding_question(text: str, encoding: str) -> SheetQuestion | None:
    """Return the question in which encoding the names of a text are right that was read in one; None where only that is possible."""
    return _encoding_question(encodings.decodings(text.encode(encodings.codec_of(encoding))))


def _encoding_question(possible: Sequence[Decoding]) -> SheetQuestion | None:
    if len(possible) < 2:
        return None
    shown = "; ".join(
        f"{one.encoding}: {', '.join(encodings.names_shown(one))}" for one in possible
    )
    reason: Part = (
        gettext_noop("The names depend on the encoding. %(shown)s"),
        {"shown": shown},
    )
    names = tuple(str(one.encoding) for one in possible)
    return SheetQuestion(code="encoding", reason=reason, assumed=names[0], answers=names)


def _of_encoding(possible: Sequence[Decoding], answers: Answers) -> FileText:
    question = _encoding_question(possible)
    if question is None:
        return FileText(possible[0].text)
    answer = chosen_answer(question, answers)
    text = next((one.text for one in possible if one.encoding == answer), possible[0].text)
    return FileText(text, (question,))


def _of_sheet(sheets: Sequence[Sheet], answers: Answers) -> FileText:
    if not sheets:
        raise sheet_error(gettext_noop("The workbook has no sheet with anything in it."))
    if len(sheets) == 1:
        return FileText(sheets[0].text, sheet=sheets[0].name)
    names = tuple(sheet.name for sheet in sheets)
    most = max(sheets, key=lambda sheet: sheet.values)
    reason: Part = (
        gettext_noop("The workbook has several sheets: %(names)s."),
        {"names": ", ".join(names)},
    )
    question = SheetQuestion(code="sheet", reason=reason, assumed=most.name, answers=names)
    answer = chosen_answer(question, answers)
    taken = next((sheet for sheet in sheets if sheet.name == answer), most)
    return FileText(taken.text, (question,), taken.name)
