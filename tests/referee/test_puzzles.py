"""A puzzle has exactly one winning play, and its tree answers every play and every reply."""

import random
from functools import cache

import pytest

import referee
from referee.solving import puzzles
from referee.solving.endings import Won

GAMES = ("big-two", "pusoy-dos", "gang-of-four")


@cache
def some_puzzles():
    chance, made = random.Random(1), []
    for number in range(24):
        game = GAMES[number % 3]
        table = referee.Table(game, hand=referee.deal(game, seed=number))
        while not table.is_over:
            actions = table.choices()[table.turn]
            plays = [action for action in actions if action != "pass"]
            table.play(chance.choice(plays if plays and chance.random() < 0.8 else actions))
        made += [*referee.puzzles(table, cards=12)]
    return tuple(made)


def test_there_are_puzzles_of_every_game_and_of_several_themes():
    assert {puzzle.key.split(":")[1] for puzzle in some_puzzles()} == {*GAMES}
    assert len({puzzle.theme for puzzle in some_puzzles()}) >= 3


def test_the_solver_knows_exactly_one_winning_play():
    for puzzle in some_puzzles():
        solved = referee.solve(referee.table_from_key(puzzle.key), every=True)
        assert (solved.plays, solved.unsettled) == ((puzzle.play,), ())


def can_force(table, seat, known):
    """Try everything: the choices of a table alone say what may follow."""
    key = referee.position_key(table)
    if key not in known:
        turn = table.turn
        answers = (wins(table, f"{turn}: {action}", seat, known) for action in table.choices()[turn])  # fmt: skip
        known[key] = any(answers) if turn == seat else all(answers)
    return known[key]


def wins(table, event, seat, known):
    after = table.copy()
    after.play(event)
    first = puzzles._who_went_out(table, after)
    return first == seat if first else can_force(after, seat, known)


def test_trying_everything_comes_to_the_same_play():
    small = [puzzle for puzzle in some_puzzles() if len(puzzle.tree["nodes"]) <= 12]
    assert small
    for puzzle in small:
        table = referee.table_from_key(puzzle.key)
        if sum(map(len, table.holdings)) > 12:
            continue
        known = {}
        won = [each for each in puzzle.choices if wins(table, f"{puzzle.seat}: {each}", puzzle.seat, known)]  # fmt: skip
        assert won == [puzzle.play]


def walk(puzzle):
    """Yield each node of a tree with a table on which it is reached."""
    nodes, reached = puzzle.tree["nodes"], {}
    waiting = [(0, referee.table_from_key(puzzle.key))]
    while waiting:
        number, table = waiting.pop()
        if number in reached:
            continue
        reached[number] = True
        node = nodes[number]
        yield node, table
        for action, (follows, *events) in {**node.get("wins", {}), **node.get("replies", {})}.items():  # fmt: skip
            after = table.copy()
            for event in (f"{node['turn']}: {action}", *events):
                before = after.copy()
                assert isinstance(after.play(event), referee.Legal)
            if follows == puzzles.OUT:
                assert puzzles._who_went_out(before, after) == puzzle.seat
            else:
                waiting.append((follows, after))
    assert len(reached) == len(nodes)


def test_a_tree_has_an_answer_to_every_play_and_every_reply():
    for puzzle in some_puzzles():
        for node, table in walk(puzzle):
            actions = {*table.choices()[table.turn]}
            assert node["turn"] == table.turn
            assert node["standing"] == " ".join(table.standing or ())
            if "replies" in node:
                assert node["turn"] != puzzle.seat
                assert {*node["replies"]} == actions
            else:
                answers = {*node["wins"], *node.get("also", ()), *node["loses"]}
                silent = {each.removesuffix(" last") for each in actions if each.endswith(" last")}
                assert answers == actions - silent


def test_what_a_tree_calls_winning_is_proved_and_the_rest_is_refuted():
    chosen = [puzzle for puzzle in some_puzzles() if len(puzzle.tree["nodes"]) <= 20]
    for puzzle in chosen:
        for node, table in walk(puzzle):
            solved = referee.solve(table, puzzle.seat, every=True)
            assert isinstance(solved, Won)
            if "wins" in node:
                assert {*solved.plays} >= {*node["wins"], *node.get("also", ())}
                assert not {*solved.plays} & {*node["loses"]}


def test_the_line_is_played_to_the_end():
    for puzzle in some_puzzles():
        table = referee.table_from_key(puzzle.key)
        for event in puzzle.line:
            before = table.copy()
            assert isinstance(table.play(event), referee.Legal)
        assert puzzles._who_went_out(before, table) == puzzle.seat
        assert puzzle.line[0] == f"{puzzle.seat}: {puzzle.play}"


def test_more_turns_and_more_tempting_plays_make_a_puzzle_harder():
    for puzzle in some_puzzles():
        turns = sum(event.startswith(f"{puzzle.seat}: ") for event in puzzle.line)
        expected = 1 + (turns + puzzle.plausible >= 5) + (turns + puzzle.plausible >= 8)
        assert puzzle.difficulty == expected


@pytest.mark.parametrize("game", ["four-color-cards", "big-two"])
def test_hands_of_which_cards_are_hidden_have_no_puzzles(game):
    assert not [*referee.puzzles(referee.Table(game))]
