"""Webhooks: other programs are told what happens in a club."""

import json
from http import HTTPStatus
from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.api.webhooks.serializers import (
    DeliverySerializer,
    NewWebhookSerializer,
    SecretWebhookSerializer,
    WebhookChangeSerializer,
    WebhookSerializer,
)
from scorekeeper.models import Delivery, Webhook
from scorekeeper.webhooks import signatures, subscriptions


class WebhookFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Of one club; whether there is such a club is not told."""

    club = django_filters.UUIDFilter(field_name="club_id")

    class Meta:
        model = Webhook
        fields = ["club"]


class WebhookViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Webhook]):
    """The webhooks of your clubs."""

    queryset = Webhook.objects.none()
    serializer_class = WebhookSerializer
    filterset_class = WebhookFilter
    ordering = ("created_at", "pk")

    def get_permissions(self) -> list[Any]:
        """One webhook is no affair of strangers: it does not exist for them."""
        return [permissions.AllowAny() if "pk" in self.kwargs else permissions.IsAuthenticated()]

    def get_queryset(self) -> QuerySet[Webhook]:
        """Those of the clubs that one owns."""
        clubs = access.clubs_where(self.request.user, Action.NOTIFY)
        return Webhook.objects.filter(club__in=clubs).order_by("created_at", "pk")

    @extend_schema(
        request=NewWebhookSerializer,
        responses={201: SecretWebhookSerializer, 200: SecretWebhookSerializer},
    )
    def create(self, request: Request) -> Response:
        """Have an address told what happens in a club from now on.  This answer shows the secret."""
        wanted = NewWebhookSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        given, new = wanted.made()
        club = get_object_or_404(access.clubs_seen_by(request.user), pk=given["club"])
        require(request, Action.NOTIFY, club)
        hook, is_new = subscriptions.create(club, new, by=signed_in(request), id=given.get("id"))
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(SecretWebhookSerializer(hook).data, status=status)

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Where it goes, what it is told, whether that arrives."""
        return Response(WebhookSerializer(self._hook(pk)).data)

    @extend_schema(request=WebhookChangeSerializer, responses=WebhookSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Send it elsewhere, tell it something else, pause it or let it go on."""
        hook = self._hook(pk)
        wanted = WebhookChangeSerializer(data=request.data, partial=True)
        wanted.is_valid(raise_exception=True)
        hook = subscriptions.change(hook, wanted.validated_data, by=signed_in(request))
        tasks.wake_up_for_messages()
        return Response(WebhookSerializer(hook).data)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Tell it nothing any more."""
        subscriptions.revoke(self._hook(pk), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(request=None, responses=SecretWebhookSerializer)
    def renew_secret(self, request: Request, pk: UUID) -> Response:
        """Another secret, shown in this answer.  For a day messages are signed with the one before, too."""
        hook = subscriptions.renew_secret(self._hook(pk), by=signed_in(request))
        return Response(SecretWebhookSerializer(hook).data)

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def ping(self, request: Request, pk: UUID) -> Response:
        """Send it a message that tells nothing; its delivery says what became of it."""
        row = subscriptions.ping(self._hook(pk), by=signed_in(request))
        tasks.wake_up_for_messages()
        return Response(DeliverySerializer(row).data, status=HTTPStatus.ACCEPTED)

    @staticmethod
    def without_secrets(body: str) -> str:
        """The secret is derived, not kept: not in a kept answer either.  Which one it was can be told."""
        said: dict[str, Any] = json.loads(body) if body else {}
        if "secret" not in said:
            return body
        hook = Webhook.objects.get(pk=said["id"])
        return json.dumps({**said, "secret": hook.secret_number})

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """It is derived once more, and is the same."""
        said: dict[str, Any] = json.loads(body) if body else {}
        if "secret" not in said:
            return body
        hook = Webhook(pk=UUID(said["id"]), secret_number=said["secret"])
        whole = {**said, "secret": signatures.secret_of(hook)}
        return str(JSONRenderer().render(whole), "utf-8")

    def _hook(self, pk: UUID) -> Webhook:
        return one_hook(self.request, pk)


class DeliveryViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Delivery]):
    """What a webhook was told, the latest first, for thirty days."""

    queryset = Delivery.objects.none()
    serializer_class = DeliverySerializer
    permission_classes = [permissions.AllowAny]
    filterset_fields = ("state",)
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Delivery]:
        """The messages to one webhook."""
        return one_hook(self.request, self.kwargs["webhook"]).deliveries.order_by("-pk")

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def send_again(self, request: Request, webhook: UUID, delivery: UUID) -> Response:
        """Send a message once more, under the same id."""
        row = subscriptions.send_again(
            get_object_or_404(self.get_queryset(), message=delivery), by=signed_in(request)
        )
        tasks.wake_up_for_messages()
        return Response(DeliverySerializer(row).data, status=HTTPStatus.ACCEPTED)


def one_hook(request: Request, pk: UUID) -> Webhook:
    """A webhook of a club that one belongs to, for those who look after it."""
    clubs = access.clubs_where(request.user, Action.SEE)
    hook = get_object_or_404(Webhook.objects.filter(club__in=clubs).select_related("club"), pk=pk)
    require(request, Action.NOTIFY, hook.club)
    return hook
