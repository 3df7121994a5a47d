"""Fixtures of the referee's tests, which run without Django."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.referee import garbage, random_examples

ROOT = Path(__file__).parents[2]

random_examples.load()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Gather the tests without looking for garbage: thousands of objects are created, none becomes garbage."""
    with garbage.paused():
        return (yield)


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a copy of the referee, for ``python -m referee``; bytecode is cached there."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(ROOT / "referee", folder / "referee")
    return folder


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """The environment of this process, with bytecode caching on."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
