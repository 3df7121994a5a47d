"""The unknown cards of hands that may be complete: cards that complete them, and cards that do not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.knowledge import CutOffError
from referee.melding import hu
from referee.melding.claims import CLAIMS, Claim
from referee.melding.completion import find_completing_cards, find_failing_cards
from referee.melding.forced_claims import claims_passed_over
from referee.melding.holdings import Holdings
from referee.melding.rules import MeldingRules
from referee.melding.timeline import MeldingStep
from referee.record import SeatAction
from referee.verdicts import Unproven

MAX_OPEN_ENDS = 3
"""The number of open ends that are decided in every combination."""


class MeldingDraw(NamedTuple):
    """What is proved, and the steps up to the event in question."""

    rules: MeldingRules
    known: Holdings
    steps: Sequence[MeldingStep]


def likely_ends(draw: MeldingDraw) -> Iterator[dict[int, Cards]]:
    """Yield, by seat, what its unknown cards may be: each deciding hand complete or not."""
    *before, last_step = draw.steps
    yield from _passed_over(draw, last_step)
    open_ends = [
        step
        for step in before
        if step.event.action is SeatAction.HU and isinstance(step.verdict, Unproven)
    ]
    deciding = [*([last_step] if _may_end_hand(last_step) else []), *open_ends[::-1]][
        :MAX_OPEN_ENDS
    ]
    for ways in product((find_completing_cards, find_failing_cards), repeat=len(deciding)):
        fills: dict[int, Cards] = {}
        pool = Counter(draw.known.pool)
        for step, way in zip(deciding, ways, strict=True):
            seat = step.event.seat
            if seat in fills or not seat:
                continue
            cards = _unknown_cards(draw.rules, step, pool, complete=way is find_completing_cards)
            if cards is not None:
                fills[seat] = cards
                pool -= Counter(cards)
        yield fills


def _passed_over(draw: MeldingDraw, step: MeldingStep) -> Iterator[dict[int, Cards]]:
    """Yield hands with which a claim that had to be called was possible, then hands with which none was (F23)."""
    event = step.event
    if event.action not in CLAIMS | {SeatAction.DRAWS}:
        return
    claim = None if event.action is SeatAction.DRAWS else Claim(event.seat, event.action)
    every = list(
        claims_passed_over(draw.rules, draw.known, step.before, claim, called=event.called)
    )
    for forced in every:
        cards = forced.find_cards(possible=True)
        if cards is not None:
            yield {forced.claim.seat: cards}
    fills: dict[int, Cards] = {}
    pool = Counter(draw.known.pool)
    for forced in every:
        cards = forced.find_cards(possible=False)
        if cards is not None and forced.claim.seat not in fills and Counter(cards) <= pool:
            fills[forced.claim.seat] = cards
            pool -= Counter(cards)
    yield fills


def _may_end_hand(step: MeldingStep) -> bool:
    """Return whether the event itself depends on a complete hand: a hu, or a lucky card without a hu before."""
    action = step.event.action
    return action is SeatAction.HU or (action is SeatAction.LUCKY and step.before.finish is None)


def _unknown_cards(
    rules: MeldingRules, step: MeldingStep, pool: Counter[Card], *, complete: bool
) -> Cards | None:
    event, position = step.event, step.before
    hidden = position.unknown_count(event.seat)
    rest = hu.UndeclaredCards(Counter(position.holdings[event.seat - 1]), hidden)
    if event.action is SeatAction.HU:
        rest = hu.undeclared_cards(position, event)
    if not rest.unknown:
        return None
    if event.action is not SeatAction.HU:  # a seat of generals alone has no discard
        some = [card for card in pool.elements() if rules.is_undiscardable(card) is complete]
        return tuple(some[: rest.unknown]) if len(some) >= rest.unknown else None
    find = find_completing_cards if complete else find_failing_cards
    try:
        return find(rules.divider, rest.known, unknown=rest.unknown, pool=pool)
    except CutOffError:
        return None
