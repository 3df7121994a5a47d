"""Query parameters and documents of the statistics API, and statistics as JSON and as rows of CSV.

The class names are component names of the OpenAPI document.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from rest_framework import serializers

from scorekeeper.api.fields import VariantField
from scorekeeper.clubs import roster
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.headings import headings
from scorekeeper.statistics.player_figures import PlayerFigures
from scorekeeper.statistics.points_series import PointsStep
from scorekeeper.statistics.reports import ClubReport, PlayerReport

_Json: TypeAlias = dict[str, Any]

COLUMNS: Mapping[str, Callable[[PlayerFigures], Cell]] = {
    "hands": lambda figures: figures.hands,
    "unproved": lambda figures: figures.unproved,
    "won": lambda figures: figures.won,
    "points": lambda figures: figures.points,
    "adjustments": lambda figures: figures.adjustments,
    "average place": lambda figures: figures.average_place,
    "average cards left": lambda figures: figures.average_cards_left,
    "left with the most": lambda figures: figures.left_with_most,
    "longest streak": lambda figures: figures.longest_streak,
    "biggest swing": lambda figures: figures.biggest_swing and figures.biggest_swing.points,
    "last-card failures": lambda figures: figures.last_card_failures,
    "gangs": lambda figures: figures.gangs,
    "bombs": lambda figures: figures.bombs,
    "illegal plays": lambda figures: figures.illegal,
    "unproven plays": lambda figures: figures.unproven,
    "led the first trick": lambda figures: figures.led,
    "won when leading": lambda figures: figures.won_when_leading,
    "penalties": lambda figures: figures.penalties,
    "certain wins taken": lambda figures: figures.certain_wins_taken,
    "certain wins given away": lambda figures: figures.certain_wins_given_away,
    "settled decisions": lambda figures: figures.settled_decisions,
}
"""The columns of the CSV file between the player's name and id: headings and figures."""


class PeriodShape(serializers.Serializer[Any]):
    """Selects the hands that are counted; by default all that you may see."""

    season = serializers.UUIDField(required=False)
    variant = VariantField(required=False)

    def get_fields(self) -> dict[str, Any]:
        first = serializers.DateField(required=False, help_text="The first day.")
        last = serializers.DateField(required=False, help_text="The last day.")
        return {**super().get_fields(), "from": first, "to": last}


class WantedShape(PeriodShape):
    """Selects the hands that are counted, and perhaps one player."""

    player = serializers.UUIDField(required=False)


class SwingShape(serializers.Serializer[Any]):
    """The hand that won or lost a player the most points."""

    points = serializers.FloatField()
    hand = serializers.UUIDField()
    date = serializers.DateField()


class FiguresShape(serializers.Serializer[Any]):
    """A player's figures."""

    hands = serializers.IntegerField(help_text="Finished hands.")
    unproved = serializers.IntegerField(help_text="Hands whose points the record does not prove.")
    won = serializers.IntegerField()
    points = serializers.FloatField(
        help_text="As the games count them, penalties included: ask for one ``variant``, or take ``penalties`` off, where some"
        " sessions have the lowest total win."
    )
    adjustments = serializers.FloatField()
    average_place = serializers.FloatField(allow_null=True)
    average_cards_left = serializers.FloatField(allow_null=True)
    left_with_most = serializers.IntegerField(
        help_text="Hands in which the player alone was left with the most cards."
    )
    longest_streak = serializers.IntegerField(help_text="Hands won one after the other.")
    biggest_swing = SwingShape(allow_null=True)
    last_card_failures = serializers.IntegerField(
        help_text="Last cards not announced, and plays with the fault must-play-highest."
    )
    gangs = serializers.IntegerField()
    bombs = serializers.IntegerField(
        help_text="Fours of a kind and straight flushes, whether or not they beat everything."
    )
    illegal = serializers.IntegerField(help_text="Illegal plays.")
    unproven = serializers.IntegerField(help_text="Unproven plays.")
    led = serializers.IntegerField(help_text="Hands in which the player led the first trick.")
    won_when_leading = serializers.IntegerField(help_text="Of these, hands won.")
    sessions = serializers.IntegerField(help_text="Sessions with a finished hand.")
    lowest_wins = serializers.IntegerField(
        help_text="Of these, sessions in which the lowest total wins."
    )
    penalties = serializers.FloatField(
        help_text="Of points and adjustments, those of sessions in which the lowest total wins."
    )
    certain_wins_taken = serializers.IntegerField(
        help_text="In the last cards of hands of climbing games, with all cards open."
    )
    certain_wins_given_away = serializers.IntegerField()
    settled_decisions = serializers.IntegerField(
        help_text="Decisions of which it is known whether a win was certain, and what became of it."
    )


class PlayerFiguresShape(FiguresShape):
    """The figures of a player of the club."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class FiguresCountShape(serializers.Serializer[Any]):
    """How new the figures are."""

    current = serializers.BooleanField(
        help_text="False: workers are counting what changed; these are the figures of before."
    )
    counted_at = serializers.DateTimeField(
        allow_null=True, help_text="When workers counted everything last; null: not yet."
    )


class StatisticsShape(FiguresCountShape):
    """The figures of everybody who played, by name."""

    club = serializers.UUIDField()
    rows = PlayerFiguresShape(many=True)


class SeasonFiguresShape(FiguresShape):
    """A player's figures in a season."""

    season = serializers.UUIDField(
        allow_null=True, help_text="Null: outside of every season, or in one that you may not see."
    )


class SeatShape(serializers.Serializer[Any]):
    """A player's results at one seat, in hands whose points are proved."""

    seat = serializers.IntegerField()
    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.FloatField()
    average_points = serializers.FloatField()


class AgainstShape(serializers.Serializer[Any]):
    """A player's results against one opponent, in hands in which the points of both are proved."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    hands = serializers.IntegerField()
    points = serializers.FloatField(help_text="The player's own.")
    their_points = serializers.FloatField()
    ahead = serializers.IntegerField(help_text="Hands with the better place.")
    behind = serializers.IntegerField()


class StepShape(serializers.Serializer[Any]):
    """A hand in the series of a player's points."""

    date = serializers.DateField()
    hand = serializers.UUIDField()
    points = serializers.FloatField(help_text="With adjustments.")
    total = serializers.FloatField(help_text="Of all steps so far.")


class ProfileShape(FiguresCountShape, PlayerFiguresShape):
    """All about a player."""

    seasons = SeasonFiguresShape(many=True)
    seats = SeatShape(many=True)
    head_to_head = AgainstShape(many=True)
    series = StepShape(many=True, help_text="In the order of play.")


def club_json(club: UUID, report: ClubReport) -> _Json:
    """Return the figures of everybody who played, by name."""
    rows = [
        {"player": str(player), "name": name, **_figures(report.players[player])}
        for player, name in _by_name(report.players)
    ]
    return {"club": str(club), **_count(report), "rows": rows}


def club_rows(figures: Mapping[UUID, PlayerFigures]) -> Iterator[list[Cell]]:
    """Yield the figures of everybody who played as rows of a CSV file."""
    yield [*headings(["player", *COLUMNS, "id"])]
    for player, name in _by_name(figures):
        yield [name, *(cell(figures[player]) for cell in COLUMNS.values()), player]


def player_json(
    report: PlayerReport, series: Iterable[PointsStep], visible_seasons: set[UUID]
) -> _Json:
    """Return all about a player; seasons that are not visible have no id."""
    names = roster.player_names({report.player, *(row.player for row in report.opponents)})
    seasons = [
        {"season": str(season) if season in visible_seasons else None, **_figures(figures)}
        for season, figures in report.seasons.items()
    ]
    opponents = [
        {**row._asdict(), "player": str(row.player), "name": names[row.player]}
        for row in report.opponents
    ]
    steps = [
        {"date": str(step.day), "hand": str(step.hand), "points": step.points, "total": step.total}
        for step in series
    ]
    return {
        "player": str(report.player),
        "name": names[report.player],
        **_count(report),
        **_figures(report.figures),
        "seasons": seasons,
        "seats": [row._asdict() for row in report.seats],
        "head_to_head": opponents,
        "series": steps,
    }


def player_rows(series: Iterable[PointsStep]) -> Iterator[list[Cell]]:
    """Yield a player's points hand after hand as rows of a CSV file."""
    yield [*headings(["date", "hand", "points", "total"])]
    for step in series:
        yield [step.day, step.hand, step.points, step.total]


def _by_name(players: Mapping[UUID, object]) -> list[tuple[UUID, str]]:
    return sorted(roster.player_names(players).items(), key=lambda row: (row[1], row[0]))


def _count(report: ClubReport | PlayerReport) -> _Json:
    return {"current": report.is_current, "counted_at": report.counted_at}


def _figures(figures: PlayerFigures) -> _Json:
    swing = figures.biggest_swing
    return {
        **figures._asdict(),
        "biggest_swing": swing
        and {"points": swing.points, "hand": str(swing.hand), "date": str(swing.day)},
    }
