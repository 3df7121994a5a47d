"""What holds for every legal session of Gang of Four, and for one with a breach or with cards that nobody saw."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.chance import THOROUGH, few_games, some_examples, two_games
from tests.referee.climbing_table import verdict_or_fault
from tests.referee.random_breaches import (
    CHANGES,
    breach_session,
    fits_deals,
    with_hidden_deals,
    with_unseen_faces,
)
from tests.referee.random_sessions import (
    Session,
    random_session,
    without_deals,
    without_passes,
)

Json = dict[str, Any]
Hands = list[Json]

POSSESSION = {"card-not-held", "card-already-played"}

RARE = [12, 15, 45, 55]
"""Sessions with a misdeal, a shared win, a hundred points: what the first ones lack."""

NUMBERS = sorted({*range(10 * THOROUGH), *RARE})
numbers = st.sampled_from(NUMBERS)


@cache
def the_session(number: int) -> Session:
    """One of the sessions; each is made once."""
    return random_session(Random(number), most=3)


def words(session: Session, hands: Hands) -> list[str]:
    """Of every event of every hand, ``legal``, ``unproven`` or the fault."""
    return said(session.adjudicate(*hands))


def said(answer: Json) -> list[str]:
    return [verdict_or_fault(event) for hand in answer["hands"] for event in hand["events"]]


def check(session: Session, hands: Hands, verdicts: set[str]) -> None:
    """No other verdicts; scores, losers, places, totals and the end are the second opinion's."""
    answer = session.adjudicate(*hands)
    assert set(said(answer)) <= verdicts
    for hand, expected in zip(answer["hands"], session.expected, strict=True):
        assert {key: hand.get(key) for key in expected} == expected
    assert answer["totals"] == session.totals
    assert (answer["over"], answer["winners"]) == (
        session.winners is not None,
        session.winners or [],
    )


class TestLegalSessions:
    @few_games
    @given(numbers)
    def test_a_legal_session_is_legal_to_the_end(self, number):
        session = the_session(number)
        check(session, session.hands, {"legal"})

    @few_games
    @given(numbers)
    def test_without_its_deals_nothing_turns_illegal(self, number):
        session = the_session(number)
        check(session, without_deals(session.hands), {"legal", "unproven"})

    @few_games
    @given(numbers)
    def test_without_its_passes_it_is_the_same_session(self, number):
        session = the_session(number)
        hands = without_passes(session.hands)
        check(session, hands, {"legal"})
        assert set(words(session, without_deals(hands))) <= {"legal", "unproven"}

    @few_games
    @given(numbers)
    def test_the_cards_left_at_the_end_are_as_good_as_the_deals(self, number):
        """What was played and what was left is what was dealt, for every seat."""
        session = the_session(number)
        hands = [
            {**hand, "left": left} if left else hand
            for hand, left in zip(without_deals(session.hands), session.left, strict=True)
        ]
        check(session, hands, {"legal"})

    @pytest.mark.parametrize("what", ["deals", "faces", "both", "all deals", "passes"])
    @two_games
    @given(number=numbers)
    def test_hiding_cards_turns_no_legal_play_illegal(self, what, number):
        session, chance = the_session(number), Random(number)
        hands = session.hands if what == "deals" else with_unseen_faces(session.hands, chance)
        if what in {"deals", "both"}:
            hands = with_hidden_deals(hands, chance)
        elif what == "all deals":
            hands = without_deals(hands)
        elif what == "passes":
            hands = without_passes(hands)
        assert set(words(session, hands)) <= {"legal", "unproven"}

    @few_games
    @given(numbers)
    def test_a_play_taken_back_and_made_again_changes_nothing(self, number):
        session, chance = the_session(number), Random(number)
        hand = session.hands[-1]
        place = chance.randrange(len(hand["events"]))
        event = hand["events"][place]
        if "gives" in event:
            return
        again = [*hand["events"][:place], event, f"{event[0]}: takes back", *hand["events"][place:]]
        check(session, [*session.hands[:-1], {**hand, "events": again}], {"legal"})


class TestBreaches:
    @some_examples
    @given(numbers, st.sampled_from(CHANGES))
    def test_one_event_changed_is_caught(self, number, change):
        session, chance = the_session(number), Random(number)
        breach = breach_session(session, chance, change)
        if breach is not None:
            assert set(words(session, breach.hands)) - {"legal", "unproven"}

    @some_examples
    @given(numbers, st.sampled_from(["seat", "own", "pass", "silent", "gift"]))
    def test_hiding_or_showing_cards_settles_or_opens_duties_and_excuses_nothing(
        self, number, change
    ):
        """Where every card came from the hand that held it, possession and who had to open are not in doubt."""
        session, chance = the_session(number), Random(number)
        breach = breach_session(session, chance, change)
        if breach is None or not fits_deals(breach.hands):
            return
        known = words(session, breach.hands)
        faces = with_unseen_faces(breach.hands, chance, but=breach.place)
        for hidden in (
            with_hidden_deals(breach.hands, chance),
            without_deals(breach.hands),
            faces,
            without_deals(faces),
        ):
            for was, now in zip(known, words(session, hidden), strict=True):
                assert now in {was, "unproven"} or not {was, now} & {"legal", "unproven"}

    @some_examples
    @given(numbers)
    def test_a_card_that_was_not_held_is_excused_only_where_nobody_knows_that(self, number):
        session, chance = the_session(number), Random(number)
        breach = breach_session(session, chance, "foreign")
        if breach is None:
            return
        known, hidden = words(session, breach.hands), words(session, without_deals(breach.hands))
        assert known[-1] in POSSESSION
        assert set(known[:-1]) <= {"legal"}
        assert hidden[-1] != "card-already-played" or known[-1] == "card-already-played"


def test_chance_makes_sessions_of_every_kind():
    """The generator is worth its name: blocked seats, last cards, gangs, phoenixes, games that end."""
    seen: Counter[str] = Counter()
    for session in map(the_session, NUMBERS):
        seen["over"] += session.winners is not None
        seen["shared"] += len(session.winners or []) > 1
        seen["three"] += session.seats == 3
        seen["carried"] += bool(session.keys)
        seen["hundred"] += max(session.totals) >= 100
        for hand, expected in zip(session.adjudicate()["hands"], session.expected, strict=True):
            seen[expected["status"]] += 1
            seen["blocked"] += 0 not in expected.get("cards_left", [0])
            seen["tied"] += len(set(expected.get("places", [1]))) < session.seats
            for event in hand["events"]:
                seen[event.get("combination", event["text"].split()[1])] += 1
                seen["gives"] += "gives" in event["text"]
                seen["last"] += event["text"].endswith("last")
    expected = (
        "single pair triple straight flush full-house straight-flush gang-of-four gang-of-five "
        "pass gives last void finished blocked tied over shared three carried hundred"
    )
    assert not [name for name in expected.split() if not seen[name]]
