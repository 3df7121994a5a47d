"""The standings day by day, and head-to-head results."""

from datetime import date
from itertools import permutations

import pytest

from scorekeeper.clubs import player_merges
from scorekeeper.models import Player
from scorekeeper.ratings import head_to_head
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.head_to_head import HeadToHead
from scorekeeper.standings import progress, season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = (
    {},
    {"scoring": "average"},
    {"best_sessions": 2, "tie_breaks": ["head-to-head", "median"]},
    {
        "scoring": "place-points",
        "place_points": [3, 1],
        "tie_breaks": ["head-to-head", "hands-won"],
    },
    {"minimum_hands": 3, "bonuses": [{"for": "hand-won", "points": 2}]},
)
EVENINGS = ([WON_BY_ALICE, [0, 7, 7, 7]], [WON_BY_BOB], [[13, 2, 0, 1], WON_BY_ALICE], [WON_BY_BOB])

WHOLE = Scope()


@pytest.fixture
def league(keeper):
    """Four sessions, two of them on one day, recorded in no order."""
    for day, hands in zip((12, 5, 19, 19), EVENINGS, strict=True):
        keeper.session(*hands, played_on=f"2026-03-{day:02}")
    return keeper


def standings(table):
    return {row.player: (row.place, row.line.total) for row in table.rows}


@pytest.fixture
def daily_standings(keeper):
    """Return a function that returns the standings of a scope day by day."""

    def daily_standings(scope=WHOLE):
        return progress.daily_standings(season_count.read(keeper.season), scope).content

    return daily_standings


@pytest.fixture
def standings_of_player(keeper):
    """Return a function that returns the first player's standing after each session of a scope."""

    def standings_of_player(player, scope=WHOLE):
        return progress.standings_of_player(season_count.read(keeper.season), scope, player).content

    return standings_of_player


@pytest.mark.parametrize("plan", PLANS)
def test_each_day_is_the_table_as_of_that_day(league, people, daily_standings, plan):
    plan_versions.decide(league.season, parse_plan(plan), by=people.bob)
    days = daily_standings()
    assert [row.day.day for row in days] == [5, 12, 19]
    for row in days:
        assert row.rows == standings(standings_table.table(league.season, Scope(as_of=row.day)))


@pytest.mark.parametrize("plan", PLANS)
def test_a_players_standing_after_each_session_ends_with_the_table(
    league, people, daily_standings, standings_of_player, plan
):
    plan_versions.decide(league.season, parse_plan(plan), by=people.bob)
    days = {day.day: day for day in daily_standings()}
    for player in league.players:
        steps = standings_of_player(player.pk)
        assert [step.day.day for step in steps] == [5, 12, 19, 19]
        for number in (0, 1, 3):  # the last session of each day
            assert steps[number].row == days[steps[number].day].rows[player.pk]


def test_of_many_sessions_of_a_player_some_are_returned_and_always_the_last(
    league, standings_of_player, monkeypatch
):
    monkeypatch.setattr(progress, "MOST_DAYS", 2)
    steps = standings_of_player(league.players[0].pk)
    assert [(step.day.day, step.value) for step in steps] == [(5, -5), (19, -5)]


def test_a_player_without_sessions_has_no_standing_after_any(league, standings_of_player):
    assert standings_of_player(league.players[0].pk, Scope(event="Cup")) == []


def test_the_days_of_a_scope_count_only_its_sessions(league, daily_standings):
    league.session(WON_BY_ALICE, played_on="2026-03-26", event="Cup")
    days = daily_standings(Scope(event="Cup"))
    assert [(row.day, row.rows[league.players[0].pk].total) for row in days] == [
        (date(2026, 3, 26), 25)
    ]


def test_the_next_hand_is_in_the_last_day_at_once(league, daily_standings):
    before = daily_standings()
    league.session(WON_BY_ALICE, played_on="2026-03-19")
    after = daily_standings()
    assert before[-1] != after[-1]
    assert before[:-1] == after[:-1]


def test_of_many_days_some_are_returned_and_always_the_last(league, daily_standings, monkeypatch):
    whole = daily_standings()
    league.session(WON_BY_ALICE, played_on="2026-03-26")
    monkeypatch.setattr(progress, "MOST_DAYS", 2)
    days = daily_standings()
    assert [row.day.day for row in days] == [5, 26]
    assert days[0].rows == whole[0].rows


def test_under_a_plan_that_does_not_add_up_a_long_season_has_fewer_days(
    league, people, daily_standings, monkeypatch
):
    plan_versions.decide(league.season, parse_plan({"best_sessions": 2}), by=people.bob)
    monkeypatch.setattr(progress, "MOST_SCORES_READ", 1)
    monkeypatch.setattr(progress, "FEWEST_DAYS", 2)
    days = daily_standings()
    assert [row.day.day for row in days] == [5, 19]
    assert days[-1].rows == standings(standings_table.table(league.season, Scope()))


@pytest.fixture
def head_to_heads(keeper):
    def _head_to_heads(variant=""):
        key = rating_table.season_key(keeper.season, variant)
        assert rating_table.rating_list(key).sessions_left == 0
        names = dict(Player.objects.filter(club=keeper.club).values_list("pk", "name"))
        results = head_to_head.season_meetings(season_count.read(keeper.season), variant).content
        return {(names[one], names[other]): row for (one, other), row in results.items()}

    return _head_to_heads


def test_head_to_head_counts_places_and_equal_ones_as_neither(keeper, head_to_heads):
    keeper.session(WON_BY_ALICE, WON_BY_BOB, [0, 7, 7, 7])
    days = head_to_heads()
    assert days["Alice", "Bob"] == HeadToHead(hands=3, ahead=2, behind=1)
    assert days["Bob", "Carol"] == HeadToHead(hands=3, ahead=2, behind=0)
    assert days["Carol", "Bob"].share == pytest.approx(1 / 6)


def test_head_to_head_does_not_depend_on_seats(keeper, head_to_heads):
    alice, bob, carol, dan = keeper.players
    for seated in permutations((alice, bob)):
        keeper.session(WON_BY_ALICE, players=[*seated, carol, dan])
    assert head_to_heads()["Alice", "Bob"] == HeadToHead(hands=2, ahead=1, behind=1)


def test_head_to_head_of_one_game(keeper, head_to_heads):
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_BOB, variant="gang-of-four")
    assert head_to_heads("gang-of-four")["Alice", "Bob"] == HeadToHead(hands=1, ahead=0, behind=1)
    assert head_to_heads()["Alice", "Bob"].hands == 2
    assert head_to_heads("pusoy-dos") == {}


def test_merged_players_do_not_meet_themselves(keeper, head_to_heads, people):
    zoe = Player.objects.create(club=keeper.club, name="Zoe")
    keeper.session(WON_BY_ALICE, players=[zoe, *keeper.players[1:]])
    player_merges.merge(zoe, keeper.players[0], by=people.bob)
    assert head_to_heads()["Alice", "Bob"] == HeadToHead(hands=1, ahead=1, behind=0)
