"""A table that is being played at, as anybody at it may see it: no card that somebody holds, and no past trick (G36)."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

import referee
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Hand, Result, Session
from scorekeeper.pages import drawing
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays.context import showing
from scorekeeper.pages.replays.moments import Moment
from scorekeeper.replays.perspective import TABLE, View
from scorekeeper.sessions import document as session_document

PUBLIC = AnonymousUser()
"""Whoever looks at a wall: what the screen shows does not depend on who put it up."""
RECENT = timedelta(hours=3)
"""So long after the last thing that was written somebody may still sit there."""


@dataclass(frozen=True, kw_only=True)
class Now:
    """The hand that is being played, after its last event."""

    hand: Hand
    number: int
    moment: Moment


def last_hand(session: Session) -> Hand | None:
    """The hand that was begun last."""
    hands = session.hands.select_related("head", "adjudication")
    hand = hands.order_by("-position").first()
    if hand is not None:
        hand.session = session
    return hand


def goes_on(hand: Hand | None) -> bool:
    """Is it being played?"""
    return hand is not None and hand.adjudication.status == hidden_cards.UNFINISHED


def now(hand: Hand | None, names: Names) -> Now | None:
    """The table at this moment; nothing between hands."""
    if hand is None or not goes_on(hand):
        return None
    found = showing(hand, PUBLIC, View(seat=TABLE), names)
    reel = found.reel()
    if reel is None:
        return None
    number = found.answer.get("number", hand.position)
    return Now(hand=hand, number=number, moment=reel.moment(reel.last))


def may_change(session: Session, hand: Hand | None) -> bool:
    """Is it worth asking again each second?  Not of a game that is over, or of one of long ago."""
    written = hand.head.at if hand else session.created_at
    over = Result.objects.filter(session=session, over=True).exists()
    return not over and timezone.now() - written < RECENT


def etag(request: HttpRequest, session: Session, *beside: object) -> str:
    """What everything about a session that is shown depends on."""
    parts = [
        Result.objects.values_list("input_digest", flat=True).get(session=session),
        session.head.digest,
        drawing.EDITION,
        {str(seat): str(name) for seat, name in session_document.names_of(session).items()},
        session.club.shows_past_tricks,
        get_language(),
        request.get_full_path(),
        [str(part) for part in beside],
    ]
    return f'W/"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def unchanged(request: HttpRequest, tag: str) -> HttpResponseBase | None:
    """304 to whoever has it."""
    found = get_conditional_response(request, etag=tag)
    return None if found is None else kept(found, tag)


def kept(response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """To be asked for again each time, with its tag."""
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
