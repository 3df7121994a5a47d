"""Sign-up: a stranger's mail address is confirmed by a signed link, with which an account is made.

Nothing is stored until then: the link carries the address and the id of the account, so it is good for one account only.
"""

import hashlib
import uuid
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from django.urls import reverse
from django.utils.http import urlencode

from scorekeeper import audit
from scorekeeper.models import User

VALID_FOR = timedelta(days=1)
_SALT = "scorekeeper.accounts.sign_up"


class AddressTakenError(ValueError):
    """The mail address of a link has an account by now."""


class LinkState(StrEnum):
    """What a sign-up link is good for."""

    OPEN = "open"
    EXPIRED = "expired"
    USED = "used"  # or its address has an account by now


@dataclass(frozen=True)
class SignUpLink:
    """What a link confirms: the mail address of an account that is to have this id."""

    account: uuid.UUID
    email: str
    is_expired: bool = False

    @property
    def state(self) -> LinkState:
        """Whether an account may be made with it."""
        if self.is_expired:
            return LinkState.EXPIRED
        is_used = User.objects.filter(pk=self.account).exists() or has_account(self.email)
        return LinkState.USED if is_used else LinkState.OPEN


def is_sign_up_open() -> bool:
    """Return whether strangers may sign up: the setting SIGN_UP, where mail can be sent."""
    return bool(settings.SIGN_UP) and settings.MAIL != "none"


def has_account(email: str) -> bool:
    """Return whether an account has this mail address."""
    return User.objects.filter(email__iexact=email).exists()


def make_path(email: str) -> str:
    """Return the path and query of a new link.  The token is in the query, because paths are logged."""
    token = signing.dumps([uuid.uuid4().hex, email], salt=_SALT)
    return f"{reverse('sign-up-account')}?{urlencode({'link': token})}"


def read_sign_up_link(token: str) -> SignUpLink | None:
    """Return what a token confirms, or None if we did not sign it."""
    try:
        account, email = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    try:
        signing.loads(token, salt=_SALT, max_age=VALID_FOR)
    except signing.SignatureExpired:
        return SignUpLink(uuid.UUID(hex=account), email, is_expired=True)
    return SignUpLink(uuid.UUID(hex=account), email)


@transaction.atomic
def create_account(account: User) -> None:
    """Store the account of a link.

    Raises AddressTakenError if its address got one meanwhile, and IntegrityError if the link, or the user name, was used.
    """
    _lock_address(account.email)
    if has_account(account.email):
        raise AddressTakenError
    account.save(force_insert=True)
    audit.note("account made", account, by=account)


def _lock_address(email: str) -> None:
    """Let one transaction after the other make an account for this address, which no row stands for until then."""
    if connection.vendor != "postgresql":
        return  # the transactions of SQLite are one after the other
    digest = hashlib.sha256(f"{_SALT} {email.upper()}".encode()).digest()
    with connection.cursor() as cursor:  # the ORM has no advisory locks
        key = int.from_bytes(digest[:8], signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
