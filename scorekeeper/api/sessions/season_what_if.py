"""House rules that are tried on a season, and applied to it: at once, or by workers where the season is long."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.api.hands.effect_serializers import ChangedShape, EffectsShape
from scorekeeper.api.imports.serializers import MalformedShape
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.api.sessions.what_if import WhatIfShape, validate
from scorekeeper.models import Season, Session, WhatIf, WhatIfSession
from scorekeeper.models.limits import MAX_WORDS
from scorekeeper.sessions import season_what_if, what_if
from scorekeeper.sessions.season_what_if import WhatIfState


class SeasonWhatIfShape(WhatIfShape):
    """House rules to try on every session of a season that plays this variant."""

    variant = serializers.CharField()


class ChangedSessionShape(serializers.Serializer[Any]):
    """A session in which something changes."""

    session = serializers.UUIDField()
    effects = EffectsShape()


class GainShape(serializers.Serializer[Any]):
    """A player of the season whose total or place changes."""

    player = serializers.UUIDField()
    before = serializers.FloatField(allow_null=True, help_text="The total; null: no average.")
    after = serializers.FloatField(allow_null=True)
    change = serializers.FloatField()
    place = ChangedShape()


class SeasonEffectsShape(serializers.Serializer[Any]):
    """What changes in a season."""

    sessions = serializers.ListField(child=ChangedSessionShape())
    unchanged = serializers.IntegerField(
        help_text="The number of sessions in which nothing changes."
    )
    players = serializers.ListField(child=GainShape())


class WhatIfSerializer(serializers.ModelSerializer[WhatIf]):
    """House rules that workers try on a long season and, if somebody wants it, apply to it."""

    club = serializers.UUIDField(source="club_id")
    season = serializers.UUIDField(source="season_id")
    house_rules = serializers.DictField(
        allow_null=True, help_text="null: those of each session, by the referee's current tables."
    )
    by = serializers.UUIDField(source="by_id")
    apply_by = serializers.UUIDField(
        source="apply_by_id", allow_null=True, help_text="Who asked to apply the rules."
    )
    apply_from = serializers.DateTimeField(
        allow_null=True,
        help_text="When somebody asked to apply the rules.  Later sessions are left out.",
    )
    state = serializers.SerializerMethodField()
    sessions = serializers.IntegerField(
        allow_null=True,
        help_text="To try, or to apply the rules to.  null: a worker is about to list them.",
    )
    left = serializers.IntegerField(
        allow_null=True, help_text="Sessions that workers have still to do."
    )
    changed = serializers.IntegerField(help_text="Sessions in which something changes.")
    failed = serializers.IntegerField(help_text="Sessions that these rules cannot judge.")
    season_changed = serializers.SerializerMethodField()
    players = serializers.ListField(
        child=GainShape(),
        help_text="Players whose total or place changes, as soon as every session is tried.",
    )

    class Meta:
        model = WhatIf
        fields = [
            "id",
            "club",
            "season",
            "variant",
            "house_rules",
            "by",
            "at",
            "state",
            "sessions",
            "left",
            "tried_at",
            "changed",
            "failed",
            "players",
            "season_changed",
            "apply_by",
            "apply_from",
            "applied_at",
            "cancelled_at",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField([str(state) for state in WhatIfState]))
    def get_state(self, row: WhatIf) -> str:
        """Return the state."""
        return str(season_what_if.state_of(row))

    @extend_schema_field(
        serializers.BooleanField(
            help_text="Whether the season's table is another one now than that to which the tried rules were compared."
        )
    )
    def get_season_changed(self, row: WhatIf) -> bool:
        """Return whether the numbers are of a former table; false before there are any."""
        is_tried = season_what_if.state_of(row) is WhatIfState.TRIED
        return is_tried and season_what_if.has_season_changed(row)


class TriedSessionShape(serializers.Serializer[Any]):
    """A session in which something changes, or that the rules cannot judge."""

    session = serializers.UUIDField()
    effects = EffectsShape(allow_null=True)
    failure = MalformedShape(allow_null=True, help_text="Why the rules cannot judge the session.")


class ReasonShape(serializers.Serializer[Any]):
    """Why the rules are applied."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=MAX_WORDS)


class SeasonWhatIfView(APIView):
    """Other house rules for a season."""

    needs = {"post": Action.TRY_RULES}

    @extend_schema(
        request=SeasonWhatIfShape, responses={200: SeasonEffectsShape, 202: WhatIfSerializer}
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Return what would change if the season's sessions of a variant had been played by other house rules.

        With ``apply``, apply them to all these sessions, and return what changed.  Of more than 100 sessions, this is work for
        workers: the answer is 202, and `GET what-ifs/{id}/` tells how far they are.
        """
        visible = access.seasons_seen_by(request.user).select_related("club")
        row = get_object_or_404(visible, pk=season)
        data = validate(request, row.club, SeasonWhatIfShape)
        rules, variant, reason = data.get("house_rules"), data["variant"], data.get("reason", "")
        if season_what_if.is_long(row, variant):
            return self._leave_to_workers(row, data)
        with hidden_cards.hidden_in_errors(what_if.of_variant(row, variant), request.user):
            if not data["apply"]:
                return _response(request, what_if.preview_in_season(row, variant, rules))
            by = signed_in(request)
            changes = what_if.apply_in_season(row, variant, rules, reason=reason, by=by)
        workers.wake_up()
        return _response(request, changes)

    @transaction.atomic
    def _leave_to_workers(self, season: Season, data: dict[str, Any]) -> Response:
        asked = (season, data["variant"], data.get("house_rules"))
        by, reason = signed_in(self.request), data.get("reason", "")
        if data["apply"]:
            row = season_what_if.try_and_apply(*asked, reason=reason, by=by)
        else:
            row = season_what_if.try_rules(*asked, by=by)
        workers.wake_up()
        return Response(WhatIfSerializer(row).data, status=HTTPStatus.ACCEPTED)


def _response(request: Request, changes: dict[str, Any]) -> Response:
    """Return a season's changes, without what the request's user may not see."""
    sessions = Session.objects.in_bulk([row["session"] for row in changes["sessions"]])
    rows = [
        {
            **row,
            "effects": hidden_cards.effects_for(
                sessions[UUID(row["session"])], row["effects"], request.user
            ),
        }
        for row in changes["sessions"]
    ]
    return Response({**changes, "sessions": rows})


class WhatIfViewSet(mixins.RetrieveModelMixin, viewsets.GenericViewSet[WhatIf]):
    """House rules that are tried on long seasons, for some days."""

    queryset = WhatIf.objects.none()
    serializer_class = WhatIfSerializer
    needs = {
        "retrieve": Action.TRY_RULES,
        "apply": Action.APPLY_RULES,
        "cancel": Action.APPLY_RULES,
    }

    def get_queryset(self) -> QuerySet[WhatIf]:
        """Return those that the request's user may see."""
        return _what_ifs(self.request)

    @extend_schema(request=ReasonShape, responses={202: WhatIfSerializer})
    def apply(self, request: Request, pk: UUID) -> Response:
        """Apply the rules to all these sessions, as soon as they are tried.  409 if they cannot judge every session."""
        row = self.get_object()
        require(request, Action.APPLY_RULES, row.club)
        data = parse_body(request, ReasonShape)
        row = season_what_if.apply_rules(row, reason=data.get("reason", ""), by=signed_in(request))
        workers.wake_up()
        return Response(WhatIfSerializer(row).data, status=HTTPStatus.ACCEPTED)

    @extend_schema(request=None, responses=WhatIfSerializer)
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Stop it.  Sessions to which the rules were applied keep them.  For whoever may apply rules; a trial also for the one who asked.

        409 if it is done.
        """
        row = self.get_object()
        if not season_what_if.is_own_trial(row, signed_in(request)):
            require(request, Action.APPLY_RULES, row.club)
        return Response(WhatIfSerializer(season_what_if.cancel(row)).data)


class TriedSessionsViewSet(viewsets.GenericViewSet[WhatIfSession]):
    """Sessions under house rules that are tried on their season."""

    queryset = WhatIfSession.objects.none()
    serializer_class = TriedSessionShape
    needs = {"list": Action.TRY_RULES}

    @extend_schema(responses=TriedSessionShape(many=True))
    def list(self, request: Request, pk: UUID) -> Response:
        """List the sessions in which something changes, and those that the rules cannot judge."""
        row = get_object_or_404(_what_ifs(request), pk=pk)
        steps = season_what_if.listed_sessions(row)
        page = self.paginate_queryset(steps) or []
        return self.get_paginated_response([_tried(step, request) for step in page])


def _what_ifs(request: Request) -> QuerySet[WhatIf]:
    """Return those of the clubs in which the request's user may try rules."""
    clubs = access.clubs_where(request.user, Action.TRY_RULES)
    return WhatIf.objects.filter(club__in=clubs).select_related("club", "season")


def _tried(step: WhatIfSession, request: Request) -> dict[str, Any]:
    effects = step.effects and hidden_cards.effects_for(step.session, step.effects, request.user)
    failure = None
    if step.failure:
        error = referee.MalformedError(**step.failure)
        failure = hidden_cards.error_for([step.session], error, request.user).as_json()["error"]
    return {"session": str(step.session_id), "effects": effects, "failure": failure}
