"""URLs of the parts of the front page."""

from django.urls import URLPattern, path

from scorekeeper.pages.front import welcome

urlpatterns: list[URLPattern] = [path("front/table/", welcome.table, name="front-table")]
