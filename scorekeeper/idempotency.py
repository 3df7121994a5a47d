"""A write that is sent again under its ``Idempotency-Key`` has one effect and one answer.

The transaction of the write first stores the key.  A second request with the same key waits until that transaction has
ended, and then gets its answer.  If the write fails, the key is rolled back with it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from scorekeeper.models import GivenAnswer

RETENTION = timedelta(days=3)
MAX_KEY_LENGTH = 255  # characters


class KeyMismatchError(ValueError):
    """The key was used for another request."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used for another request: choose a new one.")


class BadKeyError(ValueError):
    """This is not a valid key."""

    def __init__(self) -> None:
        super().__init__(f"An Idempotency-Key is 1 to {MAX_KEY_LENGTH} visible ASCII characters.")


@dataclass(frozen=True, kw_only=True)
class StoredResponse:
    """What a request was answered."""

    status: int
    headers: Mapping[str, str]
    body: str


def check_key(key: str) -> None:
    """Raise BadKeyError unless the key is 1 to MAX_KEY_LENGTH visible ASCII characters."""
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not all("!" <= letter <= "~" for letter in key):
        raise BadKeyError


def claim(owner: str, key: str, *, request_digest: str) -> StoredResponse | None:
    """Store the key for this request and return None, or return the answer that the request got before.

    Call it first in the transaction of the write.  Raises KeyMismatchError if the owner used the key for another request.
    """
    row = GivenAnswer(owner=owner, key=key, request_digest=request_digest, at=timezone.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return _given(owner, key, request_digest)
    return None


def store_answer(owner: str, key: str, answer: StoredResponse) -> None:
    """Store the answer under the key that ``claim`` stored in this transaction."""
    GivenAnswer.objects.filter(owner=owner, key=key).update(
        status=answer.status, headers=json.dumps(dict(answer.headers)), body=answer.body
    )


def delete_old() -> int:
    """Delete the answers older than RETENTION, and return how many."""
    deleted, _ = GivenAnswer.objects.filter(at__lt=timezone.now() - RETENTION).delete()
    return deleted


def _given(owner: str, key: str, request_digest: str) -> StoredResponse:
    row = GivenAnswer.objects.get(owner=owner, key=key)
    if row.request_digest != request_digest:
        raise KeyMismatchError
    return StoredResponse(status=row.status, headers=json.loads(row.headers), body=row.body)


Row = TypeVar("Row", bound=models.Model)


class IdTakenError(ValueError):
    """The id is used by another row."""

    def __init__(self, message: str = "This id is already used by something else.") -> None:
        super().__init__(message)


def create_once(row: Row) -> tuple[Row, bool]:
    """Save a new row and return it with True; if the same row exists already, return that with False.

    Raises IdTakenError if a row with this id has other values, ValidationError for an invalid row.
    """
    existing = _existing(row)
    if existing is not None:
        return existing, False
    try:
        row.full_clean()
        with transaction.atomic():
            row.save(force_insert=True)
    except (ValidationError, IntegrityError):
        existing = _existing(row)  # the same request may have created it meanwhile
        if existing is None:
            raise
        return existing, False
    return row, True


def _existing(row: Row) -> Row | None:
    existing = type(row)._default_manager.filter(pk=row.pk).first()
    if existing is not None and _values(existing) != _values(row):
        raise IdTakenError
    return existing


def _values(row: models.Model) -> dict[str, object]:
    fields = (field for field in row._meta.concrete_fields if field.name != "created_at")
    return {field.attname: getattr(row, field.attname) for field in fields}
