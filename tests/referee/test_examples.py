"""The worked plays and scores of ``examples/<variant>.txt``: each line is a test.

Columns are separated by two or more blanks; ``#`` begins a comment.

    standing        play            expected            optional: ``hand 9D 8C``, ``next holds 1``, ``rule B14``
    .               3C 3D           pair                ``.`` is the lead, ``opening`` the first lead of the hand
    left 0 5 8 12                   25 -5 -8 -12        a score sheet and its points; ``pays all 3`` may follow
    out 2 4 1                       1 3 0 2             the order of going out and the points
    events 1: 3C, 2: pass           legal               passes implied; everything before the last event is legal

The lines of Four Color Cards are explained in ``melding_examples.py``.

Expected is ``beats``, ``legal``, ``unproven``, a fault, or the name of a legal combination.  ``[triples = true]`` sets the
house rules of the lines below it, ``[]`` resets them.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import referee
from tests.referee import melding_examples
from tests.referee.climbing_table import adjudicate, verdict_or_fault, verdicts

EXAMPLES = Path(os.environ.get("EXAMPLES") or Path(__file__).parent / "examples")
"""Set ``EXAMPLES`` to the folder of a package that brings its own game (docs/games_from_outside.md)."""
LEGAL = {"beats", "legal"}
FAULTS = {*referee.Fault, "unproven"}


class Example(NamedTuple):
    """One line, with the variant and house rules that apply to it."""

    line: str  # ``gang_of_four:12``
    variant: str
    house_rules: dict[str, Any]
    columns: list[str]

    @property
    def extras(self) -> dict[str, str]:
        """The optional columns: ``hand 9D 8C`` as ``{"hand": "9D 8C"}``."""
        matches = [
            re.match("(hand|next holds|rule|pays all) (.+)", column) for column in self.columns[2:]
        ]
        return {match[1]: match[2] for match in matches if match}


def examples(path: Path) -> Iterator[Example]:
    """Yield the examples of a file."""
    house_rules: dict[str, Any] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.split("#")[0].strip()
        if text.startswith("["):
            house_rules = tomllib.loads(f"rules = {{ {text[1:-1]} }}")["rules"]
        elif text:
            variant, columns = path.stem.replace("_", "-"), re.split(" {2,}", text)
            yield Example(f"{path.stem}:{number}", variant, house_rules, columns)


LINES = [example for path in sorted(EXAMPLES.glob("*.txt")) for example in examples(path)]


@pytest.mark.parametrize("example", LINES, ids=[example.line for example in LINES])
def test_the_referee_agrees_with_the_example(example):
    first = example.columns[0].split()[0]
    if first in melding_examples.CHECKS:
        melding_examples.CHECKS[first](example.columns, example.house_rules)
    else:
        CHECKS.get(first, check_play)(example)


def check_play(example: Example) -> None:
    standing, play, expected = example.columns[:3]
    extras = example.extras
    question = {"variant": example.variant, "house_rules": example.house_rules, "play": play}
    if standing not in {".", "opening"}:
        question["standing"] = standing
    if "hand" in extras:
        question["hand"] = extras["hand"]
    if "next holds" in extras:
        question["next_holds"] = int(extras["next holds"])
    answer = referee.ask({**question, "opening": standing == "opening"}).as_json()
    name = expected.replace(" ", "-")
    if name in FAULTS:
        assert verdict_or_fault(answer) == name
    else:
        assert answer["verdict"] == "legal", answer.get("reason")
        assert name in LEGAL or answer["combination"] == name
    assert "rule" not in extras or answer["rule"] == extras["rule"]


def check_score(example: Example) -> None:
    kind, *numbers = example.columns[0].split()
    sheet: dict[str, Any] = {{"left": "cards_left", "out": "out"}[kind]: [*map(int, numbers)]}
    if "pays all" in example.extras:
        sheet["pays_all"] = int(example.extras["pays all"])
    answer = adjudicate(sheet, variant=example.variant, house_rules=example.house_rules)
    assert answer["hands"][0]["points"] == [float(number) for number in example.columns[1].split()]
    assert answer["totals"] == answer["hands"][0]["points"]
    lines = answer["hands"][0]["lines"]
    for seat, points in enumerate(answer["totals"], 1):
        assert sum(line["points"] for line in lines if line["seat"] == seat) == points


def check_events(example: Example) -> None:
    events = example.columns[0].removeprefix("events ")
    hand = {"passes": "implied"}
    *before, last = verdicts(events, hand, variant=example.variant, house_rules=example.house_rules)
    assert set(before) <= {"legal", "unproven"}
    assert last == example.columns[1]


CHECKS = {"left": check_score, "out": check_score, "events": check_events}
