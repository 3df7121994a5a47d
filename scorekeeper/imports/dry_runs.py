"""Importing the file of a dry run, with the players chosen for its unknown names.

A finished import keeps only its report; a dry run keeps its file for a day, so that it need not be uploaded again.
"""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper.actions import ActionError
from scorekeeper.imports import uploads
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Club, Import, ImportState, UploadedFile, User

KEEP_FILES = timedelta(days=1)


class DryRunExpiredError(ActionError):
    """The dry run's file is deleted already."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Uploaded files are deleted after a day. Choose the file again.")
        )


@transaction.atomic
def import_file(
    dry_run: Import,
    names: NameChoices,
    *,
    by: User,
    options: ImportOptions | None = None,
) -> tuple[Import, bool]:
    """Create the import of a dry run's file; return it and whether it is new.  A dry run is imported once.

    ``options`` are those of the dry run with the choices of the review; if they are None, nothing was chosen.

    Raises DryRunExpiredError, and MalformedError if a name is mapped to a player of another club.
    """
    Club.objects.select_for_update(no_key=True).get(pk=dry_run.club_id)
    existing = find_import_of(dry_run)
    if existing is not None:
        return existing, False
    locked = (
        Import.objects.select_for_update(of=("self",)).select_related("club").get(pk=dry_run.pk)
    )
    if not can_import(locked):
        raise DryRunExpiredError
    chosen = {name: player and uuid.UUID(player) for name, player in locked.names.items()}
    file = RecordFile(
        notation=locked.notation,
        source=locked.source,
        names={**chosen, **names},
        dry_run=False,
        options=options or ImportOptions.from_json(locked.options),
    )
    row, is_new = uploads.create_import(locked.club, file, by=by, id=_id_of(locked))
    _delete_files(Import.objects.filter(pk=locked.pk))
    return row, is_new


def find_import_of(dry_run: Import) -> Import | None:
    """Return the import made from a dry run, or None."""
    return Import.objects.filter(pk=_id_of(dry_run)).defer("source", "names").first()


def find_imports_of(rows: Sequence[Import]) -> dict[uuid.UUID, Import]:
    """Return the imports made from dry runs, by the id of the dry run."""
    ids = {_id_of(row): row.pk for row in rows}
    imports = Import.objects.filter(pk__in=ids).defer("source", "names")
    return {ids[row.pk]: row for row in imports}


def file_names(club: Club) -> dict[uuid.UUID, str]:
    """Return the names of the files that were sent lately, by the id of their dry run and of the import made from it."""
    files = UploadedFile.objects.filter(club=club, dry_run__isnull=False).exclude(name="")
    names: dict[uuid.UUID, str] = {}
    for file in files.select_related("dry_run").only("name", "dry_run__id"):
        if file.dry_run:
            names |= {file.dry_run.pk: file.name, _id_of(file.dry_run): file.name}
    return names


def with_files(rows: Sequence[Import]) -> set[uuid.UUID]:
    """Return the ids of those dry runs that are finished and whose files are still stored."""
    done = [row.pk for row in rows if row.dry_run and row.state == ImportState.DONE]
    return set(Import.objects.filter(pk__in=done).exclude(source="").values_list("pk", flat=True))


def can_import(dry_run: Import) -> bool:
    """Return whether the dry run is finished and its file still stored."""
    is_finished = dry_run.dry_run and dry_run.state == ImportState.DONE
    return is_finished and Import.objects.filter(pk=dry_run.pk).exclude(source="").exists()


def delete_old_files() -> int:
    """Delete the files of dry runs that were not imported in time, and the names of all files; return how many dry runs."""
    sent = UploadedFile.objects.filter(at__lt=timezone.now() - KEEP_FILES)
    sent.exclude(text="", name="").update(text="", name="")
    old = Import.objects.filter(dry_run=True, at__lt=timezone.now() - KEEP_FILES)
    return _delete_files(old.filter(state=ImportState.DONE).exclude(source=""))


def _delete_files(rows: QuerySet[Import]) -> int:
    """Delete the files of these dry runs, and all that tells of people in their options; return how many."""
    forgotten = [*rows.only("options")]
    for row in forgotten:
        row.forget_file()
        row.names = {}
    return Import.objects.bulk_update(forgotten, ["source", "names", "options"])


def _id_of(dry_run: Import) -> uuid.UUID:
    return uuid.uuid5(dry_run.pk, "taken in")
