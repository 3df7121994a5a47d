"""The addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog, set_language

from scorekeeper.pages import (
    account_urls,
    clubs,
    desk,
    front,
    hands,
    logger,
    member_urls,
    office_urls,
    paper_urls,
    phrases,
    questions,
    recording,
    replay,
    rulebooks,
    season_urls,
    sessions,
    theming,
)

urlpatterns: list[URLPattern] = [
    path("", front.home, name="home"),
    path("sign-in/", front.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("language/", set_language, name="set_language"),
    path("theme/", theming.choose, name="theme"),
    path(
        "words.js",
        # another language is another text at the same address
        conditional_page(
            cache_control(private=True, no_cache=True)(
                JavaScriptCatalog.as_view(packages=["scorekeeper"])
            )
        ),
        name="words",
    ),
    path("phrases.json", phrases.phrases, name="phrases"),
    path("log/", logger.log, name="log"),
    path("log-worker.js", logger.worker, name="log-worker"),
    path("manifest.webmanifest", logger.manifest, name="manifest"),
    path("sessions/<uuid:session>/log/", logger.log_session, name="log-session"),
    path("ask/", questions.ask, name="ask"),
    path("ask/<slug:variant>/", questions.ask, name="ask"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:variant>/", rulebooks.rulebook, name="rulebook"),
    path("clubs/new/", clubs.new, name="new-club"),
    path("clubs/<uuid:club>/", clubs.club, name="club"),
    path("clubs/<uuid:club>/players/", clubs.add_players, name="add-players"),
    path("clubs/<uuid:club>/seasons/", clubs.add_season, name="add-season"),
    path("clubs/<uuid:club>/sessions/new/", sessions.choose_variant, name="choose-variant"),
    path("clubs/<uuid:club>/sessions/new/<slug:variant>/", sessions.new, name="new-session"),
    path("sessions/<uuid:session>/", sessions.session, name="session"),
    path("sessions/<uuid:session>/record.<slug:form>", sessions.record, name="record"),
    path("sessions/<uuid:session>/hands/new/", recording.record, name="record-hand"),
    path("hands/<uuid:hand>/", hands.hand, name="hand"),
    *desk.urlpatterns,
    *season_urls.urlpatterns,
    *account_urls.urlpatterns,
    *member_urls.urlpatterns,
    *office_urls.urlpatterns,
    *paper_urls.urlpatterns,
    path("hands/<uuid:hand>/replay.json", replay.moments, name="hand-moments"),
    path("hands/<uuid:hand>/positions/<int:event>.svg", replay.picture, name="hand-picture"),
    path("hands/<uuid:hand>/qr.svg", replay.qr, name="hand-qr"),
    path("hands/<uuid:hand>/embed/", replay.embed, name="embed-hand"),
    path("hands/<uuid:hand>/embed/replay.json", replay.embedded_moments, name="embedded-moments"),
]
