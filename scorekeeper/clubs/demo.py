"""The demo club's ids, the same in every installation, and whether strangers may see it."""

import uuid

from django.db.models import QuerySet

from scorekeeper.models import Club, Visibility

_NAMESPACE = uuid.UUID("5d5b7c0e-3a59-4f0c-9b57-0d6f2a1c8e10")


def demo_id(name: str) -> uuid.UUID:
    """Return the id of a part of the demo club, such as ``"session big_two_1"``."""
    return uuid.uuid5(_NAMESPACE, name)


def hand_id(session: str, number: int) -> uuid.UUID:
    """Return the id of a hand of the demo club, given the stem of its record's file and its number."""
    return uuid.uuid5(demo_id(f"session {session}"), f"hand {number}")


def public_demo_clubs() -> QuerySet[Club]:
    """Return the demo club if it is there and public."""
    return Club.objects.filter(pk=demo_id("club"), visibility=Visibility.PUBLIC)
