"""The version of each club: a random word in the cache, replaced by every change."""

from uuid import UUID, uuid4

from django.conf import settings
from django.core.cache import caches
from django.db import transaction

CACHE = "polls"
VERSION_KEPT = 24 * 60 * 60  # seconds


def renew(club: UUID | None) -> None:
    """Replace a club's version after the commit, since something is changed that screens may show."""
    if club is None or CACHE not in settings.CACHES:
        return

    def write() -> None:
        caches[CACHE].set(key_of(club), uuid4().hex, VERSION_KEPT)

    transaction.on_commit(
        write, robust=True
    )  # an error is logged: the change is committed all the same


def add(key: str) -> str:
    """Return the version that is in the cache, after adding one where there is none."""
    version: str | None = caches[CACHE].get_or_set(key, lambda: uuid4().hex, VERSION_KEPT)
    return version or uuid4().hex


def key_of(club: UUID) -> str:
    """Return the cache key of a club's version."""
    return f"version:{club}"
