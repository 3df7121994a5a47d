"""Cards of a melding game that nobody saw filled in: discards, draws, and what was laid in melds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product

from referee.cards import UNSEEN, Card, Cards
from referee.events import print_event
from referee.melding.claims import CLAIMS
from referee.melding.completion import choices
from referee.melding.holdings import Holdings
from referee.melding.rules import MeldingRules
from referee.record import Action, Event
from referee.witnesses.faces import WAYS, Gap


def gaps(rules: MeldingRules, known: Holdings, events: Sequence[Event]) -> list[Gap]:
    """Every event of which some cards were not seen."""
    found = []
    for place, line in enumerate(events):
        if UNSEEN in line.cards:
            told = _told(events, place)
            ways = (
                _ways(rules, known, line) if told is None else _with_first(rules, known, line, told)
            )
            every = list(islice(ways, WAYS + 1))
            gone = line.action not in CLAIMS  # the card that is claimed has been shown before
            seen = Counter(line.cards)
            found.append(Gap(place, every[:WAYS], len(every) <= WAYS, seen, gone))
    return found


def _told(events: Sequence[Event], place: int) -> Card | None:
    """The card that the event before or after this one shows to have been on offer."""
    line = events[place]
    if line.action in {Action.DISCARDS, Action.DRAWS}:
        after = events[place + 1] if place + 1 < len(events) else line
        named = after.action in CLAIMS - {Action.HU} and after.cards[0] != UNSEEN
        return after.cards[0] if named else None
    if line.action not in CLAIMS - {Action.HU} or line.cards[0] != UNSEEN:
        return None
    shown = [one for one in events[:place] if one.action in {Action.DISCARDS, Action.DRAWS}]
    return shown[-1].cards[0] if shown and shown[-1].cards[0] != UNSEEN else None


def _with_first(rules: MeldingRules, known: Holdings, line: Event, card: Card) -> Iterator[Event]:
    """The event with the card that is known to have been on offer."""
    named = replace(line, cards=(card, *line.cards[1:]))
    if UNSEEN in named.cards:
        yield from _ways(rules, known, named)
    else:
        yield replace(named, text=print_event(named))


def _ways(rules: MeldingRules, known: Holdings, line: Event) -> Iterator[Event]:
    wall = line.action in {Action.DRAWS, Action.LUCKY}
    pool = known.candidates(len(known.certain) if wall else line.seat, unseen=1)
    number = line.cards.count(UNSEEN)
    if line.action not in CLAIMS:
        single = _kept_and_others(rules, sorted(pool))
        yield from (_filled(line, (card,)) for card in single)
        return
    if line.cards[0] == UNSEEN:
        pool = Counter(rules.deck.copies)  # what was claimed came from anywhere
    sets = line.melds or (line.cards,)
    made = (tuple(chain(*faces)) for faces in product(*(list(_melds(rules, one)) for one in sets)))
    for faces in dict.fromkeys(islice(chain(made, choices(sorted(pool), pool, number)), 2 * WAYS)):
        yield _filled(line, faces)


def _kept_and_others(rules: MeldingRules, faces: list[Card]) -> Iterator[Card]:
    """A general and another card first."""
    firsts = [
        next((card for card in faces if rules.is_kept(card) is kept), None)
        for kept in (False, True)
    ]
    yield from dict.fromkeys(card for card in (*firsts, *faces) if card is not None)


def _melds(rules: MeldingRules, cards: Cards) -> Iterator[Cards]:
    """What the unseen cards of a set may be if it is a meld, any of them first."""
    seen = Counter(card for card in cards if card != UNSEEN)
    if UNSEEN not in cards:
        yield ()
        return
    for face in rules.divider.by_face:
        if len(face) == len(cards) and seen <= Counter(face):
            rest = Counter(face) - seen
            for first in rest:
                yield (first, *(rest - Counter([first])).elements())


def _filled(line: Event, faces: Cards) -> Event:
    rest = iter(faces)
    melds = tuple(tuple(_face(card, rest) for card in one) for one in line.melds)
    cards = tuple(chain(*melds)) or tuple(_face(card, rest) for card in line.cards)
    filled = replace(line, cards=cards, melds=melds)
    return replace(filled, text=print_event(filled))


def _face(card: Card, rest: Iterator[Card]) -> Card:
    return next(rest) if card == UNSEEN else card
