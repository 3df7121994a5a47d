"""Parse session records from JSON or TOML values, naming the path of whatever is wrong."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from referee import value_parsing
from referee.cards import UNSEEN, Cards, UnknownCardError
from referee.events import parse_climbing_event, parse_melding_event
from referee.house_rules import is_number
from referee.input_limits import DIVIDE, MAX_HANDS
from referee.melding import MeldingRules
from referee.melding.deal_record import WrittenSheet, check_deal, read_sheet
from referee.reason_texts import count_cards
from referee.record import (
    RECORD_FORMAT,
    Family,
    HandEvent,
    HandRecord,
    Json,
    MalformedError,
    SeatAction,
    SessionRecord,
    SheetKind,
)
from referee.rules import Rules
from referee.variants import rules_for

T = TypeVar("T")


def parse_record(document: Json) -> SessionRecord:
    """Return the session record in a parsed JSON or TOML value, ``session-record/1``.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> referee.parse_record({**game, "hands": [{"events": ["1: 3C", "2: pass"]}]}).hands[0].events[1].text
    '2: pass'

    Raises MalformedError with a path into the document.
    """
    if not isinstance(document, Mapping):
        raise MalformedError(
            "unreadable", "", "A session record is one JSON object or TOML document."
        )
    if document.get("format") != RECORD_FORMAT:
        message = (
            f"{document.get('format')!r} is not a format read here; expected {RECORD_FORMAT!r}."
        )
        raise MalformedError("unknown-format", "format", message)
    house_rules = document.get("house_rules")
    house_rules = {} if house_rules is None else house_rules
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
        credits=rules.credits,
        first_hand=1
        if first_hand is None
        else value_parsing.positive_number(first_hand, "first_hand"),
        previous_winner=value_parsing.optional_seat(document, "previous_winner", seats=seats),
        previous_loser=value_parsing.optional_seat(document, "previous_loser", seats=seats),
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
    if len(hands) > MAX_HANDS:
        message = f"This record has {len(hands):,} hands; the limit is {MAX_HANDS:,}: {DIVIDE}."
        raise MalformedError("unreadable", "hands", message)
    parsed = []
    for number, hand in enumerate(hands):
        try:
            parsed.append(parse_hand(hand, rules, seats=seats))
        except MalformedError as error:
            raise error.within(f"hands[{number}]") from None
    return tuple(parsed)


def parse_hand(hand: Json, rules: Rules, *, seats: int) -> HandRecord:
    """Return one hand of a game with so many seats, from its parsed JSON or TOML value.

    >>> import referee
    >>> hand = referee.parse_hand({"events": ["2: 3C 3D", "3: pass"]}, referee.rules_for("big-two"), seats=4)
    >>> [(event.seat, str(event.action), event.cards) for event in hand.events]
    [(2, 'play', ('3C', '3D')), (3, 'pass', ())]

    Raises MalformedError with a path inside the hand.
    """
    if not isinstance(hand, Mapping):
        raise MalformedError("unreadable", "", "A hand is a JSON object or a TOML table.")
    sheet = (
        read_sheet(hand, rules, seats=seats) if isinstance(rules, MeldingRules) else WrittenSheet()
    )
    ignored = _ignored_keys(rules)
    fields = {key: value for key, value in hand.items() if key not in ignored}
    return HandRecord(
        events=parse_events(hand.get("events"), rules, seats=seats),
        dealt=_dealt(hand.get("dealt"), rules, seats=seats),
        left=_left(hand.get("left"), rules, seats=seats),
        cards_left=value_parsing.card_counts(fields.get("cards_left")),
        went_out=value_parsing.optional_seats(fields, "out", seats=seats),
        **sheet._asdict(),
        winner=value_parsing.optional_seat(fields, "winner", seats=seats),
        blocked=value_parsing.optional_seats(fields, "blocked", seats=seats) or (),
        dealer=value_parsing.optional_seat(hand, "dealer", seats=seats),
        implied_passes=value_parsing.passes_are_implied(hand.get("passes")),
        pays_all=value_parsing.optional_seat(fields, "pays_all", seats=seats),
        void=value_parsing.optional_reason(hand, "void"),
        annulled=value_parsing.optional_reason(hand, "annulled"),
        adjustments=value_parsing.adjustments(hand.get("adjustments"), seats=seats),
        source=dict(hand),
    )


def _ignored_keys(rules: Rules) -> frozenset[str]:
    """Return the keys of other games' score sheets; like unknown keys they are stored but mean nothing here."""
    if rules.sheet is SheetKind.MELDS:
        return frozenset({"cards_left", "out", "winner", "blocked", "pays_all"})
    needed_rules = {"blocked": "last_card_announcement", "pays_all": "multipliers"}
    return frozenset(key for key, rule in needed_rules.items() if rule not in rules.house_rules)


def _by_seat(
    hands: Json, key: str, code: str, read: Callable[[str, str], T], *, seats: int
) -> tuple[T | None, ...] | None:
    """Return a list of hands by seat; null and ``?`` are unknown hands."""
    if hands is None:
        return None
    if not isinstance(hands, list) or len(hands) != seats:
        raise MalformedError(code, key, f"Expected a list of {seats} hands, one for each seat.")
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
        if cards and len(cards) != rules.hand_size and not isinstance(rules, MeldingRules):
            message = f"{count_cards(len(cards))} where {rules.hand_size} are dealt; write ? for a card nobody knows."
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
        return rules.deck.parse_all(text)
    except UnknownCardError as error:
        raise MalformedError("unknown-card", where, f"{error}.") from error


def _check_copies(hands: tuple[Cards | None, ...] | None, key: str, rules: Rules) -> None:
    all_cards = [card for cards in hands or () for card in cards or ()]
    if len(set(all_cards)) == len(all_cards):
        return
    copies = rules.deck.copies
    if all(number <= copies.get(card, number) for card, number in Counter(all_cards).items()):
        return  # an unseen card is no copy of a face
    counts = Counter[str]()
    for number, cards in enumerate(hands or ()):
        for card in cards or ():
            counts[card] += 1
            if card != UNSEEN and counts[card] > copies[card]:
                message = f"The {card} is here a {_ordinal(counts[card])} time; the deck has {copies[card]}."
                raise MalformedError("too-many-copies", f"{key}[{number}]", message)


def _ordinal(number: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def parse_events(events: Json, rules: Rules, *, seats: int) -> tuple[HandEvent, ...] | None:
    """Return the events of a hand; None without events.

    Raises MalformedError with its path at the first event that cannot be parsed.
    """
    if events is None:
        return None
    if not isinstance(events, list):
        raise MalformedError("bad-event", "events", "Events are a list of texts.")
    parsed: list[HandEvent] = []
    try:
        for text in events:
            parsed.append(parse_event(rules, seats, text))  # noqa: PERF401 - its length is the index of an error
    except MalformedError as error:
        raise error.within(f"events[{len(parsed)}]") from None
    except TypeError:  # a value that the cache cannot hash is not a text
        raise _not_text_error(events[len(parsed)]).within(f"events[{len(parsed)}]") from None
    return tuple(parsed)


@lru_cache(1 << 16)
def parse_event(rules: Rules, seats: int, text: Json) -> HandEvent:
    """Return the event that a text states.  Cached: a scorer's texts repeat often.  Raises MalformedError, without a path."""
    if not isinstance(text, str):
        raise _not_text_error(text)
    melding = rules.family is Family.MELDING
    read = parse_melding_event if melding else parse_climbing_event
    event = read(rules.deck, text)
    if not _has_valid_seats(event, seats=seats):
        raise MalformedError("bad-seat", "", f"Seats are numbered 1 to {seats}.")
    if event.action is SeatAction.GIVES and not rules.gifts:
        message = f"Nothing is given in {rules.name}: '2: 7H 7S', '3: pass', '2: unseen' and '2: takes back' are known."
        raise MalformedError("bad-event", "", message)
    return event


def _has_valid_seats(event: HandEvent, *, seats: int) -> bool:
    """Return whether the event names seats of this table; seat 0 only for ``unseen`` alone."""
    if event.seat == 0 and event.text.strip().lower() != SeatAction.UNSEEN:
        return False
    receiver = event.to if event.action is SeatAction.GIVES else 1
    return event.seat <= seats and 1 <= receiver <= seats


def _not_text_error(value: Json) -> MalformedError:
    return MalformedError("bad-event", "", f"{value!r} is no text.")
