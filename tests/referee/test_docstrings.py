"""The examples in the referee's docstrings run and give the answers that they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import referee

PACKAGE = Path(referee.__file__).parent
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_docstring_examples_of_a_module_pass(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert results.failed == 0


def test_modules_with_examples_are_collected():
    assert {"referee", "referee.scoring"} <= {*MODULES}
