"""Cursor pagination of all lists."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from scorekeeper.api.errors import BadParameterError
from scorekeeper.monitoring.route_costs import LARGEST_PAGE, PAGE


class CursorPages(CursorPagination):
    """Cursor pages, which stay stable while rows are added."""

    ordering = "pk"
    page_size = PAGE
    page_size_query_param = "page_size"
    max_page_size = LARGEST_PAGE

    def get_ordering(
        self, request: Request, queryset: QuerySet[Any], view: APIView
    ) -> tuple[str, ...]:
        """Return the view's `ordering`, by default the id."""
        ordering = getattr(view, "ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)

    def get_page_size(self, request: Request) -> int:
        """Return the requested page size, at most the largest.  Raises BadParameterError unless it is a number from 1."""
        name = self.page_size_query_param
        try:
            size: int = serializers.IntegerField(min_value=1).run_validation(
                request.query_params.get(name, self.page_size)
            )
        except serializers.ValidationError as error:
            raise BadParameterError(name, "is a whole number from 1") from error
        return min(size, self.max_page_size)

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return a page.  Raises NotFound for an invalid cursor."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError) as error:
            raise NotFound("Invalid cursor") from error
