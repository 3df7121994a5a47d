"""How strong players seem: to be read."""

from django.contrib import admin

from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Rating
from scorekeeper.ratings import table as rating_table


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ["player", "list", "told", "hands", "club"]
    list_filter = [("club", admin.RelatedOnlyFieldListFilter), "list__variant"]
    list_select_related = ["player", "list__season", "list__club", "club"]
    search_fields = ["player__name", "list__season__name", "club__name"]

    @admin.display(description="rating", ordering="mu")
    def told(self, rating: Rating) -> str:
        shown = rating_table.shown(rating)
        return f"{shown.rating} ± {shown.uncertainty}"
