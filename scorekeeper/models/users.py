"""User accounts."""

import uuid
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from scorekeeper.models.tokens import Token


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

    class Meta(AbstractUser.Meta):
        verbose_name = "user"  # not translated, as audit entries contain it
        verbose_name_plural = "users"

    token: "Token | None" = None
    """The token through which the account acts in this request; None in a browser.  Not stored: set by the API's authentication."""
