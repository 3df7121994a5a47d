"""What the referee made of hands and sessions.  Derived: to be thrown away and rebuilt from the head revisions.

The database does not check what these rows refer to.  They are written with a hand or after it, whose own references it
checks, and nothing that they refer to is ever deleted; to check each of them again makes every hand slower.
"""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand
from scorekeeper.models.players import Player
from scorekeeper.models.sessions import Session

UNFINISHED = "unfinished"  # the status of a hand that goes on


def copied_club() -> "models.ForeignKey[Club, Club]":
    """The club of a derived row: copied from the hand or session that the row goes with, whose own the database checks."""
    return models.ForeignKey(
        Club, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )


class Adjudication(models.Model):
    """The referee's answer on one hand, with the digest of all that it depends on."""

    hand = models.OneToOneField(Hand, models.CASCADE, primary_key=True, db_constraint=False)
    club = copied_club()
    input_digest = models.CharField(max_length=80)  # of head revision, rules, what was carried in
    rules_digest = models.CharField(max_length=80)
    carried_in = JSONTextField()
    carried_out = JSONTextField()
    status = models.CharField(max_length=20)
    answer = JSONTextField()
    # the frames built from this very answer; another answer begins without
    replay = models.OneToOneField("Replay", models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes = [
            models.Index(name="replays_to_build", fields=["hand"], condition=models.Q(replay=None)),
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.status}"


class Score(models.Model):
    """What a hand brought a player.  Empty where the record does not prove it."""

    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="scores", db_index=False, db_constraint=False
    )
    club = copied_club()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="scores", db_constraint=False)
    points = models.FloatField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    cards_left = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(
                name="seat_scores_once_a_hand",
                fields=["hand", "seat"],
                violation_error_message="A seat has one score a hand.",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.points}"


class Verdict(models.Model):
    """The referee on a play that was not plainly legal."""

    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="verdicts", db_index=False, db_constraint=False
    )
    club = copied_club()
    event = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    verdict = models.CharField(max_length=20)
    fault = models.CharField(max_length=40, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    template = models.TextField(blank=True)
    parameters = JSONTextField(default=dict)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["event"]
        indexes = [models.Index(fields=["club", "fault", "rule"], name="verdicts_by_fault")]
        constraints = [
            models.UniqueConstraint(
                name="event_judged_once",
                fields=["hand", "event"],
                violation_error_message="An event has one verdict.",
            ),
        ]

    def __str__(self) -> str:
        return f"event {self.event}: {self.verdict}"


class Result(models.Model):
    """Where a session stands after its last hand."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, db_constraint=False)
    club = copied_club()
    input_digest = models.CharField(max_length=80)  # of the session's head, the rules, every hand
    hands = models.PositiveIntegerField()
    totals = JSONTextField(null=True)  # by seat; null where the record does not prove them
    over = models.BooleanField()
    winners = JSONTextField()  # seats
    # what statistics count of its hands (showings.py); another result begins without
    showings = JSONTextField(null=True)

    class Meta:
        indexes = [
            models.Index(
                name="showings_to_count", fields=["session"], condition=models.Q(showings=None)
            ),
        ]

    def __str__(self) -> str:
        return f"result of {self.session}"
