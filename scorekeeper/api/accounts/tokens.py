"""Bearer tokens: created with a password, listed, revoked."""

from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth import authenticate
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from knox.settings import knox_settings
from rest_framework import exceptions, mixins, permissions, serializers, throttling, viewsets
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.access import Action
from scorekeeper.accounts import second_step, tokens
from scorekeeper.accounts.rate_limits import AccountThrottle, ScopeRateThrottle
from scorekeeper.api.fields import OneOf
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import InScope, signed_in
from scorekeeper.models import Token, TokenScope, User
from scorekeeper.models.limits import MAX_LABEL, MAX_NAME, MAX_PASSWORD

DAY = timedelta(days=1)


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A bearer token.  Only its first letters, ``token_key``, are stored in plain text."""

    scopes = serializers.ListField(
        child=OneOf(TokenScope.choices),
        help_text="What the token is for, included scopes listed, too.",
    )
    club = serializers.UUIDField(
        source="only_club_id", allow_null=True, help_text="The only club it is for; null: all."
    )

    class Meta:
        model = Token
        fields = ["id", "label", "token_key", "scopes", "club", "created", "expiry"]
        read_only_fields = fields


class CredentialsSerializer(serializers.Serializer[Token]):
    """An account's name and password, and what the token is for.

    Without ``scopes``, ``club`` and ``days``, the token is for everything that the account may do, for 90 days.  With any of
    them, what is left out is the least: ``read``, and 30 days.
    """

    username = serializers.CharField(write_only=True, max_length=MAX_NAME)
    password = serializers.CharField(
        write_only=True, trim_whitespace=False, max_length=MAX_PASSWORD
    )
    code = serializers.CharField(
        write_only=True,
        max_length=MAX_LABEL,
        required=False,
        help_text="For an account with a second step: the code of its app now, or a recovery code.",
    )
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=MAX_LABEL, required=False, default="", allow_blank=True
    )
    scopes = serializers.ListField(
        child=OneOf(TokenScope.choices),
        required=False,
        allow_empty=False,
        help_text="``log`` includes ``read``, ``referee`` includes ``log``, ``administer`` includes all.",
    )
    club = serializers.UUIDField(
        required=False, allow_null=True, help_text="One of your clubs; null: all clubs."
    )
    days = serializers.IntegerField(
        required=False, min_value=1, max_value=tokens.MAX_LIFETIME // DAY
    )


class NewTokenSerializer(TokenSerializer):
    """A new token with its secret, which no other answer shows."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = ["token", *TokenSerializer.Meta.fields]
        read_only_fields = fields


class TokenViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Token]):
    """The valid tokens of your account, newest first; through a token with less than ``administer`` for all clubs, only itself."""

    queryset = Token.objects.none()
    serializer_class = TokenSerializer
    needs = {"destroy": Action.SEE}  # any token may revoke itself; get_queryset hides the others
    ordering = ("-created", "pk")
    throttle_scope = "sign-in"

    def get_queryset(self) -> QuerySet[Token]:
        """Return the user's tokens that have not expired, as far as the request's token may see them."""
        return tokens.valid_tokens(signed_in(self.request))

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return no authenticators for POST, which reads a name and a password from the body."""
        is_post = self.request is not None and self.request.method == "POST"
        return [] if is_post else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """Return AllowAny for creation, which checks the password itself, else IsAuthenticated and InScope."""
        is_creation = self.action == "create"
        return (
            [permissions.AllowAny()] if is_creation else [permissions.IsAuthenticated(), InScope()]
        )

    def get_throttles(self) -> list[throttling.BaseThrottle]:
        """Return a throttle for creation, so that nobody can guess passwords."""
        return [ScopeRateThrottle()] if self.action == "create" else []

    def get_authenticate_header(self, request: Request) -> str:
        """Return the challenge that makes a wrong password a 401 although creation has no authenticators."""
        return "Bearer"

    @extend_schema(request=CredentialsSerializer, responses={201: NewTokenSerializer}, auth=[])
    def create(self, request: Request) -> Response:
        """Create a token for the account with this name and password, which no token can replace.

        This answer is the only one that shows the token: it is not stored, so an ``Idempotency-Key`` has no effect here.
        """
        data = parse_body(request, CredentialsSerializer)
        limit = AccountThrottle(data["username"])
        if not limit.allow_request(request, self):
            raise exceptions.Throttled(limit.wait())
        user = authenticate(request, username=data["username"], password=data["password"])
        if user is None:
            raise exceptions.AuthenticationFailed("No account has this name and password.")
        limit.reset(request)
        self._check_second_step(request, user, data.get("code", ""))
        token, key = tokens.create_token(user, label=data["label"], **_limits(user, data))
        return Response({**TokenSerializer(token).data, "token": key}, status=HTTPStatus.CREATED)

    def _check_second_step(self, request: Request, user: User, code: str) -> None:
        """Raise AuthenticationFailed for an account with a second step, unless this is its code, and Throttled."""
        if not second_step.is_set_up(user):
            return
        limit = AccountThrottle(user.get_username(), kind="code")
        if code and not limit.allow_request(request, self):
            raise exceptions.Throttled(limit.wait())
        if not code or not second_step.check_code(user, code):
            raise exceptions.AuthenticationFailed(
                "This account signs in with a second step: send a code of its app, or a recovery code, as 'code'."
            )
        limit.reset(request)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Revoke a token: any token itself, one with ``administer`` for all clubs every other.  It is 401 from now on."""
        tokens.revoke(self.get_object(), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)


def _limits(user: User, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits that the body asks for, as arguments of ``create_token``.  Raises ValidationError.

    Programs from before there were scopes send none of the three keys.
    """
    if not data.keys() & {"scopes", "club", "days"}:
        return {"scopes": list(TokenScope), "lifetime": knox_settings.TOKEN_TTL}
    limits: dict[str, Any] = {}
    if "scopes" in data:
        limits["scopes"] = data["scopes"]
    if "days" in data:
        limits["lifetime"] = data["days"] * DAY
    if data.get("club") is not None:
        limits["only_club"] = tokens.clubs_for_tokens(user).filter(pk=data["club"]).first()
        if limits["only_club"] is None:
            raise serializers.ValidationError({"club": "You belong to no club with this id."})
    return limits
