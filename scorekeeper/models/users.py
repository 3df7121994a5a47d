"""User accounts."""

import uuid
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.functional import SimpleLazyObject
from django.utils.translation import pgettext_lazy
from django_otp.plugins.otp_totp.models import TOTPDevice

if TYPE_CHECKING:
    from scorekeeper.models.tokens import Token


class Theme(models.TextChoices):
    """The pages' color scheme; empty means the system's setting."""

    LIGHT = "light", pgettext_lazy("theme", "Light")
    DARK = "dark", pgettext_lazy("theme", "Dark")


class HeldRole(NamedTuple):
    """The role that an account was given in a club."""

    role: str  # a Role
    second_step_for: str  # a SecondStepFor, of the club
    has_second_step: bool  # of the account


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

    roles: Mapping[uuid.UUID, HeldRole] | None = None
    """The account's roles by club, as they were read for this request; None if they are to be read at every question.

    Not stored.  Whoever changes a membership sets it to None, since the request may go on.
    """

    def read_roles(self) -> Mapping[uuid.UUID, HeldRole]:
        """Return the account's present roles by club."""
        rows = _given_roles().filter(user=self.pk)
        return {club: HeldRole(*given) for club, *given in rows}

    def carry_roles(self) -> None:
        """Let the first question for a role in this request read all roles; the later ones ask nobody."""
        self.roles = cast("Mapping[uuid.UUID, HeldRole]", SimpleLazyObject(self.read_roles))


@cache
def _given_roles() -> models.QuerySet[models.Model, tuple[Any, ...]]:
    """Return the clubs and roles of all members.  Built once: to resolve these names takes Django longer than to ask the database."""
    members = apps.get_model("scorekeeper", "Member")._default_manager.order_by()
    has_step = Exists(TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True))
    return members.values_list("club", "role", "club__second_step_for", has_step)
