"""URLs of a club's statistics, of a season's records and awards, and of players."""

from django.urls import URLPattern, path

from scorekeeper.pages.statistics import awards, highlights, players, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/statistics/", views.of_club, name="club-statistics"),
    path(
        "seasons/<uuid:season>/highlights/", highlights.season_highlights, name="season-highlights"
    ),
    path(
        "seasons/<uuid:season>/awards/<uuid:award>/removal/",
        awards.take_away,
        name="take-award-away",
    ),
    path("players/<uuid:player>/", players.player, name="player"),
]
