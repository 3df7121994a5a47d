"""Lists of the admin that take the same time however many rows there are."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from scorekeeper.models import Club, Session
from scorekeeper.sessions import search

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    _Paginator = Paginator[Any]
else:
    from django.contrib.admin import ModelAdmin

    _Paginator = Paginator

MOST_LISTED = 1_000  # rows that a list counts and shows; search or filter for others
MOST_FOUND = 100  # sessions that a search looks at
RECENT = 1_000  # rows of which the values are offered as filters


class BoundedPaginator(_Paginator):
    """Pages of the first rows: an exact number over millions of rows takes seconds."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most ``MOST_LISTED``."""
        rows: QuerySet[Model] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[:MOST_LISTED].count()


class BoundedList(ModelAdmin):
    """A list of the first rows."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count all rows once for each value of each filter


class ClubOfSessionFilter(admin.SimpleListFilter):
    """Offers the clubs; rows of a club are looked up by its sessions, which an index has in the order of the list."""

    title = "club"
    parameter_name = "club__id__exact"
    path = "session__club"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[Any, str]]:
        """Return the clubs by name."""
        return [
            (str(pk), name) for pk, name in Club.objects.order_by("name").values_list("pk", "name")
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the chosen club."""
        value = self.value()
        if value is None:
            return queryset
        is_known = any(key == value for key, _ in self.lookup_choices)
        return queryset.filter(**{self.path: value}) if is_known else queryset.none()


class FoundBySession(BoundedList):
    """Rows of sessions, which are searched as sessions are: by their labels, players and club.

    Shows the rows of the latest sessions that are found.
    """

    search_fields = ("session",)  # shows the field
    search_help_text = "Words of the event, place, round, table, club or players of the session"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows of the sessions that are found."""
        if not search_term.strip():
            return queryset, False
        sessions = Session.objects.all()
        clubs = {str(club): club for club in Club.objects.values_list("pk", flat=True)}
        club = clubs.get(request.GET.get(ClubOfSessionFilter.parameter_name, ""))
        if club is not None:
            sessions = sessions.filter(club=club)
        sessions = search.find(sessions, search_term, club=None, most=MOST_FOUND)
        # a column of the sessions, so that PostgreSQL begins with them, in the order of the list
        heads = list(sessions.values_list("head", flat=True)[:MOST_FOUND])
        return queryset.filter(session__head__in=heads), False


class RecentValuesFilter(admin.AllValuesFieldListFilter):
    """Offers the values of the rows with the highest ids instead of looking through all."""

    def __init__(self, field: "Field[Any, Any]", *arguments: Any, **options: Any) -> None:
        super().__init__(field, *arguments, **options)
        rows = field.model._default_manager.order_by("-pk")
        choices: Any = sorted(set(rows.values_list(field.name, flat=True)[:RECENT]))
        self.lookup_choices = choices
