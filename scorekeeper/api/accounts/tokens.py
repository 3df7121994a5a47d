"""Bearer tokens: made with a password, listed, revoked."""

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
from scorekeeper.api.permissions import signed_in
from scorekeeper.models import Token


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A token, of which only the first letters are known here."""

    class Meta:
        model = Token
        fields = ["id", "label", "token_key", "created", "expiry"]
        read_only_fields = fields


class CredentialsSerializer(serializers.Serializer[Token]):
    """Who wants a token, and what for."""

    username = serializers.CharField(write_only=True)
    password = serializers.CharField(write_only=True, trim_whitespace=False)
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=200, required=False, default="", allow_blank=True
    )


class NewTokenSerializer(TokenSerializer):
    """A new token, shown this once."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = ["token", *TokenSerializer.Meta.fields]
        read_only_fields = fields


class TokenViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Token]):
    """Your tokens."""

    queryset = Token.objects.none()
    serializer_class = TokenSerializer
    ordering = ("-created", "pk")
    throttle_scope = "sign-in"

    def get_queryset(self) -> QuerySet[Token]:
        """Those that have not expired."""
        return tokens.valid_tokens(signed_in(self.request))

    def get_authenticators(self) -> list[BaseAuthentication]:
        """A password is enough to make a token."""
        making = self.request is not None and self.request.method == "POST"
        return [] if making else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """A password is enough to make a token."""
        making = self.action == "create"
        return [permissions.AllowAny() if making else permissions.IsAuthenticated()]

    def get_throttles(self) -> list[throttling.BaseThrottle]:
        """Passwords cannot be tried out."""
        return [throttling.ScopedRateThrottle()] if self.action == "create" else []

    def get_authenticate_header(self, request: Request) -> str:
        """A wrong password is a 401, too."""
        return "Bearer"

    @extend_schema(request=CredentialsSerializer, responses={201: NewTokenSerializer}, auth=[])
    def create(self, request: Request) -> Response:
        """Make a token.  This answer is the only one that shows it, so no ``Idempotency-Key`` brings it back."""
        wanted = CredentialsSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        given: dict[str, Any] = wanted.validated_data
        user = authenticate(request, username=given["username"], password=given["password"])
        if user is None:
            raise exceptions.AuthenticationFailed("No account has this name and password.")
        kept, token = tokens.create_token(user, label=given["label"])
        answer = {**TokenSerializer(kept).data, "token": token}
        return Response(answer, status=HTTPStatus.CREATED)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Revoke a token."""
        tokens.revoke(self.get_object(), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)
