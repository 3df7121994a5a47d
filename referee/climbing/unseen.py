"""Advance a hand after an action, or with a number of cards, that nobody saw: every way it may have gone."""

from collections.abc import Iterator

from referee.climbing.holdings_update import replace_at, still_proved
from referee.climbing.possible_worlds import merge_worlds, with_unknown_trick
from referee.climbing.rules import ClimbingRules
from referee.climbing.tricks import (
    after_pass,
    block_seat,
    changes_after_play,
    go_out,
    start_trick,
    with_leader,
)
from referee.climbing.turns import is_lead
from referee.knowledge import Knowledge
from referee.position import ANYTHING, Position, Standing

ANY_NUMBER = 100
"""The number of unseen actions that stands for any number of them."""


def after_unseen(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """Return the position after an unseen action of a seat, or with seat 0 after any number of actions of anybody."""
    uncounted = _without_counts(rules, knowledge, position, seat)
    if seat:
        return merge_worlds(_after_any_action(rules, knowledge, uncounted, seat))
    worlds = [with_unknown_trick(uncounted)]
    for other in uncounted.active_seats():
        worlds += [idle for world in worlds for idle in _if_inactive(rules, world, other)]
    return merge_worlds(map(with_unknown_trick, worlds))


def _after_any_action(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Iterator[Position]:
    """Yield the positions after a combination of this seat, after cards that are none, and after a pass."""
    for standing in _standings_after_any(rules, knowledge, position, seat):
        led = position.standing is not None and is_lead(position, seat)
        start = start_trick(position, seat) if led else position
        laid = start._replace(**changes_after_play(rules, start, seat, standing))
        yield from with_unknown_count(rules, laid, seat)
    yield after_pass(rules, position, seat)


def _standings_after_any(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> list[Standing]:
    """Return what an unseen action may leave standing; the top single closes the trick, None is no combination."""
    top = rules.top_single
    may_hold_top = knowledge.candidates(seat, unseen=1)[top] or top in position.holdings[seat - 1]
    closing = [rules.identify((top,))] if rules.top_single_closes_trick and may_hold_top else []
    return [ANYTHING, *closing, None]


def with_unknown_count(rules: ClimbingRules, laid: Position, seat: int) -> Iterator[Position]:
    """Yield the positions after a play of a seat with an unknown number of cards: it plays on, or no more."""
    laid = laid._replace(perhaps_blocked=_perhaps_blocked(rules, laid, [seat]))
    yield with_leader(laid, seat)
    yield from _if_inactive(rules, laid, seat)


def _if_inactive(rules: ClimbingRules, position: Position, seat: int) -> Iterator[Position]:
    """Yield the position in which the seat is blocked or out, if possible; the hand went on, so it was not over."""
    count = _count_when_inactive(rules)
    if count is None or seat not in position.active_seats():
        return
    if not _may_hold_number(position, seat, count):
        return
    counted = position._replace(counts=replace_at(position.counts, seat - 1, count))
    idle = block_seat(counted, seat) if count else go_out(rules, counted, seat)
    if not idle.over:
        yield with_leader(idle, seat)


def _count_when_inactive(rules: ClimbingRules) -> int | None:
    """Return the number of cards with which a seat plays no more: 1 if unannounced, 0 if play goes on to the last."""
    if rules.last_card_announcement == "required":
        return 1
    return 0 if rules.play_to_last else None


def _may_hold_number(position: Position, seat: int, number: int) -> bool:
    """Return whether the seat may hold this number of cards; it still holds what it shows later."""
    shown = sum(position.holdings[seat - 1].values())
    return position.min_counts[seat - 1] <= number and shown <= number


def _without_counts(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """Return the position without the number of cards of this seat, or with seat 0 of every seat."""
    doubtful = [seat] if seat else [one for one in position.seats() if one not in position.out]
    holdings, counts, unseen = list(position.holdings), list(position.counts), list(position.unseen)
    for place in (other - 1 for other in doubtful):
        holdings[place] = still_proved(dict(holdings[place]), position, knowledge, place)
        counts[place] = None
        unseen[place] += 1 if seat else ANY_NUMBER
    uncounted = position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        min_counts=_min_counts(rules, position, seat),
        unseen=tuple(unseen),
        opened=True,
    )
    return uncounted._replace(perhaps_blocked=_perhaps_blocked(rules, uncounted, doubtful))


def _perhaps_blocked(
    rules: ClimbingRules, position: Position, doubtful: list[int]
) -> frozenset[int]:
    required = rules.last_card_announcement == "required"
    idle = (seat for seat in doubtful if required and _may_hold_number(position, seat, 1))
    return position.perhaps_blocked.union(idle)


def _min_counts(rules: ClimbingRules, position: Position, seat: int) -> tuple[int, ...]:
    """Return, by seat, the fewest cards it can hold after an unseen action; any number of actions may shed all."""
    if not seat:
        return (0,) * len(position.counts)
    least = position.min_counts or (0,) * len(position.counts)
    count = position.counts[seat - 1]
    at_least = least[seat - 1] if count is None else count
    return replace_at(least, seat - 1, max(0, at_least - rules.largest_size))
