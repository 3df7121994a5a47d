"""Corrections: a hand's next revision, and what becomes different by it."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, tasks
from scorekeeper.access import Action, Holder
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.etags import hand_etag, require_match
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.effect_serializers import EffectsShape
from scorekeeper.api.hands.views import HandSerializer, hand_data
from scorekeeper.api.permissions import actor, require_in
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Cause, Hand
from scorekeeper.sessions import recording


class ChangeShape(serializers.Serializer[Any]):
    """What is done to one event; numbers are those of the record as it was read."""

    operation = OneOf([str(operation) for operation in Operation])
    event = serializers.IntegerField(min_value=1)
    text = serializers.CharField(required=False, allow_blank=True)


class AmendmentShape(serializers.Serializer[Any]):
    """What is to be otherwise, and why.  With ``undo``, the record goes back to what that revision said."""

    changes = serializers.ListField(child=ChangeShape(), required=False)
    keys = serializers.DictField(
        required=False, help_text="Other keys of the hand; null leaves one out."
    )
    undo = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    cause = OneOf(Cause.choices, default=Cause.TRANSCRIPTION_FIX)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    dry_run = serializers.BooleanField(
        default=False, help_text="Say what would become different, and keep nothing."
    )

    def amendment(self) -> Amendment:
        """The amendment that was asked for."""
        given: dict[str, Any] = self.validated_data
        changes = [
            EventChange(Operation(change["operation"]), change["event"], change.get("text", ""))
            for change in given.get("changes") or []
        ]
        return Amendment(
            changes=changes,
            keys=given.get("keys") or {},
            undo=given.get("undo"),
            cause=Cause(given["cause"]),
            reason=given.get("reason", ""),
        )


class AmendedShape(serializers.Serializer[Any]):
    """The hand as it stands now, and what is different."""

    hand = HandSerializer()
    effects = EffectsShape()


class AmendmentsView(APIView):
    """A hand's corrections."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(request=AmendmentShape, responses=AmendedShape)
    def post(self, request: Request, hand: UUID) -> Response:
        """Amend a hand.  The answer says which verdicts and points are others now, and what no longer fits."""
        seen = access.hands_followed_by(request.user).select_related(
            "session__head", "session__club"
        )
        where = get_object_or_404(seen, pk=hand)
        own = isinstance(request.user, Holder) and where.recorded_through_id == request.user.link.pk
        require_in(request, Action.RECORD if own else Action.AMEND, where.session)
        sent = AmendmentShape(data=request.data)
        sent.is_valid(raise_exception=True)
        by, through = actor(request)
        with transaction.atomic():
            held = locked(where)
            require_match(
                request, hand_etag(held, hides=hidden_cards.hides_cards(held, request.user))
            )
            if sent.validated_data["dry_run"]:
                return amended_answer(
                    request, held, hand_amendments.preview(held, sent.amendment())
                )
            held, effects = hand_amendments.amend(held, sent.amendment(), by=by, through=through)
        tasks.wake_up()
        return amended_answer(request, held, effects)


def locked(hand: Hand) -> Hand:
    session = recording.lock(hand.session)
    held = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    held.session = session
    return held


def amended_answer(request: Request, hand: Hand, effects: dict[str, Any]) -> Response:
    data = hand_data(hand, request.user)
    etag = hand_etag(hand, hides=data["hides_cards"])
    told = hidden_cards.effects_for(hand.session, effects, request.user)
    return Response({"hand": data, "effects": told}, headers={"ETag": etag})
