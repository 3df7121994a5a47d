"""Clubs and their members."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import access
from scorekeeper.access import AccountAction, Action
from scorekeeper.api.fields import OneOf
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body, validated, without_id
from scorekeeper.api.permissions import (
    permitted_club,
    require,
    require_outside,
    signed_in,
    visible_club,
)
from scorekeeper.clubs import memberships, roster
from scorekeeper.models import Club, Member, Role, User
from scorekeeper.models.time_zones import MAX_ZONE, check_time_zone


class TimeZoneField(serializers.CharField):
    """The IANA name of a time zone.  Of a club without one of its own it is the installation's; "" makes it so again."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            allow_blank=True, max_length=MAX_ZONE, validators=[check_time_zone], **options
        )

    def run_validators(self, value: str) -> None:
        """Check a name; an empty one is none."""
        if value:
            super().run_validators(value)

    def to_representation(self, value: str) -> str:
        """Return the name of the zone that counts."""
        return value or settings.TIME_ZONE


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club and its settings."""

    id = serializers.UUIDField(required=False)
    time_zone = TimeZoneField(
        required=False,
        help_text="IANA name, such as Asia/Hong_Kong; else 400 `unknown-time-zone`. Decides on which day something was entered, and what today is.",
    )

    class Meta:
        model = Club
        fields = [
            "id",
            "name",
            "visibility",
            "rules_on_own_hands",
            "shows_past_tricks",
            "second_step_for",
            "solves_endings",
            "time_zone",
            "created_at",
        ]
        read_only_fields = ["created_at"]


@extend_schema_view(retrieve=extend_schema(description="Return one club."))
class ClubViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Club]):
    """The clubs that you are a member of, and the public ones."""

    queryset = Club.objects.none()
    serializer_class = ClubSerializer
    needs = {"create": AccountAction.FOUND_CLUB, "partial_update": Action.MANAGE}
    ordering = ("created_at", "pk")

    def get_queryset(self) -> QuerySet[Club]:
        """Return the clubs that the request's user may see."""
        return access.clubs_seen_by(self.request.user)

    @extend_schema(responses={201: ClubSerializer, 200: ClubSerializer})
    def create(self, request: Request) -> Response:
        """Found a club.  You become its owner."""
        require_outside(request, AccountAction.FOUND_CLUB)
        data = parse_body(request, ClubSerializer)
        club, is_new = memberships.found_club(by=signed_in(request), **data)
        return created(self.get_serializer(club).data, is_new=is_new)

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change a club's name, visibility or settings."""
        club = self.get_object()
        require(request, Action.MANAGE, club)
        serializer = validated(ClubSerializer(club, data=request.data, partial=True))
        if "visibility" in serializer.validated_data:
            require(request, Action.PUBLISH, club)
        values = without_id(serializer.validated_data)
        club = roster.change(club, values, by=signed_in(request))
        return Response(self.get_serializer(club).data)


class UsernameField(serializers.SlugRelatedField[User]):
    """The account with a user name."""

    def to_internal_value(self, data: str) -> User:
        if "\0" in str(data):  # PostgreSQL refuses to look for it
            self.fail("does_not_exist", slug_name=self.slug_field, value=str(data))
        return super().to_internal_value(data)


class MemberSerializer(serializers.ModelSerializer[Member]):
    """An account's role in a club."""

    user = serializers.UUIDField(source="user_id", read_only=True)
    username = UsernameField(
        source="user",
        slug_field="username",
        queryset=User.objects.filter(is_active=True),
        error_messages={"does_not_exist": "There is no account '{value}'."},
    )

    class Meta:
        model = Member
        fields = ["user", "username", "role", "since"]
        read_only_fields = ["since"]


@extend_schema_serializer(component_name="Member")
class RoleSerializer(serializers.Serializer[Member]):
    """The new role of a member."""

    role = OneOf(choices=Role.choices, required=False)


class MemberViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Member]):
    """The members of a club and their roles, by date of joining.  Every change is in the audit log."""

    queryset = Member.objects.none()
    serializer_class = MemberSerializer
    needs = {"create": Action.MANAGE, "partial_update": Action.MANAGE, "destroy": Action.MANAGE}
    ordering = ("since", "pk")

    def get_queryset(self) -> QuerySet[Member]:
        """Return the members of one club that the request's user may see."""
        club = visible_club(self.request, self.kwargs["club"])
        return access.members_seen_by(self.request.user).filter(club=club).select_related("user")

    def create(self, request: Request, club: UUID) -> Response:
        """Add a member with a role.  An account that is a member already gets this role instead of the old one."""
        row = permitted_club(request, club, Action.MANAGE)
        data = parse_body(request, MemberSerializer)
        role = Role(data["role"])
        member = memberships.give_role(row, data["user"], role, by=signed_in(request))
        return Response(self.get_serializer(member).data, status=HTTPStatus.CREATED)

    @extend_schema(request=RoleSerializer)
    def partial_update(self, request: Request, club: UUID, user: UUID) -> Response:
        """Change a member's role.  A club's last owner stays an owner (409)."""
        row = permitted_club(request, club, Action.MANAGE)
        member = get_object_or_404(self.get_queryset(), user=user)
        role = parse_body(request, RoleSerializer).get("role", member.role)
        member = memberships.give_role(row, member.user, Role(role), by=signed_in(request))
        return Response(self.get_serializer(member).data)

    def destroy(self, request: Request, club: UUID, user: UUID) -> Response:
        """Leave a club, or as an owner remove a member.  A club's last owner cannot leave (409)."""
        row = visible_club(request, club)
        member = get_object_or_404(self.get_queryset(), user=user)
        if member.user != request.user:
            require(request, Action.MANAGE, row)
        memberships.leave(row, member.user, by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)
