"""The logger: a page for phones that logs a hand while it is played, online or offline."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.models import Session
from scorekeeper.pages.display import notation
from scorekeeper.pages.display.card_pad import combination_facts, game_facts
from scorekeeper.pages.display.event_text import combination_name
from scorekeeper.pages.permissions import get_session, require_permission
from scorekeeper.pages.sessions.links import HOURS
from scorekeeper.pages.sessions.unfiled import unfiled

ICONS = (("icon-192.png", "192x192"), ("icon-512.png", "512x512"))


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Show the logger for the holder of a link.  The link's token stays in the browser, which sends it to the API."""
    return _page(request)


@require_safe
def log_session(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Show the logger of one session to a member who may record."""
    row = get_session(request, session)
    return require_permission(request, Action.RECORD, row.club) or _page(
        request, row, unfiled=unfiled(request, row)
    )


def log_trial(request: HttpRequest, variant: str, *, names: Sequence[str]) -> HttpResponse:
    """Show the logger of a game that is stored in the browser only, with these names unless others are chosen."""
    return _page(request, trial=variant, names=names)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, with which a phone puts the logger on its home screen."""
    icons = [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": static(name), "sizes": size, "type": "image/png", "purpose": "any maskable"}
        for name, size in ICONS
    ]
    content = {
        "id": "/log/",
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Logs card games while they are played."),
        "start_url": reverse("log"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f6f2",
        "theme_color": "#14532d",
        "lang": get_language(),
        "icons": icons,
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root of the site because it answers for several pages."""
    response = render(request, "log_worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def _page(request: HttpRequest, session: Session | None = None, **shown: object) -> HttpResponse:
    variants = [(rules, notation.notation_of(rules)) for rules in referee.VARIANTS.values()]
    only = session.variant if session else shown.get("trial")
    chosen = [pair for pair in variants if only in (None, pair[0].variant)]
    games = {rules.variant: game_facts(rules.variant) for rules, _ in chosen}
    if only:  # the page of a link does not know the house rules
        rules = judging.rules_of(session) if session else referee.rules_for(str(only))
        games[rules.variant] |= combination_facts(rules)
    kinds = [kind.name for rules, _ in chosen for kind in getattr(rules, "kinds", tuple)()]
    words = {kind: combination_name(kind) for kind in kinds}
    context: dict[str, Any] = {
        "variants": chosen,
        "games": games,
        "kinds": words,
        "session": session,
    }
    if session is not None:
        context["club"] = session.club
        context["link_hours"] = HOURS if access.may(request.user, Action.LINK, session.club) else ()
    return render(request, "log.html", {**context, **shown})
