"""Bearer tokens with which programs act for an account."""

import uuid
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from knox.settings import knox_settings

from scorekeeper import audit, idempotency
from scorekeeper.models import Token, User


def valid_tokens(user: User) -> QuerySet[Token]:
    """Return the user's tokens that have not expired."""
    tokens: QuerySet[Token] = Token.objects.filter(user=user)
    return tokens.filter(expiry__gt=timezone.now())


@transaction.atomic
def create_token(
    user: User,
    *,
    label: str = "",
    lifetime: timedelta | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Token, str]:
    """Create a token; return it and its secret key, which is not stored and cannot be shown again.

    Raises IdTakenError.
    """
    expiry = lifetime or knox_settings.TOKEN_TTL
    try:
        with transaction.atomic():
            stored, key = Token.objects.create(
                user=user, expiry=expiry, label=label, id=id or uuid.uuid4()
            )
    except IntegrityError as error:  # the same form, sent again
        raise idempotency.IdTakenError from error
    audit.note("token made", stored, by=user)
    return stored, key


@transaction.atomic
def revoke(token: Token, *, by: User) -> None:
    """Delete a token; do nothing if it is deleted already."""
    deleted, _ = Token.objects.filter(pk=token.pk).delete()
    if deleted:
        audit.note("token revoked", token, by=by)
