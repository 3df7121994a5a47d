"""``Authorization: Bearer …`` of an account, ``Authorization: Link …`` of a phone without one."""

from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from scorekeeper import finding, linking
from scorekeeper.access import Holder
from scorekeeper.asking import Question, together
from scorekeeper.models import Link, Token, User

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
        self._about = _session_written_in(request)
        found: tuple[User, Token] | None = super().authenticate(request)
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """Whose token it is."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        found = _known(token.decode(), self._about)
        if found is None:
            found = super().authenticate_credentials(token)
        return found


def _session_written_in(request: Request) -> UUID | None:
    """The session that a write will ask for, by its address."""
    within = (request.parser_context or {}).get("kwargs", {}) if request.method == "POST" else {}
    session: UUID | None = within.get("session")
    return session


def _known(token: str, session: UUID | None) -> tuple[User, Token] | None:
    """The account of a token that is good; nothing where there is something to refuse or to tidy up.

    The session that the request is about is looked up with it.
    """
    digest = hash_token(token)
    about = [(finding.SESSION_BY_TOKEN, (session, digest))] if session is not None else []
    found, *sessions = together((_TOKENS, (digest,)), *about)
    if not found:
        return None
    one_expired, *row = found[0]
    user = User.from_db(connection.alias, _OF_USER, row[: len(_OF_USER)])
    if one_expired or not user.is_active:
        return None
    kept = Token.from_db(connection.alias, _OF_TOKEN, row[len(_OF_USER) :])
    kept.user = user
    if session is not None:
        finding.looked_up(user, session, sessions[0])
    return user, kept


# these are read when they are asked for
_SELDOM = frozenset({"password", "last_login", "date_joined", "created", "expiry"})
_OF_USER = [field.attname for field in User._meta.concrete_fields if field.attname not in _SELDOM]
_OF_TOKEN = [field.attname for field in Token._meta.concrete_fields if field.attname not in _SELDOM]


def _by_digest(digest: str) -> QuerySet[Token, Any]:
    """The token with its account, and whether any of the account's tokens expired."""
    late = Token.objects.filter(user=OuterRef("user"), expiry__lt=Now()).order_by()
    found: QuerySet[Token, Any] = Token.objects.filter(digest=digest).order_by()
    return found.values_list(Exists(late), *(f"user__{name}" for name in _OF_USER), *_OF_TOKEN)


_TOKENS = Question(_by_digest)


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
        holder = linking.holder_of(token.decode("ascii", "replace").strip())
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
