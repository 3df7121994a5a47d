"""Fill in unseen cards of a hand so that everything on record can have been held."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations_with_replacement, islice
from typing import TypeVar

from referee.card_accounting import CardAccounts, FaceTrial
from referee.cards import UNSEEN, Cards
from referee.climbing.movements import list_movements
from referee.climbing.rules import ClimbingRules
from referee.knowledge import MAX_SEARCH_STEPS, CutOffError, StepBudget
from referee.record import HandEvent

Events = tuple[HandEvent, ...]
T = TypeVar("T")

MAX_FACE_SETS = 300
"""The number of sets of faces that are tried for one event."""

MAX_MOVEMENTS_COUNTED = 200 * MAX_SEARCH_STEPS
"""The number of card movements that are counted for one hand."""


def list_gaps(events: Sequence[HandEvent]) -> list[int]:
    """Return the places, from 0, of events with unseen faces."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


@dataclass(frozen=True)
class Filling:
    """How the gaps of a hand are filled in."""

    rules: ClimbingRules
    accounts: CardAccounts
    taken_back: Collection[int]  # numbers of events
    impossible_events: Collection[int]  # whose cards cannot have been held
    steps: StepBudget = field(default_factory=lambda: StepBudget(MAX_MOVEMENTS_COUNTED))

    def list_fillings(self, events: Events, place: int) -> Iterator[Events]:
        """Yield the events with one gap filled, in each way that fits; other gaps stay open.

        Raises CutOffError after ``MAX_FACE_SETS`` sets of faces, and when the step budget is used up.
        """
        self.steps.spend(len(events))
        event, trial = events[place], self._trial(events, place)
        for tried, shown in enumerate(self._face_sets(event, trial)):
            if tried == MAX_FACE_SETS:
                raise CutOffError
            cards = _with_faces(event, shown)
            self.steps.spend(len(events))
            if self._in_the_deck(cards) and trial.can_be(cards):
                yield (*events[:place], replace(event, cards=cards), *events[place + 1 :])

    def _face_sets(self, event: HandEvent, trial: FaceTrial) -> Iterator[Cards]:
        """Yield the sets of faces to try; with several unseen cards, only faces that fit alone."""
        faces = from_both_ends(self.rules.order.sort(tuple(self.rules.deck.copies)))
        number = event.cards.count(UNSEEN)
        if number > 1:
            self.steps.spend(len(faces))
            faces = [face for face in faces if trial.can_be(_with_faces(event, (face,)))]
        return combinations_with_replacement(faces, number)

    def _trial(self, events: Events, place: int) -> FaceTrial:
        moves = list(list_movements(events, self.taken_back, self.impossible_events))
        at = next(at for at, move in enumerate(moves) if move.event == place + 1)
        return self.accounts.trial(moves, at)

    def _in_the_deck(self, cards: Cards) -> bool:
        copies = self.rules.deck.copies
        return all(cards.count(card) <= copies[card] for card in set(cards) if card != UNSEEN)

    def fill_certain(self, events: Sequence[HandEvent]) -> Events:
        """Return the events with each gap filled that can be filled in only one way, until nothing more follows.

        With more gaps than cards in the deck nothing is filled: the events cannot all have happened.
        """
        before, filled = None, tuple(events)
        if len(list_gaps(filled)) > len(self.rules.deck):
            return filled
        while before != filled:
            before = filled
            for place in list_gaps(filled):
                filled = _single_filling(self.list_fillings(filled, place)) or filled
        return filled


def _single_filling(every: Iterator[Events]) -> Events | None:
    try:
        first_two = list(islice(every, 2))
    except CutOffError:
        return None
    return first_two[0] if len(first_two) == 1 else None


def _with_faces(event: HandEvent, faces: Cards) -> Cards:
    """Return the event's cards with unseen ones replaced by these faces, as far as they go."""
    rest = iter(faces)
    return tuple(next(rest, UNSEEN) if card == UNSEEN else card for card in event.cards)


def from_both_ends(ordered: Sequence[T]) -> list[T]:
    """Return the items by turns from the start and the end; duties are decided by the lowest and highest cards.

    >>> from_both_ends([1, 2, 3, 4, 5])
    [1, 5, 2, 4, 3]
    """
    half = (len(ordered) + 1) // 2
    pairs = zip(ordered[:half], reversed(ordered), strict=False)
    return list(chain.from_iterable(pairs))[: len(ordered)]
