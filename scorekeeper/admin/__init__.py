"""The admin: everything can be found and read; facts are added through the services, never edited."""

from django.contrib import admin

from scorekeeper.admin import (
    accounts,
    audit,
    clubs,
    comments,
    disputes,
    hands,
    imports,
    invitations,
    ratings,
    sessions,
    standings,
    webhooks,
)

__all__ = [
    "accounts",
    "audit",
    "clubs",
    "comments",
    "disputes",
    "hands",
    "imports",
    "invitations",
    "ratings",
    "sessions",
    "standings",
    "webhooks",
]

admin.site.site_header = admin.site.site_title = "Scorekeeper"
