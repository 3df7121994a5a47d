"""Changes to one's own account; each is written to the audit log."""

from collections.abc import Mapping

from django.db import transaction

from scorekeeper import audit
from scorekeeper.models import User
from scorekeeper.models.fields import assign


@transaction.atomic
def change(user: User, values: Mapping[str, object]) -> User:
    """Update fields of an account: name, mail address, language …  Raises ValidationError."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    changed = assign(locked, values)
    if changed:
        locked.full_clean()
        locked.save(update_fields=changed)
        audit.note("account changed", locked, by=locked, fields=[*changed])
    return locked


@transaction.atomic
def set_password(user: User, password: str) -> None:
    """Set a new password.  This signs out the account's other sessions."""
    user.set_password(password)
    user.save(update_fields=["password"])
    audit.note("password changed", user, by=user)


@transaction.atomic
def sign_out_everywhere(user: User, password: str) -> None:
    """End every session of the account without changing its password.

    Django ties sessions to the password's hash; hashing the same password with a new salt ends them all.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    audit.note("signed out everywhere", user, by=user)
