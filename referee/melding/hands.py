"""A whole hand of a melding game: every event judged, then the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Cards
from referee.knowledge import Movement
from referee.melding import results
from referee.melding.advancing import after
from referee.melding.claims import CLAIMS
from referee.melding.division import Made
from referee.melding.holdings import Holdings, prove
from referee.melding.judging import judge
from referee.melding.position import Position
from referee.melding.reasons import Table
from referee.melding.results import Result
from referee.melding.rules import MeldingRules
from referee.record import Action, Carried, Event, HandRecord, MalformedError
from referee.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One event, what the referee says of it, and the positions around it."""

    number: int  # from 1
    event: Event
    before: Position
    verdict: Verdict
    made: Made | None  # the meld that was claimed
    after: Position

    @property
    def trick(self) -> None:
        """Melding games have no tricks."""

    @property
    def combination(self) -> None:
        """Nor combinations."""


@dataclass(frozen=True)
class Judged:
    """A hand with its verdicts and its result."""

    record: HandRecord
    start: Position
    steps: tuple[Step, ...]
    result: Result
    next_first: int | None  # who is first player in the next hand


def adjudicate(rules: MeldingRules, hand: HandRecord, carried: Carried, *, seats: int) -> Judged:
    """Judge every event of a hand, then settle it.

    Raises MalformedError with a path inside the hand: ``result-mismatch``, ``impossible-result``, ``bad-event``.
    """
    events = hand.events or ()
    undone = taken_back(events)
    due = _first_by_the_hands_before(rules, carried)
    first = _dealt_first(hand) or due or _first_to_discard(events)
    known = _prove(rules, hand, undone, first, seats=seats)
    start = opening_position(rules, known, first, due, seats=seats)
    steps: list[Step] = []
    position = start
    for number, event in enumerate(events, 1):
        back = steps[undone[number] - 1].before if number in undone else None
        steps.append(_step(Table(rules, known, position, event, number), back))
        position = steps[-1].after
    result = results.result(rules, known, hand, position, seats=seats)
    return Judged(
        hand, start, tuple(steps), result, _next_first(rules, due or first, result, seats)
    )


def _step(table: Table, back: Position | None) -> Step:
    rules, event = table.rules, table.event
    verdict = judge(table)
    if back is not None:
        return Step(table.number, event, table.position, verdict, None, back)
    cards = event.melds[0] if event.melds else event.cards
    made = rules.identify(cards) if event.action in CLAIMS else None
    position = after(rules, table.known, table.position, event, verdict)
    return Step(table.number, event, table.position, verdict, made, position)


def taken_back(events: Sequence[Event]) -> dict[int, int]:
    """Which event each ``takes back`` undoes, by number: the one just before it, of the same seat."""
    undone: dict[int, int] = {}
    for number, event in enumerate(events, 1):
        if event.action is not Action.TAKES_BACK:
            continue
        before = events[number - 2] if number > 1 else None
        if before is None or before.seat != event.seat or before.action is Action.TAKES_BACK:
            message = f"Seat {event.seat} takes back, but the event just before is not its own."
            raise MalformedError("bad-event", f"events[{number - 1}]", message)
        undone[number] = number - 1
    return undone


def _first_by_the_hands_before(rules: MeldingRules, carried: Carried) -> int | None:
    """Who has to be first player (F32); None in the first hand, and where nobody knows."""
    if carried.next_first is not None:
        return carried.next_first
    return carried.previous_winner if rules.next_first == "finisher" else None


def _dealt_first(hand: HandRecord) -> int | None:
    """Who was dealt a card more: seen, or left when all the others were not."""
    if hand.dealt is None:
        return None
    most = max((len(cards) for cards in hand.dealt if cards), default=0)
    sizes = [len(cards) if cards else 0 for cards in hand.dealt]
    if most and sizes.count(most) == 1 and most > min(filter(None, sizes), default=0):
        return sizes.index(most) + 1
    unknown = [seat for seat, size in enumerate(sizes, 1) if not size]
    return unknown[0] if most and len(unknown) == 1 and _even(sizes) else None


def _even(sizes: list[int]) -> bool:
    return len(sizes) > 2 and len(set(filter(None, sizes))) == 1


def _first_to_discard(events: Sequence[Event]) -> int | None:
    """Whoever begins, where nothing else says who has to."""
    begins = events[0] if events else None
    return begins.seat if begins and begins.action in {Action.DISCARDS, Action.HU} else None


def _prove(
    rules: MeldingRules, hand: HandRecord, undone: dict[int, int], first: int | None, *, seats: int
) -> Holdings:
    nobody: tuple[Cards | None, ...] = (None,) * seats
    sizes = _sizes(rules, first, seats=seats)
    return prove(
        rules.deck,
        sizes=sizes,
        dealt=(*(hand.dealt or nobody), None),
        movements=_movements(hand.events or (), set(undone.values()), wall=seats + 1),
        left=(*_left(hand, seats=seats), None),
    )


def _sizes(rules: MeldingRules, first: int | None, *, seats: int) -> list[int]:
    """How many cards each was dealt, and the stock; where nobody knows who was first, as many as there may be."""
    own = [rules.hand_size + (seat == first or not first) for seat in range(1, seats + 1)]
    return [*own, len(rules.deck) - seats * rules.hand_size - bool(first)]


def _left(hand: HandRecord, *, seats: int) -> tuple[Cards | None, ...]:
    """The cards left at the end; a finisher's melds on the sheet were its hand."""
    left = list(hand.left or (None,) * seats)
    named = [event for event in hand.events or () if event.action is Action.HU and not event.called]
    if hand.finisher and hand.concealed is not None and not (named and named[-1].melds[1:]):
        left[hand.finisher - 1] = tuple(card for cards in hand.concealed for card in cards)
    return tuple(left)


def _movements(events: Sequence[Event], undone: set[int], *, wall: int) -> list[Movement]:
    """What left a hand or the stock for the table.  A call shows nothing; a hu that did not end the hand is taken up again."""
    found = []
    last = max(
        (n for n, event in enumerate(events, 1) if event.action is not Action.LUCKY), default=0
    )
    offered: Cards = ()
    for number, event in enumerate(events, 1):
        if event.action in {Action.DRAWS, Action.LUCKY}:
            found.append(Movement(number, wall, event.cards, number not in undone))
        elif event.action is Action.HU and not event.called:
            stays = number == last
            found.append(
                Movement(number, event.seat, _shown(event, offered, first=number == 1), stays)
            )
        elif event.action not in {Action.HU, Action.PASS} and event.cards and not event.called:
            cards = event.cards[1:] if event.action in CLAIMS else event.cards
            found.append(Movement(number, event.seat, cards, number not in undone))
        if event.action in {Action.DISCARDS, Action.DRAWS}:
            offered = event.cards
    return found


def _shown(event: Event, offered: Cards, *, first: bool) -> Cards:
    """The hand's cards that a hu shows."""
    if first:
        return event.cards
    meld = event.melds[0]
    place = meld.index(offered[0]) if offered and offered[0] in meld else 0
    return (*event.cards[:place], *event.cards[place + 1 :])


def opening_position(
    rules: MeldingRules, known: Holdings, first: int | None, due: int | None, *, seats: int
) -> Position:
    """The position before the first discard."""
    counts: list[int | None] = [
        None if first is None else rules.hand_size + (seat == first) for seat in range(1, seats + 1)
    ]
    return Position(
        holdings=tuple(dict(cards) for cards in known.certain),
        counts=(*counts, rules.stock(seats)),
        unseen=(0,) * (seats + 1),
        gone={},
        melds=((),) * seats,
        turn=due or first or 0,
    )


def _next_first(rules: MeldingRules, first: int | None, result: Result, seats: int) -> int | None:
    """Who begins the next hand (F32): the finisher, or the next seat; after a wash-out the same again."""
    if result.status == "washed-out":
        return first
    if result.status != "finished":
        return None
    if rules.next_first == "finisher":
        return result.finisher
    return None if first is None else first % seats + 1
