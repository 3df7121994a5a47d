"""What holds for every play, hand and record, by chance but always the same chance."""

from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from tests.referee import second_opinion
from tests.referee.random_hands import (
    cards_left,
    deck,
    random_hand,
    random_house_rules,
    without_deal,
    without_passes,
)
from tests.referee.sittings import adjudicate, word

VARIANTS = ["big-two", "pusoy-dos"]
always_the_same = settings(derandomize=True, deadline=None, database=None, max_examples=60)
a_few = settings(always_the_same, max_examples=25)

seeds = st.integers(0, 2**32).map(Random)
variants = st.sampled_from(VARIANTS)


@st.composite
def clubs(draw) -> tuple[str, dict[str, Any]]:
    """A variant and house rules."""
    variant = draw(variants)
    return variant, random_house_rules(variant, draw(seeds))


@st.composite
def plays(draw, number: int) -> tuple[Any, list[Any]]:
    """Some combinations of a random club, often of the same kind."""
    variant, chosen = draw(clubs())
    rules = referee.rules_for(variant, chosen)
    chance = draw(seeds)
    found = second_opinion.every_play(chance.sample(deck(), 20), rules.house_rules)
    kind = chance.choice(found).kind
    alike = [play for play in found if play.kind == kind] if chance.random() < 0.7 else found
    chosen_plays = [chance.choice(alike) for _ in range(number)]
    return rules, [rules.identify(play.cards) for play in chosen_plays]


class TestBeating:
    @always_the_same
    @given(plays(2))
    def test_no_two_plays_beat_each_other(self, drawn):
        rules, (one, other) = drawn
        assert not (rules.beats(one, other) and rules.beats(other, one))
        assert not rules.beats(one, one)

    @always_the_same
    @given(plays(3))
    def test_within_a_kind_it_is_a_strict_order(self, drawn):
        rules, (low, middle, high) = drawn
        if (
            low.kind == middle.kind == high.kind
            and rules.beats(middle, low)
            and rules.beats(high, middle)
        ):
            assert rules.beats(high, low)

    @always_the_same
    @given(plays(2))
    def test_of_two_that_share_no_card_and_are_of_one_kind_one_is_higher(self, drawn):
        rules, (one, other) = drawn
        if one.kind == other.kind and not set(one.cards) & set(other.cards):
            assert rules.beats(one, other) or rules.beats(other, one)

    @always_the_same
    @given(plays(2))
    def test_a_second_opinion_agrees(self, drawn):
        rules, (one, other) = drawn
        opinions = [second_opinion.classify(play.cards, rules.house_rules) for play in (one, other)]
        assert [str(one.kind), str(other.kind)] == [play.kind for play in opinions]
        assert rules.beats(one, other) == second_opinion.beats(*opinions, rules.house_rules)


@st.composite
def questions(draw, most: int) -> tuple[dict[str, Any], list[str], Any]:
    """What may be asked of a seat with up to so many cards: the question, its hand, and what stands."""
    variant, chosen = draw(clubs())
    hand = draw(st.lists(st.sampled_from(deck()), min_size=1, max_size=most, unique=True))
    chance = draw(seeds)
    opening, standing = chance.random() < 0.2, None
    if not opening and chance.random() < 0.8:
        rest = [card for card in deck() if card not in hand]
        rules = referee.rules_for(variant, chosen).house_rules
        standing = chance.choice(second_opinion.every_play(chance.sample(rest, 16), rules))
    question = {
        "variant": variant,
        "house_rules": chosen,
        "hand": " ".join(hand),
        "next_holds": chance.choice([1, 1, 2]),
        "opening": opening,
        "play": "pass",
        **({"standing": " ".join(standing.cards)} if standing else {}),
    }
    return question, hand, standing


class TestAsking:
    @a_few
    @given(questions(6))
    def test_every_play_that_is_listed_is_legal_and_nothing_else_is(self, drawn):
        question, hand, _ = drawn
        listed = {frozenset(play.split()) for play in referee.ask(question).could_play}
        subsets = [cards for size in range(1, 7) for cards in combinations(hand, size)]
        judged = {
            frozenset(cards)
            for cards in (*subsets, ("pass",))
            if referee.ask({**question, "play": " ".join(cards)}).is_legal
        }
        assert listed == judged

    @always_the_same
    @given(questions(9))
    def test_a_second_opinion_looks_at_every_set_of_cards_and_lists_the_same(self, drawn):
        question, hand, standing = drawn
        rules = referee.rules_for(question["variant"], question["house_rules"]).house_rules
        subsets = [cards for size in range(1, 6) for cards in combinations(hand, size)]
        able = [play for cards in subsets if (play := second_opinion.classify(cards, rules))]
        highest = max(hand, key=lambda card: second_opinion.height(card, rules))
        legal = second_opinion.legal_plays(
            able,
            highest,
            standing,
            rules,
            opening=question["opening"],
            next_holds=question["next_holds"],
        )
        listed = {frozenset(play.split()) for play in referee.ask(question).could_play}
        assert listed == {frozenset(play.cards) if play else frozenset({"pass"}) for play in legal}

    @a_few
    @given(clubs(), st.lists(st.sampled_from(deck()), min_size=13, max_size=13, unique=True))
    def test_plays_are_listed_by_size_and_then_from_the_weakest_up(self, club, hand):
        variant, chosen = club
        rules = referee.rules_for(variant, chosen)
        question = {
            "variant": variant,
            "house_rules": chosen,
            "hand": " ".join(hand),
            "play": "pass",
        }
        listed = [rules.identify(tuple(play.split())) for play in referee.ask(question).could_play]
        assert len({play.cards for play in listed}) == len(listed)
        for weak, strong in pairwise(listed):
            assert weak.size <= strong.size
            assert weak.size < strong.size or not rules.beats(weak, strong)


@st.composite
def hands(draw) -> tuple[dict[str, Any], dict[str, Any]]:
    """A complete legal hand with its deal, and the club it was played in."""
    variant, chosen = draw(clubs())
    return random_hand(variant, chosen, draw(seeds)), {"variant": variant, "house_rules": chosen}


def words(hand: dict[str, Any], club: dict[str, Any]) -> list[str]:
    return [word(event) for event in adjudicate(hand, **club)["hands"][0]["events"]]


class TestLegalHands:
    @always_the_same
    @given(hands())
    def test_a_legal_hand_is_legal_to_the_end(self, drawn):
        hand, club = drawn
        answer = adjudicate(hand, **club)["hands"][0]
        assert {word(event) for event in answer["events"]} == {"legal"}
        assert answer["status"] == "finished"
        assert answer["cards_left"] == cards_left(hand)

    @always_the_same
    @given(hands())
    def test_without_its_deal_nothing_turns_illegal(self, drawn):
        hand, club = drawn
        assert set(words(without_deal(hand), club)) <= {"legal", "unproven"}

    @always_the_same
    @given(hands())
    def test_without_its_passes_it_is_the_same_hand(self, drawn):
        hand, club = drawn
        if club["house_rules"].get("after_out") == "answer-then-next-leads":
            return
        full, implied = adjudicate(hand, **club), adjudicate(without_passes(hand), **club)
        assert {word(event) for event in implied["hands"][0]["events"]} == {"legal"}
        for key in ("points", "places", "cards_left", "status"):
            assert full["hands"][0][key] == implied["hands"][0][key]
        written = [
            event for event in full["hands"][0]["events"] if not event["text"].endswith("pass")
        ]
        assert [event["trick"] for event in written] == [
            event["trick"] for event in implied["hands"][0]["events"]
        ]

    @always_the_same
    @given(hands(), seeds)
    def test_a_hand_broken_off_is_unfinished_and_legal(self, drawn, chance):
        hand, club = drawn
        events = hand["events"][: chance.randrange(len(hand["events"]))]
        answer = adjudicate({**hand, "events": events}, **club)["hands"][0]
        assert answer["status"] == "unfinished"
        assert {word(event) for event in answer["events"]} <= {"legal"}

    @always_the_same
    @given(hands(), seeds)
    def test_hiding_cards_turns_no_legal_play_illegal(self, drawn, chance):
        hand, club = drawn
        assert set(words({**hand, "dealt": hidden(hand["dealt"], chance)}, club)) <= {
            "legal",
            "unproven",
        }

    @always_the_same
    @given(hands(), seeds)
    def test_a_play_taken_back_and_made_again_changes_nothing(self, drawn, chance):
        hand, club = drawn
        place = chance.randrange(len(hand["events"]))
        event = hand["events"][place]
        again = [*hand["events"][:place], event, f"{event[0]}: takes back", *hand["events"][place:]]
        assert set(words({**hand, "events": again}, club)) == {"legal"}
        before, after = adjudicate(hand, **club), adjudicate({**hand, "events": again}, **club)
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
    @always_the_same
    @given(hands(), seeds, st.sampled_from(["seat", "card", "twice", "odd", "pass"]))
    def test_one_event_changed_is_caught(self, drawn, chance, change):
        hand, club = drawn
        events = broken(hand["events"], chance, change)
        if events is not None:
            assert set(words({**hand, "events": events}, club)) != {"legal"}

    @always_the_same
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


class TestScores:
    @always_the_same
    @given(
        st.permutations([0, 1, 1, 1]),
        st.lists(st.integers(1, 13), min_size=4, max_size=4),
        st.sampled_from(["winner-collects", "pairwise"]),
        st.sampled_from([[[1, 1]], [[1, 1], [8, 2]], [[1, 0.5], [10, 2], [13, 4]]]),
        st.none() | st.integers(1, 4),
    )
    def test_what_is_settled_between_seats_sums_to_zero(
        self, winner, counts, settlement, steps, pays_all
    ):
        sheet = [count * held for count, held in zip(counts, winner, strict=True)]
        if settlement == "winner-collects" and pays_all and not sheet[pays_all - 1]:
            pays_all = None
        rules = {"settlement": settlement, "multipliers": steps}
        hand = adjudicate({"cards_left": sheet, "pays_all": pays_all}, house_rules=rules)["hands"][
            0
        ]
        assert sum(hand["points"]) == 0
        for seat, points in enumerate(hand["points"], 1):
            assert points == sum(line["points"] for line in hand["lines"] if line["seat"] == seat)

    @always_the_same
    @given(st.permutations([1, 2, 3, 4]), st.lists(st.integers(-5, 5), min_size=4, max_size=4))
    def test_every_place_has_its_points(self, order, points):
        keys = {"variant": "pusoy-dos", "house_rules": {"placement_points": points}}
        hand = adjudicate({"out": order[:3]}, **keys)["hands"][0]
        assert [hand["points"][seat - 1] for seat in order] == points
        assert [hand["places"][seat - 1] for seat in order] == [1, 2, 3, 4]


@pytest.mark.parametrize("variant", VARIANTS)
def test_chance_makes_hands_of_every_kind(variant):
    """The generator is worth its name: in fifty hands every kind of play is led or followed."""
    chance, kinds = Random(1), set()
    rules = {"flush": "by-rank", "triples": True}
    for _ in range(50):
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
