"""A hand as an overlay for streams: a transparent page that follows the table and shows nobody's cards."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.models import Hand, Session
from scorekeeper.pages.permissions import get_hand, get_session
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.context import watch_hand
from scorekeeper.pages.replays.moments import ReplayMoment
from scorekeeper.pages.replays.sharing import title_of
from scorekeeper.pages.sessions import live
from scorekeeper.replays.perspective import TABLE, Perspective
from scorekeeper.sessions.document import names_of

THEMES = ("dark", "light")


@require_safe
def of_hand(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show the overlay of one hand; ``?event=7`` stays at one event."""
    row = get_hand(request, hand)
    return _page(request, row, reverse("hand-overlay-board", args=[row.pk]))


@require_safe
def board_of_hand(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Return the part of the overlay that changes; 304 if unchanged."""
    row = get_hand(request, hand)
    return _board(request, row.session, row)


@require_safe
def of_session(request: HttpRequest, session: UUID) -> HttpResponse:
    """Show the overlay of the newest hand of a session, which goes on with the next one."""
    row = get_session(request, session)
    return _page(request, live.last_hand(row), reverse("session-overlay-board", args=[row.pk]))


@require_safe
def board_of_session(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Return the part of the overlay that changes; 304 if unchanged."""
    row = get_session(request, session)
    return _board(request, row, live.last_hand(row))


def _page(request: HttpRequest, hand: Hand | None, board: str) -> HttpResponse:
    theme = request.GET.get("theme")
    query = request.GET.urlencode()
    context = {
        **_table(request, hand),
        "theme": theme if theme in THEMES else THEMES[0],
        "board": f"{board}?{query}".rstrip("?"),
    }
    return render(request, "hands/overlay.html", context)


def _board(request: HttpRequest, session: Session, hand: Hand | None) -> HttpResponseBase:
    shown = (hand.pk, hand.head.digest, hand.adjudication.replay_id) if hand else ()
    tag = live.etag(request, session, *shown)
    if response := live.not_modified(request, tag):
        return response
    page = render(request, "hands/overlay_board.html", _table(request, hand))
    return live.with_etag(page, tag)


def _table(request: HttpRequest, hand: Hand | None) -> dict[str, Any]:
    """Return the context: the seats, the standing cards and the last move, or nothing before the first hand.

    Nobody is to act in a void or annulled hand, so its table is shown only at an event that was asked for.
    """
    if hand is None:
        return {}
    names = names_of(hand.session)
    watched = watch_hand(hand, live.PUBLIC, Perspective(seat=TABLE), names)
    timeline = watched.timeline()
    title = title_of(watched)
    if timeline is None:
        return {"title": title}
    event = request.GET.get("event")
    is_struck = watched.answer["status"] == "void" or bool(watched.answer.get("annulled"))
    if is_struck and not event:
        return {"title": title, "is_struck": True}
    moment = timeline.moment(viewpoints.parse_number(event) if event else timeline.last)
    return {"title": title, "moment": moment, "stands": _stands(moment)}


def _stands(moment: ReplayMoment) -> list[Any]:
    return [one for one in moment.laid if one.stands and one.faces]
