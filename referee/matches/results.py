"""The result of a match: points per hand of each engine, and how sure they are."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from referee.record import Json
from referee.text_width import padded, text_width
from referee.variants import rules_for

MATCH_FORMAT = "match-result/1"

# the 97.5 % quantiles of Student's t distribution, by degrees of freedom
_QUANTILES = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093,
    20: 2.086, 21: 2.080, 22: 2.074, 23: 2.069, 24: 2.064, 25: 2.060, 26: 2.056, 27: 2.052, 28: 2.048,
    29: 2.045, 30: 2.042, 40: 2.021, 60: 2.000, 120: 1.980, 1000: 1.962,
}  # fmt: skip


class Estimate(NamedTuple):
    """A mean with its 95 % confidence interval, None where there is one value only."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        """Return the mean of independent values, with the interval of Student's t distribution.

        >>> Estimate.of([1, 2, 3, 4])
        Estimate(mean=2.5, low=0.446, high=4.554)
        >>> Estimate.of([3])
        Estimate(mean=3.0, low=None, high=None)
        """
        number = len(values)
        mean = math.fsum(values) / number
        if number == 1:
            return cls(round(mean, 4), None, None)
        variance = math.fsum((value - mean) ** 2 for value in values) / (number - 1)
        quantile = _QUANTILES[max(freedom for freedom in _QUANTILES if freedom < number)]
        half = quantile * math.sqrt(variance / number)
        return cls(round(mean, 4), round(mean - half, 4), round(mean + half, 4))

    def as_json(self) -> dict[str, Json]:
        """Return the estimate as JSON."""
        interval = None if self.low is None else [self.low, self.high]
        return {"points_per_hand": self.mean, "interval": interval}

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.mean:+.3f}"
        return f"{self.mean:+.3f}  ({self.low:+.3f} to {self.high:+.3f})"


@dataclass(frozen=True, kw_only=True)
class EngineResult:
    """What one engine scored in a match."""

    command: str
    name: str
    points: tuple[float, ...]  # per hand, of each deal: the mean over all its seats
    faults: Mapping[str, int]
    replaced: int  # actions that were played for it


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """What a match brought: more points are better, penalties are negated."""

    variant: str
    seats: int
    house_rules: Mapping[str, Json]
    hands: int  # deals; each was played once for each engine
    seed: str
    engines: tuple[EngineResult, ...]

    @property
    def has_faults(self) -> bool:
        """Whether any engine failed to give a legal answer in time."""
        return any(engine.replaced or any(engine.faults.values()) for engine in self.engines)

    def differences(self) -> Iterator[tuple[int, int, Estimate]]:
        """Yield how many points per hand one engine scored more than another, paired by deal; engines from 1."""
        for (one, first), (two, second) in combinations(enumerate(self.engines, 1), 2):
            pairs = zip(first.points, second.points, strict=True)
            yield one, two, Estimate.of([mine - yours for mine, yours in pairs])

    def as_json(self) -> dict[str, Json]:
        """Return the result as JSON, ``match-result/1``."""
        return {
            "format": MATCH_FORMAT,
            "variant": self.variant,
            "house_rules": dict(self.house_rules),
            "seats": self.seats,
            "hands": self.hands,
            "rotations": len(self.engines),
            "seed": self.seed,
            "engines": [
                {
                    "engine": number,
                    "name": engine.name,
                    "command": engine.command,
                    **Estimate.of(engine.points).as_json(),
                    "faults": dict(engine.faults),
                    "replaced": engine.replaced,
                }
                for number, engine in enumerate(self.engines, 1)
            ],
            "differences": [
                {"engines": [one, two], **difference.as_json()}
                for one, two, difference in self.differences()
            ],
        }

    def as_text(self) -> str:
        """Return the result as lines of text."""
        game = rules_for(self.variant).name
        times = f"{len(self.engines)} time" + "s" * (len(self.engines) > 1)
        lines = [
            f"{game}, {self.seats} seats, {self.hands} deals, each played {times}; seed {self.seed}",
            "Points per hand, more are better, with 95 % confidence intervals:",
        ]
        labels = [f"{number} {one.name}" for number, one in enumerate(self.engines, 1)]
        wide = max(map(text_width, labels))
        for label, engine in zip(labels, self.engines, strict=True):
            lines.append(f"  {padded(label, wide)}  {Estimate.of(engine.points)}{_faults(engine)}")
        for one, two, difference in self.differences():
            lines.append(f"  {padded(f'{one} - {two}', wide)}  {difference}")
        return "\n".join(lines)


def _faults(engine: EngineResult) -> str:
    """Return what went wrong with an engine, in words."""
    if not engine.replaced and not any(engine.faults.values()):
        return ""
    kinds = ", ".join(f"{number} {fault}" for fault, number in engine.faults.items() if number)
    return f"  faults: {kinds}; actions played for it: {engine.replaced}"
