"""Other house rules, tried on a session or a season, and applied."""

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
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.disputes.stakes import InSeasonShape
from scorekeeper.api.etags import require_match, session_etag
from scorekeeper.api.hands.effect_serializers import ChangedShape, EffectsShape
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.models import Club, Session
from scorekeeper.sessions import recording, what_if


class WhatIfShape(serializers.Serializer[Any]):
    """House rules to be tried; without any, the tables of today."""

    house_rules = serializers.DictField(
        required=False, allow_null=True, help_text="All that differ from the variant's defaults."
    )
    apply = serializers.BooleanField(default=False, help_text="Not only try: decide, and keep it.")
    reason = serializers.CharField(required=False, allow_blank=True, max_length=2000)


class SeasonWhatIfShape(WhatIfShape):
    """The same for every session of a season that plays this variant."""

    variant = serializers.CharField()


class ChangedSessionShape(serializers.Serializer[Any]):
    """A session in which something is different."""

    session = serializers.UUIDField()
    effects = EffectsShape()


class GainShape(serializers.Serializer[Any]):
    """A player of the season whose points or place are others."""

    player = serializers.UUIDField()
    before = serializers.FloatField(allow_null=True, help_text="Null: no average.")
    after = serializers.FloatField(allow_null=True)
    change = serializers.FloatField()
    place = ChangedShape()


class SeasonEffectsShape(serializers.Serializer[Any]):
    """What is different in a season."""

    sessions = serializers.ListField(child=ChangedSessionShape())
    unchanged = serializers.IntegerField(help_text="Sessions in which nothing is.")
    players = serializers.ListField(child=GainShape())


class SessionEffectsShape(EffectsShape):
    """What is different in a session, and in the season that it belongs to."""

    season = InSeasonShape(allow_null=True)


class SessionWhatIfView(APIView):
    """What if this session had been played by other rules?"""

    permission_classes = [permissions.AllowAny]

    @extend_schema(request=WhatIfShape, responses=SessionEffectsShape)
    def post(self, request: Request, session: UUID) -> Response:
        """Say what would be different; with ``apply``, decide it (``If-Match`` is the session's ETag)."""
        seen = access.sessions_seen_by(request.user).select_related("club", "head", "result")
        where = get_object_or_404(seen, pk=session)
        given = _checked(request, where.club, WhatIfShape(data=request.data))
        rules = given.get("house_rules")
        if not given["apply"]:
            told = what_if.preview(where, rules)
            return Response(hidden_cards.effects_for(where, told, request.user))
        with transaction.atomic():
            held = recording.lock(where)
            require_match(request, session_etag(held))
            effects = what_if.apply(
                held, rules, reason=given.get("reason", ""), by=signed_in(request)
            )
        tasks.wake_up()
        return Response(hidden_cards.effects_for(where, effects, request.user))


class SeasonWhatIfView(APIView):
    """What if this season had been played by other rules?"""

    permission_classes = [permissions.AllowAny]

    @extend_schema(request=SeasonWhatIfShape, responses=SeasonEffectsShape)
    def post(self, request: Request, season: UUID) -> Response:
        """Say what would be different in each session; with ``apply``, decide it for all of them at once."""
        seen = access.seasons_seen_by(request.user).select_related("club")
        where = get_object_or_404(seen, pk=season)
        given = _checked(request, where.club, SeasonWhatIfShape(data=request.data))
        rules, variant = given.get("house_rules"), given["variant"]
        if not given["apply"]:
            return _shown(request, what_if.preview_in_season(where, variant, rules))
        answer = what_if.apply_in_season(
            where, variant, rules, reason=given.get("reason", ""), by=signed_in(request)
        )
        tasks.wake_up()
        return _shown(request, answer)


def _shown(request: Request, told: dict[str, Any]) -> Response:
    """What changes in a season, as far as this person may see it."""
    sessions = Session.objects.in_bulk([row["session"] for row in told["sessions"]])
    rows = [
        {**row, "effects": hidden_cards.effects_for(sessions[UUID(row["session"])], row["effects"], request.user)}
        for row in told["sessions"]
    ]  # fmt: skip
    return Response({**told, "sessions": rows})


def _checked(request: Request, club: Club, sent: serializers.Serializer[Any]) -> dict[str, Any]:
    """What was asked, by somebody who may ask it."""
    require(request, Action.TRY_RULES, club)
    sent.is_valid(raise_exception=True)
    given: dict[str, Any] = sent.validated_data
    if given["apply"]:
        require(request, Action.APPLY_RULES, club)
    return given
