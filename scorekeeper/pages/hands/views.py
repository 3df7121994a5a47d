"""A hand and its replay."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.pages.display import event_text, score_rows
from scorekeeper.pages.display.house_rules import as_query
from scorekeeper.pages.disputes.detail import DECISIONS
from scorekeeper.pages.hands import comments, hand_actions
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays import views as replay_views
from scorekeeper.pages.replays.context import CLOCKWISE, WatchedHand, watch_hand
from scorekeeper.pages.replays.timeline import ReplayTimeline
from scorekeeper.sessions import document as session_document


@require_safe
def hand(request: HttpRequest, hand: UUID) -> HttpResponse:
    """The tricks, the verdicts, the points, and the table at one event (``?event=7``)."""
    shown = hand_seen(request, hand)
    names = session_document.names_of(shown.session)
    found = watch_hand(shown, request.user, viewpoints.parse_view(request, shown, names), names)
    reel = found.timeline()
    context = {
        **_replay(request, found, reel),
        **_below_table(found, reel),
        **_around(request, found),
    }
    if found.view.revision is None:
        now = context.get("moment")
        context |= comments.comments_context(request, shown, now.event if now else 0)
    return render(request, "hands/hand.html", context)


def _replay(
    request: HttpRequest, found: WatchedHand, reel: ReplayTimeline | None
) -> dict[str, Any]:
    """The table at one event, and from where else it may be seen."""
    versions = viewpoints.versions(found.hand, request.user)
    context: dict[str, Any] = {
        "hand": found.hand,
        "session": found.hand.session,
        "digest": found.digest,
        "query": viewpoints.query_of(found.view),
        "seats": viewpoints.seats(found.view, found.names),
        "versions": viewpoints.choices(versions, found.view),
        "version": found.view.revision,
        "reel": reel,
    }
    if reel is None:
        return context
    goes_on = found.answer.get("status") == "unfinished"
    asked = request.GET.get("event") or ("last" if goes_on else "0")
    event = reel.last if asked == "last" else viewpoints.parse_number(asked)
    public = replay_views.is_public(found.hand)
    return {
        **context,
        "moment": reel.moment(event),
        "steps": reel.steps(reel.moment(event).event),
        "page": request.build_absolute_uri(request.path),
        "embed": public and request.build_absolute_uri(reverse("embed-hand", args=[found.hand.pk])),
    }


def _below_table(found: WatchedHand, reel: ReplayTimeline | None) -> dict[str, Any]:
    """What is read below the table."""
    answer, names = found.answer, found.names
    first = reel.first if reel else 0
    events = [event for event in answer.get("events") or [] if event["event"] >= first]
    order = sorted(names, reverse=found.direction != CLOCKWISE)
    said = event_text.event_lines(events, names)
    rules = referee.VARIANTS[found.hand.session.variant]
    melds = rules.family is referee.Family.MELDING
    return {
        "answer": answer,
        "hides": found.watched.shown.hides,
        "names": [names[seat] for seat in order],
        "tricks": [] if melds else event_text.tricks(events, names, order),
        "turns": event_text.turns(events, names) if melds else [],
        "notes": [event for event in said if event.verdict != "legal"],
        "scores": score_rows.scores(answer, names, _totals(found)),
        "adjustments": score_rows.adjustments(answer, names),
        "rulings": [_ruled(ruling) for ruling in answer.get("rulings") or ()],
        "note": found.watched.shown.record.get("note"),
        "rules_query": as_query(
            found.hand.session.variant, found.hand.session.head.content.get("house_rules") or {}
        ),
    }


def _ruled(ruling: dict[str, Any]) -> dict[str, Any]:
    """A decision in words; a record from elsewhere may have others."""
    decision = str(ruling.get("decision") or "")
    known = {str(one): words for one, words in DECISIONS.items()}
    return {**ruling, "words": known.get(decision, decision)}


def _totals(found: WatchedHand) -> Any:
    return None if found.view.revision else found.hand.adjudication.carried_out.get("totals")


def _around(request: HttpRequest, found: WatchedHand) -> dict[str, Any]:
    """The hands beside this one, and whether the next may be written down here."""
    shown = found.hand
    around = shown.session.hands.filter(position__in=(shown.position - 1, shown.position + 1))
    beside = {other.position: other for other in around}
    carried = shown.adjudication.carried_out
    return {
        "club": shown.club,
        "acts": hand_actions.action_links(request.user, shown),
        "may_dispute": access.may(request.user, Action.DISPUTE, shown.club),
        "before": beside.get(shown.position - 1),
        "after": beside.get(shown.position + 1),
        "next_number": carried.get("number"),
        "may_record": shown.position + 1 not in beside
        and not carried.get("over")
        and access.may(request.user, Action.RECORD, shown.club),
    }
