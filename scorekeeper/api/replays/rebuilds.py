"""Rebuilds of all replays of a club, a season or a session."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.api.record_schemas import Shape
from scorekeeper.models import Club, Rebuild, Season, Session
from scorekeeper.replays import rebuilds
from scorekeeper.replays.rebuilds import RebuildState


class ProgressShape(Shape):
    """A rebuild's progress in hands."""

    hands = serializers.IntegerField(help_text="Hands in the rebuild's scope.")
    current = serializers.IntegerField(
        help_text="Hands with a current replay; only current replays are shown."
    )
    left = serializers.IntegerField(help_text="Hands that this rebuild still has to build.")
    failed = serializers.IntegerField(help_text="Hands whose replay could not be built.")
    counted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When a worker counted them; built hands are taken off since.  null: it is about to, and the numbers are 0.",
    )


class RebuildSerializer(serializers.ModelSerializer[Rebuild]):
    """A rebuild of the replays of a club, or of one of its seasons or sessions."""

    club = serializers.UUIDField(source="club_id")
    season = serializers.UUIDField(source="season_id", allow_null=True)
    session = serializers.UUIDField(source="session_id", allow_null=True)
    by = serializers.UUIDField(source="by_id")
    state = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Rebuild
        fields = [
            "id",
            "club",
            "season",
            "session",
            "by",
            "at",
            "cancelled_at",
            "done_at",
            "state",
            "progress",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField([str(state) for state in RebuildState]))
    def get_state(self, row: Rebuild) -> str:
        """Return the rebuild's state."""
        return str(rebuilds.state_of(row))

    @extend_schema_field(ProgressShape)
    def get_progress(self, row: Rebuild) -> dict[str, Any]:
        """Return the rebuild's progress as stored."""
        return asdict(rebuilds.progress(row))


class RebuildViewSet(viewsets.GenericViewSet[Rebuild]):
    """Rebuilds of replays.  For referees and owners."""

    queryset = Rebuild.objects.none()
    serializer_class = RebuildSerializer
    needs = dict.fromkeys(
        ("of_club", "of_season", "of_session", "retrieve", "cancel"), Action.REBUILD
    )

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_club(self, request: Request, club: UUID) -> Response:
        """Request that every replay of a club is built again.  Until then, replays that are current stay visible."""
        return self._request_rebuild(visible_club(request, club))

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_season(self, request: Request, season: UUID) -> Response:
        """Request that every replay of a season is built again.  Until then, replays that are current stay visible."""
        visible = access.seasons_seen_by(request.user).select_related("club")
        return self._request_rebuild(get_object_or_404(visible, pk=season))

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_session(self, request: Request, session: UUID) -> Response:
        """Request that every replay of a session is built again.  Until then, replays that are current stay visible."""
        visible = access.sessions_seen_by(request.user).select_related("club")
        return self._request_rebuild(get_object_or_404(visible, pk=session))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return a rebuild's state and progress."""
        return Response(RebuildSerializer(self._get_rebuild(pk)).data)

    @extend_schema(request=None, responses=RebuildSerializer)
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Cancel a rebuild.  The replays built so far stay, and stale ones are built as always.  409 if it is done."""
        row = rebuilds.cancel(self._get_rebuild(pk), by=signed_in(request))
        return Response(RebuildSerializer(row).data)

    def _request_rebuild(self, scope: Club | Season | Session) -> Response:
        club = scope if isinstance(scope, Club) else scope.club
        require(self.request, Action.REBUILD, club)
        row = rebuilds.request_rebuild(scope, by=signed_in(self.request))
        workers.wake_up()
        return Response(RebuildSerializer(row).data, status=HTTPStatus.ACCEPTED)

    def _get_rebuild(self, pk: UUID) -> Rebuild:
        """Return the rebuild.  Raises Http404 for people outside its club, PermissionDenied for roles that may not rebuild."""
        clubs = access.clubs_where(self.request.user, Action.SEE)
        rows = Rebuild.objects.filter(club__in=clubs).select_related("club")
        row = get_object_or_404(rows, pk=pk)
        require(self.request, Action.REBUILD, row.club)
        return row
