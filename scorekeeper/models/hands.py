"""Hands and their revisions."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.links import Link
from scorekeeper.models.revisions import Revision
from scorekeeper.models.sessions import Session


class Hand(models.Model):
    """One deal of a session, played out and scored.  Its position in the session never changes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="hands", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="hands", db_index=False)
    position = models.PositiveIntegerField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    recorded_through = models.ForeignKey(
        Link, models.PROTECT, null=True, related_name="+", db_index=False
    )
    head = models.OneToOneField("HandRevision", models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        indexes = [models.Index(name="hands_of_a_club", fields=["club", "id"])]
        constraints = [
            models.UniqueConstraint(
                name="hand_numbered_once",
                fields=["session", "position"],
                violation_error_message="Two hands of a session cannot have the same position.",
            ),
            models.CheckConstraint(
                name="hands_count_from_one",
                condition=models.Q(position__gte=1),
                violation_error_message="Hands count from 1.",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.position}"


class HandRevision(Revision):
    """A version of a hand's record: cards, plays, score sheet."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="revisions", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()

    class Meta(Revision.Meta):
        indexes = [models.Index(name="hand_revisions_by_time", fields=["club", "at"])]
        constraints = [
            models.UniqueConstraint(
                name="hand_revision_numbered_once",
                fields=["hand", "number"],
                violation_error_message="A hand has one revision of each number.",
            ),
            models.CheckConstraint(
                name="hand_revisions_count_from_one",
                condition=models.Q(number__gte=1),
                violation_error_message="Revisions count from 1.",
            ),
        ]
