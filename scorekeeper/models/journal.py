"""The journals: one chain of digests per club, with an entry for every fact that was written down or changed."""

import uuid

from django.db import models


class Journal(models.Model):
    """The journal of a club.  Whoever adds entries locks this row, and nobody else does."""

    id = models.UUIDField(primary_key=True, editable=False)  # the club's; zeros: of no club

    def __str__(self) -> str:
        return f"journal {self.pk}"


class JournalEntry(models.Model):
    """The digest of one row at one time.  Database triggers prevent deleting the entry and changing anything but the salt."""

    id = models.BigAutoField(primary_key=True)
    journal = models.ForeignKey(Journal, models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveBigIntegerField()  # from 1, without gaps
    kind = models.CharField(max_length=40)  # of which kind the row is: "ruling"
    subject = models.CharField(max_length=40)  # its id
    content = models.CharField(max_length=80, blank=True)  # blank: the row was deleted
    salted = models.CharField(max_length=80, blank=True)  # blank: everything is in the content
    salt = models.CharField(max_length=64, blank=True)  # blank: a later entry took its place
    digest = models.CharField(max_length=80)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "journal entries"
        indexes = [models.Index(fields=["subject", "kind"], name="journal_entries_of_a_row")]
        constraints = [
            models.UniqueConstraint(
                name="journal_entry_numbered_once",
                fields=["journal", "number"],
                violation_error_message="A journal has one entry of each number.",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}: {self.kind} {self.subject}"


class Unsealed(models.Model):
    """A row that waits for an entry in the journal.  Database triggers add it for every new fact."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=40, blank=True)  # blank: see and_later
    and_later = models.BooleanField(default=False, db_default=False)  # every row with a higher id

    class Meta:
        verbose_name_plural = "unsealed"
        indexes = [models.Index(fields=["kind", "subject"], name="unsealed_rows")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


NO_CLUB = uuid.UUID(int=0)
"""The journal of facts that belong to no club, such as audit entries about accounts."""
