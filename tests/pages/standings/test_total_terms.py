"""The terms of a total add up to it, whatever the season adds up."""

import re
from uuid import UUID

import pytest

from scorekeeper.pages.standings import total_terms
from scorekeeper.standings import totals
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.totals import SessionScore
from tests.pages.forms_and_mail import one_line
from tests.scorekeeper.season_scorer import WON_BY_BOB

POINTS = {"scoring": "points"}
BEST = {"scoring": "points", "best_sessions": 1}
BONUS = {"scoring": "points", "bonuses": [{"for": "session-won", "points": 5}]}
PLACES = {"scoring": "place-points", "place_points": [3, 2, 1], "bonuses": BONUS["bonuses"]}


def score(session: int, points: float, given: float, *, lowest: bool) -> SessionScore:
    return SessionScore(
        session=UUID(int=session),
        player=UUID(int=9),
        lowest_wins=lowest,
        hands=2,
        unproved=0,
        points=points,
        adjustments=given,
        places={"1": 1, "2": 1},
        illegal=0,
        place=1,
    )


def number(term: str) -> float:
    found = re.match(r"[+−±]?[\d.]+", term)
    assert found
    return float(found[0].replace("−", "-").replace("±", "").replace("+", ""))


@pytest.mark.parametrize("plan", [POINTS, BEST, BONUS, PLACES])
@pytest.mark.parametrize("lowest", [(False, False), (True, True), (False, True)])
def test_the_terms_add_up_to_the_total(plan, lowest):
    scores = [score(1, 20, -2, lowest=lowest[0]), score(2, 7, 0, lowest=lowest[1])]
    line = totals.line(parse_plan(plan), scores)
    terms = total_terms.made_of(line, parse_plan(plan))
    assert not terms or sum(map(number, terms)) == line.total


def test_what_the_total_leaves_out_has_no_sign_before_it():
    line = totals.line(parse_plan(PLACES), [score(1, 20, -2, lowest=False)])
    assert [*total_terms.beside(line, parse_plan(PLACES))] == [
        "points in the games, which are not added up here: 18"
    ]


@pytest.mark.parametrize("points", [6, -6])
def test_points_for_places_are_not_taken_for_points_of_hands_of_the_same_number(points):
    plan = parse_plan({"scoring": "place-points", "place_points": [6, 2, 1], "per": "session"})
    line = totals.line(plan, [score(1, points, 0, lowest=False)])
    assert line.total == 6
    assert total_terms.made_of(line, plan) == ()
    (text,) = total_terms.beside(line, plan)
    assert text.startswith("points in the games, which are not added up here")


def test_the_points_of_a_player_are_hands_and_what_was_added_to_them(browse, keeper):
    session = keeper.session(WON_BY_BOB)
    keeper.hand(session, cards_left=WON_BY_BOB, adjustments=[{"seat": 2, "points": -2}])
    page = one_line(browse("dan").get(f"/players/{keeper.players[1].pk}/"))
    assert "+48" in page
    assert "+50 from hands, −2 from rulings or imported points" in page


def test_the_points_of_a_player_say_where_fewer_are_better(browse, keeper):
    keeper.session(WON_BY_BOB)
    page = f"/players/{keeper.players[1].pk}/"
    assert "the fewer the better" not in one_line(browse("dan").get(page))
    keeper.session(WON_BY_BOB, house_rules={"settlement": "penalties"})
    assert "the fewer the better" in one_line(browse("dan").get(page))


def test_sessions_without_a_hand_that_counts_are_listed_and_left_out_of_their_number(
    browse, keeper
):
    keeper.session(WON_BY_BOB)
    client, table = browse("dan"), f"/seasons/{keeper.season.pk}/"
    total = f"{table}players/{keeper.players[1].pk}/"
    assert "no hand that counts" not in one_line(client.get(total))
    assert "count a player’s sessions with a hand" not in one_line(client.get(table))
    session = keeper.session()
    keeper.hand(session, events=["1: 3C"], adjustments=[{"seat": 2, "points": 3}])
    page = client.get(total)
    assert (page.context["row"].line.sessions, len(page.context["sessions"])) == (1, 2)
    assert "1 of these sessions has no hand that counts." in one_line(page)
    assert one_line(page).count('<span class="mark">no hand that counts</span>') == 1
    assert "count a player’s sessions with a hand that counts" in one_line(client.get(table))
