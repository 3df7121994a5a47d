"""The hand being played, as anybody at the table may see it: no holdings and no past tricks (G36)."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

import referee
from scorekeeper.adjudication import hidden_cards, recorded_rulings
from scorekeeper.models import Hand, Result, Session
from scorekeeper.pages import drawing
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays.context import watch_hand
from scorekeeper.pages.replays.moments import ReplayMoment
from scorekeeper.replays.perspective import TABLE, Perspective
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.in_play import RECENT

PUBLIC = AnonymousUser()
"""The viewer of a public screen: what it shows does not depend on who opened it."""


@dataclass(frozen=True, kw_only=True)
class LiveHand:
    """The unfinished hand after its last event."""

    hand: Hand
    number: int
    moment: ReplayMoment
    is_reopened: bool  # by a ruling; nobody has logged on since


def last_hand(session: Session) -> Hand | None:
    """Return the last hand of a session, or None."""
    hands = session.hands.select_related("head", "adjudication")
    hand = hands.order_by("-position").first()
    if hand is not None:
        hand.session = session
    return hand


def is_unfinished(hand: Hand | None) -> bool:
    """Return whether there is a hand and it is unfinished; an annulled one is never finished."""
    if hand is None or hand.adjudication.answer.get("annulled"):
        return False
    return hand.adjudication.status == hidden_cards.UNFINISHED


def live_hand(hand: Hand | None, names: Names) -> LiveHand | None:
    """Return the hand being played, or None between hands and while its replay is being built."""
    if hand is None or not is_unfinished(hand):
        return None
    watched = watch_hand(hand, PUBLIC, Perspective(seat=TABLE), names)
    timeline = watched.timeline()
    if timeline is None:
        return None
    number = watched.answer.get("number", hand.position)
    return LiveHand(
        hand=hand,
        number=number,
        moment=timeline.moment(timeline.last),
        is_reopened=recorded_rulings.is_reopened(hand),
    )


def may_change(session: Session, hand: Hand | None) -> bool:
    """Return whether a page should poll the session: the game is not over and was changed recently."""
    changed_at = hand.head.at if hand else session.created_at
    is_over = Result.objects.filter(session=session, over=True).exists()
    return not is_over and timezone.now() - changed_at < RECENT


def etag(request: HttpRequest, session: Session, *beside: object) -> str:
    """Return an ETag of everything that the pages of a session depend on, and of ``beside``."""
    parts = [
        Result.objects.values_list("input_digest", flat=True).get(session=session),
        session.head.digest,
        drawing.EDITION,
        {str(seat): str(name) for seat, name in names_of(session).items()},
        session.club.shows_past_tricks,
        get_language(),
        request.get_full_path(),
        [str(part) for part in beside],
    ]
    return f'W/"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def not_modified(request: HttpRequest, tag: str) -> HttpResponseBase | None:
    """Return a 304 response if the client has this version, else None."""
    response = get_conditional_response(request, etag=tag)
    return None if response is None else with_etag(response, tag)


def with_etag(response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """Add the ETag, with headers that make browsers ask again each time."""
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
