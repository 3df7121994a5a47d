"""User accounts."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import pgettext_lazy


class Theme(models.TextChoices):
    """The pages' color scheme; empty means the system's setting."""

    LIGHT = "light", pgettext_lazy("theme", "Light")
    DARK = "dark", pgettext_lazy("theme", "Dark")


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens
    """An account.  Players need not have one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    theme = models.CharField(
        max_length=10, choices=Theme.choices, blank=True, default="", db_default=""
    )
