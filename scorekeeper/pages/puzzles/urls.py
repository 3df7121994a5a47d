"""URLs of the puzzles."""

from django.urls import URLPattern, path

from scorekeeper.pages.puzzles import views

urlpatterns: list[URLPattern] = [
    path("puzzles/", views.list_puzzles, name="puzzles"),
    path("puzzles/<uuid:puzzle>/", views.show, name="puzzle"),
]
