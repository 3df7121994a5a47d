"""URLs of webhooks and their deliveries."""

from django.urls import URLPattern, path

from scorekeeper.pages.webhooks import views as webhook_views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/webhooks/", webhook_views.webhooks, name="webhooks"),
    path("webhooks/<uuid:hook>/", webhook_views.webhook, name="webhook"),
    path("webhooks/<uuid:hook>/ping/", webhook_views.ping, name="ping-webhook"),
    path("webhooks/<uuid:hook>/pause/", webhook_views.pause, name="pause-webhook"),
    path("webhooks/<uuid:hook>/secret/", webhook_views.renew_secret, name="renew-secret"),
    path("webhooks/<uuid:hook>/remove/", webhook_views.remove, name="remove-webhook"),
    path(
        "webhooks/<uuid:hook>/messages/<uuid:message>/again/",
        webhook_views.send_again,
        name="send-again",
    ),
]
