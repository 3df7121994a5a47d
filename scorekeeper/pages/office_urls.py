"""The addresses of a club's office."""

from django.urls import URLPattern, path

from scorekeeper.pages.clubs import audit_log, erasures, office, player_merges
from scorekeeper.pages.exports import views as export_views
from scorekeeper.pages.imports import views as import_views
from scorekeeper.pages.replays import rebuilds
from scorekeeper.pages.sessions import links
from scorekeeper.pages.webhooks import views as webhook_views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/office/", office.office, name="office"),
    path("clubs/<uuid:club>/audit/", audit_log.log, name="audit"),
    path("clubs/<uuid:club>/export/", export_views.export, name="export"),
    path("clubs/<uuid:club>/import/", import_views.new, name="import"),
    path("clubs/<uuid:club>/imports/", import_views.imports, name="imports"),
    path("imports/<uuid:row>/", import_views.report, name="import-report"),
    path("imports/<uuid:row>/cancel/", import_views.cancel, name="cancel-import"),
    path("clubs/<uuid:club>/merges/", player_merges.merges, name="merges"),
    path("merges/<uuid:merge>/reverse/", player_merges.reverse, name="reverse-merge"),
    path("clubs/<uuid:club>/erasures/", erasures.erasures, name="erasures"),
    path("players/<uuid:player>/erase/", erasures.erase, name="erase-player"),
    path("clubs/<uuid:club>/rebuild/", rebuilds.of_club, name="rebuild-club"),
    path("seasons/<uuid:season>/rebuild/", rebuilds.of_season, name="rebuild-season"),
    path("sessions/<uuid:session>/rebuild/", rebuilds.of_session, name="rebuild-session"),
    path("rebuilds/<uuid:rebuild>/", rebuilds.rebuild, name="rebuild"),
    path("rebuilds/<uuid:rebuild>/cancel/", rebuilds.cancel, name="cancel-rebuild"),
    path("sessions/<uuid:session>/links/", links.links, name="session-links"),
    path("sessions/<uuid:session>/links/<uuid:link>/", links.link, name="session-link"),
    path("sessions/<uuid:session>/links/<uuid:link>/revoke/", links.revoke, name="revoke-link"),
    path("clubs/<uuid:club>/webhooks/", webhook_views.of_club, name="webhooks"),
    path("webhooks/<uuid:hook>/", webhook_views.webhook, name="webhook"),
    path("webhooks/<uuid:hook>/ping/", webhook_views.ping, name="ping-webhook"),
    path("webhooks/<uuid:hook>/pause/", webhook_views.pause, name="pause-webhook"),
    path("webhooks/<uuid:hook>/secret/", webhook_views.renew_secret, name="renew-secret"),
    path("webhooks/<uuid:hook>/remove/", webhook_views.remove, name="remove-webhook"),
    path("webhooks/<uuid:hook>/messages/<uuid:message>/again/", webhook_views.send_again, name="send-again"),
]  # fmt: skip
