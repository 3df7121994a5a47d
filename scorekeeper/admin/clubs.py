"""Clubs and what belongs to them."""

from django.contrib import admin

from scorekeeper.admin.action_links import Acting
from scorekeeper.admin.audited import Noted
from scorekeeper.admin.import_actions import ImportPage
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows
from scorekeeper.models import Club, Member, MembershipChange, Player, Season


class MemberRows(ReadOnlyRows):
    model = Member
    fields = ["user", "role", "since"]
    show_change_link = False


class PlayerRows(ReadOnlyRows):
    model = Player
    fields = ["name", "user"]


@admin.register(Club)
class ClubAdmin(Acting, Noted):
    list_display = ["name", "visibility", "created_at"]
    list_filter = ["visibility"]
    search_fields = ["name", "players__name", "members__user__username"]
    inlines = [MemberRows, PlayerRows]
    acts = (ImportPage,)


@admin.register(MembershipChange)
class MembershipChangeAdmin(ReadOnly):
    list_display = ["at", "club", "user", "role", "by"]
    list_filter = ["role", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club", "user", "by"]
    search_fields = ["club__name", "user__username"]
    date_hierarchy = "at"


@admin.register(Player)
class PlayerAdmin(Noted):
    list_display = ["name", "club", "user", "created_at"]
    list_filter = [("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club", "user"]
    search_fields = ["name", "user__username", "club__name"]
    autocomplete_fields = ["club", "user"]


@admin.register(Season)
class SeasonAdmin(Noted):
    list_display = ["name", "club", "starts_on", "ends_on", "visibility"]
    list_filter = ["visibility", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    autocomplete_fields = ["club"]
