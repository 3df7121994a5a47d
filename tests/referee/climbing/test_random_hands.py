"""Properties of random hands of Big Two and Pusoy Dos: legal ones, with an illegal event, and with hidden cards."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.chance import VARIANTS, clubs, few_examples, seeds
from tests.referee.climbing_table import adjudicate, verdict_or_fault
from tests.referee.random_hands import cards_left, random_hand, without_deal, without_passes


@st.composite
def hands(draw) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw a complete legal hand with its deal, and the variant and house rules of the record."""
    variant, chosen = draw(clubs())
    return random_hand(variant, chosen, draw(seeds)), {"variant": variant, "house_rules": chosen}


def hand_verdicts(hand: dict[str, Any], club: dict[str, Any]) -> list[str]:
    return [verdict_or_fault(event) for event in adjudicate(hand, **club)["hands"][0]["events"]]


class TestLegalHands:
    @few_examples
    @given(hands())
    def test_a_legal_hand_is_legal_to_the_end(self, hand_and_club):
        hand, club = hand_and_club
        answer = adjudicate(hand, **club)["hands"][0]
        assert {verdict_or_fault(event) for event in answer["events"]} == {"legal"}
        assert answer["status"] == "finished"
        assert answer["cards_left"] == cards_left(hand)

    @few_examples
    @given(hands())
    def test_without_the_deal_no_legal_event_becomes_illegal(self, hand_and_club):
        hand, club = hand_and_club
        assert set(hand_verdicts(without_deal(hand), club)) <= {"legal", "unproven"}

    @few_examples
    @given(hands())
    def test_implied_passes_give_the_same_answers(self, hand_and_club):
        hand, club = hand_and_club
        if club["house_rules"].get("after_out") == "answer-then-next-leads":
            return
        full, implied = adjudicate(hand, **club), adjudicate(without_passes(hand), **club)
        assert {verdict_or_fault(event) for event in implied["hands"][0]["events"]} == {"legal"}
        for key in ("points", "places", "cards_left", "status"):
            assert full["hands"][0][key] == implied["hands"][0][key]
        written = [
            event for event in full["hands"][0]["events"] if not event["text"].endswith("pass")
        ]
        assert [event["trick"] for event in written] == [
            event["trick"] for event in implied["hands"][0]["events"]
        ]

    @few_examples
    @given(hands(), seeds)
    def test_a_hand_that_stops_early_is_unfinished_and_legal(self, hand_and_club, chance):
        hand, club = hand_and_club
        events = hand["events"][: chance.randrange(len(hand["events"]))]
        answer = adjudicate({**hand, "events": events}, **club)["hands"][0]
        assert answer["status"] == "unfinished"
        assert {verdict_or_fault(event) for event in answer["events"]} <= {"legal"}

    @few_examples
    @given(hands(), seeds)
    def test_hiding_cards_makes_no_legal_play_illegal(self, hand_and_club, chance):
        hand, club = hand_and_club
        assert set(hand_verdicts({**hand, "dealt": hide_cards(hand["dealt"], chance)}, club)) <= {
            "legal",
            "unproven",
        }

    @few_examples
    @given(hands(), seeds)
    def test_a_play_taken_back_and_made_again_changes_nothing(self, hand_and_club, chance):
        hand, club = hand_and_club
        place = chance.randrange(len(hand["events"]))
        event = hand["events"][place]
        again = [*hand["events"][:place], event, f"{event[0]}: takes back", *hand["events"][place:]]
        before, after = adjudicate(hand, **club), adjudicate({**hand, "events": again}, **club)
        assert {verdict_or_fault(event) for event in after["hands"][0]["events"]} == {"legal"}
        assert before["totals"] == after["totals"]


def hide_cards(dealt: list[str | None], chance: Random) -> list[str | None]:
    """Return the deal with some hands and some cards unknown."""
    visible: list[str | None] = []
    for cards in dealt:
        if cards is None or chance.random() < 0.4:
            visible.append(None)
        else:
            visible.append(
                " ".join(card if chance.random() < 0.7 else "?" for card in cards.split())
            )
    return visible


class TestBreaches:
    @few_examples
    @given(hands(), seeds, st.sampled_from(["seat", "card", "twice", "odd", "pass"]))
    def test_an_illegal_event_is_not_judged_legal(self, hand_and_club, chance, change):
        hand, club = hand_and_club
        events = break_event(hand["events"], chance, change)
        if events is not None:
            assert set(hand_verdicts({**hand, "events": events}, club)) != {"legal"}

    @few_examples
    @given(hands(), seeds, st.sampled_from(["seat", "card", "odd", "pass", "own"]))
    def test_hiding_cards_excuses_only_possession_and_the_opening(
        self, hand_and_club, chance, change
    ):
        hand, club = hand_and_club
        events = break_event(hand["events"], chance, change)
        if events is None or events[0] != hand["events"][0]:
            return
        known = hand_verdicts({**hand, "events": events}, club)
        unknown = hand_verdicts(
            {**hand, "events": events, "dealt": hide_cards(hand["dealt"], chance)}, club
        )
        possession, duties = (
            {"card-not-held", "card-already-played"},
            {"must-play-highest", "must-lead-several"},
        )
        place = next(place for place, verdict in enumerate(known) if verdict != "legal")
        if known[place] not in possession | duties:
            assert unknown[place] == known[place]
        if cards_fit_deal({**hand, "events": events}):
            for before, after in zip(known, unknown, strict=True):
                assert after == before or (after == "unproven" and before in {"legal"} | duties)


def cards_fit_deal(hand: dict[str, Any]) -> bool:
    """Return whether every card was played once, by the seat that it was dealt to."""
    holding = [set(cards.split()) for cards in hand["dealt"]]
    for event in hand["events"]:
        seat, action = event.split(": ")
        cards = set(action.split()) - {"pass"}
        if not cards <= holding[int(seat) - 1]:
            return False
        holding[int(seat) - 1] -= cards
    return True


def played_cards(events: list[str], seat: str) -> list[str]:
    """Return the cards that the seat plays in these events."""
    actions = [event.split(": ")[1].split() for event in events if event[0] == seat]
    return [card for action in actions for card in action if card != "pass"]


def break_event(events: list[str], chance: Random, change: str) -> list[str] | None:
    """Return the events with one made illegal; None if that cannot be done."""
    played = [place for place, event in enumerate(events) if not event.endswith("pass")]
    place = chance.choice(played)
    seat, cards = events[place].split(": ")
    others = [card for event in events for card in event.split(": ")[1].split() if card != "pass"]
    elsewhere = [
        card for event in events[:place] for card in event.split(": ")[1].split() if card != "pass"
    ]
    new_event = {
        "seat": f"{int(seat) % 4 + 1}: {cards}",
        "card": f"{seat}: {chance.choice([card for card in others if card not in cards.split()])}",
        "twice": f"{seat}: {chance.choice(elsewhere)}" if elsewhere else None,
        "odd": f"{seat}: {cards} {chance.choice([card for card in others if card not in cards.split()])}",
        "pass": f"{seat}: pass" if place == 0 else None,
        "own": f"{seat}: {chance.choice(later)}"
        if (later := played_cards(events[place + 1 :], seat))
        else None,
    }[change]
    own_cards = played_cards(events[place:], seat)
    if new_event is None or (change == "card" and new_event.split(": ")[1] in own_cards):
        return None
    if change == "odd" and (len(cards.split()) != 3 or new_event.split()[-1] in own_cards):
        return None
    return [*events[:place], new_event, *events[place + 1 :]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_random_hands_cover_every_kind_of_play(variant):
    """Twenty hands have every kind of combination, and passes."""
    chance, kinds = Random(1), set()
    rules = {"flush": "by-rank", "triples": True}
    for _ in range(20):
        hand = random_hand(variant, rules, chance)
        answer = adjudicate(hand, variant=variant, house_rules=rules)
        kinds |= {event.get("combination", "pass") for event in answer["hands"][0]["events"]}
    assert kinds >= {
        "single",
        "pair",
        "triple",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "pass",
    }
