"""Check whether a complete deal fits the record: every card shown was held at that time."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from referee.cards import UNSEEN, Cards
from referee.record import HandEvent, HandRecord
from referee.witnesses.faces import fill_event


class _Hands:
    """The hands while the events are followed."""

    def __init__(
        self,
        hand: HandRecord,
        events: Sequence[HandEvent],
        dealt: tuple[Cards, ...],
        leaves_hand: Sequence[bool],
    ) -> None:
        self.holdings = [Counter(cards) for cards in dealt]
        spare = [Counter(cards) for cards in dealt]
        for event, leaves in zip(events, leaves_hand, strict=True):
            if leaves and event.cards:
                spare[event.seat - 1].subtract(card for card in event.cards if card != UNSEEN)
            if leaves and event.to:
                spare[event.to - 1].update(event.cards)
        for place, left in enumerate(hand.left or ()):
            spare[place].subtract(card for card in left or () if card != UNSEEN)
        self.spare = [list((+cards).elements()) for cards in spare]

    def fill(self, event: HandEvent, *, leaves: bool) -> HandEvent | None:
        """Return the event with its unseen faces taken from the seat's spare cards; None if it cannot have shown its cards."""
        place = event.seat - 1
        named = Counter(card for card in event.cards if card != UNSEEN)
        if not named <= self.holdings[place]:
            return None
        hidden = len(event.cards) - named.total()
        if not hidden:
            return event
        free = (self.holdings[place] - named).elements()
        faces = (self.spare[place] if leaves else list(free))[:hidden]
        if len(faces) < hidden or not Counter(faces) + named <= self.holdings[place]:
            return None
        if leaves:
            del self.spare[place][:hidden]
        return fill_event(event, tuple(faces))

    def move(self, event: HandEvent) -> None:
        """Move the event's cards out of the seat's hand, and a gift into its receiver's."""
        self.holdings[event.seat - 1].subtract(event.cards)
        self.holdings[event.seat - 1] = +self.holdings[event.seat - 1]
        if event.to:
            self.holdings[event.to - 1].update(event.cards)


def complete_hand(
    hand: HandRecord,
    events: Sequence[HandEvent],
    dealt: tuple[Cards, ...],
    *,
    undone: Mapping[int, int],
    illegal_events: Collection[int],
) -> HandRecord | None:
    """Return the hand with this deal and all faces filled in; None if it does not fit.

    ``illegal_events`` are events whose cards, by the record, their seat may not have held.
    """
    taken_back = set(undone.values())
    leaves_hand = [number not in taken_back for number in range(1, len(events) + 1)]
    hands, filled = _Hands(hand, events, dealt, leaves_hand), []
    for number, (event, leaves) in enumerate(zip(events, leaves_hand, strict=True), 1):
        shown = hands.fill(event, leaves=leaves) if event.cards else event
        if shown is None and (number not in illegal_events or UNSEEN in event.cards):
            return None
        filled.append(shown or event)
        if leaves and event.cards:
            hands.move(filled[-1])
    return replace(hand, dealt=dealt, events=tuple(filled))
