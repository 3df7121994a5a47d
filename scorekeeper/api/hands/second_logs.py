"""Second logs (transcripts) of a hand, compared with the record and merged into it."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.amendments import AmendedShape, amended_answer, lock_matching
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body, without_id
from scorekeeper.api.permissions import members_hand, require, signed_in
from scorekeeper.hands import second_logs
from scorekeeper.hands.second_logs import Take
from scorekeeper.models import Transcript
from scorekeeper.models.limits import MAX_WORDS


class TranscriptSerializer(serializers.ModelSerializer[Transcript]):
    """A second log of a hand."""

    hand = serializers.UUIDField(source="hand_id")
    by = serializers.UUIDField(source="by_id")
    record = serializers.SerializerMethodField()

    class Meta:
        model = Transcript
        fields = ["id", "hand", "by", "at", "record"]

    @extend_schema_field(record_schemas.HandRecordShape)
    def get_record(self, transcript: Transcript) -> dict[str, Any]:
        """Return the log's record; cards that are hidden in the hand are hidden here, too, except from its author."""
        return hidden_cards.transcript_for(transcript, self.context["request"].user)


class EventOfLogShape(serializers.Serializer[Any]):
    """An event of one of the logs."""

    event = serializers.IntegerField()
    text = serializers.CharField()


class RowShape(serializers.Serializer[Any]):
    """An event of both logs, or of one of them."""

    same = serializers.BooleanField()
    hand = EventOfLogShape(allow_null=True)
    transcript = EventOfLogShape(allow_null=True)


class DifferenceShape(serializers.Serializer[Any]):
    """Two logs side by side."""

    rows = serializers.ListField(child=RowShape())
    keys = serializers.DictField(
        help_text="Other keys that differ, each with its value in hand and transcript."
    )


class MergeShape(serializers.Serializer[Any]):
    """Which log to take for each row of the difference that differs (numbered from 0), and for each key."""

    rows = serializers.DictField(child=OneOf([str(take) for take in Take]), required=False)
    keys = serializers.DictField(
        child=OneOf([str(Take.HAND), str(Take.TRANSCRIPT)]), required=False
    )
    reason = serializers.CharField(required=False, allow_blank=True, max_length=MAX_WORDS)

    def validate_rows(self, rows: dict[str, str]) -> dict[int, Take]:
        """Return the choices by row number.  Raises ValidationError for a key that is not a number."""
        if not all(row.isdecimal() for row in rows):
            raise serializers.ValidationError("Name each row by its number, from 0.")
        return {int(row): Take(take) for row, take in rows.items()}


class NewTranscriptSerializer(serializers.Serializer[Transcript]):
    """The optional id chosen by the client; the referee parses the other keys."""

    keeps_unknown_keys = True
    id = serializers.UUIDField(required=False, allow_null=True)


class HandTranscriptViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Transcript]):
    """The second logs of a hand, oldest first.  For members."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    needs = {"create": Action.TRANSCRIBE}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[Transcript]:
        """Return the transcripts of one hand.  Raises Http404 unless the request's user is a member of its club."""
        hand = members_hand(self.request, self.kwargs["hand"])
        check_audit_version(self, hand)
        transcripts = Transcript.objects.filter(hand=hand).order_by("at", "pk")
        return transcripts.select_related("hand__head", "hand__adjudication")

    @extend_schema(
        request=record_schemas.NewHandShape,
        responses={200: TranscriptSerializer, 201: TranscriptSerializer},
    )
    def create(self, request: Request, hand: UUID) -> Response:
        """Add your own log of a hand that somebody else recorded."""
        row = members_hand(request, hand)
        require(request, Action.TRANSCRIBE, row.club)
        chosen = parse_body(request, NewTranscriptSerializer).get("id")
        record: Any = request.data
        transcript, is_new = second_logs.transcribe(
            row, without_id(record), by=signed_in(request), id=chosen
        )
        return created(self.get_serializer(transcript).data, is_new=is_new)


class TranscriptViewSet(viewsets.GenericViewSet[Transcript]):
    """One second log, compared with the hand's record."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    needs = {"merge": Action.TRANSCRIBE}

    def get_queryset(self) -> QuerySet[Transcript]:
        """Return the transcripts in the clubs of which the request's user is a member."""
        clubs = access.clubs_where(self.request.user, Action.SEE)
        transcripts = Transcript.objects.filter(club__in=clubs)
        return transcripts.select_related(
            "hand__head", "hand__adjudication", "hand__session__head", "hand__club"
        )

    @extend_schema(responses=DifferenceShape)
    def difference(self, request: Request, pk: UUID) -> Response:
        """Return both logs side by side, event by event, and whether they agree."""
        transcript = self.get_object()
        hides = hidden_cards.hides_cards(transcript.hand, request.user)
        if hides:
            transcript.content = hidden_cards.without_hidden_cards(transcript.content)
        difference = second_logs.difference(transcript)
        rows = [
            {
                "same": row.same,
                "hand": _event_json(row.hand),
                "transcript": _event_json(row.transcript),
            }
            for row in difference.rows
        ]
        keys = {
            key: {"hand": values[0], "transcript": values[1]}
            for key, values in difference.keys.items()
            if not (hides and key in hidden_cards.HIDDEN_KEYS)
        }
        return Response({"rows": rows, "keys": keys})

    @extend_schema(request=MergeShape, responses=AmendedShape)
    def merge(self, request: Request, pk: UUID) -> Response:
        """Amend the hand with the chosen rows and keys of a second log.

        Choose for every row and key that differs.  Send the hand's ETag as ``If-Match``.
        """
        transcript = self.get_object()
        require(request, Action.TRANSCRIBE, transcript.hand.club)
        data = parse_body(request, MergeShape)
        with transaction.atomic():
            transcript.hand = lock_matching(request, transcript.hand)
            hand, effects = second_logs.merge(
                transcript,
                rows=data.get("rows") or {},
                keys={key: Take(take) for key, take in (data.get("keys") or {}).items()},
                by=signed_in(request),
                reason=data.get("reason", ""),
            )
        workers.wake_up()
        return amended_answer(request, hand, effects)


def _event_json(event: tuple[int, str] | None) -> dict[str, Any] | None:
    return event and {"event": event[0], "text": event[1]}
