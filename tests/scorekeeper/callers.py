"""Everybody who may knock: the cast by their roles, strangers, and phones with links good and bad."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

ROLES = {"owner": "alice", "referee": "bob", "scorer": "carol", "member": "dan", "stranger": "eve"}
LINKS = ["link", "link of another session", "expired link", "revoked link"]


@contextmanager
def rolled_back() -> Iterator[None]:
    """What is written inside is forgotten."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
