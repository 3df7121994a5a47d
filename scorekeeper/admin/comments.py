"""Comments on finished hands."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.adjudication import hidden_cards
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import Comment


@admin.register(Comment)
class CommentAdmin(ReadOnly):
    list_display = ["words", "hand", "event", "club", "by", "at"]
    list_filter = ["club"]
    list_select_related = ["hand", "club", "by", "removal__by"]
    search_fields = ["text", "by__username", "club__name"]
    date_hierarchy = "at"
    fields = ["words", "hand", "club", "revision", "event", "by", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comment]:
        """Leave out comments on unfinished hands, also those unfinished again by an amendment."""
        comments: QuerySet[Comment] = super().get_queryset(request)
        return comments.exclude(hand__adjudication__status=hidden_cards.UNFINISHED)

    @admin.display(description="text")
    def words(self, comment: Comment) -> str:
        """Return the text, or who removed it."""
        removal = getattr(comment, "removal", None)
        return f"(taken back by {removal.by})" if removal else comment.text
