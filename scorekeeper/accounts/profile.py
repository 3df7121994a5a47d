"""What people do with their own account; each of it is in the audit log."""

from collections.abc import Mapping

from django.db import transaction

from scorekeeper import audit
from scorekeeper.models import User


@transaction.atomic
def change(user: User, values: Mapping[str, object]) -> User:
    """Be called something else, be reached elsewhere, read in another language …"""
    held = User.objects.select_for_update().get(pk=user.pk)
    changed = sorted(name for name, value in values.items() if getattr(held, name) != value)
    for name in changed:
        setattr(held, name, values[name])
    if changed:
        held.full_clean()
        held.save(update_fields=changed)
        audit.note("account changed", held, by=held, fields=[*changed])
    return held


@transaction.atomic
def set_password(user: User, password: str) -> None:
    """Have another password.  Whoever is signed in as this account elsewhere is signed out by it."""
    user.set_password(password)
    user.save(update_fields=["password"])
    audit.note("password changed", user, by=user)


@transaction.atomic
def sign_out_everywhere(user: User, password: str) -> None:
    """End every session of the account, with its password.

    A session is good as long as the hash of the password is what it was, and the same password salted anew has another.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    audit.note("signed out everywhere", user, by=user)
