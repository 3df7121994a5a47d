"""How strong a player seems, and how sure that is: the model of Plackett and Luce as Weng and Lin keep it up to date.

Each hand is a game in which everybody played for themselves; equal places are ties.  Everybody begins in the middle, and as
uncertain as can be.  A little doubt comes back with every hand, since people learn and tire.
"""

from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

from openskill.models import PlackettLuce

import referee
from scorekeeper.ratings.finishing_orders import Finishes

DIGITS = 6
"""Digits after the point, after every hand: processors that differ in the last bit of a logarithm agree."""

METHOD = f"plackett-luce, openskill {version('openskill')}"
"""Lists that were counted by another method are counted anew."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """What is believed of a player: most likely ``mu``, give or take ``sigma``."""

    mu: float
    sigma: float
    hands: int  # that say so


class Reached(NamedTuple):
    """Where a player is, and the digest of all that led there."""

    skill: Skill
    digest: str  # empty: nothing did


BEGINNER = Reached(Skill(round(_MODEL.mu, DIGITS), round(_MODEL.sigma, DIGITS), 0), "")


def after_hand(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What is believed of the players of a hand once its places are known.

    >>> won, lost = after_hand([BEGINNER.skill, BEGINNER.skill], [1, 2])
    >>> won.mu > 25 > lost.mu
    True
    """
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Skill(round(now.mu, DIGITS), round(now.sigma, DIGITS), skill.hands + 1)
        for skill, [now] in zip(skills, rated, strict=True)
    ]


def after_session(came: Sequence[Reached], told: Finishes) -> list[Reached]:
    """Where a session leaves its players, by seat, who came to it so."""
    skills = [reached.skill for reached in came]
    for places in told.places:
        skills = after_hand(skills, places)
    digest = digest_of(came, told.digest)
    return [Reached(skill, digest) for skill in skills]


def digest_of(came: Sequence[Reached], finishes: str) -> str:
    """Of all that a session's ratings depend on."""
    before = [reached.digest for reached in came]
    return referee.sha256(referee.canonical([METHOD, finishes, before]))
