"""Amendments: a hand's next revision, and what it changes."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.etags import hand_etag, require_match
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands.effect_serializers import EffectsShape
from scorekeeper.api.hands.views import HandSerializer, hand_data
from scorekeeper.api.parsers import validated
from scorekeeper.api.permissions import actor, require_amend
from scorekeeper.hands import amendments
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Cause, Hand
from scorekeeper.models.limits import MAX_NUMBER, MAX_WORDS
from scorekeeper.sessions import recording


class ChangeShape(serializers.Serializer[Any]):
    """A change of one event.  Numbers are those of the record before the amendment."""

    operation = OneOf([str(operation) for operation in Operation])
    event = serializers.IntegerField(min_value=1, max_value=MAX_NUMBER)
    text = serializers.CharField(required=False, allow_blank=True)


class AmendmentShape(serializers.Serializer[Any]):
    """What to change in a hand's record, and why.  With ``undo``, the record of that revision is restored."""

    changes = serializers.ListField(child=ChangeShape(), required=False)
    keys = serializers.DictField(
        required=False, help_text="New values of other keys of the hand; null removes a key."
    )
    undo = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_NUMBER
    )
    cause = OneOf(Cause.choices, default=Cause.TRANSCRIPTION_FIX)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=MAX_WORDS)
    dry_run = serializers.BooleanField(
        default=False, help_text="Return what would change, and store nothing."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the body.  Raises ValidationError for an undo with changes, which would have no effect."""
        if attrs.get("undo") is not None and (attrs.get("changes") or attrs.get("keys")):
            raise serializers.ValidationError(
                {"undo": "An undo restores a whole revision: send changes and keys without it."}
            )
        return attrs

    def amendment(self) -> Amendment:
        """Return the valid body as an ``Amendment``."""
        data: dict[str, Any] = self.validated_data
        changes = [
            EventChange(Operation(change["operation"]), change["event"], change.get("text", ""))
            for change in data.get("changes") or []
        ]
        return Amendment(
            changes=changes,
            keys=data.get("keys") or {},
            undo=data.get("undo"),
            cause=Cause(data["cause"]),
            reason=data.get("reason", ""),
        )


class AmendedShape(serializers.Serializer[Any]):
    """The current hand, and what the amendment changed."""

    hand = HandSerializer()
    effects = EffectsShape()


class AmendmentsView(APIView):
    """The amendments of a hand."""

    needs = {"post": Action.AMEND}

    @extend_schema(request=AmendmentShape, responses=AmendedShape)
    def post(self, request: Request, hand: UUID) -> Response:
        """Amend a hand: write its next revision, and return which verdicts and points change and what no longer fits.

        Send the hand's ETag as ``If-Match``.  A link may amend the hands that were recorded through it.
        """
        visible = access.hands_followed_by(request.user).select_related(
            "session__head", "session__club"
        )
        row = get_object_or_404(visible, pk=hand)
        require_amend(request, row)
        serializer = validated(AmendmentShape(data=request.data))
        amendment = serializer.amendment()
        by, through = actor(request)
        with transaction.atomic():
            locked = lock_matching(request, row)
            if serializer.validated_data["dry_run"]:
                effects = amendments.preview(locked, amendment)
                return amended_answer(request, locked, effects)
            amended, effects = amendments.amend(locked, amendment, by=by, through=through)
        workers.wake_up()
        return amended_answer(request, amended, effects)


def lock_matching(request: Request, hand: Hand) -> Hand:
    """Lock the hand's session and return the current hand.  Raises an error unless If-Match names its version."""
    session = recording.lock(hand.session)
    locked = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    locked.session = session
    hides = hidden_cards.hides_cards(locked, request.user)
    require_match(request, hand_etag(locked, hides=hides))
    return locked


def amended_answer(request: Request, hand: Hand, effects: dict[str, Any]) -> Response:
    """Return a response with the hand, its ETag and the effects, as far as the request's user may see them."""
    data = hand_data(hand, request.user)
    etag = hand_etag(hand, hides=data["hides_cards"])
    visible = hidden_cards.effects_for(hand.session, effects, request.user)
    return Response({"hand": data, "effects": visible}, headers={"ETag": etag})
