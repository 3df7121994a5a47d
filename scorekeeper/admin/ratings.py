"""Skill ratings of players, read-only."""

from django.contrib import admin

from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Rating
from scorekeeper.ratings.table import displayed_rating


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ["player", "list", "rating", "hands", "club"]
    list_filter = ["club", "list__variant"]
    list_select_related = ["player", "list__season", "list__club", "club"]
    search_fields = ["player__name", "list__season__name", "club__name"]

    @admin.display(description="rating", ordering="mu")
    def rating(self, row: Rating) -> str:
        shown = displayed_rating(row)
        return f"{shown.rating} ± {shown.uncertainty}"
