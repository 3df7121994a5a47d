"""Scoring plans: parsing, sentences, and the totals they give."""

import pytest

from scorekeeper.standings.plans.plan import DEFAULT, Plan
from scorekeeper.standings.plans.plan_input import PlanError, parse_plan
from scorekeeper.standings.plans.plan_sentences import sentences
from scorekeeper.standings.totals import SessionScore, line

WHOLE = {
    "scoring": "place-points",
    "place_points": [5, 3, 1.5],
    "per": "session",
    "best_sessions": 8,
    "minimum_hands": 20,
    "bonuses": [{"for": "session-attended", "points": 1}, {"for": "illegal-play", "points": -2}],
    "tie_breaks": ["head-to-head", "hands-won", "fewest-illegal-plays", "median", "lot"],
    "seed": "2026",
}


def session_score(session, **values):
    nothing = {
        "player": 1,
        "lowest_wins": False,
        "hands": 1,
        "unproved": 0,
        "points": 0,
        "adjustments": 0,
    }
    return SessionScore(
        **{"session": session, **nothing, "places": {}, "illegal": 0, "place": None, **values}
    )


class Sitting:
    """A session id with an order."""

    def __init__(self, number):
        self.hex = str(number)


FIRST, SECOND, THIRD = (Sitting(number) for number in range(3))


def test_parsing_and_writing_a_plan_are_inverse():
    assert parse_plan(WHOLE).as_json() == WHOLE
    assert parse_plan({}) == DEFAULT
    assert parse_plan(DEFAULT.as_json()) == DEFAULT


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"scoring": "goals"}, "scoring"),
        ({"scoring": None}, "scoring"),
        ({"colour": "red"}, "colour"),
        ({"place_points": [3]}, "place_points"),
        ({"scoring": "place-points"}, "place_points"),
        ({"scoring": "place-points", "place_points": [3, "2"]}, "place_points[1]"),
        ({"scoring": "place-points", "place_points": [3, True]}, "place_points[1]"),
        ({"scoring": "place-points", "place_points": [float("nan")]}, "place_points[0]"),
        ({"scoring": "place-points", "place_points": [1] * 101}, "place_points"),
        ({"per": "evening"}, "per"),
        ({"best_sessions": 0}, "best_sessions"),
        ({"best_sessions": 1.5}, "best_sessions"),
        ({"minimum_hands": -1}, "minimum_hands"),
        ({"bonuses": [{"for": "hand-won"}]}, "bonuses[0]"),
        ({"bonuses": [{"for": "smiling", "points": 1}]}, "bonuses[0].for"),
        ({"bonuses": [{"for": "hand-won", "points": 1}] * 2}, "bonuses[1]"),
        ({"tie_breaks": ["age"]}, "tie_breaks[0]"),
        ({"tie_breaks": [["lot"]]}, "tie_breaks[0]"),
        ({"tie_breaks": ["median", "median"]}, "tie_breaks[1]"),
        ({"tie_breaks": ["lot"]}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"seed": 7}, "seed"),
    ],
)
def test_an_invalid_plan_is_refused_with_the_path_to_the_mistake(data, where):
    with pytest.raises(PlanError) as refused:
        parse_plan(data)
    assert refused.value.where == where


def test_every_part_of_a_plan_has_its_sentence():
    data = sentences(parse_plan(WHOLE))
    assert len(data) == 1 + 1 + 1 + 2 + 5 + 1
    assert data[0].startswith("The places of each session")
    assert "5, 3, 1.5" in data[0]
    assert data[1].startswith("Of each player's sessions the best 8 count")
    assert data[4] == "Each illegal play brings -2, in dropped sessions too."
    assert all(text.endswith(".") for text in data)


def test_points_are_added_with_their_adjustments():
    assert (
        line(
            DEFAULT,
            [session_score(FIRST, points=25, adjustments=-10), session_score(SECOND, points=-5)],
        ).total
        == 10
    )


def test_where_the_lowest_total_wins_points_count_negatively():
    result = line(DEFAULT, [session_score(FIRST, points=25, adjustments=10, lowest_wins=True)])
    assert (result.total, result.points, result.adjustments) == (-35, 25, 10)


def test_only_the_best_sessions_count_and_the_dropped_ones_are_counted():
    scores = [
        session_score(FIRST, points=7),
        session_score(SECOND, points=-3),
        session_score(THIRD, points=9),
    ]
    result = line(Plan(best_sessions=2), scores)
    assert (result.total, result.dropped, result.dropped_points) == (16, 1, -3)


def test_an_average_is_per_hand_of_the_sessions_that_count():
    plan = parse_plan({"scoring": "average", "best_sessions": 2})
    scores = [
        session_score(FIRST, points=8, hands=4),
        session_score(SECOND, points=5),
        session_score(THIRD, points=-50, hands=2),
    ]
    assert line(plan, scores).total == 2.6
    assert line(plan, [session_score(FIRST, hands=0, unproved=3)]).total is None


def test_adjustments_of_a_session_without_a_counted_hand_are_part_of_an_average():
    scores = [
        session_score(FIRST, points=6),
        session_score(SECOND, hands=0, adjustments=-5),
        session_score(THIRD, points=3),
    ]
    assert line(parse_plan({"scoring": "average"}), scores).total == 2
    best = line(parse_plan({"scoring": "average", "best_sessions": 1}), scores)
    assert (best.total, best.dropped) == (1, 1)
    assert line(parse_plan({"scoring": "average"}), scores[1:2]).total is None


def test_places_in_hands_earn_points():
    plan = parse_plan({"scoring": "place-points", "place_points": [3, 1]})
    assert line(plan, [session_score(FIRST, places={"1": 2, "2": 1, "4": 9}, points=99)]).total == 7


def test_places_in_sessions_earn_points():
    plan = parse_plan({"scoring": "place-points", "place_points": [3, 1], "per": "session"})
    assert (
        line(
            plan,
            [
                session_score(FIRST, place=1),
                session_score(SECOND, place=2),
                session_score(THIRD, place=4),
            ],
        ).total
        == 4
    )


def test_bonuses_are_given_as_often_as_they_are_earned_in_dropped_sessions_too():
    plan = parse_plan(
        {
            "best_sessions": 1,
            "bonuses": [
                {"for": "hand-won", "points": 2},
                {"for": "hand-played", "points": 0.5},
                {"for": "session-won", "points": 10},
                {"for": "session-attended", "points": 1},
                {"for": "illegal-play", "points": -1},
            ],
        }
    )
    won = session_score(
        FIRST, points=4, hands=3, unproved=1, places={"1": 2, "3": 1}, place=1, illegal=2
    )
    result = line(
        plan, [won, session_score(SECOND, points=1, place=2), session_score(THIRD, hands=0)]
    )
    assert [bonus.times for bonus in result.bonuses] == [2, 5, 1, 2, 2]
    assert result.total == 4 + 4 + 2.5 + 10 + 2 - 2


def test_fractions_add_up_to_the_same_in_any_order():
    tenths = [
        session_score(Sitting(n), points=points) for n, points in enumerate([0.1, 0.2, -0.3, 1e8])
    ]
    assert line(DEFAULT, tenths) == line(DEFAULT, tenths[::-1])
    assert line(DEFAULT, tenths[:3]).total == 0
