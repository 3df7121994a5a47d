"""The unknown cards of hands that may have been complete: some that complete them, some that do not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.knowledge import CutOffError
from referee.melding import HandStep, hand_end
from referee.melding.completion import completing, leaving_over
from referee.melding.holdings import Holdings
from referee.melding.rules import MeldingRules
from referee.record import SeatAction
from referee.verdicts import Unproven

MOST = 3
"""So many open ends are decided in every way at once."""


class MeldingDraw(NamedTuple):
    """What is proved, and the steps up to the event that is asked about."""

    rules: MeldingRules
    known: Holdings
    steps: Sequence[HandStep]


def telling(draw: MeldingDraw) -> Iterator[dict[int, Cards]]:
    """By seat, what the unknown cards may be: each hand that decides complete, or not."""
    *before, asked = draw.steps
    open_ends = [
        step
        for step in before
        if step.event.action is SeatAction.HU and isinstance(step.verdict, Unproven)
    ]
    deciding = [*([asked] if _is_end(asked) else []), *open_ends[::-1]][:MOST]
    for ways in product((completing, leaving_over), repeat=len(deciding)):
        fills: dict[int, Cards] = {}
        pool = Counter(draw.known.pool)
        for step, way in zip(deciding, ways, strict=True):
            seat = step.event.seat
            if seat in fills or not seat:
                continue
            found = _found(draw.rules, step, pool, complete=way is completing)
            if found is not None:
                fills[seat] = found
                pool -= Counter(found)
        yield fills


def _is_end(step: HandStep) -> bool:
    """May this event itself have found a hand complete: a hu, or a lucky card though nobody called hu?"""
    action = step.event.action
    return action is SeatAction.HU or (action is SeatAction.LUCKY and step.before.finish is None)


def _found(
    rules: MeldingRules, step: HandStep, pool: Counter[Card], *, complete: bool
) -> Cards | None:
    line, position = step.event, step.before
    hidden = position.unknown_count(line.seat)
    rest = hand_end.UndeclaredCards(Counter(position.holdings[line.seat - 1]), hidden)
    if line.action is SeatAction.HU:
        rest = hand_end.rest_of(position, line)
    if not rest.unknown:
        return None
    if line.action is not SeatAction.HU:  # only generals may leave a seat without a discard
        some = [card for card in pool.elements() if rules.is_undiscardable(card) is complete]
        return tuple(some[: rest.unknown]) if len(some) >= rest.unknown else None
    find = completing if complete else leaving_over
    try:
        return find(rules.divider, rest.known, unknown=rest.unknown, pool=pool)
    except CutOffError:
        return None
