"""The keys of positions of melding games."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from referee.cards import Card, Cards, rank, suit
from referee.melding import MeldingRules
from referee.melding.melds import sorted_cards
from referee.melding.position import MeldingPosition, Offer
from referee.position_keys.key_parts import (
    KeyParts,
    check_items,
    parse_cards,
    parse_seat,
    parse_turn,
    require_known,
    unknown,
    unreadable,
    write_key,
)
from referee.record import SeatAction

_ITEMS = (
    "turn",
    "opening",
    "offer",
    "calls",
    "took",
    "melds",
    "finish",
    "lucky",
    "stock",
)
_CALLED = ("chi", "pong", "gan", "hu")

Melds = tuple[Cards, ...]


class KeyedMelding(NamedTuple):
    """What a key says of a position of a melding game."""

    rules: MeldingRules
    hands: tuple[Cards, ...]  # by seat, as the melds
    melds: tuple[Melds, ...]
    stock: Cards
    turn: int = 0  # 0: the hand is over
    opening: bool = False  # is the first discard still to be made?
    offer: Offer | None = None
    calls: tuple[tuple[int, SeatAction], ...] = ()  # for the card on offer
    took: Offer | None = None  # the card that the seat to act has just claimed
    finish: tuple[int, Melds] | None = None  # who has finished, with which melds
    lucky: Card | None = None


def melding_key(rules: MeldingRules, position: MeldingPosition) -> str:
    """Return the key of a position.  Raises MalformedError where the position is not wholly known."""
    return format_melding_key(_keyed(rules, position))


def format_melding_key(keyed: KeyedMelding) -> str:
    """Return the key of a position: the first in the alphabet after each exchange of suits that makes no difference."""
    return min(_write(_exchanged(keyed, change)) for change in _alike_suits(keyed.rules))


def parse_melding_key(parts: KeyParts, rules: MeldingRules) -> KeyedMelding:
    """Return what a key says.  Raises MalformedError."""
    check_items(parts.items, _ITEMS)
    items, seats = parts.items, len(parts.hands)
    laid = items.get("melds") or "/" * (seats - 1)
    finish: tuple[int, Melds] | None = None
    if items.get("finish"):
        finisher, _comma, melds = items["finish"].partition(",")
        finish = parse_seat(finisher, seats=seats), _melds(rules, melds)
    lucky = parse_cards(rules, items.get("lucky", ""))
    keyed = KeyedMelding(
        rules,
        parts.hands,
        tuple(_melds(rules, one) for one in laid.split("/")),
        parse_cards(rules, items.get("stock", "")),
        parse_turn(items["turn"], seats=seats),
        "opening" in items,
        _offer(rules, items.get("offer", ""), seats=seats),
        tuple(_call(one, seats=seats) for one in items.get("calls", "").split(",") if one),
        _offer(rules, items.get("took", ""), seats=seats),
        finish,
        lucky[0] if lucky else None,
    )
    if len(keyed.melds) != seats:
        raise unreadable(f"The key has melds of {len(keyed.melds)} seats, and cards for {seats}.")
    return keyed


def _keyed(rules: MeldingRules, position: MeldingPosition) -> KeyedMelding:
    require_known(position.holdings[:-1], position.counts[:-1])
    *holdings, stock = (tuple(Counter(cards).elements()) for cards in position.holdings)
    turned = position.lucky is not None  # and still among the cards of the stock
    if position.stock is None or len(stock) != position.stock + rules.dead_wall + turned:
        raise unknown("the cards of the stock are not all known")
    finish = position.finish
    return KeyedMelding(
        rules,
        tuple(holdings),
        tuple(tuple(one.cards for one in laid) for laid in position.melds),
        stock,
        0 if finish else position.turn,
        not position.started,
        position.offer,
        tuple((call.seat, call.action) for call in position.calls),
        position.source if position.has_claimed else None,
        (finish.seat, tuple(one.cards for one in finish.melds)) if finish else None,
        position.lucky,
    )


def _write(keyed: KeyedMelding) -> str:
    in_order = keyed.rules.deck.in_order

    def melds(laid: Iterable[Cards]) -> str:
        return "+".join(sorted(",".join(in_order(cards)) for cards in laid))

    items: dict[str, str | bool | None] = {
        "turn": str(keyed.turn or "over"),
        "opening": keyed.opening,
        "offer": _turned_up(keyed.offer),
        "calls": ",".join(f"{seat} {action}" for seat, action in keyed.calls),
        "took": _turned_up(keyed.took),
        "melds": "/".join(map(melds, keyed.melds)) if any(keyed.melds) else "",
        "finish": f"{keyed.finish[0]},{melds(keyed.finish[1])}" if keyed.finish else "",
        "lucky": keyed.lucky,
        "stock": ",".join(in_order(keyed.stock)),
    }
    return write_key(keyed.rules, keyed.hands, items)


def _turned_up(offer: Offer | None) -> str:
    return f"{offer.card},{offer.seat}{',drawn' * offer.drawn}" if offer else ""


def _exchanged(keyed: KeyedMelding, change: Mapping[Card, Card]) -> KeyedMelding:
    def cards(some: Cards) -> Cards:
        return tuple(change[card] for card in some)

    def melds(laid: Melds) -> Melds:
        return tuple(map(cards, laid))

    def offer(turned: Offer | None) -> Offer | None:
        return turned and turned._replace(card=change[turned.card])

    return keyed._replace(
        hands=melds(keyed.hands),
        melds=tuple(map(melds, keyed.melds)),
        stock=cards(keyed.stock),
        offer=offer(keyed.offer),
        took=offer(keyed.took),
        finish=(keyed.finish[0], melds(keyed.finish[1])) if keyed.finish else None,
        lucky=change[keyed.lucky] if keyed.lucky else None,
    )


@lru_cache(64)
def _alike_suits(rules: MeldingRules) -> tuple[Mapping[Card, Card], ...]:
    """Return every exchange of suits under which each meld remains a meld of its kind."""
    suits = list(dict.fromkeys(map(suit, rules.deck.copies)))
    changes = []
    for others in permutations(suits):
        other = dict(zip(suits, others, strict=True))
        change = {card: Card(rank(card) + other[suit(card)]) for card in rules.deck.copies}
        melds = {
            sorted_cards(tuple(change[card] for card in cards)): made.meld.name
            for cards, made in rules.divider.by_cards.items()
        }
        if melds == {cards: made.meld.name for cards, made in rules.divider.by_cards.items()}:
            changes.append(change)
    return tuple(changes)


def _melds(rules: MeldingRules, text: str) -> Melds:
    return tuple(parse_cards(rules, one) for one in text.split("+") if one)


def _offer(rules: MeldingRules, text: str, *, seats: int) -> Offer | None:
    if not text:
        return None
    card, _comma, rest = text.partition(",")
    number, _comma, drawn = rest.partition(",")
    cards = parse_cards(rules, card)
    if len(cards) != 1 or not number or drawn not in {"", "drawn"}:
        raise unreadable(f"{text!r} is no card on offer: 'Gr,2' or 'Gr,2,drawn' is expected.")
    return Offer(cards[0], parse_seat(number, seats=seats), drawn=bool(drawn))


def _call(text: str, *, seats: int) -> tuple[int, SeatAction]:
    number, _space, action = text.partition(" ")
    if action not in _CALLED:
        raise unreadable(f"{text!r} is no call: '2 pong' is expected.")
    return parse_seat(number, seats=seats), SeatAction(action)
