"""Merges and erasures of players."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField
from scorekeeper.models.players import Player
from scorekeeper.models.sessions import Session


class PlayerMerge(models.Model):
    """Two players are one person.  Records keep their ids; scores count for ``into``."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    into = models.ForeignKey(Player, models.PROTECT, related_name="absorbed")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                name="nobody_is_merged_into_themselves",
                condition=~models.Q(player=models.F("into")),
                violation_error_message="A player cannot be merged into themselves.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} is {self.into}"


class MergeReversal(models.Model):
    """A merge was reversed."""

    merge = models.OneToOneField(
        PlayerMerge, models.PROTECT, primary_key=True, related_name="reversal"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reversal of {self.merge}"


class MergeProgress(models.Model):
    """How far workers are with the sessions of a merge, or with the same sessions after its reversal."""

    merge = models.OneToOneField(
        PlayerMerge, models.CASCADE, primary_key=True, related_name="progress"
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    sessions = models.PositiveIntegerField(null=True)  # NULL: no worker has counted them yet
    left = models.PositiveIntegerField(null=True)  # sessions whose scores are still to assign
    after = models.UUIDField(null=True)  # the last session that is done, in the order of the ids
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "progress of merges"

    def __str__(self) -> str:
        return f"{self.done} of {self.sessions}"

    @property
    def done(self) -> int:
        """The number of sessions that are done."""
        return (self.sessions or 0) - (self.left or 0)


class Erasure(models.Model):
    """A player's name and the free text of their sessions were erased."""

    player = models.OneToOneField(Player, models.PROTECT, primary_key=True, related_name="erasure")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveIntegerField()  # "Player 7"
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="erased_player_numbered_once",
                fields=["club", "number"],
                violation_error_message="Two erased players cannot have the same number.",
            ),
        ]

    def __str__(self) -> str:
        return f"Player {self.number}"


class ErasureProgress(models.Model):
    """How far workers are with rewriting the sessions of an erased player."""

    erasure = models.OneToOneField(
        Erasure, models.CASCADE, primary_key=True, related_name="progress"
    )
    sessions = models.PositiveIntegerField()
    left = models.PositiveIntegerField()  # sessions still to rewrite
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "progress of erasures"

    def __str__(self) -> str:
        return f"{self.sessions - self.left} of {self.sessions}"

    @property
    def done(self) -> int:
        """The number of rewritten sessions."""
        return self.sessions - self.left


class ErasureStep(models.Model):
    """A session that workers have still to rewrite after an erasure."""

    id = models.BigAutoField(primary_key=True)
    erasure = models.ForeignKey(Erasure, models.CASCADE, related_name="steps", db_index=False)
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    labels = JSONTextField(default=dict)  # text that the session gets back: without the name

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="session_is_rewritten_once_for_an_erasure",
                fields=["erasure", "session"],
                violation_error_message="An erasure rewrites a session once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} for {self.erasure}"
