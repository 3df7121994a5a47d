"""The admin: every table can be searched and read; facts are never edited here.

Amending, confirming, disputing, ruling and importing are done on the pages, to which its rows link (``action_links``).
"""

from django.contrib import admin

from scorekeeper.admin import (
    accounts,
    audit,
    awards,
    clubs,
    comments,
    disputes,
    hands,
    imports,
    invitations,
    ratings,
    sessions,
    sign_in,
    standings,
    variations,
    webhooks,
    work_failures,
)

__all__ = [
    "accounts",
    "audit",
    "awards",
    "clubs",
    "comments",
    "disputes",
    "hands",
    "imports",
    "invitations",
    "ratings",
    "sessions",
    "sign_in",
    "standings",
    "variations",
    "webhooks",
    "work_failures",
]

admin.site.site_header = admin.site.site_title = "Scorekeeper"
admin.site.login = sign_in.sign_in  # type: ignore[assignment, method-assign]
