"""The index by which finished hands are found.  Derived, and built by workers together with the replays."""

from django.db import models
from django.db.models import F

from scorekeeper.models.adjudications import copied_club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand


class IndexedHand(models.Model):
    """A finished hand in the index, and the figures by which hands are sorted.  Void, annulled and unfinished hands have none."""

    hand = models.OneToOneField(
        Hand, models.CASCADE, primary_key=True, related_name="indexed", db_constraint=False
    )
    club = copied_club()
    input_digest = models.CharField(max_length=80)  # of the adjudication from which it was built
    longest_trick = models.PositiveSmallIntegerField()  # plays; 0: no plays are recorded
    trick_event = models.PositiveIntegerField()  # with which the longest trick ends
    most_points = models.FloatField(null=True)  # of one player; NULL: not proved

    class Meta:
        indexes = [
            models.Index(F("club"), F("longest_trick").desc(), F("hand"), name="club_hands_by_trick"),
            models.Index(F("longest_trick").desc(), F("hand"), name="hands_by_trick"),
            models.Index(F("club"), F("most_points").desc(), F("hand"), name="club_hands_by_points"),
            models.Index(F("most_points").desc(), F("hand"), name="hands_by_points"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"index of {self.hand_id}"


class HandFact(models.Model):
    """Something that happened in an indexed hand, once or several times.

    A new kind needs no migration: ``replays.hand_facts.FactKind`` lists those that are known.
    """

    id = models.BigAutoField(primary_key=True)
    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="facts", db_index=False, db_constraint=False
    )
    club = copied_club()
    kind = models.CharField(max_length=20)
    value = models.CharField(max_length=40, blank=True)
    moments = JSONTextField()  # [[event, seat], …]; event 0 is the deal, seat 0 nobody's

    class Meta:
        ordering = ["id"]
        indexes = [
            # without the hand, so that PostgreSQL stores each kind and value once for many rows
            models.Index(name="facts_of_a_club", fields=["club", "kind", "value"]),
            models.Index(name="facts_of_a_hand", fields=["hand"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}".rstrip()
