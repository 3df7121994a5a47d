"""A hand's replay beside its page: all moments at once, a picture of one, its address to scan, a frame for other sites."""

from http import HTTPStatus
from uuid import UUID

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Hand
from scorekeeper.pages import drawing
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.pages.replays import svg as replay_svg
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.context import as_json, showing
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import links as session_links

SVG = "image/svg+xml"
STANDALONE = "default-src 'none'; sandbox"
ANYWHERE = {"frame-ancestors": ["http:", "https:"]}
PUBLIC = AnonymousUser()


@require_safe
def moments(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Everything the script draws; 304 to whoever has it, 202 while it is being built."""
    shown = hand_seen(request, hand)
    names = session_document.names_of(shown.session)
    etag = _etag(request, shown, names)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _kept(unchanged, etag)
    body = as_json(showing(shown, request.user, viewpoints.view_of(request, shown, names), names))
    if body["state"] == "building":
        return JsonResponse(body, status=HTTPStatus.ACCEPTED, headers={"Retry-After": "1"})
    return _kept(JsonResponse(body), etag)


@require_safe
def picture(request: HttpRequest, hand: UUID, event: int) -> HttpResponseBase:
    """The table after one event as an SVG of its own, to be sent on or printed."""
    shown = hand_seen(request, hand)
    names = session_document.names_of(shown.session)
    etag = _etag(request, shown, names)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _kept(unchanged, etag)
    reel = showing(shown, request.user, viewpoints.view_of(request, shown, names), names).reel()
    if reel is None:
        return HttpResponse(
            _("The replay is being built."),
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "2"},
        )
    if not reel.first <= event <= reel.last:
        raise Http404
    title = _("%(game)s, hand %(number)s") % {
        "game": shown.session.get_variant_display(),
        "number": shown.adjudication.answer.get("number", shown.position),
    }
    svg = drawing.table(replay_svg.scene(reel.moment(event), title=title, last=reel.last))
    response = HttpResponse(svg, content_type=SVG)
    response["Content-Security-Policy"] = STANDALONE
    return _kept(response, etag)


@require_safe
def qr(request: HttpRequest, hand: UUID) -> HttpResponse:
    """The address of one moment, to be scanned from a screen or a sheet of paper."""
    shown = hand_seen(request, hand)
    view = viewpoints.view_of(request, shown, session_document.names_of(shown.session))
    event = viewpoints.whole(request.GET.get("event", "0"))
    page = request.build_absolute_uri(reverse("hand", args=[shown.pk]))
    svg = session_links.qr(f"{page}?{viewpoints.query_of(view)}event={event}")
    response = HttpResponse(svg, content_type=SVG)
    response["Content-Security-Policy"] = STANDALONE
    response["Cache-Control"] = "private, max-age=3600"
    return response


@require_safe
@xframe_options_exempt
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no arguments of a view
def embed(request: HttpRequest, hand: UUID) -> HttpResponse:
    """The replay of a public hand within a page of another site, as any stranger sees it."""
    request.user = PUBLIC
    shown = get_object_or_404(_public(), pk=hand)
    names = session_document.names_of(shown.session)
    found = showing(shown, PUBLIC, viewpoints.view_of(request, shown, names), names)
    reel = found.reel()
    event = viewpoints.whole(request.GET.get("event") or "0")
    context = {
        "hand": shown,
        "session": shown.session,
        "answer": found.answer,
        "digest": found.digest,
        "reel": reel,
        "moment": reel and reel.moment(event),
        "steps": reel and reel.steps(reel.moment(event).event),
        "query": viewpoints.query_of(found.view),
    }
    return render(request, "hands/embed.html", context)


@require_safe
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no arguments of a view
def embedded_moments(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """What the script draws on another site's page: a stranger's view, whoever is signed in."""
    get_object_or_404(_public(), pk=hand)
    request.user = PUBLIC
    return moments(request, hand)


def is_public(hand: Hand) -> bool:
    """May strangers see this hand?"""
    return access.hands_seen_by(PUBLIC).filter(pk=hand.pk).exists()


def _public() -> QuerySet[Hand]:
    known = access.hands_seen_by(PUBLIC)
    return known.select_related("club", "head", "adjudication", "session__head", "session__club")


def _etag(request: HttpRequest, hand: Hand, names: Names) -> str:
    """What the moments depend on: the record, its verdicts, the names, who asks for what in which language."""
    parts = [
        hand.head.digest,
        hand.adjudication.input_digest,
        str(hand.adjudication.replay_id),
        referee.FRAME_VERSION,
        drawing.EDITION,
        hidden_cards.hides_cards(hand, request.user),
        hidden_cards.hides_past_tricks(hand, request.user),
        {str(seat): str(name) for seat, name in names.items()},
        request.get_full_path(),
        get_language(),
    ]
    return f'W/"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def _kept(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
