"""Files to download that workers make: large exports, and hands as moving pictures.  Derived, and deleted some days after they are finished."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scorekeeper.models.clubs import Club
from scorekeeper.models.hands import Hand
from scorekeeper.models.seasons import Season


class ExportKind(models.TextChoices):
    """What a file has."""

    ARCHIVE = "archive"  # a whole club
    RECORDS = "records"
    HANDS = "hands"
    VERDICTS = "verdicts"
    SCORES = "scores"  # of a season; as Parquet, also of a club
    FACTS = "facts"  # what happened in the hands, from the index


class ExportFormat(models.TextChoices):
    """The formats of files; the values are their endings."""

    ZIP = "zip"
    NDJSON = "ndjson"
    CSV = "csv"
    PARQUET = "parquet"  # only where pyarrow is installed


class MovingFormat(models.TextChoices):
    """The formats of moving pictures; the values are their endings."""

    GIF = "gif"
    MP4 = "mp4"  # only where ffmpeg is installed


MOVING_PICTURE = "moving"
"""The kind of a file that is a moving picture of a hand, besides those of `ExportKind`."""


class LeftOut(models.TextChoices):
    """What is left out of an archive."""

    NOTHING = ""
    UNFINISHED = "unfinished"  # sessions whose hidden cards the person may not see yet


class Separator(models.TextChoices):
    """What stands between two cells of CSV; with semicolons, numbers have a decimal comma."""

    COMMA = "comma"
    SEMICOLON = "semicolon"


class ExportFile(models.Model):
    """An export that somebody asked for, how far workers are with it, and the file in the storage.

    It is for the person who asked only: a file has what this person might see when it was made.  A moving picture of a finished
    hand shows everybody the same: it is for all who may see the hand, and nobody is named.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(
        max_length=10, choices=[*ExportKind.choices, (MOVING_PICTURE, "Moving picture")]
    )
    format = models.CharField(max_length=10, choices=[*ExportFormat.choices, *MovingFormat.choices])
    leave_out = models.CharField(max_length=10, choices=LeftOut.choices, blank=True)
    # of CSV; the previous release inserts none
    separator = models.CharField(
        max_length=10,
        choices=Separator.choices,
        default=Separator.COMMA,
        db_default=Separator.COMMA,
    )
    # of the words in a moving picture, and of the headings of CSV; empty: English headings
    language = models.CharField(max_length=16, blank=True, default="", db_default="")
    # of a moving picture: the hand, the seat from which it is seen (0: a spectator's; NULL: all cards), and the digest of
    # everything that it shows
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(null=True)
    shows = models.CharField(max_length=64, blank=True, default="", db_default="")
    # NULL: a moving picture
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )
    asked_at = models.DateTimeField()
    name = models.CharField(max_length=60, blank=True)  # in the storage; another one for each try
    started_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)  # the last try; NULL again with the next one
    worked_on_at = models.DateTimeField(null=True)  # to find files of killed workers
    last_line = models.BigIntegerField(default=0)  # of the audit log, before anything was read
    done = models.PositiveIntegerField(default=0)  # sessions that are in the file
    total = models.PositiveIntegerField(null=True)  # sessions; NULL: not yet counted
    size = models.PositiveBigIntegerField(null=True)  # bytes
    sha256 = models.CharField(max_length=64, blank=True)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-asked_at", "id"]
        indexes = [
            models.Index(
                name="export_files_to_make",
                fields=["asked_at", "id"],
                condition=Q(finished_at=None),
            ),
            models.Index(name="export_files_by_expiry", fields=["expires_at"]),
        ]
        constraints = [
            models.UniqueConstraint(
                name="file_in_the_storage_has_one_row",
                fields=["name"],
                condition=~Q(name=""),
                violation_error_message="A file in the storage belongs to one export.",
            ),
            models.CheckConstraint(
                name="archive_is_of_a_club_and_scores_are_of_a_season",
                condition=Q(kind=ExportKind.ARCHIVE, season=None)
                | Q(kind=ExportKind.SCORES, season__isnull=False)
                | Q(kind=ExportKind.SCORES, format=ExportFormat.PARQUET)
                | Q(
                    kind__in=(
                        ExportKind.RECORDS,
                        ExportKind.HANDS,
                        ExportKind.VERDICTS,
                        ExportKind.FACTS,
                    )
                )
                | Q(kind=MOVING_PICTURE, season=None),
                violation_error_message="An archive is of a whole club, scores are of a season.",
            ),
            models.CheckConstraint(
                name="export_has_a_format_of_its_kind",
                condition=Q(kind=ExportKind.ARCHIVE, format=ExportFormat.ZIP)
                | Q(kind=ExportKind.RECORDS, format=ExportFormat.NDJSON)
                | Q(kind=ExportKind.HANDS, format=ExportFormat.NDJSON)
                | Q(kind__in=(ExportKind.HANDS, ExportKind.SCORES), format=ExportFormat.CSV)
                | Q(
                    kind__in=(
                        ExportKind.HANDS,
                        ExportKind.VERDICTS,
                        ExportKind.SCORES,
                        ExportKind.FACTS,
                    ),
                    format=ExportFormat.PARQUET,
                )
                | Q(kind=MOVING_PICTURE, format__in=MovingFormat.values),
                violation_error_message="There is no such format of this export.",
            ),
            models.CheckConstraint(
                name="only_archives_leave_sessions_out",
                condition=Q(leave_out=LeftOut.NOTHING) | Q(kind=ExportKind.ARCHIVE),
                violation_error_message="Sessions are left out of archives only.",
            ),
            models.CheckConstraint(
                name="moving_picture_is_of_a_hand_and_for_everybody",
                condition=(Q(kind=MOVING_PICTURE, hand__isnull=False, asked_by=None) & ~Q(shows=""))
                | (
                    ~Q(kind=MOVING_PICTURE)
                    & Q(hand=None, seat=None, asked_by__isnull=False, shows="")
                    & (Q(language="") | Q(format=ExportFormat.CSV))
                ),
                violation_error_message="A moving picture is of a hand; everything else is for who asked for it.",
            ),
            models.UniqueConstraint(
                name="moving_picture_is_made_once",
                fields=["hand", "shows", "format"],
                condition=Q(kind=MOVING_PICTURE),
                violation_error_message="There is such a moving picture of the hand.",
            ),
            models.CheckConstraint(
                name="finished_file_has_name_size_digest_and_end",
                condition=Q(finished_at=None)
                | (Q(size__isnull=False, expires_at__isnull=False) & ~Q(name="") & ~Q(sha256="")),
                violation_error_message="A finished file has a name, a size, a digest and a day on which it is deleted.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.hand or self.season or self.club}"
