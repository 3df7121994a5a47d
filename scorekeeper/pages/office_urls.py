"""The addresses of a club's office."""

from django.urls import URLPattern, path

from scorekeeper.pages import (
    audit,
    erasures,
    export,
    imports,
    links,
    merges,
    office,
    rebuilds,
    webhooks,
)

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/office/", office.office, name="office"),
    path("clubs/<uuid:club>/audit/", audit.log, name="audit"),
    path("clubs/<uuid:club>/export/", export.export, name="export"),
    path("clubs/<uuid:club>/import/", imports.new, name="import"),
    path("clubs/<uuid:club>/imports/", imports.imports, name="imports"),
    path("imports/<uuid:row>/", imports.report, name="import-report"),
    path("imports/<uuid:row>/cancel/", imports.cancel, name="cancel-import"),
    path("clubs/<uuid:club>/merges/", merges.merges, name="merges"),
    path("merges/<uuid:merge>/reverse/", merges.reverse, name="reverse-merge"),
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
    path("clubs/<uuid:club>/webhooks/", webhooks.of_club, name="webhooks"),
    path("webhooks/<uuid:hook>/", webhooks.webhook, name="webhook"),
    path("webhooks/<uuid:hook>/ping/", webhooks.ping, name="ping-webhook"),
    path("webhooks/<uuid:hook>/pause/", webhooks.pause, name="pause-webhook"),
    path("webhooks/<uuid:hook>/secret/", webhooks.renew_secret, name="renew-secret"),
    path("webhooks/<uuid:hook>/remove/", webhooks.remove, name="remove-webhook"),
    path("webhooks/<uuid:hook>/messages/<uuid:message>/again/", webhooks.send_again, name="send-again"),
]  # fmt: skip
