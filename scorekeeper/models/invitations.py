"""Invitations to join a club, with an existing or a new account."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club, Role


class Invitation(models.Model):
    """An offer of a role in a club, for one or several people, until it expires or is revoked.

    Its token is signed, not stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    email = models.EmailField(blank=True)  # deleted when the invitation is closed
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # how many people may join by it, and how many have
    uses = models.PositiveSmallIntegerField(default=1, db_default=1)
    used = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="invitation_is_used_no_more_than_it_allows",
                condition=models.Q(uses__gte=1, used__lte=models.F("uses")),
                violation_error_message="No more people can join by an invitation than it is for.",
            ),
            models.CheckConstraint(
                name="invitation_for_several_makes_no_owners",
                condition=models.Q(uses=1) | ~models.Q(role=Role.OWNER),
                violation_error_message="An invitation for several people cannot make them owners.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.role}"


class InvitationAcceptance(models.Model):
    """A user accepted an invitation, and nobody else can: of an invitation for several, the last one."""

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
