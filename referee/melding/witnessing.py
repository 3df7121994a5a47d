"""Two deals for an unproven end of a hand: one in which it was legal and one in which it was not (contract §3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.cards import UNSEEN, Card, Cards
from referee.events import taken_back
from referee.knowledge import CutOffError
from referee.melding import ends
from referee.melding.completion import completing, leaving_over
from referee.melding.evidence import (
    evidence,
    first_by_the_deal,
    first_by_the_hands_before,
    first_to_discard,
)
from referee.melding.hands import adjudicate
from referee.melding.holdings import Holdings
from referee.melding.rules import MeldingRules
from referee.record import Action, Carried, HandRecord


def worlds(
    rules: MeldingRules, hand: HandRecord, carried: Carried, *, event: int
) -> Iterator[HandRecord | None]:
    """Hands with complete deals that fit everything on record and settle the ``event``-th event, each judged.

    Nothing is made up for actions and faces that nobody saw.
    """
    events = hand.events or ()
    if any(line.action is Action.UNSEEN or UNSEEN in line.cards for line in events):
        return
    seats, line = len(carried.won), events[event - 1]
    first = first_by_the_deal(rules, hand) or first_by_the_hands_before(rules, carried)
    first = first or first_to_discard(events)
    known = evidence(rules, hand, taken_back(events), first, seats=seats)
    for fill in _fills(rules, hand, carried, known, event=event, seats=seats):
        dealt = _dealt(rules, known, fill, line.seat, first or 0, seats=seats)
        complete = replace(hand, dealt=dealt)
        yield complete
    raise CutOffError


def _fills(
    rules: MeldingRules,
    hand: HandRecord,
    carried: Carried,
    known: Holdings,
    *,
    event: int,
    seats: int,
) -> Iterator[Cards]:
    """What the unknown cards of the seat may have been: some that complete its hand, some that do not."""
    before = adjudicate(rules, hand, carried, seats=seats).steps[event - 1]
    line, position = before.event, before.before
    if line.action is Action.HU:
        rest = ends.rest_of(position, line)
    else:
        hidden = position.hidden(line.seat)
        rest = ends.Rest(Counter(position.holdings[line.seat - 1]), hidden)
    pool = known.candidates(line.seat, unseen=0)
    if rest.unknown is None:
        return
    if line.action is Action.LUCKY:
        kept = [card for card in pool.elements() if rules.is_kept(card)]
        others = [card for card in pool.elements() if not rules.is_kept(card)]
        yield from (tuple(some[: rest.unknown]) for some in (kept, others))
        return
    try:
        for find in (completing, leaving_over):
            found = find(rules.divider, rest.known, unknown=rest.unknown, pool=pool)
            if found is not None:
                yield found
    except CutOffError:
        return


def _dealt(
    rules: MeldingRules, known: Holdings, fill: Cards, seat: int, first: int, *, seats: int
) -> tuple[Cards, ...]:
    """A complete deal: these cards to one seat, the rest of the pool to the others in turn."""
    pool = list((known.pool - Counter(fill)).elements())
    hands = []
    for place in range(seats):
        own: list[Card] = list(known.certain[place].elements())
        own += fill if place + 1 == seat else ()
        missing = rules.hand_size + (place + 1 == first) - len(own)
        hands.append((*own, *pool[:missing]))
        pool = pool[max(0, missing) :]
    return tuple(hands)
