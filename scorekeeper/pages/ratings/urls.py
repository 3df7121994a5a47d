"""URLs of skill ratings and head-to-head results."""

from django.urls import URLPattern, path

from scorekeeper.pages.ratings import progress, views

urlpatterns: list[URLPattern] = [
    path("seasons/<uuid:season>/course/", progress.course, name="season-course"),
    path("seasons/<uuid:season>/ratings/", views.of_season, name="season-ratings"),
    path(
        "seasons/<uuid:season>/head-to-head/",
        progress.season_meetings,
        name="season-meetings",
    ),
    path("clubs/<uuid:club>/ratings/", views.of_club, name="club-ratings"),
]
