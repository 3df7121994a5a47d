"""Imports of session records from files."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField


class ImportState(models.TextChoices):
    """The state of an import."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Import(models.Model):
    """An uploaded file of session records and its progress."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    notation = models.CharField(max_length=10)  # toml, json, ndjson, txt, csv, plays
    source = models.TextField()  # the file as uploaded
    source_digest = models.CharField(max_length=80)
    names = JSONTextField(default=dict)  # from names in the file to players' ids
    # see ``imports/options.py``; the previous release inserts none
    options = JSONTextField(default=dict, db_default={})
    dry_run = models.BooleanField(default=False)
    state = models.CharField(
        max_length=10, choices=ImportState.choices, default=ImportState.WAITING
    )
    lines = models.PositiveIntegerField(default=0)  # records in the file
    done = models.PositiveIntegerField(default=0)  # records processed
    worked_on_at = models.DateTimeField(null=True)  # to find imports of killed workers

    class Meta:
        ordering = ["-at", "id"]

    def __str__(self) -> str:
        return f"import of {self.at:%Y-%m-%d}"

    def forget_file(self) -> None:
        """Take the file and its name, which tell of people, out of the row; the caller saves it.

        Of lines that were corrected, the numbers stay.
        """
        self.source = ""
        self.options.pop("file_name", None)
        if "edited_lines" in self.options:
            self.options["edited_lines"] = dict.fromkeys(self.options["edited_lines"], "")


class ImportLine(models.Model):
    """The outcome of one record of an import."""

    id = models.BigAutoField(primary_key=True)
    within = models.ForeignKey(Import, models.CASCADE, related_name="report", db_index=False)
    number = models.PositiveIntegerField()  # of the record in the file, from 1
    outcome = models.CharField(max_length=20)  # new, known, malformed
    session = models.UUIDField(null=True)
    details = JSONTextField(default=dict)  # the error, the new players, counts

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="line_reported_once",
                fields=["within", "number"],
                violation_error_message="A line of an import is reported once.",
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.number}: {self.outcome}"


class UploadedFile(models.Model):
    """One of several files that were sent together, to be reviewed on one page.

    Its text stays until a dry run of it has begun, and for a day at most; its name for a day.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    upload = models.UUIDField()  # what was sent together
    club = models.ForeignKey(Club, models.PROTECT, related_name="uploaded_files")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    number = models.PositiveSmallIntegerField()  # among those sent together, from 1
    name = models.CharField(max_length=200, blank=True)  # empty for pasted text, and after a day
    notation = models.CharField(max_length=10, blank=True)  # as of an import
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=80)  # of what was sent
    # in which the text was read, where others are possible; empty where only one is
    encoding = models.CharField(max_length=20, blank=True, default="", db_default="")
    problem = JSONTextField(default=dict)  # why it cannot be read
    dry_run = models.ForeignKey(Import, models.SET_NULL, null=True, related_name="uploaded_files")

    class Meta:
        ordering = ["upload", "number"]
        constraints = [
            models.UniqueConstraint(
                name="file_numbered_once",
                fields=["upload", "number"],
                violation_error_message="A file of an upload has a number of its own.",
            ),
        ]

    def __str__(self) -> str:
        return f"file {self.number} of {self.upload}"


class ColumnMapping(models.Model):
    """What the columns of a club's spreadsheets mean; its id is made of the club and the headers."""

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="column_mappings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    columns = JSONTextField(default=dict)  # without the headers, which may be names

    class Meta:
        ordering = ["-at", "id"]

    def __str__(self) -> str:
        return f"columns of {self.club}"
