"""Every way in which a hand of Four Color Cards with gaps may have been, by trying everything: slow, and written from contract §2 alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.referee.possible_climbing_hands import TooManyError

Json = dict[str, Any]
DECK = Counter({kind + color: 4 for kind in "GAERHCS" for color in "rgyw"})


class Table(NamedTuple):
    """Where the cards are while the events are followed."""

    held: tuple[Counter[str], ...]  # by seat, the stock last
    offered: str = ""
    by: str = ""  # whose discard it is


def every_round(hand: Json, *, most: int) -> list[Json]:
    """The hand with its deal and every face seen, in each way that fits; raises TooManyError."""
    found: dict[str, Json] = {}
    deals = _deals([cards.split() for cards in hand["dealt"]])
    for tried, dealt in enumerate(deals, 1):
        if tried > most:
            raise TooManyError
        stock = DECK - sum(dealt, Counter())
        for events in _followed(hand["events"], Table((*dealt, stock)), hand.get("left")):
            deal = [" ".join(sorted(cards.elements())) for cards in dealt]
            found[repr((deal, events))] = {**hand, "dealt": deal, "events": events}
            if len(found) > most:
                raise TooManyError
    return list(found.values())


def _deals(written: list[list[str]]) -> Iterator[tuple[Counter[str], ...]]:
    known = tuple(Counter(card for card in cards if card != "?") for cards in written)
    pool = DECK - sum(known, Counter())
    yield from _drawn(known, [cards.count("?") for cards in written], pool)


def _drawn(
    known: tuple[Counter[str], ...], numbers: list[int], pool: Counter[str]
) -> Iterator[tuple[Counter[str], ...]]:
    if not numbers:
        yield ()
        return
    for some in _some(pool, numbers[0]):
        more = Counter(some)
        for rest in _drawn(known[1:], numbers[1:], pool - more):
            yield (known[0] + more, *rest)


def _some(pool: Counter[str], number: int) -> list[tuple[str, ...]]:
    few = Counter({card: min(copies, number) for card, copies in pool.items()})
    return sorted(set(combinations(sorted(few.elements()), number)))


def _followed(events: list[str], table: Table, left: list[str] | None) -> Iterator[list[str]]:
    """The events with every face seen, as far as each card shown was held."""
    if not events:
        if all(map(_is_left, table.held, left or [])):
            yield []
        return
    first, *others = events
    for text, after in _ways(first, table, last=_is_last(others)):
        for rest in _followed(others, after, left):
            yield [text, *rest]


def _is_last(others: list[str]) -> bool:
    """Does nothing follow but the lucky card?"""
    return all(": lucky" in event for event in others)


def _ways(event: str, table: Table, *, last: bool) -> Iterator[tuple[str, Table]]:
    seat, _, action = event.partition(": ")
    words = action.split()
    at = 2 if words[0] == "calls" else 1
    claim, cards = words[at - 1], words[at:]
    if claim in {"discards", "draws", "lucky"}:
        place = len(table.held) - 1 if claim != "discards" else int(seat) - 1
        for shown in _shown(cards, table.held[place]):
            after = _less(table, place, shown)
            if claim != "lucky":
                after = after._replace(offered=shown[0], by=seat)
            yield f"{seat}: {claim} {shown[0]}", after
        return
    place = int(seat) - 1
    for claimed in _claimed(cards, claim, table.offered):
        own = [n for n, word in enumerate(claimed) if word != "/" and word != "*"]
        for shown in _shown([claimed[n] for n in own], table.held[place]):
            faces = list(claimed)
            for n, face in zip(own, shown, strict=True):
                faces[n] = face
            told = [table.offered if word == "*" else word for word in faces]
            stays = words[0] == "calls" or (claim == "hu" and not last)
            yield (
                f"{seat}: {' '.join([*words[:at], *told])}",
                table if stays else _less(table, place, shown),
            )


def _claimed(cards: list[str], claim: str, offered: str) -> Iterator[list[str]]:
    """The cards with a star for the one that was on offer: first, in a hu anywhere in the first meld."""
    first = cards[: cards.index("/")] if "/" in cards else cards
    if claim == "hu":
        if offered in first:
            place = first.index(offered)
        elif "?" in first:
            place = first.index("?")
        else:
            return
        yield [*cards[:place], "*", *cards[place + 1 :]]
    elif cards[0] in {offered, "?"}:
        yield ["*", *cards[1:]]


def _shown(words: list[str], held: Counter[str]) -> Iterator[tuple[str, ...]]:
    """The words with faces that were held for those not seen, in every order that makes a difference."""
    named = Counter(word for word in words if word != "?")
    if not named <= held:
        return
    rest, number = held - named, words.count("?")
    for some in _some(rest, number):
        for faces in _orders(some, words):
            more = iter(faces)
            yield tuple(next(more) if word == "?" else word for word in words)


def _orders(some: tuple[str, ...], words: list[str]) -> set[tuple[str, ...]]:
    return set(permutations(some)) if len(words) > 4 else {some}


def _less(table: Table, place: int, shown: tuple[str, ...]) -> Table:
    held = list(table.held)
    held[place] = held[place] - Counter(shown)
    return table._replace(held=tuple(held))


def _is_left(held: Counter[str], kept: str | None) -> bool:
    if kept is None or kept == "?":
        return True
    named = Counter(card for card in kept.split() if card != "?")
    return named <= held and len(kept.split()) == held.total()
