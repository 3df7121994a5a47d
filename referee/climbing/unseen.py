"""How a hand goes on where an action or the number of a seat's cards was not seen: every way that it may have gone."""

from collections.abc import Iterator

from referee.climbing.holdings_update import accounted, put
from referee.climbing.possible_worlds import lost, merged
from referee.climbing.rules import ClimbingRules
from referee.climbing.tricks import after_pass, blocked, gone_out, lead, put_up, with_a_leader
from referee.climbing.turns import leads
from referee.knowledge import Knowledge
from referee.position import ANYTHING, Position, Standing

ANY_NUMBER = 100
"""So many actions that nobody saw stand for any number of them."""


def after_unseen(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """After an action that nobody saw, or after any number of anybody's."""
    then = _uncounted(rules, knowledge, position, seat)
    if seat:
        return merged(_after_any(rules, knowledge, then, seat))
    worlds = [lost(then)]
    for other in then.active():
        worlds += [idle for world in worlds for idle in _idle(rules, world, other)]
    return merged(map(lost, worlds))


def _after_any(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Iterator[Position]:
    """After a combination of this seat, after cards that are none, and after a pass."""
    for standing in _anything(rules, knowledge, position, seat):
        led = position.standing is not None and leads(position, seat)
        start = lead(position, seat) if led else position
        laid = start._replace(**put_up(rules, start, seat, standing))
        yield from in_doubt(rules, laid, seat)
    yield after_pass(rules, position, seat)


def _anything(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> list[Standing]:
    """What an unseen action may have put up; the top single closes the trick, and cards may be no combination."""
    top = rules.top_single
    held = knowledge.candidates(seat, unseen=1)[top] or top in position.holdings[seat - 1]
    closing = [rules.identify((top,))] if rules.top_single_closes_trick and held else []
    return [ANYTHING, *closing, None]


def in_doubt(rules: ClimbingRules, laid: Position, seat: int) -> Iterator[Position]:
    """After a play of a seat whose number of cards is not known: it may play on, or no more."""
    laid = laid._replace(perhaps_blocked=_perhaps_blocked(rules, laid, [seat]))
    yield with_a_leader(laid, seat)
    yield from _idle(rules, laid, seat)


def _idle(rules: ClimbingRules, position: Position, seat: int) -> Iterator[Position]:
    """The seat may be blocked, or out where play goes on to the last; the hand was not over, since it went on."""
    last = _last_cards(rules)
    if last is None or seat not in position.active() or not _may_hold(position, seat, last):
        return
    counted = position._replace(counts=put(position.counts, seat - 1, last))
    idle = blocked(counted, seat) if last else gone_out(rules, counted, seat)
    if not idle.over:
        yield with_a_leader(idle, seat)


def _last_cards(rules: ClimbingRules) -> int | None:
    """With how many cards a seat may play no more: one not announced, none where play goes on to the last."""
    if rules.last_card_announcement == "required":
        return 1
    return 0 if rules.play_to_last else None


def _may_hold(position: Position, seat: int, number: int) -> bool:
    """May its cards, not all seen to go, be so many?  What it shows later it still holds."""
    shown = sum(position.holdings[seat - 1].values())
    return position.least[seat - 1] <= number and shown <= number


def _uncounted(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, seat: int
) -> Position:
    """What is left of what was known of the seat's hand, or of everybody's."""
    doubtful = [seat] if seat else [one for one in position.seats() if one not in position.out]
    holdings, counts, unseen = list(position.holdings), list(position.counts), list(position.unseen)
    for place in (other - 1 for other in doubtful):
        holdings[place] = accounted(dict(holdings[place]), position, knowledge, place)
        counts[place] = None
        unseen[place] += 1 if seat else ANY_NUMBER
    then = position._replace(
        holdings=tuple(holdings),
        counts=tuple(counts),
        least=_fewest(rules, position, seat),
        unseen=tuple(unseen),
        opened=True,
    )
    return then._replace(perhaps_blocked=_perhaps_blocked(rules, then, doubtful))


def _perhaps_blocked(
    rules: ClimbingRules, position: Position, doubtful: list[int]
) -> frozenset[int]:
    required = rules.last_card_announcement == "required"
    idle = (seat for seat in doubtful if required and _may_hold(position, seat, 1))
    return position.perhaps_blocked.union(idle)


def _fewest(rules: ClimbingRules, position: Position, seat: int) -> tuple[int, ...]:
    """By seat, how many cards it holds at the least after an unseen action; any number of them may shed all."""
    if not seat:
        return (0,) * len(position.counts)
    largest = max(shape.size for rung in (*rules.ladder, rules.bombs) for shape in rung)
    least = position.least or (0,) * len(position.counts)
    count = position.counts[seat - 1]
    held = least[seat - 1] if count is None else count
    return put(least, seat - 1, max(0, held - largest))
