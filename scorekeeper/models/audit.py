"""The audit log: who did what and when."""

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.links import Link


class AuditEntry(models.Model):
    """One change.  Database triggers prevent changing or deleting the row."""

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, related_name="audit_entries", db_index=False
    )
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="audit_entries"
    )
    link = models.ForeignKey(Link, models.PROTECT, null=True, related_name="audit_entries")
    act = models.CharField(max_length=60)  # what was done: "hand recorded"
    kind = models.CharField(max_length=40)  # of what it was done to: "hand"
    subject = models.CharField(max_length=40)  # its id
    details = JSONTextField(default=dict)  # ids, numbers and digests; never names or free text

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_of_a_club"),
            models.Index(fields=["subject", "-id"], name="audit_of_a_subject"),
            models.Index(
                fields=["club", "-id"],
                condition=models.Q(act="session filed"),
                name="filings_of_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act}, {self.at}"
