"""User accounts."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.functional import SimpleLazyObject
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

    roles: Mapping[uuid.UUID, str] | None = None
    """The account's roles by club, as they were read for this request; None if they are to be read at every question.

    Not stored.  Whoever changes a membership sets it to None, since the request may go on.
    """

    def read_roles(self) -> Mapping[uuid.UUID, str]:
        """Return the account's present roles by club."""
        return dict(self.memberships.order_by().values_list("club", "role"))

    def carry_roles(self) -> None:
        """Let the first question for a role in this request read all roles; the later ones ask nobody."""
        self.roles = cast("Mapping[uuid.UUID, str]", SimpleLazyObject(self.read_roles))
