"""Chains of revisions: what was written down, by whom and when, never edited.

A session and each hand is such a chain.  Content holds ids and cards, never names; whatever people wrote freely stands
beside it and enters the digest as a salted hash.  So a person can be erased, the words and their salt with them, and the
chain still verifies.
"""

import hashlib
import secrets
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField, canonical

FIRST = ""  # what stands in the place of the digest before the first


class Kind(models.TextChoices):
    """What made a revision."""

    RECORDED = "recorded"
    APPENDED = "appended"
    AMENDED = "amended"
    RULED = "ruled"
    VOIDED = "voided"


def kind_choices() -> list[tuple[str, str]]:
    """A new kind needs no migration."""
    return list(Kind.choices)


def new_salt() -> str:
    """32 random bytes in hexadecimal, so that erased words cannot be guessed from their hash."""
    return secrets.token_hex(32)


def sha256(text: str) -> str:
    """The digest of a text as it is written everywhere: ``sha256:`` and 64 hexadecimal digits."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def text_digest(*, salt: str, reason: str, text: object) -> str:
    """The salted hash of the words of a revision: SHA-256 over the salt and canonical ``{"reason", "text"}``."""
    return sha256(salt + canonical({"reason": reason, "text": text}))


def revision_digest(
    *,
    id: uuid.UUID,  # noqa: A002
    of: Mapping[str, str | int],
    number: int,
    previous: str,
    kind: str,
    by: uuid.UUID,
    at: datetime,
    content: object,
    text: str,
) -> str:
    """The digest of a revision, which binds it to everything before it.

    ``sha256:`` and the SHA-256, in hexadecimal, of this object as canonical JSON: UTF-8, keys sorted by code point, no
    spaces, characters written as themselves where JSON allows it:

    - ``id`` the revision's id; ``of`` what it is a revision of: ``{"club", "session"}`` for a session,
      ``{"club", "hand", "position", "session"}`` for a hand, ids as strings in lower case
    - ``number`` from 1; ``previous`` the digest of the revision before, ``""`` for the first
    - ``kind`` one of the kinds; ``by`` the id of the account; ``at`` in UTC as ``2026-03-01T19:30:00.000000+00:00``
    - ``content`` the record without its free text
    - ``text`` the salted hash of the free text and the reason (``text_digest``), which stays when they are erased
    """
    written = {
        "id": str(id),
        "of": dict(of),
        "number": number,
        "previous": previous,
        "kind": str(kind),
        "by": str(by),
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "content": content,
        "text": text,
    }
    return sha256(canonical(written))


class Revision(models.Model):
    """One version of what was written down."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=kind_choices)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
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
        return revision_digest(
            id=self.id,
            of=self.of(),
            number=self.number,
            previous=self.previous_digest,
            kind=self.kind,
            by=self.by_id,
            at=self.at,
            content=self.content,
            text=self.text_digest,
        )
