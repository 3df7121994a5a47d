"""Replays: a hand's frames, ready to draw; and what was solved of its ending.  Derived, and built by workers."""

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


class SolvedEnding(models.Model):
    """Where a certain win was taken or given away in the last cards of a climbing game's hand."""

    hand = models.OneToOneField(
        Hand, models.CASCADE, primary_key=True, related_name="ending", db_constraint=False
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_constraint=False)
    input_digest = models.CharField(max_length=80)  # of the adjudication that was analyzed
    analysis = JSONTextField()  # `hand-analysis/1`
    by_seat = JSONTextField()  # of each seat: wins taken, wins given away, settled decisions
    solved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ending of {self.hand_id}"
