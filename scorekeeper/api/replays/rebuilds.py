"""Replays built anew, many at once."""

from dataclasses import asdict
from http import HTTPStatus
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.api.record_schemas import Shape
from scorekeeper.models import Club, Rebuild, Season, Session
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.replays.rebuilds import RebuildState


class ProgressShape(Shape):
    """How far a rebuild is, in hands; counted when it is asked for."""

    hands = serializers.IntegerField(help_text="In its scope.")
    current = serializers.IntegerField(help_text="Whose replay can be shown; no other ever is.")
    left = serializers.IntegerField(help_text="To be built by this rebuild.")
    failed = serializers.IntegerField(help_text="That could not be built; the others were.")


class RebuildSerializer(serializers.ModelSerializer[Rebuild]):
    """Replays that were asked for anew: of a club, or of one season or session of it."""

    club = serializers.UUIDField(source="club_id")
    season = serializers.UUIDField(source="season_id", allow_null=True)
    session = serializers.UUIDField(source="session_id", allow_null=True)
    by = serializers.UUIDField(source="by_id")
    state = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Rebuild
        fields = [
            "id", "club", "season", "session", "by", "at", "cancelled_at", "done_at", "state", "progress",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField([str(state) for state in RebuildState]))
    def get_state(self, row: Rebuild) -> str:
        """Where it is."""
        return str(replay_rebuilds.state_of(row))

    @extend_schema_field(ProgressShape)
    def get_progress(self, row: Rebuild) -> dict[str, int]:
        """Counted as it is read."""
        return asdict(replay_rebuilds.progress(row))


class RebuildViewSet(viewsets.GenericViewSet[Rebuild]):
    """Replays are built anew for a club, a season or a session: asked for, followed, stopped."""

    queryset = Rebuild.objects.none()
    serializer_class = RebuildSerializer
    permission_classes = [permissions.AllowAny]

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_club(self, request: Request, club: UUID) -> Response:
        """Have every replay of a club built again.  Those there are stay shown until then, if they are current."""
        return self._ask(visible_club(request, club))

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_season(self, request: Request, season: UUID) -> Response:
        """Have every replay of a season built again."""
        seen = access.seasons_seen_by(request.user).select_related("club")
        return self._ask(get_object_or_404(seen, pk=season))

    @extend_schema(request=None, responses={202: RebuildSerializer})
    def of_session(self, request: Request, session: UUID) -> Response:
        """Have every replay of a session built again."""
        seen = access.sessions_seen_by(request.user).select_related("club")
        return self._ask(get_object_or_404(seen, pk=session))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """How far it is."""
        return Response(RebuildSerializer(self._rebuild(pk)).data)

    @extend_schema(request=None, responses=RebuildSerializer)
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Stop it.  What is built stays, and what is stale is built as always."""
        row = replay_rebuilds.cancel(self._rebuild(pk), by=signed_in(request))
        return Response(RebuildSerializer(row).data)

    def _ask(self, scope: Club | Season | Session) -> Response:
        club = scope if isinstance(scope, Club) else scope.club
        require(self.request, Action.REBUILD, club)
        row = replay_rebuilds.request_rebuild(scope, by=signed_in(self.request))
        tasks.wake_up_for_rebuilds()
        return Response(RebuildSerializer(row).data, status=HTTPStatus.ACCEPTED)

    def _rebuild(self, pk: UUID) -> Rebuild:
        clubs = access.clubs_where(self.request.user, Action.SEE)
        rows = Rebuild.objects.filter(club__in=clubs).select_related("club")
        row = get_object_or_404(rows, pk=pk)
        require(self.request, Action.REBUILD, row.club)
        return row
