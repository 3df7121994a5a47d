"""Replays: a hand's frames, ready to draw.  Derived, and built by workers."""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand


class Replay(models.Model):
    """A hand's frames, built from one revision and its carried-in state."""

    hand = models.OneToOneField(Hand, models.CASCADE, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    input_digest = models.CharField(max_length=80)  # of the adjudication from which they were built
    frame_version = models.PositiveIntegerField()
    frames = JSONTextField()  # compressed
    built_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="replays_by_form", fields=["frame_version", "hand"])]

    def __str__(self) -> str:
        return f"replay of {self.hand}"
