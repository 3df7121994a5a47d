"""URLs of imports into a club."""

from django.urls import URLPattern, path

from scorekeeper.pages.imports import upload_views
from scorekeeper.pages.imports import views as import_views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/import/", import_views.NewImport.as_view(), name="import"),
    path("clubs/<uuid:club>/imports/", import_views.imports, name="imports"),
    path("imports/uploads/<uuid:upload>/", upload_views.review, name="import-review"),
    path(
        "imports/files/<uuid:row>/columns/",
        upload_views.SheetColumnsPage.as_view(),
        name="import-columns",
    ),
    path("imports/<uuid:row>/", import_views.report, name="import-report"),
    path("imports/<uuid:row>/cancel/", import_views.cancel, name="cancel-import"),
]
