"""The addresses of who belongs to a club, and how clubs and seasons are set up."""

from django.urls import URLPattern, path

from scorekeeper.pages.clubs import invitations, members
from scorekeeper.pages.clubs import settings as club_settings

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/members/", members.members, name="members"),
    path("clubs/<uuid:club>/members/history/", members.history, name="member-history"),
    path("clubs/<uuid:club>/members/<uuid:user>/remove/", members.remove, name="remove-member"),
    path("clubs/<uuid:club>/leave/", members.leave, name="leave-club"),
    path("clubs/<uuid:club>/invitations/new/", invitations.invite, name="invite"),
    path(
        "clubs/<uuid:club>/invitations/<uuid:invitation>/revoke/",
        invitations.revoke,
        name="revoke-invitation",
    ),
    path("clubs/<uuid:club>/settings/", club_settings.of_club, name="club-settings"),
    path("seasons/<uuid:season>/settings/", club_settings.of_season, name="season-settings"),
]
