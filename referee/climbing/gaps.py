"""The faces that unseen cards of a hand may have shown, so that everything on record can have been held."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations_with_replacement, islice

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.accounts import NOBODY, Accounts
from referee.climbing.rules import ClimbingRules
from referee.knowledge import CutOffError
from referee.record import Event

Events = tuple[Event, ...]


TRIED = 300
"""So many sets of faces are tried for one event, at the most."""


def gaps(events: Sequence[Event]) -> list[int]:
    """The places, from 0, of events that were not wholly seen."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


def ways(
    rules: ClimbingRules,
    accounts: Accounts,
    events: Events,
    place: int,
    *,
    strays: Collection[int] = NOBODY,
    to_the_end: bool = True,
) -> Iterator[Events]:
    """The events with one gap filled, in each way that fits; what else is unseen may still be anything.

    Raises CutOffError after ``TRIED`` sets of faces.
    """
    fit = partial(accounts.fit, strays=strays, to_the_end=to_the_end)
    number = events[place].cards.count(UNSEEN)
    faces = sorted(rules.deck.copies, key=rules.order.heights.__getitem__)
    if number > 1:  # a face that does not fit alone does not fit with others
        faces = [face for face in faces if fit(_with(events, place, (face,)))]
    every = combinations_with_replacement(_from_both_ends(faces), number)
    for tried, shown in enumerate(every):
        if tried == TRIED:
            raise CutOffError
        if _in_the_deck(rules, shown):
            filled = _with(events, place, shown)
            if fit(filled):
                yield filled


def _with(events: Events, place: int, faces: Cards) -> Events:
    """The events with these faces in one of them, as far as they go."""
    rest = iter(faces)
    event = events[place]
    cards = tuple(next(rest, UNSEEN) if card == UNSEEN else card for card in event.cards)
    return (*events[:place], replace(event, cards=cards), *events[place + 1 :])


def _in_the_deck(rules: ClimbingRules, faces: Cards) -> bool:
    return all(number <= rules.deck.copies[face] for face, number in Counter(faces).items())


def _from_both_ends(ordered: Sequence[Card]) -> list[Card]:
    """The lowest, the highest, the second lowest: duties are decided at the ends."""
    half = (len(ordered) + 1) // 2
    pairs = zip(ordered[:half], reversed(ordered), strict=False)
    return list(chain.from_iterable(pairs))[: len(ordered)]


def named(
    rules: ClimbingRules, accounts: Accounts, events: Sequence[Event], *, strays: Collection[int]
) -> Events:
    """The events with each gap filled that can be filled in one way only, until nothing more follows."""
    before, filled = None, tuple(events)
    while before != filled:
        before = filled
        for place in gaps(filled):
            found = _only_way(ways(rules, accounts, filled, place, strays=strays))
            filled = found or filled
    return filled


def _only_way(every: Iterator[Events]) -> Events | None:
    try:
        first_two = list(islice(every, 2))
    except CutOffError:
        return None
    return first_two[0] if len(first_two) == 1 else None
