"""The addresses of what a table has on the wall and on paper, and of what members say about a play."""

from django.urls import URLPattern, path

from scorekeeper.pages import comments

urlpatterns: list[URLPattern] = [
    path("hands/<uuid:hand>/comments/", comments.add, name="add-comment"),
    path("comments/<uuid:comment>/removal/", comments.remove, name="remove-comment"),
]
