"""Bearer tokens, for programs."""

import uuid

from django.db import models
from knox.models import AbstractAuthToken


class Token(AbstractAuthToken):  # type: ignore[misc]
    """A token of an account: its hash only, the words it was given, when it expires."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=128, unique=True)
    label = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.label or self.token_key
