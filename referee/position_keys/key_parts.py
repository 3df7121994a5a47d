"""The parts of which keys of positions consist, for every family of games."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards, UnknownCardError
from referee.digests import canonical
from referee.record import Json, MalformedError
from referee.rules import Rules
from referee.variants import VARIANTS, rules_for

PREFIX = "p1"
"""The version of the keys.  Another way of writing them gets another prefix."""

_KEY = re.compile(r"p1:([^:]+):([^:]*):([^:]*)(?::(\{.*\}))?", re.DOTALL)


class KeyParts(NamedTuple):
    """A key in its parts: the rules of the game, the cards of each seat, and the items of the state, whose order does not matter."""

    rules: Rules
    hands: tuple[Cards, ...]
    items: Mapping[str, str]  # an item without a value has an empty one


def write_key(rules: Rules, hands: Iterable[Cards], items: Mapping[str, str | bool | None]) -> str:
    """Return the key with these hands, whose cards are put into the deck's order; items without a value are left out."""
    state = ";".join(
        name if value is True else f"{name}={value}" for name, value in items.items() if value
    )
    chosen = chosen_house_rules(rules)
    dealt = "/".join(",".join(rules.deck.in_order(cards)) for cards in hands)
    return ":".join([PREFIX, rules.variant, dealt, state, *([canonical(chosen)] if chosen else [])])


def split_key(key: str) -> KeyParts:
    """Return the parts of a key.  Raises MalformedError."""
    if not isinstance(key, str) or not key.startswith(f"{PREFIX}:"):
        raise unreadable(f"{key!r} is no key of a position: it begins with '{PREFIX}:'.")
    match = _KEY.fullmatch(key)
    if match is None:
        raise unreadable(f"{key!r} is no key of a position: 'p1:GAME:HANDS:STATE' is expected.")
    try:
        chosen = json.loads(match[4] or "{}")
    except (ValueError, RecursionError):
        raise unreadable(f"{match[4]!r} are no house rules: a JSON object is expected.") from None
    rules = rules_for(match[1], chosen)
    hands = tuple(parse_cards(rules, hand) for hand in match[2].split("/"))
    if len(hands) not in rules.seats:
        raise unreadable(
            f"The key has cards for {len(hands)} seats: {rules.name} is for {rules.seats}."
        )
    return KeyParts(rules, hands, dict(item.partition("=")[::2] for item in match[3].split(";")))


def check_items(items: Mapping[str, str], known: Sequence[str]) -> None:
    """Raise MalformedError unless every item is known, and one says whose turn it is."""
    unknown = items.keys() - {*known}
    if unknown:
        raise unreadable(f"{min(unknown)!r} is none of {', '.join(known)}.")
    if not items.get("turn"):
        raise unreadable("The key does not say whose turn it is: 'turn=2', or 'turn=over'.")


def chosen_house_rules(rules: Rules) -> dict[str, Json]:
    """Return the house rules that differ from the game's own."""
    own = VARIANTS[rules.variant].house_rules
    return {name: value for name, value in rules.house_rules.items() if value != own[name]}


def parse_cards(rules: Rules, text: str) -> Cards:
    """Return cards in the deck's order.  Raises MalformedError."""
    try:
        cards = rules.deck.parse_all(text)
    except UnknownCardError as error:
        raise MalformedError("unknown-card", "", f"{error}.") from error
    if UNSEEN in cards:
        raise unreadable("A key has no unknown card '?'.")
    return rules.deck.in_order(cards)


def parse_seats(text: str, *, seats: int) -> tuple[int, ...]:
    """Return the numbers of seats.  Raises MalformedError."""
    numbers = text.split(",") if text else []
    known = {str(seat): seat for seat in range(1, seats + 1)}
    wrong = next((number for number in numbers if number not in known), None)
    if wrong is not None:
        raise MalformedError(
            "bad-seat", "", f"{wrong!r} is no seat: seats are numbered 1 to {seats}."
        )
    return tuple(known[number] for number in numbers)


def parse_seat(text: str, *, seats: int) -> int:
    """Return the number of one seat.  Raises MalformedError."""
    numbers = parse_seats(text, seats=seats)
    if len(numbers) != 1:
        raise unreadable(f"{text!r} is not one seat: seats are numbered 1 to {seats}.")
    return numbers[0]


def parse_turn(text: str, *, seats: int) -> int:
    """Return the seat to act, 0 if the hand is over.  Raises MalformedError."""
    return 0 if text == "over" else parse_seats(text, seats=seats)[0]


def require_known(holdings: Sequence[Mapping[Card, int]], counts: Sequence[int | None]) -> None:
    """Raise MalformedError unless all cards of every seat are known."""
    for seat, (cards, count) in enumerate(zip(holdings, counts, strict=True), 1):
        if sum(cards.values()) != count:
            raise unknown(f"the cards of seat {seat} are not all known")


def require_written(key: str, right: str) -> None:
    """Raise MalformedError unless a key is written as keys are: ``right`` is the key of what it says."""
    if key != right:
        raise unreadable(f"{key!r} is not written as keys are: {right!r}.")


def require_copies(rules: Rules, cards: Iterable[Card]) -> list[Card]:
    """Return the other cards of the deck.  Raises MalformedError ``too-many-copies``."""
    others = [*rules.deck.cards]
    for card in cards:
        if card not in others:
            message = f"The key has the {card} more often than the deck."
            raise MalformedError("too-many-copies", "", message)
        others.remove(card)
    return others


def unknown(what: str) -> MalformedError:
    """Return the error of a position that is not wholly known."""
    return MalformedError("unreadable", "", f"This position has no key: {what}.")


def unreadable(message: str) -> MalformedError:
    """Return the error of a text that is no key."""
    return MalformedError("unreadable", "", message)
