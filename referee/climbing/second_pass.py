"""Recheck unproven verdicts: judge the hand again with its unseen cards filled in, in every way that fits.

The first pass judges each event by itself.  Some facts about unseen cards belong together, such as a gift and the cards
its receiver plays later; in a filled-in hand they agree.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import NamedTuple

from referee.carried_state import Carried
from referee.climbing.evidence import prove_events
from referee.climbing.gaps import Events, Filling, list_gaps
from referee.climbing.movements import card_accounts
from referee.climbing.openings import opening_position
from referee.climbing.timeline import ClimbingEvent, HandTimeline, judge_events
from referee.knowledge import MAX_SEARCH_STEPS, SEARCH_BOUND, CutOffError
from referee.record import SeatAction
from referee.verdicts import Fault, Illegal, Unproven, Verdict, common_verdict

MAX_GUESSES = 4
"""The number of ways tried before all ways are listed; they settle most verdicts."""

MAX_FILLED = 100
"""The number of times a gap is filled while all ways are listed."""

_NOT_HELD = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}


class _HandWithGaps(NamedTuple):
    """A hand with unseen cards, up to its last unproven verdict."""

    timeline: HandTimeline
    carried: Carried
    filling: Filling
    judged_events: tuple[ClimbingEvent, ...]
    last: int

    def judge(self, events: Events) -> list[Verdict]:
        """Return the verdicts on the events filled in like this."""
        timeline, seats = self.timeline, len(self.timeline.start.counts)
        rules, hand, undone = timeline.rules, timeline.record, timeline.undone
        knowledge = prove_events(
            rules,
            hand,
            events,
            undone,
            seats=seats,
            not_held=frozenset(self.filling.impossible_events),
        )
        start = opening_position(rules, knowledge, hand, self.carried, seats=seats)
        again = HandTimeline(rules, knowledge, hand, events[: self.last], undone, start)
        return [judged.verdict for judged in judge_events(again)[0]]


@dataclass
class _OpenVerdicts:
    """The unproven events, by number, with the verdicts of the ways tried."""

    verdicts: dict[int, list[Verdict]] = field(default_factory=dict)
    cut_off: set[int] = field(default_factory=set)  # unproven because a gap was not filled

    def add(self, verdicts: Sequence[Verdict], filled: Events) -> None:
        """Add the verdicts of a way; an event whose verdicts differ stays unproven and is dropped."""
        for number in list(self.verdicts):
            self.verdicts[number].append(verdicts[number - 1])
            verdict = common_verdict(self.verdicts[number])
            if verdict is None or isinstance(verdict, Unproven):
                del self.verdicts[number]
            if isinstance(verdict, Unproven) and list_gaps(filled):
                self.cut_off.add(number)


def recheck_unproven(
    timeline: HandTimeline, carried: Carried, judged_events: tuple[ClimbingEvent, ...]
) -> tuple[ClimbingEvent, ...]:
    """Return the events, with a new verdict where it is the same whatever the unseen cards were."""
    open_numbers = [judged.number for judged in judged_events if _is_open(judged)]
    if not open_numbers:
        return judged_events
    rules, seats = timeline.rules, len(timeline.start.counts)
    accounts = card_accounts(rules, timeline.record, seats=seats)
    not_held = (judged.number for judged in judged_events if _is_not_held(judged.verdict))
    impossible_events = timeline.knowledge.impossible_events.union(not_held)
    filling = Filling(rules, accounts, set(timeline.undone.values()), impossible_events)
    verdicts = _settle(
        _HandWithGaps(timeline, carried, filling, judged_events, open_numbers[-1]), open_numbers
    )
    return tuple(
        judged._replace(verdict=verdicts.get(judged.number, judged.verdict))
        for judged in judged_events
    )


def _is_open(judged: ClimbingEvent) -> bool:
    return isinstance(judged.verdict, Unproven) and judged.event.action is not SeatAction.UNSEEN


def _is_not_held(verdict: Verdict) -> bool:
    return isinstance(verdict, Illegal) and verdict.fault in _NOT_HELD


def _settle(hand: _HandWithGaps, open_numbers: Collection[int]) -> dict[int, Verdict]:
    """Return, by event number, the verdicts that are the same in every way."""
    open_verdicts = _OpenVerdicts({number: [] for number in open_numbers})
    for guess in _list_guesses(hand):
        open_verdicts.add(hand.judge(guess), guess)
        if not open_verdicts.verdicts:
            return _mark_cut_off(hand, open_verdicts.cut_off)
    open_verdicts = _OpenVerdicts(
        {number: [] for number in open_verdicts.verdicts}, open_verdicts.cut_off
    )
    for filled in _list_fillings(hand):
        open_verdicts.add(hand.judge(filled), filled)
        if not open_verdicts.verdicts:
            return _mark_cut_off(hand, open_verdicts.cut_off)
    verdicts = {
        number: common_verdict(every) for number, every in open_verdicts.verdicts.items() if every
    }
    settled = {number: verdict for number, verdict in verdicts.items() if verdict is not None}
    return {**_mark_cut_off(hand, open_verdicts.cut_off), **settled}


def _mark_cut_off(hand: _HandWithGaps, numbers: Collection[int]) -> dict[int, Verdict]:
    """Return the unproven verdicts of these events, noting that not everything was tried."""
    unproven = {
        judged.number: judged.verdict
        for judged in hand.judged_events
        if judged.number in numbers and isinstance(judged.verdict, Unproven)
    }
    return {
        number: replace(verdict, needs=(*verdict.needs, SEARCH_BOUND))
        for number, verdict in unproven.items()
        if SEARCH_BOUND not in verdict.needs
    }


def _list_guesses(hand: _HandWithGaps) -> Iterator[Events]:
    """Yield events with all gaps filled: each with its first fitting faces, then each with its second …"""
    for place in range(MAX_GUESSES):
        events: Events | None = tuple(hand.timeline.events)
        for gap in list_gaps(hand.timeline.events):
            events = events and _fill_gap(hand, events, gap, place)
        if events:
            yield events


def _fill_gap(hand: _HandWithGaps, events: Events, gap: int, place: int) -> Events | None:
    """Return the events with a gap filled in the ``place``-th way, or in the last; None if nothing fits."""
    try:
        fillings = list(islice(hand.filling.list_fillings(events, gap), place + 1))
    except CutOffError:
        return events
    return fillings[-1] if fillings else None


def _list_fillings(hand: _HandWithGaps) -> list[Events]:
    """Return every way to fill the gaps; a gap stays unfilled where there are too many ways."""
    most = MAX_SEARCH_STEPS // len(hand.timeline.events)
    every, fill_count = [tuple(hand.timeline.events)], 0
    for gap in list_gaps(hand.timeline.events):
        fill_count += len(every)
        if fill_count > MAX_FILLED:
            break
        ways = chain.from_iterable(hand.filling.list_fillings(events, gap) for events in every)
        try:
            filled = list(islice(ways, most + 1))
        except CutOffError:
            continue
        every = filled if len(filled) <= most else every
    return every
