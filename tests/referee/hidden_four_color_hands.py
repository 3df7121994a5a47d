"""Random hands of Four Color Cards with a few hidden cards, few enough to try every possible face."""

from random import Random

import referee
from tests.referee.hidden_climbing_hands import HiddenHand
from tests.referee.random_four_color_hands import Round, random_house_rules, random_round

Words = list[str]


def hidden_round(chance: Random, *, cards: int, faces: int, breaches: bool = False) -> HiddenHand:
    """Return a hand or its first events, with ``cards`` hidden dealt cards and ``faces`` times a hidden face of an event.

    Hu and gan are not forced, because passing over them is illegal only if the record proves that they were possible.
    """
    rules = {
        key: value for key, value in random_house_rules(chance).items() if "forced_" not in key
    }
    played = random_round(chance, rules)
    events = list(played.events)
    if chance.random() < 0.7:
        events = events[: chance.randint(1, 14)]
    if breaches:
        _insert_breach(events, played, chance)
    dealt = [hand.split() for hand in played.dealt]
    for _ in range(cards):
        hand = chance.choice(dealt)
        hand[chance.randrange(len(hand))] = "?"
    for _ in range(faces):
        place = chance.choice(_places_to_hide(events, chance))
        events[place] = _hide_face(events[place], chance)
    nothing = (0,) * played.seats
    return HiddenHand(
        referee.rules_for("four-color-cards", rules),
        {"dealt": [" ".join(hand) for hand in dealt], "events": events},
        referee.Carried(number=1, won=nothing, totals=nothing),
    )


def _insert_breach(events: Words, played: Round, chance: Random) -> None:
    """Give one event to another seat, or insert a wrong claim after it."""
    place = chance.randrange(len(events))
    seat = chance.randint(1, played.seats)
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
