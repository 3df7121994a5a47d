"""A second pass over open verdicts: judge the hand again with its unseen cards filled in, in every way that fits.

The first pass judges events one after another, so it cannot see how they depend on each other: the offered card and the
meld that took it, the discards and what is left for hu.  With the unseen cards filled in, the hand is judged as a whole.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import UNSEEN, Cards
from referee.knowledge import MAX_SEARCH_STEPS, SEARCH_BOUND, CutOffError, StepBudget
from referee.melding.claims import CLAIMS
from referee.melding.gaps import Filling
from referee.melding.impossible_cards import consistent_filling, is_card_not_held
from referee.melding.offers import TURNED_UP, Events, offer_of_claim
from referee.melding.rules import MeldingRules
from referee.melding.timeline import MeldingStep, Setting, judge_events
from referee.record import HandEvent, SeatAction
from referee.verdicts import Illegal, Unproven, Verdict, common_verdict

MOST_STEPS = 10 * MAX_SEARCH_STEPS
"""The most search steps for one hand: events judged and faces tried."""

_FROM_STOCK = {SeatAction.DRAWS, SeatAction.LUCKY}


class World(NamedTuple):
    """Events with the deciding gaps filled in, and the steps judged from them."""

    events: Events
    steps: list[MeldingStep]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the event in question."""
        return self.steps[-1].verdict


def settle_open_verdicts(
    setting: Setting, events: Events, steps: Sequence[MeldingStep]
) -> dict[int, Verdict]:
    """Return new verdicts by event number: those equal in every filling, and those whose search was cut off."""
    doubtful = [step for step in steps if _is_doubtful(step)]
    if not doubtful:
        return {}
    filling = consistent_filling(setting, events, steps)
    if filling is None:
        return {}
    settled: dict[int, Verdict] = {}
    left = MOST_STEPS
    for place, step in enumerate(doubtful):
        part = replace(filling, steps=StepBudget(left // (len(doubtful) - place)))
        verdict = _settle(part, events, steps, step)
        left -= left // (len(doubtful) - place) - max(0, part.steps.left)
        if verdict is not None:
            settled[step.number] = verdict
    return settled


def _is_doubtful(step: MeldingStep) -> bool:
    return isinstance(step.verdict, Unproven) and step.event.action is not SeatAction.UNSEEN


def _settle(
    filling: Filling, events: Events, steps: Sequence[MeldingStep], step: MeldingStep
) -> Verdict | None:
    """Return the verdict that is the same in every filling; None if fillings differ."""
    verdicts: list[Verdict] = []
    try:
        for world in worlds(filling, events, steps, step.number):
            verdicts.append(world.verdict)
            verdict = common_verdict(verdicts)
            if verdict is None or isinstance(verdict, Unproven):
                return None
    except CutOffError:
        return _cut_off(step.verdict)
    return common_verdict(verdicts) if verdicts else None


def _cut_off(verdict: Verdict) -> Verdict:
    if not isinstance(verdict, Unproven) or SEARCH_BOUND in verdict.needs:
        return verdict
    return replace(verdict, needs=(*verdict.needs, SEARCH_BOUND))


def worlds(
    filling: Filling, events: Events, steps: Sequence[MeldingStep], number: int
) -> Iterator[World]:
    """Yield every way to fill the gaps that decide the verdict on event ``number``.

    ``steps`` are the verdicts on the events as recorded, which are not judged again.  Raises CutOffError when the step
    budget is used up.
    """
    deciding = sorted(decisive_gaps(filling.setting, events, steps, number))
    filling.steps.spend(number)
    yield from _fill(filling, World(events, list(steps[:number])), deciding)


def _fill(filling: Filling, world: World, deciding: Sequence[int]) -> Iterator[World]:
    events, number = world.events, len(world.steps)
    if any(_contradicts(filling, step) for step in world.steps):
        return
    gaps = [place for place in deciding if UNSEEN in events[place].cards]
    if not gaps or not isinstance(world.verdict, Unproven):
        yield world
        return
    place, *others = gaps
    for way in _ways(filling, events, place, number, last=not others):
        filling.steps.spend(number)
        filled = World(way, judge_events(filling.setting, way, event=number))
        yield from _fill(filling, filled, others)


def _contradicts(filling: Filling, step: MeldingStep) -> bool:
    """Return whether the step shows cards that its seat did not hold, or an incomplete hand with no card left."""
    if step.number in filling.impossible:
        return False
    lefts = filling.setting.hand.left
    left = lefts[step.event.seat - 1] if lefts and step.event.seat else None
    unfinished = isinstance(step.verdict, Illegal) and step.after.finish is None
    ended = step.event.action is SeatAction.HU and not step.event.called and left == ()
    return is_card_not_held(step.verdict) or (
        ended and unfinished and _only_lucky_card_follows(filling, step)
    )


def _only_lucky_card_follows(filling: Filling, step: MeldingStep) -> bool:
    """Return whether only the lucky card follows."""
    rest = (filling.setting.hand.events or ())[step.number :]
    return all(event.action is SeatAction.LUCKY for event in rest)


def _ways(
    filling: Filling, events: Events, place: int, number: int, *, last: bool
) -> Iterator[Events]:
    """Return the ways to fill one gap; for the last gap, only one way of each kind where that suffices."""
    rules, event = filling.setting.rules, events[place]
    if not last or rules.forced_hu or rules.forced_gan:
        return filling.ways(events, place)
    if event.action in TURNED_UP and events[number - 1].action in TURNED_UP:
        return _one_of_each_kind(
            filling.ways(events, place), lambda way: rules.is_undiscardable(way[place].cards[0])
        )
    if event.action in CLAIMS and place == number - 1:
        melds = _one_of_each_kind(
            filling.meld_ways(events, place), lambda way: _meld_kind(rules, way[place])
        )
        return chain(melds, islice(filling.other_ways(events, place), 1))
    return filling.ways(events, place)


def _meld_kind(rules: MeldingRules, claim: HandEvent) -> str | Cards:
    """Return the kind of meld of a claim; for hu all its cards, because it matters which cards are left."""
    made = None if claim.melds else rules.identify(claim.cards)
    return claim.cards if made is None else made.meld.name


def _one_of_each_kind(
    ways: Iterator[Events], kind: Callable[[Events], Hashable]
) -> Iterator[Events]:
    kinds: set[Hashable] = set()
    for way in ways:
        if kind(way) not in kinds:
            kinds.add(kind(way))
            yield way


def decisive_gaps(
    setting: Setting, events: Events, steps: Sequence[MeldingStep], number: int
) -> Collection[int]:
    """Return the indexes of the events whose unseen cards may decide the verdict on event ``number``."""
    event = events[number - 1]
    places = set() if event.action in {SeatAction.DRAWS, SeatAction.LUCKY} else {number - 1}
    offer = _offer(setting, events, number)
    if offer is not None and event.action in {*CLAIMS, SeatAction.DRAWS}:
        places |= {offer, *_calls(events, steps, offer, number)}
    if event.action in {SeatAction.HU, SeatAction.LUCKY}:
        places |= {at for at in range(number) if _is_from_hand(events[at], event.seat)}
    if _may_pass_over(setting, event):
        places |= {at for at in range(number) if events[at].action not in _FROM_STOCK}
    if number > 1:
        for step in steps[: number - 1]:
            if _is_open_end(step):
                places |= set(decisive_gaps(setting, events, steps[: step.number], step.number))
    return {place for place in places if UNSEEN in events[place].cards}


def _may_pass_over(setting: Setting, event: HandEvent) -> bool:
    """Return whether the event may pass over a claim that had to be called, on which the hands of all seats decide (F23)."""
    forced = setting.rules.forced_hu or setting.rules.forced_gan
    return forced and event.action in {*CLAIMS, SeatAction.DRAWS}


def _offer(setting: Setting, events: Events, number: int) -> int | None:
    """Return the index of the offered card; None if unknown."""
    if events[number - 1].action in CLAIMS:
        return offer_of_claim(events, number - 1, setting.undone)
    before = (at for at in range(number - 2, -1, -1) if events[at].action in TURNED_UP)
    return next(before, None)


def _calls(events: Events, steps: Sequence[MeldingStep], offer: int, number: int) -> Iterator[int]:
    """Yield the indexes of open calls on the same card; an open hu also depends on the cards its seat showed before."""
    for place in range(offer + 1, number - 1):
        call = events[place]
        if not call.called or not isinstance(steps[place].verdict, Unproven):
            continue
        yield place
        if call.action is SeatAction.HU:
            yield from (
                earlier for earlier in range(place) if _is_from_hand(events[earlier], call.seat)
            )


def _is_open_end(step: MeldingStep) -> bool:
    event = step.event
    hu = event.action is SeatAction.HU and not event.called
    return hu and isinstance(step.verdict, Unproven)


def _is_from_hand(event: HandEvent, seat: int) -> bool:
    return event.seat == seat and event.action not in _FROM_STOCK
