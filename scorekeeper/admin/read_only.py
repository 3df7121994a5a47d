"""What is looked at and never touched."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    from django.contrib.admin import ModelAdmin, TabularInline


class ReadOnly(ModelAdmin):
    """Looked at, never touched."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyRows(TabularInline):
    """Rows on another's page, looked at only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def pretty(value: object) -> SafeString:
    """A record, readable."""
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


def in_words(event: dict[str, Any]) -> str:
    """An event and the referee on it."""
    said = [event["text"], event["verdict"]]
    why = [f"{event['reason']} [{event['rule']}]"] if event.get("reason") else []
    return " – ".join([*said, *why])
