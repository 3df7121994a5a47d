"""A hand and its replay."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access, adjudicating, disclosure, exports, replays
from scorekeeper.access import Action
from scorekeeper.models import Hand
from scorekeeper.pages import frames, scores, tricks
from scorekeeper.pages.answers import Frame, HandAnswer
from scorekeeper.pages.house_rules import as_query
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.pages.wording import Names

CLOCKWISE = "clockwise"


@require_safe
def hand(request: HttpRequest, hand: UUID) -> HttpResponse:
    """The tricks, the verdicts, the points, and the table at one event (``?event=7``)."""
    shown = hand_seen(request, hand)
    names = exports.names_of(shown.session)
    rules = adjudicating.rules_of(shown.session)
    context = _replay(request, shown, names, rules)
    if request.GET.get("part") == "replay":
        return render(request, "hands/replay.html", context)
    return render(request, "hands/hand.html", {**context, **_told(request, shown, names, rules)})


def _replay(
    request: HttpRequest, shown: Hand, names: Names, rules: referee.Rules
) -> dict[str, Any]:
    """The replay's state, and its table where the replay is of what stands now."""
    state, built = replays.frames_of(shown, request.user)
    context: dict[str, Any] = {
        "hand": shown,
        "state": str(state),
        "digest": shown.adjudication.input_digest,
        "session": shown.session,
        "rules_query": as_query(
            shown.session.variant, shown.session.head.content.get("house_rules") or {}
        ),
    }
    if built:
        suits = str(rules.house_rules.get("suit_order", ""))
        context["table"] = frames.table(
            cast(list[Frame], built), _event(request, last=len(built) - 1), names, suits=suits
        )
    return context


def _told(request: HttpRequest, shown: Hand, names: Names, rules: referee.Rules) -> dict[str, Any]:
    seen = disclosure.shown(shown, request.user)
    answer = cast(HandAnswer, seen.answer)
    events = answer.get("events") or []
    backwards = rules.house_rules.get("direction") != CLOCKWISE
    order = sorted(names, reverse=backwards)
    said = tricks.said(events, names)
    totals = shown.adjudication.carried_out.get("totals")
    around = shown.session.hands.filter(position__in=(shown.position - 1, shown.position + 1))
    beside = {other.position: other for other in around}
    return {
        "club": shown.club,
        "names": [names[seat] for seat in order],
        "answer": answer,
        "hides": seen.hides,
        "tricks": tricks.tricks(events, names, order),
        "notes": [event for event in said if event.verdict != "legal"],
        "scores": scores.scores(answer, names, totals),
        "adjustments": scores.adjustments(answer, names),
        "note": seen.sheet.get("note"),
        "before": beside.get(shown.position - 1),
        "after": beside.get(shown.position + 1),
        "next_number": shown.adjudication.carried_out.get("number"),
        "may_record": shown.position + 1 not in beside
        and not shown.adjudication.carried_out.get("over")
        and access.may(request.user, Action.RECORD, shown.club),
    }


def _event(request: HttpRequest, *, last: int) -> int:
    """Which event is asked for; the first moment unless one is named."""
    asked = request.GET.get("event", "0")
    if asked == "last":
        return last
    if not asked.isascii() or not asked.isdigit() or len(asked) > 6:
        raise Http404
    return int(asked)
