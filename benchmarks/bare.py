"""A peer: the least that Django and its API framework need to insert one row, without anybody asking who sends it.

The middleware is what `django-admin startproject` writes, the rest of it is left out.  Connections are kept, as ours are.
"""

import dj_database_url
import django
from django.conf import settings

if not settings.configured:
    settings.configure(
        SECRET_KEY="nothing is signed here",
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": dj_database_url.config(conn_max_age=60, conn_health_checks=True)},
        INSTALLED_APPS=["rest_framework"],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        REST_FRAMEWORK={
            "DEFAULT_AUTHENTICATION_CLASSES": [],
            "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
            "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
            "UNAUTHENTICATED_USER": None,
        },
        ROOT_URLCONF=__name__,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    )
    django.setup(set_prefix=False)

from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.urls import path
from rest_framework import generics, serializers


class Row(models.Model):
    """Some text."""

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


urlpatterns = [path("rows/", Rows.as_view())]
application = get_wsgi_application()

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        editor.create_model(Row)
