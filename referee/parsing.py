"""From what JSON or TOML gave to a session record, or to the place where it is wrong."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from referee.cards import UNSEEN, Cards, UnknownCardError
from referee.climbing import ClimbingRules
from referee.events import read_event, read_melding_event
from referee.families import Rules
from referee.house_rules import LARGEST, is_number
from referee.melding import MeldingRules
from referee.melding.written import WrittenSheet, check_deal, read_sheet
from referee.record import (
    FORMAT,
    Action,
    Adjustment,
    Event,
    HandRecord,
    Json,
    MalformedError,
    SessionRecord,
)
from referee.variants import rules_for

T = TypeVar("T")


def parse_record(document: Json) -> SessionRecord:
    """A session record from what JSON or TOML gave.  Raises MalformedError with a path into the document."""
    if not isinstance(document, Mapping):
        raise MalformedError(
            "unreadable", "", "A session record is one JSON object or TOML document."
        )
    if document.get("format") != FORMAT:
        message = f"{document.get('format')!r} is not a format read here; expected {FORMAT!r}."
        raise MalformedError("unknown-format", "format", message)
    house_rules = document.get("house_rules") or {}
    if not isinstance(house_rules, Mapping):
        raise MalformedError(
            "bad-house-rule-value", "house_rules", "House rules are names with values."
        )
    rules = rules_for(document.get("variant"), house_rules)
    players = _players(document.get("players"), rules)
    seats = len(players)
    first_hand = document.get("first_hand")
    return SessionRecord(
        variant=rules.variant,
        house_rules=dict(house_rules),
        players=players,
        hands=_hands(document.get("hands"), rules, seats=seats),
        carried=_carried(document.get("carried"), seats=seats),
        credits=rules.credits if isinstance(rules, MeldingRules) else 0,
        first_hand=1 if first_hand is None else _count(first_hand, "first_hand"),
        previous_winner=_optional_seat(document, "previous_winner", seats=seats),
        previous_loser=_optional_seat(document, "previous_loser", seats=seats),
        source={key: value for key, value in document.items() if key != "hands"},
    )


def _players(players: Json, rules: Rules) -> tuple[str, ...]:
    numbers = " or ".join(map(str, rules.seats))
    if not isinstance(players, list) or len(players) not in rules.seats:
        raise MalformedError(
            "wrong-player-count", "players", f"{rules.name} is for {numbers} players."
        )
    for number, name in enumerate(players):
        if not isinstance(name, str):
            raise MalformedError("unreadable", f"players[{number}]", "A player is a name.")
    return tuple(players)


def _carried(carried: Json, *, seats: int) -> tuple[int | float, ...] | None:
    if carried is None:
        return None
    if not isinstance(carried, list) or len(carried) != seats or not all(map(is_number, carried)):
        raise MalformedError(
            "unreadable", "carried", f"What was carried in is {seats} totals, by seat."
        )
    return tuple(carried)


def _hands(hands: Json, rules: Rules, *, seats: int) -> tuple[HandRecord, ...]:
    if hands is None:
        return ()
    if not isinstance(hands, list):
        raise MalformedError("unreadable", "hands", "Hands are a list.")
    parsed = []
    for number, hand in enumerate(hands):
        try:
            parsed.append(parse_hand(hand, rules, seats=seats))
        except MalformedError as error:
            raise error.within(f"hands[{number}]") from None
    return tuple(parsed)


def parse_hand(hand: Json, rules: Rules, *, seats: int) -> HandRecord:
    """One hand.  Raises MalformedError with a path inside the hand."""
    if not isinstance(hand, Mapping):
        raise MalformedError("unreadable", "", "A hand is a JSON object or a TOML table.")
    sheet = (
        read_sheet(hand, rules, seats=seats) if isinstance(rules, MeldingRules) else WrittenSheet()
    )
    said = {key: value for key, value in hand.items() if key not in _foreign(rules)}
    return HandRecord(
        events=_events(hand.get("events"), rules, seats=seats),
        dealt=_dealt(hand.get("dealt"), rules, seats=seats),
        left=_left(hand.get("left"), rules, seats=seats),
        cards_left=_counts(said.get("cards_left")),
        went_out=_seats(said, "out", seats=seats),
        **sheet._asdict(),
        winner=_optional_seat(said, "winner", seats=seats),
        blocked=_seats(said, "blocked", seats=seats) or (),
        dealer=_optional_seat(hand, "dealer", seats=seats),
        implied_passes=_implied(hand.get("passes")),
        pays_all=_optional_seat(said, "pays_all", seats=seats),
        void=_reason(hand, "void"),
        annulled=_reason(hand, "annulled"),
        adjustments=_adjustments(hand.get("adjustments"), seats=seats),
        source=dict(hand),
    )


def _foreign(rules: Rules) -> frozenset[str]:
    """Keys of another game's score sheet: here they are kept as any unknown key is, and mean nothing."""
    if isinstance(rules, MeldingRules):
        return frozenset({"cards_left", "out", "winner", "blocked", "pays_all"})
    of_no_use = {"blocked": "last_card_announcement", "pays_all": "multipliers"}
    return frozenset(key for key, rule in of_no_use.items() if rule not in rules.house_rules)


def _events(events: Json, rules: Rules, *, seats: int) -> tuple[Event, ...] | None:
    if events is None:
        return None
    if not isinstance(events, list):
        raise MalformedError("bad-event", "events", "Events are a list of texts.")
    parsed: list[Event] = []
    try:
        for text in events:
            parsed.append(_event(rules, seats, text))  # noqa: PERF401 - its length is the place of an error
    except MalformedError as error:
        raise error.within(f"events[{len(parsed)}]") from None
    except TypeError:  # what cannot be looked up is no text
        raise _no_text(events[len(parsed)]).within(f"events[{len(parsed)}]") from None
    return tuple(parsed)


@lru_cache(1 << 16)
def _event(rules: Rules, seats: int, text: Json) -> Event:
    """One event at a table of so many seats; a scorer's texts come again and again."""
    if not isinstance(text, str):
        raise _no_text(text)
    melding = isinstance(rules, MeldingRules)
    event = read_melding_event(rules.deck, text) if melding else read_event(rules.deck, text)
    if not _are_seats(event, seats=seats):
        raise MalformedError("bad-seat", "", f"Seats are numbered 1 to {seats}.")
    if event.action is Action.GIVES and isinstance(rules, ClimbingRules) and not rules.gifts:
        message = f"Nothing is given in {rules.name}: '2: 7H 7S', '3: pass', '2: unseen' and '2: takes back' are known."
        raise MalformedError("bad-event", "", message)
    return event


def _are_seats(event: Event, *, seats: int) -> bool:
    """Does the event name seats of this table?  Nobody's is only ``unseen`` alone."""
    if event.seat == 0 and event.text.strip().lower() != Action.UNSEEN:
        return False
    receiver = event.to if event.action is Action.GIVES else 1
    return event.seat <= seats and 1 <= receiver <= seats


def _no_text(value: Json) -> MalformedError:
    return MalformedError("bad-event", "", f"{value!r} is no text.")


def _by_seat(
    hands: Json, key: str, code: str, read: Callable[[str, str], T], *, seats: int
) -> tuple[T | None, ...] | None:
    """A list of hands, one a seat; null and ``?`` are unknown."""
    if hands is None:
        return None
    if not isinstance(hands, list) or len(hands) != seats:
        raise MalformedError(code, key, f"Expected {seats} hands, one for each seat.")
    parsed = []
    for number, cards in enumerate(hands):
        where = f"{key}[{number}]"
        if cards is not None and not isinstance(cards, str):
            raise MalformedError("unreadable", where, "A hand is a text such as '3C 10H JD'.")
        parsed.append(None if cards is None or cards.strip() == UNSEEN else read(cards, where))
    return tuple(parsed)


def _dealt(dealt: Json, rules: Rules, *, seats: int) -> tuple[Cards | None, ...] | None:
    def read(text: str, where: str) -> Cards | None:
        cards = _cards(text, where, rules)
        if cards and len(cards) != rules.hand_size and isinstance(rules, ClimbingRules):
            message = f"{len(cards)} cards where {rules.hand_size} are dealt; write ? for a card nobody knows."
            raise MalformedError("wrong-deal-size", where, message)
        return cards or None

    hands = _by_seat(dealt, "dealt", "wrong-deal-size", read, seats=seats)
    if isinstance(rules, MeldingRules):
        check_deal(hands, rules)
    _check_copies(hands, "dealt", rules)
    return hands


def _left(left: Json, rules: Rules, *, seats: int) -> tuple[Cards | None, ...] | None:
    hands = _by_seat(
        left, "left", "result-mismatch", lambda text, where: _cards(text, where, rules), seats=seats
    )
    _check_copies(hands, "left", rules)
    return hands


def _cards(text: str, where: str, rules: Rules) -> Cards:
    try:
        return rules.deck.read_all(text)
    except UnknownCardError as error:
        raise MalformedError("unknown-card", where, f"{error}.") from error


def _check_copies(hands: tuple[Cards | None, ...] | None, key: str, rules: Rules) -> None:
    together = [card for cards in hands or () for card in cards or ()]
    if len(set(together)) == len(together):
        return
    seen = Counter[str]()
    for number, cards in enumerate(hands or ()):
        for card in cards or ():
            seen[card] += 1
            if card != UNSEEN and seen[card] > rules.deck.copies[card]:
                message = f"The {card} is here a {_ordinal(seen[card])} time; the deck has {rules.deck.copies[card]}."
                raise MalformedError("too-many-copies", f"{key}[{number}]", message)


def _ordinal(number: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _counts(counts: Json) -> tuple[int, ...] | None:
    if counts is None:
        return None
    if not isinstance(counts, list) or not all(
        isinstance(n, int) and not isinstance(n, bool) for n in counts
    ):
        raise MalformedError(
            "impossible-result", "cards_left", "The cards left are a whole number for each seat."
        )
    return tuple(counts)


def _optional_seat(table: Mapping[str, Json], key: str, *, seats: int) -> int | None:
    value = table.get(key)
    return None if value is None else _seat(value, key, seats=seats)


def _seats(table: Mapping[str, Json], key: str, *, seats: int) -> tuple[int, ...] | None:
    values = table.get(key)
    if values is None:
        return None
    if not isinstance(values, list):
        raise MalformedError("bad-seat", key, "Expected a list of seats.")
    return tuple(
        _seat(value, f"{key}[{number}]", seats=seats) for number, value in enumerate(values)
    )


def _seat(value: Json, where: str, *, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        raise MalformedError(
            "bad-seat", where, f"{value!r} is no seat: seats are numbered 1 to {seats}."
        )
    return value


def _count(value: Json, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LARGEST:
        raise MalformedError("unreadable", where, "Expected a whole number from 1 up.")
    return value


def _implied(passes: Json) -> bool:
    if passes not in (None, "written", "implied"):
        raise MalformedError("unreadable", "passes", "Passes are 'written' or 'implied'.")
    return bool(passes == "implied")


def _reason(hand: Mapping[str, Json], key: str) -> str | None:
    value = hand.get(key)
    if value is not None and not isinstance(value, str):
        raise MalformedError("unreadable", key, "Expected the reason, as a text.")
    return value or None


def _adjustments(adjustments: Json, *, seats: int) -> tuple[Adjustment, ...]:
    if adjustments is None:
        return ()
    if not isinstance(adjustments, list) or not all(
        isinstance(row, Mapping) for row in adjustments
    ):
        raise MalformedError(
            "unreadable", "adjustments", "Adjustments are a list of seat, points and reason."
        )
    parsed = []
    for number, row in enumerate(adjustments):
        where = f"adjustments[{number}]"
        seat = _seat(row.get("seat"), f"{where}.seat", seats=seats)
        if not is_number(row.get("points")):
            raise MalformedError("unreadable", f"{where}.points", "Points are a number.")
        parsed.append(Adjustment(seat, row["points"]))
    return tuple(parsed)
