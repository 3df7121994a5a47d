"""URLs of logging without an account."""

from django.urls import URLPattern, path

from scorekeeper.pages.trials import club, replay, views

urlpatterns: list[URLPattern] = [
    path("try/", views.choose, name="try"),
    path("try/replay/", replay.replay, name="try-replay"),
    path("try/picture/", replay.picture, name="try-picture"),
    path("try/club/", club.take_in, name="try-club"),
    path("try/<slug:variant>/", views.log, name="try-game"),
]
