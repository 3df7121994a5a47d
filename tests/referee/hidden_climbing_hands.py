"""Random hands of climbing games with a few hidden cards, few enough to try every possible face."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.random_hands import random_hand, random_house_rules
from tests.referee.random_sessions import random_session

Json = dict[str, Any]


class HiddenHand(NamedTuple):
    """A hand with gaps, and the state carried into it."""

    rules: Any
    hand: Json
    carried: Any

    @property
    def seats(self) -> int:
        return len(self.carried.won)

    def parse(self, hand: Json | None = None) -> Any:
        return referee.parse_hand(hand or self.hand, self.rules, seats=self.seats)

    def judge(self, hand: Json | None = None) -> list[Json]:
        """Return every event with its verdict, as JSON."""
        adjudication = referee.adjudicate_hand(self.rules, self.parse(hand), self.carried)
        events: list[Json] = adjudication.as_json()["events"]
        return events


def hidden_hand(chance: Random, *, faces: int, breaches: bool = False) -> HiddenHand:
    """Return a hand with up to three hidden cards of each seat, and ``faces`` times hidden faces of an event.

    The hand is legal; with ``breaches`` one event of it is replaced, or only its first events are kept.
    """
    complete = _random_guarded_hand(chance) if chance.random() < 0.4 else _random_gang_hand(chance)
    dealt = [cards.split() for cards in complete.hand["dealt"]]
    events = list(complete.hand["events"])
    if breaches:
        events = _with_breach(events, dealt, chance)
    left = _cards_left(dealt, events)
    for cards, remaining in zip(dealt, left, strict=True):
        places = [
            place
            for place, card in enumerate(cards)
            if remaining[card] > 0 or chance.random() < 0.1
        ]
        for place in chance.sample(places, min(len(places), chance.randrange(4))):
            cards[place] = "?"
    for _ in range(faces):
        place = chance.randrange(len(events))
        events[place] = _hide_faces(events[place], chance)
    hand = {**complete.hand, "dealt": [" ".join(cards) for cards in dealt], "events": events}
    return complete._replace(hand=hand)


def _with_breach(events: list[str], dealt: list[list[str]], chance: Random) -> list[str]:
    """Return the events with one of another seat, of another card, as a pass, not announced, or taken back."""
    if chance.random() < 0.3:
        return events[: chance.randint(1, len(events))]
    place = chance.randrange(len(events))
    seat, action = events[place][0], events[place][3:]
    card = chance.choice(dealt[int(seat) - 1])
    ways = [
        [f"{chance.randint(1, len(dealt))}: {action}"],
        [f"{seat}: {card}"],
        [f"{seat}: pass"],
        [events[place].removesuffix(" last")],
        [f"{seat}: {card}", f"{seat}: takes back", events[place]],
    ]
    if "gives" not in action:
        events[place : place + 1] = chance.choice(ways)
    return events


def _random_guarded_hand(chance: Random) -> HiddenHand:
    variant = chance.choice(["big-two", "pusoy-dos"])
    chosen = {**random_house_rules(variant, chance), "protect_last_card": True}
    hand = random_hand(variant, chosen, chance)
    carried = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
    return HiddenHand(referee.rules_for(variant, chosen), hand, carried)


def _random_gang_hand(chance: Random) -> HiddenHand:
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


def _cards_left(dealt: list[list[str]], events: list[str]) -> list[Counter[str]]:
    """Return the cards that each seat holds at the end."""
    holdings = [Counter(cards) for cards in dealt]
    for event in events:
        seat, action = int(event[0]), event[3:]
        if action.startswith("gives"):
            holdings[seat - 1][action.split()[1]] -= 1
            holdings[int(action[-1]) - 1][action.split()[1]] += 1
        elif action not in {"pass", "takes back"}:
            holdings[seat - 1].subtract(action.removesuffix(" last").split())
    return holdings


def _hide_faces(event: str, chance: Random) -> str:
    """Return the event with one or two faces unseen."""
    words = event.split()
    places = [place for place, word in enumerate(words) if word[0].isupper() or word[0].isdigit()]
    places = [2] if "gives" in event else places[1:]
    for place in chance.sample(places, min(len(places), chance.randint(1, 2))):
        words[place] = "?"
    return " ".join(words)
