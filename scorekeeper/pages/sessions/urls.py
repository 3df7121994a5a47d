"""URLs of sessions: score sheet, record, live page, links, what-if."""

from django.urls import URLPattern, path

from scorekeeper.pages.sessions import links, what_if
from scorekeeper.pages.sessions import views as session_views

urlpatterns: list[URLPattern] = [
    path("sessions/<uuid:session>/what-if/", what_if.WhatIf.as_view(), name="what-if"),
    path("sessions/<uuid:session>/links/", links.links, name="session-links"),
    path("sessions/<uuid:session>/links/<uuid:link>/", links.link, name="session-link"),
    path("sessions/<uuid:session>/links/<uuid:link>/revoke/", links.revoke, name="revoke-link"),
    path("sessions/<uuid:session>/live/", session_views.live_sheet, name="session-live"),
    path("clubs/<uuid:club>/sessions/new/", session_views.choose_variant, name="choose-variant"),
    path("clubs/<uuid:club>/sessions/new/<slug:variant>/", session_views.new, name="new-session"),
    path("sessions/<uuid:session>/", session_views.session, name="session"),
    path("sessions/<uuid:session>/record.<slug:form>", session_views.record, name="record"),
]
