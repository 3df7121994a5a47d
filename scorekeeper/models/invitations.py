"""Invitations to join a club, with an existing or a new account."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club, Role


class Invitation(models.Model):
    """An offer of a role in a club, usable once until it expires or is revoked.

    Its token is signed, not stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    email = models.EmailField(blank=True)  # deleted when the invitation is closed
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.club}: {self.role}"


class InvitationAcceptance(models.Model):
    """A user accepted an invitation."""

    invitation = models.OneToOneField(
        Invitation, models.PROTECT, primary_key=True, related_name="acceptance"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user} took up {self.invitation}"


class InvitationRevocation(models.Model):
    """An invitation was revoked."""

    invitation = models.OneToOneField(
        Invitation, models.PROTECT, primary_key=True, related_name="revocation"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.invitation} was revoked"
