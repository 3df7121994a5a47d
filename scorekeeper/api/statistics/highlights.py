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
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.standings import season_count
from scorekeeper.standings.scope import Scope
from scorekeeper.statistics import highlights
from scorekeeper.statistics.highlights import Highlight, HighlightKind


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


class SeasonHighlightsShape(CountShape):
    """The records of a season, by game, then of all games."""

    public_only = serializers.BooleanField(
        help_text="True: private sessions of the season are left out here, because you may not see them."
    )
    highlights = HighlightShape(many=True)


class SeasonHighlightsView(APIView):
    """The records of a season: most points in a hand, the closest finish, the longest trick."""

    @extend_schema(operation_id="seasons_highlights_retrieve", responses=SeasonHighlightsShape)
    def get(self, request: Request, season: UUID) -> Response:
        """Return the records, from finished hands that count, with everybody who shares one.

        Those of a long season are counted by a worker: ask again while ``current`` is false.
        """
        row = get_season(request, season)
        count = season_count.read(row)
        if highlights.is_short(count):
            check_audit_version(self, row, *count_version(row), *highlights.endings_version(row))
        scope = Scope().for_reader(row, request.user)
        report = highlights.read(count, scope, request.user)
        wake_up_for(report, request)
        listed = report.content or ()
        names = roster.player_names(
            {player for one in listed for holder in one.holders for player in holder.players}
        )
        return Response(
            {
                **count_json(report),
                "public_only": scope.leaves_out_private(row),
                "highlights": [_highlight_json(one, names) for one in listed],
            }
        )


def _highlight_json(highlight: Highlight, names: PlayerNames) -> dict[str, Any]:
    return {
        "kind": str(highlight.kind),
        "variant": highlight.variant,
        "value": highlight.value,
        "shared_by": len(highlight.holders) + highlight.others,
        "holders": [
            {
                **holder._asdict(),
                "players": [{"player": player, "name": names[player]} for player in holder.players],
            }
            for holder in highlight.holders
        ],
    }
