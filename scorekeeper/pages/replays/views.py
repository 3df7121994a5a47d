"""A hand's replay as JSON, as a picture of one moment, as a QR code and embedded in other sites."""

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
from scorekeeper.pages.permissions import get_hand
from scorekeeper.pages.replays import svg as replay_svg
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.context import as_json, watch_hand
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import links as session_links

SVG = "image/svg+xml"
STANDALONE = "default-src 'none'; sandbox"
ANYWHERE = {"frame-ancestors": ["http:", "https:"]}
PUBLIC = AnonymousUser()


@require_safe
def moments(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Return all moments as JSON; 304 if unchanged, 202 while the replay is being built."""
    row = get_hand(request, hand)
    names = session_document.names_of(row.session)
    etag = _etag(request, row, names)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _with_etag(unchanged, etag)
    body = as_json(watch_hand(row, request.user, viewpoints.parse_view(request, row, names), names))
    if body["state"] == "building":
        return JsonResponse(body, status=HTTPStatus.ACCEPTED, headers={"Retry-After": "1"})
    return _with_etag(JsonResponse(body), etag)


@require_safe
def picture(request: HttpRequest, hand: UUID, event: int) -> HttpResponseBase:
    """Return the table after one event as an SVG file."""
    row = get_hand(request, hand)
    names = session_document.names_of(row.session)
    etag = _etag(request, row, names)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _with_etag(unchanged, etag)
    timeline = watch_hand(
        row, request.user, viewpoints.parse_view(request, row, names), names
    ).timeline()
    if timeline is None:
        return HttpResponse(
            _("The replay is being built."),
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "2"},
        )
    if not timeline.first <= event <= timeline.last:
        raise Http404
    title = _("%(game)s, hand %(number)s") % {
        "game": row.session.get_variant_display(),
        "number": row.adjudication.answer.get("number", row.position),
    }
    svg = drawing.table(replay_svg.scene(timeline.moment(event), title=title, last=timeline.last))
    response = HttpResponse(svg, content_type=SVG)
    response["Content-Security-Policy"] = STANDALONE
    return _with_etag(response, etag)


@require_safe
def qr(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Return the address of one moment as a QR code."""
    row = get_hand(request, hand)
    view = viewpoints.parse_view(request, row, session_document.names_of(row.session))
    event = viewpoints.parse_number(request.GET.get("event", "0"))
    page = request.build_absolute_uri(reverse("hand", args=[row.pk]))
    svg = session_links.qr_svg(f"{page}?{viewpoints.query_of(view)}event={event}")
    response = HttpResponse(svg, content_type=SVG)
    response["Content-Security-Policy"] = STANDALONE
    response["Cache-Control"] = "private, max-age=3600"
    return response


@require_safe
@xframe_options_exempt
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no arguments of a view
def embed(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show the replay of a public hand in an iframe of another site, as an anonymous visitor sees it."""
    request.user = PUBLIC
    row = get_object_or_404(_public(), pk=hand)
    names = session_document.names_of(row.session)
    watched = watch_hand(row, PUBLIC, viewpoints.parse_view(request, row, names), names)
    timeline = watched.timeline()
    event = viewpoints.parse_number(request.GET.get("event") or "0")
    context = {
        "hand": row,
        "session": row.session,
        "answer": watched.answer,
        "digest": watched.digest,
        "timeline": timeline,
        "moment": timeline and timeline.moment(event),
        "steps": timeline and timeline.steps(timeline.moment(event).event),
        "query": viewpoints.query_of(watched.view),
    }
    return render(request, "hands/embed.html", context)


@require_safe
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no arguments of a view
def embedded_moments(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Return the moments as an anonymous visitor sees them, for the embedded replay."""
    get_object_or_404(_public(), pk=hand)
    request.user = PUBLIC
    return moments(request, hand)


def is_public(hand: Hand) -> bool:
    """Return whether anonymous visitors may see this hand."""
    return access.hands_seen_by(PUBLIC).filter(pk=hand.pk).exists()


def _public() -> QuerySet[Hand]:
    hands = access.hands_seen_by(PUBLIC)
    return hands.select_related("club", "head", "adjudication", "session__head", "session__club")


def _etag(request: HttpRequest, hand: Hand, names: Names) -> str:
    """Return an ETag of everything that the moments depend on."""
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


def _with_etag(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
