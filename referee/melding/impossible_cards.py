"""Find events whose cards cannot have been held, whatever the unseen cards were (contract §3)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.knowledge import MAX_SEARCH_STEPS, CutOffError
from referee.melding.gaps import Filling, filling_of
from referee.melding.offers import Events
from referee.melding.timeline import MeldingStep, Setting
from referee.verdicts import Fault, Illegal, Verdict

NOT_HELD = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}


def is_card_not_held(verdict: Verdict) -> bool:
    """Return whether the verdict proves that the seat did not have the cards."""
    return isinstance(verdict, Illegal) and verdict.fault in NOT_HELD


def consistent_filling(
    setting: Setting, events: Events, steps: Sequence[MeldingStep]
) -> Filling | None:
    """Return a filling that assumes every seat held what it showed, except where the record proves otherwise.

    Seats also held what they called, if that is possible.  None if the search was cut off or nothing fits.
    """
    proved = frozenset(step.number for step in steps if is_card_not_held(step.verdict))
    filling = replace(filling_of(setting, most=MAX_SEARCH_STEPS), impossible=proved)
    try:
        for candidate in (filling, replace(filling, calls=False)):
            if candidate.fits(events):
                return candidate
        impossible = proved | _find_impossible(replace(filling, impossible=proved), events)
        without_impossible = replace(filling, impossible=impossible)
        return without_impossible if without_impossible.fits(events) else None
    except CutOffError:
        return None


def _find_impossible(filling: Filling, events: Events) -> frozenset[int]:
    """Return the numbers of the events that do not fit with the events before them."""
    seats = filling.setting.seats + 1
    so_far = replace(filling, accounts=replace(filling.accounts, left=(None,) * seats))
    numbers: set[int] = set()
    while True:
        candidate = replace(so_far, impossible=filling.impossible.union(numbers))
        if candidate.fits(events):
            return frozenset(numbers)
        numbers.add(_first_misfit(candidate, events))


def _first_misfit(filling: Filling, events: Events) -> int:
    """Return the number of the first event that does not fit, found by bisection."""
    fits, fails = 0, len(events)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if filling.fits(events[:middle]):
            fits = middle
        else:
            fails = middle
    return fails
