"""The players of a club."""

import uuid
from http import HTTPStatus
from typing import Any
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
from scorekeeper.models import Member, Player


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """Somebody who sits down to play.  Whose account it is, members see."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)
    user = serializers.UUIDField(source="user_id", required=False, allow_null=True)

    class Meta:
        model = Player
        fields = ["id", "club", "name", "user", "created_at"]
        read_only_fields = ["created_at"]

    def validate_user(self, user: UUID | None) -> UUID | None:
        """A player may be linked to a member's account, nobody else's."""
        if user and not Member.objects.filter(club=self.context["club"], user=user).exists():
            raise serializers.ValidationError("No member of this club has this id.")
        return user

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """Accounts are the club's own affair."""
        shown = super().to_representation(instance)
        if instance.club_id not in self.context["own_clubs"]:
            shown["user"] = None
        return shown


class PlayerViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Player]
):
    """The players of a club; strangers see those of its public sessions."""

    queryset = Player.objects.none()
    serializer_class = PlayerSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("name", "pk")

    def get_queryset(self) -> QuerySet[Player]:
        """The players of one club, or all that exist for whoever asks."""
        seen = access.players_seen_by(self.request.user).select_related("club")
        if "club" not in self.kwargs:
            return seen
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return seen.filter(club=club)

    def get_serializer_context(self) -> dict[str, Any]:
        """Who is looking."""
        own = access.clubs_where(self.request.user, Action.SEE)
        return {
            **super().get_serializer_context(),
            "own_clubs": set(own.values_list("pk", flat=True)),
        }

    def create(self, request: Request, club: UUID) -> Response:
        """Add a player."""
        where = visible_club(request, club)
        require(request, Action.KEEP_PLAYERS, where)
        context = {**self.get_serializer_context(), "club": where}
        serializer = PlayerSerializer(data=request.data, context=context)
        serializer.is_valid(raise_exception=True)
        chosen = {"id": uuid.uuid4(), **serializer.validated_data}
        player, is_new = club_roster.add(Player(club=where, **chosen), by=signed_in(request))
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(PlayerSerializer(player, context=context).data, status=status)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a name, or link the player to a member's account."""
        player = self.get_object()
        require(request, Action.KEEP_PLAYERS, player.club)
        context = {**self.get_serializer_context(), "club": player.club}
        serializer = PlayerSerializer(player, data=request.data, partial=True, context=context)
        serializer.is_valid(raise_exception=True)
        values = {name: value for name, value in serializer.validated_data.items() if name != "id"}
        player = club_roster.change(player, values, by=signed_in(request))
        return Response(PlayerSerializer(player, context=context).data)
