"""Clubs with their members, players and seasons."""

from django.contrib import admin

from scorekeeper.admin.action_links import ActionPage, LinksToActions
from scorekeeper.admin.audited import Audited
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows
from scorekeeper.imports.actions import ImportFile
from scorekeeper.models import Club, Member, MembershipChange, Player, Season


class MemberRows(ReadOnlyRows):
    model = Member
    fields = ["user", "role", "since"]
    show_change_link = False


class PlayerRows(ReadOnlyRows):
    model = Player
    fields = ["name", "user"]


@admin.register(Club)
class ClubAdmin(LinksToActions, Audited):
    list_display = ["name", "visibility", "created_at"]
    list_filter = ["visibility"]
    search_fields = ["name", "players__name", "members__user__username"]
    inlines = [MemberRows, PlayerRows]
    readonly_fields = [
        "time_zone"
    ]  # days depend on it: it is changed on the page of settings, which counts them again
    action_pages = (ActionPage("import", ImportFile, "import"),)


@admin.register(MembershipChange)
class MembershipChangeAdmin(ReadOnly):
    list_display = ["at", "club", "user", "role", "by"]
    list_filter = ["role", "club"]
    list_select_related = ["club", "user", "by"]
    search_fields = ["club__name", "user__username"]
    date_hierarchy = "at"


@admin.register(Player)
class PlayerAdmin(Audited):
    list_display = ["name", "club", "user", "created_at"]
    list_filter = ["club"]
    list_select_related = ["club", "user"]
    search_fields = ["name", "user__username", "club__name"]
    autocomplete_fields = ["club", "user"]


@admin.register(Season)
class SeasonAdmin(Audited):
    list_display = ["name", "club", "starts_on", "ends_on", "visibility"]
    list_filter = ["visibility", "club"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    autocomplete_fields = ["club"]
