"""URLs of a club's downloads."""

from django.urls import URLPattern, path

from scorekeeper.pages.exports import prepared, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/export/", views.export, name="export"),
    path("clubs/<uuid:club>/export/files/", prepared.prepared, name="export-files"),
    path("exports/<uuid:export>/delete/", prepared.delete, name="delete-export-file"),
]
