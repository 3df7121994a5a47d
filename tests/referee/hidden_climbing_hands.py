"""Hands of climbing games with a few cards hidden, so few that every way in which they may have been can be tried."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.random_hands import random_hand, random_house_rules
from tests.referee.random_sessions import random_session

Json = dict[str, Any]


class HiddenHand(NamedTuple):
    """A hand with gaps, and what it takes over."""

    rules: Any
    hand: Json
    carried: Any

    @property
    def seats(self) -> int:
        return len(self.carried.won)

    def parse(self, hand: Json | None = None) -> Any:
        return referee.parse_hand(hand or self.hand, self.rules, seats=self.seats)

    def judge(self, hand: Json | None = None) -> list[Json]:
        """Every event with its verdict."""
        judged = referee.adjudicate_hand(self.rules, self.parse(hand), self.carried)
        events: list[Json] = judged.as_json()["events"]
        return events


def hidden_hand(chance: Random, *, faces: int) -> HiddenHand:
    """A legal hand; up to four cards of each seat are hidden, and so many times the faces of a play or a gift."""
    whole = _protected(chance) if chance.random() < 0.4 else _gang(chance)
    dealt = [cards.split() for cards in whole.hand["dealt"]]
    left = _left(dealt, whole.hand["events"])
    for cards, kept in zip(dealt, left, strict=True):
        places = [place for place, card in enumerate(cards) if kept[card] or chance.random() < 0.1]
        for place in chance.sample(places, min(len(places), chance.randrange(4))):
            cards[place] = "?"
    events = list(whole.hand["events"])
    for _ in range(faces):
        place = chance.randrange(len(events))
        events[place] = _unseen(events[place], chance)
    hand = {**whole.hand, "dealt": [" ".join(cards) for cards in dealt], "events": events}
    return whole._replace(hand=hand)


def _protected(chance: Random) -> HiddenHand:
    variant = chance.choice(["big-two", "pusoy-dos"])
    chosen = {**random_house_rules(variant, chance), "protect_last_card": True}
    hand = random_hand(variant, chosen, chance)
    carried = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
    return HiddenHand(referee.rules_for(variant, chosen), hand, carried)


def _gang(chance: Random) -> HiddenHand:
    session = random_session(chance, most=1)
    keys, nothing = session.keys, (0,) * session.seats
    carried = referee.Carried(
        number=keys.get("first_hand", 1),
        won=nothing,
        totals=tuple(keys.get("carried", nothing)),
        previous_winner=keys.get("previous_winner"),
        previous_loser=keys.get("previous_loser"),
    )
    rules = referee.rules_for(session.variant, session.house_rules)
    hand = {
        key: session.hands[-1][key]
        for key in ("dealt", "events", "dealer")
        if key in session.hands[-1]
    }
    return HiddenHand(rules, hand, carried)


def _left(dealt: list[list[str]], events: list[str]) -> list[Counter[str]]:
    """What each seat still holds at the end."""
    held = [Counter(cards) for cards in dealt]
    for event in events:
        seat, action = int(event[0]), event[3:]
        if action.startswith("gives"):
            held[seat - 1][action.split()[1]] -= 1
            held[int(action[-1]) - 1][action.split()[1]] += 1
        elif action != "pass":
            held[seat - 1].subtract(action.removesuffix(" last").split())
    return held


def _unseen(event: str, chance: Random) -> str:
    """The event with one or two faces unseen."""
    words = event.split()
    places = [place for place, word in enumerate(words) if word[0].isupper() or word[0].isdigit()]
    places = [2] if "gives" in event else places[1:]
    for place in chance.sample(places, min(len(places), chance.randint(1, 2))):
        words[place] = "?"
    return " ".join(words)
