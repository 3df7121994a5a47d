"""URLs of imports into a club."""

from django.urls import URLPattern, path

from scorekeeper.pages.imports import upload_views, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/import/", views.NewImport.as_view(), name="import"),
    path("clubs/<uuid:club>/imports/", views.imports, name="imports"),
    path("imports/uploads/<uuid:upload>/", upload_views.review, name="import-review"),
    path(
        "imports/files/<uuid:row>/columns/",
        upload_views.SheetColumnsPage.as_view(),
        name="import-columns",
    ),
    path("imports/<uuid:row>/", views.report, name="import-report"),
    path("imports/<uuid:row>/cancel/", views.cancel, name="cancel-import"),
]
