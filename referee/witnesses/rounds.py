"""Complete hands of a melding game that decide an event."""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from referee.cards import Card, Cards
from referee.carried_state import Carried
from referee.events import format_event
from referee.knowledge import CutOffError, StepBudget
from referee.melding.gaps import Filling, gap_places
from referee.melding.hands import MeldingHand, setting_of
from referee.melding.holdings import Holdings
from referee.melding.impossible_cards import consistent_filling
from referee.melding.offers import TURNED_UP, Events
from referee.melding.rules import MeldingRules
from referee.melding.second_pass import World, worlds
from referee.melding.timeline import Setting, steps
from referee.record import HandRecord, SeatAction
from referee.verdicts import Unproven, Verdict
from referee.witnesses.actions import fill_actions
from referee.witnesses.ends import MeldingDraw, likely_ends

MAX_STEPS = 40_000
"""The number of events judged and cards tried to find the gaps that decide."""

FORCED_COST = 10
"""How many steps an event takes that is compared with claims that may have been passed over (F23)."""

MAX_ATTEMPTS = 3
"""The number of ways in which everything that does not decide is filled in."""


@dataclass(frozen=True)
class MeldingCase:
    """A hand of a melding game, its verdicts, and the event in question."""

    rules: MeldingRules
    hand: HandRecord
    carried: Carried
    judged: MeldingHand
    event: int
    budget: StepBudget  # of the whole search

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.carried.won)

    @cached_property
    def setting(self) -> Setting:
        """What is known besides the cards in the events."""
        return setting_of(self.rules, self.hand, self.carried, seats=self.seats)

    @property
    def cost(self) -> int:
        """The number of steps in which one event is judged while cards are unseen."""
        return FORCED_COST if self.rules.forced_hu or self.rules.forced_gan else 1

    def spend_on(self, events: int) -> None:
        """Count what it takes more to judge so many events than in a complete hand.  Raises CutOffError."""
        self.budget.spend((self.cost - 1) * events)

    @property
    def events(self) -> Events:
        """The events, with the faces that only one card can have."""
        return tuple(step.event for step in self.judged.steps)


def completed_melding_hands(
    case: MeldingCase, settled: Container[type[Verdict]]
) -> Iterator[HandRecord | None]:
    """Yield the completed hand in ways whose verdict is not settled yet; None is an attempt that failed.

    Raises CutOffError at the end if there may be other ways.
    """
    everything = not any(event.action is SeatAction.UNSEEN for event in case.events)
    every = fill_actions(case.events, seats=case.seats)
    for setting in (setting for events in every for setting in _settings(case, events)):
        events = setting.hand.events or ()
        case.spend_on(len(events))
        hand_steps = list(steps(setting, setting.proved_holdings(events), events))
        filling = consistent_filling(setting, events, hand_steps)
        if filling is None:
            everything = False
            continue
        most = min(MAX_STEPS // len(every), case.budget.left // case.cost)
        filling = replace(filling, steps=StepBudget(most))
        try:
            for world in worlds(filling, events, hand_steps, case.event):
                if type(world.verdict) not in settled:
                    yield from _complete(case, filling, world)
                    everything = everything and type(world.verdict) in settled
        except CutOffError:
            everything = False
        finally:
            case.budget.left -= case.cost * (most - max(0, filling.steps.left))
    if not everything:
        raise CutOffError


def _settings(case: MeldingCase, events: Events) -> list[Setting]:
    """Return what is known besides the cards once the actions are filled in; with each seat as first player, if that is open."""
    hand = replace(case.hand, events=events)
    setting = setting_of(case.rules, hand, case.carried, seats=case.seats)
    firsts = [setting.first] if setting.first else range(1, case.seats + 1)
    return [replace(setting, first=first) for first in firsts]


def _complete(case: MeldingCase, filling: Filling, world: World) -> Iterator[HandRecord | None]:
    """Yield a world with the other gaps filled in, and with deals."""
    for attempt in range(MAX_ATTEMPTS):
        case.spend_on(case.event)
        events = _fill_gaps(filling, world.events, attempt)
        if events is None:
            yield None
            continue
        known = filling.setting.proved_holdings(
            events, calls=filling.calls, impossible=filling.impossible
        )
        hand_steps = list(islice(steps(filling.setting, known, events), case.event))
        for fills in likely_ends(MeldingDraw(case.rules, known, hand_steps)):
            dealt = _deal(filling.setting, known, fills)
            yield replace(case.hand, events=_with_texts(events, case.hand), dealt=dealt)
            if not isinstance(world.verdict, Unproven):
                break


def _fill_gaps(filling: Filling, events: Events, attempt: int) -> Events | None:
    """Return the events with every gap filled in the ``attempt``-th way, by a card that breaks no rule if possible."""
    try:
        for place in gap_places(events):
            ways = list(islice(filling.ways(events, place), attempt + 2))
            if events[place].action in TURNED_UP:
                is_undiscardable = filling.setting.rules.is_undiscardable
                ways = [way for way in ways if not is_undiscardable(way[place].cards[0])] or ways
            if not ways:
                return None
            events = ways[min(attempt, len(ways) - 1)]
    except CutOffError:
        return None
    return events


def _with_texts(events: Events, hand: HandRecord) -> Events:
    """Return the events with a text for those that were filled in."""
    return tuple(
        replace(event, text=format_event(event))
        if event.cards != written.cards or event.action is not written.action
        else event
        for event, written in zip(events, hand.events or (), strict=True)
    )


def _without_neighbors(pool: Counter[Card]) -> list[Card]:
    """Return the cards in an order that deals no seat several equal ones, which it might have to claim gan with."""
    most = max(pool.values(), default=0)
    return [card for copy in range(most) for card, copies in pool.items() if copies > copy]


def _deal(setting: Setting, known: Holdings, fills: dict[int, Cards]) -> tuple[Cards, ...]:
    """Return a complete deal: ``fills`` to some seats, the rest of the pool to the others in turn."""
    filled_in = Counter(card for cards in fills.values() for card in cards)
    pool = _without_neighbors(known.pool - filled_in)
    hands = []
    for seat in range(1, setting.seats + 1):
        own = (*known.certain[seat - 1].elements(), *fills.get(seat, ()))
        size = setting.rules.hand_size + (seat == setting.first)
        missing = max(0, size - len(own))
        hands.append((*own, *pool[:missing]))
        pool = pool[missing:]
    return tuple(hands)
