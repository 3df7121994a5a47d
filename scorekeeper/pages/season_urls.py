"""The addresses of seasons, players and what they come to."""

from django.urls import URLPattern, path

from scorekeeper.pages.ratings import progress as rating_progress
from scorekeeper.pages.ratings import views as rating_views
from scorekeeper.pages.standings import changes, plans, visibility
from scorekeeper.pages.standings import views as standings_views
from scorekeeper.pages.statistics import players
from scorekeeper.pages.statistics import views as statistics_views

urlpatterns: list[URLPattern] = [
    path("seasons/<uuid:season>/", standings_views.season, name="season"),
    path(
        "seasons/<uuid:season>/players/<uuid:player>/",
        standings_views.standing,
        name="season-standing",
    ),
    path("seasons/<uuid:season>/course/", rating_progress.course, name="season-course"),
    path("seasons/<uuid:season>/ratings/", rating_views.of_season, name="season-ratings"),
    path(
        "seasons/<uuid:season>/head-to-head/",
        rating_progress.season_meetings,
        name="season-meetings",
    ),
    path("seasons/<uuid:season>/changes/", changes.changes, name="season-changes"),
    path("seasons/<uuid:season>/plan/", plans.decide, name="season-plan"),
    path("seasons/<uuid:season>/visibility/", visibility.of_season, name="season-visibility"),
    path("sessions/<uuid:session>/visibility/", visibility.of_session, name="session-visibility"),
    path("clubs/<uuid:club>/visibility/", visibility.of_club, name="club-visibility"),
    path("clubs/<uuid:club>/ratings/", rating_views.of_club, name="club-ratings"),
    path("clubs/<uuid:club>/statistics/", statistics_views.of_club, name="club-statistics"),
    path("players/<uuid:player>/", players.player, name="player"),
]
