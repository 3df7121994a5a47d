"""The front page of strangers, with a table at which they can try the referee.

The cards that were played are in the query, so the page works without scripts; with them only the table is asked for again.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.accounts import sign_up
from scorekeeper.clubs import demo
from scorekeeper.models import Visibility
from scorekeeper.pages import drawing, throttling
from scorekeeper.pages.display.cards import Card
from scorekeeper.pages.front import sample_replay
from scorekeeper.pages.front.situations import SITUATIONS, find_situation
from scorekeeper.pages.front.verdicts import judge

MAX_PUBLIC_CLUBS = 12


@gzip_page  # its only secret, the CSRF token, is masked anew in each answer
def welcome(request: HttpRequest) -> HttpResponse:
    """Show the table, a sample replay, and the ways in."""
    return _page(request, "welcome.html", **_ways_in(request))


@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Return the table alone, for the script of the front page."""
    return _page(request, "front/table.html")


def _page(request: HttpRequest, template: str, **more: Any) -> HttpResponse:
    situation = find_situation(request.GET.get("table", ""))
    faces = request.GET.getlist("card")
    played = faces if situation.holds(faces) else []
    if played and (refused := throttling.limit_anonymous_requests(request)):
        return refused
    context = {
        "situation": situation,
        "situations": SITUATIONS,
        "is_asked": "play" in request.GET,
        "chosen": _chosen(situation.cards, played),
        "verdict": judge(situation, played) if played else None,
        **more,
    }
    return render(request, template, context)


def _chosen(cards: Sequence[Card], played: Sequence[str]) -> list[tuple[Card, bool]]:
    """Return each card of the visitor with whether it was played; of twins, one for each that was."""
    left = Counter(played)
    chosen = []
    for card in cards:
        chosen.append((card, left[card.face] > 0))
        left[card.face] -= 1
    return chosen


def _ways_in(request: HttpRequest) -> dict[str, Any]:
    """Return what stands below the table: the sample, the demo club, public clubs."""
    public = access.clubs_seen_by(request.user).filter(visibility=Visibility.PUBLIC)
    others = public.exclude(pk=demo.demo_id("club")).order_by("name", "pk")
    hands = access.hands_seen_by(request.user).filter(pk=sample_replay.HAND_ID)
    return {
        "symbols": _symbols(),
        "moments": sample_replay.sample_moments(),
        "sample_hand": hands.values_list("pk", flat=True).first(),
        "sample_event": sample_replay.EVENTS[0],
        "demo": demo.public_demo_clubs().first(),
        "clubs": others[:MAX_PUBLIC_CLUBS],
        "sign_up_is_open": sign_up.is_sign_up_open(),
    }


def _symbols() -> SafeString:
    """Return the drawings of every card on the page, each once."""
    at_tables = [card.face for one in SITUATIONS for card in (*one.standing, *one.cards)]
    faces = dict.fromkeys([*at_tables, *sample_replay.sample_faces()])
    return mark_safe("".join(map(drawing.symbol, faces)))  # noqa: S308 - drawn here
