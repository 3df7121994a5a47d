"""Bearer tokens: created with a password, listed, revoked."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth import authenticate
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, mixins, permissions, serializers, throttling, viewsets
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts import tokens
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import signed_in
from scorekeeper.models import Token


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A bearer token.  Only its first letters, ``token_key``, are stored in plain text."""

    class Meta:
        model = Token
        fields = ["id", "label", "token_key", "created", "expiry"]
        read_only_fields = fields


class CredentialsSerializer(serializers.Serializer[Token]):
    """An account's name and password, and what the token is for."""

    username = serializers.CharField(write_only=True)
    password = serializers.CharField(write_only=True, trim_whitespace=False)
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=200, required=False, default="", allow_blank=True
    )


class NewTokenSerializer(TokenSerializer):
    """A new token with its secret, which no other answer shows."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = ["token", *TokenSerializer.Meta.fields]
        read_only_fields = fields


class TokenViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Token]):
    """The valid tokens of your account, newest first."""

    queryset = Token.objects.none()
    serializer_class = TokenSerializer
    ordering = ("-created", "pk")
    throttle_scope = "sign-in"

    def get_queryset(self) -> QuerySet[Token]:
        """Return the user's tokens that have not expired."""
        return tokens.valid_tokens(signed_in(self.request))

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return no authenticators for POST, which reads a name and a password from the body."""
        is_post = self.request is not None and self.request.method == "POST"
        return [] if is_post else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """Return AllowAny for creation, which checks the password itself, else IsAuthenticated."""
        is_creation = self.action == "create"
        return [permissions.AllowAny() if is_creation else permissions.IsAuthenticated()]

    def get_throttles(self) -> list[throttling.BaseThrottle]:
        """Return a throttle for creation, so that nobody can guess passwords."""
        return [throttling.ScopedRateThrottle()] if self.action == "create" else []

    def get_authenticate_header(self, request: Request) -> str:
        """Return the challenge that makes a wrong password a 401 although creation has no authenticators."""
        return "Bearer"

    @extend_schema(request=CredentialsSerializer, responses={201: NewTokenSerializer}, auth=[])
    def create(self, request: Request) -> Response:
        """Create a token for the account with this name and password.

        This answer is the only one that shows the token: it is not stored, so an ``Idempotency-Key`` has no effect here.
        """
        data = parse_body(request, CredentialsSerializer)
        user = authenticate(request, username=data["username"], password=data["password"])
        if user is None:
            raise exceptions.AuthenticationFailed("No account has this name and password.")
        token, key = tokens.create_token(user, label=data["label"])
        return Response({**TokenSerializer(token).data, "token": key}, status=HTTPStatus.CREATED)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Revoke a token.  Requests with it are 401 from now on."""
        tokens.revoke(self.get_object(), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)
