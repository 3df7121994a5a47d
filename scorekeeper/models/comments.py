"""Comments by members on plays of finished hands; rows are only ever added."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.hands import Hand, HandRevision


class Comment(models.Model):
    """A member's comment on an event, or on the whole hand, as of one revision."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="comments")
    revision = models.ForeignKey(HandRevision, models.PROTECT, related_name="+")
    event = models.PositiveIntegerField(null=True)  # in that revision; NULL: the whole hand
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                name="comment_says_something",
                condition=~models.Q(text=""),
                violation_error_message="A comment says something.",
            ),
        ]

    def __str__(self) -> str:
        return f"comment on {self.hand}"


class CommentRemoval(models.Model):
    """A comment was removed by its author, or hidden by a referee."""

    comment = models.OneToOneField(
        Comment, models.PROTECT, primary_key=True, related_name="removal"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"removal of {self.comment}"
