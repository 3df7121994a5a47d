"""Bearer tokens with which programs act for an account."""

import uuid

from django.db import models
from knox.models import AbstractAuthToken


class Token(AbstractAuthToken):  # type: ignore[misc]
    """An account's token: only its hash, its label and its expiry are stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=128, unique=True)
    label = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.label or self.token_key
