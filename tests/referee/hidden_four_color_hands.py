"""Random hands of Four Color Cards with a few hidden cards, few enough to try every possible face."""

from collections import Counter
from random import Random
from typing import Any

import referee
from tests.referee.hidden_climbing_hands import HiddenHand
from tests.referee.random_four_color_hands import Round, random_house_rules, random_round

Words = list[str]
TURNS_UP = {"discards", "draws"}


def hidden_round(
    chance: Random,
    *,
    cards: int,
    faces: int,
    breaches: bool = False,
    house_rules: dict[str, Any] | None = None,
) -> HiddenHand:
    """Return a hand or its first events, with ``cards`` hidden dealt cards and ``faces`` times a hidden face of an event.

    House rules that are not stated are random.
    """
    rules = {**random_house_rules(chance), **(house_rules or {})}
    played = random_round(chance, rules)
    events = list(played.events)
    if chance.random() < 0.7:
        events = events[: chance.randint(1, 14)]
    if breaches:
        _insert_breach(events, played, chance)
    dealt = [hand.split() for hand in played.dealt]
    for _ in range(cards):
        hand = chance.choice(_decisive_hands(dealt, events) or dealt)
        named = " ".join(events).split()
        places = [place for place, card in enumerate(hand) if card not in named]
        hand[chance.choice(places or range(len(hand)))] = "?"
    for _ in range(faces):
        place = chance.choice(_places_to_hide(events, chance))
        events[place] = _hide_face(events[place], chance)
    nothing = (0,) * played.seats
    return HiddenHand(
        referee.rules_for("four-color-cards", rules),
        {"dealt": [" ".join(hand) for hand in dealt], "events": events},
        referee.Carried(number=1, won=nothing, totals=nothing),
    )


def _decisive_hands(dealt: list[Words], events: Words) -> list[Words]:
    """Return the hands with two copies of a card that is turned up, where a hidden card may be the third."""
    offered = {event.split()[-1] for event in events[:-1] if event.split()[1] in TURNS_UP}
    number = Counter(card for hand in dealt for card in hand)
    return [
        hand
        for hand in dealt
        for card in sorted(offered)
        if hand.count(card) == 2 and number[card] <= 3 and card[0] != "S"
    ]


def _insert_breach(events: Words, played: Round, chance: Random) -> None:
    """Give one event to another seat, or insert a wrong claim after it."""
    place = chance.randrange(len(events))
    others = [seat for seat in range(1, played.seats + 1) if str(seat) != events[place][0]]
    seat = chance.choice(others)
    if chance.random() < 0.5:
        events[place] = f"{seat}:{events[place].partition(':')[2]}"
    elif any(word in events[place] for word in ("discards", "draws")):
        card = events[place].split()[-1]
        events.insert(
            place + 1, f"{seat}: {chance.choice(['hu', 'calls hu', 'chi'])} {card} {card}"
        )


def _places_to_hide(events: Words, chance: Random) -> list[int]:
    """Return the events to choose from: claims more often than single cards, because more can be proved about them."""
    places = list(range(len(events)))
    claims = [place for place in places if len(events[place].split()) > 3]
    return claims if claims and chance.random() < 0.6 else places


def _hide_face(event: str, chance: Random) -> str:
    words = event.split()
    cards = [place for place, word in enumerate(words) if word[0].isupper()]
    if cards:
        words[chance.choice(cards)] = "?"
    return " ".join(words)
