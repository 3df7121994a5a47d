"""URLs of skill ratings and head-to-head results."""

from django.urls import URLPattern, path

from scorekeeper.pages.ratings import progress as rating_progress
from scorekeeper.pages.ratings import views as rating_views

urlpatterns: list[URLPattern] = [
    path("seasons/<uuid:season>/course/", rating_progress.course, name="season-course"),
    path("seasons/<uuid:season>/ratings/", rating_views.of_season, name="season-ratings"),
    path(
        "seasons/<uuid:season>/head-to-head/",
        rating_progress.season_meetings,
        name="season-meetings",
    ),
    path("clubs/<uuid:club>/ratings/", rating_views.of_club, name="club-ratings"),
]
