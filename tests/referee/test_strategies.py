"""Strategies for Hypothesis: what they draw is legal, complete where asked, and shrinks."""

import subprocess
import sys

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

import referee
from referee import MalformedError, Table, strategies
from tests.referee.chance import two_games

GAMES = [(rules.variant, seats) for rules in referee.VARIANTS.values() for seats in rules.seats]
each_game = pytest.mark.parametrize(("variant", "seats"), GAMES)


@each_game
@two_games
@given(data=st.data())
def test_every_event_of_a_record_is_legal(variant, seats, data):
    document = data.draw(strategies.records(variant, seats=seats))
    session = referee.adjudicate(referee.parse_record(document))
    assert not session.has_illegal
    assert {hand.status for hand in session.hands[:-1]} <= {"finished", "washed-out"}
    verdicts = {event.verdict for hand in session.hands for event in hand.judged.events}
    assert verdicts <= {referee.Legal()}


@each_game
@two_games
@given(data=st.data())
def test_a_finished_hand_is_played_to_its_end(variant, seats, data):
    hand = data.draw(strategies.hands(variant, seats=seats, finished=True))
    table = Table(variant, seats=seats, hand=hand)
    assert table.adjudication.status in {"finished", "washed-out"}


@two_games
@given(data=st.data())
def test_the_house_rules_are_those_of_the_record(data):
    game, house_rules = "gang-of-four-loser-scores", {"deck": "literal-42"}
    document = data.draw(strategies.records(game, house_rules=house_rules))
    assert document["house_rules"] == house_rules
    for hand in document["hands"]:
        assert [len(cards.split()) for cards in hand["dealt"]] == [10] * 4
    assert not referee.adjudicate(referee.parse_record(document)).has_illegal


def test_a_failing_hand_shrinks_to_the_events_that_matter():
    hand = find(
        strategies.hands("big-two"),
        lambda hand: len(hand["events"]) >= 3,
    )
    assert len(hand["events"]) == 3


@pytest.mark.parametrize("strategy", [strategies.deals, strategies.hands])
def test_a_wrong_game_is_refused_where_the_test_is_written(strategy):
    with pytest.raises(MalformedError, match="none of big-two"):
        strategy("bridge")
    with pytest.raises(MalformedError, match="is for 4 players"):
        strategy("big-two", seats=3)


def test_the_library_does_not_import_them():
    code = "import referee, sys; [getattr(referee, name) for name in referee.__all__]; print('hypothesis' in sys.modules)"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == "False\n"
