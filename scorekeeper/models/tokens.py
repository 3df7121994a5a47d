"""Bearer tokens with which programs act for an account."""

import uuid

from django.db import models
from knox.models import AbstractAuthToken

from scorekeeper.models.clubs import Club
from scorekeeper.models.fields import JSONTextField


class TokenScope(models.TextChoices):
    """What a token is for, least first; each scope includes those before it.  The values are public API: add, never rename."""

    READ = "read"
    LOG = "log"
    REFEREE = "referee"
    ADMINISTER = "administer"


ALL_SCOPES = [str(scope) for scope in TokenScope]


def least_scopes() -> list[str]:
    """Return the scopes of a token that was made without any."""
    return [str(TokenScope.READ)]


class Token(AbstractAuthToken):  # type: ignore[misc]
    """An account's token: only its hash, its label, its limits and its expiry are stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=128, unique=True)
    label = models.CharField(max_length=200, blank=True)
    # values of TokenScope, the included ones too; the previous release inserts no scopes: its tokens have all of them
    scopes = JSONTextField(default=least_scopes, db_default=ALL_SCOPES)
    # None: all clubs.  Deleted with its club, since it must not become a token for all clubs
    only_club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.label or self.token_key

    @property
    def is_limited(self) -> bool:
        """Whether the token allows less than its account may do."""
        return self.only_club_id is not None or set(self.scopes) != set(ALL_SCOPES)
