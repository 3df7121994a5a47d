"""Awards of clubs."""

from django.contrib import admin

from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Award


@admin.register(Award)
class AwardAdmin(ReadOnly):
    list_display = ["name", "club", "search", "by", "created_at", "removed_at"]
    list_filter = ["club"]
    list_select_related = ["club", "by"]
    search_fields = ["name", "by__username", "club__name"]
    date_hierarchy = "created_at"
