"""What scorers do to take records into a club: send files, say what their columns mean, cancel an import."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.questions import Answers
from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.imports import readings, several_files, uploads
from scorekeeper.imports.several_files import SentFile
from scorekeeper.imports.uploads import ImportOverError
from scorekeeper.imports.worker import OPEN_IMPORT_STATES
from scorekeeper.models import Club, Import, UploadedFile


@dataclass(frozen=True, kw_only=True)
class Upload:
    """Files with the id that their form chose, so that a form sent twice starts one upload."""

    id: uuid.UUID
    files: Sequence[SentFile]


class ImportFile(RowAction[Club, Upload, list[Import]]):
    """A scorer sends files of session records.  The result is the dry runs that began."""

    permission = Action.IMPORT
    label = gettext_lazy("Import records")

    @property
    def club(self) -> Club:
        return self.row

    def apply(self, upload: Upload) -> list[Import]:
        return several_files.create_upload(self.row, upload.files, by=self.person, id=upload.id)


@dataclass(frozen=True, kw_only=True)
class ColumnsChoice:
    """What the columns of a spreadsheet mean, the answers to its questions, and whether waiting files with other players are read alike."""

    columns: SheetColumns
    answers: Answers
    for_alike: bool


class ChooseColumns(RowAction[UploadedFile, ColumnsChoice, list[Import]]):
    """A scorer says what the columns of a spreadsheet mean.

    The result is the dry runs that began.
    """

    permission = Action.IMPORT
    label = gettext_lazy("Choose the columns")

    def why_not(self) -> str:
        try:
            readings.text_of(self.row)
        except readings.FileGoneError as error:
            return str(error)
        return ""

    def apply(self, choice: ColumnsChoice) -> list[Import]:
        return several_files.choose_columns(
            self.row,
            choice.columns,
            by=self.person,
            for_alike=choice.for_alike,
            answers=choice.answers,
        )


class CancelImport(RowAction[Import, None, Import]):
    """A scorer stops an import that has not ended; what it brought so far stays."""

    permission = Action.IMPORT
    label = gettext_lazy("Stop")

    def why_not(self) -> str:
        return "" if self.row.state in OPEN_IMPORT_STATES else str(ImportOverError())

    def apply(self, data: None) -> Import:
        return uploads.cancel(self.row, by=self.person)
