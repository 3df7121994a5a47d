"""Root URL configuration: health checks, admin, API, pages."""

from django.contrib import admin
from django.urls import include, path

from scorekeeper.monitoring import health

admin.autodiscover()
urlpatterns = [
    path("healthz/", health.alive, name="alive"),
    path("readyz/", health.ready, name="ready"),
    path("metrics/", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("scorekeeper.api.urls")),
    path("", include("scorekeeper.pages.urls")),
]
handler400 = "scorekeeper.pages.errors.bad_request"
handler500 = "scorekeeper.api.errors.server_error"
