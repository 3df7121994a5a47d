"""The seasons of a club."""

import uuid
from http import HTTPStatus
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Season, Visibility


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A stretch of time over which sessions are added up."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)

    class Meta:
        model = Season
        fields = ["id", "club", "name", "starts_on", "ends_on", "visibility", "created_at"]
        read_only_fields = ["created_at"]


class SeasonViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Season]
):
    """The seasons of a club."""

    queryset = Season.objects.none()
    serializer_class = SeasonSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("created_at", "pk")

    def get_queryset(self) -> QuerySet[Season]:
        """The seasons of one club, or all that exist for whoever asks."""
        seen = access.seasons_seen_by(self.request.user).select_related("club")
        if "club" not in self.kwargs:
            return seen
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return seen.filter(club=club)

    def create(self, request: Request, club: UUID) -> Response:
        """Add a season."""
        where = visible_club(request, club)
        serializer = self._checked(where, SeasonSerializer(data=request.data))
        chosen = {"id": uuid.uuid4(), **serializer.validated_data}
        season, is_new = club_roster.add(Season(club=where, **chosen), by=signed_in(request))
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(SeasonSerializer(season).data, status=status)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a season, open it to the public or close it."""
        season = self.get_object()
        serializer = SeasonSerializer(season, data=request.data, partial=True)
        given = self._checked(season.club, serializer).validated_data
        values = {name: value for name, value in given.items() if name != "id"}
        season = club_roster.change(season, values, by=signed_in(request))
        return Response(SeasonSerializer(season).data)

    def _checked(self, club: Club, serializer: SeasonSerializer) -> SeasonSerializer:
        require(self.request, Action.KEEP_SEASONS, club)
        serializer.is_valid(raise_exception=True)
        now = serializer.instance.visibility if serializer.instance else Visibility.PRIVATE
        if serializer.validated_data.get("visibility", now) != now:
            require(self.request, Action.PUBLISH, club)
        return serializer
