"""Webhooks and their deliveries, as they are sent and shown."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.models import Delivery, DeliveryState, Pause, Webhook, WebhookEvent
from scorekeeper.webhooks import address_guard, signatures, subscriptions

KINDS = [str(kind) for kind in WebhookEvent]


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook: where it goes, what it is told, whether that arrives."""

    club = serializers.UUIDField(source="club_id")
    created_by = serializers.UUIDField(source="created_by_id")
    kinds = serializers.ListField(child=serializers.ChoiceField(KINDS))
    paused = serializers.SerializerMethodField()
    paused_because = serializers.ChoiceField(
        source="pause",
        choices=Pause.choices,
        allow_blank=True,
        help_text="`asked`: an owner said so.  `gone`: the address answered 410.  `failing`: nothing arrived for days.",
    )

    class Meta:
        model = Webhook
        fields = [
            "id", "club", "label", "address", "kinds", "created_by", "created_at", "secret_since", "failing_since",
            "paused", "paused_at", "paused_because",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.BooleanField())
    def get_paused(self, hook: Webhook) -> bool:
        """Is it told nothing at present?"""
        return hook.paused_at is not None


class SecretWebhookSerializer(WebhookSerializer):
    """A webhook with its secret, which is in this answer only."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields

    @extend_schema_field(
        serializers.CharField(help_text="`whsec_…`: what messages are signed with.")
    )
    def get_secret(self, hook: Webhook) -> str:
        """What messages are signed with."""
        return signatures.secret_of(hook)


class WebhookChangeSerializer(serializers.Serializer[Webhook]):
    """What is to be otherwise."""

    address = serializers.CharField(max_length=address_guard.MAX_LENGTH)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(KINDS), allow_empty=False, max_length=2 * len(KINDS)
    )
    label = serializers.CharField(max_length=200, required=False, allow_blank=True)  # type: ignore[assignment]
    paused = serializers.BooleanField(required=False)

    def validate_kinds(self, kinds: list[str]) -> list[str]:
        """Each once."""
        return subscriptions.sorted_kinds(kinds)


class NewWebhookSerializer(WebhookChangeSerializer):
    """A webhook that is to be made."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField()
    paused = None  # type: ignore[assignment]

    def made(self) -> tuple[dict[str, Any], subscriptions.NewWebhook]:
        """The rest, and what a webhook is made of."""
        given: dict[str, Any] = {**self.validated_data}
        new = subscriptions.NewWebhook(
            address=given.pop("address"), kinds=given.pop("kinds"), label=given.pop("label", "")
        )
        return given, new


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A message, and what became of it.  Its id is the `webhook-id` that the receiver saw."""

    id = serializers.UUIDField(source="message")
    webhook = serializers.UUIDField(source="webhook_id")
    type = serializers.CharField(source="kind")
    sequence = serializers.IntegerField(source="pk")
    data = serializers.DictField()  # type: ignore[assignment]
    state = serializers.ChoiceField(DeliveryState.choices)

    class Meta:
        model = Delivery
        fields = [
            "id", "webhook", "type", "at", "sequence", "data", "state", "attempts", "next_try_at", "tried_at", "status_code",
            "problem",
        ]  # fmt: skip
        read_only_fields = fields
