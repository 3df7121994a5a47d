"""Players who turn out to be one, and players who wish to be forgotten."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, erasure, tasks
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Erasure, Player, PlayerMerge


class MergeSerializer(serializers.ModelSerializer[PlayerMerge]):
    """What one player did counts for another, until that is reversed."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)
    player = serializers.UUIDField(source="player_id", help_text="Who turned out to be …")
    into = serializers.UUIDField(source="into_id", help_text="… this one, who stays.")
    by = serializers.UUIDField(source="by_id", read_only=True)
    reversed_at = serializers.DateTimeField(
        source="reversal.at", allow_null=True, default=None, read_only=True
    )
    reversed_by = serializers.UUIDField(
        source="reversal.by_id", allow_null=True, default=None, read_only=True
    )

    class Meta:
        model = PlayerMerge
        fields = ["id", "club", "player", "into", "by", "at", "reversed_at", "reversed_by"]
        read_only_fields = ["at"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Both are players of this club."""
        found = Player.objects.filter(club=self.context["club"]).in_bulk(
            [attrs["player_id"], attrs["into_id"]]
        )
        wrong = {
            key: "No player of this club has this id."
            for key in ("player", "into")
            if attrs[f"{key}_id"] not in found
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return {
            "id": attrs.get("id"),
            "player": found[attrs["player_id"]],
            "into": found[attrs["into_id"]],
        }


class ClubMergeViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[PlayerMerge]):
    """Who turned out to be whom in a club, reversals included."""

    queryset = PlayerMerge.objects.none()
    serializer_class = MergeSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[PlayerMerge]:
        """The merges of one club, for its members."""
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return _merges(self.request).filter(club=club)

    @extend_schema(responses={201: MergeSerializer, 200: MergeSerializer})
    def create(self, request: Request, club: UUID) -> Response:
        """Two players are one: records and seats keep their ids, and scores count for the one who stays."""
        where = visible_club(request, club)
        require(request, Action.MERGE, where)
        context = {**self.get_serializer_context(), "club": where}
        sent = MergeSerializer(data=request.data, context=context)
        sent.is_valid(raise_exception=True)
        merged, is_new = player_merges.merge(by=signed_in(request), **sent.validated_data)
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(MergeSerializer(merged).data, status=status)


class ReversalView(APIView):
    """They were two after all."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(request=None, responses={201: MergeSerializer, 200: MergeSerializer})
    def post(self, request: Request, merge: UUID) -> Response:
        """Reverse a merge: each has again what they did themselves."""
        merged = get_object_or_404(_merges(request).select_related("club"), pk=merge)
        require(request, Action.MERGE, merged.club)
        _, is_new = player_merges.reverse(merged, by=signed_in(request))
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(MergeSerializer(_merges(request).get(pk=merge)).data, status=status)


class ConfirmShape(serializers.Serializer[Any]):
    """Who is to be erased, once more."""

    confirm = serializers.CharField(
        trim_whitespace=False, help_text="The player's name, exactly as it is shown."
    )


class ErasureSerializer(serializers.ModelSerializer[Erasure]):
    """A player who was forgotten."""

    player = serializers.UUIDField(source="player_id")
    name = serializers.CharField(source="player.name", help_text="What they are called now.")
    by = serializers.UUIDField(source="by_id")

    class Meta:
        model = Erasure
        fields = ["player", "name", "number", "by", "at"]
        read_only_fields = fields


class ErasureView(APIView):
    """A player's name and the words where they sat."""

    permission_classes = [permissions.AllowAny]

    @extend_schema(request=ConfirmShape, responses={201: ErasureSerializer, 200: ErasureSerializer})
    def post(self, request: Request, player: UUID) -> Response:
        """Erase a player for good: this cannot be undone.

        They become "Player 7", and everything written freely about the sessions they sat in goes: notes, reasons, unknown
        keys, claims.  Cards, plays and points stay, and the history still verifies.
        """
        seen = access.players_seen_by(request.user).select_related("club")
        found = get_object_or_404(seen, pk=player)
        require(request, Action.ERASE, found.club)
        sent = ConfirmShape(data=request.data)
        sent.is_valid(raise_exception=True)
        confirm = sent.validated_data["confirm"]
        erased, is_new = erasure.erase(found, confirm=confirm, by=signed_in(request))
        tasks.wake_up()
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(ErasureSerializer(erased).data, status=status)


def _merges(request: Request) -> QuerySet[PlayerMerge]:
    """Who turned out to be whom is the club's own affair."""
    own: QuerySet[Club] = access.clubs_where(request.user, Action.SEE)
    return PlayerMerge.objects.filter(club__in=own).select_related("reversal")
