"""What the referee's tests share: a quick start, and a copy of the program for tests that run it as a process."""

import gc
import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests are made and kept: looking through them for garbage, again and again, finds none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where ``python -m referee`` is a copy that keeps its bytecode, wherever that is not kept beside the source."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(ROOT / "referee", folder / "referee")
    return folder


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """That of this process, but for the wish not to keep bytecode."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
