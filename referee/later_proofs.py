"""Name the later event in the reason of a verdict that it proves: who plays a card held it before (contract §3)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.cards import UNSEEN
from referee.knowledge import CutOffError, StepBudget
from referee.reason_texts import Parameters, Reason, format_reason
from referee.record import HandRecord, SeatAction
from referee.verdicts import Illegal, Verdict

MOST_EVENTS = 20_000
"""How many events of one hand are judged again at most; reasons beyond that stay as they are."""

UNSEEN_COST = 50
"""How many times as long an event takes to judge in a hand with unseen cards."""

_EVENT = re.compile(r"\bevent ([0-9]+)")


def name_later_events(
    hand: HandRecord,
    verdicts: Sequence[Verdict],
    judge: Callable[[HandRecord], Sequence[Verdict]],
) -> dict[int, Illegal]:
    """Return, by event number, the illegal verdicts that a later event proves, with that event in their reason.

    ``judge`` returns the verdicts on a hand that is cut after some event.
    """
    if _is_all_known(hand):
        return {}
    cut_hands = _CutHands(hand, judge)
    named: dict[int, Illegal] = {}
    try:
        for number, verdict in enumerate(verdicts, 1):
            if isinstance(verdict, Illegal) and not _names_later_event(verdict.reason, number):
                shown = cut_hands.find_proving_event(number)
                if shown > number:
                    named[number] = _with_event(verdict, shown)
    except CutOffError:
        pass
    return named


def with_former_wording(computed: Mapping[str, Any], recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer on a hand, worded like the recorded one where that left out the later event that proves a verdict.

    Answers of version 1.0.0 did.  Both are entries of ``hands`` in ``adjudication/1``.

    >>> import referee
    >>> sentence = {"template": "Seat {seat} did not hold it.", "parameters": {"seat": 3}}
    >>> template, parameters = "{reason} This follows from event {shown}.", {"reason": sentence, "shown": 6}
    >>> now = {"event": 5, "reason": "Seat 3 did not hold it. This follows from event 6.", "template": template, "parameters": parameters}
    >>> former = {"event": 5, "reason": "Seat 3 did not hold it.", **sentence}
    >>> referee.with_former_wording({"events": [now]}, {"events": [former]}) == {"events": [former]}
    True
    """
    events, recorded_events = computed.get("events"), recorded.get("events")
    if not isinstance(events, list) or not isinstance(recorded_events, list):
        return dict(computed)
    worded = [
        former
        if (former := _without_later_event(event)) in recorded_events[place : place + 1]
        else event
        for place, event in enumerate(events)
    ]
    return {**computed, "events": worded}


def _without_later_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    if event.get("template") != _following_from(Reason(""), 0).template:
        return event
    sentence = event["parameters"]["reason"]
    return {**event, "reason": format_reason(**sentence), **sentence}


def _is_all_known(hand: HandRecord) -> bool:
    """Return whether every card was known when the hand began, and every action was seen."""
    dealt = hand.dealt or (None,)
    known = all(cards is not None and UNSEEN not in cards for cards in dealt)
    return known and not hand.has_unseen_faces and SeatAction.UNSEEN not in hand.actions


def _names_later_event(reason: Reason, number: int) -> bool:
    return any(int(event) > number for event in _EVENT.findall(str(reason)))


def _with_event(verdict: Illegal, shown: int) -> Illegal:
    return replace(verdict, reason=_following_from(verdict.reason, shown))


def _following_from(reason: Reason, shown: int) -> Reason:
    parameters: Parameters = {"reason": reason, "shown": shown}
    return Reason("{reason} This follows from event {shown}.", parameters)


class _CutHands:
    """The verdicts on a hand that is cut after some event.  Raises CutOffError when too much is judged again."""

    def __init__(self, hand: HandRecord, judge: Callable[[HandRecord], Sequence[Verdict]]) -> None:
        self.hand, self.judge = hand, judge
        self.events = hand.events or ()
        self.budget = StepBudget(MOST_EVENTS // (UNSEEN_COST if hand.has_unseen_faces else 1))
        self.verdicts: dict[int, Sequence[Verdict]] = {}

    def find_proving_event(self, number: int) -> int:
        """Return the event from which on event ``number`` is illegal: itself, or the later one that proves it."""
        if self._is_illegal(number, length=number):
            return number
        open_length, proved_length = number, len(self.events)
        while proved_length - open_length > 1:
            length = (open_length + proved_length) // 2
            if self._is_illegal(number, length=length):
                proved_length = length
            else:
                open_length = length
        return proved_length

    def _is_illegal(self, number: int, *, length: int) -> bool:
        if length not in self.verdicts:
            self.budget.spend(length)
            cut = replace(self.hand, events=self.events[:length])
            self.verdicts[length] = self.judge(cut)
        return isinstance(self.verdicts[length][number - 1], Illegal)
