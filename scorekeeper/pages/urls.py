"""The addresses of the pages: each domain has a list of its own."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog, set_language

from scorekeeper.pages import theming
from scorekeeper.pages.display import referee_phrases
from scorekeeper.pages.home import SignIn, home

DOMAINS = (
    "accounts",
    "clubs",
    "disputes",
    "exports",
    "front",
    "hands",
    "imports",
    "print",
    "puzzles",
    "ratings",
    "replays",
    "rules",
    "sessions",
    "standings",
    "statistics",
    "trials",
    "webhooks",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
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
    *(path("", include(f"scorekeeper.pages.{domain}.urls")) for domain in DOMAINS),
]
