"""True hands with takebacks, of which random stretches were seen by nobody: what was dealt, played and left is known."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.hidden_climbing_hands import HiddenHand

Json = dict[str, Any]


class UnseenStretches(NamedTuple):
    """A record with unseen stretches, and what is true of it."""

    complete: HiddenHand
    hand: Json
    true_events: list[int]  # numbers in ``hand`` of events that are legal in the complete hand
    left: list[list[str]]


def hide(complete: HiddenHand, chance: Random) -> UnseenStretches:
    """Return the hand with takebacks added, and one to three stretches of its events unseen."""
    dealt = [cards.split() for cards in complete.hand["dealt"]]
    events = list(complete.hand["events"])
    if chance.random() < 0.4:
        events = events[: chance.randint(1, len(events))]
    marked = _with_takebacks(events, dealt, chance)
    left = cards_left(dealt, [text for text, _ in marked])
    for _ in range(chance.randint(1, 3)):
        marked = _hide_stretch(marked, chance)
    hand: Json = {**complete.hand, "events": [text for text, _ in marked]}
    _forget_deal(hand, dealt, chance)
    return UnseenStretches(
        complete._replace(hand=hand),
        _with_end(hand, left, chance),
        [number for number, (_, is_true) in enumerate(marked, 1) if is_true],
        left,
    )


def _with_takebacks(
    events: list[str], dealt: list[list[str]], chance: Random
) -> list[tuple[str, bool]]:
    """Return the events, each with whether it is legal, some after something else that was taken back."""
    marked: list[tuple[str, bool]] = []
    for place, event in enumerate(events):
        while chance.random() < 0.15:
            held = cards_left(dealt, events[:place])[int(event[0]) - 1]
            slip = _slip(event, held, chance)
            marked += [(slip, False), (f"{event[0]}: takes back", True)]
        marked.append((event, True))
    return marked


def _slip(event: str, held: list[str], chance: Random) -> str:
    """Return another action of the same seat, legal or not; sometimes the very same."""
    if "gives" in event:
        words = event.split()
        return " ".join([*words[:2], chance.choice(held), *words[3:]])
    number = min(len(held), chance.choice([1, 1, 2, 5]))
    cards = " ".join(chance.sample(held, number))
    return chance.choice([event, f"{event[0]}: pass", f"{event[0]}: {cards}"])


def _hide_stretch(marked: list[tuple[str, bool]], chance: Random) -> list[tuple[str, bool]]:
    """Return the events with one, or a stretch of them, unseen."""
    start = chance.choice([0, chance.randrange(len(marked)), chance.randrange(len(marked))])
    if chance.random() < 0.5 and marked[start][0] != "unseen":
        unseen, end = f"{marked[start][0][0]}: unseen", start + 1
    else:
        unseen, end = "unseen", min(len(marked), start + chance.choice([1, 1, 2, 3, 6]))
    following = marked[end][0] if end < len(marked) else ""
    while unseen == "unseen" and "takes back" in following:
        end += 1
        following = marked[end][0] if end < len(marked) else ""
    return [*marked[:start], (unseen, False), *marked[end:]]


def _forget_deal(hand: Json, dealt: list[list[str]], chance: Random) -> None:
    """Leave out the deal, some hands of it, or some cards."""
    if chance.random() < 0.4:
        del hand["dealt"]
        return
    hand["dealt"] = [
        None if chance.random() < 0.3 else _some_unseen(cards, chance) for cards in dealt
    ]


def _some_unseen(cards: list[str], chance: Random) -> str:
    often = chance.choice([0, 0, 0.2, 0.8, 1])
    return " ".join("?" if chance.random() < often else card for card in cards)


def _with_end(hand: Json, left: list[list[str]], chance: Random) -> Json:
    """Return the hand with what is true of its end: cards left, or numbers of them."""
    if chance.random() < 0.4 and [] in left:
        counts = [len(cards) for cards in left]
        return {
            **hand,
            "cards_left": [n if chance.random() < 0.8 or not n else "?" for n in counts],
        }
    written = [None if chance.random() < 0.3 else _some_unseen(cards, chance) for cards in left]
    return {**hand, "left": written}


def cards_left(dealt: list[list[str]], events: list[str]) -> list[list[str]]:
    """Return the cards that each seat holds after complete events, of which some are taken back."""
    holdings = [Counter(cards) for cards in dealt]
    for event, following in zip(events, [*events[1:], ""], strict=False):
        seat, action = int(event[0]), event[3:]
        if action in {"pass", "takes back"} or following == f"{seat}: takes back":
            continue
        if action.startswith("gives"):
            holdings[int(action[-1]) - 1][action.split()[1]] += 1
        cards = (
            action.split()[1:2]
            if action.startswith("gives")
            else action.removesuffix(" last").split()
        )
        holdings[seat - 1].subtract(cards)
    return [[*(+cards).elements()] for cards in holdings]


def problems(case: UnseenStretches) -> list[str]:
    """Return what the referee says against the true hand: a refusal, or an illegal play."""
    try:
        events = case.complete.judge(case.hand)
    except referee.MalformedError as error:
        return [f"{error.where}: {error.code}: {error.message}"]
    return [
        f"{events[number - 1]['event']}: {events[number - 1]['text']}: {events[number - 1]['reason']}"
        for number in case.true_events
        if events[number - 1]["verdict"] == "illegal"
    ]
