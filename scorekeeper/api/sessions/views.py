"""Sittings of the same players."""

import uuid
from http import HTTPStatus
from typing import Any
from uuid import UUID

import django_filters
from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.api.etags import (
    answer,
    check_audit_version,
    check_etag,
    require_match,
    session_etag,
)
from scorekeeper.api.fields import OneOf
from scorekeeper.api.hands import serializers as hand_serializers
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.models import Club, Player, Season, Session, Visibility
from scorekeeper.sessions import recording


class SessionSerializer(serializers.Serializer[Session]):
    """A sitting: who sits where, what is played, where it stands.

    Keys of the session record that are not named here are kept, and given back in the record.
    """

    id = serializers.UUIDField(required=False)
    club = serializers.UUIDField(source="club_id", read_only=True)
    season = serializers.UUIDField(required=False, allow_null=True)
    visibility = OneOf(choices=Visibility.choices, required=False)
    variant = serializers.CharField()
    house_rules = serializers.DictField(required=False)
    players = serializers.ListField(
        child=serializers.UUIDField(
            error_messages={"invalid": "Expected a player's id, not '{value}'."}
        ),
        help_text="Ids, clockwise.",
    )
    played_on = serializers.DateField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_null=True)
    event = serializers.CharField(required=False, allow_null=True)
    round = serializers.CharField(required=False, allow_null=True)
    table = serializers.CharField(required=False, allow_null=True)
    notes = serializers.CharField(required=False, allow_null=True, allow_blank=True)
    carried = serializers.ListField(child=serializers.FloatField(), required=False, allow_null=True)
    first_hand = serializers.IntegerField(required=False, allow_null=True)
    previous_winner = serializers.IntegerField(required=False, allow_null=True)
    previous_loser = serializers.IntegerField(required=False, allow_null=True)
    hands = serializers.IntegerField(read_only=True, help_text="How many were recorded.")
    totals = serializers.ListField(child=serializers.FloatField(), read_only=True, allow_null=True)
    over = serializers.BooleanField(read_only=True)
    winners = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Seats."
    )
    created_at = serializers.DateTimeField(read_only=True)
    created_by = serializers.UUIDField(read_only=True)
    revision = hand_serializers.RevisionShape(read_only=True)

    KEPT_BESIDE = ("id", "club", "season", "visibility", "players")
    ANSWERED = ("hands", "totals", "over", "winners", "created_at", "created_by", "revision")

    def sheet(self) -> dict[str, Any]:
        """What was written for the session record, as it was written."""
        beside = {*self.KEPT_BESIDE, *self.ANSWERED}
        return {key: value for key, value in self.initial_data.items() if key not in beside}

    def validate_players(self, ids: list[UUID]) -> list[Player]:
        """Everybody is a player of this club and sits once."""
        found = Player.objects.filter(club=self.context["club"]).in_bulk(ids)
        wrong: Any = {
            place: ["No player of this club has this id."]
            if player not in found
            else ["A player cannot take two seats."]
            for place, player in enumerate(ids)
            if player not in found or player in ids[:place]
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return [found[player] for player in ids]

    def validate_season(self, pk: UUID | None) -> Season | None:
        """The season is one of this club's."""
        if pk is None:
            return None
        season = Season.objects.filter(club=self.context["club"], pk=pk).first()
        if season is None:
            raise serializers.ValidationError("No season of this club has this id.")
        return season

    def to_representation(self, session: Session) -> dict[str, Any]:
        """The head of the chain, and where the session stands."""
        sheet: dict[str, Any] = {
            **dict.fromkeys(map(str, self.fields)),
            **judging.session_record(session.head),
        }
        result = session.result
        shown = {
            **sheet,
            "id": str(session.pk),
            "club": str(session.club_id),
            "season": str(session.season_id) if session.season_id else None,
            "visibility": session.visibility,
            "house_rules": sheet["house_rules"] or {},
            "hands": result.hands,
            "totals": result.totals,
            "over": result.over,
            "winners": result.winners,
            "created_at": session.created_at,
            "created_by": str(session.created_by_id),
            "revision": {"number": session.head.number, "digest": session.head.digest},
        }
        return {str(key): shown[str(key)] for key in self.fields}


class SessionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Sessions of one evening, championship, round, table …"""

    class Meta:
        model = Session
        fields = ["event", "round", "table", "variant", "season"]


class SessionViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Session]
):
    """The sessions of a club."""

    queryset = Session.objects.none()
    serializer_class = SessionSerializer
    permission_classes = [permissions.AllowAny]
    filterset_class = SessionFilter
    ordering = ("-created_at", "pk")

    def get_queryset(self) -> QuerySet[Session]:
        """The sessions of one club, or all that exist for whoever asks."""
        followed = self.action == "retrieve"
        seen = (access.sessions_followed_by if followed else access.sessions_seen_by)(
            self.request.user
        ).select_related("club", "head", "result")
        if "club" not in self.kwargs:
            return seen
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return seen.filter(club=club)

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """One session, under its ETag."""
        session = self.get_object()
        check_etag(self, session_etag(session))
        return Response(self.get_serializer(session).data)

    def create(self, request: Request, club: UUID) -> Response:
        """Open a session.  Asked again with the same id, it is there already."""
        where = visible_club(request, club)
        require(request, Action.OPEN, where)
        serializer = self._checked(where)
        given: dict[str, Any] = serializer.validated_data
        session, is_new = recording.record_session(
            where,
            serializer.sheet(),
            players=given["players"],
            by=signed_in(request),
            id=given.get("id", uuid.uuid4()),
            season=given.get("season"),
            visibility=given.get("visibility", Visibility.PRIVATE),
        )
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return self._answer(session, status=status)

    @extend_schema(responses=SessionSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a session: its labels at any time, what verdicts depend on while it has no hands."""
        session = self.get_object()
        require(request, Action.OPEN, session.club)
        serializer = self._checked(session.club, session)
        given: dict[str, Any] = serializer.validated_data
        with transaction.atomic():
            held = recording.lock(session)
            require_match(request, session_etag(held))
            recording.amend_session(
                held, serializer.sheet(), players=given.get("players"), by=signed_in(request)
            )
            recording.file_session(
                held,
                season=given.get("season", session.season),
                visibility=given.get("visibility", session.visibility),
                by=signed_in(request),
            )
        return self._answer(session)

    def _checked(self, club: Club, session: Session | None = None) -> SessionSerializer:
        context = {**self.get_serializer_context(), "club": club}
        serializer = SessionSerializer(
            session, data=self.request.data, partial=session is not None, context=context
        )
        serializer.is_valid(raise_exception=True)
        now = session.visibility if session else Visibility.PRIVATE
        if serializer.validated_data.get("visibility", now) != now:
            require(self.request, Action.PUBLISH, club)
        return serializer

    def _answer(self, session: Session, *, status: int = HTTPStatus.OK) -> Response:
        session = Session.objects.select_related("head", "result").get(pk=session.pk)
        data = self.get_serializer(session).data
        return answer(self.request, data, etag=session_etag(session), status=status)
