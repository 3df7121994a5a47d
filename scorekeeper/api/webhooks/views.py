"""Webhooks: signed messages to other programs about events in a club."""

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

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body, validated
from scorekeeper.api.permissions import InScope, permitted_club, require, signed_in
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
    """Filter by club.  A club that does not exist and one that you may not see both give an empty list."""

    club = django_filters.UUIDFilter(field_name="club_id")

    class Meta:
        model = Webhook
        fields = ["club"]


class WebhookViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Webhook]):
    """The webhooks of the clubs that you own."""

    queryset = Webhook.objects.none()
    serializer_class = WebhookSerializer
    needs = dict.fromkeys(
        ("list", "create", "retrieve", "partial_update", "destroy", "renew_secret", "ping"),
        Action.NOTIFY,
    )
    filterset_class = WebhookFilter
    ordering = ("created_at", "pk")

    def get_permissions(self) -> list[Any]:
        """Return AllowAny for one webhook, which is 404 rather than 401 for an anonymous user."""
        is_one = "pk" in self.kwargs
        return [permissions.AllowAny() if is_one else permissions.IsAuthenticated(), InScope()]

    def get_queryset(self) -> QuerySet[Webhook]:
        """Return the webhooks of the clubs that the request's user owns."""
        clubs = access.clubs_where(self.request.user, Action.NOTIFY)
        return Webhook.objects.filter(club__in=clubs).order_by("created_at", "pk")

    @extend_schema(
        request=NewWebhookSerializer,
        responses={201: SecretWebhookSerializer, 200: SecretWebhookSerializer},
    )
    def create(self, request: Request) -> Response:
        """Create a webhook: an address that is sent a message for each event of these kinds from now on.

        This answer shows the secret that signs the messages.
        """
        data = parse_body(request, NewWebhookSerializer)
        club = permitted_club(request, data.pop("club"), Action.NOTIFY)
        chosen = data.pop("id", None)
        new = subscriptions.NewWebhook(**data)
        hook, is_new = subscriptions.create(club, new, by=signed_in(request), id=chosen)
        return created(SecretWebhookSerializer(hook).data, is_new=is_new)

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return a webhook: its address, the kinds of events it receives, and whether messages arrive."""
        return Response(WebhookSerializer(_get_webhook(request, pk)).data)

    @extend_schema(request=WebhookChangeSerializer, responses=WebhookSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a webhook's address, kinds of events or label, pause it, or resume it.

        Messages that wait at that time are sent after the pause; events during the pause are not sent.
        """
        hook = _get_webhook(request, pk)
        serializer = validated(WebhookChangeSerializer(data=request.data, partial=True))
        hook = subscriptions.change(hook, serializer.validated_data, by=signed_in(request))
        workers.wake_up()
        return Response(WebhookSerializer(hook).data)

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Delete a webhook and its deliveries."""
        subscriptions.revoke(_get_webhook(request, pk), by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(request=None, responses=SecretWebhookSerializer)
    def renew_secret(self, request: Request, pk: UUID) -> Response:
        """Renew the secret, which only this answer shows.  For a day, messages are signed with the previous one, too."""
        hook = subscriptions.renew_secret(_get_webhook(request, pk), by=signed_in(request))
        return Response(SecretWebhookSerializer(hook).data)

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def ping(self, request: Request, pk: UUID) -> Response:
        """Send a test message.  Its delivery shows whether it arrived."""
        row = subscriptions.ping(_get_webhook(request, pk), by=signed_in(request))
        workers.wake_up()
        return Response(DeliverySerializer(row).data, status=HTTPStatus.ACCEPTED)

    @staticmethod
    def without_secrets(body: str) -> str:
        """Return an answer's body to store: the secret's number stands in for the secret, which is never stored."""
        data: dict[str, Any] = json.loads(body) if body else {}
        if "secret" not in data:
            return body
        hook = Webhook.objects.get(pk=data["id"])
        return json.dumps({**data, "secret": hook.secret_number})

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """Return a stored body with the same secret as in the first answer, derived again from its number."""
        data: dict[str, Any] = json.loads(body) if body else {}
        if "secret" not in data:
            return body
        hook = Webhook(pk=UUID(data["id"]), secret_number=data["secret"])
        secret = signatures.secret_of(hook)
        return str(JSONRenderer().render({**data, "secret": secret}), "utf-8")


class DeliveryViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Delivery]):
    """The messages to a webhook, newest first.  They are deleted after thirty days."""

    queryset = Delivery.objects.none()
    serializer_class = DeliverySerializer
    needs = {"list": Action.NOTIFY, "send_again": Action.NOTIFY}
    filterset_fields = ("state",)
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Delivery]:
        """Return the messages to one webhook."""
        return _get_webhook(self.request, self.kwargs["webhook"]).deliveries.order_by("-pk")

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def send_again(self, request: Request, webhook: UUID, delivery: UUID) -> Response:
        """Send a message again, with the same id.  409 while it still waits for its next attempt."""
        row = get_object_or_404(self.get_queryset(), message=delivery)
        row = subscriptions.send_again(row, by=signed_in(request))
        workers.wake_up()
        return Response(DeliverySerializer(row).data, status=HTTPStatus.ACCEPTED)


def _get_webhook(request: Request, pk: UUID) -> Webhook:
    """Return the webhook.  Raises Http404 for people outside its club, PermissionDenied for members who do not own it."""
    clubs = access.clubs_where(request.user, Action.SEE)
    hook = get_object_or_404(Webhook.objects.filter(club__in=clubs).select_related("club"), pk=pk)
    require(request, Action.NOTIFY, hook.club)
    return hook
