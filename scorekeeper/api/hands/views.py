"""Hands with the referee's verdicts, their replays and their revisions."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper import access, workers
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import answer, check_etag, check_version, hand_etag
from scorekeeper.api.hands.serializers import (
    AgreementShape,
    HandAnalysisShape,
    ReplayShape,
    RevisionShape,
    SituationShape,
)
from scorekeeper.api.parsers import is_on, parse_body, without_id
from scorekeeper.api.permissions import actor, session_where
from scorekeeper.hands import recording
from scorekeeper.hands.confirmations import Agreement, agreement_on
from scorekeeper.models import Confirmation, Hand, HandRevision
from scorekeeper.replays import endings
from scorekeeper.replays.endings import EndingState
from scorekeeper.replays.frames import ReplayState, frames_of

NO_ANALYSIS = referee.HandAnalysis().as_json()


class HandSerializer(serializers.Serializer[Hand]):
    """A hand: its record, the referee's verdicts and points, and who confirmed it."""

    id = serializers.UUIDField()
    session = serializers.UUIDField()
    position = serializers.IntegerField(
        help_text="The hand's position in the session; void hands count, too."
    )
    recorded_by = serializers.UUIDField()
    record = record_schemas.HandRecordShape()
    adjudication = record_schemas.HandAdjudicationShape()
    rules = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="By event, the ruling behind the verdict: what an illegal play breaks, what allows a legal one; empty "
        "where there is none.",
    )
    hides_cards = serializers.BooleanField(
        help_text="True while the hand is unfinished and you are not its recorder: dealt cards are left out and, for "
        "spectators of Gang of Four, the cards of past tricks (`?` each)."
    )
    agreement = AgreementShape(
        help_text="The hand is provisional until somebody other than its recorder confirms it."
    )
    situation = SituationShape(help_text="The table after the last event, as everybody sees it.")
    revision = RevisionShape()

    def to_representation(self, hand: Hand) -> dict[str, Any]:
        """Return the hand as the request's user may see it."""
        return hand_data(hand, self.context["request"].user)


def hand_data(
    hand: Hand,
    person: Person,
    *,
    judged: referee.HandAdjudication | None = None,
    agreement: Agreement | None = None,
) -> dict[str, Any]:
    """Return a hand as this person may see it, in the form of HandSerializer.

    ``agreement`` is who confirmed it, where that was read already;
    ``judged`` is the referee's judgement of a revision that was written just now, which nobody can have confirmed yet.
    """
    if agreement is None and judged is None:
        agreement = agreement_on(hand)
    visible = hidden_cards.visible_hand(hand, person)
    return {
        "id": str(hand.pk),
        "session": str(hand.session_id),
        "position": hand.position,
        "recorded_by": str(hand.recorded_by_id),
        "record": visible.record,
        "adjudication": visible.answer,
        "rules": cited_rules(hand, visible.answer, judged.rules if judged else None),
        "hides_cards": visible.hides,
        "agreement": _agreement_data(agreement),
        "situation": hidden_cards.situation(hand, person, judged),
        "revision": {"number": hand.head.number, "digest": hand.head.digest},
    }


def cited_rules(
    hand: Hand, answer: Mapping[str, Any], rules: referee.Rules | None = None
) -> list[str]:
    """Return the ruling behind the verdict on each event of an answer about this hand; ``rules`` where the caller has them."""
    if hand.session.variant not in referee.VARIANTS:
        return [""] * len(answer.get("events") or ())
    return referee.cited_rules(rules or judging.rules_of(hand.session), answer)


class NewHandSerializer(serializers.Serializer[Hand]):
    """The optional id chosen by the client; the referee parses the other keys."""

    keeps_unknown_keys = True
    id = serializers.UUIDField(required=False)


class SessionHandViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Hand]):
    """The hands of a session, in the order of play.  To change one, amend it."""

    queryset = Hand.objects.none()
    serializer_class = HandSerializer
    needs = {"create": Action.RECORD}
    ordering = ("position",)

    def get_queryset(self) -> QuerySet[Hand]:
        """Return the hands of one session that the request's user may see."""
        sessions = access.sessions_followed_by(self.request.user).select_related("head", "result")
        session = get_object_or_404(sessions, pk=self.kwargs["session"])
        confirmations = Confirmation.objects.filter(hand__session=session).count()
        check_version(self, session.head.digest, session.result.input_digest, confirmations)
        hands = session.hands.select_related("head", "adjudication", "session__head")
        return hands.prefetch_related("head__confirmations").order_by("position")

    @extend_schema(
        request=record_schemas.NewHandShape,
        parameters=[
            OpenApiParameter(
                "strict", bool, description="Refuse a hand with an illegal play, and store nothing."
            )
        ],
        responses={201: HandSerializer, 200: HandSerializer},
    )
    def create(self, request: Request, session: UUID) -> Response:
        """Record a hand at the end of its session, and return it with the referee's verdicts.

        An illegal play is not an error: it is recorded together with its verdict.
        """
        row = session_where(request, Action.RECORD, session)
        by, through = actor(request)
        # only now, so that the body is not parsed for somebody who may not record
        chosen = parse_body(request, NewHandSerializer).get("id")
        body: Any = request.data
        strict = is_on(request, "strict")
        recorded = recording.record_hand(
            row, without_id(body), by=by, through=through, id=chosen, strict=strict
        )
        workers.wake_up()
        if not recorded.is_new:
            return hand_answer(request, stored_hand(recorded.hand.pk))
        return hand_answer(
            request, recorded.hand, judged=recorded.judged, status=HTTPStatus.CREATED
        )


class HandViewSet(viewsets.GenericViewSet[Hand]):
    """One hand."""

    queryset = Hand.objects.none()
    serializer_class = HandSerializer

    def get_queryset(self) -> QuerySet[Hand]:
        """Return the hands that the request's user may see."""
        visible = access.hands_followed_by(self.request.user)
        return visible.select_related("club", "head", "adjudication", "session__head")

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one hand with its ETag, which a change must send as ``If-Match``."""
        hand = self.get_object()
        hides = hidden_cards.hides_cards(hand, request.user)
        agreement = agreement_on(hand)
        seats = [seat for _by, seat, _at in agreement.by]
        check_etag(self, hand_etag(hand, hides=hides, confirmed_by=seats))
        return Response(hand_data(hand, request.user, agreement=agreement))

    @extend_schema(responses={200: ReplayShape, 202: ReplayShape})
    def replay(self, request: Request, pk: UUID) -> Response:
        """Return the frames of the hand's replay: the table at the start, and after each event.

        202 while they are being built: ask again.
        """
        hand = self.get_object()
        etag = hand_etag(hand, hides=hidden_cards.hides_cards(hand, request.user))
        check_version(self, etag, hand.adjudication.replay_id)
        state, frames = frames_of(hand, request.user)
        body = {"state": state, "frame_version": referee.FRAME_VERSION, "frames": frames}
        if state is ReplayState.BUILDING:
            return Response(body, status=HTTPStatus.ACCEPTED, headers={"Retry-After": "1"})
        return Response(body)

    @extend_schema(responses={200: HandAnalysisShape, 202: HandAnalysisShape})
    def analysis(self, request: Request, pk: UUID) -> Response:
        """Return where a certain win was taken or given away in the last cards of a finished hand, with all cards open.

        202 while workers are looking at the hand: ask again.
        """
        hand = self.get_object()
        etag = hand_etag(hand, hides=hidden_cards.hides_cards(hand, request.user))
        check_version(self, etag, hand.adjudication.solved_for, hand.club.solves_endings)
        state, analysis = endings.ending_of(hand, request.user)
        if state is EndingState.WAITING:
            body = {**NO_ANALYSIS, "reason": state, "current": False}
            return Response(body, status=HTTPStatus.ACCEPTED, headers={"Retry-After": "10"})
        if analysis is None:
            analysis = {**NO_ANALYSIS, "reason": state}
        return Response({**analysis, "current": True})


class RevisionSerializer(serializers.ModelSerializer[HandRevision]):
    """A revision of a hand: its record, who wrote it, when and why."""

    hand = serializers.UUIDField(source="hand_id")
    by = serializers.UUIDField(source="by_id")
    record = serializers.SerializerMethodField()

    class Meta:
        model = HandRevision
        fields = [
            "id",
            "hand",
            "number",
            "kind",
            "cause",
            "reason",
            "by",
            "at",
            "record",
            "previous_digest",
            "digest",
        ]

    @extend_schema_field(record_schemas.HandRecordShape)
    def get_record(self, revision: HandRevision) -> dict[str, Any]:
        """Return the record of this revision; cards that are hidden in the hand are hidden in its history."""
        hand, person = self.context["view"].hand, self.context["request"].user
        return hidden_cards.record_for(hand, person, revision=revision)


class HandRevisionViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[HandRevision]):
    """The revisions of a hand, oldest first."""

    queryset = HandRevision.objects.none()
    serializer_class = RevisionSerializer
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[HandRevision]:
        """Return the revisions of one hand that the request's user may see."""
        visible = access.hands_seen_by(self.request.user).select_related("head", "adjudication")
        self.hand = get_object_or_404(visible, pk=self.kwargs["hand"])
        hides = hidden_cards.hides_cards(self.hand, self.request.user)
        check_version(self, hand_etag(self.hand, hides=hides))
        return self.hand.revisions.order_by("number")


def _agreement_data(agreement: Agreement | None) -> dict[str, Any]:
    if agreement is None:
        return {"confirmed": False, "seats": [], "by": []}
    by = [{"by": str(by), "seat": seat, "at": at} for by, seat, at in agreement.by]
    return {"confirmed": agreement.confirmed, "seats": list(agreement.seats), "by": by}


def stored_hand(pk: UUID) -> Hand:
    """Return a hand with all that ``hand_data`` reads."""
    return Hand.objects.select_related("head", "adjudication", "session__head").get(pk=pk)


def hand_answer(
    request: Request,
    hand: Hand,
    *,
    judged: referee.HandAdjudication | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    """Return the response with a hand under its ETag.  ``judged`` is the judgement of a revision that was written just now."""
    data = hand_data(hand, request.user, judged=judged)
    confirmed = [one["seat"] for one in data["agreement"]["by"]]
    etag = hand_etag(hand, hides=data["hides_cards"], confirmed_by=confirmed)
    return answer(request, data, etag=etag, status=status)
