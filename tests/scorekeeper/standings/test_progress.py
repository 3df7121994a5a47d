"""The course of a season day by day, and who came before whom."""

from datetime import date
from itertools import permutations

import pytest

from scorekeeper.clubs import player_merges
from scorekeeper.models import Player
from scorekeeper.ratings import head_to_head
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.head_to_head import HeadToHead
from scorekeeper.standings import plan_versions
from scorekeeper.standings import progress as standings_progress
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = (
    {},
    {"scoring": "average"},
    {"best_sessions": 2, "tie_breaks": ["head-to-head", "median"]},
    {"scoring": "place-points", "place_points": [3, 1], "tie_breaks": ["head-to-head", "hands-won"]},
    {"minimum_hands": 3, "bonuses": [{"for": "hand-won", "points": 2}]},
)  # fmt: skip
EVENINGS = ([WON_BY_ALICE, [0, 7, 7, 7]], [WON_BY_BOB], [[13, 2, 0, 1], WON_BY_ALICE], [WON_BY_BOB])


@pytest.fixture
def league(keeper):
    """Four evenings, two of them on one day, in no order."""
    for day, hands in zip((12, 5, 19, 19), EVENINGS, strict=True):
        keeper.sitting(*hands, played_on=f"2026-03-{day:02}")
    return keeper


def places(rows):
    return {row.player: (row.place, row.line) for row in rows}


@pytest.mark.parametrize("plan", PLANS)
def test_each_day_is_the_table_as_of_that_day(league, people, plan):
    plan_versions.decide(league.season, parse_plan(plan), by=people.bob)
    told = standings_progress.daily_standings(league.season, Scope())
    assert [row.day.day for row in told] == [5, 12, 19]
    for row in told:
        then = standings_table.table(league.season, Scope(as_of=row.day))
        assert places(row.rows.values()) == places(then.rows)


def test_the_course_of_a_part_is_of_that_part_alone(league):
    league.sitting(WON_BY_ALICE, played_on="2026-03-26", event="Cup")
    told = standings_progress.daily_standings(league.season, Scope(event="Cup"))
    assert [(row.day, row.rows[league.players[0].pk].line.total) for row in told] == [
        (date(2026, 3, 26), 25)
    ]


def test_what_is_remembered_of_a_course_goes_with_the_next_hand(league):
    before = standings_progress.daily_standings(league.season, Scope())
    league.sitting(WON_BY_ALICE, played_on="2026-03-19")
    after = standings_progress.daily_standings(league.season, Scope())
    assert before[-1] != after[-1]
    assert before[:-1] == after[:-1]


def test_of_many_days_some_are_told_and_always_the_last(league, monkeypatch):
    whole = standings_progress.daily_standings(league.season, Scope())
    league.sitting(WON_BY_ALICE, played_on="2026-03-26")
    monkeypatch.setattr(standings_progress, "MOST_DAYS", 2)
    told = standings_progress.daily_standings(league.season, Scope())
    assert [row.day.day for row in told] == [5, 26]
    assert told[0].rows == whole[0].rows


def test_where_sessions_do_not_add_up_fewer_days_of_a_very_long_season_are_told(
    league, people, monkeypatch
):
    plan_versions.decide(league.season, parse_plan({"best_sessions": 2}), by=people.bob)
    monkeypatch.setattr(standings_progress, "MOST_SCORES_READ", 1)
    monkeypatch.setattr(standings_progress, "FEWEST_DAYS", 2)
    told = standings_progress.daily_standings(league.season, Scope())
    assert [row.day.day for row in told] == [5, 19]
    last = standings_table.table(league.season, Scope())
    assert places(told[-1].rows.values()) == places(last.rows)


@pytest.fixture
def met(keeper):
    def _met(variant=""):
        where = rating_table.season_key(keeper.season, variant)
        assert rating_table.table(where).sessions_left == 0
        names = dict(Player.objects.filter(club=keeper.club).values_list("pk", "name"))
        found = head_to_head.meetings(where, names)
        return {(names[one], names[other]): row for (one, other), row in found.items()}

    return _met


def test_head_to_head_counts_places_and_equal_ones_as_neither(keeper, met):
    keeper.sitting(WON_BY_ALICE, WON_BY_BOB, [0, 7, 7, 7])
    told = met()
    assert told["Alice", "Bob"] == HeadToHead(hands=3, ahead=2, behind=1)
    assert told["Bob", "Carol"] == HeadToHead(hands=3, ahead=2, behind=0)
    assert told["Carol", "Bob"].share == pytest.approx(1 / 6)


def test_wherever_they_sit_they_are_the_same_two(keeper, met):
    alice, bob, carol, dan = keeper.players
    for seated in permutations((alice, bob)):
        keeper.sitting(WON_BY_ALICE, players=[*seated, carol, dan])
    assert met()["Alice", "Bob"] == HeadToHead(hands=2, ahead=1, behind=1)


def test_one_game_is_looked_at_alone(keeper, met):
    keeper.sitting(WON_BY_ALICE)
    keeper.sitting(WON_BY_BOB, variant="gang-of-four")
    assert met("gang-of-four")["Alice", "Bob"] == HeadToHead(hands=1, ahead=0, behind=1)
    assert met()["Alice", "Bob"].hands == 2
    assert met("pusoy-dos") == {}


def test_nobody_meets_themselves_when_two_turn_out_to_be_one(keeper, met, people):
    zoe = Player.objects.create(club=keeper.club, name="Zoe")
    keeper.sitting(WON_BY_ALICE, players=[zoe, *keeper.players[1:]])
    player_merges.merge(zoe, keeper.players[0], by=people.bob)
    assert met()["Alice", "Bob"] == HeadToHead(hands=1, ahead=1, behind=0)
