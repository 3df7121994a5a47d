"""Properties of random sessions of Gang of Four: legal ones, with an illegal event, and with unseen cards."""

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
"""Numbers of sessions with a misdeal, a shared win or a hundred points, which the first ten lack."""

NUMBERS = sorted({*range(10 * THOROUGH), *RARE})
numbers = st.sampled_from(NUMBERS)


@cache
def numbered_session(number: int) -> Session:
    """Return the session of this number, built once."""
    return random_session(Random(number), most=3)


def all_verdicts(session: Session, hands: Hands) -> list[str]:
    """Return ``legal``, ``unproven`` or the fault of every event of every hand."""
    return answer_verdicts(session.adjudicate(*hands))


def answer_verdicts(answer: Json) -> list[str]:
    return [verdict_or_fault(event) for hand in answer["hands"] for event in hand["events"]]


def check(session: Session, hands: Hands, verdicts: set[str]) -> None:
    """Check that there are no other verdicts, and that scores, losers, places, totals and the end agree."""
    answer = session.adjudicate(*hands)
    assert set(answer_verdicts(answer)) <= verdicts
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
        session = numbered_session(number)
        check(session, session.hands, {"legal"})

    @few_games
    @given(numbers)
    def test_without_deals_no_legal_event_becomes_illegal(self, number):
        session = numbered_session(number)
        check(session, without_deals(session.hands), {"legal", "unproven"})

    @few_games
    @given(numbers)
    def test_implied_passes_give_the_same_answers(self, number):
        session = numbered_session(number)
        hands = without_passes(session.hands)
        check(session, hands, {"legal"})
        assert set(all_verdicts(session, without_deals(hands))) <= {"legal", "unproven"}

    @few_games
    @given(numbers)
    def test_the_cards_left_at_the_end_prove_as_much_as_the_deals(self, number):
        """The cards played and the cards left of a seat are together the cards dealt to it."""
        session = numbered_session(number)
        hands = [
            {**hand, "left": left} if left else hand
            for hand, left in zip(without_deals(session.hands), session.left, strict=True)
        ]
        check(session, hands, {"legal"})

    @pytest.mark.parametrize("what", ["deals", "faces", "both", "all deals", "passes"])
    @two_games
    @given(number=numbers)
    def test_hiding_cards_makes_no_legal_play_illegal(self, what, number):
        session, chance = numbered_session(number), Random(number)
        hands = session.hands if what == "deals" else with_unseen_faces(session.hands, chance)
        if what in {"deals", "both"}:
            hands = with_hidden_deals(hands, chance)
        elif what == "all deals":
            hands = without_deals(hands)
        elif what == "passes":
            hands = without_passes(hands)
        assert set(all_verdicts(session, hands)) <= {"legal", "unproven"}

    @few_games
    @given(numbers)
    def test_a_play_taken_back_and_made_again_changes_nothing(self, number):
        session, chance = numbered_session(number), Random(number)
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
    def test_an_illegal_event_is_not_judged_legal(self, number, change):
        session, chance = numbered_session(number), Random(number)
        breach = breach_session(session, chance, change)
        if breach is not None:
            assert set(all_verdicts(session, breach.hands)) - {"legal", "unproven"}

    @some_examples
    @given(numbers, st.sampled_from(["seat", "own", "pass", "silent", "gift"]))
    def test_hiding_cards_leaves_a_verdict_or_makes_it_unproven(self, number, change):
        """Only for records in which every card was held by the seat that played it: possession and the opening are certain."""
        session, chance = numbered_session(number), Random(number)
        breach = breach_session(session, chance, change)
        if breach is None or not fits_deals(breach.hands):
            return
        known = all_verdicts(session, breach.hands)
        faces = with_unseen_faces(breach.hands, chance, but=breach.place)
        for hidden in (
            with_hidden_deals(breach.hands, chance),
            without_deals(breach.hands),
            faces,
            without_deals(faces),
        ):
            for before, after in zip(known, all_verdicts(session, hidden), strict=True):
                assert after in {before, "unproven"} or not {before, after} & {"legal", "unproven"}

    @some_examples
    @given(numbers)
    def test_a_card_that_was_not_held_is_illegal_where_the_deal_is_known(self, number):
        session, chance = numbered_session(number), Random(number)
        breach = breach_session(session, chance, "foreign")
        if breach is None:
            return
        known, hidden = (
            all_verdicts(session, breach.hands),
            all_verdicts(session, without_deals(breach.hands)),
        )
        assert known[-1] in POSSESSION
        assert set(known[:-1]) <= {"legal"}
        assert hidden[-1] != "card-already-played" or known[-1] == "card-already-played"


def test_the_random_sessions_cover_every_kind_of_event():
    """They have blocked seats, announced last cards, gangs, ties and games that end."""
    counts: Counter[str] = Counter()
    for session in map(numbered_session, NUMBERS):
        counts["over"] += session.winners is not None
        counts["shared"] += len(session.winners or []) > 1
        counts["three"] += session.seats == 3
        counts["carried"] += bool(session.keys)
        counts["hundred"] += max(session.totals) >= 100
        for hand, expected in zip(session.adjudicate()["hands"], session.expected, strict=True):
            counts[expected["status"]] += 1
            counts["blocked"] += 0 not in expected.get("cards_left", [0])
            counts["tied"] += len(set(expected.get("places", [1]))) < session.seats
            for event in hand["events"]:
                counts[event.get("combination", event["text"].split()[1])] += 1
                counts["gives"] += "gives" in event["text"]
                counts["last"] += event["text"].endswith("last")
    expected = (
        "single pair triple straight flush full-house straight-flush gang-of-four gang-of-five "
        "pass gives last void finished blocked tied over shared three carried hundred"
    )
    assert not [name for name in expected.split() if not counts[name]]
