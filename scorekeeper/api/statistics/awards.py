"""The awards of a club: searches for hands that somebody wins in each season."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import audit
from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.idempotency import created
from scorekeeper.api.parsers import parse_body
from scorekeeper.api.permissions import require, signed_in, visible_club
from scorekeeper.api.replays.hand_search import HandQuestionShape
from scorekeeper.models import Award
from scorekeeper.models.limits import MAX_NAME, check_name
from scorekeeper.replays.hand_search import HandQuestion
from scorekeeper.statistics.awards import FILTERS, awards_of, awards_seen_by, make, take_away


class AwardSearchShape(HandQuestionShape):
    """The search of an award: the filters of a hand search but players and days."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields that an award may have."""
        return {name: field for name, field in super().get_fields().items() if name in FILTERS}


class NewAwardShape(serializers.Serializer[Any]):
    """An award to make, with an optional id chosen by the client."""

    id = serializers.UUIDField(required=False)
    name = serializers.CharField(max_length=MAX_NAME, validators=[check_name])
    search = AwardSearchShape(
        help_text="Without `sort` the player with the most such hands wins, with it the best hand."
    )


class AwardShape(serializers.Serializer[Any]):
    """An award of a club."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    name = serializers.CharField()
    search = AwardSearchShape()
    created_at = serializers.DateTimeField()

    def to_representation(self, award: Award) -> dict[str, Any]:
        """Return an award."""
        return {
            "id": str(award.pk),
            "club": str(award.club_id),
            "name": award.name,
            "search": award.search,
            "created_at": serializers.DateTimeField().to_representation(award.created_at),
        }


@extend_schema_view(list=extend_schema(description="Return the awards that a club gives."))
class ClubAwardViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Award]):
    """The awards of a club, the oldest first.  `seasons/{id}/highlights/` says who wins them."""

    queryset = Award.objects.none()
    serializer_class = AwardShape
    needs = {"create": Action.KEEP_SEASONS}
    ordering = ("created_at", "pk")

    def get_queryset(self) -> QuerySet[Award]:
        """Return the awards of one club.  Raises Http404 unless the request's user may see it."""
        club = visible_club(self.request, self.kwargs["club"])
        check_audit_version(self, club)
        return awards_of(club)

    @extend_schema(request=NewAwardShape, responses={201: AwardShape, 200: AwardShape})
    def create(self, request: Request, club: UUID) -> Response:
        """Make a search an award of every season.  409 for more than 12, and for a name that another one has."""
        row = visible_club(request, club)
        require(request, Action.KEEP_SEASONS, row)
        data = parse_body(request, NewAwardShape)
        question = HandQuestion(club=row, **data["search"])
        award, is_new = make(row, data["name"], question, by=signed_in(request), id=data.get("id"))
        return created(AwardShape(award).data, is_new=is_new)


class AwardViewSet(viewsets.GenericViewSet[Award]):
    """One award."""

    queryset = Award.objects.none()
    serializer_class = AwardShape
    needs = {"destroy": Action.KEEP_SEASONS}

    def get_queryset(self) -> QuerySet[Award]:
        """Return the awards of clubs that the request's user may see."""
        return audit.versioned(awards_seen_by(self.request.user).select_related("club"))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Return one award."""
        award = self.get_object()
        check_audit_version(self, award)
        return Response(AwardShape(award).data)

    @extend_schema(request=None, responses={204: None})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """Take an award away.  Only the club's archive has it from then on."""
        award = self.get_object()
        require(request, Action.KEEP_SEASONS, award.club)
        take_away(award, by=signed_in(request))
        return Response(status=HTTPStatus.NO_CONTENT)


def query_of(award: Award) -> str:
    """Return the query with which `hand-search/` gives the hands of an award."""
    words = {name: "true" if value is True else value for name, value in award.search.items()}
    return urlencode(words)
