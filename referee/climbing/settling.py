"""A second look at open verdicts: the hand judged again with its unseen cards filled in, in every way that fits.

Judged one after another, events are taken apart that hang together: what stands and what is held, a card given and the
cards played later.  Filled in, they are one hand.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from referee.climbing.accounts import Accounts
from referee.climbing.courses import Course, Finding, findings
from referee.climbing.evidence import proved
from referee.climbing.gaps import Events, gaps, ways
from referee.climbing.openings import opening_position
from referee.climbing.worlds import together
from referee.knowledge import STEPS, CutOffError
from referee.record import Action, Carried
from referee.verdicts import Fault, Illegal, Unproven, Verdict

GUESSES = 4
"""In so many ways the unseen cards are filled in before every way is gone through: they settle most doubts."""

_NOT_HELD = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}


class _Gappy(NamedTuple):
    """A hand of which some cards were not seen, up to the last verdict that is open."""

    course: Course
    carried: Carried
    accounts: Accounts
    strays: frozenset[int]
    last: int

    def judged(self, events: Events) -> list[Verdict]:
        """What is said of the events filled in so."""
        course, seats = self.course, self.accounts.seats
        rules, hand, undone = course.rules, course.record, course.undone
        knowledge = proved(rules, hand, events, undone, seats=seats, not_held=self.strays)
        start = opening_position(rules, knowledge, hand, self.carried, seats=seats)
        again = Course(rules, knowledge, hand, events[: self.last], undone, start)
        return [finding.verdict for finding in findings(again)[0]]

    def ways(self, events: Events, gap: int) -> Iterator[Events]:
        """The events with one gap filled, in each way that fits."""
        return ways(self.course.rules, self.accounts, events, gap, strays=self.strays)


@dataclass
class _Open:
    """The events that are still open, by number, and what was said of them in the ways looked at."""

    said: dict[int, list[Verdict]] = field(default_factory=dict)

    def look(self, verdicts: Sequence[Verdict]) -> None:
        """What differs from way to way is open for good."""
        for number in list(self.said):
            self.said[number].append(verdicts[number - 1])
            verdict = together(self.said[number])
            if verdict is None or isinstance(verdict, Unproven):
                del self.said[number]


def looked_at_again(
    course: Course, carried: Carried, found: tuple[Finding, ...]
) -> tuple[Finding, ...]:
    """The findings, with a verdict where it is the same in every way that the unseen cards may have been."""
    doubtful = [finding.number for finding in found if _is_doubtful(finding)]
    if not doubtful:
        return found
    rules, seats = course.rules, len(course.start.counts)
    accounts = Accounts(rules.deck, rules.hand_size, course.record, course.undone, seats)
    not_held = (finding.number for finding in found if _is_not_held(finding.verdict))
    strays = course.knowledge.strays.union(not_held)
    verdicts = _settled(_Gappy(course, carried, accounts, strays, doubtful[-1]), doubtful)
    return tuple(
        finding._replace(verdict=verdicts.get(finding.number, finding.verdict)) for finding in found
    )


def _is_doubtful(finding: Finding) -> bool:
    return isinstance(finding.verdict, Unproven) and finding.event.action is not Action.UNSEEN


def _is_not_held(verdict: Verdict) -> bool:
    return isinstance(verdict, Illegal) and verdict.fault in _NOT_HELD


def _settled(hand: _Gappy, doubtful: Collection[int]) -> dict[int, Verdict]:
    """By number, what is the same in every way."""
    doubts = _Open({number: [] for number in doubtful})
    for guess in _guesses(hand):
        doubts.look(hand.judged(guess))
        if not doubts.said:
            return {}
    doubts = _Open({number: [] for number in doubts.said})
    for way in _every_way(hand):
        doubts.look(hand.judged(way))
        if not doubts.said:
            return {}
    verdicts = {number: together(said) for number, said in doubts.said.items() if said}
    return {number: verdict for number, verdict in verdicts.items() if verdict is not None}


def _guesses(hand: _Gappy) -> Iterator[Events]:
    """All gaps filled one after another, with the first faces that fit, with the second …"""
    for place in range(GUESSES):
        events: Events | None = tuple(hand.course.events)
        for gap in gaps(hand.course.events):
            events = events and _nth(hand, events, gap, place)
        if events:
            yield events


def _nth(hand: _Gappy, events: Events, gap: int, place: int) -> Events | None:
    """The gap filled in this way, or in the last there is."""
    try:
        found = list(islice(hand.ways(events, gap), place + 1))
    except CutOffError:
        return events
    return found[-1] if found else None


def _every_way(hand: _Gappy) -> list[Events]:
    """Every way to fill the gaps; where that is too many, some are left as they are."""
    most = STEPS // len(hand.course.events)
    every = [tuple(hand.course.events)]
    for gap in gaps(hand.course.events):
        try:
            filled = list(islice((way for one in every for way in hand.ways(one, gap)), most + 1))
        except CutOffError:
            continue
        every = filled if len(filled) <= most else every
    return every
