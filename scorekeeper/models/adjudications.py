"""The referee's answers on hands and sessions.  Derived: rows can be deleted and rebuilt from the head revisions.

Their foreign keys have no database constraints, because checking each would make every hand slower.  That is safe: the
hand's own references are checked, and rows they refer to are never deleted.
"""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand
from scorekeeper.models.players import Player
from scorekeeper.models.sessions import Session

FINISHED = "finished"  # the status of a hand that was played to its end
UNFINISHED = "unfinished"  # the status of a hand that is not over
VOID = "void"  # the status of a hand that does not count, except for its adjustments


def copied_club() -> "models.ForeignKey[Club, Club]":
    """Return the column for a derived row's club, a copy of its hand's or session's club."""
    return models.ForeignKey(
        Club, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )


class Adjudication(models.Model):
    """The referee's answer on a hand, with a digest of everything it depends on."""

    hand = models.OneToOneField(Hand, models.CASCADE, primary_key=True, db_constraint=False)
    club = copied_club()
    input_digest = models.CharField(max_length=80)  # of head revision, rules and carried-in state
    rules_digest = models.CharField(max_length=80)
    carried_in = JSONTextField()
    carried_out = JSONTextField()
    status = models.CharField(max_length=20)
    answer = JSONTextField()
    # Frames built from this answer; a new answer starts without.
    replay = models.OneToOneField("Replay", models.SET_NULL, null=True, related_name="+")
    # The input digest of the answer whose ending was solved last: a new answer waits (`replays.endings`).
    solved_for = models.CharField(max_length=80, blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(name="replays_to_build", fields=["hand"], condition=models.Q(replay=None)),
            models.Index(
                name="hands_unfinished",
                fields=["club", "hand"],
                condition=models.Q(status=UNFINISHED),
            ),
            models.Index(
                name="endings_to_solve",
                fields=["club", "hand"],
                condition=models.Q(status=FINISHED)
                & ~models.Q(solved_for=models.F("input_digest")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.status}"


class Score(models.Model):
    """A player's points in a hand.  Columns are NULL if the record does not prove them."""

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
    """The referee's verdict on an event that was illegal or unproven."""

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
    """A session's totals after its last hand."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, db_constraint=False)
    club = copied_club()
    input_digest = models.CharField(max_length=80)  # of the session's head, the rules, every hand
    hands = models.PositiveIntegerField()
    totals = JSONTextField(null=True)  # by seat; NULL if the record does not prove them
    over = models.BooleanField()
    winners = JSONTextField()  # seats
    # Whether statistics.session_figures are stored; NULL: not yet.  Releases before 0041 stored the figures here.
    showings = JSONTextField(null=True)

    class Meta:
        indexes = [
            models.Index(
                name="showings_to_count", fields=["session"], condition=models.Q(showings=None)
            ),
        ]

    def __str__(self) -> str:
        return f"result of {self.session}"
