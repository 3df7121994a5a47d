"""Variations that members keep of finished hands; rows are only ever added."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import CanonicalJSONField
from scorekeeper.models.hands import Hand, HandRevision


class HandVariation(models.Model):
    """A line that a member tried otherwise and kept, as of one revision of the hand."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="variations")
    revision = models.ForeignKey(HandRevision, models.PROTECT, related_name="+")
    first = models.PositiveIntegerField()  # the event of that revision instead of which it begins
    events = CanonicalJSONField()  # as in a record: a list of texts
    text = CanonicalJSONField()  # name, comment and comments as in a record; {} once erased
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"variation of {self.hand}"


class VariationRemoval(models.Model):
    """A variation was withdrawn by its author, or hidden by a referee."""

    variation = models.OneToOneField(
        HandVariation, models.PROTECT, primary_key=True, related_name="removal"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"removal of {self.variation}"
