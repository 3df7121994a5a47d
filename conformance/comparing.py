"""Comparing an answer with what a case expects of it: only the places that the case names."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from conformance.paths import NOTHING, Json, values_at

FORMS = {"any", "has", "lacks", "set"}
"""An expected object with one of these keys is one of several values, a list with or without some, or a list in any order."""


class Difference(NamedTuple):
    """One place where the answer is not what was expected."""

    path: str
    expected: Json
    given: Json


def differences(expect: dict[str, Json], answer: Json) -> Iterator[Difference]:
    """Yield each place where the answer differs; what the case does not name may be anything."""
    for path, expected in expect.items():
        for place, given in values_at(answer, path):
            if not _agrees(expected, given):
                yield Difference(place, expected, given)


def _agrees(expected: Json, given: Json) -> bool:
    if expected is None:
        return given is None or given is NOTHING
    if isinstance(expected, dict) and len(expected) == 1 and expected.keys() <= FORMS:
        ((form, values),) = expected.items()
        return _has_form(form, values, given)
    return _same(expected, given)


def _has_form(form: str, values: list[Json], given: Json) -> bool:
    if form == "any":
        return any(_agrees(value, given) for value in values)
    if not isinstance(given, list):
        return False
    wanted, items = Counter(map(_play, values)), Counter(map(_play, given))
    if form == "set":
        return wanted == items
    return wanted <= items if form == "has" else not wanted.keys() & items.keys()


def _play(value: Json) -> Json:
    """Return a play with its cards in one order: ``3C 3D`` and ``3D 3C`` are one play."""
    return " ".join(sorted(value.split())) if isinstance(value, str) else repr(value)


def _same(expected: Json, given: Json) -> bool:
    """Compare as JSON does: true is not 1, but 1 is 1.0."""
    if isinstance(expected, list):
        lists = isinstance(given, list) and len(expected) == len(given)
        return lists and all(map(_same, expected, given))
    if isinstance(expected, bool) or isinstance(given, bool):
        return expected is given
    return bool(expected == given)
