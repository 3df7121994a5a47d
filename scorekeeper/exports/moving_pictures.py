"""Moving pictures of finished hands: asked for by whoever may see the hand, made by workers as files (``file_worker``).

One file is for everybody who sees the same: it is found by the digest of all that it shows, so that of a hand that was corrected
or of a player with a new name no earlier file is ever sent.  Files are few and small: a club keeps its newest ones, and
a few may wait at the same time.
"""

import shutil
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import set_aside
from scorekeeper.actions import ActionError
from scorekeeper.exports import files
from scorekeeper.exports.file_names import file_name
from scorekeeper.models import (
    MOVING_PICTURE,
    Club,
    ExportFile,
    Hand,
    MovingFormat,
    WorkFailure,
)
from scorekeeper.set_aside import WorkKind

MOST_WAITING = 5  # of a club
MOST_KEPT = 200  # of a club


class TooManyPicturesError(ActionError):
    """As many moving pictures of the club wait or are being made as may at once."""


class MovingQuestion(NamedTuple):
    """Which moving picture of a hand somebody wants."""

    format: MovingFormat
    seat: int | None  # from which it is seen; None: all known cards are visible
    language: str
    shows: str  # the digest of everything in it


def list_formats() -> list[MovingFormat]:
    """Return the formats that this machine can make."""
    has_ffmpeg = shutil.which("ffmpeg") is not None
    return [MovingFormat.GIF, MovingFormat.MP4] if has_ffmpeg else [MovingFormat.GIF]


def find(hand: Hand, question: MovingQuestion) -> ExportFile | None:
    """Return the row of a moving picture that is made or waits, or None."""
    row = _same(hand, question).first()
    if row is None or row.finished_at is None:
        return row
    is_kept = row.expires_at is not None and row.expires_at > timezone.now()
    return row if is_kept and files.storage().exists(row.name) else None


def ask(hand: Hand, question: MovingQuestion) -> ExportFile:
    """Have a moving picture made by workers, or return the row of the one that is there or waits.

    Raises TooManyPicturesError.
    """
    existing = find(hand, question)
    with transaction.atomic():
        # an erasure that is being decided is committed before, or deletes this row; two who ask at once wait for each other
        Club.objects.select_for_update(no_key=True).get(pk=hand.club_id)
        row = _same(hand, question).first()
        if row is not None and (row.finished_at is None or row == existing):
            set_aside.take_up(WorkFailure.objects.filter(kind=WorkKind.EXPORT_FILE, row=row.pk))
            return row
        if row is not None:  # expired, or gone from the storage
            files.delete(row)
        of_club = ExportFile.objects.filter(kind=MOVING_PICTURE, club=hand.club_id)
        if of_club.filter(finished_at=None, failed_at=None).count() >= MOST_WAITING:
            raise TooManyPicturesError(
                gettext_noop("Other moving pictures are being made. Try again in a minute.")
            )
        for old in of_club.exclude(finished_at=None).order_by("-finished_at", "pk")[
            MOST_KEPT - 1 :
        ]:
            files.delete(old)
        return ExportFile.objects.create(
            kind=MOVING_PICTURE,
            club_id=hand.club_id,
            hand=hand,
            asked_at=timezone.now(),
            **question._asdict(),
        )


def download_name(row: ExportFile) -> str:
    """Return the name under which a moving picture is saved."""
    position = row.hand.position if row.hand else ""
    return file_name(row.club.name, f"hand-{position}", ending=row.format)


def _same(hand: Hand, question: MovingQuestion) -> QuerySet[ExportFile]:
    rows = ExportFile.objects.filter(kind=MOVING_PICTURE, hand=hand, shows=question.shows)
    return rows.filter(format=question.format).select_related("club", "hand")
