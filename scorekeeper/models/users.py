"""People with an account."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import pgettext_lazy


class Theme(models.TextChoices):
    """How pages look; without one, as the system has it."""

    LIGHT = "light", pgettext_lazy("theme", "Light")
    DARK = "dark", pgettext_lazy("theme", "Dark")


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens
    """Somebody who signs in.  A player at a table need not have an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    theme = models.CharField(
        max_length=10, choices=Theme.choices, blank=True, default="", db_default=""
    )
