"""The addresses of seasons, players and what they come to."""

from django.urls import URLPattern, path

from scorekeeper.pages import (
    changes,
    curves,
    plans,
    players,
    ratings,
    seasons,
    statistics,
    visibility,
)

urlpatterns: list[URLPattern] = [
    path("seasons/<uuid:season>/", seasons.season, name="season"),
    path("seasons/<uuid:season>/players/<uuid:player>/", seasons.standing, name="season-standing"),
    path("seasons/<uuid:season>/course/", curves.course, name="season-course"),
    path("seasons/<uuid:season>/ratings/", ratings.of_season, name="season-ratings"),
    path("seasons/<uuid:season>/head-to-head/", curves.season_meetings, name="season-meetings"),
    path("seasons/<uuid:season>/changes/", changes.changes, name="season-changes"),
    path("seasons/<uuid:season>/plan/", plans.decide, name="season-plan"),
    path("seasons/<uuid:season>/visibility/", visibility.of_season, name="season-visibility"),
    path("sessions/<uuid:session>/visibility/", visibility.of_session, name="session-visibility"),
    path("clubs/<uuid:club>/visibility/", visibility.of_club, name="club-visibility"),
    path("clubs/<uuid:club>/ratings/", ratings.of_club, name="club-ratings"),
    path("clubs/<uuid:club>/statistics/", statistics.of_club, name="club-statistics"),
    path("players/<uuid:player>/", players.player, name="player"),
]
