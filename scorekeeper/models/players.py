"""Players of a club, and their pictures."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from scorekeeper.models.clubs import Club
from scorekeeper.models.limits import MAX_NAME, MAX_PICTURE, check_name


class Player(models.Model):
    """A person who plays in a club, with or without an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=MAX_NAME, validators=[check_name])
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        help_text="The member whose account this player is.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                name="player_has_a_name",
                condition=~models.Q(name=""),
                violation_error_message="A player needs a name.",
            ),
            models.UniqueConstraint(
                name="player_named_once_in_a_club",
                fields=["club", "name"],
                violation_error_message="Two players of a club cannot have the same name.",
            ),
            models.UniqueConstraint(
                name="account_plays_as_one_player_in_a_club",
                fields=["club", "user"],
                violation_error_message="An account belongs to one player of a club.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlayerPicture(models.Model):
    """The picture that stands beside a player's name.  It is personal data, not a fact: replaced and deleted without a trace."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="picture")
    content = models.BinaryField()  # a WebP of 128 by 128 pixels
    digest = models.CharField(max_length=64)  # SHA-256 of the content, in its address

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="picture_is_small",
                condition=LessThanOrEqual(Length("content"), MAX_PICTURE),
                violation_error_message="A picture that is stored has at most 20 kB.",
            ),
        ]

    def __str__(self) -> str:
        return f"picture of {self.player}"
