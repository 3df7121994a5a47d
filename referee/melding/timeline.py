"""A hand of a melding game from its first event to its last: what is said of each, and the positions around it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.melding.advancing import after
from referee.melding.claims import CLAIMS
from referee.melding.division import FormedMeld
from referee.melding.evidence import evidence, movements
from referee.melding.holdings import Holdings
from referee.melding.judging import judge
from referee.melding.position import MeldingPosition, opening_position
from referee.melding.reasons import EventContext
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, HandRecord
from referee.verdicts import Verdict

NOTHING: Mapping[int, Verdict] = {}


@dataclass(frozen=True, slots=True)
class HandStep:
    """One event, what the referee says of it, and the positions around it."""

    number: int  # from 1
    event: HandEvent
    before: MeldingPosition
    verdict: Verdict
    made: FormedMeld | None  # the meld that was claimed
    after: MeldingPosition

    @property
    def trick(self) -> None:
        """Melding games have no tricks."""

    @property
    def combination(self) -> None:
        """Nor combinations."""


@dataclass(frozen=True)
class Setting:
    """What is known of a hand beside the cards in its events."""

    rules: MeldingRules
    hand: HandRecord
    undone: dict[int, int]  # which event each ``takes back`` undoes
    first: int | None  # the first player; None: nobody knows
    due: int | None  # who had to be, by the hands before
    seats: int

    def proved(
        self, events: Sequence[HandEvent], *, calls: bool = False, strays: Collection[int] = ()
    ) -> Holdings:
        """Everything that these events prove about the hands and the stock; calls too, if their callers are believed."""
        moves = movements(events, set(self.undone.values()), wall=self.seats + 1, calls=calls)
        moves = [m for m in moves if not (events[m.event - 1].called and m.event in strays)]
        return evidence(self.rules, self.hand, moves, self.first, seats=self.seats)

    def opening(self, known: Holdings) -> MeldingPosition:
        """The position before the first discard."""
        rules, first = self.rules, self.first
        counts = [
            None if first is None else rules.hand_size + (seat == first)
            for seat in range(1, self.seats + 1)
        ]
        return opening_position(
            known.certain, (*counts, rules.drawable_cards(self.seats)), turn=self.due or first or 0
        )


def steps(
    setting: Setting,
    known: Holdings,
    events: Sequence[HandEvent],
    settled: Mapping[int, Verdict] = NOTHING,
) -> Iterator[HandStep]:
    """Every event with the positions around it; what is settled, by number, is not asked again."""
    position, before = setting.opening(known), []
    for number, event in enumerate(events, 1):
        before.append(position)
        table = EventContext(setting.rules, known, position, event, number)
        verdict = settled.get(number) or judge(table)
        if number in setting.undone:
            back = before[setting.undone[number] - 1]
            step = HandStep(number, event, position, verdict, None, back)
        else:
            step = _step(table, verdict)
        yield step
        position = step.after


def _step(table: EventContext, verdict: Verdict) -> HandStep:
    rules, event = table.rules, table.event
    cards = event.melds[0] if event.melds else event.cards
    made = rules.identify(cards) if event.action in CLAIMS else None
    position = after(rules, table.known, table.position, event, verdict)
    return HandStep(table.number, event, table.position, verdict, made, position)


def judged(setting: Setting, events: Sequence[HandEvent], *, event: int) -> list[HandStep]:
    """The steps up to the ``event``-th, if these were the events."""
    return list(islice(steps(setting, setting.proved(events), events), event))
