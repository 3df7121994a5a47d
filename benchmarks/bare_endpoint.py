"""Peers: a bare endpoint that inserts one row, and a page that never changes, as after `django-admin startproject`.

Applications, middleware and API settings are the defaults of Django and Django REST framework; view and serializer are
the shortest possible. There is no authentication, and only the type of the one column is validated. Connections stay
open as in the service.
"""

import dj_database_url
import django
from django.conf import settings

if not settings.configured:
    settings.configure(
        SECRET_KEY="nothing is signed here",
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": dj_database_url.config(conn_max_age=60, conn_health_checks=True)},
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            "rest_framework",
        ],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        ROOT_URLCONF=__name__,
        USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    )
    django.setup(set_prefix=False)

from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import etag
from rest_framework import generics, serializers


class Row(models.Model):
    """A row with a text."""

    text = models.TextField()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return self.text[:40]


class RowSerializer(serializers.ModelSerializer[Row]):
    """The row as JSON."""

    class Meta:
        model = Row
        fields = ["id", "text"]


class Rows(generics.CreateAPIView[Row]):
    """Insert a row."""

    queryset = Row.objects.all()
    serializer_class = RowSerializer


@etag(lambda request: '"the same"')
def unchanged(request: HttpRequest) -> HttpResponse:
    """Return a page whose ETag is constant."""
    return HttpResponse("a page")


urlpatterns = [path("rows/", Rows.as_view()), path("unchanged/", unchanged)]
application = get_wsgi_application()

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        editor.create_model(Row)
