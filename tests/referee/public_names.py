"""List the names of the library that other programs rely on: what ``import referee`` offers, with parameters and members.

They are listed in ``public_names.txt`` beside this file; ``python -m tests.referee.public_names`` adds new ones.
A name in the list is not renamed or removed, unless a major release says so: then delete its line.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path

import referee

FILE = Path(__file__).with_suffix(".txt")


def public_names() -> list[str]:
    """Return every public name, sorted: functions with their parameters, classes with their members."""
    return sorted({name for public in referee.__all__ for name in _names(public)})


def _names(public: str) -> Iterator[str]:
    value = getattr(referee, public)
    if not inspect.isclass(value):
        yield public
        yield from _parameters(public, value)
        return
    yield public
    for owner in value.__mro__:
        if owner.__module__.startswith("referee"):
            members = {**inspect.get_annotations(owner), **owner.__dict__}
            for member in members:
                if not member.startswith("_"):
                    yield f"{public}.{member}"
                    yield from _parameters(f"{public}.{member}", getattr(value, member, None))


def _parameters(public: str, value: object) -> Iterator[str]:
    if inspect.isfunction(value) or inspect.ismethod(value):
        names = inspect.signature(value).parameters
        yield from (f"{public}({name})" for name in names if name not in {"self", "cls"})


def listed() -> set[str]:
    """Return the names that the file lists."""
    return set(FILE.read_text(encoding="utf-8").split("\n")) - {""}


if __name__ == "__main__":
    FILE.write_text(
        "\n".join(sorted({*public_names()} | (listed() if FILE.exists() else set()))) + "\n",
        encoding="utf-8",
    )
