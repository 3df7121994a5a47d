"""Everybody who sends requests in tests: the cast by role, strangers, and phones with valid and invalid links."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

ROLES = {"owner": "alice", "referee": "bob", "scorer": "carol", "member": "dan", "stranger": "eve"}
LINKS = ["link", "link of another session", "expired link", "revoked link"]


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo every write made inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
