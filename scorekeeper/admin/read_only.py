"""Base classes for rows that the admin shows and never changes."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.admin.bounded_lists import BoundedList

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Any, Any]
else:
    from django.contrib.admin import TabularInline


class ReadOnly(BoundedList):
    """Rows that can only be viewed."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyRows(TabularInline):
    """Rows on the page of the row they belong to, which can only be viewed."""

    extra = 0
    can_delete = False
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows with what their columns name, which each would ask for by itself."""
        named = [name for name in self.fields or () if name in _references(self.model)]
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*named) if named else rows

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _references(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.get_fields() if field.many_to_one}


def pretty(value: object) -> SafeString:
    """Return a record as indented JSON."""
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


def in_words(event: dict[str, Any]) -> str:
    """Return an event with its verdict and reason."""
    parts = [event["text"], event["verdict"]]
    reason = [f"{event['reason']} [{event['rule']}]"] if event.get("reason") else []
    return " – ".join([*parts, *reason])
