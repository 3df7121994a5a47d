"""The examples in the service's docstrings give the results that they show."""

import doctest
import importlib

import pytest
from django.conf import settings

import scorekeeper.urls  # noqa: F401  # loads every module in the order that REST framework needs

MODULES = sorted(
    ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
    for path in (settings.BASE_DIR / "scorekeeper").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_is_right(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert not results.failed
