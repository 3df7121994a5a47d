"""The audit log, and links with their revocations, read-only."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from scorekeeper.admin.bounded_lists import MOST_LISTED, RecentValuesFilter
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import AuditEntry, Club, Link, LinkRevocation, User


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ["at", "act", "kind", "subject", "by", "link", "club"]
    list_filter = ["at", ("act", RecentValuesFilter), ("kind", RecentValuesFilter), "club"]
    list_select_related = ["by", "link", "club"]
    search_fields = ("subject",)  # shows the field
    search_help_text = "The id of what was changed, or words of the username or club"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        """Look for the words among accounts and clubs, of which there are few, and for a whole id."""
        for word in search_term.split():
            users = set(
                User.objects.filter(username__icontains=word).values_list("pk", flat=True)[
                    :MOST_LISTED
                ]
            )
            clubs = set(Club.objects.filter(name__icontains=word).values_list("pk", flat=True))
            queryset = queryset.filter(
                Q(subject=word.lower()) | Q(by__in=users) | Q(club__in=clubs)
            )
        return queryset, False


@admin.register(Link)
class LinkAdmin(ReadOnly):
    list_display = ["label", "session", "club", "created_by", "created_at", "expires_at"]
    list_filter = ["club"]
    list_select_related = ["session", "club", "created_by"]
    search_fields = ["label", "created_by__username", "club__name"]


@admin.register(LinkRevocation)
class LinkRevocationAdmin(ReadOnly):
    list_display = ["at", "link", "by"]
    list_select_related = ["link__session", "by"]
    search_fields = ["link__label", "by__username"]
