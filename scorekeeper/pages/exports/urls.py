"""URLs of a club's downloads."""

from django.urls import URLPattern, path

from scorekeeper.pages.exports import views as export_views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/export/", export_views.export, name="export"),
]
