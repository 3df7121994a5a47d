"""``Authorization: Bearer …`` of an account, ``Authorization: Link …`` of a phone without one."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, QuerySet
from django.db.models.functions import Now
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from scorekeeper.access import Holder
from scorekeeper.asking import Found, Question, together
from scorekeeper.hands import session_lookup
from scorekeeper.models import Link, Token, User
from scorekeeper.models.rows import kept_row
from scorekeeper.sessions import links as session_links

SCHEMES = frozenset(
    {b"", b"bearer", b"link", b"basic"}
)  # basic: a server in front of this one asks for it


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]
    """A token that was made here, has not expired and was not revoked."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The token's account; nobody where none was sent.  What is sent otherwise would be overlooked in silence."""
        scheme = get_authorization_header(request).partition(b" ")[0].lower()
        if scheme not in SCHEMES:
            raise exceptions.AuthenticationFailed(
                "Authorization is 'Bearer <token>', or 'Link <token>' of a link."
            )
        self._request = request
        try:
            found: tuple[User, Token] | None = super().authenticate(request)
        finally:
            del self._request
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """Whose token it is."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        found = _known(token.decode(), self._request)
        if found is None:
            found = super().authenticate_credentials(token)
        return found


def about_to_write(request: Request, session: UUID, hand: UUID | None) -> None:
    """A hand under this id, at the end of this session: whoever asks is looked up with it, and it is locked.

    The transaction in which it is written has begun.
    """
    vars(request)[_WRITTEN] = (session, hand)


def _session_written_in(request: Request) -> UUID | None:
    """The session that a write will ask for, by its address."""
    within = (request.parser_context or {}).get("kwargs", {}) if request.method == "POST" else {}
    session: UUID | None = within.get("session")
    return session


def _known(token: str, request: Request) -> tuple[User, Token] | None:
    """The account of a token that is good; nothing where there is something to refuse or to tidy up.

    The session that the request is about is looked up with it.
    """
    digest = hash_token(token)
    session, hand = vars(request).get(_WRITTEN, (None, None))
    if session is not None:
        held, found, *about = together(
            (_BRIEFLY.asked, (digest,)),
            *session_lookup.end_asked_by_token(session, digest, hand),
            holding=(session_lookup.LOCK_BY_TOKEN, (session, digest)),
        )
        if held == [(0,)]:  # nothing of what was read stands still
            about = about[:1]
        return _signed_in(_BRIEFLY, found, session, about)
    session = _session_written_in(request)
    asked = session_lookup.asked_by_token(session, digest) if session is not None else []
    found, *about = together((_WHOLLY.asked, (digest,)), *asked)
    return _signed_in(_WHOLLY, found, session, about)


def _signed_in(
    columns: "_Columns", found: Found, session: UUID | None, about: Sequence[Found]
) -> tuple[User, Token] | None:
    if not found:
        return None
    one_expired, *row = found[0]
    user = kept_row(User, columns.of_user, row[: len(columns.of_user)])
    if one_expired or not user.is_active:
        return None
    token = kept_row(Token, columns.of_token, row[len(columns.of_user) :])
    token.user = user
    if session is not None:
        session_lookup.looked_up(user, session, about)
    return user, token


class _Columns:
    """What is read of a token and its account; what else there is of them is read when it is asked for."""

    def __init__(self, of_user: Sequence[str], of_token: Sequence[str]) -> None:
        self.of_user, self.of_token = of_user, of_token
        self.asked = Question(self._by_digest)

    def _by_digest(self, digest: str) -> QuerySet[Token, Any]:
        """The token with its account, and whether any of the account's tokens expired."""
        late = Token.objects.filter(user=OuterRef("user"), expiry__lt=Now()).order_by()
        found: QuerySet[Token, Any] = Token.objects.filter(digest=digest).order_by()
        user = (f"user__{name}" for name in self.of_user)
        return found.values_list(Exists(late), *user, *self.of_token)


def _all_but(model: type[Model], *seldom: str) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname not in seldom]


_WRITTEN = "hand_written"
_BRIEFLY = _Columns(["id", "is_active"], ["id", "user_id"])
_WHOLLY = _Columns(
    _all_but(User, "password", "last_login", "date_joined"), _all_but(Token, "created", "expiry")
)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The same, in the words of OpenAPI."""

    target_class = BearerAuthentication
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        """How a program signs in."""
        return {"type": "http", "scheme": "bearer"}


class LinkAuthentication(BaseAuthentication):
    """A link that was made here, has not expired and was not revoked, of a member who may hand out links."""

    def authenticate(self, request: Request) -> tuple[Holder, Link] | None:
        """The link's holder, who is nobody elsewhere."""
        scheme, _, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"link":
            return None
        holder = session_links.holder_of(token.decode("ascii", "replace").strip())
        if holder is None:
            raise exceptions.AuthenticationFailed(
                "This link is not good any more: ask for a new one."
            )
        return holder, holder.link

    def authenticate_header(self, request: Request) -> str:
        """How to sign in with one."""
        return "Link"


class LinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The same, in the words of OpenAPI."""

    target_class = LinkAuthentication
    name = "link"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        """How a phone says which link it was opened with."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "``Link <token>``: a link to one session.",
        }
