"""Parse the deal and the score sheet of a melding hand (contract §2)."""

from collections.abc import Mapping
from typing import NamedTuple

from referee.cards import UNSEEN, Cards, UnknownCardError
from referee.melding.rules import MeldingRules
from referee.reason_texts import count_cards
from referee.record import Json, MalformedError


class WrittenSheet(NamedTuple):
    """The score sheet of a hand as written: a finisher's melds, or a wash-out.  None for keys that are missing."""

    finisher: int | None = None
    exposed: tuple[Cards, ...] | None = None
    concealed: tuple[Cards, ...] | None = None
    lucky: Cards | None = None  # empty: the stock was empty
    washed_out: bool = False


def read_sheet(hand: Mapping[str, Json], rules: MeldingRules, *, seats: int) -> WrittenSheet:
    """Return the keys of a score sheet.  Raises MalformedError with the key's path."""
    washed_out = hand.get("washed_out")
    if washed_out is not None and not isinstance(washed_out, bool):
        raise MalformedError("impossible-result", "washed_out", "Expected true or false.")
    return WrittenSheet(
        _finisher(hand.get("finisher"), seats=seats),
        _melds(hand.get("exposed"), "exposed", rules),
        _melds(hand.get("concealed"), "concealed", rules),
        _lucky(hand.get("lucky"), rules),
        bool(washed_out),
    )


def _finisher(value: Json, *, seats: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        message = f"{value!r} is no seat: seats are numbered 1 to {seats}."
        raise MalformedError("bad-seat", "finisher", message)
    return value


def _melds(value: Json, key: str, rules: MeldingRules) -> tuple[Cards, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(cards, str) for cards in value):
        raise MalformedError("unreadable", key, "Melds are a list of texts such as 'Rr Hr Cr'.")
    melds = tuple(_cards(text, f"{key}[{number}]", rules) for number, text in enumerate(value))
    if not all(melds):
        where = f"{key}[{melds.index(())}]"
        raise MalformedError("impossible-result", where, "A meld has at least one card.")
    return melds


def _lucky(value: Json, rules: MeldingRules) -> Cards | None:
    if value is None:
        return None
    cards = _cards(value, "lucky", rules) if isinstance(value, str) else (UNSEEN, UNSEEN)
    if len(cards) > 1:
        raise MalformedError("unreadable", "lucky", "The lucky card is one card, such as 'Ag'.")
    return cards


def _cards(text: str, where: str, rules: MeldingRules) -> Cards:
    try:
        return rules.deck.parse_all(text)
    except UnknownCardError as error:
        raise MalformedError("unknown-card", where, f"{error}.") from error


def check_deal(dealt: tuple[Cards | None, ...] | None, rules: MeldingRules) -> None:
    """Raise MalformedError ``wrong-deal-size`` unless the first player has one card more than the others (F1)."""
    more = rules.hand_size + 1
    first: int | None = None
    for place, cards in enumerate(dealt or ()):
        if cards is None or len(cards) == rules.hand_size:
            continue
        if len(cards) != more:
            message = f"{count_cards(len(cards))} where {rules.hand_size} are dealt, {more} to the first player."
            raise MalformedError("wrong-deal-size", f"dealt[{place}]", message)
        if first is not None:
            message = (
                f"Seats {first + 1} and {place + 1} have {more} cards: only the first player has."
            )
            raise MalformedError("wrong-deal-size", f"dealt[{place}]", message)
        first = place
    if dealt and first is None and None not in dealt:
        message = f"Nobody has {more} cards: the first player is dealt one more."
        raise MalformedError("wrong-deal-size", "dealt", message)
