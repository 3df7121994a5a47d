"""The keys of positions of climbing games."""

from collections import Counter
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from referee.adjudication import HandAdjudication
from referee.cards import Card, Cards
from referee.climbing import ClimbingRules
from referee.climbing.hands import ClimbingHand
from referee.position import Position, UnseenPlay
from referee.position_keys.key_parts import (
    KeyParts,
    check_items,
    parse_cards,
    parse_seats,
    parse_turn,
    require_copies,
    require_known,
    require_written,
    split_key,
    unknown,
    unreadable,
    write_key,
)
from referee.record import MalformedError
from referee.rules import Rules
from referee.table import Table, progress_of

_ITEMS = (
    "turn",
    "opening",
    "anticlockwise",
    "standing",
    "owner",
    "passed",
    "out",
    "blocked",
    "exchange",
    "given",
)
_CLOCKWISE, _ANTICLOCKWISE = 1, -1


class KeyedPosition(NamedTuple):
    """What a key says of a position of a climbing game."""

    rules: ClimbingRules
    hands: tuple[Cards, ...]  # by seat, in the order of the deck
    turn: int = 0  # 0: the hand is over
    direction: int = _CLOCKWISE
    standing: Cards = ()
    owner: int = 0  # the seat whose combination stands
    passed: tuple[int, ...] = ()  # since then; under ``pass_locks_out`` in this trick
    opening: bool = False  # is the opening lead still to be made?
    out: tuple[int, ...] = ()  # seats that have gone out, in order
    blocked: tuple[int, ...] = ()  # seats that did not announce their last card
    exchange: tuple[int, ...] = ()  # while gifts are due: the last hand's loser, and its winner
    given: Card | None = None  # the card that the loser has given


def format_key(keyed: KeyedPosition) -> str:
    """Return the key of a position of a climbing game; ``parse_climbing_key`` is the inverse."""
    items: dict[str, str | bool | None] = {
        "turn": str(keyed.turn or "over"),
        "opening": keyed.opening,
        "anticlockwise": keyed.direction == _ANTICLOCKWISE,
        "standing": ",".join(keyed.standing),
        "owner": _numbers(keyed.owner),
        "passed": _numbers(*keyed.passed),
        "out": _numbers(*keyed.out),
        "blocked": _numbers(*keyed.blocked),
        "exchange": _numbers(*keyed.exchange),
        "given": keyed.given,
    }
    return write_key(keyed.rules, keyed.hands, items)


def parse_climbing_key(parts: KeyParts) -> KeyedPosition:
    """Return what a key says.  Raises MalformedError."""
    check_items(parts.items, _ITEMS)
    items, rules, seats = parts.items, parts.rules, len(parts.hands)
    if not isinstance(rules, ClimbingRules):
        raise TypeError(f"{rules.name} is no climbing game.")
    loser_and_winner = parse_seats(items.get("exchange", ""), seats=seats)
    if len(loser_and_winner) not in {0, 2}:
        raise unreadable("An exchange is between two seats: 'exchange=LOSER,WINNER'.")
    given = parse_cards(rules, items.get("given", ""))
    owner = parse_seats(items.get("owner", ""), seats=seats)
    return KeyedPosition(
        rules,
        parts.hands,
        turn=parse_turn(items["turn"], seats=seats),
        opening="opening" in items,
        direction=_ANTICLOCKWISE if "anticlockwise" in items else _CLOCKWISE,
        standing=parse_cards(rules, items.get("standing", "")),
        owner=owner[0] if owner else 0,
        passed=parse_seats(items.get("passed", ""), seats=seats),
        out=parse_seats(items.get("out", ""), seats=seats),
        blocked=parse_seats(items.get("blocked", ""), seats=seats),
        exchange=loser_and_winner,
        given=given[0] if given else None,
    )


def keyed_position(table: Table) -> KeyedPosition:
    """Return what the key of a table says.  Raises MalformedError if its position is not wholly known."""
    return _keyed(table.rules, progress_of(table).position)


def lead_keys(judged: HandAdjudication) -> dict[int, str]:
    """Return the key of each moment of a judged hand at which a trick is to be led, by the number of events before it.

    Moments whose cards are not all proved by the record are left out, and so is everything in Four Color Cards, which has no leads.
    Where passes are implied, only the beginning of the hand is such a moment.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> for action in ("3C", "pass", "pass", "pass"):
    ...     _ = table.play(action)
    >>> keys = referee.lead_keys(table.adjudication)
    >>> list(keys), keys[4] == referee.position_key(table)
    ([0, 4], True)
    """
    hand = judged.judged
    if not isinstance(judged.rules, ClimbingRules) or not isinstance(hand, ClimbingHand):
        return {}
    keys = {}
    for number, position in enumerate([hand.start, *(step.after for step in hand.steps)]):
        if position.standing is None and not position.over:
            with suppress(MalformedError):
                keys[number] = format_key(_keyed(judged.rules, position))
    return keys


def is_lead_key(key: str) -> bool:
    """Return whether a key could be one of ``lead_keys``: of a position of a climbing game in which a trick is to be led.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> led = referee.position_key(table)
    >>> _ = table.play("3C")
    >>> referee.is_lead_key(led), referee.is_lead_key(referee.position_key(table))
    (True, False)

    Raises MalformedError where the text is no key, or not written as keys are.
    """
    parts = split_key(key)
    if not isinstance(parts.rules, ClimbingRules):
        return False
    keyed = parse_climbing_key(parts)
    require_copies(keyed.rules, chain.from_iterable(keyed.hands))
    require_written(key, format_key(keyed))
    return bool(keyed.turn) and not keyed.standing


def _keyed(rules: Rules, position: object) -> KeyedPosition:
    if not isinstance(rules, ClimbingRules) or not isinstance(position, Position):
        raise TypeError(f"{rules.name} is no climbing game.")
    require_known(position.holdings, position.counts)
    standing, due = position.standing, position.exchange
    if position.worlds or isinstance(standing, UnseenPlay):
        raise unknown("a play that nobody saw decides what may follow")
    if not position.over and not (position.turn and position.is_turn_certain):
        raise unknown("it is not known who is to act")
    if due and not (due.winner and due.loser):
        raise unknown("it is not known who won and who lost the hand before")
    hands = tuple(
        rules.deck.in_order(Counter(dict(cards)).elements()) for cards in position.holdings
    )
    keyed = KeyedPosition(
        rules,
        hands,
        position.turn,
        position.direction,
        out=position.out,
        blocked=tuple(sorted(position.blocked)),
    )
    if position.over:
        return keyed._replace(turn=0)
    return keyed._replace(
        opening=not position.opened,
        standing=rules.deck.in_order(standing.cards) if standing else (),
        owner=position.owner if standing else 0,
        passed=tuple(sorted(position.passed)) if standing else (),
        exchange=(due.loser, due.winner) if due else (),
        given=due.received if due else None,
    )


def _numbers(*seats: int) -> str:
    return ",".join(str(seat) for seat in seats if seat)
