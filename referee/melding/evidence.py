"""What a record shows of the hidden hands and of the first player, before any event is judged."""

from collections.abc import Callable, Collection, Iterable, Sequence

from referee.cards import Cards
from referee.carried_state import Carried
from referee.knowledge import CardMovement
from referee.melding.claims import CLAIMS
from referee.melding.holdings import Holdings, prove
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, HandRecord, SeatAction

_BEFORE_THE_FIRST = {SeatAction.PASS, SeatAction.TAKES_BACK}


def first_player_by_hands_before(rules: MeldingRules, carried: Carried) -> int | None:
    """Return who must be first player after the hands before (F32); None in the first hand or if unknown."""
    if carried.next_first is not None:
        return carried.next_first
    return carried.previous_winner if rules.next_first == "finisher" else None


def first_player_by_deal(rules: MeldingRules, hand: HandRecord) -> int | None:
    """Return the seat that was dealt one card more: a full deal shows it, or the one deal that is missing."""
    if hand.dealt is None:
        return None
    sizes = [None if cards is None else len(cards) for cards in hand.dealt]
    if rules.hand_size + 1 in sizes:
        return sizes.index(rules.hand_size + 1) + 1
    return sizes.index(None) + 1 if sizes.count(None) == 1 else None


def first_player_by_events(events: Sequence[HandEvent]) -> int | None:
    """Return the seat that begins the hand, where nothing else tells who must; None if the events do not show it.

    Passes written before it show nothing: only the seat that begins may not pass (F4).
    """
    begins = next((event for event in events if event.action not in _BEFORE_THE_FIRST), None)
    return begins.seat if begins and begins.action in {SeatAction.DISCARDS, SeatAction.HU} else None


def proved_holdings(
    rules: MeldingRules,
    hand: HandRecord,
    list_movements: Callable[[], Iterable[CardMovement]],
    first: int | None,
    *,
    seats: int,
) -> Holdings:
    """Return what the deal, the cards shown and the cards left at the end prove about the hands and the stock."""
    nobody: tuple[Cards | None, ...] = (None,) * seats
    return prove(
        rules.deck,
        sizes=dealt_sizes(rules, first, seats=seats),
        dealt=(*(hand.dealt or nobody), None),
        list_movements=list_movements,
        left=(*cards_left(hand, seats=seats), None),
    )


def dealt_sizes(rules: MeldingRules, first: int | None, *, seats: int) -> list[int]:
    """Return how many cards each seat was dealt, and the stock; the most possible where the first player is unknown."""
    own = [rules.hand_size + (seat == first or not first) for seat in range(1, seats + 1)]
    return [*own, len(rules.deck) - seats * rules.hand_size - bool(first)]


def cards_left(hand: HandRecord, *, seats: int) -> tuple[Cards | None, ...]:
    """Return the cards left at the end; a finisher's concealed melds on the score sheet count as its hand."""
    left = list(hand.left or (None,) * seats)
    named = [
        event for event in hand.events or () if event.action is SeatAction.HU and not event.called
    ]
    if hand.finisher and hand.concealed is not None and not (named and named[-1].melds[1:]):
        left[hand.finisher - 1] = tuple(card for cards in hand.concealed for card in cards)
    return tuple(left)


def movements(
    events: Sequence[HandEvent],
    undone: Collection[int],
    *,
    stock_seat: int,
    with_calls: bool = False,
) -> list[CardMovement]:
    """Return the cards that moved from a hand or the stock to the table.

    The cards of a hu that did not end the hand return to it.  Calls show no cards unless ``with_calls``: then the caller is
    believed, and the cards stay in its hand.
    """
    moves = []
    last = max(
        (n for n, event in enumerate(events, 1) if event.action is not SeatAction.LUCKY), default=0
    )
    offered: Cards = ()
    for number, event in enumerate(events, 1):
        if event.action in {SeatAction.DISCARDS, SeatAction.DRAWS}:
            offered = event.cards
        if not event.cards or (event.called and not with_calls):
            continue
        drawn = event.action in {SeatAction.DRAWS, SeatAction.LUCKY}
        stands = number == last if event.action is SeatAction.HU else number not in undone
        cards = shown_cards(event, offered, first=number == 1)
        moves.append(
            CardMovement(
                number, stock_seat if drawn else event.seat, cards, stands and not event.called
            )
        )
    return moves


def shown_cards(event: HandEvent, offered: Cards, *, first: bool) -> Cards:
    """Return the cards that an event shows from a hand or the stock, without the claimed card, which already lay open."""
    if event.action is not SeatAction.HU:
        return event.cards[1:] if event.action in CLAIMS else event.cards
    if first:
        return event.cards
    meld = event.melds[0]
    place = meld.index(offered[0]) if offered and offered[0] in meld else 0
    return (*event.cards[:place], *event.cards[place + 1 :])
