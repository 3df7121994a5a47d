"""Judge the events of a melding hand from first to last, with the positions between them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from referee.knowledge import CardMovement
from referee.melding.advancing import after
from referee.melding.claims import CLAIMS
from referee.melding.division import FormedMeld
from referee.melding.event_context import EventContext
from referee.melding.evidence import movements, proved_holdings
from referee.melding.holdings import Holdings
from referee.melding.judging import judge
from referee.melding.position import MeldingPosition, opening_position
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, HandRecord
from referee.verdicts import Verdict

NO_VERDICTS: Mapping[int, Verdict] = {}


class MeldingStep(NamedTuple):
    """One event, the verdict on it, and the positions before and after."""

    number: int  # from 1
    event: HandEvent
    before: MeldingPosition
    verdict: Verdict
    made: FormedMeld | None  # the claimed meld
    after: MeldingPosition

    @property
    def trick(self) -> None:
        """None: melding games have no tricks."""

    @property
    def combination(self) -> None:
        """None: melding games have no combinations."""


@dataclass(frozen=True)
class Setting:
    """What is known of a hand besides the cards in its events."""

    rules: MeldingRules
    hand: HandRecord
    undone: dict[int, int]  # number of a ``takes back`` to number of the event it undoes
    first: int | None  # the first player; None if unknown
    required_first: int | None  # who must be first after the hands before; None if unknown
    seats: int

    def proved_holdings(
        self, events: Sequence[HandEvent], *, calls: bool = False, impossible: Collection[int] = ()
    ) -> Holdings:
        """Return what these events prove about the hands and the stock.

        With ``calls``, seats are believed to hold what they called, except in the events listed as ``impossible``.
        """

        def list_movements() -> list[CardMovement]:
            undone, stock_seat = set(self.undone.values()), self.seats + 1
            moves = movements(events, undone, stock_seat=stock_seat, with_calls=calls)
            return [m for m in moves if not (events[m.event - 1].called and m.event in impossible)]

        return proved_holdings(self.rules, self.hand, list_movements, self.first, seats=self.seats)

    def opening(self, known: Holdings) -> MeldingPosition:
        """Return the position before the first discard."""
        rules, first = self.rules, self.first
        counts = [
            None if first is None else rules.hand_size + (seat == first)
            for seat in range(1, self.seats + 1)
        ]
        return opening_position(
            known.certain,
            (*counts, rules.drawable_cards(self.seats)),
            turn=self.required_first or first or 0,
        )


def steps(
    setting: Setting,
    known: Holdings,
    events: Sequence[HandEvent],
    verdicts: Mapping[int, Verdict] = NO_VERDICTS,
) -> Iterator[MeldingStep]:
    """Yield every event with its verdict and positions; verdicts passed in by event number are not judged again."""
    position, positions = setting.opening(known), []
    for number, event in enumerate(events, 1):
        positions.append(position)
        undone = setting.undone.get(number)
        step = judge_step(
            setting.rules,
            known,
            position,
            event,
            number=number,
            verdict=verdicts.get(number),
            restored=positions[undone - 1] if undone else None,
        )
        yield step
        position = step.after


def judge_step(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    event: HandEvent,
    *,
    number: int,
    verdict: Verdict | None = None,
    restored: MeldingPosition | None = None,
) -> MeldingStep:
    """Judge one event, unless its verdict is given; ``restored`` is the position to which a takeback returns."""
    context = EventContext(rules, known, position, event, number)
    verdict = verdict or judge(context)
    if restored is not None:
        return MeldingStep(number, event, position, verdict, None, restored)
    cards = event.melds[0] if event.melds else event.cards
    made = rules.identify(cards) if event.action in CLAIMS else None
    return MeldingStep(
        number,
        event,
        position,
        verdict,
        made,
        after(rules, known, position, event, verdict),
    )


def judge_events(setting: Setting, events: Sequence[HandEvent], *, event: int) -> list[MeldingStep]:
    """Return the steps up to number ``event``, judging these events."""
    return list(islice(steps(setting, setting.proved_holdings(events), events), event))
