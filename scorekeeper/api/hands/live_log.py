"""Live logging: events appended to a hand while it is played, one or many at a time."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.api.hands.views import (
    HandSerializer,
    cited_rules,
    hand_answer,
    hand_data,
    stored_hand,
)
from scorekeeper.api.parsers import is_on, parse_body
from scorekeeper.api.permissions import actor, require_in
from scorekeeper.hands import live_log
from scorekeeper.models import Hand
from scorekeeper.models.limits import MAX_NUMBER

MAX_EVENTS = 1000


class EventShape(serializers.Serializer[Any]):
    """An event with the id that the client chose for it."""

    id = serializers.UUIDField()
    text = serializers.CharField(help_text="'2: 4C 4S', '3: pass', '1: unseen' …")


class AppendShape(serializers.Serializer[Any]):
    """Events to append, and the number of events before them.  The first of them may be stored already."""

    after = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER)
    events = serializers.ListField(child=EventShape(), allow_empty=False, max_length=MAX_EVENTS)


class EventsView(APIView):
    """The events of a hand that is being logged."""

    needs = {"post": Action.RECORD}

    @extend_schema(
        request=AppendShape,
        parameters=[
            OpenApiParameter(
                "strict",
                bool,
                description="Refuse an illegal play, and store nothing of the request.",
            ),
            OpenApiParameter(
                "dry_run",
                bool,
                description="Answer as if the events were appended, and store nothing: the record, the verdicts and the "
                "situation include the events, the revision is the current one.",
            ),
        ],
        responses=HandSerializer,
    )
    def post(self, request: Request, hand: UUID) -> Response:
        """Append events to a hand, and return the hand.

        A request may be repeated: events whose ids are stored already are not appended again.  409 ``event-gap``, with the
        number of stored events as ``held``, if events between those and these are missing.
        """
        hands = access.hands_followed_by(request.user).select_related("session")
        row = get_object_or_404(hands, pk=hand)
        require_in(request, Action.RECORD, row.session)
        data = parse_body(request, AppendShape)
        events = [live_log.NewEvent(event["id"], event["text"]) for event in data["events"]]
        strict, after = is_on(request, "strict"), data["after"]
        if is_on(request, "dry_run"):
            row = stored_hand(row.pk)
            preview = live_log.preview(row, events, after=after, person=request.user, strict=strict)
            return _preview_answer(request, row, preview)
        by, through = actor(request)
        appended = live_log.append(row, events, after=after, by=by, through=through, strict=strict)
        if appended.judged is None:
            return hand_answer(request, stored_hand(row.pk))
        workers.wake_up()
        return hand_answer(request, appended.hand, judged=appended.judged)


def _preview_answer(request: Request, hand: Hand, preview: live_log.Preview) -> Response:
    """Return the response that appending would give.  It has no ETag, since nothing of it is stored."""
    data = hand_data(hand, request.user)
    would_be = {
        "record": preview.sheet,
        "adjudication": preview.answer,
        "rules": cited_rules(hand, preview.answer),
        "situation": preview.situation,
    }
    return Response({**data, **would_be})
