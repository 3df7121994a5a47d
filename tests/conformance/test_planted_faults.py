"""Each fault planted into the referee fails the kit, in the case meant for it."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from conformance import cases
from conformance.asking import ask_all
from conformance.program import ProgramUnderTest
from tests.conformance.planted_faults import FAULTS

SCRIPT = str(Path(__file__).with_name("faulty_referee.py"))
CASES = {case.id: case for case in cases.load()}


def failed_cases(fault, command):
    """Return the failed cases of the same game, level and command as the case that is meant."""
    meant = CASES[fault.case]
    asked = [
        case
        for case in CASES.values()
        if (case.game, case.level, case.command) == (meant.game, meant.level, meant.command)
    ]
    program = ProgramUnderTest((sys.executable, SCRIPT, *command), seconds=30)
    results = ask_all(program, asked)
    assert any(result.passed for result in results), results[0].no_answer
    return {result.case.id for result in results if not result.passed}


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault", FAULTS, ids=[f"{fault.case}: {fault.new[:40]}" for fault in FAULTS]
)
def test_a_planted_fault_fails_the_case_meant_for_it(fault):
    assert fault.case in failed_cases(fault, (fault.module, fault.old, fault.new))


def test_faults_are_planted_in_every_game_at_every_level():
    planted = Counter((CASES[fault.case].game, CASES[fault.case].level) for fault in FAULTS)
    assert len(FAULTS) >= 60
    assert set(planted) == {(game, level) for game in cases.GAMES for level in cases.LEVELS}


def test_a_fault_that_cannot_be_planted_is_no_failed_case():
    with pytest.raises(AssertionError, match="has 'no such text' 0 times"):
        failed_cases(FAULTS[0], ("referee.scoring", "no such text", ""))
