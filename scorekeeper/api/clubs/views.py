"""Clubs and who belongs to them."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.api.fields import OneOf
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.clubs import memberships
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Member, Role, User


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club."""

    id = serializers.UUIDField(required=False)

    class Meta:
        model = Club
        fields = [
            "id",
            "name",
            "visibility",
            "rules_on_own_hands",
            "shows_past_tricks",
            "created_at",
        ]
        read_only_fields = ["created_at"]


class ClubViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Club]):
    """Your clubs and the public ones."""

    queryset = Club.objects.none()
    serializer_class = ClubSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("created_at", "pk")

    def get_queryset(self) -> QuerySet[Club]:
        """What exists for whoever asks."""
        return access.clubs_seen_by(self.request.user)

    def create(self, request: Request) -> Response:
        """Found a club and own it."""
        by = signed_in(request)
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        club, is_new = memberships.found_club(by=by, **serializer.validated_data)
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(self.get_serializer(club).data, status=status)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Rename a club, open it to the public or close it."""
        club = self.get_object()
        require(request, Action.MANAGE, club)
        serializer = self.get_serializer(club, data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        if "visibility" in serializer.validated_data:
            require(request, Action.PUBLISH, club)
        given: dict[str, Any] = serializer.validated_data
        values = {name: value for name, value in given.items() if name != "id"}
        club = club_roster.change(club, values, by=signed_in(request))
        return Response(self.get_serializer(club).data)


class MemberSerializer(serializers.ModelSerializer[Member]):
    """Somebody's role in a club."""

    user = serializers.UUIDField(source="user_id", read_only=True)
    username = serializers.SlugRelatedField(
        source="user",
        slug_field="username",
        queryset=User.objects.filter(is_active=True),
        error_messages={"does_not_exist": "There is no account '{value}'."},
    )

    class Meta:
        model = Member
        fields = ["user", "username", "role", "since"]
        read_only_fields = ["since"]


class RoleSerializer(serializers.Serializer[Member]):
    """What a member is to become."""

    role = OneOf(choices=Role.choices)


class MemberViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Member]):
    """Who belongs to a club; every change is kept."""

    queryset = Member.objects.none()
    serializer_class = MemberSerializer
    permission_classes = [permissions.AllowAny]
    ordering = ("since", "pk")

    def get_queryset(self) -> QuerySet[Member]:
        """The members of one club."""
        club = visible_club(self.request, self.kwargs["club"])
        return access.members_seen_by(self.request.user).filter(club=club).select_related("user")

    def create(self, request: Request, club: UUID) -> Response:
        """Somebody joins.  Who is a member already gets the role given here."""
        where = self._managed(club)
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wanted = serializer.validated_data
        member = memberships.give_role(
            where, wanted["user"], Role(wanted["role"]), by=signed_in(request)
        )
        return Response(self.get_serializer(member).data, status=HTTPStatus.CREATED)

    def partial_update(self, request: Request, club: UUID, user: UUID) -> Response:
        """Give a member another role."""
        where = self._managed(club)
        member = get_object_or_404(self.get_queryset(), user=user)
        wanted = RoleSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        role = Role(wanted.validated_data["role"])
        member = memberships.give_role(where, member.user, role, by=signed_in(request))
        return Response(self.get_serializer(member).data)

    def destroy(self, request: Request, club: UUID, user: UUID) -> Response:
        """A member leaves, of their own will or by an owner's."""
        where = visible_club(request, club)
        member = get_object_or_404(self.get_queryset(), user=user)
        if member.user != request.user:
            require(request, Action.MANAGE, where)
        memberships.leave(where, member.user, by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    def _managed(self, club: UUID) -> Club:
        where = visible_club(self.request, club)
        require(self.request, Action.MANAGE, where)
        return where
