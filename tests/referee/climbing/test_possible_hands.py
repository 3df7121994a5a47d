"""Verdicts and witnesses of hands with gaps, compared with every deal and every face that fits the record."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import referee
from tests.referee.chance import few_games
from tests.referee.hidden_climbing_hands import HiddenHand, hidden_hand
from tests.referee.possible_climbing_hands import TooManyError, every_world

MOST = 40
"""The largest number of complete hands that a test tries."""


def possible_verdicts(case: HiddenHand) -> list[set[str]]:
    """Return, for each event, the verdicts that it has in the possible complete hands."""
    deck, size = list(case.rules.deck.cards), case.rules.hand_size
    try:
        worlds = every_world(case.hand, deck, seats=case.seats, size=size, most=MOST)
    except TooManyError:
        worlds = []
    assume(worlds)
    events_by_world = [[event["verdict"] for event in case.judge(world)] for world in worlds]
    return [set(verdicts) for verdicts in zip(*events_by_world, strict=True)]


def find_witnesses(case: HiddenHand, event: int) -> Any:
    return referee.find_witnesses(case.rules, case.parse(), case.carried, event=event)


@few_games
@given(st.integers(0, 1 << 32), st.integers(0, 2), st.booleans())
def test_a_verdict_is_unproven_exactly_where_hidden_cards_decide(seed, faces, breaches):
    case = hidden_hand(Random(seed), faces=faces, breaches=breaches)
    for event, verdicts in zip(case.judge(), possible_verdicts(case), strict=True):
        unproven = event["verdict"] == "unproven"
        assert verdicts == ({"legal", "illegal"} if unproven else {event["verdict"]}), event


@few_games
@given(st.integers(0, 1 << 32), st.booleans())
def test_a_card_is_already_played_exactly_when_every_copy_has_left_a_hand(seed, is_known):
    """Contract §3: a count of the copies played, kept without the referee, tells the two faults apart."""
    chance = Random(seed)
    case = hidden_hand(chance, faces=0)
    events = case.hand["events"][: chance.randint(2, len(case.hand["events"]))]
    played = [word for event in events if "gives" not in event for word in event.split()]
    card = chance.choice([word for word in played if word in case.rules.deck.copies])
    situation = referee.adjudicate_hand(
        case.rules, case.parse({**case.hand, "events": events}), case.carried
    ).situation
    turn = situation["turn"] or 1
    left = case.rules.deck.copies[card] - played.count(card)
    for number in range(1, case.rules.deck.copies[card] + 1):
        hand = {**case.hand, "events": [*events, f"{turn}: {' '.join([card] * number)}"]}
        if not is_known:
            del hand["dealt"]
        fault = case.judge(hand)[-1].get("fault")
        elsewhere = {"hand-over", "out-of-turn"}
        if left == 0:
            assert fault in {"card-already-played", *elsewhere}
        else:
            assert fault != "card-already-played"
            assert number <= left or fault in {"card-not-held", *elsewhere}


@few_games
@given(st.integers(0, 1 << 32), st.integers(0, 2))
def test_a_witness_is_found_exactly_where_there_is_one(seed, faces):
    case = hidden_hand(Random(seed), faces=faces)
    for event, verdicts in zip(case.judge(), possible_verdicts(case), strict=True):
        if event["verdict"] != "unproven":
            continue
        witnesses = find_witnesses(case, event["event"])
        verdicts_with_witness = {
            verdict for verdict in ("legal", "illegal") if getattr(witnesses, verdict)
        }
        assert verdicts_with_witness == verdicts
        assert not witnesses.cut_off


@few_games
@given(st.integers(0, 1 << 32), st.integers(0, 2))
def test_a_witness_fits_the_record_and_settles_the_verdict(seed, faces):
    """In the witness every seat plays cards that it holds, and all recorded cards are unchanged."""
    case = hidden_hand(Random(seed), faces=faces)
    for event in [event["event"] for event in case.judge() if event["verdict"] == "unproven"][:3]:
        witnesses = find_witnesses(case, event)
        for verdict in ("legal", "illegal"):
            witness = getattr(witnesses, verdict)
            if witness is None:
                continue
            dealt = [" ".join(cards) for cards in witness.hand.dealt]
            texts = [one.text for one in witness.hand.events]
            completed = case.judge({**case.hand, "dealt": dealt, "events": texts})
            assert completed[event - 1]["verdict"] == verdict
            assert "?" not in " ".join([*dealt, *texts])
            assert not {"card-not-held", "card-already-played"} & {
                one.get("fault") for one in completed
            }
            assert all(fits(a, b) for a, b in zip(case.hand["dealt"], dealt, strict=True))
            assert all(fits(a[3:], b[3:]) for a, b in zip(case.hand["events"], texts, strict=True))


def fits(written: str, complete: str) -> bool:
    """Return whether these are the written cards, with every question mark replaced."""
    rest = complete.split()
    for word in written.split():
        if word == "?":
            continue
        if word not in rest:
            return False
        rest.remove(word)
    return len(rest) == written.split().count("?")


@pytest.mark.parametrize(("written", "complete"), [("3C ?", "3D 3C"), ("? ?", "3D 3C"), ("", "")])
def test_a_question_mark_fits_any_card(written, complete):
    assert fits(written, complete)
    assert not fits(written, f"{complete} 4C")
