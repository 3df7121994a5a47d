"""Serializers of webhooks and their deliveries."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.models import Delivery, DeliveryState, Pause, Webhook, WebhookEvent
from scorekeeper.models.limits import MAX_ADDRESS, MAX_LABEL
from scorekeeper.webhooks import signatures, subscriptions

KINDS = [str(kind) for kind in WebhookEvent]


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook: its address, the kinds of events it receives, and whether messages arrive."""

    club = serializers.UUIDField(source="club_id")
    created_by = serializers.UUIDField(source="created_by_id")
    kinds = serializers.ListField(child=serializers.ChoiceField(KINDS))
    paused = serializers.SerializerMethodField()
    paused_because = serializers.ChoiceField(
        source="pause",
        choices=Pause.choices,
        allow_blank=True,
        help_text="`asked`: an owner paused it.  `gone`: the address answered 410.  `failing`: nothing arrived for days.",
    )

    class Meta:
        model = Webhook
        fields = [
            "id",
            "club",
            "label",
            "address",
            "kinds",
            "created_by",
            "created_at",
            "secret_since",
            "failing_since",
            "paused",
            "paused_at",
            "paused_because",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.BooleanField())
    def get_paused(self, hook: Webhook) -> bool:
        """Return whether no messages are sent to the webhook at present."""
        return hook.paused_at is not None


class SecretWebhookSerializer(WebhookSerializer):
    """A webhook with its secret, which no other answer shows."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields

    @extend_schema_field(
        serializers.CharField(help_text="`whsec_…`: the secret that signs messages.")
    )
    def get_secret(self, hook: Webhook) -> str:
        """Return the secret that signs messages."""
        return signatures.secret_of(hook)


class WebhookChangeSerializer(serializers.Serializer[Webhook]):
    """The properties of a webhook to change."""

    address = serializers.CharField(max_length=MAX_ADDRESS)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(KINDS), allow_empty=False, max_length=2 * len(KINDS)
    )
    label = serializers.CharField(max_length=MAX_LABEL, required=False, allow_blank=True)  # type: ignore[assignment]
    paused = serializers.BooleanField(required=False)

    def validate_kinds(self, kinds: list[str]) -> list[str]:
        """Return the kinds without duplicates."""
        return subscriptions.sorted_kinds(kinds)


class NewWebhookSerializer(WebhookChangeSerializer):
    """A webhook to create."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField()
    paused = None  # type: ignore[assignment]


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A message and the state of its delivery.  Its id is the `webhook-id` that the receiver sees."""

    id = serializers.UUIDField(source="message")
    webhook = serializers.UUIDField(source="webhook_id")
    type = serializers.CharField(source="kind")
    sequence = serializers.IntegerField(source="pk")
    data = serializers.DictField()  # type: ignore[assignment]
    state = serializers.ChoiceField(DeliveryState.choices)

    class Meta:
        model = Delivery
        fields = [
            "id",
            "webhook",
            "type",
            "at",
            "sequence",
            "data",
            "state",
            "attempts",
            "next_try_at",
            "tried_at",
            "status_code",
            "problem",
        ]
        read_only_fields = fields
