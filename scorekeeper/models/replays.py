"""Replays: a hand's frames, ready to draw.  Derived, and built by workers."""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand

IS_NOT_INDEXED = ~models.Q(indexed_from=models.F("input_digest"))
"""The condition that the index of hands lacks what this replay shows."""


class Replay(models.Model):
    """A hand's frames, built from one revision and its carried-in state."""

    hand = models.OneToOneField(Hand, models.CASCADE, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    input_digest = models.CharField(max_length=80)  # of the adjudication from which they were built
    frame_version = models.PositiveIntegerField()
    frames = JSONTextField()  # compressed
    built_at = models.DateTimeField()
    # ``input_digest`` again once the hand is in the index of `models.hand_index`
    indexed_from = models.CharField(max_length=80, blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(name="replays_by_form", fields=["frame_version", "hand"]),
            models.Index(name="hands_to_index", fields=["hand"], condition=IS_NOT_INDEXED),
        ]

    def __str__(self) -> str:
        return f"replay of {self.hand}"
