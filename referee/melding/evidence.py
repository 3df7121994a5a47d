"""What a record shows of hidden hands and of the first player, before any event is judged."""

from collections.abc import Collection, Sequence

from referee.cards import Cards
from referee.knowledge import CardMovement
from referee.melding.claims import CLAIMS
from referee.melding.holdings import Holdings, prove
from referee.melding.rules import MeldingRules
from referee.record import Carried, HandEvent, HandRecord, SeatAction


def first_by_the_hands_before(rules: MeldingRules, carried: Carried) -> int | None:
    """Who has to be first player (F32); None in the first hand, and where nobody knows."""
    if carried.next_first is not None:
        return carried.next_first
    return carried.previous_winner if rules.next_first == "finisher" else None


def first_by_the_deal(rules: MeldingRules, hand: HandRecord) -> int | None:
    """Who was dealt a card more: seen, or left when all the others were not."""
    if hand.dealt is None:
        return None
    sizes = [None if cards is None else len(cards) for cards in hand.dealt]
    if rules.hand_size + 1 in sizes:
        return sizes.index(rules.hand_size + 1) + 1
    return sizes.index(None) + 1 if sizes.count(None) == 1 else None


def first_to_discard(events: Sequence[HandEvent]) -> int | None:
    """Whoever begins, where nothing else says who has to."""
    begins = events[0] if events else None
    return begins.seat if begins and begins.action in {SeatAction.DISCARDS, SeatAction.HU} else None


def evidence(
    rules: MeldingRules,
    hand: HandRecord,
    moves: Sequence[CardMovement],
    first: int | None,
    *,
    seats: int,
) -> Holdings:
    """Everything that the deal, the cards shown and those left at the end prove about the hands and the stock."""
    nobody: tuple[Cards | None, ...] = (None,) * seats
    return prove(
        rules.deck,
        sizes=sizes_of(rules, first, seats=seats),
        dealt=(*(hand.dealt or nobody), None),
        movements=moves,
        left=(*kept(hand, seats=seats), None),
    )


def sizes_of(rules: MeldingRules, first: int | None, *, seats: int) -> list[int]:
    """How many cards each was dealt, and the stock; where nobody knows who was first, as many as there may be."""
    own = [rules.hand_size + (seat == first or not first) for seat in range(1, seats + 1)]
    return [*own, len(rules.deck) - seats * rules.hand_size - bool(first)]


def kept(hand: HandRecord, *, seats: int) -> tuple[Cards | None, ...]:
    """The cards left at the end; a finisher's melds on the sheet were its hand."""
    left = list(hand.left or (None,) * seats)
    named = [
        event for event in hand.events or () if event.action is SeatAction.HU and not event.called
    ]
    if hand.finisher and hand.concealed is not None and not (named and named[-1].melds[1:]):
        left[hand.finisher - 1] = tuple(card for cards in hand.concealed for card in cards)
    return tuple(left)


def movements(
    events: Sequence[HandEvent], undone: Collection[int], *, wall: int, calls: bool = False
) -> list[CardMovement]:
    """What left a hand or the stock for the table; a hu that did not end the hand is taken up again.

    A call shows nothing, unless its caller is believed: then it is what was held, and stays.
    """
    found = []
    last = max(
        (n for n, event in enumerate(events, 1) if event.action is not SeatAction.LUCKY), default=0
    )
    offered: Cards = ()
    for number, event in enumerate(events, 1):
        if event.action in {SeatAction.DISCARDS, SeatAction.DRAWS}:
            offered = event.cards
        if not event.cards or (event.called and not calls):
            continue
        drawn = event.action in {SeatAction.DRAWS, SeatAction.LUCKY}
        stands = number == last if event.action is SeatAction.HU else number not in undone
        cards = shown(event, offered, first=number == 1)
        found.append(
            CardMovement(number, wall if drawn else event.seat, cards, stands and not event.called)
        )
    return found


def shown(event: HandEvent, offered: Cards, *, first: bool) -> Cards:
    """The cards that an event shows of a hand or of the stock: the one that is claimed lay there before."""
    if event.action is not SeatAction.HU:
        return event.cards[1:] if event.action in CLAIMS else event.cards
    if first:
        return event.cards
    meld = event.melds[0]
    place = meld.index(offered[0]) if offered and offered[0] in meld else 0
    return (*event.cards[:place], *event.cards[place + 1 :])
