"""The referee depends on Python's standard library only."""

import re
import subprocess
import sys
from pathlib import Path

ABSENT = """
import sys

FORBIDDEN = {"django", "rest_framework", "celery", "psycopg", "redis", "requests", "scorekeeper", "yaml", "python_calamine", "pyarrow"}


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)


sys.meta_path.insert(0, Absent())
"""

ALONE = """
import referee
import referee.cli

answer = referee.ask({"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"}).as_json()
print(answer["fault"])
foreign = [
    name
    for name, module in sys.modules.items()
    if "site-packages" in (getattr(module, "__file__", None) or "") and not name.startswith("_")
]
print(foreign)
"""

PARQUET = """
import referee.cli

print(referee.cli.main(["adjudicate", "--format", "parquet", "--out", "x", "-"]))
"""


NEEDED_BY_TESTS = {"pytest", "hypothesis", "jsonschema", "referee", "tests.referee"}


def run(code, program, environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=program,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_referee_works_where_django_is_absent(program, environment):
    completed = run(ABSENT + ALONE, program, environment)
    assert completed.stderr == ""
    assert completed.stdout.splitlines() == ["does-not-beat", "[]"]


def test_parquet_without_its_package_says_what_to_install(program, environment):
    completed = run(ABSENT + PARQUET, program, environment)
    assert completed.stdout == "2\n"
    assert "pip install 'referee[parquet]'" in completed.stderr


def test_the_tests_of_the_referee_need_only_pytest_hypothesis_and_a_validator_of_schemas():
    for file in Path(__file__).parent.rglob("*.py"):
        imported = re.findall(r"^ *(?:from (\S+) import|import (\S+))", file.read_text(), re.M)
        for name in map("".join, imported):
            top, _, rest = name.partition(".")
            package = f"tests.{rest.partition('.')[0]}" if top == "tests" else top
            assert package in NEEDED_BY_TESTS or top in sys.stdlib_module_names, (file.name, name)
