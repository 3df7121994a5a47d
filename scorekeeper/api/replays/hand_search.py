"""Hands found by what happened in them: in a club, a season, by a player, or among all public hands."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

import referee
from scorekeeper import access
from scorekeeper.api.fields import VariantField
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.permissions import visible_club
from scorekeeper.models.limits import MAX_POINTS
from scorekeeper.replays import hand_search
from scorekeeper.replays.hand_facts import FactKind
from scorekeeper.replays.hand_search import (
    NO_LEAD,
    BadCursorError,
    HandQuestion,
    HandSort,
    MatchedHand,
)

MOST_PLAYERS = 8
FLAGS = {
    "beaten": "The combination, or any, was beaten by a legal play.",
    "illegal": "An illegal play was not taken back.",
    "ruled": "The record has a referee's decision on a play or on the hand.",
    "comeback": "Whoever went out first had 8 cards or more, more than all others, when somebody else had 3 or fewer.",
    "given_away": "Somebody gave a certain win away.",
    "taken": "Somebody took a certain win.",
}


class PlayerIdsField(serializers.CharField):
    """Ids of players with commas between them."""

    default_error_messages = {
        "bad_ids": f"Up to {MOST_PLAYERS} ids of players, with commas between them."
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return a tuple of ids.  Raises ValidationError."""
        try:
            ids = tuple(UUID(text.strip()) for text in str(data).split(","))
        except ValueError:
            self.fail("bad_ids")
        if len(ids) > MOST_PLAYERS:
            self.fail("bad_ids")
        return ids


class HandQuestionShape(serializers.Serializer[Any]):
    """Selects hands: those to which every parameter applies."""

    players = PlayerIdsField(required=False, help_text="Ids of players, with commas between them: all of them sat at the table.")  # fmt: skip
    variant = VariantField(required=False)
    min_points = serializers.FloatField(required=False, min_value=-MAX_POINTS, max_value=MAX_POINTS, help_text="Of the player with the most points in the hand.")  # fmt: skip
    max_points = serializers.FloatField(required=False, min_value=-MAX_POINTS, max_value=MAX_POINTS)
    combination = serializers.CharField(required=False, max_length=40, help_text="Such as `straight-flush` or `gang-of-five`.")  # fmt: skip
    meld = serializers.CharField(required=False, max_length=40, help_text="In the cards of a hu, such as `four generals`.")  # fmt: skip
    rule = serializers.CharField(required=False, max_length=40, help_text="A verdict cites it, such as `B17`.")  # fmt: skip
    fault = serializers.CharField(required=False, max_length=40, help_text="Of an illegal play that was not taken back, such as `does-not-beat`.")  # fmt: skip
    position = serializers.CharField(required=False, max_length=2000, help_text="The key of a position in which a trick is led.")  # fmt: skip
    sort = serializers.ChoiceField(required=False, choices=[(str(each), str(each)) for each in HandSort])  # fmt: skip
    cursor = serializers.CharField(required=False, help_text="As in ``next``.")
    page_size = serializers.IntegerField(required=False, min_value=1)

    def validate_position(self, key: str) -> str:
        """Refuse what no hand of the index can have.  Raises ValidationError."""
        try:
            is_led = referee.is_lead_key(key)
        except referee.MalformedError as error:
            raise serializers.ValidationError([error.message]) from error
        if not is_led:
            raise serializers.ValidationError([NO_LEAD])
        return key

    def get_fields(self) -> dict[str, Any]:
        first = serializers.DateField(required=False, help_text="The first day.")
        last = serializers.DateField(required=False, help_text="The last day.")
        flags = {
            name: serializers.BooleanField(required=False, help_text=text)
            for name, text in FLAGS.items()
        }
        return {**super().get_fields(), **flags, "from": first, "to": last}


class HandMatchShape(serializers.Serializer[Any]):
    """Something in a hand that was looked for."""

    kind = serializers.ChoiceField(choices=[(str(kind), str(kind)) for kind in FactKind])
    value = serializers.CharField(help_text="The combination, meld, ruling or fault, say.")
    event = serializers.IntegerField(help_text="0: before the first event.")
    seat = serializers.IntegerField(help_text="0: nobody's.")


class FoundHandShape(serializers.Serializer[Any]):
    """A hand that was found."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Its place in the session.")
    session = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)
    club = serializers.UUIDField()
    variant = serializers.CharField()
    played_on = serializers.DateField(allow_null=True)
    longest_trick = serializers.IntegerField(help_text="Plays in its longest trick.")
    most_points = serializers.FloatField(
        allow_null=True, help_text="Of one player; null: not proved."
    )
    event = serializers.IntegerField(help_text="The first match, or the end of the longest trick.")
    matches = HandMatchShape(many=True)
    replay = serializers.URLField(help_text="The page of the hand at this event.")


class FoundHandsShape(serializers.Serializer[Any]):
    """A page of hands that were found."""

    next = serializers.URLField(
        allow_null=True,
        help_text="The next page; null at the end.  A page may be short, even empty, before the end.",
    )
    waiting = serializers.BooleanField(
        help_text="Whether some hands are not in the index yet: workers are about to add them."
    )
    results = FoundHandShape(many=True)


class ClubHandSearchView(APIView):
    """The hands of a club."""

    @extend_schema(
        operation_id="clubs_hand_search_list",
        parameters=[HandQuestionShape],
        responses=FoundHandsShape,
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Return the finished hands that you may see and to which every parameter applies."""
        return _answer(request, club=visible_club(request, club))


class SeasonHandSearchView(APIView):
    """The hands of a season."""

    @extend_schema(
        operation_id="seasons_hand_search_list",
        parameters=[HandQuestionShape],
        responses=FoundHandsShape,
    )
    def get(self, request: Request, season: UUID) -> Response:
        """Return the finished hands that you may see and to which every parameter applies."""
        visible = access.seasons_seen_by(request.user).select_related("club")
        return _answer(request, season=get_object_or_404(visible, pk=season))


class PlayerHandSearchView(APIView):
    """The hands at whose table a player sat."""

    @extend_schema(
        operation_id="players_hand_search_list",
        parameters=[HandQuestionShape],
        responses=FoundHandsShape,
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Return the finished hands that you may see and to which every parameter applies."""
        visible = access.players_seen_by(request.user).select_related("club")
        return _answer(request, player=get_object_or_404(visible, pk=player))


class HandSearchView(APIView):
    """The public hands of all clubs."""

    @extend_schema(
        operation_id="hand_search_list",
        parameters=[HandQuestionShape],
        responses=FoundHandsShape,
    )
    def get(self, request: Request) -> Response:
        """Return the finished public hands to which every parameter applies, whoever asks."""
        return _answer(request)


def _answer(request: Request, **scope: Any) -> Response:
    most = CursorPages().get_page_size(request)
    params = parse_query(request, HandQuestionShape)
    params.pop("page_size", None)
    after, since, until = (params.pop(name, None) for name in ("cursor", "from", "to"))
    question = HandQuestion(**scope, since=since, until=until, **params)
    try:
        page = hand_search.find(question, request.user, after=after or "", most=most)
    except BadCursorError as error:
        raise NotFound("Invalid cursor") from error
    here = request.build_absolute_uri()
    return Response(
        {
            "next": page.after and replace_query_param(here, "cursor", page.after),
            "waiting": hand_search.is_waiting(question.only_club),
            "results": [_hand_json(each, request) for each in page.hands],
        }
    )


def _hand_json(matched: MatchedHand, request: Request) -> dict[str, Any]:
    hand, session = matched.hand, matched.hand.session
    page = request.build_absolute_uri(reverse("hand", args=[hand.pk]))
    return {
        "hand": hand.pk,
        "number": hand.position,
        "session": session.pk,
        "season": session.season_id,
        "club": hand.club_id,
        "variant": session.variant,
        "played_on": session.played_on,
        "longest_trick": matched.longest_trick,
        "most_points": matched.most_points,
        "event": matched.event,
        "matches": [each._asdict() for each in matched.moments],
        "replay": f"{page}?event={matched.event}",
    }
