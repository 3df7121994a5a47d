"""Hands: recorded and read, with what the referee says of them."""

import contextlib
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import exceptions, mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper import access, tasks
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api import record_schemas
from scorekeeper.api.authentication import about_to_write
from scorekeeper.api.etags import agreed_etag, answer, check_etag, check_version, hand_etag
from scorekeeper.api.hands import serializers as hand_serializers
from scorekeeper.api.permissions import actor, require_in, visible_session
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording
from scorekeeper.models import Confirmation, Hand, HandRevision, Session
from scorekeeper.replays import frames as replay_frames

AGREED = "agreed"
USUAL = 50_000  # bytes: a hand with all its plays has one or two thousand


class HandSerializer(serializers.Serializer[Hand]):
    """A hand: what was written down, and the referee's answer."""

    id = serializers.UUIDField()
    session = serializers.UUIDField()
    position = serializers.IntegerField(help_text="In the session; void hands have one too.")
    recorded_by = serializers.UUIDField()
    record = record_schemas.HandRecordShape()
    adjudication = record_schemas.HandAdjudicationShape()
    hides_cards = serializers.BooleanField(
        help_text="The hand is unfinished and you are not its recorder: dealt cards are left out, and for those who "
        "only look on at Gang of Four the cards of past tricks (`?` each)."
    )
    agreement = hand_serializers.AgreementShape(
        help_text="Provisional until somebody else confirms it."
    )
    situation = hand_serializers.SituationShape(
        help_text="After the last event: what everybody sees."
    )
    revision = hand_serializers.RevisionShape()

    def to_representation(self, hand: Hand) -> dict[str, Any]:
        """The hand as this person may see it."""
        return hand_data(hand, self.context["request"].user)


def hand_data(hand: Hand, person: Person) -> dict[str, Any]:
    """A hand as this person may see it, in the form of HandSerializer."""
    seen = hidden_cards.shown(hand, person)
    return {
        "id": str(hand.pk),
        "session": str(hand.session_id),
        "position": hand.position,
        "recorded_by": str(hand.recorded_by_id),
        "record": seen.sheet,
        "adjudication": seen.answer,
        "hides_cards": seen.hides,
        "agreement": _agreement(hand),
        "situation": hidden_cards.situation(hand, person),
        "revision": {"number": hand.head.number, "digest": hand.head.digest},
    }


class NewHandSerializer(serializers.Serializer[Hand]):
    """The id that a client chose; the rest is the referee's to read."""

    id = serializers.UUIDField(required=False)


class SessionHandViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Hand]):
    """A session's hands, in order: recorded and read; changed by revisions only."""

    queryset = Hand.objects.none()
    serializer_class = HandSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("position",)

    def get_queryset(self) -> QuerySet[Hand]:
        """The hands of one session that exists for whoever asks."""
        sessions = access.sessions_followed_by(self.request.user).select_related("head", "result")
        session = get_object_or_404(_with_agreed(sessions), pk=self.kwargs["session"])
        check_version(self, session.head.digest, session.result.input_digest, vars(session)[AGREED])
        hands = session.hands.select_related("head", "adjudication", "session__head")
        return hands.prefetch_related("head__confirmations").order_by("position")

    def perform_authentication(self, request: Request) -> None:
        """Whoever writes is asked for when the session is locked, in one go."""
        if self.action != "create":
            super().perform_authentication(request)

    @extend_schema(
        request=record_schemas.NewHandShape,
        parameters=[
            OpenApiParameter(
                "strict", bool, description="Refuse a hand with an illegal play and keep nothing."
            )
        ],
        responses={201: HandSerializer, 200: HandSerializer},
    )
    def create(self, request: Request, session: UUID) -> Response:
        """Record a hand.  An illegal play is no error: the answer carries the verdicts."""
        if _asks_first(request):
            require_in(request, Action.RECORD, visible_session(request, session))
        try:
            sent: Any = request.data  # all of it is here before anything is locked
            chosen = _chosen_id(sent)
        except exceptions.APIException:
            require_in(request, Action.RECORD, visible_session(request, session))
            raise
        with transaction.atomic():
            about_to_write(request, session, chosen)
            where = visible_session(request, session)
            require_in(request, Action.RECORD, where)
            by, through = actor(request)
            hand, is_new = recording.write_hand(
                where,
                {key: value for key, value in sent.items() if key != "id"},
                by=by,
                through=through,
                id=chosen,
                strict=request.query_params.get("strict", "").lower() in {"true", "1"},
            )
        tasks.wake_up()
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return hand_answer(request, hand.pk, status=status, kept=hand if is_new else None)


class HandViewSet(viewsets.GenericViewSet[Hand]):
    """One hand."""

    queryset = Hand.objects.none()
    serializer_class = HandSerializer
    permission_classes = [permissions.AllowAny]

    def get_queryset(self) -> QuerySet[Hand]:
        """The hands that exist for whoever asks."""
        seen = access.hands_followed_by(self.request.user)
        return seen.select_related("head", "adjudication", "session__head")

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """One hand, under its ETag."""
        hand = self.get_object()
        etag = hand_etag(hand, hides=hidden_cards.hides_cards(hand, request.user))
        check_etag(self, agreed_etag(etag, len(hand.head.confirmations.all())))
        return Response(hand_data(hand, request.user))

    @extend_schema(responses={200: hand_serializers.ReplayShape, 202: hand_serializers.ReplayShape})
    def replay(self, request: Request, pk: UUID) -> Response:
        """The frames, one per event; 202 while they are being built."""
        hand = self.get_object()
        etag = hand_etag(hand, hides=hidden_cards.hides_cards(hand, request.user))
        check_version(self, etag, hand.adjudication.replay_id)
        state, frames = replay_frames.frames_of(hand, request.user)
        body = {"state": state, "frame_version": referee.FRAME_VERSION, "frames": frames}
        if state is replay_frames.State.BUILDING:
            return Response(body, status=HTTPStatus.ACCEPTED, headers={"Retry-After": "1"})
        return Response(body)


class RevisionSerializer(serializers.ModelSerializer[HandRevision]):
    """One version of a hand: who wrote what, when and why."""

    hand = serializers.UUIDField(source="hand_id")
    by = serializers.UUIDField(source="by_id")
    record = serializers.SerializerMethodField()

    class Meta:
        model = HandRevision
        fields = [
            "id", "hand", "number", "kind", "cause", "reason", "by", "at",
            "record", "previous_digest", "digest",
        ]  # fmt: skip

    @extend_schema_field(record_schemas.HandRecordShape)
    def get_record(self, revision: HandRevision) -> dict[str, Any]:
        """What was written; cards that are hidden in the hand are hidden in its history."""
        hand, person = self.context["view"].hand, self.context["request"].user
        return hidden_cards.sheet_for(hand, person, revision=revision)


class HandRevisionViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[HandRevision]):
    """How a hand's record came to be, oldest first."""

    queryset = HandRevision.objects.none()
    serializer_class = RevisionSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[HandRevision]:
        """The revisions of one hand that exists for whoever asks."""
        seen = access.hands_seen_by(self.request.user).select_related("head", "adjudication")
        self.hand = get_object_or_404(seen, pk=self.kwargs["hand"])
        hides = hidden_cards.hides_cards(self.hand, self.request.user)
        check_version(self, hand_etag(self.hand, hides=hides))
        return self.hand.revisions.order_by("number")


def _asks_first(request: Request) -> bool:
    """Is it to be known who asks before anything else: before much is read, and where to write is to lock out everybody?"""
    length = str(request.META.get("CONTENT_LENGTH") or 0)
    return not (
        connection.features.has_select_for_update and length.isdecimal() and int(length) <= USUAL
    )


def _chosen_id(sent: Any) -> UUID | None:
    """The id that a client chose, if any."""
    if isinstance(sent, dict) and "id" not in sent:
        return None
    if isinstance(sent, dict) and isinstance(sent["id"], str):
        with contextlib.suppress(ValueError):
            return UUID(sent["id"])
    chosen = NewHandSerializer(data=sent)
    chosen.is_valid(raise_exception=True)
    found: UUID | None = chosen.validated_data.get("id")
    return found


def _with_agreed(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """The sessions, each with how often somebody agreed with one of its hands."""
    found = Confirmation.objects.filter(hand__session=OuterRef("pk")).order_by()
    counted = found.values("hand__session").annotate(agreed=Count("pk")).values("agreed")
    return sessions.annotate(**{AGREED: Subquery(counted)})


def _agreement(hand: Hand) -> dict[str, Any]:
    found = hand_confirmations.agreement(hand)
    by = [{"by": str(by), "seat": seat, "at": at} for by, seat, at in found.by]
    return {"confirmed": found.confirmed, "seats": list(found.seats), "by": by}


def hand_answer(
    request: Request, pk: UUID, *, status: int = HTTPStatus.OK, kept: Hand | None = None
) -> Response:
    """A hand under its ETag."""
    hand = kept
    if hand is None:
        hand = Hand.objects.select_related("head", "adjudication", "session__head").get(pk=pk)
    data = hand_data(hand, request.user)
    agreed = len(data["agreement"]["by"])
    etag = agreed_etag(hand_etag(hand, hides=data["hides_cards"]), agreed)
    return answer(request, data, etag=etag, status=status)
