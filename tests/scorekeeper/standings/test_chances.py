"""Who can still catch whom, from what is known about the sessions to come."""

from uuid import UUID

import pytest

from scorekeeper.standings import table as standings_table
from scorekeeper.standings.chances import Prospect, limit_per_session, most_gained, player_chances
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.totals import SessionScore, lines

ANN, BEA, CAT, DOT = (UUID(int=number) for number in range(1, 5))
PLACES = {"scoring": "place-points", "place_points": [5, 3, 2], "per": "session"}
POSSIBLE, LEVEL_AT_BEST, IMPOSSIBLE = Prospect.POSSIBLE, Prospect.LEVEL_AT_BEST, Prospect.IMPOSSIBLE


def table_of(plan, **results):
    """Return the table of players whose sessions ended like this: points, or places under place points."""
    by_place = plan.scoring == "place-points"
    scores = [
        SessionScore(
            session=UUID(int=100 + number),
            player=globals()[name],
            lowest_wins=False,
            hands=1,
            unproved=0,
            points=0 if by_place else value,
            adjustments=0,
            places={},
            illegal=0,
            place=value if by_place else None,
        )
        for name, values in results.items()
        for number, value in enumerate(values)
    ]
    in_force = plan_versions.PlanInForce(1, plan)
    return standings_table.rank(in_force, lines(plan, scores), lambda players: [])


def prospects(plan, left, counting=None, **results):
    """Return what is left for each player but the first: for first place and for the place above."""
    rows = player_chances(table_of(plan, **results), left, counting)
    return {
        one.row.player: (one.first.prospect, one.above and one.above.prospect)
        for one in rows
        if one.first
    }


@pytest.mark.parametrize(
    ("data", "value", "bonus", "together"),
    [
        (PLACES, 5, 0, 5),
        ({**PLACES, "bonuses": [{"for": "session-attended", "points": 1}]}, 5, 1, 6),
        ({**PLACES, "bonuses": [{"for": "session-won", "points": 2}]}, 5, 2, 7),
        ({**PLACES, "bonuses": [{"for": "session-won", "points": -4}]}, 5, 0, 3),
        ({**PLACES, "bonuses": [{"for": "illegal-play", "points": -2}]}, 5, 0, 5),
        ({**PLACES, "place_points": [-1, -2]}, 0, 0, 0),
    ],
)
def test_first_place_with_its_bonuses_is_the_most_that_a_session_brings(
    data, value, bonus, together
):
    assert limit_per_session(parse_plan(data)) == (value, bonus, together)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"scoring": "average"},
        {**PLACES, "per": "hand"},
        {**PLACES, "bonuses": [{"for": "hand-won", "points": 1}]},
        {**PLACES, "bonuses": [{"for": "hand-played", "points": 1}]},
    ],
)
def test_game_points_averages_and_what_hands_bring_have_no_limit(data):
    plan = parse_plan(data)
    assert limit_per_session(plan) is None
    if plan.scoring == "points":
        rows = player_chances(table_of(plan, ANN=[30], BEA=[-30]), 1)
        assert (rows[1].most, rows[1].first.gap) == (None, 60)
        assert rows[1].first.prospect is Prospect.NO_LIMIT


@pytest.mark.parametrize(
    ("left", "expected"),
    [(1, IMPOSSIBLE), (2, LEVEL_AT_BEST), (3, POSSIBLE), (0, IMPOSSIBLE), (None, Prospect.UNKNOWN)],
)
def test_a_gap_can_be_made_up_if_enough_sessions_are_left(left, expected):
    plan = parse_plan(PLACES)  # 15 to 5 points
    assert prospects(plan, left, ANN=[1, 1, 1], BEA=[2, 3]) == {BEA: (expected, None)}


def test_the_place_above_may_be_within_reach_when_first_place_is_not():
    plan = parse_plan(PLACES)
    found = prospects(plan, 1, ANN=[1, 1, 1], BEA=[2, 2], CAT=[3])
    assert found[CAT] == (IMPOSSIBLE, POSSIBLE)
    assert found[BEA] == (IMPOSSIBLE, None)


def test_players_who_share_first_place_have_nobody_to_catch():
    rows = player_chances(table_of(parse_plan(PLACES), ANN=[1], BEA=[1], CAT=[3]), 1)
    assert [(one.row.place, one.first is None) for one in rows] == [
        (1, True),
        (1, True),
        (3, False),
    ]
    assert rows[2].above.gap == 3
    assert rows[2].first.gap == 3


def test_a_lost_tie_break_can_be_made_good_only_while_sessions_are_left():
    plan = parse_plan({**PLACES, "tie_breaks": ["lot"], "seed": "7"})
    ((_, (without, _)),) = prospects(plan, 0, ANN=[1], BEA=[1]).items()
    ((_, (with_one, _)),) = prospects(plan, 1, ANN=[1], BEA=[1]).items()
    assert (without, with_one) == (Prospect.LEVEL, POSSIBLE)


BEST_TWO = parse_plan({**PLACES, "best_sessions": 2})


@pytest.mark.parametrize(
    ("counting", "left", "most"),
    [
        ([], 1, 5),
        ([], 3, 10),
        ([3], 1, 5),
        ([5, 3], 1, 2),  # instead of the 3
        ([5, 3], 4, 2),
        ([3, 2], 2, 5),
        ([5, 5], 9, 0),
        ([3, 2], 0, 0),
    ],
)
def test_a_new_session_replaces_the_worst_that_counts(counting, left, most):
    assert most_gained(BEST_TWO, limit_per_session(BEST_TWO), left, counting) == most


def test_bonuses_count_in_dropped_sessions_too():
    plan = parse_plan(
        {**PLACES, "best_sessions": 1, "bonuses": [{"for": "session-attended", "points": 1}]}
    )
    assert most_gained(plan, limit_per_session(plan), 3, [5]) == 3


def test_whoever_has_only_first_places_cannot_gain_under_best_sessions():
    counting = {ANN: (5.0, 5.0), BEA: (5.0, 3.0), CAT: (3.0, 3.0)}
    found = prospects(BEST_TWO, 1, counting, ANN=[1, 1], BEA=[1, 2], CAT=[2, 2])
    assert found == {BEA: (LEVEL_AT_BEST, None), CAT: (IMPOSSIBLE, LEVEL_AT_BEST)}


def test_without_the_values_of_sessions_only_the_impossible_is_certain():
    found = prospects(BEST_TWO, 1, None, ANN=[1, 1], BEA=[1, 2], CAT=[3])
    assert found == {BEA: (Prospect.NOT_EXCLUDED, None), CAT: (IMPOSSIBLE, IMPOSSIBLE)}


def test_a_player_with_too_few_hands_gets_no_place_without_another_session():
    plan = parse_plan({**PLACES, "minimum_hands": 2})
    for left, expected in ((0, IMPOSSIBLE), (1, POSSIBLE)):
        rows = player_chances(table_of(plan, ANN=[2, 2], BEA=[1]), left)
        assert (rows[1].first.prospect, rows[1].hands_missing) == (expected, 1)
        assert rows[1].above is None
