"""URLs of sessions: score sheet, record, live page, links, what-if."""

from django.urls import URLPattern, path

from scorekeeper.pages.sessions import (
    annulling,
    corrections,
    history,
    links,
    moves,
    new_session,
    same_table,
    season_what_if,
    tried_rules,
    unfiled,
    views,
    what_if,
)

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club>/sessions/move/", moves.move, name="move-sessions"),
    path(
        "seasons/<uuid:season>/what-if/<slug:variant>/",
        season_what_if.SeasonWhatIf.as_view(),
        name="season-what-if",
    ),
    path("what-ifs/<uuid:what_if>/", tried_rules.tried_rules, name="tried-rules"),
    path("what-ifs/<uuid:what_if>/stop/", tried_rules.stop, name="stop-tried-rules"),
    path("seasons/<uuid:season>/sessions/", moves.take_in, name="season-sessions"),
    path("sessions/<uuid:session>/again/", same_table.again, name="same-table"),
    path("sessions/<uuid:session>/season/", unfiled.file, name="file-session"),
    path("sessions/<uuid:session>/correct/", corrections.Correct.as_view(), name="correct-session"),
    path("sessions/<uuid:session>/annul/", annulling.Annul.as_view(), name="annul-session"),
    path("sessions/<uuid:session>/history/", history.history, name="session-history"),
    path("sessions/<uuid:session>/what-if/", what_if.SessionWhatIf.as_view(), name="what-if"),
    path("sessions/<uuid:session>/links/", links.links, name="session-links"),
    path("sessions/<uuid:session>/links/<uuid:link>/", links.link, name="session-link"),
    path("sessions/<uuid:session>/links/<uuid:link>/revoke/", links.revoke, name="revoke-link"),
    path("sessions/<uuid:session>/live/", views.live_sheet, name="session-live"),
    path("clubs/<uuid:club>/sessions/new/", new_session.choose_variant, name="choose-variant"),
    path("clubs/<uuid:club>/sessions/new/<slug:variant>/", new_session.new, name="new-session"),
    path("sessions/<uuid:session>/", views.session, name="session"),
    path("sessions/<uuid:session>/record.<slug:form>", views.record, name="record"),
]
