"""The page of a hand: replay, moves with their verdicts, scores and comments."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.spreadsheets.points import ONLY_POINTS
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.hands.actions import AmendHand
from scorekeeper.models import Decision, Hand, Ruling, User
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.pages.display import score_rows
from scorekeeper.pages.display.answer_types import HandAnswer
from scorekeeper.pages.display.house_rules import as_query
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.disputes import next_steps
from scorekeeper.pages.disputes.detail import DECISIONS
from scorekeeper.pages.hands import comments, hand_actions, lines
from scorekeeper.pages.permissions import get_hand
from scorekeeper.pages.replays import moves, sharing, viewpoints
from scorekeeper.pages.replays.context import WatchedHand, watch_hand
from scorekeeper.pages.replays.endings import ending_summary
from scorekeeper.pages.replays.timeline import ReplayTimeline
from scorekeeper.pages.replays.views import is_public
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.usual_tables import house_rules_of


@require_safe
def hand(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show a hand, with its replay at one event (``?event=7``)."""
    row = get_hand(request, hand)
    names = names_of(row.session)
    watched = watch_hand(row, request.user, viewpoints.parse_view(request, row, names), names)
    timeline = watched.timeline()
    context = {
        **_replay(request, watched, timeline),
        **_below_table(watched),
        **_around(request, watched),
        "ruled_disputes": _ruled_disputes(request, row),
        "next_steps": [] if watched.view.revision else next_steps.next_steps(row, request.user),
    }
    disputes: dict[int, UUID] = {}
    if watched.view.revision is None:
        moment = context.get("moment")
        context |= comments.comments_context(request, row, moment.event if moment else 0)
        context |= lines.list_variations(request.user, row)
        disputes = moves.disputes_by_event(row, request.user)
    commented = context.get("commented")
    ending = ending_summary(watched, request.user)
    context |= moves.move_list(
        watched,
        timeline,
        disputes=disputes,
        commented=commented,
        certain=ending.kinds if ending else None,
    )
    context["ending"] = ending
    return render(request, "hands/hand.html", context)


def _ruled_disputes(request: HttpRequest, hand: Hand) -> list[tuple[Ruling, Any]]:
    """Return the rulings on disputes about the hand that the viewer may see, each with its decision in words."""
    visible = access.disputes_seen_by(request.user).filter(hand=hand)
    rulings = Ruling.objects.filter(dispute__in=visible).select_related("dispute")
    return [(ruling, DECISIONS[Decision(ruling.decision)]) for ruling in rulings]


def _replay(
    request: HttpRequest, watched: WatchedHand, timeline: ReplayTimeline | None
) -> dict[str, Any]:
    """Return the context of the replay: the moment, other views and other versions."""
    versions = viewpoints.versions(watched.hand, request.user)
    context: dict[str, Any] = {
        "hand": watched.hand,
        "session": watched.hand.session,
        "digest": watched.digest,
        "query": viewpoints.query_of(watched.view),
        "seats": viewpoints.seats(watched.view, watched.names),
        "versions": viewpoints.choices(versions, watched.view),
        "version": watched.view.revision,
        "timeline": timeline,
    }
    if timeline is None:
        return context
    is_unfinished = watched.answer.get("status") == UNFINISHED
    param = request.GET.get("event") or ("last" if is_unfinished else "0")
    event = timeline.last if param == "last" else viewpoints.parse_number(param)
    moment = timeline.moment(event)
    context |= {
        "moment": moment,
        "steps": timeline.steps(moment.event),
        **sharing.share_links(request, watched, timeline, moment),
    }
    if is_public(watched.hand):
        embed = reverse("embed-hand", args=[watched.hand.pk])
        context |= {
            "embed": request.build_absolute_uri(embed),
            **sharing.open_graph(request, watched, moment),
        }
    return context


def _below_table(watched: WatchedHand) -> dict[str, Any]:
    """Return the context below the table: scores, adjustments and rulings."""
    answer, names = watched.answer, watched.names
    rulings, others = _rulings(answer, names)
    only_points = answer.get("void") == ONLY_POINTS
    totals, are_before = _totals(watched)
    return {
        "answer": answer,
        "only_points": only_points,
        "number": watched.hand.position if only_points else answer["number"],
        "hides": watched.watched.visible.hides,
        "scores": score_rows.scores(answer, names, totals),
        "totals_before": are_before,
        "adjustments": others,
        "rulings": rulings,
        "note": watched.watched.visible.record.get("note"),
        "asks": True,
        "rules_query": as_query(watched.hand.session.variant, house_rules_of(watched.hand.session)),
    }


def _rulings(
    answer: HandAnswer, names: Names
) -> tuple[list[dict[str, Any]], list[score_rows.AdjustmentRow]]:
    """Return the rulings in words, those on points with the points, and the adjustments without a ruling.

    An imported record may have unknown decisions, and adjustments that no ruling names.
    """
    known = {str(one): str(words) for one, words in DECISIONS.items()}
    others = score_rows.adjustments(answer, names)
    rulings = []
    for ruling in answer.get("rulings") or ():
        decision = str(ruling.get("decision") or "")
        words = known.get(decision, decision)
        given = [row for row in others if row.reason == str(ruling.get("reason", ""))]
        if decision == Decision.ADJUSTMENT and given:
            others.remove(given[0])
            words = f"{given[0].name}: {given[0].points}"
        rulings.append({**ruling, "words": words})
    return rulings, others


def _totals(watched: WatchedHand) -> tuple[Any, bool]:
    """Return the totals to show, None without any, and whether they are those before the hand, since it is not finished."""
    if watched.view.revision:
        return None, False
    adjudication = watched.hand.adjudication
    after = adjudication.carried_out.get("totals")
    is_open = watched.answer.get("status") == UNFINISHED and None in (after or [None])
    before = adjudication.carried_in.get("totals") if is_open else None
    return (before, True) if before else (after, False)


def _around(request: HttpRequest, watched: WatchedHand) -> dict[str, Any]:
    """Return the links around the hand: neighbors, actions and recording the next hand."""
    row = watched.hand
    around = row.session.hands.filter(position__in=(row.position - 1, row.position + 1))
    beside = {other.position: other for other in around}
    carried = row.adjudication.carried_out
    return {
        "club": row.club,
        "acts": hand_actions.action_links(request.user, row),
        "may_dispute": access.may(request.user, Action.DISPUTE, row.club),
        "may_correct": isinstance(request.user, User) and AmendHand(row, request.user).is_offered(),
        "may_publish": access.may(request.user, Action.PUBLISH, row.club),
        "is_member": access.may(request.user, Action.SEE, row.club),
        "before": beside.get(row.position - 1),
        "after": beside.get(row.position + 1),
        "next_number": carried.get("number"),
        "may_record": row.position + 1 not in beside
        and not carried.get("over")
        and access.may(request.user, Action.RECORD, row.club),
    }
