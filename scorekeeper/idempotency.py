"""A write that is sent again under its ``Idempotency-Key`` has one effect and one answer.

The transaction of the write first stores the key.  A second request with the same key waits until that transaction has
ended, and then gets its answer.  If the write fails, the key is rolled back with it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from scorekeeper.models import GivenAnswer

RETENTION = timedelta(days=3)
MAX_KEY_LENGTH = 255  # characters


class KeyMismatchError(ValueError):
    """The key stands for another request."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used for another request: choose a new one.")


class BadKeyError(ValueError):
    """This is no key."""

    def __init__(self) -> None:
        super().__init__(f"An Idempotency-Key is 1 to {MAX_KEY_LENGTH} visible ASCII characters.")


@dataclass(frozen=True, kw_only=True)
class StoredResponse:
    """What a request was answered."""

    status: int
    headers: Mapping[str, str]
    body: str


def check_key(key: str) -> None:
    """Raises BadKeyError for what nobody could send as a key by intention."""
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not all("!" <= letter <= "~" for letter in key):
        raise BadKeyError


def claim(owner: str, key: str, *, request_digest: str) -> StoredResponse | None:
    """Take the key for this request, or find what the request was answered before.

    Belongs into the transaction of the write, in front of it.  Raises KeyMismatchError where the key stands for another
    request of the same owner.
    """
    row = GivenAnswer(owner=owner, key=key, request_digest=request_digest, at=timezone.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return _given(owner, key, request_digest)
    return None


def store_answer(owner: str, key: str, answer: StoredResponse) -> None:
    """Remember the answer under the key that was claimed in this transaction."""
    GivenAnswer.objects.filter(owner=owner, key=key).update(
        status=answer.status, headers=json.dumps(dict(answer.headers)), body=answer.body
    )


def delete_old() -> int:
    """Drop the answers that nobody will ask for again; how many they were."""
    dropped, _ = GivenAnswer.objects.filter(at__lt=timezone.now() - RETENTION).delete()
    return dropped


def _given(owner: str, key: str, request_digest: str) -> StoredResponse:
    row = GivenAnswer.objects.get(owner=owner, key=key)
    if row.request_digest != request_digest:
        raise KeyMismatchError
    return StoredResponse(status=row.status, headers=json.loads(row.headers), body=row.body)


Row = TypeVar("Row", bound=models.Model)


class IdTakenError(ValueError):
    """The id belongs to something else already."""

    def __init__(self, message: str = "This id belongs to something else already.") -> None:
        super().__init__(message)


def create_once(row: Row) -> tuple[Row, bool]:
    """Keep a new row and say that it is new; tried again with the same id, answer with the row that is there.

    When anything that was chosen differs, the id belongs to something else.
    """
    there = _there(row)
    if there is not None:
        return there, False
    row.full_clean()
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        there = _there(row)  # the same request, a moment earlier
        if there is None:
            raise
        return there, False
    return row, True


def _there(row: Row) -> Row | None:
    there = type(row)._default_manager.filter(pk=row.pk).first()
    if there is not None and _chosen(there) != _chosen(row):
        raise IdTakenError
    return there


def _chosen(row: models.Model) -> dict[str, object]:
    fields = (field for field in row._meta.concrete_fields if field.name != "created_at")
    return {field.attname: getattr(row, field.attname) for field in fields}
