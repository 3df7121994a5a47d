"""A scoring plan as somebody sends it, read and checked."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from scorekeeper.adjudication.record_parts import Json
from scorekeeper.standings.plans import DEFAULT, Bonus, Merit, Per, Plan, Scoring, TieBreak

_MOST = 10**9
_Word = TypeVar("_Word", bound=StrEnum)


class PlanError(ValueError):
    """A plan that cannot be followed; ``where`` is a path into it."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


def read_plan(said: Mapping[str, Json]) -> Plan:
    """A plan as somebody sent it; what is left out is as in ``DEFAULT``.  Raises PlanError.

    >>> read_plan({"scoring": "place-points", "place_points": [5, 3, 1], "per": "session"}).place_points
    (5, 3, 1)
    """
    unknown = sorted(said.keys() - DEFAULT.as_json().keys())
    if unknown:
        known = ", ".join(DEFAULT.as_json())
        raise PlanError(unknown[0], f"A scoring plan has no {unknown[0]!r}; it has {known}.")
    plan = Plan(
        scoring=_word(Scoring, said.get("scoring", DEFAULT.scoring), "scoring"),
        place_points=_numbers(said.get("place_points", []), "place_points"),
        per=_word(Per, said.get("per", DEFAULT.per), "per"),
        best_sessions=_best(said.get("best_sessions")),
        minimum_hands=_count(said.get("minimum_hands", 0), "minimum_hands"),
        bonuses=tuple(_bonuses(said.get("bonuses", []))),
        tie_breaks=_tie_breaks(said.get("tie_breaks", [])),
        seed=_text(said.get("seed", ""), "seed"),
    )
    _check(plan)
    return plan


def _check(plan: Plan) -> None:
    """Parts that need each other are both there."""
    if (plan.scoring is Scoring.PLACE_POINTS) != bool(plan.place_points):
        message = "Points for places are listed for the scoring 'place-points', and only for it."
        raise PlanError("place_points", message)
    if (TieBreak.LOT in plan.tie_breaks) != bool(plan.seed):
        message = "A lot needs a seed, so that it can be drawn again; without a lot there is none."
        raise PlanError("seed", message)
    _once((bonus.merit for bonus in plan.bonuses), "bonuses")
    _once(plan.tie_breaks, "tie_breaks")


def _once(words: Iterable[StrEnum], where: str) -> None:
    seen: set[str] = set()
    for place, word in enumerate(words):
        if word in seen:
            raise PlanError(f"{where}[{place}]", f"{word.value!r} is named twice.")
        seen.add(word)


def _word(kind: type[_Word], said: Json, where: str) -> _Word:
    if isinstance(said, str) and said in {word.value for word in kind}:
        return kind(said)
    choices = ", ".join(word.value for word in kind)
    raise PlanError(where, f"This is one of {choices}, not {said!r}.")


def _list(said: Json, where: str) -> Sequence[Json]:
    if isinstance(said, list) and len(said) <= 100:
        return said
    raise PlanError(where, "This is a list of at most 100.")


def _number(said: Json, where: str) -> float:
    if isinstance(said, int | float) and not isinstance(said, bool) and abs(said) <= _MOST:
        return said
    raise PlanError(where, f"This is a number of at most {_MOST:,}, not {said!r}.")


def _numbers(said: Json, where: str) -> tuple[float, ...]:
    return tuple(_number(row, f"{where}[{n}]") for n, row in enumerate(_list(said, where)))


def _count(said: Json, where: str) -> int:
    if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= _MOST:
        return said
    raise PlanError(where, f"This is a whole number from 0 on, not {said!r}.")


def _best(said: Json) -> int | None:
    if said is None:
        return None
    if (number := _count(said, "best_sessions")) == 0:
        raise PlanError("best_sessions", "At least one session counts; null: all of them do.")
    return number


def _bonuses(said: Json) -> Iterable[Bonus]:
    for place, row in enumerate(_list(said, "bonuses")):
        where = f"bonuses[{place}]"
        if not isinstance(row, dict) or row.keys() != {"for", "points"}:
            raise PlanError(where, "A bonus says what it is for and its points.")
        merit = _word(Merit, row["for"], f"{where}.for")
        yield Bonus(merit, _number(row["points"], f"{where}.points"))


def _tie_breaks(said: Json) -> tuple[TieBreak, ...]:
    rows = enumerate(_list(said, "tie_breaks"))
    return tuple(_word(TieBreak, row, f"tie_breaks[{place}]") for place, row in rows)


def _text(said: Json, where: str) -> str:
    if isinstance(said, str) and len(said) <= 200 and "\0" not in said:
        return said
    raise PlanError(where, "This is a text of at most 200 characters.")
