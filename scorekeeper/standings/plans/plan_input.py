"""Parse and validate a scoring plan that a client sent, or that is stored."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from referee import Json
from scorekeeper.models.limits import MAX_LABEL, MAX_POINTS
from scorekeeper.standings.plans.plan import (
    DEFAULT,
    EDITION,
    Bonus,
    Merit,
    Per,
    Plan,
    Scoring,
    TieBreak,
)

_MOST = MAX_POINTS
_Choice = TypeVar("_Choice", bound=StrEnum)


class PlanError(ValueError):
    """A plan that is not valid; ``where`` is the path to the wrong value, such as ``bonuses[0].for``."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


class UnreadablePlanError(Exception):
    """A stored plan that something outside the service changed so that it cannot be read."""

    def __init__(self) -> None:
        super().__init__(
            "The scoring plan of this season is damaged, so its standings cannot be counted.  The records are kept: decide on"
            " a scoring plan again, or have the administrator look for the damage (manage.py verify_records)."
        )


def parse_stored(plan: str | Mapping[str, Any]) -> Plan:
    """Return a plan of the database, or its text there.  Raises UnreadablePlanError."""
    try:
        data: Any = json.loads(plan) if isinstance(plan, str) else plan
        if not isinstance(data, dict):
            raise TypeError("It is no JSON object.")
        sent = {key: value for key, value in data.items() if key not in {"drawn", "edition"}}
        edition = data.get("edition", 1)
        if edition not in range(1, EDITION + 1):
            raise ValueError(f"There is no edition {edition!r}.")
        drawn = {key: f"{int(lot, 16):016x}" for key, lot in data.get("drawn", {}).items()}
        return replace(parse_plan(sent), drawn=drawn, edition=edition)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadablePlanError from error


def parse_plan(data: Mapping[str, Json]) -> Plan:
    """Return the plan; missing keys are as in ``DEFAULT``.  Raises PlanError.

    >>> parse_plan({"scoring": "place-points", "place_points": [5, 3, 1], "per": "session"}).place_points
    (5, 3, 1)
    """
    unknown = sorted(data.keys() - DEFAULT.as_json().keys())
    if unknown:
        known = ", ".join(DEFAULT.as_json())
        raise PlanError(unknown[0], f"A scoring plan has no {unknown[0]!r}; it has {known}.")
    plan = Plan(
        scoring=_choice(Scoring, data.get("scoring", DEFAULT.scoring), "scoring"),
        place_points=_numbers(data.get("place_points", []), "place_points"),
        per=_choice(Per, data.get("per", DEFAULT.per), "per"),
        best_sessions=_best(data.get("best_sessions")),
        minimum_hands=_count(data.get("minimum_hands", 0), "minimum_hands"),
        bonuses=tuple(_bonuses(data.get("bonuses", []))),
        tie_breaks=_tie_breaks(data.get("tie_breaks", [])),
        seed=_text(data.get("seed", ""), "seed"),
    )
    _validate(plan)
    return plan


def _validate(plan: Plan) -> None:
    """Raise PlanError if values contradict each other."""
    if (plan.scoring is Scoring.PLACE_POINTS) != bool(plan.place_points):
        message = "Points for places are listed for the scoring 'place-points', and only for it."
        raise PlanError("place_points", message)
    if (TieBreak.LOT in plan.tie_breaks) != bool(plan.seed):
        message = "Give a seed if ties are broken by lot, and only then."
        raise PlanError("seed", message)
    _require_unique((bonus.merit for bonus in plan.bonuses), "bonuses")
    _require_unique(plan.tie_breaks, "tie_breaks")


def _require_unique(words: Iterable[StrEnum], where: str) -> None:
    earlier: set[str] = set()
    for place, word in enumerate(words):
        if word in earlier:
            raise PlanError(f"{where}[{place}]", f"{word.value!r} is named twice.")
        earlier.add(word)


def _choice(kind: type[_Choice], value: Json, where: str) -> _Choice:
    if isinstance(value, str) and value in {word.value for word in kind}:
        return kind(value)
    choices = ", ".join(word.value for word in kind)
    raise PlanError(where, f"This is one of {choices}, not {value!r}.")


def _list(value: Json, where: str) -> Sequence[Json]:
    if isinstance(value, list) and len(value) <= 100:
        return value
    raise PlanError(where, "This is a list of at most 100.")


def _number(value: Json, where: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MOST:
        return value
    raise PlanError(where, f"This is a number of at most {_MOST:,}, not {value!r}.")


def _numbers(value: Json, where: str) -> tuple[float, ...]:
    return tuple(_number(row, f"{where}[{n}]") for n, row in enumerate(_list(value, where)))


def _count(value: Json, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST:
        return value
    raise PlanError(where, f"This is a whole number from 0 on, not {value!r}.")


def _best(value: Json) -> int | None:
    if value is None:
        return None
    if (number := _count(value, "best_sessions")) == 0:
        raise PlanError("best_sessions", "At least one session counts; null: all of them do.")
    return number


def _bonuses(value: Json) -> Iterable[Bonus]:
    for place, row in enumerate(_list(value, "bonuses")):
        where = f"bonuses[{place}]"
        if not isinstance(row, dict) or row.keys() != {"for", "points"}:
            raise PlanError(where, "A bonus says what it is for and its points.")
        merit = _choice(Merit, row["for"], f"{where}.for")
        yield Bonus(merit, _number(row["points"], f"{where}.points"))


def _tie_breaks(value: Json) -> tuple[TieBreak, ...]:
    rows = enumerate(_list(value, "tie_breaks"))
    return tuple(_choice(TieBreak, row, f"tie_breaks[{place}]") for place, row in rows)


def _text(value: Json, where: str) -> str:
    if isinstance(value, str) and len(value) <= MAX_LABEL and "\0" not in value:
        return value
    raise PlanError(where, f"This is a text of at most {MAX_LABEL} characters.")
