"""The rating model: Plackett–Luce with the update of Weng and Lin, by the library openskill.

Each hand is a game in which every player plays for themselves; equal places are ties.  All players begin with the same mean
and the highest uncertainty.  The model adds a little uncertainty in every hand, since skill changes with time.
"""

from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

from openskill.models import PlackettLuce

import referee
from scorekeeper.ratings.finishing_orders import FinishingOrders

DIGITS = 6
"""Decimal places after every hand, so that processors that differ in the last bit of a logarithm agree."""

METHOD = f"plackett-luce, openskill {version('openskill')}"
"""Lists rated by another method are rated again from the start."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """An estimate of a player's strength: mean ``mu``, standard deviation ``sigma``."""

    mu: float
    sigma: float
    hands: int  # rated so far


class SkillState(NamedTuple):
    """A player's skill, and the digest of everything that it was computed from."""

    skill: Skill
    digest: str  # empty before the first session


BEGINNER = SkillState(Skill(round(_MODEL.mu, DIGITS), round(_MODEL.sigma, DIGITS), 0), "")


def after_hand(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of a hand's players after the hand, in the given order.

    >>> won, lost = after_hand([BEGINNER.skill, BEGINNER.skill], [1, 2])
    >>> won.mu > 25 > lost.mu
    True
    """
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Skill(round(rating.mu, DIGITS), round(rating.sigma, DIGITS), skill.hands + 1)
        for skill, [rating] in zip(skills, rated, strict=True)
    ]


def after_session(before: Sequence[SkillState], orders: FinishingOrders) -> list[SkillState]:
    """Return the states of a session's players after the session, by seat."""
    skills = [state.skill for state in before]
    for places in orders.places:
        skills = after_hand(skills, places)
    digest = digest_of(before, orders.digest)
    return [SkillState(skill, digest) for skill in skills]


def digest_of(before: Sequence[SkillState], orders_digest: str) -> str:
    """Return the digest of everything that the ratings after a session depend on."""
    digests = [state.digest for state in before]
    return referee.sha256(referee.canonical([METHOD, orders_digest, digests]))
