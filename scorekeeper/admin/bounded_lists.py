"""Lists of the admin that take the same time however many rows there are."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from scorekeeper.models import Club

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    _Paginator = Paginator[Any]
else:
    from django.contrib.admin import ModelAdmin

    _Paginator = Paginator

MOST_LISTED = 10_000  # rows that a list counts and shows; search or filter for others
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


class ClubOfSessionFilter(admin.SimpleListFilter):
    """Offers the clubs; rows of a club are looked up by its sessions, which an index has in the order of the list."""

    title = "club"
    parameter_name = "club__id__exact"

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
        return queryset.filter(session__club=value) if is_known else queryset.none()


class RecentValuesFilter(admin.AllValuesFieldListFilter):
    """Offers the values of the rows with the highest ids instead of looking through all."""

    def __init__(self, field: "Field[Any, Any]", *arguments: Any, **options: Any) -> None:
        super().__init__(field, *arguments, **options)
        rows = field.model._default_manager.all()
        recent = rows.order_by("-pk").values("pk")[:RECENT]
        values = rows.filter(pk__in=recent).order_by(field.name).values_list(field.name, flat=True)
        self.lookup_choices = values.distinct()
