"""A second look at open verdicts: the hand judged again with its unseen cards filled in, in every way that fits.

Judged one after another, events are taken apart that hang together: what stands and what is held, a card given and the
cards played later.  Filled in, they are one hand.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from referee.climbing.evidence import prove_events
from referee.climbing.gaps import Events, Filling, list_gaps
from referee.climbing.movements import card_accounts
from referee.climbing.openings import opening_position
from referee.climbing.timeline import HandTimeline, JudgedEvent, judge_events
from referee.knowledge import MAX_SEARCH_STEPS, SEARCH_BOUND, CutOffError
from referee.record import Carried, SeatAction
from referee.verdicts import Fault, Illegal, Unproven, Verdict, common_verdict

MAX_GUESSES = 4
"""In so many ways the unseen cards are filled in before every way is gone through: they settle most open_verdicts."""

MAX_FILLED = 100
"""So often a gap is filled in on the way to every way, at the most."""

_NOT_HELD = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}


class _HandWithGaps(NamedTuple):
    """A hand of which some cards were not seen, up to the last verdict that is open."""

    timeline: HandTimeline
    carried: Carried
    filling: Filling
    judged_events: tuple[JudgedEvent, ...]
    last: int

    def judge(self, events: Events) -> list[Verdict]:
        """What is said of the events filled in so."""
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
    """The events that are still open, by number, and what was said of them in the ways looked at."""

    verdicts: dict[int, list[Verdict]] = field(default_factory=dict)
    cut_off: set[int] = field(default_factory=set)  # open where not all gaps were filled in

    def add(self, verdicts: Sequence[Verdict], way: Events) -> None:
        """What differs from way to way is open for good."""
        for number in list(self.verdicts):
            self.verdicts[number].append(verdicts[number - 1])
            verdict = common_verdict(self.verdicts[number])
            if verdict is None or isinstance(verdict, Unproven):
                del self.verdicts[number]
            if isinstance(verdict, Unproven) and list_gaps(way):
                self.cut_off.add(number)


def recheck_unproven(
    timeline: HandTimeline, carried: Carried, judged_events: tuple[JudgedEvent, ...]
) -> tuple[JudgedEvent, ...]:
    """The findings, with a verdict where it is the same in every way that the unseen cards may have been."""
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


def _is_open(judged: JudgedEvent) -> bool:
    return isinstance(judged.verdict, Unproven) and judged.event.action is not SeatAction.UNSEEN


def _is_not_held(verdict: Verdict) -> bool:
    return isinstance(verdict, Illegal) and verdict.fault in _NOT_HELD


def _settle(hand: _HandWithGaps, open_numbers: Collection[int]) -> dict[int, Verdict]:
    """By number, what is the same in every way."""
    open_verdicts = _OpenVerdicts({number: [] for number in open_numbers})
    for guess in _list_guesses(hand):
        open_verdicts.add(hand.judge(guess), guess)
        if not open_verdicts.verdicts:
            return _mark_cut_off(hand, open_verdicts.cut_off)
    open_verdicts = _OpenVerdicts(
        {number: [] for number in open_verdicts.verdicts}, open_verdicts.cut_off
    )
    for way in _list_fillings(hand):
        open_verdicts.add(hand.judge(way), way)
        if not open_verdicts.verdicts:
            return _mark_cut_off(hand, open_verdicts.cut_off)
    verdicts = {
        number: common_verdict(every) for number, every in open_verdicts.verdicts.items() if every
    }
    settled = {number: verdict for number, verdict in verdicts.items() if verdict is not None}
    return {**_mark_cut_off(hand, open_verdicts.cut_off), **settled}


def _mark_cut_off(hand: _HandWithGaps, numbers: Collection[int]) -> dict[int, Verdict]:
    """The same verdicts, saying that not everything was tried."""
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
    """All gaps filled one after another, with the first faces that fit, with the second …"""
    for place in range(MAX_GUESSES):
        events: Events | None = tuple(hand.timeline.events)
        for gap in list_gaps(hand.timeline.events):
            events = events and _fill_gap(hand, events, gap, place)
        if events:
            yield events


def _fill_gap(hand: _HandWithGaps, events: Events, gap: int, place: int) -> Events | None:
    """The gap filled in this way, or in the last there is."""
    try:
        fillings = list(islice(hand.filling.list_fillings(events, gap), place + 1))
    except CutOffError:
        return events
    return fillings[-1] if fillings else None


def _list_fillings(hand: _HandWithGaps) -> list[Events]:
    """Every way to fill the gaps; where that is too many, some are left as they are."""
    most = MAX_SEARCH_STEPS // len(hand.timeline.events)
    every, filled_in = [tuple(hand.timeline.events)], 0
    for gap in list_gaps(hand.timeline.events):
        filled_in += len(every)
        if filled_in > MAX_FILLED:
            break
        try:
            filled = list(
                islice(
                    (way for one in every for way in hand.filling.list_fillings(one, gap)), most + 1
                )
            )
        except CutOffError:
            continue
        every = filled if len(filled) <= most else every
    return every
