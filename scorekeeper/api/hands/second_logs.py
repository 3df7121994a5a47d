"""The same hand logged by somebody else: laid beside the first log, and merged by choice."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, audit, tasks
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import check_audit_version, hand_etag, require_match
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.amendments import AmendedShape, amended_answer, locked
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.hands import second_logs
from scorekeeper.hands.second_logs import Take
from scorekeeper.models import Hand, Transcript


class TranscriptSerializer(serializers.ModelSerializer[Transcript]):
    """A hand as somebody else logged it."""

    hand = serializers.UUIDField(source="hand_id")
    by = serializers.UUIDField(source="by_id")
    record = serializers.SerializerMethodField()

    class Meta:
        model = Transcript
        fields = ["id", "hand", "by", "at", "record"]

    @extend_schema_field(record_schemas.HandRecordShape)
    def get_record(self, transcript: Transcript) -> dict[str, Any]:
        """What they wrote; cards that are hidden in the hand are hidden here, but from themselves."""
        return hidden_cards.transcript_for(transcript, self.context["request"].user)


class EventOfLogShape(serializers.Serializer[Any]):
    """An event in one of the logs."""

    event = serializers.IntegerField()
    text = serializers.CharField()


class RowShape(serializers.Serializer[Any]):
    """An event in both logs, or in one of them."""

    same = serializers.BooleanField()
    hand = EventOfLogShape(allow_null=True)
    transcript = EventOfLogShape(allow_null=True)


class DifferenceShape(serializers.Serializer[Any]):
    """Two logs side by side."""

    rows = serializers.ListField(child=RowShape())
    keys = serializers.DictField(help_text="Other keys that differ: hand and transcript.")


class MergeShape(serializers.Serializer[Any]):
    """Whose word counts, for every row that differs (by its place from 0) and every key."""

    rows = serializers.DictField(child=OneOf([str(take) for take in Take]), required=False)
    keys = serializers.DictField(
        child=OneOf([str(Take.HAND), str(Take.TRANSCRIPT)]), required=False
    )
    reason = serializers.CharField(required=False, allow_blank=True, max_length=2000)

    def validate_rows(self, rows: dict[str, str]) -> dict[int, Take]:
        """Rows are named by their numbers."""
        if not all(row.isdecimal() for row in rows):
            raise serializers.ValidationError("Rows are named by their numbers, from 0.")
        return {int(row): Take(take) for row, take in rows.items()}


class NewTranscriptSerializer(serializers.Serializer[Transcript]):
    """The id that a client chose, if any; the rest is the referee's to read."""

    id = serializers.UUIDField(required=False, allow_null=True)


class HandTranscriptViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Transcript]):
    """What others logged of a hand."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Transcript]:
        """The transcripts of one hand of a club that whoever asks belongs to."""
        hand = _members_hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        found = Transcript.objects.filter(hand=hand).order_by("at", "pk")
        return found.select_related("hand__head", "hand__adjudication")

    @extend_schema(
        request=record_schemas.NewHandShape,
        responses={200: TranscriptSerializer, 201: TranscriptSerializer},
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Log a hand that somebody else recorded as well."""
        where = _members_hand(request, hand)
        require(request, Action.TRANSCRIBE, where.club)
        sent: Any = request.data
        chosen = NewTranscriptSerializer(data=sent)
        chosen.is_valid(raise_exception=True)
        made, is_new = second_logs.transcribe(
            where,
            {key: value for key, value in sent.items() if key != "id"},
            by=signed_in(request),
            id=chosen.validated_data.get("id"),
        )
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(self.get_serializer(made).data, status=status)


class TranscriptViewSet(viewsets.GenericViewSet[Transcript]):
    """One transcript, beside the hand."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    permission_classes = [permissions.AllowAny]

    def get_queryset(self) -> QuerySet[Transcript]:
        """The transcripts of the clubs that whoever asks belongs to."""
        clubs = access.clubs_where(self.request.user, Action.SEE)
        found = Transcript.objects.filter(club__in=clubs)
        return found.select_related("hand__head", "hand__adjudication", "hand__session__head", "hand__club")  # fmt: skip

    @extend_schema(responses=DifferenceShape)
    def difference(self, request: Request, pk: UUID) -> Response:
        """Play by play where the two logs agree and where they do not."""
        transcript = self.get_object()
        if hidden_cards.hides_cards(transcript.hand, request.user):
            transcript.content = hidden_cards.without_hidden(transcript.content)
        found = second_logs.difference(transcript)
        rows = [
            {"same": row.same, "hand": _event(row.hand), "transcript": _event(row.transcript)}
            for row in found.rows
        ]
        hides = hidden_cards.hides_cards(transcript.hand, request.user)
        keys = {
            key: {"hand": values[0], "transcript": values[1]}
            for key, values in found.keys.items()
            if not (hides and key in hidden_cards.HIDDEN)
        }
        return Response({"rows": rows, "keys": keys})

    @extend_schema(request=MergeShape, responses=AmendedShape)
    def merge(self, request: Request, pk: UUID) -> Response:
        """One record of both: an amendment of the hand, made of what was chosen."""
        transcript = self.get_object()
        require(request, Action.TRANSCRIBE, transcript.hand.club)
        sent = MergeShape(data=request.data)
        sent.is_valid(raise_exception=True)
        given: dict[str, Any] = sent.validated_data
        with transaction.atomic():
            held = locked(transcript.hand)
            hides = hidden_cards.hides_cards(held, request.user)
            require_match(request, hand_etag(held, hides=hides))
            transcript.hand = held
            held, effects = second_logs.merge(
                transcript,
                rows=given.get("rows") or {},
                keys={key: Take(take) for key, take in (given.get("keys") or {}).items()},
                by=signed_in(request),
                reason=given.get("reason", ""),
            )
        tasks.wake_up()
        return amended_answer(request, held, effects)


def _members_hand(request: Request, pk: UUID) -> Hand:
    """Logs are the members' own affair, also of a public session."""
    clubs = access.clubs_where(request.user, Action.SEE)
    hands = Hand.objects.filter(club__in=clubs).select_related("session__head", "club", "head")
    return get_object_or_404(audit.versioned(hands), pk=pk)


def _event(event: tuple[int, str] | None) -> dict[str, Any] | None:
    return event and {"event": event[0], "text": event[1]}
