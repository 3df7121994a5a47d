"""Create imports from files of session records, and cancel them."""

import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import referee
from referee import JsonObject
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.worker import OPEN_IMPORT_STATES, close_import
from scorekeeper.models import Club, Import, ImportState, Player, User


class FileTooLargeError(ActionError):
    """A file larger than one import may be."""

    def __init__(self, size: int, most: int, unit: str) -> None:
        super().__init__(
            f"The file has {size:,} {unit}, and at most {most:,} are taken in at once: divide it."
        )


class ImportOverError(ActionError):
    """The import ended before it was cancelled."""

    def __init__(self) -> None:
        super().__init__("The import is over: there is nothing left to cancel.")


@dataclass(frozen=True, kw_only=True)
class RecordFile:
    """A file of session records, and how to import it."""

    notation: str  # one of referee.NOTATIONS, csv, or plays
    source: str
    names: NameChoices
    dry_run: bool
    options: ImportOptions = field(default_factory=ImportOptions)

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self.source.encode())

    @property
    def digest(self) -> str:
        """Digest of the file and its options, without the versions of the sessions that it corrects."""
        parts = [self.notation, self.source, self.named, self.dry_run]
        parts += [options] if (options := replace(self.options, versions={}).as_json()) else []
        return referee.sha256(referee.canonical(parts))

    @property
    def named(self) -> JsonObject:
        """The chosen players by name, as JSON."""
        return {name: str(player) if player else None for name, player in self.names.items()}


@transaction.atomic
def create_import(
    club: Club,
    file: RecordFile,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
    may_start: bool = True,
) -> tuple[Import, bool]:
    """Store a file to be imported; return the import, and whether it is new.

    The caller goes on with a small file at once (``worker.process``); a larger one, and one that may not start, waits for
    ``worker.process_waiting_imports``.
    Raises FileTooLargeError, IdTakenError, and MalformedError where the file is empty or a name is mapped to nobody.
    """
    check(club, file)
    existing = Import.objects.filter(pk=id).first() if id else None
    if existing is not None:
        if (existing.club_id, existing.source_digest) != (club.pk, file.digest):
            raise IdTakenError
        return existing, False
    now, at_once = timezone.now(), may_start and file.size <= settings.IMPORT_AT_ONCE
    row = Import.objects.create(
        id=id or uuid.uuid4(),
        club=club,
        by=by,
        at=now,
        notation=file.notation,
        source=file.source,
        source_digest=file.digest,
        names=file.named,
        options=file.options.as_json(),
        dry_run=file.dry_run,
        state=ImportState.RUNNING if at_once else ImportState.WAITING,
        worked_on_at=now if at_once else None,
    )
    edited = [*file.options.edited_lines]
    details: dict[str, Any] = {"edited_lines": edited} if edited else {}
    audit.note("import begun", row, by=by, digest=file.digest, dry_run=file.dry_run, **details)
    return row, True


@transaction.atomic
def cancel(row: Import, *, by: User) -> Import:
    """Cancel an import; what it imported so far stays. Raises ImportOverError where it ended before."""
    locked = Import.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if locked.state == ImportState.CANCELLED:
        return locked
    if locked.state not in OPEN_IMPORT_STATES:
        raise ImportOverError
    close_import(locked, ImportState.CANCELLED)
    audit.note("import cancelled", locked, by=by, done=locked.done)
    return locked


def check(club: Club, file: RecordFile) -> None:
    """Raise FileTooLargeError, or MalformedError where the file is empty or a name is mapped to nobody."""
    if file.size > settings.IMPORT_LARGEST:
        raise FileTooLargeError(file.size, settings.IMPORT_LARGEST, "bytes")
    lines = len(file.source.splitlines()) if file.notation == "txt" else 0
    if lines > settings.IMPORT_LINES:
        raise FileTooLargeError(lines, settings.IMPORT_LINES, "lines")
    if not file.source.strip():
        raise referee.MalformedError("unreadable", "source", "There is no session record here.")
    chosen = [player for player in file.names.values() if player]
    existing = set(Player.objects.filter(club=club, pk__in=chosen).values_list("pk", flat=True))
    for name, player in file.names.items():
        if player and player not in existing:
            message = f"{name!r} is mapped to an id that no player of this club has."
            raise referee.MalformedError("unknown-player", f"names.{name}", message)
