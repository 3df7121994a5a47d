"""Rebuild a table of a climbing game from what the key of its position says, with a history that leads there."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.carried_state import Carried
from referee.position_keys.climbing_keys import (
    KeyedPosition,
)
from referee.position_keys.key_parts import chosen_house_rules, require_copies
from referee.record import Json, MalformedError
from referee.table import Table


class InventedHistory(NamedTuple):
    """A hand that may lead to a position, and what the hand before it left."""

    hand: Mapping[str, Json]
    number: int
    winner: int | None = None
    loser: int | None = None


def climbing_tables(wanted: KeyedPosition) -> Iterator[Table]:
    """Yield tables of which one has the position, if a history leads there.  Raises MalformedError ``too-many-copies``."""
    for history in _histories(wanted):
        table = _table_after(wanted, history)
        if table is not None:
            yield table


def _table_after(wanted: KeyedPosition, history: InventedHistory) -> Table | None:
    """Return the table after a history; None if it cannot be."""
    seats = len(wanted.hands)
    nothing = (0,) * seats
    try:
        return Table(
            wanted.rules.variant,
            seats=seats,
            house_rules=chosen_house_rules(wanted.rules),
            hand=history.hand,
            carried=Carried(
                number=history.number,
                previous_winner=history.winner,
                previous_loser=history.loser,
                totals=nothing,
                won=nothing,
            ),
        )
    except MalformedError:  # such a hand is not dealt, or comes after the end of the game
        return None


def _histories(wanted: KeyedPosition) -> Iterator[InventedHistory]:
    """Yield histories of which one leads to the position, if any does.  Raises MalformedError ``too-many-copies``."""
    rules = wanted.rules
    gone = require_copies(rules, chain(wanted.standing, *wanted.hands))
    if sum(map(len, wanted.hands)) == len(wanted.hands) * rules.hand_size:
        yield from _unplayed(wanted)
        return
    sheds = _shed_cards(wanted, gone)
    dealt = [cards + shed for cards, shed in zip(wanted.hands, sheds, strict=True)]
    if wanted.owner:
        dealt[wanted.owner - 1] += wanted.standing
    number = 1 if rules.direction_of(1) == wanted.direction else 2
    for events in _played(wanted, sheds):
        yield InventedHistory({"dealt": [*map(" ".join, dealt)], "events": events}, number, 1, 2)


def _unplayed(wanted: KeyedPosition) -> Iterator[InventedHistory]:
    """Yield histories in which no card has been played."""
    rules, dealt = wanted.rules, [*map(" ".join, wanted.hands)]
    numbers = [number for number in (1, 2, 3) if rules.direction_of(number) == wanted.direction]
    dealer = (
        wanted.turn % len(dealt) + 1
    )  # the seat to its right leads if nobody has the opening card
    yield from (InventedHistory({"dealt": dealt, "dealer": dealer}, number) for number in numbers)
    if wanted.exchange:
        loser, winner = wanted.exchange
        gifts: Cards = (wanted.given,) if wanted.given else ()
        yield from (_with_gifts(wanted, number, loser, winner, gifts) for number in numbers)
        return
    yield from (InventedHistory({"dealt": dealt}, number, wanted.turn) for number in numbers)
    for number, loser in product(numbers, _seats_after(wanted, wanted.turn)):
        if wanted.hands[wanted.turn - 1] and wanted.hands[loser - 1]:
            highest = tuple(_highest(wanted, seat) for seat in (wanted.turn, loser))
            yield _with_gifts(wanted, number, loser, wanted.turn, highest)


def _with_gifts(
    wanted: KeyedPosition, number: int, loser: int, winner: int, gifts: Cards
) -> InventedHistory:
    """Return the history in which the loser has given the first card, and perhaps got the second one."""
    hands = [Counter(cards) for cards in wanted.hands]
    events = []
    for gift, giver, receiver in zip(gifts, (loser, winner), (winner, loser), strict=False):
        hands[receiver - 1][gift] -= 1
        hands[giver - 1][gift] += 1
        events.append(f"{giver}: gives {gift} to {receiver}")
    dealt = [" ".join(cards.elements()) for cards in hands]
    return InventedHistory({"dealt": dealt, "events": events}, number, winner, loser)


def _highest(wanted: KeyedPosition, seat: int) -> Card:
    return max(wanted.hands[seat - 1], key=wanted.rules.order.heights.__getitem__)


def _shed_cards(wanted: KeyedPosition, gone: list[Card]) -> list[Cards]:
    """Return, by seat, cards that it may have played besides the standing combination."""
    sheds: list[Cards] = []
    for seat in range(1, len(wanted.hands) + 1):
        number = max(0, wanted.rules.hand_size - _count_before(wanted, seat))
        sheds.append(tuple(gone[:number]))
        gone = gone[number:]
    return sheds


def _played(wanted: KeyedPosition, sheds: list[Cards]) -> Iterator[list[str]]:
    """Yield events by which the cards have been played and the trick comes to be as wanted."""
    if wanted.owner:
        yield from _with_standing(wanted, sheds)
        return
    for leader in (wanted.turn or len(sheds), *_seats_after(wanted, wanted.turn or len(sheds))):
        played = _lay_all(wanted, sheds, single=leader)
        yield played
        # the leader's last card is a single, which nobody beats
        yield played + [f"{seat}: pass" for seat in _seats_after(wanted, leader)]


def _with_standing(wanted: KeyedPosition, sheds: list[Cards]) -> Iterator[list[str]]:
    """Yield events with the standing combination and the passes around it."""
    owner = wanted.owner
    left = len(wanted.hands[owner - 1])
    standing = _lay(wanted, owner, wanted.standing, left=left)
    order = _seats_after(wanted, owner)
    waiting = order.index(wanted.turn) if wanted.turn in order else len(order)
    early = [seat for seat in order[waiting:] if seat in wanted.passed]
    late = [seat for seat in order[:waiting] if seat in wanted.passed]
    passes = {seat: f"{seat}: pass" for seat in order}
    # the play on which the early ones pass
    before = order[: order.index(early[0])] if early else []
    single = next((seat for seat in reversed(before) if _plays_on(wanted, seat)), 0)
    yield [
        *_lay_all(wanted, sheds, single=single),
        *(passes[seat] for seat in early),
        standing,
        *(passes[seat] for seat in late),
    ]
    if early:  # on the highest single, others may pass in any order
        yield [*_lay_all(wanted, sheds), standing, *(passes[seat] for seat in early + late)]


def _plays_on(wanted: KeyedPosition, seat: int) -> bool:
    return seat not in (*wanted.out, *wanted.blocked, *wanted.passed)


def _lay_all(wanted: KeyedPosition, sheds: list[Cards], *, single: int = 0) -> list[str]:
    """Return events by which the seats lay all that they have shed; ``single`` comes last, and lays its last card alone."""
    seats = range(1, len(sheds) + 1)
    others = [seat for seat in seats if seat not in (*wanted.out, *wanted.blocked)]
    events = []
    for seat in sorted([*wanted.out, *others, *wanted.blocked], key=lambda seat: seat == single):
        cards, left = sheds[seat - 1], _count_before(wanted, seat)
        if seat == single and len(cards) > 1:
            events.append(_lay(wanted, seat, cards[:-1], left=left + 1))
            cards = cards[-1:]
        if cards:
            events.append(_lay(wanted, seat, cards, left=left))
    return events


def _count_before(wanted: KeyedPosition, seat: int) -> int:
    """Return how many cards a seat holds before the standing combination is laid."""
    return len(wanted.hands[seat - 1]) + (len(wanted.standing) if seat == wanted.owner else 0)


def _lay(wanted: KeyedPosition, seat: int, cards: Cards, *, left: int) -> str:
    """Return the event of a seat that lays cards, with its announcement where one is required."""
    required = wanted.rules.last_card_announcement == "required"
    announced = required and left == 1 and seat not in wanted.blocked
    return f"{seat}: {' '.join(cards)}{' last' if announced else ''}"


def _seats_after(wanted: KeyedPosition, seat: int) -> list[int]:
    """Return the other seats in the order of play."""
    size = len(wanted.hands)
    return [(seat - 1 + wanted.direction * step) % size + 1 for step in range(1, size)]
