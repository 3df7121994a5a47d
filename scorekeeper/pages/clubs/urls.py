"""URLs of clubs: players, seasons, members, settings, office, audit log, merges and erasures."""

from django.urls import URLPattern, path

from scorekeeper.pages.clubs import (
    audit_log,
    deletions,
    erasures,
    invitations,
    members,
    office,
    pictures,
    player_merges,
    settings,
    views,
)

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/office/", office.office, name="office"),
    path("clubs/<uuid:club>/audit/", audit_log.audit_log, name="audit"),
    path("clubs/<uuid:club>/merges/", player_merges.merges, name="merges"),
    path("merges/<uuid:merge>/reverse/", player_merges.reverse, name="reverse-merge"),
    path("clubs/<uuid:club>/erasures/", erasures.erasures, name="erasures"),
    path("players/<uuid:player>/erase/", erasures.erase, name="erase-player"),
    path("clubs/<uuid:club>/members/", members.members, name="members"),
    path("clubs/<uuid:club>/members/history/", members.history, name="member-history"),
    path("clubs/<uuid:club>/members/<uuid:user>/remove/", members.remove, name="remove-member"),
    path("clubs/<uuid:club>/leave/", members.leave, name="leave-club"),
    path("clubs/<uuid:club>/invitations/new/", invitations.invite, name="invite"),
    path(
        "clubs/<uuid:club>/invitations/<uuid:invitation>/",
        invitations.invitation,
        name="invitation",
    ),
    path(
        "clubs/<uuid:club>/invitations/<uuid:invitation>/revoke/",
        invitations.revoke,
        name="revoke-invitation",
    ),
    path("clubs/<uuid:club>/settings/", settings.club_settings, name="club-settings"),
    path("players/<uuid:player>/delete/", deletions.delete_player, name="delete-player"),
    path("seasons/<uuid:season>/delete/", deletions.delete_season, name="delete-season"),
    path("players/<uuid:player>/settings/", settings.player_settings, name="player-settings"),
    path("players/<uuid:player>/picture/", pictures.player_picture, name="player-picture"),
    path(
        "players/<uuid:player>/pictures/<slug:digest>.webp",
        pictures.picture_file,
        name="picture-file",
    ),
    path("seasons/<uuid:season>/settings/", settings.season_settings, name="season-settings"),
    path("clubs/new/", views.new_club, name="new-club"),
    path("clubs/<uuid:club>/", views.club, name="club"),
    path("clubs/<uuid:club>/players/", views.add_players, name="add-players"),
    path("clubs/<uuid:club>/seasons/", views.add_season, name="add-season"),
]
