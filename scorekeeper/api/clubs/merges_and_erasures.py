"""Merges of two players who are one person, and erasures of players."""

from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper import access, erasure, workers
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body, validated
from scorekeeper.api.permissions import permitted_club, require, signed_in, visible_club
from scorekeeper.clubs import player_merges
from scorekeeper.models import (
    Club,
    Erasure,
    ErasureProgress,
    MergeProgress,
    Player,
    PlayerMerge,
)
from scorekeeper.models.limits import MAX_NAME


class MergeProgressSerializer(serializers.ModelSerializer[MergeProgress]):
    """How far workers are with the sessions of a merge, or with the same sessions after its reversal."""

    class Meta:
        model = MergeProgress
        fields = ["sessions", "left", "finished_at"]
        read_only_fields = fields


class MergeSerializer(serializers.ModelSerializer[PlayerMerge]):
    """A merge: the hands of ``player`` count for ``into`` until the merge is reversed."""

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)
    player = serializers.UUIDField(
        source="player_id", help_text="The player merged into the other."
    )
    into = serializers.UUIDField(source="into_id", help_text="The player who stays.")
    by = serializers.UUIDField(source="by_id", read_only=True)
    reversed_at = serializers.DateTimeField(
        source="reversal.at", allow_null=True, default=None, read_only=True
    )
    reversed_by = serializers.UUIDField(
        source="reversal.by_id", allow_null=True, default=None, read_only=True
    )

    progress = serializers.SerializerMethodField()

    class Meta:
        model = PlayerMerge
        fields = [
            "id",
            "club",
            "player",
            "into",
            "by",
            "at",
            "reversed_at",
            "reversed_by",
            "progress",
        ]
        read_only_fields = ["at"]

    @extend_schema_field(
        MergeProgressSerializer(
            allow_null=True,
            help_text="The sessions whose hands workers count for somebody else, since the merge or its reversal, and how many are left; null before they have counted them.  Until it is finished, tables, ratings and statistics are those of before.  null: made by an earlier release.",
        )
    )
    def get_progress(self, row: PlayerMerge) -> Any:
        """Return how far workers are."""
        progress = getattr(row, "progress", None)
        return None if progress is None else MergeProgressSerializer(progress).data

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the two players.  Raises ValidationError unless both are players of this club."""
        ids = {key: attrs[f"{key}_id"] for key in ("player", "into")}
        players = Player.objects.filter(club=self.context["club"]).in_bulk(ids.values())
        unknown = [key for key, pk in ids.items() if pk not in players]
        if unknown:
            raise serializers.ValidationError(
                dict.fromkeys(unknown, "No player of this club has this id.")
            )
        return {"id": attrs.get("id"), **{key: players[pk] for key, pk in ids.items()}}


class ClubMergeViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[PlayerMerge]):
    """The merges of a club's players, oldest first, reversed ones included.  For members."""

    queryset = PlayerMerge.objects.none()
    serializer_class = MergeSerializer
    needs = {"create": Action.MERGE}
    ordering = ("at", "pk")

    def get_queryset(self) -> QuerySet[PlayerMerge]:
        """Return the merges of one club that the request's user may see."""
        club = visible_club(self.request, self.kwargs["club"])
        rows = MergeProgress.objects.filter(club=club)
        progress = rows.aggregate(
            left=Sum("left"), unfinished=Count("pk", filter=Q(finished_at=None))
        )
        check_audit_version(self, club, progress)
        return _merges(self.request).filter(club=club)

    @extend_schema(responses={201: MergeSerializer, 200: MergeSerializer})
    def create(self, request: Request, club: UUID) -> Response:
        """Merge two players who are one person.

        Records and seats keep the players' ids; all scores count for the player who stays.  Of many sessions, workers assign
        the scores: send the request again, or list the merges, to read the ``progress``.
        """
        row = permitted_club(request, club, Action.MERGE)
        context = {**self.get_serializer_context(), "club": row}
        serializer = validated(MergeSerializer(data=request.data, context=context))
        merge, is_new = player_merges.merge(by=signed_in(request), **serializer.validated_data)
        workers.wake_up()
        return created(MergeSerializer(merge).data, is_new=is_new)


class ReversalView(APIView):
    """The reversal of a merge."""

    needs = {"post": Action.MERGE}

    @extend_schema(request=None, responses={201: MergeSerializer, 200: MergeSerializer})
    def post(self, request: Request, merge: UUID) -> Response:
        """Reverse a merge: from now on each player's scores count for themselves again."""
        row = get_object_or_404(_merges(request).select_related("club"), pk=merge)
        require(request, Action.MERGE, row.club)
        _, is_new = player_merges.reverse(row, by=signed_in(request))
        workers.wake_up()
        return created(MergeSerializer(_merges(request).get(pk=merge)).data, is_new=is_new)


class ConfirmShape(serializers.Serializer[Any]):
    """The player's name, as a confirmation."""

    confirm = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_NAME,
        help_text="The player's name, exactly as the API shows it.",
    )


class ErasureProgressSerializer(serializers.ModelSerializer[ErasureProgress]):
    """How far workers are with the sessions of an erased player, whose texts are gone already."""

    class Meta:
        model = ErasureProgress
        fields = ["sessions", "left", "finished_at"]
        read_only_fields = fields


class ErasureSerializer(serializers.ModelSerializer[Erasure]):
    """An erased player."""

    player = serializers.UUIDField(source="player_id")
    name = serializers.CharField(
        source="player.name", help_text='The name that replaces the erased one, such as "Player 7".'
    )
    by = serializers.UUIDField(source="by_id")
    progress = ErasureProgressSerializer(
        read_only=True,
        allow_null=True,
        default=None,
        help_text="The sessions that workers judge again, and how many are left.  null: erased together with another player, or by an earlier release.",
    )

    class Meta:
        model = Erasure
        fields = ["player", "name", "number", "by", "at", "progress"]
        read_only_fields = fields


class ErasureView(APIView):
    """The erasure of a player's name, and of the free text of their sessions."""

    needs = {"post": Action.ERASE}

    @extend_schema(request=ConfirmShape, responses={201: ErasureSerializer, 200: ErasureSerializer})
    def post(self, request: Request, player: UUID) -> Response:
        """Erase a player for good.  This cannot be undone.

        Their name becomes "Player 7", for example.  All free text of the sessions they sat in is deleted: notes, reasons,
        unknown keys, claims.  Cards, plays and points stay, and the history still verifies.  With the answer all of it is gone;
        of many sessions, workers then restore the labels without the name (event, place, round, table): send the request
        again to read the ``progress``.

        The names of the club and of its seasons stay, and texts about sessions they did not
        sit in: rename what contains the name.
        """
        visible = access.players_seen_by(request.user).select_related("club")
        row = get_object_or_404(visible, pk=player)
        require(request, Action.ERASE, row.club)
        data = parse_body(request, ConfirmShape)
        erased, is_new = erasure.erase(row, by=signed_in(request), **data)
        workers.wake_up()
        return created(ErasureSerializer(erased).data, is_new=is_new)


def _merges(request: Request) -> QuerySet[PlayerMerge]:
    """Return the merges in the clubs of which the request's user is a member."""
    clubs: QuerySet[Club] = access.clubs_where(request.user, Action.SEE)
    return PlayerMerge.objects.filter(club__in=clubs).select_related("reversal", "progress")
