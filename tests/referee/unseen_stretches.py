"""True hands, some plays of which were taken back on record, with stretches that nobody saw: what was legal and left is known."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.hidden_climbing_hands import HiddenHand, _random_gang_hand
from tests.referee.random_four_color_hands import random_house_rules as random_melding_rules
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand, random_house_rules

Json = dict[str, Any]
Marked = list[tuple[str, bool]]
"""Events, each with whether it is legal."""

SHOW_NOTHING = {"pass", "takes", "draws", "lucky", "calls"}
CLAIMS = {"chi", "pong", "gan"}


class UnseenStretches(NamedTuple):
    """A record with unseen stretches, and the numbers of its events that were legal."""

    complete: HiddenHand
    hand: Json
    legal_events: list[int]


def random_complete_hand(game: str, chance: Random) -> HiddenHand:
    """Return a legal hand under random house rules; ``game`` is a variant, or ``gang`` for either Gang of Four."""
    if game == "gang":
        return _random_gang_hand(chance)
    if game == "four-color-cards":
        chosen = random_melding_rules(chance)
        played = random_round(chance, chosen)
        hand, seats = {"dealt": played.dealt, "events": played.events}, played.seats
    else:
        chosen = random_house_rules(game, chance)
        hand, seats = random_hand(game, chosen, chance), 4
    nothing = (0,) * seats
    carried = referee.Carried(number=1, won=nothing, totals=nothing)
    return HiddenHand(referee.rules_for(game, chosen), hand, carried)


def hide(complete: HiddenHand, chance: Random) -> UnseenStretches:
    """Return the hand, or its beginning, with takebacks added and one to three stretches unseen."""
    dealt = [cards.split() for cards in complete.hand["dealt"]]
    events = list(complete.hand["events"])
    if chance.random() < 0.4:
        events = events[: chance.randint(1, len(events))]
    marked = _with_takebacks(events, dealt, chance)
    left = cards_left(dealt, [text for text, _ in marked])
    for _ in range(chance.randint(1, 3) if marked else 0):
        marked = _hide_stretch(marked, chance)
    hand: Json = {**complete.hand, "events": [text for text, _ in marked]}
    if chance.random() < 0.4:
        del hand["dealt"]
    else:
        hand["dealt"] = [_perhaps_unseen(cards, chance) for cards in dealt]
    finishers = {int(event[0]) for event in events if event[3:].startswith("hu ")}
    legal = [number for number, (_, is_legal) in enumerate(marked, 1) if is_legal]
    return UnseenStretches(complete, _with_end(hand, left, finishers, chance), legal)


def _with_takebacks(events: list[str], dealt: list[list[str]], chance: Random) -> Marked:
    """Return the events, some after another action of their seat that was taken back."""
    marked: Marked = []
    for place, event in enumerate(events):
        held = cards_left(dealt, events[:place])[int(event[0]) - 1]
        while chance.random() < 0.15 and len(held) > 5 and event.split()[1] not in SHOW_NOTHING:
            marked += [(_slip(event, held, chance), False), (f"{event[0]}: takes back", True)]
        marked.append((event, True))
    return marked


def _slip(event: str, held: list[str], chance: Random) -> str:
    """Return another action of the same seat, legal or not, that leaves it some cards; sometimes the very same."""
    seat, verb, *words = event.split()
    if verb == "gives":
        return " ".join([seat, verb, chance.choice(held), *words[1:]])
    if verb in {"discards", "hu", *CLAIMS}:
        return (
            chance.choice([event, f"{seat} discards {chance.choice(held)}"])
            if verb != "hu"
            else f"{seat} pass"
        )
    cards = " ".join(chance.sample(held, chance.choice([1, 1, 2, 5])))
    ways = [f"{seat} pass", f"{seat} {cards}", *([event] if len(words) + 1 < len(held) else [])]
    return chance.choice(ways)


def _hide_stretch(marked: Marked, chance: Random) -> Marked:
    """Return the events with one, or a stretch of them, unseen; a taking back only together with what it takes back.

    Gifts stay on record: verdicts take no unseen action for a gift.
    """
    gifts = [place for place, (text, _) in enumerate(marked, 1) if " gives " in text]
    first = gifts[-1] if gifts else 0
    if first == len(marked):
        return marked
    start = chance.choice(
        [first, chance.randrange(first, len(marked)), chance.randrange(first, len(marked))]
    )
    start -= "takes back" in marked[start][0]
    if chance.random() < 0.5 and marked[start][0] != "unseen":
        return [*marked[:start], (f"{marked[start][0][0]}: unseen", False), *marked[start + 1 :]]
    end = start + chance.choice([1, 1, 2, 3, 6])
    while end < len(marked) and "takes back" in marked[end][0]:
        end += 1
    return [*marked[:start], ("unseen", False), *marked[end:]]


def _perhaps_unseen(cards: list[str], chance: Random) -> str | None:
    """Return cards as written, some or all of them perhaps unseen."""
    if chance.random() < 0.3:
        return None
    often = chance.choice([0, 0, 0.2, 0.8, 1])
    return " ".join("?" if chance.random() < often else card for card in cards)


def _with_end(hand: Json, left: list[list[str]], finishers: set[int], chance: Random) -> Json:
    """Return the hand with what is true of its end: the cards left, or for a hand that is over their numbers."""
    if [] in left and not finishers and chance.random() < 0.4:
        return {**hand, "cards_left": [len(cards) for cards in left]}
    written = [_perhaps_unseen(cards, chance) for cards in left]
    return {
        **hand,
        "left": [None if seat in finishers else cards for seat, cards in enumerate(written, 1)],
    }


def cards_left(dealt: list[list[str]], events: list[str]) -> list[list[str]]:
    """Return the cards that each seat holds after complete events, of which some are taken back."""
    holdings = [Counter(cards) for cards in dealt]
    for event, following in zip(events, [*events[1:], ""], strict=False):
        seat, verb, *words = event.removesuffix(" last").split()
        if verb in SHOW_NOTHING or following == f"{seat} takes back":
            continue
        if verb == "gives":
            holdings[int(words[2]) - 1][words[0]] += 1
        own = words[:1] if verb == "gives" else words if verb == "discards" else [verb, *words]
        holdings[int(seat[0]) - 1].subtract(words[1:] if verb in CLAIMS else own)
    return [[*(+cards).elements()] for cards in holdings]


def objections(case: UnseenStretches) -> list[str]:
    """Return what the referee says against the true hand: that it cannot be, or that a legal event is illegal."""
    try:
        events = case.complete.judge(case.hand)
    except referee.MalformedError as error:
        return [f"{error.where}: {error.code}: {error.message}"]
    judged = [events[number - 1] for number in case.legal_events]
    return [
        f"{event['text']}: {event['reason']}" for event in judged if event["verdict"] == "illegal"
    ]
