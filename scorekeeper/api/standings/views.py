"""The standings of a season, how they came about, what moved them, and the plan that they follow."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.api.renderers import CSVRenderer
from scorekeeper.api.standings import representation as standings_representation
from scorekeeper.api.standings import serializers as standings_serializers
from scorekeeper.exports import csv_files
from scorekeeper.models import Season, Session
from scorekeeper.standings import as_of, plan_versions
from scorekeeper.standings import breakdown as standings_breakdown
from scorekeeper.standings import changes as standings_changes
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plan_input import parse_plan
from scorekeeper.standings.scope import Scope

WEEK = timedelta(days=7)


class StandingsView(APIView):
    """The table of a season."""

    permission_classes = [permissions.AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        parameters=[standings_serializers.KnownScopeShape],
        responses={
            (200, "application/json"): standings_serializers.StandingsShape,
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, season: UUID) -> Response:
        """Where the players stand, with how each figure came about; of all sessions, or of some."""
        found = _season(request, season)
        check_audit_version(self, found)
        said = _query(standings_serializers.KnownScopeShape, request)
        known_at, scope = said.pop("known_at", None), Scope(**said)
        if known_at is None:
            table = standings_table.table(found, scope)
        else:
            table = as_of.table_known_at(found, scope, known_at)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return Response("".join(csv_files.to_csv(standings_representation.table_rows(table))))
        return Response(standings_representation.table_json(found.pk, table))


class SittingPages(CursorPages):
    """The sessions behind a figure, beside it; each brings all its hands, so pages are short."""

    ordering = ("-created_at", "pk")  # type: ignore[assignment]
    page_size = 20
    max_page_size = 50

    def get_paginated_response(self, data: Any) -> Response:
        """The row with a page of its sessions."""
        links = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({**data, **links})


class StandingView(APIView):
    """One player's standing."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(
        operation_id="seasons_standing_retrieve",
        parameters=[standings_serializers.SittingPageShape],
        responses=standings_serializers.BreakdownShape,
    )
    def get(self, request: Request, season: UUID, player: UUID) -> Response:
        """The player's row, and page by page the sessions that it is made of with their hands, the newest first."""
        found = _season(request, season)
        check_audit_version(self, found)
        scope = Scope(**_query(standings_serializers.ScopeShape, request))
        told = standings_breakdown.breakdown(found, scope, player)
        if told is None:
            raise Http404
        pages = SittingPages()
        behind = Session.objects.filter(pk__in=told.scores)
        page = [session.pk for session in pages.paginate_queryset(behind, request, self) or ()]
        sittings = standings_breakdown.session_breakdowns(found, scope, told, page)
        data = standings_representation.sittings_json(sittings, _seen(request, set(page)))
        said = standings_representation.one_row_json(told.row)
        return pages.get_paginated_response({**said, "results": data})


class MovementsView(APIView):
    """What moved the players of a season."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(
        parameters=[standings_serializers.SinceShape],
        responses=standings_serializers.MovementsShape,
    )
    def get(self, request: Request, season: UUID) -> Response:
        """Who moved since a moment, from which place to which, and because of what."""
        found = _season(request, season)
        said = _query(standings_serializers.SinceShape, request)
        since = said.get("since") or _week_ago()
        check_audit_version(self, found, since)
        told = standings_changes.changes_since(found, since)
        seen = _seen(request, standings_representation.sessions_behind(told))
        steps = standings_representation.movements_json(told, seen)
        return Response({"since": since, "until": told.until, "steps": steps})


class PlanView(APIView):
    """The scoring plan of a season."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(responses=standings_serializers.PlanInForceShape)
    def get(self, request: Request, season: UUID) -> Response:
        """How the season is scored, for programs and in sentences."""
        found = _season(request, season)
        check_audit_version(self, found)
        return Response(standings_representation.plan_json(plan_versions.in_force(found)))

    @extend_schema(
        request=standings_serializers.NewPlanShape,
        responses={
            200: standings_serializers.PlanInForceShape,
            201: standings_serializers.PlanInForceShape,
        },
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Score the whole season by this plan from now on.  The plans before it are kept."""
        found = _season(request, season)
        require(request, Action.KEEP_SEASONS, found.club)
        sent = standings_serializers.NewPlanShape(data=request.data)
        sent.is_valid(raise_exception=True)
        plan = parse_plan(sent.validated_data["plan"])
        decided, is_new = plan_versions.decide(
            found, plan, by=signed_in(request), reason=sent.validated_data["reason"]
        )
        data = standings_representation.plan_json(plan_versions.PlanInForce(decided.number, plan))
        return Response(data, status=HTTPStatus.CREATED if is_new else HTTPStatus.OK)


def _week_ago() -> datetime:
    """The same moment all day long, so that the answer stays the same."""
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) - WEEK


def _season(request: Request, pk: UUID) -> Season:
    seen = audit.versioned(access.seasons_seen_by(request.user).select_related("club"))
    return get_object_or_404(seen, pk=pk)


def _seen(request: Request, sessions: set[UUID]) -> set[UUID]:
    """Of these sessions, the ones that exist for whoever asks; a public season counts the others too."""
    seen = access.sessions_seen_by(request.user).filter(pk__in=sessions)
    return set(seen.values_list("pk", flat=True))


def _query(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    sent = shape(data=request.query_params.dict())
    sent.is_valid(raise_exception=True)
    return {**sent.validated_data}
