"""A hand's replay as JSON, as a picture, as an animation, as a QR code and embedded in other sites."""

import base64
import hashlib
from collections.abc import Callable
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
from scorekeeper.pages.display.house_rules import as_query
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.permissions import get_hand
from scorekeeper.pages.replays import sharing, viewpoints
from scorekeeper.pages.replays.context import as_json, version_of, watch_hand
from scorekeeper.pages.replays.moves import move_list
from scorekeeper.pages.replays.svg import replay_scene
from scorekeeper.pages.replays.timeline import ReplayTimeline
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.links import qr_svg
from scorekeeper.sessions.usual_tables import house_rules_of

SVG = "image/svg+xml"
STANDALONE = "default-src 'none'; sandbox"
ANYWHERE = {"frame-ancestors": ["http:", "https:"]}
PUBLIC = AnonymousUser()


@require_safe
def moments(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Return all moments as JSON; 304 if unchanged, 202 while the replay is being built."""
    row = get_hand(request, hand)
    names = names_of(row.session)
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

    def draw(row: Hand, timeline: ReplayTimeline, title: str) -> HttpResponse:
        return _svg(_table_after(event, timeline, title), policy=STANDALONE)

    return _drawn(request, hand, draw)


@require_safe
def png(request: HttpRequest, hand: UUID, event: int) -> HttpResponseBase:
    """Return the table after one event as a PNG file."""

    def draw(row: Hand, timeline: ReplayTimeline, title: str) -> HttpResponse:
        picture = drawing.as_png(_table_after(event, timeline, title))
        return HttpResponse(picture, content_type="image/png")

    return _drawn(request, hand, draw)


def _table_after(event: int, timeline: ReplayTimeline, title: str) -> str:
    if not timeline.first <= event <= timeline.last:
        raise Http404
    return drawing.table(replay_scene(timeline.moment(event), title=title, last=timeline.last))


@require_safe
def animation(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Return the hand as an animated SVG file; ``?around=7`` is the trick with event 7 alone."""

    def draw(row: Hand, timeline: ReplayTimeline, title: str) -> HttpResponse:
        moments, around = timeline.moments(), request.GET.get("around")
        if around is not None:
            group = timeline.moment(max(1, viewpoints.parse_number(around))).group
            moments = [one for one in moments if one.group == group and one.event] or moments[:1]
        scenes = [replay_scene(one, title=title, last=timeline.last) for one in moments]
        drawn = drawing.animate(scenes, title=title)
        digest = base64.b64encode(hashlib.sha256(drawn.style.encode()).digest()).decode()
        response = _svg(drawn.svg, policy=f"{STANDALONE}; style-src 'sha256-{digest}'")
        name = f"hand-{row.position}.svg" if around is None else f"hand-{row.position}-trick.svg"
        response["Content-Disposition"] = f'inline; filename="{name}"'
        return response

    return _drawn(request, hand, draw)


def _drawn(
    request: HttpRequest, hand: UUID, draw: Callable[[Hand, ReplayTimeline, str], HttpResponse]
) -> HttpResponseBase:
    """Return what is drawn of a replay, given the hand, its timeline and a title; 304 if unchanged, 503 while it is built."""
    row = get_hand(request, hand)
    names = names_of(row.session)
    etag = _etag(request, row, names)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _with_etag(unchanged, etag)
    watched = watch_hand(row, request.user, viewpoints.parse_view(request, row, names), names)
    timeline = watched.timeline()
    if timeline is None:
        return _being_built()
    return _with_etag(draw(row, timeline, sharing.title_of(watched)), etag)


def _svg(text: str, *, policy: str) -> HttpResponse:
    response = HttpResponse(text, content_type=SVG)
    response["Content-Security-Policy"] = policy
    return response


@require_safe
def qr(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Return the address of one moment as a QR code."""
    row = get_hand(request, hand)
    view = viewpoints.parse_view(request, row, names_of(row.session))
    event = viewpoints.parse_number(request.GET.get("event", "0"))
    page = request.build_absolute_uri(reverse("hand", args=[row.pk]))
    svg = qr_svg(f"{page}?{viewpoints.query_of(view)}event={event}")
    response = _svg(svg, policy=STANDALONE)
    response["Cache-Control"] = "private, max-age=3600"
    return response


@require_safe
@xframe_options_exempt
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no arguments of a view
def embed(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show the replay of a public hand in an iframe of another site, as an anonymous visitor sees it."""
    request.user = PUBLIC
    row = get_object_or_404(_public(), pk=hand)
    names = names_of(row.session)
    watched = watch_hand(row, PUBLIC, viewpoints.parse_view(request, row, names), names)
    timeline = watched.timeline()
    context = {
        "hand": row,
        "session": row.session,
        "answer": watched.answer,
        "digest": watched.digest,
        "timeline": timeline,
        "query": viewpoints.query_of(watched.view),
        "rules_query": as_query(row.session.variant, house_rules_of(row.session)),
        **move_list(watched, timeline),
    }
    if timeline is not None:
        event = viewpoints.parse_number(request.GET.get("event") or "0")
        moment = timeline.moment(event)
        context |= {"moment": moment, "steps": timeline.steps(moment.event)}
        context |= sharing.open_graph(request, watched, moment)
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


def _being_built() -> HttpResponse:
    return HttpResponse(
        _("The replay is being built."),
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": "2"},
    )


def _public() -> QuerySet[Hand]:
    hands = access.hands_seen_by(PUBLIC)
    return hands.select_related("club", "head", "adjudication", "session__head", "session__club")


def _etag(request: HttpRequest, hand: Hand, names: Names) -> str:
    """Return an ETag of everything that the moments depend on."""
    parts = [
        *version_of(hand, names),
        hidden_cards.hides_cards(hand, request.user),
        hidden_cards.hides_past_tricks(hand, request.user),
        request.get_full_path(),
        get_language(),
    ]
    return f'W/"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def _with_etag(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
