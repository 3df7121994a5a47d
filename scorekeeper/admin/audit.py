"""The audit log, and links with their revocations, read-only."""

from django.contrib import admin

from scorekeeper.admin.bounded_lists import RecentValuesFilter
from scorekeeper.admin.read_only import ReadOnly
from scorekeeper.models import AuditEntry, Link, LinkRevocation


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ["at", "act", "kind", "subject", "by", "link", "club"]
    list_filter = ["at", ("act", RecentValuesFilter), ("kind", RecentValuesFilter), "club"]
    list_select_related = ["by", "link", "club"]
    search_fields = ["act", "subject", "by__username", "club__name"]


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
