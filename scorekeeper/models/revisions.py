"""Chains of revisions: what was written down, by whom and when, never edited.

A session and each hand is such a chain.  Content holds ids and cards, never names; whatever people wrote freely stands
beside it and enters the digest as a salted hash.  So a person can be erased, the words and their salt with them, and the
chain still verifies.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models

import referee
from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField


class Kind(models.TextChoices):
    """What made a revision."""

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
    """A new kind needs no migration."""
    return list(Kind.choices)


def cause_choices() -> list[tuple[str, str]]:
    """A new cause needs no migration."""
    return list(Cause.choices)


def new_salt() -> str:
    """32 random bytes in hexadecimal, so that erased words cannot be guessed from their hash."""
    return secrets.token_hex(32)


class Revision(models.Model):
    """One version of what was written down."""

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
    text_salt = models.CharField(max_length=64, blank=True)  # blank: the words were erased
    text_digest = models.CharField(max_length=80)
    previous_digest = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=80)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"revision {self.number}, {self.kind}"

    def of(self) -> dict[str, str | int]:
        """What this is a revision of, as it stands in the digest."""
        raise NotImplementedError

    def digest_now(self) -> str:
        """The digest of what the row says now; another than ``digest`` means that the row was changed."""
        return referee.revision_digest(
            id=str(self.id),
            of=self.of(),
            number=self.number,
            previous=self.previous_digest,
            kind=str(self.kind),
            by=str(self.by_id),
            at=self.at,
            content=self.content,
            text=self.text_digest,
            cause=str(self.cause),
        )
