"""URLs of a club's statistics and of players."""

from django.urls import URLPattern, path

from scorekeeper.pages.statistics import players, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/statistics/", views.of_club, name="club-statistics"),
    path("players/<uuid:player>/", players.player, name="player"),
]
