"""Puzzles: positions of hands in which exactly one play wins.  Derived, and found by workers."""

import uuid

from django.db import models
from django.db.models import Q

from scorekeeper.models.adjudications import copied_club
from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.hands import Hand
from scorekeeper.models.sessions import Session, variant_choices


class Difficulty(models.IntegerChoices):
    """How hard a puzzle is, as the referee counts it."""

    EASY = 1
    MEDIUM = 2
    HARD = 3


class PuzzleTheme(models.TextChoices):
    """What wins in a puzzle."""

    PASSING = "pass"
    BOMB = "bomb"
    LAST_CARD = "last-card"
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STRAIGHT = "straight"
    COMBINATION = "combination"


class Puzzle(models.Model):
    """A position with exactly one winning play, and all that can follow it.  It holds no names."""

    # of the hand and the position, or of the position alone: the same whenever it is found
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    # NULL: from a hand that programs played
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="puzzles")
    input_digest = models.CharField(max_length=80, blank=True)  # of the hand's adjudication
    event = models.PositiveIntegerField()  # events before the position
    key = models.TextField()  # of the position
    position = models.CharField(max_length=80)  # digest of the key
    variant = models.CharField(max_length=40, choices=variant_choices)
    seat = models.PositiveSmallIntegerField()
    cards_left = models.PositiveSmallIntegerField()
    choices = JSONTextField()
    play = models.CharField(max_length=200)
    line = JSONTextField()
    plausible = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=20, choices=PuzzleTheme)
    difficulty = models.PositiveSmallIntegerField(choices=Difficulty)
    tree = JSONTextField()

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["theme", "difficulty", "id"], name="puzzles_of_a_theme"),
            models.Index(fields=["difficulty", "id"], name="puzzles_by_difficulty"),
            models.Index(fields=["position", "id"], name="puzzles_of_a_position"),
        ]
        constraints = [
            models.CheckConstraint(
                name="puzzle_of_a_hand_has_its_digest",
                condition=Q(hand=None, input_digest="") | Q(hand__isnull=False),
                violation_error_message="A puzzle of a hand carries the digest that it was found in.",
            ),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.id}"


class PuzzleSearch(models.Model):
    """How far workers have searched the hands of a session for puzzles."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="+")
    club = copied_club()
    version = models.PositiveIntegerField()  # of what is searched for
    input_digest = models.CharField(
        max_length=80, blank=True
    )  # of the result; empty: not all hands
    searched = JSONTextField(default=dict)  # input digest by hand

    def __str__(self) -> str:
        return f"search for puzzles in {self.session_id}"
