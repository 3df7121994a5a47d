"""Parse a question about a claim (contract §5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import UNSEEN, Card, Cards
from referee.events import parse_cards, parse_melding_event
from referee.melding.claims import CLAIMS
from referee.melding.position import Offer
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, Json, MalformedError, SeatAction


@dataclass(frozen=True, kw_only=True)
class ClaimQuestion:
    """The facts of a question about one claim; None where the asker does not know."""

    rules: MeldingRules
    seats: int
    offer: Offer
    claim: HandEvent
    others: tuple[HandEvent, ...]
    hand: Cards | None


def parse(question: Mapping[str, Any], rules: MeldingRules) -> ClaimQuestion:
    """Return the question that the JSON object asks.  Raises MalformedError."""
    seats = question.get("players")
    seats = max(rules.seats) if seats is None else seats
    if not isinstance(seats, int) or isinstance(seats, bool) or seats not in rules.seats:
        numbers = " or ".join(map(str, rules.seats))
        raise MalformedError(
            "wrong-player-count", "players", f"{rules.name} is for {numbers} players."
        )
    seat = _seat(question.get("seat"), "seat", seats=seats)
    drawn = question.get("drawn")
    if drawn is not None and not isinstance(drawn, bool):
        raise MalformedError("bad-event", "drawn", "Expected true or false.")
    offer = Offer(
        _offered(question.get("offered"), rules),
        _seat(question.get("offered_by"), "offered_by", seats=seats),
        bool(drawn),
    )
    return ClaimQuestion(
        rules=rules,
        seats=seats,
        offer=offer,
        claim=_claim(question.get("claim"), "claim", rules, seat=seat),
        others=_others(question.get("other_claims"), rules, seats=seats),
        hand=_hand(question.get("hand"), rules),
    )


def _seat(value: Json, where: str, *, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        message = f"{value!r} is no seat: seats are numbered 1 to {seats}."
        raise MalformedError("bad-seat", where, message)
    return value


def _cards(text: Json, where: str, rules: MeldingRules) -> Cards:
    if not isinstance(text, str):
        raise MalformedError("unknown-card", where, "Cards are a text such as 'Rr Hr Cr'.")
    try:
        return parse_cards(rules.deck, text)
    except MalformedError as error:
        raise error.within(where) from None


def _offered(text: Json, rules: MeldingRules) -> Card:
    cards = _cards(text, "offered", rules)
    if len(cards) != 1:
        raise MalformedError("bad-event", "offered", "One card is on offer.")
    return cards[0]


def _hand(text: Json, rules: MeldingRules) -> Cards | None:
    if text is None or text == UNSEEN:
        return None
    hand = () if text == "" else _cards(text, "hand", rules)
    if len(hand) > rules.hand_size:
        message = f"A hand has at most {rules.hand_size} cards while a card is on offer."
        raise MalformedError("wrong-deal-size", "hand", message)
    return hand


def _claim(text: Json, where: str, rules: MeldingRules, *, seat: int) -> HandEvent:
    if not isinstance(text, str):
        raise MalformedError(
            "bad-event", where, "Say what was claimed: 'pong Hg Hg Hg', or 'pass'."
        )
    return replace(_read(f"{seat}: {text}", where, rules), called=False)


def _read(text: str, where: str, rules: MeldingRules) -> HandEvent:
    try:
        event = parse_melding_event(rules.deck, text)
    except MalformedError as error:
        raise error.within(where) from None
    if event.action not in CLAIMS | {SeatAction.PASS}:
        raise MalformedError(
            "bad-event", where, f"{text!r} is no claim: chi, pong, gan and hu are."
        )
    return event


def _others(claims: Json, rules: MeldingRules, *, seats: int) -> tuple[HandEvent, ...]:
    if claims is None:
        return ()
    if not isinstance(claims, list) or not all(isinstance(text, str) for text in claims):
        raise MalformedError("bad-event", "other_claims", "Other claims are a list of texts.")
    events = []
    for number, text in enumerate(claims):
        where = f"other_claims[{number}]"
        event = _read(text, where, rules)
        _seat(event.seat, where, seats=seats)
        events.append(event)
    return tuple(events)
