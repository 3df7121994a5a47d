"""The key of a position: a short text that is equal for two tables on which the same can happen next."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from referee.adjudication import HandAdjudication
from referee.cards import UNSEEN, Card, Cards, UnknownCardError, rank, suit
from referee.climbing import ClimbingRules
from referee.climbing.hands import ClimbingHand
from referee.digests import canonical
from referee.melding import MeldingRules
from referee.melding.melds import sorted_cards
from referee.melding.position import LaidCards, MeldingPosition, Offer
from referee.position import Position, UnseenPlay
from referee.record import Json, MalformedError
from referee.rules import Rules
from referee.table import Table, progress_of
from referee.variants import VARIANTS, rules_for

PREFIX = "p1"
"""The version of the keys.  Another way of writing them gets another prefix."""

_KEY = re.compile(r"p1:([^:]+):([^:]*):([^:]*)(?::(\{.*\}))?", re.DOTALL)
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


def position_key(table: Table) -> str:
    """Return the key of the position on a table.

    The key consists of the game, the house rules that differ from the game's own, the cards of each seat, and what decides
    what may follow: the seat to act, the direction, the combination to beat and its seat, who has passed, gone out or
    was blocked, whether the opening lead or a gift is due.  In Four Color Cards it has the melds, the card on offer, the
    calls for it and the cards of the stock instead; since the four colors are alike there, positions that differ only by
    an exchange of colors have one key.  How the position came about, and the points before the hand, are no part of it; nor is a
    pass in Four Color Cards, which changes nothing.

    A position has the same key in every release: keys may be stored.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> for action in ("3C", "3S", "pass"):
    ...     _ = table.play(action)
    >>> version, game, hands, state = referee.position_key(table).split(":")
    >>> version, game, hands.split("/")[2], state
    ('p1', 'big-two', '3H,4H,4S,6H,8C,9H,10C,10H,QC,KD,2D,2H', 'turn=2;standing=3S;owner=4;passed=1')

    Whether passes are written or implied is no part of it, though a table with implied passes lets later seats act at once.

    Raises MalformedError where the position is not wholly known: a card of a seat, or who is to act.
    """
    rules, position = table.rules, progress_of(table).position
    if isinstance(rules, MeldingRules) and isinstance(position, MeldingPosition):
        return min(_melding_keys(rules, position))
    return format_key(keyed_position(table))


def format_key(keyed: KeyedPosition) -> str:
    """Return the key of what a key says; ``parse_key`` is the inverse."""
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
    hands = "/".join(",".join(keyed.rules.deck.in_order(cards)) for cards in keyed.hands)
    return _key(keyed.rules, hands, items)


def chosen_house_rules(rules: Rules) -> dict[str, Json]:
    """Return the house rules that differ from the game's own."""
    own = VARIANTS[rules.variant].house_rules
    return {name: value for name, value in rules.house_rules.items() if value != own[name]}


def parse_key(key: str) -> KeyedPosition:
    """Return what the key of a position of a climbing game says.  Raises MalformedError."""
    if not isinstance(key, str) or not key.startswith(f"{PREFIX}:"):
        raise _unreadable(f"{key!r} is no key of a position: it begins with '{PREFIX}:'.")
    match = _KEY.fullmatch(key)
    if match is None:
        raise _unreadable(f"{key!r} is no key of a position: 'p1:GAME:HANDS:STATE' is expected.")
    try:
        chosen = json.loads(match[4] or "{}")
    except (ValueError, RecursionError):
        raise _unreadable(f"{match[4]!r} are no house rules: a JSON object is expected.") from None
    rules = rules_for(match[1], chosen)
    if isinstance(rules, MeldingRules):
        raise _unreadable(
            f"A position of {rules.name} cannot be made without its history: keep the deal and the events instead."
        )
    hands = tuple(_cards(rules, hand) for hand in match[2].split("/"))
    if len(hands) not in rules.seats:
        raise _unreadable(
            f"The key has cards for {len(hands)} seats: {rules.name} is for {rules.seats}."
        )
    keyed = KeyedPosition(rules, hands, **_parse_state(rules, match[3], seats=len(hands)))
    if format_key(keyed) != key:
        raise _unreadable(f"{key!r} is not written as keys are: {format_key(keyed)!r}.")
    return keyed


def _parse_state(rules: Rules, state: str, *, seats: int) -> dict[str, Any]:
    items = dict(item.partition("=")[::2] for item in state.split(";"))
    unknown = items.keys() - {*_ITEMS}
    if unknown:
        raise _unreadable(f"{min(unknown)!r} is none of {', '.join(_ITEMS)}.")
    turn = items.get("turn")
    if not turn:
        raise _unreadable("The key does not say whose turn it is: 'turn=2', or 'turn=over'.")
    loser_and_winner = _seats(items.get("exchange", ""), seats=seats)
    if len(loser_and_winner) not in {0, 2}:
        raise _unreadable("An exchange is between two seats: 'exchange=LOSER,WINNER'.")
    given = _cards(rules, items.get("given", ""))
    owner = _seats(items.get("owner", ""), seats=seats)
    return {
        "turn": 0 if turn == "over" else _seats(turn, seats=seats)[0],
        "opening": "opening" in items,
        "direction": _ANTICLOCKWISE if "anticlockwise" in items else _CLOCKWISE,
        "standing": _cards(rules, items.get("standing", "")),
        "owner": owner[0] if owner else 0,
        "passed": _seats(items.get("passed", ""), seats=seats),
        "out": _seats(items.get("out", ""), seats=seats),
        "blocked": _seats(items.get("blocked", ""), seats=seats),
        "exchange": loser_and_winner,
        "given": given[0] if given else None,
    }


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


def _keyed(rules: Rules, position: object) -> KeyedPosition:
    if not isinstance(rules, ClimbingRules) or not isinstance(position, Position):
        raise TypeError(f"{rules.name} is no climbing game.")
    _require_known(position.holdings, position.counts)
    standing, due = position.standing, position.exchange
    if position.worlds or isinstance(standing, UnseenPlay):
        raise _unknown("a play that nobody saw decides what may follow")
    if not position.over and not (position.turn and position.is_turn_certain):
        raise _unknown("it is not known who is to act")
    if due and not (due.winner and due.loser):
        raise _unknown("it is not known who won and who lost the hand before")
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


def _melding_keys(rules: MeldingRules, position: MeldingPosition) -> Iterator[str]:
    """Yield the key of a position of a melding game after each exchange of suits that makes no difference."""
    _require_known(position.holdings[:-1], position.counts[:-1])
    *holdings, stock = [Counter(cards) for cards in position.holdings]
    dead_wall = rules.dead_wall if position.stock is not None else 0
    if position.stock is None or stock.total() != position.stock + dead_wall:
        raise _unknown("the cards of the stock are not all known")
    finish, offer, source = position.finish, position.offer, position.source
    for change in _alike_suits(rules):

        def cards(some: Iterable[Card], change: Mapping[Card, Card] = change) -> str:
            return ",".join(rules.deck.in_order(change[card] for card in some))

        def melds(laid: Iterable[LaidCards], cards: Callable[..., str] = cards) -> str:
            return "+".join(sorted(cards(one.cards) for one in laid))

        def turned(offer: Offer | None, cards: Callable[..., str] = cards) -> str:
            return f"{cards([offer.card])},{offer.seat}{',drawn' * offer.drawn}" if offer else ""

        calls = (f"{call.seat} {call.action}" for call in position.calls)
        items: dict[str, str | bool | None] = {
            "turn": str(position.turn) if finish is None else "over",
            "opening": not position.started,
            "offer": turned(offer),
            "calls": ",".join(calls),
            "took": turned(source) if position.has_claimed else "",
            "melds": "/".join(map(melds, position.melds)) if any(position.melds) else "",
            "finish": f"{finish.seat},{melds(finish.melds)}" if finish else "",
            "lucky": cards([position.lucky]) if position.lucky else "",
            "stock": cards(stock.elements()),
        }
        yield _key(rules, "/".join(cards(hand.elements()) for hand in holdings), items)


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


def _require_known(holdings: Sequence[Mapping[Card, int]], counts: Sequence[int | None]) -> None:
    for seat, (cards, count) in enumerate(zip(holdings, counts, strict=True), 1):
        if sum(cards.values()) != count:
            raise _unknown(f"the cards of seat {seat} are not all known")


def _key(rules: Rules, hands: str, items: Mapping[str, str | bool | None]) -> str:
    state = ";".join(
        name if value is True else f"{name}={value}" for name, value in items.items() if value
    )
    chosen = chosen_house_rules(rules)
    return ":".join([PREFIX, rules.variant, hands, state, *([canonical(chosen)] if chosen else [])])


def _numbers(*seats: int) -> str:
    return ",".join(str(seat) for seat in seats if seat)


def _cards(rules: Rules, text: str) -> Cards:
    try:
        cards = rules.deck.parse_all(text)
    except UnknownCardError as error:
        raise MalformedError("unknown-card", "", f"{error}.") from error
    if UNSEEN in cards:
        raise _unreadable("A key has no unknown card '?'.")
    return rules.deck.in_order(cards)


def _seats(text: str, *, seats: int) -> tuple[int, ...]:
    numbers = text.split(",") if text else []
    known = {str(seat): seat for seat in range(1, seats + 1)}
    wrong = next((number for number in numbers if number not in known), None)
    if wrong is not None:
        raise MalformedError(
            "bad-seat", "", f"{wrong!r} is no seat: seats are numbered 1 to {seats}."
        )
    return tuple(known[number] for number in numbers)


def _unknown(what: str) -> MalformedError:
    return MalformedError("unreadable", "", f"This position has no key: {what}.")


def _unreadable(message: str) -> MalformedError:
    return MalformedError("unreadable", "", message)
