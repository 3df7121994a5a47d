"""Every complete hand of Four Color Cards that fits a record with gaps: tries everything, slowly, by contract §2 alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.referee.possible_climbing_hands import TooManyError

Json = dict[str, Any]
DECK = Counter({kind + color: 4 for kind in "GAERHCS" for color in "rgyw"})


class Table(NamedTuple):
    """The holdings and the card on offer between two events."""

    holdings: tuple[Counter[str], ...]  # by seat, the stock last
    offered: str = ""
    by: str = ""  # the seat that turned it up


def every_round(hand: Json, *, most: int) -> list[Json]:
    """Return every complete hand, with its deal and all faces, that fits the record.  Raises TooManyError."""
    complete: dict[str, Json] = {}
    deals = _deals([cards.split() for cards in hand["dealt"]])
    for tried, dealt in enumerate(deals, 1):
        if tried > most:
            raise TooManyError
        stock = DECK - sum(dealt, Counter())
        for events in _complete_events(hand["events"], Table((*dealt, stock)), hand.get("left")):
            deal = [" ".join(sorted(cards.elements())) for cards in dealt]
            complete[repr((deal, events))] = {**hand, "dealt": deal, "events": events}
            if len(complete) > most:
                raise TooManyError
    return list(complete.values())


def _deals(written: list[list[str]]) -> Iterator[tuple[Counter[str], ...]]:
    known = tuple(Counter(card for card in cards if card != "?") for cards in written)
    pool = DECK - sum(known, Counter())
    yield from _distribute(known, [cards.count("?") for cards in written], pool)


def _distribute(
    known: tuple[Counter[str], ...], numbers: list[int], pool: Counter[str]
) -> Iterator[tuple[Counter[str], ...]]:
    if not numbers:
        yield ()
        return
    for drawn in _draws(pool, numbers[0]):
        more = Counter(drawn)
        for rest in _distribute(known[1:], numbers[1:], pool - more):
            yield (known[0] + more, *rest)


def _draws(pool: Counter[str], number: int) -> list[tuple[str, ...]]:
    few = Counter({card: min(copies, number) for card, copies in pool.items()})
    return sorted(set(combinations(sorted(few.elements()), number)))


def _complete_events(
    events: list[str], table: Table, left: list[str] | None
) -> Iterator[list[str]]:
    """Yield the events with all faces named, in every way in which each card was held by its seat."""
    if not events:
        if all(map(_is_left, table.holdings, left or [])):
            yield []
        return
    first, *others = events
    for text, after in _complete_event(first, table, last=_is_last(others)):
        for rest in _complete_events(others, after, left):
            yield [text, *rest]


def _is_last(others: list[str]) -> bool:
    """Return whether nothing but the lucky card follows."""
    return all(": lucky" in event for event in others)


def _complete_event(event: str, table: Table, *, last: bool) -> Iterator[tuple[str, Table]]:
    seat, _, action = event.partition(": ")
    words = action.split()
    at = 2 if words[0] == "calls" else 1
    claim, cards = words[at - 1], words[at:]
    if claim in {"discards", "draws", "lucky"}:
        place = len(table.holdings) - 1 if claim != "discards" else int(seat) - 1
        for played in _named_cards(cards, table.holdings[place]):
            after = _remove_cards(table, place, played)
            if claim != "lucky":
                after = after._replace(offered=played[0], by=seat)
            yield f"{seat}: {claim} {played[0]}", after
        return
    place = int(seat) - 1
    for claimed in _mark_claimed(cards, claim, table.offered):
        own = [n for n, word in enumerate(claimed) if word != "/" and word != "*"]
        for played in _named_cards([claimed[n] for n in own], table.holdings[place]):
            faces = list(claimed)
            for n, face in zip(own, played, strict=True):
                faces[n] = face
            named = [table.offered if word == "*" else word for word in faces]
            stays = words[0] == "calls" or (claim == "hu" and not last)
            yield (
                f"{seat}: {' '.join([*words[:at], *named])}",
                table if stays else _remove_cards(table, place, played),
            )


def _mark_claimed(cards: list[str], claim: str, offered: str) -> Iterator[list[str]]:
    """Yield the cards with ``*`` for the one on offer, which comes first, or in a hu anywhere in the first meld."""
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


def _named_cards(words: list[str], holding: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield the words with held cards for the unseen ones, in every order that makes a difference."""
    named = Counter(word for word in words if word != "?")
    if not named <= holding:
        return
    rest, number = holding - named, words.count("?")
    for drawn in _draws(rest, number):
        for faces in _orders(drawn, words):
            more = iter(faces)
            yield tuple(next(more) if word == "?" else word for word in words)


def _orders(drawn: tuple[str, ...], words: list[str]) -> set[tuple[str, ...]]:
    return set(permutations(drawn)) if len(words) > 4 else {drawn}


def _remove_cards(table: Table, place: int, played: tuple[str, ...]) -> Table:
    holdings = list(table.holdings)
    holdings[place] = holdings[place] - Counter(played)
    return table._replace(holdings=tuple(holdings))


def _is_left(holding: Counter[str], left: str | None) -> bool:
    if left is None or left == "?":
        return True
    named = Counter(card for card in left.split() if card != "?")
    return named <= holding and len(left.split()) == holding.total()
