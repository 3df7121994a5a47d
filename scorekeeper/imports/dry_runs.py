"""What was tried is taken in: the same file once more, now with the players that were chosen for its names.

Of an import that is over nothing is kept but its report.  Of a trial the file stays for a day, so that nobody has to send
it a second time.
"""

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports.player_names import Chosen
from scorekeeper.imports.uploads import File
from scorekeeper.models import Club, Import, ImportState, User

KEPT = timedelta(days=1)


class TrialOverError(ValueError):
    """The file of a trial is not there any more."""

    def __init__(self) -> None:
        super().__init__("The file was kept for a day and is gone: send it again.")


@transaction.atomic
def take_in(tried: Import, names: Chosen, *, by: User) -> tuple[Import, bool]:
    """Take in what was tried, and say whether that is new; a trial is taken in once.

    Raises TrialOverError, and MalformedError where a name is mapped to nobody of the club.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tried.club_id)
    there = taken_in(tried)
    if there is not None:
        return there, False
    held = Import.objects.select_for_update(of=("self",)).select_related("club").get(pk=tried.pk)
    if not can_be_taken_in(held):
        raise TrialOverError
    chosen = {name: player and uuid.UUID(player) for name, player in held.names.items()}
    file = File(
        notation=held.notation, source=held.source, names={**chosen, **names}, dry_run=False
    )
    row, is_new = import_uploads.take_in(held.club, file, by=by, id=_id_of(held))
    _forget(held.pk)
    return row, is_new


def taken_in(tried: Import) -> Import | None:
    """What became of a trial, if it was taken in."""
    return Import.objects.filter(pk=_id_of(tried)).defer("source", "names").first()


def can_be_taken_in(tried: Import) -> bool:
    """Is it over, and is its file there still?"""
    ended = tried.dry_run and tried.state == ImportState.DONE
    return ended and Import.objects.filter(pk=tried.pk).exclude(source="").exists()


def forget_old() -> int:
    """Drop the files of trials that nobody took in; how many those were."""
    old = Import.objects.filter(dry_run=True, at__lt=timezone.now() - KEPT)
    return old.filter(state=ImportState.DONE).exclude(source="").update(source="", names={})


def _forget(tried: uuid.UUID) -> None:
    Import.objects.filter(pk=tried).update(source="", names={})


def _id_of(tried: Import) -> uuid.UUID:
    return uuid.uuid5(tried.pk, "taken in")
