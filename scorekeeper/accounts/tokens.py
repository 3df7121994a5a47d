"""Bearer tokens of an account, for programs: made, listed, revoked."""

import uuid
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from knox.settings import knox_settings

from scorekeeper import audit, idempotency
from scorekeeper.models import Token, User


def good_tokens(user: User) -> QuerySet[Token]:
    """Somebody's tokens that have not expired."""
    own: QuerySet[Token] = Token.objects.filter(user=user)
    return own.filter(expiry__gt=timezone.now())


@transaction.atomic
def make_token(
    user: User,
    *,
    label: str = "",
    lasting: timedelta | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Token, str]:
    """A new token and its words, which nobody can be told again."""
    expiry = lasting or knox_settings.TOKEN_TTL
    try:
        with transaction.atomic():
            kept, words = Token.objects.create(
                user=user, expiry=expiry, label=label, id=id or uuid.uuid4()
            )
    except IntegrityError as error:  # the same form, sent again
        raise idempotency.IdTakenError from error
    audit.note("token made", kept, by=user)
    return kept, words


@transaction.atomic
def revoke(token: Token, *, by: User) -> None:
    """Whoever shows the token is nobody from now on.  Once is enough."""
    gone, _ = Token.objects.filter(pk=token.pk).delete()
    if gone:
        audit.note("token revoked", token, by=by)
