"""The addresses of the pages: each domain has a list of its own."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog, set_language

from scorekeeper.pages import home as pages_home
from scorekeeper.pages import theming
from scorekeeper.pages.accounts import urls as account_urls
from scorekeeper.pages.clubs import urls as club_urls
from scorekeeper.pages.display import referee_phrases
from scorekeeper.pages.disputes import urls as dispute_urls
from scorekeeper.pages.exports import urls as export_urls
from scorekeeper.pages.front import urls as front_urls
from scorekeeper.pages.hands import urls as hand_urls
from scorekeeper.pages.imports import urls as import_urls
from scorekeeper.pages.print import urls as print_urls
from scorekeeper.pages.puzzles import urls as puzzle_urls
from scorekeeper.pages.ratings import urls as rating_urls
from scorekeeper.pages.replays import urls as replay_urls
from scorekeeper.pages.rules import urls as rule_urls
from scorekeeper.pages.sessions import urls as session_urls
from scorekeeper.pages.standings import urls as standings_urls
from scorekeeper.pages.statistics import urls as statistics_urls
from scorekeeper.pages.trials import urls as trial_urls
from scorekeeper.pages.webhooks import urls as webhook_urls

urlpatterns: list[URLPattern] = [
    path("", pages_home.home, name="home"),
    path("sign-in/", pages_home.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("language/", set_language, name="set_language"),
    path("theme/", theming.choose, name="theme"),
    path(
        "words.js",
        # the answer depends on the language, so a cache must ask again
        conditional_page(
            cache_control(private=True, no_cache=True)(
                JavaScriptCatalog.as_view(packages=["scorekeeper"])
            )
        ),
        name="words",
    ),
    path("phrases.json", referee_phrases.phrases, name="phrases"),
    *account_urls.urlpatterns,
    *club_urls.urlpatterns,
    *dispute_urls.urlpatterns,
    *export_urls.urlpatterns,
    *front_urls.urlpatterns,
    *hand_urls.urlpatterns,
    *import_urls.urlpatterns,
    *print_urls.urlpatterns,
    *puzzle_urls.urlpatterns,
    *rating_urls.urlpatterns,
    *replay_urls.urlpatterns,
    *rule_urls.urlpatterns,
    *session_urls.urlpatterns,
    *standings_urls.urlpatterns,
    *statistics_urls.urlpatterns,
    *trial_urls.urlpatterns,
    *webhook_urls.urlpatterns,
]
