"""Whose token a request sends: ``Authorization: Bearer …`` of an account, ``Authorization: Link …`` of a phone without one."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from scorekeeper.access import Holder
from scorekeeper.models import HeldRole, Link, Token, User
from scorekeeper.sessions.links import find_holder

SCHEMES = frozenset({b"", b"bearer", b"link", b"basic"})
"""Schemes that are accepted or ignored.  Basic is ignored: a server in front of this one may ask for it."""


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's token authentication, which refuses unknown schemes instead of treating the request as anonymous."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the token's account, or None where no token was sent.  Raises AuthenticationFailed."""
        scheme = get_authorization_header(request).partition(b" ")[0].lower()
        if scheme not in SCHEMES:
            raise exceptions.AuthenticationFailed(
                "Authorization is 'Bearer <token>', or 'Link <token>' of a link."
            )
        credentials: tuple[User, Token] | None = super().authenticate(request)
        return credentials

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """Return the token's account, which from now on may do only what the token allows.  Raises AuthenticationFailed.

        Unlike knox's it asks once, for everything, and leaves expired tokens to whoever makes another.
        """
        try:
            stored = find_token(token.decode("ascii"))
        except ValueError:  # letters of no token
            stored = None
        if stored is None:
            raise exceptions.AuthenticationFailed("Invalid token.")
        credentials: tuple[User, Token] = self.validate_user(stored)
        return credentials


def find_token(key: str) -> Token | None:
    """Return the token with this secret key; None if there is none, or if it has expired.

    Its account carries token and roles: all of it is one query, with a row for each membership.
    """
    not_expired = Q(expiry=None) | Q(expiry__gte=timezone.now())
    rows = list(_WITH_ROLES.filter(not_expired, digest=hash_token(key)))
    if not rows:
        return None
    token: Token = rows[0]
    token.user.token = token
    token.user.roles = {
        row.in_club: HeldRole(row.role, row.asked, row.has_step)
        for row in rows
        if row.in_club is not None
    }
    return token


# Built once: to resolve these names takes Django longer than to ask the database.
_WITH_ROLES = (
    Token.objects.select_related("user")
    .annotate(
        in_club=F("user__memberships__club"),
        role=F("user__memberships__role"),
        asked=F("user__memberships__club__second_step_for"),
        has_step=Exists(TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True)),
    )
    .order_by()
)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Bearer tokens in the OpenAPI document."""

    target_class = BearerAuthentication
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        """Return the security scheme of a bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "``Bearer <token>``: an account's token.  ``x-token-scope`` of an operation is the scope that the "
            "token needs at least.",
        }


class LinkAuthentication(BaseAuthentication):
    """Authentication by a link that is neither expired nor revoked, of a member who may still hand out links."""

    def authenticate(self, request: Request) -> tuple[Holder, Link] | None:
        """Return the link's holder, or None where no link was sent.  Raises AuthenticationFailed."""
        scheme, _, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"link":
            return None
        holder = find_holder(token.decode("ascii", "replace").strip())
        if holder is None:
            raise exceptions.AuthenticationFailed(
                "This link is not good any more: ask for a new one."
            )
        return holder, holder.link

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme that a refusal names."""
        return "Link"


class LinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Links in the OpenAPI document."""

    target_class = LinkAuthentication
    name = "link"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        """Return the security scheme of a link."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "``Link <token>``: a link to one session.",
        }
