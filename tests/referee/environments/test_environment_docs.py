"""The programs of docs/environments.md print what is shown below them."""

import contextlib
import io
import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import referee.environments
from referee import action_table
from referee.variants import BUILT_IN

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
PAGE = (Path(__file__).parents[3] / "docs/environments.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def printed(programs):
    output, names = io.StringIO(), {}
    with contextlib.redirect_stdout(output):
        for program in programs:
            exec(program, names)
    return output.getvalue()


def test_the_programs_print_what_is_shown():
    """The last two programs need other packages; of PettingZoo, test_pettingzoo.py runs it."""
    assert printed(blocks("python")[:-2]) == "".join(blocks("text")[:-1])


@pytest.mark.slow
@pytest.mark.skipif(
    not IN_CI and not (find_spec("pyspiel") and find_spec("rlcard")),
    reason="OpenSpiel or RLCard is not installed: make .venv/.peers",
)
def test_openspiel_searches_and_rlcard_plays_as_shown():
    assert printed(blocks("python")[-2:-1]) == blocks("text")[-1]


def test_every_key_of_what_a_seat_knows_is_documented():
    def documented(title):
        (table,) = re.findall(rf"^\| key \| {title} \|\n(.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
        firsts = [row.split("|")[1] for row in table.splitlines()]
        return re.findall(r"`(\w+)`", " ".join(firsts))

    for variant, title in (
        ("big-two", "in climbing games"),
        ("four-color-cards", "in Four Color Cards"),
    ):
        table = referee.Table(variant, hand=referee.deal(variant, seed=1))
        expected = {*documented("in every game"), *documented(title)}
        assert set(referee.observe(table, 1)) == expected


def test_every_code_of_an_error_is_documented():
    package = Path(referee.environments.__file__).parent
    source = "".join(file.read_text(encoding="utf-8") for file in package.glob("*.py"))
    codes = set(re.findall(r'MalformedError\(\s*"([a-z-]+)"', source))
    assert codes == {"bad-action", "unknown-hand", "bad-seat", "wrong-player-count"}
    assert all(f"`{code}`" in PAGE for code in codes)


def test_the_numbers_of_actions_are_those_of_the_tables():
    for rules in BUILT_IN:
        counts = [f"{len(action_table(rules.variant, seats=seats)):,}" for seats in rules.seats]
        (row,) = re.findall(rf"^\| `{rules.variant}` \| .* \| (.*) \|$", PAGE, re.MULTILINE)
        assert row == " or ".join(dict.fromkeys(counts))
