"""The examples in docstrings run, and say what they say."""

import doctest
import importlib
import pkgutil

import pytest

import referee

MODULES = [
    "referee",
    *(found.name for found in pkgutil.walk_packages(referee.__path__, "referee.")),
]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "referee.__main__"])
def test_the_examples_of_a_module_run(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_there_are_examples():
    tried = [
        doctest.testmod(importlib.import_module(name)).attempted
        for name in ("referee", "referee.scoring")
    ]
    assert all(tried)
