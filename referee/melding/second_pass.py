"""A second look at open verdicts: a hand judged again with its unseen cards filled in, in every way that fits.

Judged one after another, events are taken apart that hang together: the card on offer and the meld that it was taken
for, what was discarded and what is left for hu.  Filled in, they are one hand.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import UNSEEN, Cards
from referee.knowledge import SEARCH_BOUND, STEPS, CutOffError, Steps
from referee.melding.claims import CLAIMS
from referee.melding.deciding import decisive
from referee.melding.gaps import Filling
from referee.melding.impossible_cards import believing, is_not_held
from referee.melding.offers import TURNED_UP, Events
from referee.melding.rules import MeldingRules
from referee.melding.timeline import HandStep, Setting, judged
from referee.record import HandEvent, SeatAction
from referee.verdicts import Illegal, Unproven, Verdict, together

MOST = 10 * STEPS
"""So many events are judged and cards tried for one hand, at the most."""


class World(NamedTuple):
    """Events with the gaps filled in that decide one of them, and what is said of it then."""

    events: Events
    steps: list[HandStep]

    @property
    def verdict(self) -> Verdict:
        """Of the event that was asked about."""
        return self.steps[-1].verdict


def settled(setting: Setting, events: Events, found: Sequence[HandStep]) -> dict[int, Verdict]:
    """By number, the verdicts that are the same in every way, and those that could not be gone through."""
    doubtful = [step for step in found if _is_doubtful(step)]
    if not doubtful:
        return {}
    filling = believing(setting, events, found)
    if filling is None:
        return {}
    told: dict[int, Verdict] = {}
    left = MOST
    for place, step in enumerate(doubtful):
        part = replace(filling, steps=Steps(left // (len(doubtful) - place)))
        verdict = _settled(part, events, found, step)
        left -= left // (len(doubtful) - place) - max(0, part.steps.left)
        if verdict is not None:
            told[step.number] = verdict
    return told


def _is_doubtful(step: HandStep) -> bool:
    return isinstance(step.verdict, Unproven) and step.event.action is not SeatAction.UNSEEN


def _settled(
    filling: Filling, events: Events, found: Sequence[HandStep], step: HandStep
) -> Verdict | None:
    """What is the same in every way; None: it is open for good."""
    said: list[Verdict] = []
    try:
        for world in worlds(filling, events, found, step.number):
            said.append(world.verdict)
            verdict = together(said)
            if verdict is None or isinstance(verdict, Unproven):
                return None
    except CutOffError:
        return _cut_off(step.verdict)
    return together(said) if said else None


def _cut_off(verdict: Verdict) -> Verdict:
    if not isinstance(verdict, Unproven) or SEARCH_BOUND in verdict.needs:
        return verdict
    return replace(verdict, needs=(*verdict.needs, SEARCH_BOUND))


def worlds(
    filling: Filling, events: Events, found: Sequence[HandStep], number: int
) -> Iterator[World]:
    """The events with all gaps filled in that decide one of them, in every way that makes a difference.

    What was found of the events as they are is not asked again.  Raises CutOffError when the steps are used up.
    """
    deciding = sorted(decisive(filling.setting, events, found, number))
    filling.steps.count(number)
    yield from _each(filling, World(events, list(found[:number])), deciding)


def _each(filling: Filling, world: World, deciding: Sequence[int]) -> Iterator[World]:
    events, number = world.events, len(world.steps)
    if any(_contradicts(filling, step) for step in world.steps):
        return
    gaps = [place for place in deciding if UNSEEN in events[place].cards]
    if not gaps or not isinstance(world.verdict, Unproven):
        yield world
        return
    place, *others = gaps
    for way in _ways(filling, events, place, number, last=not others):
        filling.steps.count(number)
        filled = World(way, judged(filling.setting, way, event=number))
        yield from _each(filling, filled, others)


def _contradicts(filling: Filling, step: HandStep) -> bool:
    """Were cards shown that were not held, or is a hand not complete of which no card was left?"""
    if step.number in filling.strays:
        return False
    every = filling.setting.hand.left
    left = every[step.event.seat - 1] if every and step.event.seat else None
    unfinished = isinstance(step.verdict, Illegal) and step.after.finish is None
    ended = step.event.action is SeatAction.HU and not step.event.called and left == ()
    return is_not_held(step.verdict) or (ended and unfinished and _is_last(filling, step))


def _is_last(filling: Filling, step: HandStep) -> bool:
    """Does nothing follow but the lucky card?"""
    rest = (filling.setting.hand.events or ())[step.number :]
    return all(event.action is SeatAction.LUCKY for event in rest)


def _ways(
    filling: Filling, events: Events, place: int, number: int, *, last: bool
) -> Iterator[Events]:
    """One gap filled in: in every way, or if none is left after it in one way of each kind."""
    rules, event = filling.setting.rules, events[place]
    if not last or rules.forced_hu or rules.forced_gan:
        return filling.ways(events, place)
    if event.action in TURNED_UP and events[number - 1].action in TURNED_UP:
        return _of_each_kind(
            filling.ways(events, place), lambda way: rules.is_undiscardable(way[place].cards[0])
        )
    if event.action in CLAIMS and place == number - 1:
        melds = _of_each_kind(
            filling.meld_ways(events, place), lambda way: _made(rules, way[place])
        )
        return chain(melds, islice(filling.other_ways(events, place), 1))
    return filling.ways(events, place)


def _made(rules: MeldingRules, claim: HandEvent) -> str | Cards:
    """What kind of meld a claim is; for hu it makes a difference which cards are left."""
    made = None if claim.melds else rules.identify(claim.cards)
    return claim.cards if made is None else made.meld.name


def _of_each_kind(ways: Iterator[Events], kind: Callable[[Events], Hashable]) -> Iterator[Events]:
    seen: set[Hashable] = set()
    for way in ways:
        if kind(way) not in seen:
            seen.add(kind(way))
            yield way
