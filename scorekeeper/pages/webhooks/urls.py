"""URLs of webhooks and their deliveries."""

from django.urls import URLPattern, path

from scorekeeper.pages.webhooks import views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<uuid:hook>/", views.webhook, name="webhook"),
    path("webhooks/<uuid:hook>/ping/", views.ping, name="ping-webhook"),
    path("webhooks/<uuid:hook>/pause/", views.pause, name="pause-webhook"),
    path("webhooks/<uuid:hook>/secret/", views.renew_secret, name="renew-secret"),
    path("webhooks/<uuid:hook>/remove/", views.remove, name="remove-webhook"),
    path(
        "webhooks/<uuid:hook>/messages/<uuid:message>/again/",
        views.send_again,
        name="send-again",
    ),
]
