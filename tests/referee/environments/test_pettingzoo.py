"""PettingZoo's own tests of the environments, in a Python with PettingZoo and nothing else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.variants import BUILT_IN

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

pytestmark = pytest.mark.slow


def run(*command):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [*map(str, command)],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of an environment with the locked PettingZoo; without it the test is skipped, and fails in CI."""
    folder = tmp_path_factory.mktemp("pettingzoo") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin/python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    locked = HERE / "requirements.txt"
    installed = run(*pip, "--only-binary", ":all:", "--require-hashes", "-r", locked)
    if installed.returncode:
        reason = f"PettingZoo cannot be installed: {installed.stderr[-500:]}"
        pytest.fail(reason) if IN_CI else pytest.skip(reason)
    return python


def test_every_game_passes_the_tests_of_pettingzoo(python):
    games = [rules.variant for rules in BUILT_IN]
    checked = run(python, HERE / "pettingzoo_check.py", *games)
    assert checked.returncode == 0, checked.stdout[-1000:] + checked.stderr[-2000:]
    assert checked.stdout.splitlines()[-1] == "checked"


def test_the_documented_program_works(python):
    page = (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    program = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[-1]
    checked = run(python, "-c", program)
    assert checked.returncode == 0, checked.stderr[-2000:]
