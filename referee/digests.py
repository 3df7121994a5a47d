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

    >>> import referee
    >>> referee.canonical({"seat": 2, "cards": ["3♣"]})
    '{"cards":["3♣"],"seat":2}'

    Raises ValueError for numbers that JSON does not have, TypeError for values that are no JSON.
    """
    return _CANONICAL.encode(value)


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def sha256(text: str) -> str:
    """Return the digest of a text in UTF-8: ``sha256:`` and 64 hexadecimal digits.

    >>> import referee
    >>> referee.sha256("3C")
    'sha256:83daaf967735c7b48747b44cb41503b805ed715988fa0e2a5badc89e4d305a2c'
    """
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def text_digest(*, salt: str, reason: str, text: object) -> str:
    """Return the salted hash of a revision's text: SHA-256 over the salt and canonical ``{"reason", "text"}``.

    >>> import referee
    >>> digest = referee.text_digest(salt="ab12", reason="Bo misread it", text={"note": "rain"})
    >>> digest == referee.salted_digest("ab12", {"reason": "Bo misread it", "text": {"note": "rain"}})
    True
    """
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

    >>> import referee
    >>> from datetime import UTC, datetime
    >>> of, moment = {"club": "c1", "session": "s1"}, datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
    >>> text = referee.text_digest(salt="ab12", reason="", text={})
    >>> first = referee.revision_digest(id="r1", of=of, number=1, previous=referee.NO_PREVIOUS_DIGEST, kind="recorded",
    ...     by="u1", at=moment, content={"variant": "big-two"}, text=text)
    >>> second = referee.revision_digest(id="r2", of=of, number=2, previous=first, kind="amended",
    ...     by="u1", at=moment, content={"variant": "pusoy-dos"}, text=text, cause="transcription-fix")
    >>> second[:20]
    'sha256:3d68f21ca2131'
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
    """Return the salted hash of a value: SHA-256 over the salt and the value's canonical JSON.

    Who does not know the salt cannot find out the value by trying; once the salt is deleted, nobody can.

    >>> import referee
    >>> referee.salted_digest("ab12", {"name": "Ann"}) == referee.sha256('ab12{"name":"Ann"}')
    True
    """
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

    >>> import referee
    >>> entry = {"kind": "player", "subject": "p1", "content": referee.sha256('{"club":"c1"}'), "salted": ""}
    >>> digest = referee.entry_digest(journal="c1", number=1, previous=referee.NO_PREVIOUS_DIGEST, **entry)
    >>> journal = {"format": referee.JOURNAL_FORMAT, "club": "c1", "entries": [{**entry, "digest": digest}]}
    >>> referee.verify(journal).ok
    True
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
