"""A finished hand tried otherwise: what may be played from one of its moments, and what comes of it.  Nothing is stored."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.api.etags import check_version, hand_etag
from scorekeeper.api.hands.serializers import FrameShape
from scorekeeper.api.hands.views import cited_rules
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.record_schemas import Shape, VerdictShape
from scorekeeper.models import Hand
from scorekeeper.models.limits import MAX_NUMBER
from scorekeeper.replays import lines
from scorekeeper.replays.lines import TriedLine


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


class ChoiceShape(Shape):
    """What a seat may do next."""

    seat = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.CharField(), help_text="Legal actions.")


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


class TriedLineViewSet(viewsets.GenericViewSet[Hand]):
    """A finished hand tried otherwise."""

    queryset = Hand.objects.none()
    serializer_class = TriedLineShape

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
        return Response(line_data(line))


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
