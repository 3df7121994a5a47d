"""Revision chains of sessions and hands; a revision is never edited.

The content contains ids and cards, never names.  Free text is a separate column and enters the digest as a salted hash.
So a person's text and its salt can be erased, and the chain still verifies.
"""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField


class Kind(models.TextChoices):
    """What created a revision."""

    RECORDED = "recorded"
    APPENDED = "appended"
    AMENDED = "amended"
    RULED = "ruled"
    VOIDED = "voided"


class Cause(models.TextChoices):
    """Why a record was changed after it was first written."""

    TRANSCRIPTION_FIX = "transcription-fix"
    RULING = "ruling"
    RULE_CORRECTION = "rule-correction"
    ADJUSTMENT = "adjustment"


def kind_choices() -> list[tuple[str, str]]:
    """Return the choices; a callable, so that a new kind needs no migration."""
    return list(Kind.choices)


def cause_choices() -> list[tuple[str, str]]:
    """Return the choices; a callable, so that a new cause needs no migration."""
    return list(Cause.choices)


class Revision(models.Model):
    """One version of a record."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=kind_choices)
    cause = models.CharField(max_length=20, choices=cause_choices, blank=True)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    content = CanonicalJSONField()
    text = CanonicalJSONField()
    text_salt = models.CharField(max_length=64, blank=True)  # blank: the text was erased
    text_digest = models.CharField(max_length=80)
    previous_digest = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=80)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"revision {self.number}, {self.kind}"
