"""Digests that chain the revisions of a record, so that anybody can check its history with this package alone.

Content has ids and cards, never names.  Free text is stored beside it, and enters the digest only as a salted hash.  A
person's words can therefore be erased together with their salt, and the chain still verifies.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime

NO_PREVIOUS_DIGEST = ""
"""The previous digest of a first revision."""


def canonical(value: object) -> str:
    """Return the canonical JSON of a value: UTF-8, keys sorted by code point, no spaces, nothing escaped needlessly.

    >>> canonical({"seat": 2, "cards": ["3♣"]})
    '{"cards":["3♣"],"seat":2}'
    """
    return _CANONICAL.encode(value)


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def sha256(text: str) -> str:
    """Return the digest of a text: ``sha256:`` and 64 hexadecimal digits."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def text_digest(*, salt: str, reason: str, text: object) -> str:
    """Return the salted hash of a revision's text: SHA-256 over the salt and canonical ``{"reason", "text"}``."""
    return sha256(salt + canonical({"reason": reason, "text": text}))


def revision_digest(
    *,
    id: str,  # noqa: A002
    of: Mapping[str, str | int],
    number: int,
    previous: str,
    kind: str,
    by: str,
    at: datetime,
    content: object,
    text: str,
    cause: str = "",
) -> str:
    """Return the digest of a revision, which depends on every revision before it.

    ``sha256:`` and the SHA-256, in hexadecimal, of this object as ``canonical`` JSON:

    - ``id`` the revision's id; ``of`` what it is a revision of: ``{"club", "session"}`` for a session,
      ``{"club", "hand", "position", "session"}`` for a hand, ids as strings in lower case
    - ``number`` from 1; ``previous`` the digest of the revision before, ``""`` for the first
    - ``kind`` one of the kinds; ``cause`` one of the causes, left out where there is none; ``by`` the id of the account;
      ``at`` in UTC as ``2026-03-01T19:30:00.000000+00:00``
    - ``content`` the record without its free text
    - ``text`` the salted hash of the free text and the reason (``text_digest``), which stays when they are erased
    """
    written = {
        "id": id,
        "of": dict(of),
        "number": number,
        "previous": previous,
        "kind": kind,
        "by": by,
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "content": content,
        "text": text,
    }
    return sha256(canonical({**written, "cause": cause} if cause else written))


def salted_digest(salt: str, value: object) -> str:
    """Return the salted hash of a value: SHA-256 over the salt and the value's canonical JSON."""
    return sha256(salt + canonical(value))


def entry_digest(
    *,
    journal: str,
    number: int,
    kind: str,
    subject: str,
    content: str,
    salted: str,
    previous: str,
) -> str:
    """Return the digest of an entry of a club's journal, which depends on every entry before it.

    ``sha256:`` and the SHA-256, in hexadecimal, of this object as ``canonical`` JSON:

    - ``journal`` the club's id in lower case; ``number`` from 1; ``previous`` the digest of the entry before, ``""`` for
      the first
    - ``kind`` what was written down, such as ``ruling``; ``subject`` its id
    - ``content`` the digest of the columns that never change, as canonical JSON; ``""`` once the row was deleted
    - ``salted`` the salted hash of the columns that may change or be erased, ``""`` where there are none
    """
    written = {
        "journal": journal,
        "number": number,
        "kind": kind,
        "subject": subject,
        "content": content,
        "salted": salted,
        "previous": previous,
    }
    return sha256(canonical(written))
