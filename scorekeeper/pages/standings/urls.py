"""URLs of seasons: standings, changes, scoring plan, visibility."""

from django.urls import URLPattern, path

from scorekeeper.pages.standings import chances, changes, plans, views, visibility

urlpatterns: list[URLPattern] = [
    path("seasons/<uuid:season>/", views.season, name="season"),
    path(
        "seasons/<uuid:season>/players/<uuid:player>/",
        views.standing,
        name="season-standing",
    ),
    path("seasons/<uuid:season>/changes/", changes.changes, name="season-changes"),
    path("seasons/<uuid:season>/chances/", chances.chances, name="season-chances"),
    path("seasons/<uuid:season>/plan/", plans.decide, name="season-plan"),
    path("seasons/<uuid:season>/visibility/", visibility.of_season, name="season-visibility"),
    path("sessions/<uuid:session>/visibility/", visibility.of_session, name="session-visibility"),
    path("clubs/<uuid:club>/visibility/", visibility.of_club, name="club-visibility"),
]
