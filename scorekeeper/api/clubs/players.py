"""The players of a club."""

import uuid
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import validated, without_id
from scorekeeper.api.permissions import permitted_club, require, signed_in, visible_club
from scorekeeper.clubs import roster
from scorekeeper.models import Member, Player
from scorekeeper.monitoring.route_costs import API


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player of a club.  Only the club's members see ``user``, the player's account."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)
    user = serializers.UUIDField(source="user_id", required=False, allow_null=True)

    picture = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "club", "name", "user", "picture", "created_at"]
        read_only_fields = ["created_at"]

    @extend_schema_field(
        serializers.CharField(allow_null=True, help_text="The address of the picture; null: none.")
    )
    def get_picture(self, player: Player) -> str | None:
        """Return the path of the picture."""
        has_picture = getattr(player, "picture", None) is not None
        return f"{API}players/{player.pk}/picture/" if has_picture else None

    def validate_user(self, user: UUID | None) -> UUID | None:
        """Raise ValidationError for an account that does not belong to a member of the club."""
        if user and not Member.objects.filter(club=self.context["club"], user=user).exists():
            raise serializers.ValidationError("No member of this club has this id.")
        return user

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """Return the player, without their account for people who are not members of the club."""
        data = super().to_representation(instance)
        if instance.club_id not in self.context["own_clubs"]:
            data["user"] = None
        return data


@extend_schema_view(retrieve=extend_schema(description="Return one player."))
class PlayerViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Player]
):
    """The players of a club.  People who are not members see the players of its public sessions."""

    queryset = Player.objects.none()
    serializer_class = PlayerSerializer
    needs = {"create": Action.KEEP_PLAYERS, "partial_update": Action.KEEP_PLAYERS}
    ordering = ("name", "pk")

    def get_queryset(self) -> QuerySet[Player]:
        """Return the players that the request's user may see, for a list those of one club."""
        visible = access.players_seen_by(self.request.user).select_related("club", "picture")
        visible = visible.defer("picture__content")
        if "club" not in self.kwargs:
            return visible
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return visible.filter(club=club)

    def get_serializer_context(self) -> dict[str, Any]:
        """Return the serializers' context with ``own_clubs``, the ids of the user's clubs."""
        own = access.clubs_where(self.request.user, Action.SEE)
        return {
            **super().get_serializer_context(),
            "own_clubs": set(own.values_list("pk", flat=True)),
        }

    @extend_schema(responses={201: PlayerSerializer, 200: PlayerSerializer})
    def create(self, request: Request, club: UUID) -> Response:
        """Add a player to a club."""
        row = permitted_club(request, club, Action.KEEP_PLAYERS)
        context = {**self.get_serializer_context(), "club": row}
        serializer = validated(PlayerSerializer(data=request.data, context=context))
        values = {"id": uuid.uuid4(), **serializer.validated_data}
        player, is_new = roster.add(Player(club=row, **values), by=signed_in(request))
        return created(PlayerSerializer(player, context=context).data, is_new=is_new)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a player's name, or link the player to a member's account."""
        player = self.get_object()
        require(request, Action.KEEP_PLAYERS, player.club)
        context = {**self.get_serializer_context(), "club": player.club}
        serializer = validated(
            PlayerSerializer(player, data=request.data, partial=True, context=context)
        )
        values = without_id(serializer.validated_data)
        player = roster.change(player, values, by=signed_in(request))
        return Response(PlayerSerializer(player, context=context).data)
