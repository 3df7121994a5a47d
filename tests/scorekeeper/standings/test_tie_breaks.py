"""Tie-breaks of the plan separate equal totals and show the numbers they compared."""

from uuid import UUID

from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.tie_breaks import TiedHand, rank
from scorekeeper.standings.totals import line
from tests.scorekeeper.standings.test_plans import FIRST, session_score

ANN, BO, CY = (UUID(int=number) for number in (1, 2, 3))


def order(tie_breaks, hands=(), seed="", **values):
    """Return the ranked players; their session scores are given by name."""
    plan = parse_plan({"tie_breaks": list(tie_breaks), "seed": seed})
    names = {"ann": ANN, "bo": BO, "cy": CY}
    lines = {
        names[name]: line(plan, [session_score(FIRST, **figures)])
        for name, figures in values.items()
    }
    return rank(plan, lines, lambda players: [row for row in hands if row.player in players])


def test_without_tie_breaks_equals_share_a_place_and_the_next_stays_empty():
    rows = order([], ann={"points": 5}, bo={"points": 5}, cy={"points": 1})
    assert [(row.place, row.player) for row in rows] == [(1, ANN), (1, BO), (3, CY)]
    assert all(row.workings == () for row in rows)


def test_more_hands_won_come_first():
    rows = order(["hands-won"], ann={"places": {"1": 1}}, bo={"places": {"1": 3, "2": 9}})
    assert [(row.place, row.player) for row in rows] == [(1, BO), (2, ANN)]
    assert rows[0].workings[0] == ("hands-won", {str(ANN): 1, str(BO): 3}, True)


def test_fewer_illegal_plays_come_first():
    rows = order(["fewest-illegal-plays"], ann={"illegal": 2}, bo={"illegal": 0})
    assert [row.player for row in rows] == [BO, ANN]
    assert rows[0].workings[0].compared == {str(ANN): 2, str(BO): 0}


def test_who_more_often_came_before_the_other_comes_first():
    hands = [
        TiedHand(UUID(int=9), ANN, 0, 1),
        TiedHand(UUID(int=9), BO, 0, 2),
        TiedHand(UUID(int=9), CY, 0, 2),
        TiedHand(UUID(int=8), BO, 0, 1),  # alone at that table
        TiedHand(UUID(int=7), BO, 0, 2),
        TiedHand(UUID(int=7), CY, 0, 4),
    ]
    rows = order(["head-to-head"], hands, ann={}, bo={}, cy={})
    assert [row.player for row in rows] == [ANN, BO, CY]
    assert rows[0].workings[0].compared == {str(ANN): 2, str(BO): 1.5, str(CY): 0.5}


def test_the_better_median_hand_comes_first_and_no_hand_comes_last():
    hands = [TiedHand(UUID(int=n), ANN, points, None) for n, points in enumerate([9, 1, 2])]
    hands += [TiedHand(UUID(int=n), BO, points, None) for n, points in enumerate([5, 3, 1, 4])]
    rows = order(["median"], hands, ann={}, bo={}, cy={})
    assert [row.player for row in rows] == [BO, ANN, CY]
    assert rows[0].workings[0].compared == {str(ANN): 2, str(BO): 3.5, str(CY): None}


def test_a_lot_can_be_drawn_again_by_anybody():
    rows = order(["lot"], seed="2026", ann={}, bo={}, cy={})
    assert [row.place for row in rows] == [1, 2, 3]
    drawn = rows[0].workings[0].compared
    assert [str(row.player) for row in rows] == sorted(drawn, key=drawn.__getitem__)
    assert rows == order(["lot"], seed="2026", cy={}, bo={}, ann={})
    # printf '2026:00000000-0000-0000-0000-000000000001' | sha256sum
    assert parse_plan({"tie_breaks": ["lot"], "seed": "2026"}).lot(ANN) == "cbd8feef8a302ac1"


def test_a_tie_break_applies_only_to_players_still_equal():
    rows = order(
        ["hands-won", "fewest-illegal-plays"],
        ann={"places": {"1": 2}, "illegal": 9},
        bo={"places": {"1": 1}, "illegal": 5},
        cy={"places": {"1": 1}, "illegal": 4},
    )
    assert [row.player for row in rows] == [ANN, CY, BO]
    assert [len(row.workings) for row in rows] == [1, 2, 2]
    assert set(rows[1].workings[1].compared) == {str(BO), str(CY)}


def test_a_tie_break_that_decides_nothing_is_shown_too():
    rows = order(["hands-won"], ann={}, bo={})
    assert [row.place for row in rows] == [1, 1]
    assert [working.decided for row in rows for working in row.workings] == [False, False]
