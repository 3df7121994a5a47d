"""Previews of other house rules on a session, and their application."""

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
from scorekeeper.api.disputes.stakes import InSeasonShape
from scorekeeper.api.etags import require_match, session_etag
from scorekeeper.api.hands.effect_serializers import EffectsShape
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.models import Club
from scorekeeper.models.limits import MAX_WORDS
from scorekeeper.sessions import recording, what_if


class WhatIfShape(serializers.Serializer[Any]):
    """House rules to try.  Without ``house_rules``, the present ones, judged by the referee's current tables."""

    house_rules = serializers.DictField(
        required=False,
        allow_null=True,
        help_text="All house rules that differ from the variant's defaults.",
    )
    apply = serializers.BooleanField(
        default=False, help_text="Apply the rules, instead of only trying them."
    )
    reason = serializers.CharField(required=False, allow_blank=True, max_length=MAX_WORDS)


class SessionEffectsShape(EffectsShape):
    """What changes in a session, and in the season that it belongs to."""

    season = InSeasonShape(allow_null=True)


class SessionWhatIfView(APIView):
    """Other house rules for a session."""

    needs = {"post": Action.TRY_RULES}

    @extend_schema(request=WhatIfShape, responses=SessionEffectsShape)
    def post(self, request: Request, session: UUID) -> Response:
        """Return what would change if this session had been played by other house rules.

        With ``apply``, apply them, and return what changed; send the session's ETag as ``If-Match``.
        """
        visible = access.sessions_seen_by(request.user).select_related("club", "head", "result")
        row = get_object_or_404(visible, pk=session)
        data = validate(request, row.club, WhatIfShape)
        rules = data.get("house_rules")
        if not data["apply"]:
            with hidden_cards.hidden_in_errors([row], request.user):
                effects = what_if.preview(row, rules)
            return Response(hidden_cards.effects_for(row, effects, request.user))
        with transaction.atomic():
            locked = recording.lock(row)
            require_match(request, session_etag(locked))
            reason, by = data.get("reason", ""), signed_in(request)
            effects = what_if.apply(locked, rules, reason=reason, by=by)
        workers.wake_up()
        return Response(hidden_cards.effects_for(row, effects, request.user))


def validate(
    request: Request, club: Club, shape: type[serializers.Serializer[Any]]
) -> dict[str, Any]:
    """Return the valid body.  Raises PermissionDenied unless the user may try these rules or, with ``apply``, apply them."""
    require(request, Action.TRY_RULES, club)
    data = parse_body(request, shape)
    if data["apply"]:
        require(request, Action.APPLY_RULES, club)
    return data
