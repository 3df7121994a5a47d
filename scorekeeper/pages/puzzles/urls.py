"""URLs of the puzzles."""

from django.urls import URLPattern, path

from scorekeeper.pages.puzzles import views

urlpatterns: list[URLPattern] = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<uuid:pk>/", views.puzzle, name="puzzle"),
]
