"""Games that packages of their own bring: found by entry point, refused with a reason if they cannot be played."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parents[2]
SISTER = """
from dataclasses import replace
from referee.variants import BIG_TWO
GAME = replace(BIG_TWO, variant="{key}", name="Outside Two", edition="7").with_house_rules({{}})
"""
BROKEN = SISTER.format(key="broken")


def install(folder: Path, package: str, *, source: str, entry: str) -> None:
    """Put a package with one module into a folder, as an installer does."""
    module = package.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.variants]\n{entry} = {module}:GAME\n")


def run(folder: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the referee, or some code, where the packages in the folder are installed."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    words = ["-c", code] if code else ["-m", "referee", *arguments]
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def keys(answer: subprocess.CompletedProcess[str]) -> list[str]:
    return [game["variant"] for game in json.loads(answer.stdout)]


def test_a_game_of_another_package_is_played_like_a_built_in_one(tmp_path):
    install(tmp_path, "outside", source=SISTER.format(key="outside-two"), entry="outside-two")
    assert keys(run(tmp_path, "variants"))[-1] == "outside-two"
    rulebook = run(tmp_path, "rulebook", "outside-two", "--rule", "triples=true")
    assert rulebook.stdout.startswith("# Outside Two")
    assert "Edition 7" in rulebook.stdout


def test_the_page_on_games_from_outside_shows_a_package_that_works(tmp_path):
    page = (ROOT / "docs/games_from_outside.md").read_text(encoding="utf-8")
    project, module = (
        re.search(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1]
        for language in ("toml", "python")
    )
    described = tomllib.loads(project)["project"]
    ((entry, target),) = described["entry-points"]["referee.variants"].items()
    assert target == "spades_lowest:GAME"
    install(tmp_path, "spades-lowest", source=module, entry=entry)
    assert keys(run(tmp_path, "variants"))[-1] == entry
    question = f'{{"variant": "{entry}", "standing": "9S", "play": "9C"}}'
    code = (
        f"import json, referee; print(referee.ask(json.loads({question!r})).as_json()['verdict'])"
    )
    assert run(tmp_path, code=code).stdout == "legal\n"


FIVE_SEATS = """
from dataclasses import replace
from referee.cards import Deck, cross
from referee.combinations import Order
from referee.variants import BIG_TWO
RANKS = [str(number) for number in range(3, 16)]
GAME = replace(
    BIG_TWO, variant="five", name="Five", edition="1", seats=(4, 5), hand_size=10,
    deck=Deck(cross(RANKS, "CDHS")), order=Order(ranks=RANKS, suits="CDHS", straights=()),
).with_house_rules({})
"""


def test_the_schema_accepts_the_cards_and_seats_of_a_game_of_another_package(tmp_path):
    install(tmp_path, "five", source=FIVE_SEATS, entry="five")
    hand = {"events": ["1: 11C", "5: 15S"], "blocked": [5]}
    record = {
        "format": referee.RECORD_FORMAT,
        "variant": "five",
        "players": [*"ABCDE"],
        "hands": [hand],
    }
    code = f"""
import referee
from jsonschema import Draft202012Validator
record = {record!r}
referee.parse_record(record)
print(list(Draft202012Validator(referee.schema("session-record")).iter_errors(record)))
"""
    assert run(tmp_path, code=code).stdout == "[]\n"


def test_packages_are_not_looked_for_while_only_built_in_games_are_asked_for(tmp_path):
    code = "import sys, referee; referee.rules_for('big-two'); print('importlib.metadata' in sys.modules)"
    assert run(tmp_path, code=code).stdout == "False\n"


@pytest.mark.parametrize(
    ("source", "entry", "reason"),
    [
        (
            "import no_such_module",
            "broken",
            "ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("", "broken", "AttributeError"),
        ("GAME = {}", "broken", "broken:GAME is a dict, not ClimbingRules or MeldingRules."),
        (
            SISTER.format(key="other"),
            "broken",
            "The entry point is called 'broken', its table 'other'.",
        ),
        (SISTER.format(key="big-two"), "big-two", "There is a game 'big-two' already; it stays."),
        (SISTER.format(key="Two!"), "Two!", "has a key that is not lower-case"),
        (BROKEN + "GAME = replace(GAME, settle=None)", "broken", "has no settlement"),
        (BROKEN + "GAME = replace(GAME, ladder=())", "broken", "has no single on its ladder"),
        (
            BROKEN + "GAME = replace(GAME, hand_size=14)",
            "broken",
            "deals more cards than its deck has",
        ),
        (
            BROKEN + "GAME = replace(GAME, house_rules={})",
            "broken",
            "end it with .with_house_rules({})",
        ),
        (
            BROKEN + "GAME = replace(GAME, house_rules={'target': 'none'})",
            "broken",
            "lacks the house rules hands_per_match, final_tie",
        ),
        (
            BROKEN + "GAME.house_rules.pop('multipliers')",
            "broken",
            "settles no score sheet of 4 players (ValueError",
        ),
    ],
)
def test_a_package_that_brings_no_usable_game_is_named_with_the_reason(
    tmp_path, source, entry, reason
):
    install(tmp_path, "broken", source=source, entry=entry)
    install(tmp_path, "outside", source=SISTER.format(key="outside-two"), entry="outside-two")
    answer = run(tmp_path, "variants")
    assert keys(answer) == [
        "big-two",
        "pusoy-dos",
        "gang-of-four",
        "gang-of-four-loser-scores",
        "four-color-cards",
        "outside-two",
    ]
    assert f"The package broken brings no game {entry!r}: " in answer.stderr
    assert reason in answer.stderr
