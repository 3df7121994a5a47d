"""What members said about hands, once these were over."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Comment


@admin.register(Comment)
class CommentAdmin(ReadOnly):
    list_display = ["said", "hand", "event", "club", "by", "at"]
    list_filter = [("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["hand", "club", "by", "removal__by"]
    search_fields = ["text", "by__username", "club__name"]
    date_hierarchy = "at"
    fields = ["said", "hand", "club", "revision", "event", "by", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comment]:
        """None on a hand that goes on, or goes on again after a correction."""
        found: QuerySet[Comment] = super().get_queryset(request)
        return found.exclude(hand__adjudication__status=hidden_cards.UNFINISHED)

    @admin.display(description="text")
    def said(self, comment: Comment) -> str:
        """The words, or who took them away."""
        removal = getattr(comment, "removal", None)
        return f"(taken back by {removal.by})" if removal else comment.text
