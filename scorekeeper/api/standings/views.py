"""The standings of a season, the sessions behind a row, changes of places, and the scoring plan."""

from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, audit, workers
from scorekeeper.access import Action
from scorekeeper.api import tables
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.parsers import parse_body, parse_query
from scorekeeper.api.permissions import require, signed_in
from scorekeeper.api.standings.representation import (
    changes_json,
    count_json,
    plan_json,
    sessions_json,
    single_row_json,
    table_json,
    table_rows,
)
from scorekeeper.api.standings.serializers import (
    BreakdownShape,
    KnownScopeShape,
    MovementsShape,
    NewPlanShape,
    PlanInForceShape,
    ScopeShape,
    SinceShape,
    SittingPageShape,
    StandingsShape,
)
from scorekeeper.api.tables import TableShape
from scorekeeper.models import Season, Session
from scorekeeper.standings import open_questions, season_count, season_reports
from scorekeeper.standings.breakdown import player_breakdown, session_breakdowns
from scorekeeper.standings.past import as_of
from scorekeeper.standings.past.changes import StandingsChanges, changes_since
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Report
from scorekeeper.standings.table import table_of

WEEK = timedelta(days=7)


class StandingsView(APIView):
    """The standings of a season."""

    renderer_classes = [JSONRenderer, *tables.RENDERERS]

    @extend_schema(
        parameters=[KnownScopeShape, TableShape],
        responses={
            (200, "application/json"): StandingsShape,
            **tables.RESPONSES,
        },
    )
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """Return the standings, with the figures behind each total, of all sessions or of some."""
        row = get_season(request, season)
        params = parse_query(request, KnownScopeShape)
        known_at, scope = params.pop("known_at", None), Scope(**params)
        may_wait = known_at is not None or not scope.is_whole
        if may_wait:
            scope = scope.for_reader(row, request.user)
        count = _read_count(self, row, may_wait=may_wait)
        if known_at is None:
            table = table_of(count, scope)
            wake_up_for(table.report, request)
        else:
            report = as_of.table_known_at(count, scope, known_at)
            wake_up_for(report, request)
            table = as_of.as_table(report)
        if tables.is_wanted(request):
            names = row.club.name, row.name, *_scope_names(scope)
            return tables.answer(request, table_rows(table), *names, "standings")
        public_only = scope.leaves_out_private(row)
        return Response(table_json(row.pk, table, public_only=public_only))


def _scope_names(scope: Scope) -> tuple[object, ...]:
    """Return what names a part of a season in the name of a file; what is not chosen is empty."""
    labels = scope.event, scope.round, scope.table, scope.variant
    return scope.as_of or "", *(label or "" for label in labels)


class SittingPages(CursorPages):
    """Pages of the sessions behind a row.  They are short, since each session brings all its hands."""

    ordering = ("-created_at", "pk")  # type: ignore[assignment]
    page_size = 20
    max_page_size = 50

    def get_paginated_response(self, data: Any) -> Response:
        """Return the row with a page of its sessions."""
        links = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({**data, **links})


class StandingView(APIView):
    """One player's standing."""

    @extend_schema(
        operation_id="seasons_standing_retrieve",
        parameters=[SittingPageShape],
        responses=BreakdownShape,
    )
    def get(self, request: Request, season: UUID, player: UUID) -> Response:
        """Return the player's row, and a page of the sessions behind it with their hands, newest first."""
        row = get_season(request, season)
        scope = Scope(**parse_query(request, ScopeShape))
        part = scope.for_reader(row, request.user)
        scope = scope if scope.is_whole else part
        count = _read_count(self, row, may_wait=not scope.is_whole)
        table = table_of(count, scope)
        wake_up_for(table.report, request)
        breakdown = player_breakdown(count, table, scope, player)
        if breakdown is None:
            raise Http404
        pages = SittingPages()
        visible = Session.objects.filter(pk__in=part.visible(breakdown.scores))
        queryset = visible.only("created_at")  # what pages are in the order of
        page = [session.pk for session in pages.paginate_queryset(queryset, request, self) or ()]
        sessions = session_breakdowns(row, scope, breakdown, page)
        return pages.get_paginated_response(
            {
                **single_row_json(breakdown.row),
                **count_json(breakdown.table),
                "public_only": part.leaves_out_private(row),
                "results": sessions_json(sessions),
            }
        )


class MovementsView(APIView):
    """Changes of a season's standings."""

    @extend_schema(
        parameters=[SinceShape],
        responses=MovementsShape,
    )
    def get(self, request: Request, season: UUID) -> Response:
        """Return who moved since a moment, from which place to which, and why."""
        row = get_season(request, season)
        params = parse_query(request, SinceShape)
        since = params.get("since") or _week_ago()
        count = _read_count(self, row, since)
        scope = Scope().for_reader(row, request.user)
        report = changes_since(count, since, scope)
        wake_up_for(report, request)
        changes = report.content or StandingsChanges((), None)
        return Response(
            {
                **count_json(report),
                "since": since,
                "until": changes.until,
                "public_only": scope.leaves_out_private(row),
                "steps": changes_json(changes),
            }
        )


class PlanView(APIView):
    """The scoring plan of a season."""

    needs = {"post": Action.KEEP_SEASONS}

    @extend_schema(responses=PlanInForceShape)
    def get(self, request: Request, season: UUID) -> Response:
        """Return how the season is scored, for programs and in sentences."""
        row = get_season(request, season)
        check_audit_version(self, row)
        return Response(plan_json(plan_versions.in_force(row)))

    @extend_schema(
        request=NewPlanShape,
        responses={
            200: PlanInForceShape,
            201: PlanInForceShape,
        },
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Score the whole season by this plan from now on.  Earlier plans stay on record."""
        row = get_season(request, season)
        require(request, Action.KEEP_SEASONS, row.club)
        data = parse_body(request, NewPlanShape)
        plan = parse_plan(data["plan"])
        version, is_new = plan_versions.decide(
            row, plan, by=signed_in(request), reason=data["reason"]
        )
        workers.wake_up()
        in_force = plan_versions.PlanInForce(version.number, plan)
        return created(plan_json(in_force), is_new=is_new)


def wake_up_for(report: Report[Any] | None, request: Request) -> None:
    """Have a report counted.  Raises Throttled if it was never counted and too many questions wait already."""
    if not workers.wake_up_for_report(report, request) and report and report.content is None:
        raise Throttled(wait=open_questions.SECONDS_HELD)


def _week_ago() -> datetime:
    """Return midnight a week ago: equal all day long, so that ETags stay valid."""
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) - WEEK


def get_season(request: Request, pk: UUID) -> Season:
    """Return the season.  Raises Http404 if this person may not see it."""
    visible = audit.versioned(access.seasons_seen_by(request.user).select_related("club"))
    return get_object_or_404(season_count.versioned(visible), pk=pk)


def _read_count(
    view: APIView, season: Season, *depends_on: object, may_wait: bool = True
) -> CountedSeason:
    """Return the latest count of the season.  Raises NotModifiedError if the client has the answer.

    The ETag of an answer that may wait for a report on a long season is a hash of the answer: whoever asks again while a
    worker counts wakes a worker again.
    """
    if not may_wait:
        check_audit_version(view, season, *depends_on, *count_version(season))
    count = season_count.read(season)
    if may_wait and season_reports.is_short(count):
        check_audit_version(view, season, *depends_on, *count_version(season))
    return count


def count_version(season: Season) -> tuple[object, ...]:
    """Return what the answers differ by while a worker counts and afterwards; the season is from `get_season`."""
    row = cast(season_count.SeasonVersion, season)
    return row.counted_at, row.has_recounts, row.is_held
