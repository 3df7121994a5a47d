"""Bearer tokens with which programs act for an account: limited by scopes, to a club, and in time."""

import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import access, audit, idempotency
from scorekeeper.access import AccountAction, Action
from scorekeeper.models import Club, Token, TokenScope, User

DEFAULT_LIFETIME = timedelta(days=30)
"""Long enough to try a program for some evenings, short enough that a token which nobody needs any more soon ends."""

MAX_LIFETIME = timedelta(days=365)


def valid_tokens(user: User) -> QuerySet[Token]:
    """Return the user's tokens that have not expired; only the one in use if it may not see the others."""
    tokens: QuerySet[Token] = Token.objects.filter(user=user, expiry__gt=timezone.now())
    if user.token is None or access.may_outside(user, AccountAction.KEEP_TOKENS):
        return tokens
    return tokens.filter(pk=user.token.pk)


def clubs_for_tokens(user: User) -> QuerySet[Club]:
    """Return the clubs to which the user can limit a token: those that they belong to, by name."""
    return access.clubs_where(user, Action.SEE).order_by("name", "pk")


def with_included(scopes: Iterable[str]) -> list[str]:
    """Return these scopes and those that they include, least first.

    >>> with_included(["referee"])
    ['read', 'log', 'referee']
    """
    asked, all_scopes = set(scopes), [str(scope) for scope in TokenScope]
    highest = max((all_scopes.index(scope) for scope in asked), default=0)
    return all_scopes[: highest + 1]


@transaction.atomic
def create_token(
    user: User,
    *,
    label: str = "",
    scopes: Iterable[str] = (TokenScope.READ,),
    only_club: Club | None = None,
    lifetime: timedelta = DEFAULT_LIFETIME,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Token, str]:
    """Create a token; return it and its secret key, which is not stored and cannot be shown again.

    Without ``only_club`` it is for all clubs.  Raises IdTakenError, ValueError.
    """
    if not timedelta(0) < lifetime <= MAX_LIFETIME:
        raise ValueError(f"A token lasts up to {MAX_LIFETIME.days} days, not {lifetime}.")
    Token.objects.filter(user=user, expiry__lt=timezone.now()).delete()
    try:
        with transaction.atomic():
            stored, key = Token.objects.create(
                user=user,
                expiry=lifetime,
                label=label,
                scopes=with_included(scopes),
                only_club=only_club,
                id=id or uuid.uuid4(),
            )
    except IntegrityError as error:  # the same form, sent again
        raise idempotency.IdTakenError from error
    limits = {"scopes": stored.scopes, "only_club": only_club and str(only_club.pk)}
    audit.note("token made", stored, by=user, **limits)
    return stored, key


@transaction.atomic
def revoke(token: Token, *, by: User) -> None:
    """Delete a token; do nothing if it is deleted already."""
    deleted, _ = Token.objects.filter(pk=token.pk).delete()
    if deleted:
        audit.note("token revoked", token, by=by)
