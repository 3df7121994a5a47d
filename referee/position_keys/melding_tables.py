"""Rebuild a table of a melding game from what the key of its position says, with a history that leads there."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from referee.cards import Card, Cards
from referee.melding.position import Offer
from referee.position_keys.key_parts import chosen_house_rules, require_copies
from referee.position_keys.melding_keys import KeyedMelding
from referee.record import MalformedError, SeatAction
from referee.table import Table


def melding_tables(wanted: KeyedMelding) -> Iterator[Table]:
    """Yield tables of which one has the position, if a history leads there.  Raises MalformedError ``too-many-copies``."""
    for first in range(1, len(wanted.hands) + 1):
        history = _History(wanted, first)
        if not history.write():
            continue
        try:
            table = Table(
                wanted.rules.variant,
                seats=len(wanted.hands),
                house_rules=chosen_house_rules(wanted.rules),
                hand={"dealt": [*map(" ".join, history.dealt)], "events": history.events},
            )
        except MalformedError:  # such a hand is not dealt
            continue
        yield from _ends(wanted, table)


def _ends(wanted: KeyedMelding, table: Table) -> Iterator[Table]:
    """Yield the table after the calls for the card on offer, after each hu that ends the hand, and after the lucky card."""
    for seat, action in wanted.calls:
        claim = next(_legal(table, seat, action), None)
        if claim is None:
            return
        table.play(f"{seat}: calls {claim}")
    finisher = wanted.finish[0] if wanted.finish else 0
    ends = [table]
    if finisher:
        for text in _legal(table, finisher, SeatAction.HU):
            ends.append(table.copy())
            ends[-1].play(f"{finisher}: {text}")
    for end in ends:
        if finisher and wanted.lucky:
            end.play(f"{finisher}: lucky {wanted.lucky}")
        yield end


def _legal(table: Table, seat: int, action: SeatAction) -> Iterator[str]:
    return (text for text in table.legal_plays(seat) or () if text.startswith(f"{action} "))


class _History:
    """A deal and events that lead to the cards of a position, if this seat was the first player.

    One after another, all cards are turned up that were claimed, or that nobody took, whoever's turn it is; the card on offer, or the
    one just claimed, comes last.  Who holds nothing but generals cannot claim a card without ending the hand (F19): such a seat lays
    its melds before it discards its last other card.
    """

    def __init__(self, wanted: KeyedMelding, first: int) -> None:
        self._wanted, rules = wanted, wanted.rules
        self.dealt = [list(cards) for cards in wanted.hands]
        self.events: list[str] = []
        self._stock = len(self.dealt)  # its place after those of the seats
        offered = [wanted.offer.card] if wanted.offer else []
        laid = chain.from_iterable(wanted.melds)
        gone = require_copies(rules, chain(*wanted.hands, *laid, wanted.stock, offered))
        self._gone = deque(sorted(gone, key=rules.is_undiscardable))
        sizes = [rules.hand_size + (seat == first) for seat in range(1, len(wanted.hands) + 1)]
        self._left = [  # by place, how many cards are still to be turned up
            size - len(hand) - sum(len(cards) - 1 for cards in melds)
            for size, hand, melds in zip(sizes, wanted.hands, wanted.melds, strict=True)
        ]
        self._left.append(len(rules.deck.cards) - sum(sizes) - len(wanted.stock))
        self._last = {  # by place, how many of them come after the seat's melds
            place: 1
            for place, cards in enumerate(wanted.hands)
            if self._are_generals(cards) and self._left[place]
        }

    def write(self) -> bool:
        """Write the deal and the events; return whether the numbers of cards allow them."""
        wanted, melds = self._wanted, [list(laid) for laid in self._wanted.melds]
        shown = wanted.offer or wanted.took
        claimer = wanted.turn or (wanted.finish[0] if wanted.finish else 0)
        taken: Cards = ()
        if wanted.took and claimer:
            taken = next((cards for cards in melds[claimer - 1] if wanted.took.card in cards), ())
        if taken:
            melds[claimer - 1].remove(taken)
        if shown:
            self._left[self._place_of(shown)] -= 1
        if min(self._left) < 0 or not all(self._lay(place, melds) for place in self._places()):
            return False
        self._leave_the_rest()
        if shown:
            self._turn_up(self._place_of(shown), shown.card, seat=shown.seat)
        if shown and taken:
            self._claim(claimer, shown.card, taken)
        return True

    def _place_of(self, shown: Offer) -> int:
        return self._stock if shown.drawn else shown.seat - 1

    def _places(self) -> list[int]:
        """Return the places of the seats: first of those that have a card to discard after their melds."""
        return sorted(range(self._stock), key=lambda place: place not in self._last)

    def _lay(self, place: int, melds: Sequence[Iterable[Cards]]) -> bool:
        """Turn up a card for each meld of a seat, which claims it; return whether there are enough of them."""
        for cards in melds[place]:
            source = self._source(cards)
            if source is None:
                return False
            pick = max if source == self._stock else min  # generals are drawn
            card = pick(cards, key=self._wanted.rules.is_undiscardable)
            self._turn_up(source, card, seat=place + 1)
            self._claim(place + 1, card, cards)
        self._last.pop(place, None)
        return True

    def _source(self, cards: Cards) -> int | None:
        """Use up a card that may be turned up for a meld; return the place from which it comes.  None: there is none."""
        places: list[int] = [*range(self._stock + 1)]
        if self._are_generals(cards):
            places.reverse()
        for place in places:
            if self._left[place] > self._last.get(place, 0):
                self._left[place] -= 1
                return place
        return None

    def _leave_the_rest(self) -> None:
        """Turn up the cards that nobody took."""
        for place in (self._stock, *range(self._stock)):
            for _ in range(self._left[place]):
                card = self._gone.pop() if place == self._stock else self._gone.popleft()
                self._turn_up(place, card, seat=1)

    def _turn_up(self, place: int, card: Card, *, seat: int) -> None:
        """Discard a card that was dealt, or draw it for a seat."""
        if place == self._stock:
            self.events.append(f"{seat}: draws {card}")
        else:
            self.dealt[place].append(card)
            self.events.append(f"{place + 1}: discards {card}")

    def _claim(self, seat: int, card: Card, cards: Cards) -> None:
        others = [*cards]
        others.remove(card)
        self.dealt[seat - 1] += others
        made = self._wanted.rules.identify((card, *others))
        action = made.meld.claim if made else SeatAction.CHI
        self.events.append(" ".join([f"{seat}: {action}", card, *others]))

    def _are_generals(self, cards: Cards) -> bool:
        return all(map(self._wanted.rules.is_undiscardable, cards))
