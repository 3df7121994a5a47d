"""Whether a seat can force going out first."""

from dataclasses import fields
from random import Random

import pytest

import referee
from referee import MalformedError, NotForced, NotSettled, Table, Won, solve
from referee.solving.endings import Solver
from referee.table import progress_of
from referee.verdicts import Legal
from tests.referee.climbing.test_fast_path import WithSilentSeat
from tests.referee.solving.brute_force import (
    can_force,
    cards_left,
    is_gift_due,
    play_by_chance,
    random_ending,
    random_table,
)

TWO_WINNERS = "p1:big-two:3C,2S/4D,5D/6H,7H/8S,9S:turn=1"
MANY = pytest.mark.slow


def compare_with_brute_force(seeds: range, *, cards: int, **chosen: bool) -> int:
    """Compare random positions, and return how many were compared."""
    compared = 0
    for seed in seeds:
        random = Random(seed)
        table = random_ending(random, cards=cards, **chosen)
        if table is None:
            continue
        seat = random.choice(progress_of(table).position.active_seats())
        outcome = solve(table, seat, steps=10**6)
        expected = Won if can_force(table.copy(), seat) else NotForced
        assert isinstance(outcome, expected), (seed, seat, table, outcome)
        compared += 1
    return compared


def play_lines(seed: int, *, cards: int, steps: int) -> int:
    """Solve the positions of a random hand for a random seat each, play every line, and return how many there were."""
    random = Random(seed)
    table = random_table(random)
    solver, lines = None, 0
    while not table.is_over and table.turn and not is_gift_due(table):
        if cards_left(table) <= cards:
            solver = solver or Solver(table)
            seat = random.choice(progress_of(table).position.active_seats())
            lines += check_line(table, seat, solver.solve(table, seat, steps=steps))
        play_by_chance(table, random)
    return lines


def check_line(table: Table, seat: int, outcome: referee.Outcome) -> bool:
    """Check that a line is legal and ends as it should; False if there is none."""
    if isinstance(outcome, NotSettled):
        return False
    line = outcome.line if isinstance(outcome, Won) else outcome.refutation
    out = len(progress_of(table).position.out)
    played = table.copy()
    for event in line:
        assert played.play(event) == Legal(), (table, seat, outcome, event)
    end = progress_of(played).position
    first = (*end.out[out:], end.winner)[0]
    assert (first == seat) == isinstance(outcome, Won), (table, seat, outcome)
    plays = outcome.plays if isinstance(outcome, Won) else ()
    for action in plays:
        assert action in table.choices()[seat]
    return True


def test_the_solver_agrees_with_trying_everything_under_any_house_rules():
    assert compare_with_brute_force(range(60), cards=8) > 20


@MANY
def test_the_solver_agrees_with_trying_everything_on_many_positions():
    assert compare_with_brute_force(range(1000, 2200), cards=11) > 500


@MANY
def test_the_solver_agrees_with_trying_everything_where_who_has_passed_may_not_come_back():
    assert compare_with_brute_force(range(3000, 3300), cards=11, pass_locks_out=True) > 100


def test_every_line_is_legal_and_ends_as_it_says():
    assert sum(play_lines(seed, cards=12, steps=2_000) for seed in range(8)) > 50


@MANY
def test_every_line_of_many_hands_is_legal_and_ends_as_it_says():
    assert sum(play_lines(seed, cards=18, steps=20_000) for seed in range(100, 160)) > 800


def test_every_winning_play_is_listed_and_nothing_else():
    """The actions of the seat to act are tried one by one."""
    for seed in range(300, 340):
        table = random_ending(Random(seed), cards=8)
        outcome = table and solve(table, every=True)
        if not isinstance(outcome, Won):
            continue
        seat = table.turn
        winning = (action for action in table.choices()[seat] if can_force(table, seat, action))
        assert (outcome.plays, outcome.unsettled) == (tuple(winning), ())


def test_an_answer_and_its_steps_are_the_same_every_time():
    table = next(filter(None, (random_ending(Random(seed), cards=16) for seed in range(9))))
    assert solve(table) == solve(table.copy()) == solve(table)


def test_at_most_so_many_positions_are_looked_at():
    tables = (random_ending(Random(seed), cards=24) for seed in range(20))
    outcomes = [solve(table, steps=5) for table in tables if table and cards_left(table) > 16]
    assert NotSettled("steps", 5) in outcomes
    assert {outcome.steps for outcome in outcomes} <= set(range(6))


def test_another_seat_than_the_one_to_act_can_be_asked_about():
    table = referee.table_from_key(TWO_WINNERS)
    outcome = solve(table, 2)
    assert isinstance(outcome, NotForced)
    assert outcome.refutation[-1] == "1: 3C"


def test_a_hand_that_is_not_wholly_known_is_not_guessed_at():
    assert solve(Table("big-two", hand={"events": ["1: 3C"]})) == NotSettled("hidden-cards")


def test_a_game_without_tricks_is_not_solved():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=1))
    assert solve(table) == NotSettled("other-game")


def test_a_hand_that_is_over_is_not_solved():
    table = random_ending(Random(1), cards=8) or random_ending(Random(2), cards=8)
    while not table.is_over:
        play_by_chance(table, Random(1))
    assert solve(table) == NotSettled("hand-over")


def test_while_a_gift_is_due_nothing_is_solved():
    carried = referee.Carried(
        number=2, previous_winner=1, previous_loser=2, totals=(0,) * 4, won=(1, 0, 0, 0)
    )
    table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=1), carried=carried)
    assert solve(table) == NotSettled("gift-due")


def test_an_illegal_play_that_leaves_the_turn_open_is_not_solved():
    table = referee.table_from_key("p1:big-two:3C,3D,2S/4D,5D/6H,7H,9H/8S,9S:turn=1")
    for event in ("1: 3C", "2: pass", "3: 6H 9H", "4: pass"):
        table.play(event)
    assert solve(table) == NotSettled("unsure-turn")


def test_a_seat_that_the_table_lacks_is_refused():
    with pytest.raises(MalformedError, match="9 is no seat here"):
        solve(referee.table_from_key(TWO_WINNERS), 9)


def test_under_a_rule_that_the_solver_does_not_know_nothing_is_settled():
    table = referee.table_from_key(TWO_WINNERS)
    values = {field.name: getattr(table.rules, field.name) for field in fields(table.rules)}
    table.rules = WithSilentSeat(**values, one_seat_may_not_play=True)
    assert solve(table) == NotSettled("unknown-rule")
