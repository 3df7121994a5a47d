"""Sessions: several hands in one sitting of the same players."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from uuid import UUID

import django_filters
from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.api.etags import (
    answer,
    check_audit_version,
    check_etag,
    require_match,
    session_etag,
)
from scorekeeper.api.fields import LabelField, OneOf
from scorekeeper.api.hands.serializers import RevisionShape
from scorekeeper.api.parsers import hints, validated
from scorekeeper.api.permissions import permitted_club, require, signed_in, visible_club
from scorekeeper.models import Club, Player, Season, Session, Visibility
from scorekeeper.models.days import EARLIEST
from scorekeeper.sessions import recording


class SessionSerializer(serializers.Serializer[Session]):
    """A session: its players by seat, its variant and labels, and its current result.

    Other keys of the session record may be sent as well: they are stored, and returned in the record.
    """

    keeps_unknown_keys = True
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
        help_text="Players' ids by seat, clockwise.",
    )
    played_on = serializers.DateField(
        required=False,
        allow_null=True,
        help_text=f"Between {EARLIEST} and the day after today; else 400 `bad-date`.",
    )
    place = LabelField(required=False, allow_null=True)
    event = LabelField(required=False, allow_null=True)
    round = LabelField(required=False, allow_null=True)
    table = LabelField(required=False, allow_null=True)
    notes = serializers.CharField(required=False, allow_null=True, allow_blank=True)
    carried = serializers.ListField(child=serializers.FloatField(), required=False, allow_null=True)
    first_hand = serializers.IntegerField(required=False, allow_null=True)
    previous_winner = serializers.IntegerField(required=False, allow_null=True)
    previous_loser = serializers.IntegerField(required=False, allow_null=True)
    hands = serializers.IntegerField(read_only=True, help_text="The number of recorded hands.")
    totals = serializers.ListField(child=serializers.FloatField(), read_only=True, allow_null=True)
    over = serializers.BooleanField(read_only=True)
    winners = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Seats."
    )
    created_at = serializers.DateTimeField(read_only=True)
    created_by = serializers.UUIDField(read_only=True)
    revision = RevisionShape(read_only=True)
    hints = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="After a change: keys that were kept as the record's own, and are nearly those of a session.",
    )

    COLUMNS = ("id", "club", "season", "visibility", "players")
    READ_ONLY = (
        "hands",
        "totals",
        "over",
        "winners",
        "created_at",
        "created_by",
        "revision",
        "hints",
    )

    def record(self) -> dict[str, Any]:
        """Return the sent keys of the session record, unknown ones included, for the referee to parse."""
        others = {*self.COLUMNS, *self.READ_ONLY}
        return {key: value for key, value in self.initial_data.items() if key not in others}

    def slips(self) -> list[str]:
        """Return what to say of sent keys that are kept, though they are nearly known ones."""
        return hints(self.initial_data, {*self.fields, *referee.SESSION_KEYS})

    def validate_players(self, ids: list[UUID]) -> list[Player]:
        """Return the players.  Raises ValidationError for unknown ids, and for a player with two seats."""
        players = Player.objects.filter(club=self.context["club"]).in_bulk(ids)
        errors: Any = {
            place: ["No player of this club has this id."]
            if player not in players
            else ["A player cannot take two seats."]
            for place, player in enumerate(ids)
            if player not in players or player in ids[:place]
        }
        if errors:
            raise serializers.ValidationError(errors)
        return [players[player] for player in ids]

    def validate_season(self, pk: UUID | None) -> Season | None:
        """Return the season.  Raises ValidationError unless it is one of this club's."""
        if pk is None:
            return None
        season = Season.objects.filter(club=self.context["club"], pk=pk).first()
        if season is None:
            raise serializers.ValidationError("No season of this club has this id.")
        return season

    def to_representation(self, session: Session) -> dict[str, Any]:
        """Return the head revision's record and the session's result; keys that are not fields are left out."""
        record: dict[str, Any] = {
            **dict.fromkeys(map(str, self.fields)),
            **judging.session_record(session.head),
        }
        result = session.result
        data = {
            **record,
            "id": str(session.pk),
            "club": str(session.club_id),
            "season": str(session.season_id) if session.season_id else None,
            "visibility": session.visibility,
            "house_rules": record["house_rules"] or {},
            "hands": result.hands,
            "totals": result.totals,
            "over": result.over,
            "winners": result.winners,
            "created_at": session.created_at,
            "created_by": str(session.created_by_id),
            "revision": {"number": session.head.number, "digest": session.head.digest},
            "hints": self.context.get("hints", []),
        }
        return {str(key): data[str(key)] for key in self.fields}


class SessionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter sessions by event, round, table, variant or season."""

    class Meta:
        model = Session
        fields = ["event", "round", "table", "variant", "season"]


class SessionViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Session]
):
    """The sessions of a club, newest first."""

    queryset = Session.objects.none()
    serializer_class = SessionSerializer
    needs = {"create": Action.OPEN, "partial_update": Action.OPEN}
    filterset_class = SessionFilter
    ordering = ("-created_at", "pk")

    def get_queryset(self) -> QuerySet[Session]:
        """Return the sessions that the request's user may see, for a list those of one club."""
        person = self.request.user
        # a link may read its session, but neither list sessions nor change one
        if self.action == "retrieve":
            visible = access.sessions_followed_by(person)
        else:
            visible = access.sessions_seen_by(person)
        visible = visible.select_related("club", "head", "result")
        if "club" not in self.kwargs:
            return visible
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return visible.filter(club=club)

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one session with its ETag, which a change must send as ``If-Match``."""
        session = self.get_object()
        check_etag(self, session_etag(session))
        return Response(self.get_serializer(session).data)

    @extend_schema(responses={201: SessionSerializer, 200: SessionSerializer})
    def create(self, request: Request, club: UUID) -> Response:
        """Record a new session, by default a private one.  Only an owner may record a public one."""
        row = permitted_club(request, club, Action.OPEN)
        serializer = self._validate(row)
        data: dict[str, Any] = serializer.validated_data
        session, is_new = recording.record_session(
            row,
            serializer.record(),
            players=data["players"],
            by=signed_in(request),
            id=data.get("id", uuid.uuid4()),
            season=data.get("season"),
            visibility=data.get("visibility", Visibility.PRIVATE),
        )
        workers.wake_up()
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return self._answer(session, serializer.slips(), status=status)

    @extend_schema(responses=SessionSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a session.

        Labels, season and visibility may change at any time; players, variant and rules only while the session has no
        hands (409 afterwards).  Send the session's ETag as ``If-Match``.
        """
        session = self.get_object()
        require(request, Action.OPEN, session.club)
        serializer = self._validate(session.club, session)
        data: dict[str, Any] = serializer.validated_data
        with transaction.atomic():
            locked = recording.lock(session, with_seats="players" in data)
            require_match(request, session_etag(locked))
            recording.amend_session(
                locked, serializer.record(), players=data.get("players"), by=signed_in(request)
            )
            recording.file_session(
                locked,
                season=data.get("season", locked.season),
                visibility=data.get("visibility"),
                by=signed_in(request),
            )
        workers.wake_up()
        return self._answer(session, serializer.slips())

    def _validate(self, club: Club, session: Session | None = None) -> SessionSerializer:
        """Return the valid serializer.  Raises PermissionDenied if the user may not change the visibility as requested."""
        context = {**self.get_serializer_context(), "club": club}
        serializer = validated(
            SessionSerializer(
                session, data=self.request.data, partial=session is not None, context=context
            )
        )
        current = session.visibility if session else Visibility.PRIVATE
        if serializer.validated_data.get("visibility", current) != current:
            require(self.request, Action.PUBLISH, club)
        return serializer

    def _answer(
        self, session: Session, hints: Sequence[str], *, status: int = HTTPStatus.OK
    ) -> Response:
        session = Session.objects.select_related("head", "result").get(pk=session.pk)
        context = {**self.get_serializer_context(), "hints": hints}
        data = SessionSerializer(session, context=context).data
        return answer(self.request, data, etag=session_etag(session), status=status)
