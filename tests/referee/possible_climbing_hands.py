"""Every complete climbing hand that fits a record with gaps: tries everything, slowly, by contract §2 alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Hands = tuple[list[str], ...]


class TooManyError(Exception):
    """Raised when more complete hands fit than a test can try."""


def every_world(hand: Json, deck: list[str], *, seats: int, size: int, most: int) -> list[Json]:
    """Return every complete hand, with its deal and all faces, that fits the record.  Raises TooManyError."""
    written = [
        cards.split() if cards and cards != "?" else ["?"] * size for cards in _deal_of(hand, seats)
    ]
    known = [Counter(card for card in cards if card != "?") for cards in written]
    pool = Counter(deck) - sum(known, Counter())
    complete: dict[str, Json] = {}
    played = _certainly_dealt(hand["events"], seats)
    for added in _distribute(pool, [cards.count("?") for cards in written], most=20 * most):
        dealt = tuple([*own.elements(), *more] for own, more in zip(known, added, strict=True))
        if not all(_are_held(cards, holding) for cards, holding in zip(played, dealt, strict=True)):
            continue
        for events in _complete_events(hand["events"], dealt, hand.get("left")):
            deal = [" ".join(sorted(cards)) for cards in dealt]
            complete[repr((deal, events))] = {**hand, "dealt": deal, "events": events}
            if len(complete) > most:
                raise TooManyError
    return list(complete.values())


def _certainly_dealt(events: list[str], seats: int) -> list[list[str]]:
    """Return, by seat, the cards that it plays; none if gifts or taking back make their origin uncertain."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    if any("gives" in event or "takes back" in event for event in events):
        return cards
    for event in events:
        if not event.endswith("pass"):
            words = event[3:].removesuffix(" last").split()
            cards[int(event[0]) - 1] += [word for word in words if word != "?"]
    return cards


def _deal_of(hand: Json, seats: int) -> list[str | None]:
    return hand.get("dealt") or [None] * seats


def _distribute(pool: Counter[str], numbers: list[int], *, most: int) -> Iterator[Hands]:
    ways = [0]
    for added in _distributions(pool, numbers):
        ways[0] += 1
        if ways[0] > most:
            raise TooManyError
        yield added


def _distributions(pool: Counter[str], numbers: list[int]) -> Iterator[Hands]:
    if not numbers:
        yield ()
        return
    for some in sorted(set(combinations(sorted(pool.elements()), numbers[0]))):
        for rest in _distributions(pool - Counter(some), numbers[1:]):
            yield (list(some), *rest)


def _complete_events(
    events: list[str], holdings: Hands, left: list[str | None] | None
) -> Iterator[list[str]]:
    """Yield the events with all faces named, in every way in which each card was held by its seat."""
    if not events:
        if all(
            _is_left(cards, remaining)
            for cards, remaining in zip(holdings, left or [None] * len(holdings), strict=True)
        ):
            yield []
        return
    first, *others = events
    seat, action = int(first[0]), first[3:]
    if action == "pass" or "takes back" in action:
        for rest in _complete_events(others, holdings, left):
            yield [first, *rest]
        return
    to = int(action[-1]) if action.startswith("gives") else 0
    words = [action.split()[1]] if to else action.removesuffix(" last").split()
    back = others and others[0] == f"{seat}: takes back"
    for cards in _named_cards(words, holdings[seat - 1]):
        after = list(holdings)
        if not back:
            after[seat - 1] = _remove_cards(holdings[seat - 1], cards)
            if to:
                after[to - 1] = holdings[to - 1] + cards
        last = " last" if action.endswith(" last") else ""
        text = f"{seat}: gives {cards[0]} to {to}" if to else f"{seat}: {' '.join(cards)}{last}"
        for rest in _complete_events(others, tuple(after), left):
            yield [text, *rest]


def _remove_cards(holding: list[str], cards: list[str]) -> list[str]:
    rest = list(holding)
    for card in cards:
        rest.remove(card)
    return rest


def _named_cards(words: list[str], holding: list[str]) -> Iterator[list[str]]:
    named = [word for word in words if word != "?"]
    if not _are_held(named, holding):
        return
    if len(named) == len(words):
        yield words
        return
    rest = sorted(_remove_cards(holding, named))
    for faces in sorted(set(combinations(rest, len(words) - len(named)))):
        more = iter(faces)
        yield [next(more) if word == "?" else word for word in words]


def _are_held(cards: list[str], holding: list[str]) -> bool:
    return all(cards.count(card) <= holding.count(card) for card in cards)


def _is_left(holding: list[str], left: str | None) -> bool:
    if left is None or left == "?":
        return True
    named = [card for card in left.split() if card != "?"]
    return _are_held(named, holding) and len(left.split()) == len(holding)
