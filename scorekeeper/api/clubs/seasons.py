"""The seasons of a club."""

import uuid
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import validated, without_id
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.clubs import roster
from scorekeeper.models import Club, Season, Visibility


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season: a period of a club's sessions, with standings of its own."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)

    class Meta:
        model = Season
        fields = ["id", "club", "name", "starts_on", "ends_on", "visibility", "created_at"]
        read_only_fields = ["created_at"]


@extend_schema_view(retrieve=extend_schema(description="Return one season."))
class SeasonViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Season]
):
    """The seasons of a club."""

    queryset = Season.objects.none()
    serializer_class = SeasonSerializer
    needs = {"create": Action.KEEP_SEASONS, "partial_update": Action.KEEP_SEASONS}
    ordering = ("created_at", "pk")

    def get_queryset(self) -> QuerySet[Season]:
        """Return the seasons that the request's user may see, for a list those of one club."""
        visible = access.seasons_seen_by(self.request.user).select_related("club")
        if "club" not in self.kwargs:
            return visible
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return visible.filter(club=club)

    @extend_schema(responses={201: SeasonSerializer, 200: SeasonSerializer})
    def create(self, request: Request, club: UUID) -> Response:
        """Add a season to a club."""
        row = visible_club(request, club)
        data = self._validate(row, SeasonSerializer(data=request.data))
        values = {"id": uuid.uuid4(), **data}
        season, is_new = roster.add(Season(club=row, **values), by=signed_in(request))
        return created(SeasonSerializer(season).data, is_new=is_new)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a season's name, dates or visibility.  Only an owner may change the visibility."""
        season = self.get_object()
        serializer = SeasonSerializer(season, data=request.data, partial=True)
        values = without_id(self._validate(season.club, serializer))
        season = roster.change(season, values, by=signed_in(request))
        return Response(SeasonSerializer(season).data)

    def _validate(self, club: Club, serializer: SeasonSerializer) -> dict[str, Any]:
        """Return the valid body.  Raises PermissionDenied unless the user may change seasons, and their visibility."""
        require(self.request, Action.KEEP_SEASONS, club)
        data: dict[str, Any] = validated(serializer).validated_data
        current = serializer.instance.visibility if serializer.instance else Visibility.PRIVATE
        if data.get("visibility", current) != current:
            require(self.request, Action.PUBLISH, club)
        return data
