"""Links with which a phone without an account logs one session."""

import uuid

from django.conf import settings
from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.sessions import Session


class Link(models.Model):
    """Permission to log one session, until it expires or is revoked.  Its token is signed, not stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, models.PROTECT, related_name="links")
    label = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.label or f"link to {self.session}"


class LinkRevocation(models.Model):
    """A link was revoked."""

    link = models.OneToOneField(Link, models.PROTECT, primary_key=True, related_name="revocation")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.link} was revoked"
