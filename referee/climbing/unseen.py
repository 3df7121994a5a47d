"""How a hand goes on where an action or the number of a seat's cards was not seen: every way that it may have gone."""

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
"""So many actions that nobody saw stand for any number of them."""


def after_unseen(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """After an action that nobody saw, or after any number of anybody's."""
    then = _without_counts(rules, knowledge, position, seat)
    if seat:
        return merge_worlds(_after_any_action(rules, knowledge, then, seat))
    worlds = [with_unknown_trick(then)]
    for other in then.active_seats():
        worlds += [idle for world in worlds for idle in _if_inactive(rules, world, other)]
    return merge_worlds(map(with_unknown_trick, worlds))


def _after_any_action(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Iterator[Position]:
    """After a combination of this seat, after cards that are none, and after a pass."""
    for standing in _standings_after_any(rules, knowledge, position, seat):
        led = position.standing is not None and is_lead(position, seat)
        start = start_trick(position, seat) if led else position
        laid = start._replace(**changes_after_play(rules, start, seat, standing))
        yield from with_unknown_count(rules, laid, seat)
    yield after_pass(rules, position, seat)


def _standings_after_any(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> list[Standing]:
    """What an unseen action may have put up; the top single closes the trick, and cards may be no combination."""
    top = rules.top_single
    may_hold_top = knowledge.candidates(seat, unseen=1)[top] or top in position.holdings[seat - 1]
    closing = [rules.identify((top,))] if rules.top_single_closes_trick and may_hold_top else []
    return [ANYTHING, *closing, None]


def with_unknown_count(rules: ClimbingRules, laid: Position, seat: int) -> Iterator[Position]:
    """After a play of a seat whose number of cards is not known: it may play on, or no more."""
    laid = laid._replace(perhaps_blocked=_perhaps_blocked(rules, laid, [seat]))
    yield with_leader(laid, seat)
    yield from _if_inactive(rules, laid, seat)


def _if_inactive(rules: ClimbingRules, position: Position, seat: int) -> Iterator[Position]:
    """The seat may be blocked, or out where play goes on to the last; the hand was not over, since it went on."""
    last = _count_when_inactive(rules)
    if (
        last is None
        or seat not in position.active_seats()
        or not _may_hold_number(position, seat, last)
    ):
        return
    counted = position._replace(counts=replace_at(position.counts, seat - 1, last))
    idle = block_seat(counted, seat) if last else go_out(rules, counted, seat)
    if not idle.over:
        yield with_leader(idle, seat)


def _count_when_inactive(rules: ClimbingRules) -> int | None:
    """With how many cards a seat may play no more: one not announced, none where play goes on to the last."""
    if rules.last_card_announcement == "required":
        return 1
    return 0 if rules.play_to_last else None


def _may_hold_number(position: Position, seat: int, number: int) -> bool:
    """May its cards, not all seen to go, be so many?  What it shows later it still holds."""
    shown = sum(position.holdings[seat - 1].values())
    return position.min_counts[seat - 1] <= number and shown <= number


def _without_counts(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """What is left of what was known of the seat's hand, or of everybody's."""
    doubtful = [seat] if seat else [one for one in position.seats() if one not in position.out]
    holdings, counts, unseen = list(position.holdings), list(position.counts), list(position.unseen)
    for place in (other - 1 for other in doubtful):
        holdings[place] = still_proved(dict(holdings[place]), position, knowledge, place)
        counts[place] = None
        unseen[place] += 1 if seat else ANY_NUMBER
    then = position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        min_counts=_min_counts(rules, position, seat),
        unseen=tuple(unseen),
        opened=True,
    )
    return then._replace(perhaps_blocked=_perhaps_blocked(rules, then, doubtful))


def _perhaps_blocked(
    rules: ClimbingRules, position: Position, doubtful: list[int]
) -> frozenset[int]:
    required = rules.last_card_announcement == "required"
    idle = (seat for seat in doubtful if required and _may_hold_number(position, seat, 1))
    return position.perhaps_blocked.union(idle)


def _min_counts(rules: ClimbingRules, position: Position, seat: int) -> tuple[int, ...]:
    """By seat, how many cards it holds at the least after an unseen action; any number of them may shed all."""
    if not seat:
        return (0,) * len(position.counts)
    least = position.min_counts or (0,) * len(position.counts)
    count = position.counts[seat - 1]
    at_least = least[seat - 1] if count is None else count
    return replace_at(least, seat - 1, max(0, at_least - rules.largest_size))
