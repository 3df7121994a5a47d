"""Every way in which a climbing hand with gaps may have been, by trying everything: slow, and written from contract §2 alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Hands = tuple[list[str], ...]


class TooManyError(Exception):
    """More worlds than a test has time for."""


def every_world(hand: Json, deck: list[str], *, seats: int, size: int, most: int) -> list[Json]:
    """The hand with its deal and every face seen, in each way that fits; raises TooManyError."""
    written = [cards.split() if cards and cards != "?" else ["?"] * size for cards in _dealt(hand, seats)]  # fmt: skip
    known = [Counter(card for card in cards if card != "?") for cards in written]
    pool = Counter(deck) - sum(known, Counter())
    found: dict[str, Json] = {}
    shown = _shown_for_good(hand["events"], seats)
    for drawn in _shared(pool, [cards.count("?") for cards in written], most=20 * most):
        dealt = tuple([*own.elements(), *more] for own, more in zip(known, drawn, strict=True))
        if not all(_are_held(cards, held) for cards, held in zip(shown, dealt, strict=True)):
            continue
        for events in _followed(hand["events"], dealt, hand.get("left")):
            deal = [" ".join(sorted(cards)) for cards in dealt]
            found[repr((deal, events))] = {**hand, "dealt": deal, "events": events}
            if len(found) > most:
                raise TooManyError
    return list(found.values())


def _shown_for_good(events: list[str], seats: int) -> list[list[str]]:
    """By seat, the cards that it plays, where nothing was given: only who was dealt them can have played them."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    if any("gives" in event or "takes back" in event for event in events):
        return cards
    for event in events:
        if not event.endswith("pass"):
            words = event[3:].removesuffix(" last").split()
            cards[int(event[0]) - 1] += [word for word in words if word != "?"]
    return cards


def _dealt(hand: Json, seats: int) -> list[str | None]:
    return hand.get("dealt") or [None] * seats


def _shared(pool: Counter[str], numbers: list[int], *, most: int) -> Iterator[Hands]:
    ways = [0]
    for drawn in _each(pool, numbers):
        ways[0] += 1
        if ways[0] > most:
            raise TooManyError
        yield drawn


def _each(pool: Counter[str], numbers: list[int]) -> Iterator[Hands]:
    if not numbers:
        yield ()
        return
    for some in sorted(set(combinations(sorted(pool.elements()), numbers[0]))):
        for rest in _each(pool - Counter(some), numbers[1:]):
            yield (list(some), *rest)


def _followed(events: list[str], held: Hands, left: list[str | None] | None) -> Iterator[list[str]]:
    """The events with every face seen, as far as each card shown was held."""
    if not events:
        if all(
            _is_left(cards, kept)
            for cards, kept in zip(held, left or [None] * len(held), strict=True)
        ):
            yield []
        return
    first, *others = events
    seat, action = int(first[0]), first[3:]
    if action == "pass" or "takes back" in action:
        for rest in _followed(others, held, left):
            yield [first, *rest]
        return
    to = int(action[-1]) if action.startswith("gives") else 0
    words = [action.split()[1]] if to else action.removesuffix(" last").split()
    back = others and others[0] == f"{seat}: takes back"
    for cards in _shown(words, held[seat - 1]):
        after = list(held)
        if not back:
            after[seat - 1] = _without(held[seat - 1], cards)
            if to:
                after[to - 1] = held[to - 1] + cards
        last = " last" if action.endswith(" last") else ""
        text = f"{seat}: gives {cards[0]} to {to}" if to else f"{seat}: {' '.join(cards)}{last}"
        for rest in _followed(others, tuple(after), left):
            yield [text, *rest]


def _without(held: list[str], cards: list[str]) -> list[str]:
    rest = list(held)
    for card in cards:
        rest.remove(card)
    return rest


def _shown(words: list[str], held: list[str]) -> Iterator[list[str]]:
    named = [word for word in words if word != "?"]
    if not _are_held(named, held):
        return
    if len(named) == len(words):
        yield words
        return
    rest = sorted(_without(held, named))
    for faces in sorted(set(combinations(rest, len(words) - len(named)))):
        more = iter(faces)
        yield [next(more) if word == "?" else word for word in words]


def _are_held(cards: list[str], held: list[str]) -> bool:
    return all(cards.count(card) <= held.count(card) for card in cards)


def _is_left(held: list[str], kept: str | None) -> bool:
    if kept is None or kept == "?":
        return True
    named = [card for card in kept.split() if card != "?"]
    return _are_held(named, held) and len(kept.split()) == len(held)
