"""Events of a melding game whose cards cannot have been held, whatever the unseen cards were (contract §3)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.knowledge import STEPS, CutOffError
from referee.melding.gaps import Filling, filling_of
from referee.melding.offers import Events
from referee.melding.timeline import HandStep, Setting
from referee.verdicts import Fault, Illegal, Verdict

NOT_HELD = {Fault.CARD_NOT_HELD, Fault.CARD_ALREADY_PLAYED}


def is_not_held(verdict: Verdict) -> bool:
    """Does the record prove that the cards were another's?"""
    return isinstance(verdict, Illegal) and verdict.fault in NOT_HELD


def believing(setting: Setting, events: Events, found: Sequence[HandStep]) -> Filling | None:
    """How the gaps may be filled in, if everybody held what it showed but for what is proved; None: nobody can say.

    Those who called held what they named, too, if that is possible.
    """
    proved = frozenset(step.number for step in found if is_not_held(step.verdict))
    filling = replace(filling_of(setting, most=STEPS), strays=proved)
    try:
        for trusting in (filling, replace(filling, calls=False)):
            if trusting.fits(events):
                return trusting
        strays = proved | _strays(replace(filling, strays=proved), events)
        told = replace(filling, strays=strays)
        return told if told.fits(events) else None
    except CutOffError:
        return None


def _strays(filling: Filling, events: Events) -> frozenset[int]:
    """The events that do not fit with those before them: the others took turns, or claimed, with cards they held."""
    seats = filling.setting.seats + 1
    so_far = replace(filling, accounts=replace(filling.accounts, left=(None,) * seats))
    found: set[int] = set()
    while True:
        told = replace(so_far, strays=filling.strays.union(found))
        if told.fits(events):
            return frozenset(found)
        found.add(_first_that_does_not_fit(told, events))


def _first_that_does_not_fit(filling: Filling, events: Events) -> int:
    fits, fails = 0, len(events)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if filling.fits(events[:middle]):
            fits = middle
        else:
            fails = middle
    return fails
