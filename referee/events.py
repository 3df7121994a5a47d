"""The text of an event, ``<seat>: <action>`` (contract §2); parsing and formatting are inverse."""

import re
from collections import Counter
from collections.abc import Sequence

from referee.cards import UNSEEN, Cards, Deck, UnknownCardError
from referee.record import HandEvent, MalformedError, SeatAction

_EVENT = re.compile(r"\s*([0-9]{1,3})\s*:\s*(\S.*)", re.DOTALL)
_GIFT = re.compile(r"gives (\S+) to ([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_WORDS = {"pass": SeatAction.PASS, "unseen": SeatAction.UNSEEN, "takes back": SeatAction.TAKES_BACK}
MAX_CARD_LENGTH = 3
"""The length of ``10H``.  A longer word is not a misspelled card but some other word."""

_CLAIMS = (SeatAction.CHI, SeatAction.PONG, SeatAction.GAN, SeatAction.HU)
_MELDING = re.compile(
    r"(calls )?(discards|draws|lucky|chi|pong|gan|hu) (\S.*)", re.IGNORECASE | re.ASCII
)
_MELDING_EXAMPLE = (
    "an event is a seat, a colon and an action, such as '1: discards Sr', '2: draws Gg', '2: chi Rr Hr Cr', "
    "'3: calls pong Er Er Er', '3: hu Er Er Er / Gg' or '3: lucky Ag'"
)
_EXAMPLE = "an event is a seat, a colon and an action, such as '2: 7H 7S', '3: pass' or 'unseen'"


def parse_climbing_event(deck: Deck, text: str) -> HandEvent:
    """Return the event that a text of a climbing game states.

    Raises MalformedError ``bad-event``, ``unknown-card`` or ``too-many-copies``, without a path: the caller adds it.

    >>> from referee.cards import STANDARD
    >>> parse_climbing_event(STANDARD, "2: 7h t♠")
    HandEvent(seat=2, action=<SeatAction.PLAY: 'play'>, text='2: 7h t♠', cards=('7H', '10S'), last=False, to=0)
    """
    seat, action = _split_event(text, _EXAMPLE)
    if word := _find_word(action):
        return HandEvent(seat, word, text)
    if gift := _GIFT.fullmatch(action):
        given = parse_cards(deck, gift[1])
        if len(given) > 1:
            raise MalformedError(
                "bad-event", "", f"{text!r} gives {len(given)} cards: one is given."
            )
        return HandEvent(seat, SeatAction.GIVES, text, given, to=int(gift[2]))
    last = action.lower().endswith(" last")
    cards = parse_cards(deck, action[: -len(" last")] if last else action)
    return HandEvent(seat, SeatAction.PLAY, text, cards, last=last)


def parse_melding_event(deck: Deck, text: str) -> HandEvent:
    """Return the event that a text of a melding game states.

    Raises MalformedError ``bad-event``, ``unknown-card`` or ``too-many-copies``, without a path: the caller adds it.
    """
    seat, action = _split_event(text, _MELDING_EXAMPLE)
    if word := _find_word(action):
        return HandEvent(seat, word, text)
    match = _MELDING.fullmatch(action)
    verb = SeatAction(match[2].lower()) if match else None
    several = match is not None and "/" in match[3] and verb is not SeatAction.HU
    if match is None or verb is None or several or (match[1] and verb not in _CLAIMS):
        raise MalformedError("bad-event", "", f"{text!r} cannot be read: {_MELDING_EXAMPLE}.")
    sets = match[3].split("/") if verb is SeatAction.HU else [match[3]]
    cards = parse_cards(deck, " ".join(sets), example=_MELDING_EXAMPLE)
    if verb not in _CLAIMS and len(cards) > 1:
        raise MalformedError("bad-event", "", f"{text!r} names {len(cards)} cards: one is {verb}.")
    melds = (
        tuple(parse_cards(deck, one, example=_MELDING_EXAMPLE) for one in sets)
        if verb is SeatAction.HU
        else ()
    )
    return HandEvent(seat, verb, text, cards, called=bool(match[1]), melds=melds)


def _split_event(text: str, example: str) -> tuple[int, str]:
    """Return the seat and its action; seat 0 for ``unseen`` alone."""
    if text.strip().lower() == SeatAction.UNSEEN:
        return 0, str(SeatAction.UNSEEN)
    match = _EVENT.fullmatch(text)
    if match is None:
        raise MalformedError("bad-event", "", f"{text!r} cannot be read: {example}.")
    return int(match[1]), " ".join(match[2].split())


def _find_word(action: str) -> SeatAction | None:
    return _WORDS.get(action.lower()) if action.isascii() else None


def parse_cards(deck: Deck, text: str, *, example: str = _EXAMPLE) -> Cards:
    """Return the cards of an event.  Raises MalformedError ``unknown-card``, ``too-many-copies`` or ``bad-event``."""
    try:
        cards = deck.parse_all(text)
    except UnknownCardError as error:
        if any(word.isalpha() and _is_not_a_card(word) for word in text.split()):
            message = f"{text!r} is no action: {example}."
            raise MalformedError("bad-event", "", message) from error
        raise MalformedError("unknown-card", "", f"{error}.") from error
    if not cards:
        raise MalformedError("bad-event", "", f"There is no card in {text!r}: {example}.")
    if len(set(cards)) < len(cards):
        for card, number in Counter(cards).items():
            if card != UNSEEN and number > deck.copies[card]:
                message = f"The {card} is named {number} times; the deck has {deck.copies[card]}."
                raise MalformedError("too-many-copies", "", message)
    if len(cards) > len(deck):
        raise MalformedError(
            "too-many-copies", "", f"{len(cards)} cards: the deck has {len(deck)}."
        )
    return cards


def _is_not_a_card(word: str) -> bool:
    return len(word) > MAX_CARD_LENGTH or word.lower() in _CLAIMS


def format_event(event: HandEvent) -> str:
    """Return the text of an event in its plainest spelling."""
    if not event.seat:
        return str(SeatAction.UNSEEN)
    if event.action is SeatAction.GIVES:
        return f"{event.seat}: gives {event.cards[0]} to {event.to}"
    if event.action is SeatAction.PLAY:
        return f"{event.seat}: {' '.join(event.cards)}{' last' if event.last else ''}"
    calls = "calls " if event.called else ""
    cards = " / ".join(map(" ".join, event.melds or ((event.cards,) if event.cards else ())))
    return f"{event.seat}: {calls}{event.action} {cards}".rstrip()


def find_takebacks(events: Sequence[HandEvent]) -> dict[int, int]:
    """Return, for the number of each ``takes back``, the number of the event it undoes: the one before, of the same seat.

    Raises MalformedError ``bad-event`` where the event before is another seat's, or itself a ``takes back``.
    """
    undone: dict[int, int] = {}
    for number, event in enumerate(events, 1):
        if event.action is not SeatAction.TAKES_BACK:
            continue
        before = events[number - 2] if number > 1 else None
        if before is None or before.seat != event.seat or before.action is SeatAction.TAKES_BACK:
            message = f"Seat {event.seat} takes back, but the event just before is not its own."
            raise MalformedError("bad-event", f"events[{number - 1}]", message)
        undone[number] = number - 1
    return undone
