"""Webhooks and their deliveries, read-only."""

from django.contrib import admin
from django.utils.safestring import SafeString

from scorekeeper.admin.read_only import ReadOnly, pretty
from scorekeeper.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    list_display = [
        "__str__",
        "club",
        "address",
        "created_by",
        "failing_since",
        "paused_at",
        "pause",
    ]
    list_filter = ["pause", "club"]
    list_select_related = ["club", "created_by"]
    search_fields = ["label", "address", "club__name", "created_by__username"]
    date_hierarchy = "created_at"


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """Messages to webhooks, with the outcome of each."""

    list_display = [
        "at",
        "kind",
        "webhook",
        "state",
        "attempts",
        "status_code",
        "problem",
        "next_try_at",
    ]
    list_filter = ["state", "kind", "club"]
    list_select_related = ["webhook"]
    search_fields = ["message", "problem", "webhook__label", "club__name"]
    fields = [
        "webhook",
        "club",
        "kind",
        "at",
        "message",
        "message_data",
        "state",
        "attempts",
        "tried_at",
        "status_code",
        "problem",
        "next_try_at",
    ]
    readonly_fields = ["message_data"]

    @admin.display(description="what it says")
    def message_data(self, row: Delivery) -> SafeString:
        return pretty(row.data)
