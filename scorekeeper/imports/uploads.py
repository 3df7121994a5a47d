"""Files of session records are taken in, and what is not worked through yet can be cancelled."""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication.record_parts import JsonObject
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.player_names import NameChoices
from scorekeeper.models import Club, Import, ImportState, Player, User


class FileTooLargeError(ActionError):
    """More than is taken in at once."""

    def __init__(self, size: int, most: int, unit: str) -> None:
        super().__init__(
            f"The file has {size:,} {unit}, and at most {most:,} are taken in at once: divide it."
        )


class ImportOverError(ActionError):
    """It is too late to stop an import."""

    def __init__(self) -> None:
        super().__init__("The import is over: there is nothing left to cancel.")


@dataclass(frozen=True, kw_only=True)
class File:
    """Session records as they were sent, and what to do with them."""

    notation: str  # one of referee.NOTATIONS
    source: str
    names: NameChoices
    dry_run: bool

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.source.encode())

    @property
    def digest(self) -> str:
        """Of all of it."""
        said = [self.notation, self.source, self.named, self.dry_run]
        return referee.sha256(referee.canonical(said))

    @property
    def named(self) -> JsonObject:
        """The players chosen for names, as JSON."""
        return {name: str(player) if player else None for name, player in self.names.items()}


@transaction.atomic
def take_in(
    club: Club,
    file: File,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Import, bool]:
    """Keep a file until it is worked through, and say whether it is new.

    A small one is at once in the hands of whoever took it in, who goes on with ``importing.work_on``; a larger one waits for
    ``importing.run_waiting``.  Raises FileTooLargeError, and MalformedError where a name is
    mapped to nobody or there is nothing in the file.
    """
    _check(club, file)
    there = Import.objects.filter(pk=id).first() if id else None
    if there is not None:
        if (there.club_id, there.source_digest) != (club.pk, file.digest):
            raise IdTakenError
        return there, False
    now, at_once = timezone.now(), file.size <= settings.IMPORT_AT_ONCE
    row = Import.objects.create(
        id=id or uuid.uuid4(),
        club=club,
        by=by,
        at=now,
        notation=file.notation,
        source=file.source,
        source_digest=file.digest,
        names=file.named,
        dry_run=file.dry_run,
        state=ImportState.RUNNING if at_once else ImportState.WAITING,
        worked_on_at=now if at_once else None,
    )
    audit.note("import begun", row, by=by, digest=file.digest, dry_run=file.dry_run)
    return row, True


@transaction.atomic
def cancel(row: Import, *, by: User) -> Import:
    """Stop an import.  What it brought so far stays.  Raises ImportOverError."""
    held = Import.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if held.state == ImportState.CANCELLED:
        return held
    if held.state not in import_worker.OPEN_STATES:
        raise ImportOverError
    import_worker.close(held, ImportState.CANCELLED)
    audit.note("import cancelled", held, by=by, done=held.done)
    return held


def _check(club: Club, file: File) -> None:
    if file.size > settings.IMPORT_LARGEST:
        raise FileTooLargeError(file.size, settings.IMPORT_LARGEST, "bytes")
    lines = len(file.source.splitlines()) if file.notation == "txt" else 0
    if lines > settings.IMPORT_LINES:
        raise FileTooLargeError(lines, settings.IMPORT_LINES, "lines")
    if not file.source.strip():
        raise referee.MalformedError("unreadable", "source", "There is no session record here.")
    chosen = [player for player in file.names.values() if player]
    there = set(Player.objects.filter(club=club, pk__in=chosen).values_list("pk", flat=True))
    for name, player in file.names.items():
        if player and player not in there:
            message = f"{name!r} is mapped to an id that no player of this club has."
            raise referee.MalformedError("unknown-player", f"names.{name}", message)
