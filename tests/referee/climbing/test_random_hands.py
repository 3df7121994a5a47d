"""What holds for every complete legal hand, and for one that is broken or partly hidden."""

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
    """A complete legal hand with its deal, and the club it was played in."""
    variant, chosen = draw(clubs())
    return random_hand(variant, chosen, draw(seeds)), {"variant": variant, "house_rules": chosen}


def words(hand: dict[str, Any], club: dict[str, Any]) -> list[str]:
    return [verdict_or_fault(event) for event in adjudicate(hand, **club)["hands"][0]["events"]]


class TestLegalHands:
    @few_examples
    @given(hands())
    def test_a_legal_hand_is_legal_to_the_end(self, drawn):
        hand, club = drawn
        answer = adjudicate(hand, **club)["hands"][0]
        assert {verdict_or_fault(event) for event in answer["events"]} == {"legal"}
        assert answer["status"] == "finished"
        assert answer["cards_left"] == cards_left(hand)

    @few_examples
    @given(hands())
    def test_without_its_deal_nothing_turns_illegal(self, drawn):
        hand, club = drawn
        assert set(words(without_deal(hand), club)) <= {"legal", "unproven"}

    @few_examples
    @given(hands())
    def test_without_its_passes_it_is_the_same_hand(self, drawn):
        hand, club = drawn
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
    def test_a_hand_broken_off_is_unfinished_and_legal(self, drawn, chance):
        hand, club = drawn
        events = hand["events"][: chance.randrange(len(hand["events"]))]
        answer = adjudicate({**hand, "events": events}, **club)["hands"][0]
        assert answer["status"] == "unfinished"
        assert {verdict_or_fault(event) for event in answer["events"]} <= {"legal"}

    @few_examples
    @given(hands(), seeds)
    def test_hiding_cards_turns_no_legal_play_illegal(self, drawn, chance):
        hand, club = drawn
        assert set(words({**hand, "dealt": hidden(hand["dealt"], chance)}, club)) <= {
            "legal",
            "unproven",
        }

    @few_examples
    @given(hands(), seeds)
    def test_a_play_taken_back_and_made_again_changes_nothing(self, drawn, chance):
        hand, club = drawn
        place = chance.randrange(len(hand["events"]))
        event = hand["events"][place]
        again = [*hand["events"][:place], event, f"{event[0]}: takes back", *hand["events"][place:]]
        before, after = adjudicate(hand, **club), adjudicate({**hand, "events": again}, **club)
        assert {verdict_or_fault(event) for event in after["hands"][0]["events"]} == {"legal"}
        assert before["totals"] == after["totals"]


def hidden(dealt: list[str | None], chance: Random) -> list[str | None]:
    """The deal with some hands unknown and some cards not seen."""
    shown: list[str | None] = []
    for cards in dealt:
        if cards is None or chance.random() < 0.4:
            shown.append(None)
        else:
            shown.append(" ".join(card if chance.random() < 0.7 else "?" for card in cards.split()))
    return shown


class TestBreaches:
    @few_examples
    @given(hands(), seeds, st.sampled_from(["seat", "card", "twice", "odd", "pass"]))
    def test_one_event_changed_is_caught(self, drawn, chance, change):
        hand, club = drawn
        events = broken(hand["events"], chance, change)
        if events is not None:
            assert set(words({**hand, "events": events}, club)) != {"legal"}

    @few_examples
    @given(hands(), seeds, st.sampled_from(["seat", "card", "odd", "pass", "own"]))
    def test_hiding_cards_excuses_only_possession_and_who_had_to_open(self, drawn, chance, change):
        hand, club = drawn
        events = broken(hand["events"], chance, change)
        if events is None or events[0] != hand["events"][0]:
            return
        known = words({**hand, "events": events}, club)
        unknown = words({**hand, "events": events, "dealt": hidden(hand["dealt"], chance)}, club)
        possession, duties = (
            {"card-not-held", "card-already-played"},
            {"must-play-highest", "must-lead-several"},
        )
        place = next(place for place, was in enumerate(known) if was != "legal")
        if known[place] not in possession | duties:
            assert unknown[place] == known[place]
        if possible({**hand, "events": events}):
            for was, now in zip(known, unknown, strict=True):
                assert now == was or (now == "unproven" and was in {"legal"} | duties)


def possible(hand: dict[str, Any]) -> bool:
    """Did every card that lay on the table come from the hand it was dealt to, once?"""
    holding = [set(cards.split()) for cards in hand["dealt"]]
    for event in hand["events"]:
        seat, action = event.split(": ")
        cards = set(action.split()) - {"pass"}
        if not cards <= holding[int(seat) - 1]:
            return False
        holding[int(seat) - 1] -= cards
    return True


def kept(events: list[str], seat: str) -> list[str]:
    """The cards that the seat plays in these events."""
    actions = [event.split(": ")[1].split() for event in events if event[0] == seat]
    return [card for action in actions for card in action if card != "pass"]


def broken(events: list[str], chance: Random, change: str) -> list[str] | None:
    """The events with one made illegal; None where that cannot be done."""
    played = [place for place, event in enumerate(events) if not event.endswith("pass")]
    place = chance.choice(played)
    seat, cards = events[place].split(": ")
    others = [card for event in events for card in event.split(": ")[1].split() if card != "pass"]
    elsewhere = [
        card for event in events[:place] for card in event.split(": ")[1].split() if card != "pass"
    ]
    changed = {
        "seat": f"{int(seat) % 4 + 1}: {cards}",
        "card": f"{seat}: {chance.choice([card for card in others if card not in cards.split()])}",
        "twice": f"{seat}: {chance.choice(elsewhere)}" if elsewhere else None,
        "odd": f"{seat}: {cards} {chance.choice([card for card in others if card not in cards.split()])}",
        "pass": f"{seat}: pass" if place == 0 else None,
        "own": f"{seat}: {chance.choice(later)}"
        if (later := kept(events[place + 1 :], seat))
        else None,
    }[change]
    held = kept(events[place:], seat)
    if changed is None or (change == "card" and changed.split(": ")[1] in held):
        return None
    if change == "odd" and (len(cards.split()) != 3 or changed.split()[-1] in held):
        return None
    return [*events[:place], changed, *events[place + 1 :]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_chance_makes_hands_of_every_kind(variant):
    """The generator is worth its name: in twenty hands every kind of play is led or followed."""
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
