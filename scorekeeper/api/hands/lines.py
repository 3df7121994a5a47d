"""A finished hand tried otherwise: what may be played from one of its moments, and what comes of it.  Nothing is stored."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

import referee
from scorekeeper import access
from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.api.etags import check_version, hand_etag
from scorekeeper.api.hands.serializers import FrameShape
from scorekeeper.api.hands.views import cited_rules
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.record_schemas import Shape, VerdictShape
from scorekeeper.models import Hand
from scorekeeper.models.limits import MAX_NUMBER
from scorekeeper.replays import lines
from scorekeeper.replays.lines import TriedLine

RESULTS: Mapping[type[referee.Outcome], str] = {
    referee.Won: "won",
    referee.NotForced: "not-forced",
    referee.NotSettled: "not-settled",
}


class TryQuery(serializers.Serializer[Any]):
    """From where a line begins, and what is played."""

    event = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="The last event of the hand before the line; 0: the line begins with the first play.",
    )
    play = serializers.CharField(
        required=False,
        default="",
        help_text=f"The events of the line, with `;` between them: `2: 7H 7S;3: pass`. At most {lines.MAX_PLAYS}. Without a "
        "seat, it is the action of the seat to act. Illegal plays are judged, and the line goes on.",
    )
    revision = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The version of the record from which the line begins, by default the current one.",
    )
    solve = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="A seat: can it force going out first after the line, with all cards open? With at most "
        f"{lines.MAX_CARDS} cards left.",
    )
    against = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="A seat: the others answer its play as well as they can, with all cards open. What they play until its next "
        "turn is appended to the line.",
    )


class ChoiceShape(Shape):
    """What a seat may do next."""

    seat = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.CharField(), help_text="Legal actions.")


class SolvedSeatShape(Shape):
    """Whether a seat can force going out first, with all cards open."""

    seat = serializers.IntegerField()
    result = serializers.ChoiceField(["won", "not-forced", "not-settled"])
    way = serializers.ListField(
        child=serializers.CharField(),
        help_text="One way to the end, as events: how the seat wins, or how the others prevent it.",
    )
    plays = serializers.ListField(
        child=serializers.CharField(),
        help_text="Actions of the seat to act that are known to win.",
    )
    reason = serializers.CharField(
        allow_blank=True,
        help_text=f"Why nothing is known: `steps`: {lines.SOLVING_STEPS:,} positions did not suffice; `many-cards`; and the "
        "other reasons of `referee.solve`.",
    )
    steps = serializers.IntegerField(help_text="How many positions were looked at.")


class TriedLineShape(Shape):
    """A line that was tried: each step judged, the position after it, who may act with what, and the result."""

    hand = serializers.UUIDField()
    revision = serializers.IntegerField()
    event = serializers.IntegerField()
    plays = serializers.ListField(child=serializers.CharField())
    verdicts = serializers.ListField(
        child=VerdictShape(),
        help_text="On the events of the line; they are numbered on from `event`.",
    )
    rules = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="By play, the ruling behind the verdict.",
    )
    position = FrameShape(help_text="The table after the line, as in the frames of a replay.")
    choices = serializers.ListField(child=ChoiceShape())
    status = serializers.CharField()
    points = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        allow_null=True,
        help_text="By seat, once the line has ended the hand; else null.",
    )
    answered = SolvedSeatShape(
        allow_null=True,
        help_text="What was proved when the others answered (`against`); null where they had nothing to play.",
    )
    solved = SolvedSeatShape(allow_null=True, help_text="The answer to `solve`, after the line.")


class TriedLineViewSet(viewsets.GenericViewSet[Hand]):
    """A finished hand tried otherwise."""

    queryset = Hand.objects.none()
    serializer_class = TriedLineShape

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles; what is solved for somebody without an account counts by its steps, too."""
        asked = self.request.query_params
        solves = asked.get("solve") or asked.get("against")
        return [*super().get_throttles(), *([AnonymousRateThrottle()] if solves else ())]

    def get_queryset(self) -> QuerySet[Hand]:
        """Return the hands that the request's user may see."""
        visible = access.hands_followed_by(self.request.user)
        return visible.select_related("head", "adjudication", "session__head")

    @extend_schema(parameters=[TryQuery], responses=TriedLineShape)
    def attempt(self, request: Request, pk: UUID) -> Response:
        """Play something else from a moment of a finished hand, all of whose cards are known there.  Nothing is stored.

        409 ``cannot-try`` while the hand is unfinished, and where not all cards are known.
        """
        hand = self.get_object()
        asked = parse_query(request, TryQuery)
        check_version(self, hand_etag(hand, hides=0))
        line = lines.try_line(
            hand,
            event=asked["event"],
            plays=lines.parse_plays(asked["play"]),
            revision=lines.find_revision(hand, asked.get("revision")),
        )
        answered = solved = None
        against, seat = asked.get("against"), asked.get("solve")
        if against is not None:
            lines.check_seat(line, against, "against")
            line, answered = lines.answer_seat(line, against)
        if seat is not None:
            lines.check_seat(line, seat, "solve")
            left = lines.SOLVING_STEPS - (answered.steps if answered else 0)
            solved = lines.solve(line, seat, steps=left)
        steps = sum(one.steps for one in (answered, solved) if one)
        AnonymousRateThrottle().add_work(request, steps)
        return Response(
            line_data(line)
            | {"answered": _solved_data(against, answered), "solved": _solved_data(seat, solved)}
        )


def _solved_data(seat: int | None, outcome: referee.Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "seat": seat,
        "result": RESULTS[type(outcome)],
        "way": lines.way_of(outcome),
        "plays": outcome.plays if isinstance(outcome, referee.Won) else (),
        "reason": outcome.reason if isinstance(outcome, referee.NotSettled) else "",
        "steps": outcome.steps,
    }


def line_data(line: TriedLine) -> dict[str, Any]:
    """Return a line in the form of TriedLineShape."""
    answer = line.judged.as_json()
    over = line.table.is_over
    return {
        "hand": str(line.hand.pk),
        "revision": line.revision.number,
        "event": line.event,
        "plays": line.plays,
        "verdicts": answer["events"][line.event :],
        "rules": cited_rules(line.hand, answer, line.judged.rules)[line.event :],
        "position": line.judged.frames()[-1],
        "choices": [{"seat": seat, "actions": actions} for seat, actions in line.choices.items()],
        "status": answer["status"],
        "points": answer["points"] if over else None,
    }
