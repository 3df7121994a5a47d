"""The addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog, set_language

from scorekeeper.pages import desk, office_urls, season_urls, theming
from scorekeeper.pages import home as pages_home
from scorekeeper.pages.accounts import urls as account_urls
from scorekeeper.pages.clubs import urls as club_urls
from scorekeeper.pages.clubs import views as club_views
from scorekeeper.pages.display import referee_phrases
from scorekeeper.pages.hands import live_logger, recording
from scorekeeper.pages.hands import views as hand_views
from scorekeeper.pages.print import urls as print_urls
from scorekeeper.pages.replays import views as replay_views
from scorekeeper.pages.rules import ask_referee, rulebooks
from scorekeeper.pages.sessions import views as session_views

urlpatterns: list[URLPattern] = [
    path("", pages_home.home, name="home"),
    path("sign-in/", pages_home.SignIn.as_view(), name="sign-in"),
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
    path("phrases.json", referee_phrases.phrases, name="phrases"),
    path("log/", live_logger.log, name="log"),
    path("log-worker.js", live_logger.worker, name="log-worker"),
    path("manifest.webmanifest", live_logger.manifest, name="manifest"),
    path("sessions/<uuid:session>/log/", live_logger.log_session, name="log-session"),
    path("ask/", ask_referee.ask, name="ask"),
    path("ask/<slug:variant>/", ask_referee.ask, name="ask"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:variant>/", rulebooks.rulebook, name="rulebook"),
    path("clubs/new/", club_views.new, name="new-club"),
    path("clubs/<uuid:club>/", club_views.club, name="club"),
    path("clubs/<uuid:club>/players/", club_views.add_players, name="add-players"),
    path("clubs/<uuid:club>/seasons/", club_views.add_season, name="add-season"),
    path("clubs/<uuid:club>/sessions/new/", session_views.choose_variant, name="choose-variant"),
    path("clubs/<uuid:club>/sessions/new/<slug:variant>/", session_views.new, name="new-session"),
    path("sessions/<uuid:session>/", session_views.session, name="session"),
    path("sessions/<uuid:session>/record.<slug:form>", session_views.record, name="record"),
    path("sessions/<uuid:session>/hands/new/", recording.record, name="record-hand"),
    path("hands/<uuid:hand>/", hand_views.hand, name="hand"),
    *desk.urlpatterns,
    *season_urls.urlpatterns,
    *account_urls.urlpatterns,
    *club_urls.urlpatterns,
    *office_urls.urlpatterns,
    *print_urls.urlpatterns,
    path("hands/<uuid:hand>/replay.json", replay_views.moments, name="hand-moments"),
    path("hands/<uuid:hand>/positions/<int:event>.svg", replay_views.picture, name="hand-picture"),
    path("hands/<uuid:hand>/qr.svg", replay_views.qr, name="hand-qr"),
    path("hands/<uuid:hand>/embed/", replay_views.embed, name="embed-hand"),
    path(
        "hands/<uuid:hand>/embed/replay.json",
        replay_views.embedded_moments,
        name="embedded-moments",
    ),
]
