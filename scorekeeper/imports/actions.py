"""What scorers do to take records into a club: send a file, cancel its import."""

import uuid
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from scorekeeper.access import Action
from scorekeeper.actions import RowAction
from scorekeeper.imports import uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.uploads import ImportOverError, RecordFile
from scorekeeper.models import Club, Import


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A file with the id that its form chose, so that a form sent twice starts one import."""

    id: uuid.UUID
    file: RecordFile


class ImportFile(RowAction[Club, Upload, tuple[Import, bool]]):
    """A scorer sends a file of session records. The result says whether the import is new."""

    permission = Action.IMPORT
    label = gettext_lazy("Import records")

    @property
    def club(self) -> Club:
        return self.row

    def apply(self, upload: Upload) -> tuple[Import, bool]:
        return uploads.create_import(self.row, upload.file, by=self.person, id=upload.id)


class CancelImport(RowAction[Import, None, Import]):
    """A scorer stops an import that has not ended; what it brought so far stays."""

    permission = Action.IMPORT
    label = gettext_lazy("Stop")

    def why_not(self) -> str:
        return "" if self.row.state in import_worker.OPEN_STATES else str(ImportOverError())

    def apply(self, data: None) -> Import:
        return uploads.cancel(self.row, by=self.person)
