"""Variations that members keep of finished hands."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import HandVariation


@admin.register(HandVariation)
class HandVariationAdmin(ReadOnly):
    list_display = ["words", "hand", "first", "club", "by", "at"]
    list_filter = ["club"]
    list_select_related = ["hand", "club", "by", "removal__by"]
    search_fields = ["text", "by__username", "club__name"]
    date_hierarchy = "at"
    fields = ["words", "hand", "club", "revision", "first", "events", "by", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandVariation]:
        """Leave out variations of unfinished hands, also those unfinished again by an amendment."""
        rows: QuerySet[HandVariation] = super().get_queryset(request)
        return rows.exclude(hand__adjudication__status=hidden_cards.UNFINISHED)

    @admin.display(description="name")
    def words(self, variation: HandVariation) -> str:
        """Return the name, or who withdrew it."""
        removal = getattr(variation, "removal", None)
        return f"(taken back by {removal.by})" if removal else str(variation.text.get("name", ""))
