"""What unseen cards may have been, and what all possibilities have in common.

A play with unseen faces may be one of several combinations, or none.  Where these lead to different positions, the
position keeps them all as its ``worlds``.  Every event is judged in each world and each world advances by itself, until
a play that was seen makes them equal again.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, combinations_with_replacement
from math import comb

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.event_context import EventContext
from referee.climbing.plays import find_combinations
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import closes_trick
from referee.combinations import Combination
from referee.knowledge import MAX_SEARCH_STEPS, Knowledge
from referee.position import ANYTHING, Position, Standing, UnseenPlay

LARGE_PLAY = 5
"""Plays of this size or more have too many combinations to list, unless few cards are left for them."""

MAX_WORLDS = 40
"""The number of worlds kept; with more, the standing combination and the turn count as unknown."""


def possible_faces(context: EventContext, *, seat: int, cards: Cards) -> list[Cards] | None:
    """Return every set of cards that a seat's play may have been; None if there are too many, or none fits."""
    seen_cards = Counter(card for card in cards if card != UNSEEN)
    pool = context.knowledge.candidates(seat, unseen=1)
    moves = context.knowledge.movements
    if any(not move.stands and move.event == context.number for move in moves):
        # cards taken back may be played again later
        pool = pool | (Counter(context.position.holdings[seat - 1]) - seen_cards)
    # the cards of a question are in no movement
    asked_cards = seen_cards if context.is_question else Counter[Card]()
    return _faces(context.rules, pool - asked_cards, cards)


def _faces(rules: ClimbingRules, pool: Counter[Card], cards: Cards) -> list[Cards] | None:
    seen_cards = tuple(card for card in cards if card != UNSEEN)
    hidden = len(cards) - len(seen_cards)
    pool = pool & (Counter(rules.deck.copies) - Counter(seen_cards))
    if not pool or comb(len(pool) + hidden - 1, hidden) > MAX_SEARCH_STEPS:
        return None
    singles = sorted(pool, key=rules.order.heights.__getitem__)
    drawn = combinations_with_replacement(singles, hidden)
    fitting = (some for some in drawn if all(some.count(card) <= pool[card] for card in some))
    return [(*seen_cards, *some) for some in fitting] or None


def possible_standings(
    rules: ClimbingRules, knowledge: Knowledge, *, seat: int, cards: Cards
) -> list[Standing]:
    """Return what a play with unseen faces may leave standing; None among them: it may be no combination.

    The top single, which closes the trick, is listed apart from other singles (B14).
    """
    pool = knowledge.candidates(seat, unseen=1)
    shown = _faces(rules, pool, cards)
    if shown is None:
        plays, certain = _possible_combinations(rules, pool, cards), False
    else:
        combinations = [rules.identify(play) for play in shown]
        plays = [play for play in combinations if play is not None]
        certain = None not in combinations
    return [*_to_standings(rules, cards, plays), *([] if certain else [None])]


def _to_standings(
    rules: ClimbingRules, cards: Cards, plays: list[Combination] | None
) -> list[Standing]:
    if plays is None:
        return [UnseenPlay(cards)]
    closing = [play for play in plays if closes_trick(rules, play)]
    others = tuple(dict.fromkeys(play for play in plays if not closes_trick(rules, play)))
    unseen = [UnseenPlay(cards, others)] if len(others) > 1 else others
    return [*unseen, *closing[:1]]


def _possible_combinations(
    rules: ClimbingRules, pool: Counter[Card], cards: Cards
) -> list[Combination] | None:
    """Return every combination of this size that includes the seen cards; None if there are too many."""
    shapes = [shape for shape in rules.shapes if shape.size == len(cards)]
    seen_cards = Counter(card for card in cards if card != UNSEEN)
    if shapes and (len(cards) >= LARGE_PLAY or not pool):
        return None
    available = (pool + seen_cards) & Counter(rules.deck.copies)
    plays = chain.from_iterable(find_combinations(rules, available, shape) for shape in shapes)
    return [play for play in plays if not seen_cards - Counter(play.cards)]


def merge_worlds(positions: Iterable[Position]) -> Position:
    """Return one position for all of these: the only different one, or their common facts with each as a world.

    The cards played are the same in all; they differ in what stands, in the turn, and in the seats that play no more.
    Where the hand may or may not be over, it is taken to go on: only later events can tell.
    """
    worlds: dict[tuple[object, ...], Position] = {}
    for position in positions:
        for world in position.worlds or (position,):
            worlds.setdefault(_world_key(world), world)
    going_on = [world for world in worlds.values() if not world.over]
    first, *others = _limit_worlds(going_on or list(worlds.values()))
    return _common_position(first, others) if others else first


def _world_key(world: Position) -> tuple[object, ...]:
    trick = (
        world.standing,
        world.owner,
        world.turn,
        world.passed,
        world.closed,
        world.is_turn_certain,
    )
    return *trick, *_inactive_key(world)


def _inactive_key(world: Position) -> tuple[object, ...]:
    return frozenset(world.blocked), world.out, world.over


def _common_position(first: Position, others: list[Position]) -> Position:
    unseen = first.standing if isinstance(first.standing, UnseenPlay) else ANYTHING
    stands = all(world.standing == first.standing for world in others)
    counts = zip(*(world.counts for world in (first, *others)), strict=True)
    return first._replace(
        counts=tuple(values[0] if len(set(values)) == 1 else None for values in counts),
        standing=first.standing if stands else unseen,
        owner=first.owner if all(world.owner == first.owner for world in others) else 0,
        turn=first.turn if all(world.turn == first.turn for world in others) else 0,
        passed=frozenset(),
        closed=False,
        is_turn_certain=False,
        worlds=(first, *others),
    )


def _limit_worlds(worlds: list[Position]) -> list[Position]:
    """Return the worlds; if there are too many, only those that differ in who is out or blocked, the trick unknown."""
    if len(worlds) <= MAX_WORLDS:
        return worlds
    return list(
        {_inactive_key(world): with_unknown_trick(world) for world in reversed(worlds)}.values()
    )[::-1]


def with_unknown_trick(position: Position) -> Position:
    """Return the position with unknown standing combination and turn."""
    return position._replace(
        standing=ANYTHING, owner=0, turn=0, passed=frozenset(), closed=False, is_turn_certain=False
    )


def in_each_world(position: Position, go_on: Callable[[Position], Position]) -> Position:
    """Return the position after a change to every world."""
    return merge_worlds(go_on(world) for world in position.worlds)
