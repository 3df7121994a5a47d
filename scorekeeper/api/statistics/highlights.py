"""The records of a season."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.standings.representation import count_json
from scorekeeper.api.standings.serializers import CountShape
from scorekeeper.api.standings.views import count_version, get_season, wake_up_for
from scorekeeper.api.statistics.awards import AwardSearchShape, query_of
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.models import Award
from scorekeeper.replays import hand_search
from scorekeeper.standings import season_count
from scorekeeper.standings.scope import Scope
from scorekeeper.statistics import awards, highlights
from scorekeeper.statistics.awards import AwardResult
from scorekeeper.statistics.highlights import Highlight, HighlightKind, SeasonRecords
from scorekeeper.statistics.record_holders import RecordHolder


class NamedPlayerShape(serializers.Serializer[Any]):
    """A player by name."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class RecordHolderShape(serializers.Serializer[Any]):
    """Who holds a record, and where it can be seen."""

    players = NamedPlayerShape(
        many=True, help_text="Several who share a place; none of what nobody did alone."
    )
    session = serializers.UUIDField(allow_null=True)
    hand = serializers.UUIDField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    event = serializers.IntegerField(allow_null=True, help_text="The number of a play in the hand.")
    day = serializers.DateField(allow_null=True)
    text = serializers.CharField(help_text="The play as it was written, or the rule.")


class HighlightShape(serializers.Serializer[Any]):
    """A record of a season."""

    kind = serializers.ChoiceField(
        [str(kind) for kind in HighlightKind],
        help_text="``most-disputed-rule``: for members of the club only.",
    )
    variant = serializers.CharField(help_text="Empty: of all games.")
    value = serializers.FloatField()
    shared_by = serializers.IntegerField(
        help_text="How many hold it, also those who are not listed; of ``bombs``, how many there were."
    )
    holders = RecordHolderShape(
        many=True, help_text="The earliest first; of ``bombs`` the last six."
    )


class AwardWinnersShape(serializers.Serializer[Any]):
    """An award of the club, and who wins it in a season."""

    award = serializers.UUIDField()
    name = serializers.CharField()
    search = AwardSearchShape()
    value = serializers.FloatField(
        allow_null=True,
        help_text="Hands of each winner, or with `sort` the plays or points of the best hand; null: nobody wins yet.",
    )
    shared_by = serializers.IntegerField(
        help_text="How many win it, also those who are not listed."
    )
    winners = RecordHolderShape(many=True, help_text="Up to 20: players, or with `sort` hands, the earliest first.")  # fmt: skip
    hands = serializers.URLField(help_text="The search among the hands of the season.")


class SeasonHighlightsShape(CountShape):
    """The records of a season, by game, then of all games, and the awards of the club."""

    public_only = serializers.BooleanField(
        help_text="True: private sessions of the season are left out here, because you may not see them."
    )
    highlights = HighlightShape(many=True)
    awards = AwardWinnersShape(many=True)
    waiting = serializers.BooleanField(
        help_text="Whether awards may lack some hands that are not in the index yet: workers are about to add them."
    )


class SeasonHighlightsView(APIView):
    """The records of a season: most points in a hand, the closest finish, the longest trick; and its awards."""

    @extend_schema(operation_id="seasons_highlights_retrieve", responses=SeasonHighlightsShape)
    def get(self, request: Request, season: UUID) -> Response:
        """Return the records, from finished hands that count, with everybody who shares one.

        Those of a long season are counted by a worker: ask again while ``current`` is false.
        """
        row = get_season(request, season)
        count = season_count.read(row)
        given = [*awards.awards_of(row.club)]
        waiting = bool(given) and hand_search.is_waiting(row.club)
        if highlights.is_short(count):
            check_audit_version(self, row, *count_version(row), *highlights.version(row))
        scope = Scope().for_reader(row, request.user)
        report = highlights.read(count, scope, request.user)
        wake_up_for(report, request)
        content = report.content or SeasonRecords([], [])
        holders = [
            *(holder for one in content.highlights for holder in one.holders),
            *(winner for one in content.awards for winner in one.winners),
        ]
        names = roster.player_names({player for holder in holders for player in holder.players})
        won = {one.award: one for one in content.awards}
        hands = request.build_absolute_uri(f"/api/v1/seasons/{row.pk}/hand-search/")
        return Response(
            {
                **count_json(report),
                "public_only": scope.leaves_out_private(row),
                "highlights": [_highlight_json(one, names) for one in content.highlights],
                "awards": [_award_json(each, won.get(each.pk), names, hands) for each in given],
                "waiting": waiting,
            }
        )


def _highlight_json(highlight: Highlight, names: PlayerNames) -> dict[str, Any]:
    return {
        "kind": str(highlight.kind),
        "variant": highlight.variant,
        "value": highlight.value,
        "shared_by": len(highlight.holders) + highlight.others,
        "holders": [_holder_json(holder, names) for holder in highlight.holders],
    }


def _holder_json(holder: RecordHolder, names: PlayerNames) -> dict[str, Any]:
    players = [{"player": player, "name": names[player]} for player in holder.players]
    return {**holder._asdict(), "players": players}


def _award_json(
    award: Award, result: AwardResult | None, names: PlayerNames, hands: str
) -> dict[str, Any]:
    """Return an award with who wins it; without a result it is being counted."""
    winners = result.winners if result else ()
    return {
        "award": award.pk,
        "name": award.name,
        "search": award.search,
        "value": (result.value or None) if result else None,
        "shared_by": len(winners) + (result.others if result else 0),
        "winners": [_holder_json(winner, names) for winner in winners],
        "hands": f"{hands}?{query_of(award)}",
    }
