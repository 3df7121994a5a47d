"""The faces that unseen cards of a hand may have shown, so that everything on record can have been held."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations_with_replacement, islice

from referee.card_accounting import Accounts, Trial
from referee.cards import UNSEEN, Card, Cards
from referee.climbing.movements import movements
from referee.climbing.rules import ClimbingRules
from referee.knowledge import STEPS, CutOffError, Steps
from referee.record import HandEvent

Events = tuple[HandEvent, ...]

TRIED = 300
"""So many sets of faces are tried for one event, at the most."""

LOOKED_AT = 200 * STEPS
"""So many movements of cards are counted up for one hand, at the most."""


def gaps(events: Sequence[HandEvent]) -> list[int]:
    """The places, from 0, of events that were not wholly seen."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


@dataclass(frozen=True)
class Filling:
    """How gaps of a hand are filled in."""

    rules: ClimbingRules
    accounts: Accounts
    gone: Collection[int]  # events that were taken back
    strays: Collection[int]  # and those whose cards were not held
    steps: Steps = field(default_factory=lambda: Steps(LOOKED_AT))

    def ways(self, events: Events, place: int) -> Iterator[Events]:
        """The events with one gap filled, in each way that fits; what else is unseen may still be anything.

        Raises CutOffError after ``TRIED`` sets of faces, and when all the steps are used up.
        """
        self.steps.count(len(events))
        event, trial = events[place], self._trial(events, place)
        for tried, shown in enumerate(self._sets(event, trial)):
            if tried == TRIED:
                raise CutOffError
            cards = _with(event, shown)
            self.steps.count(len(events))
            if self._in_the_deck(cards) and trial.fits(cards):
                yield (*events[:place], replace(event, cards=cards), *events[place + 1 :])

    def _sets(self, event: HandEvent, trial: Trial) -> Iterator[Cards]:
        """What the unseen cards may be together; a face that does not fit alone does not fit with others."""
        faces = _from_both_ends(self.rules.order.sort(tuple(self.rules.deck.copies)))
        number = event.cards.count(UNSEEN)
        if number > 1:
            self.steps.count(len(faces))
            faces = [face for face in faces if trial.fits(_with(event, (face,)))]
        return combinations_with_replacement(faces, number)

    def _trial(self, events: Events, place: int) -> Trial:
        moves = list(movements(events, self.gone, self.strays))
        at = next(at for at, move in enumerate(moves) if move.event == place + 1)
        return self.accounts.trial(moves, at)

    def _in_the_deck(self, cards: Cards) -> bool:
        copies = self.rules.deck.copies
        return all(cards.count(card) <= copies[card] for card in set(cards) if card != UNSEEN)

    def named(self, events: Sequence[HandEvent]) -> Events:
        """The events with each gap filled that can be filled in one way only, until nothing more follows.

        None is named where there are more gaps than cards: these events were not all played.
        """
        before, filled = None, tuple(events)
        if len(gaps(filled)) > len(self.rules.deck):
            return filled
        while before != filled:
            before = filled
            for place in gaps(filled):
                filled = _only_way(self.ways(filled, place)) or filled
        return filled


def _only_way(every: Iterator[Events]) -> Events | None:
    try:
        first_two = list(islice(every, 2))
    except CutOffError:
        return None
    return first_two[0] if len(first_two) == 1 else None


def _with(event: HandEvent, faces: Cards) -> Cards:
    """The cards of an event with these faces for those that nobody saw, as far as they go."""
    rest = iter(faces)
    return tuple(next(rest, UNSEEN) if card == UNSEEN else card for card in event.cards)


def _from_both_ends(ordered: Sequence[Card]) -> list[Card]:
    """The lowest, the highest, the second lowest: duties are decided at the ends."""
    half = (len(ordered) + 1) // 2
    pairs = zip(ordered[:half], reversed(ordered), strict=False)
    return list(chain.from_iterable(pairs))[: len(ordered)]
