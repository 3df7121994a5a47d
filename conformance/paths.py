"""Paths into JSON, such as ``hands[0].events[6].verdict``; ``[*]`` stands for every item of a list."""

import re
from collections.abc import Iterator
from typing import Any

Json = Any

_STEP = re.compile(r"\[(\*|\d+)\]|([^.\[\]]+)")


class MissingValue:
    """What is found where a path leads nowhere."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = MissingValue()


def steps_of(path: str) -> list[str | int]:
    """Return the keys and indexes of a path; ``*`` for every item."""
    return [
        key or (index if index == "*" else int(index))
        for index, key in (match.groups() for match in _STEP.finditer(path))
    ]


def values_at(value: Json, path: str) -> Iterator[tuple[str, Json]]:
    """Yield each place that the path leads to, and what is there or ``NOTHING``."""
    return _values(value, steps_of(path), "")


def _values(value: Json, steps: list[str | int], place: str) -> Iterator[tuple[str, Json]]:
    if not steps:
        yield place, value
        return
    step, *rest = steps
    if step == "*":
        if not isinstance(value, list) or not value:
            yield f"{place}[*]", NOTHING
            return
        for index, item in enumerate(value):
            yield from _values(item, rest, f"{place}[{index}]")
        return
    if isinstance(step, int):
        place = f"{place}[{step}]"
        item = value[step] if isinstance(value, list) and step < len(value) else NOTHING
    else:
        place = f"{place}.{step}" if place else step
        item = value.get(step, NOTHING) if isinstance(value, dict) else NOTHING
    yield from _values(item, rest, place)


def put(value: Json, path: str, item: Json) -> None:
    """Put an item at a place that exists, or at a new key of an object that exists."""
    *steps, last = steps_of(path)
    for step in steps:
        value = value[step]
    value[last] = item
