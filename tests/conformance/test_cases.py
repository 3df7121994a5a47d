"""The cases: how they are written, that they cover the rulings, and that this project's referee passes them."""

import json
import re
import sys
from pathlib import Path

import pytest

import referee
from conformance import cases, paths
from conformance.asking import ask_all
from conformance.comparing import FORMS, differences
from conformance.program import ProgramUnderTest

ROOT = Path(__file__).parents[2]
CASES = cases.load()

RULINGS = [
    f"{letter}{number}"
    for letter, last in {"B": 21, "P": 18, "G": 39, "L": 10, "F": 39}.items()
    for number in range(1, last + 1)
]
"""Every ruling, by game."""

WITHOUT_CASE = {
    "G36": "what players at the table may look at is not in a record",
    "P18": "what players at the table may see is not in a record",
}
"""Rulings that no answer of a referee depends on."""

DOCUMENTS = {
    "contract §1",
    "contract §2",
    "contract §3",
    "contract §4",
    "contract §5",
    "rulings §7",
}


@pytest.mark.parametrize(("level", "name"), cases.LEVELS.items())
def test_the_referee_passes_every_case(level, name):
    program = ProgramUnderTest((sys.executable, "-m", "referee"), seconds=60)
    results = ask_all(program, [case for case in CASES if case.level == level])
    failed = {
        result.case.id: result.no_answer or result.differences
        for result in results
        if not result.passed
    }
    assert not failed, name


def test_every_ruling_has_a_case_or_a_reason_why_not():
    tested = {ruling for case in CASES for ruling in case.rulings}
    assert set(RULINGS) - tested == WITHOUT_CASE.keys()
    assert tested <= {*RULINGS, *DOCUMENTS}


def test_every_fault_is_expected_by_a_case():
    expected = {
        value
        for case in CASES
        for path, value in case.expect.items()
        if path.endswith("fault") and isinstance(value, str)
    }
    assert expected == {fault.value for fault in referee.Fault}


def test_every_house_rule_is_agreed_in_a_case():
    agreed = {
        name
        for case in CASES
        if case.command != "verify" and isinstance(case.sent, dict)
        for name in case.sent.get("house_rules", {})
    }
    built_in = referee.VARIANTS.built_in.values()
    offered = {switch.name for rules in built_in for switch in rules.switches}
    assert offered <= agreed


@pytest.mark.parametrize("game", cases.GAMES)
@pytest.mark.parametrize("level", cases.LEVELS)
def test_cases_are_numbered_in_order(game, level):
    ids = [case.id for case in CASES if (case.game, case.level) == (game, level)]
    assert ids == [f"{game}/{level}-{number:03}" for number in range(1, len(ids) + 1)]
    assert ids


def test_a_title_is_a_sentence_of_its_own():
    titles = [(case.game, case.title) for case in CASES]
    assert len(set(titles)) == len(titles)
    assert not [title for _, title in titles if not re.fullmatch(r"[A-Z].*[^.]", title)]


def test_every_line_has_only_the_keys_of_a_case():
    for file in sorted(cases.FOLDER.rglob("*.ndjson")):
        for line in file.read_text(encoding="utf-8").splitlines():
            keys = json.loads(line).keys() - {"id", "title", "rulings", "expect", "change"}
            assert len(keys & set(cases.COMMANDS)) == len(keys) == 1, line


def test_no_case_is_passed_without_an_answer_to_it():
    error = {"error": {"code": "no-idea", "where": "", "message": ""}}
    for case in CASES:
        for answer in ({}, error):
            assert list(differences(case.expect, answer)), case.id


def test_expectations_are_written_in_the_forms_that_are_compared():
    for case in CASES:
        assert case.expect, case.id
        for path, value in case.expect.items():
            assert paths.steps_of(path), case.id
            assert not isinstance(value, dict) or (len(value) == 1 and value.keys() <= FORMS), (
                case.id
            )


def test_the_kit_needs_nothing_of_this_project_but_itself():
    for file in sorted((ROOT / "conformance").rglob("*.py")):
        imported = re.findall(r"^ *(?:from (\S+) import|import (\S+))", file.read_text(), re.M)
        for name in map("".join, imported):
            top = name.partition(".")[0]
            assert top == "conformance" or top in sys.stdlib_module_names, (file.name, name)
