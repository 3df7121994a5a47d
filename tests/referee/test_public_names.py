"""What programs use of the library stays, what is new is listed, and every name is explained and shown at work."""

import ast
import inspect
import re
import subprocess
import sys
from doctest import DocTestFinder, DocTestRunner
from functools import cached_property
from importlib import import_module
from pathlib import Path

import pytest

import referee
from tests.referee.public_names import listed, public_names

CALLED = [
    name
    for name in referee.__all__
    if inspect.isclass(getattr(referee, name)) or inspect.isfunction(getattr(referee, name))
]
CLASSES = [name for name in CALLED if inspect.isclass(getattr(referee, name))]
METHODS = (classmethod, property, cached_property)


def examples(name):
    """Return the examples in the docstrings of a name and its members; none of them knows what others import."""
    return [
        test
        for test in DocTestFinder().find(getattr(referee, name), name, globs={})
        if test.examples
    ]


def methods(name):
    """Return the names of a class's public methods and properties."""
    return {
        member
        for owner in getattr(referee, name).__mro__
        if owner.__module__.startswith("referee")
        for member, value in vars(owner).items()
        if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, METHODS))
    }


def test_every_public_name_of_the_library_is_kept_and_listed():
    names = {*public_names()}
    assert listed() - names == set(), "these are gone; only a major release may remove names"
    assert names - listed() == set(), "add these: python -m tests.referee.public_names"


@pytest.mark.parametrize("name", CALLED)
def test_every_public_class_and_function_has_an_example_that_runs_by_itself(name):
    shown = examples(name)
    assert shown, f"the docstring of {name} has no example"
    assert [test.name for test in shown if DocTestRunner().run(test).failed] == []


@pytest.mark.parametrize("name", CLASSES)
def test_the_examples_of_a_public_class_use_its_public_methods_and_properties(name):
    source = "".join(example.source for test in examples(name) for example in test.examples)
    unused = [member for member in methods(name) if not re.search(rf"\.{member}\b", source)]
    assert unused == []


@pytest.mark.parametrize("name", sorted({*referee.__all__} - {*CALLED}))
def test_every_constant_and_type_is_explained_at_the_front_door(name):
    assert f"``{name}``" in referee.__doc__


@pytest.mark.parametrize("name", sorted(name for name in referee.__all__ if name.isupper()))
def test_every_constant_is_used_in_an_example_at_the_front_door(name):
    (front_door,) = DocTestFinder(recurse=False).find(referee)
    assert any(f"referee.{name}" in example.source for example in front_door.examples)


def test_type_checkers_are_told_of_every_public_name_in_its_module():
    stub = ast.parse(Path(referee.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    told = {alias.asname: node.module for node in imports for alias in node.names}
    assert sorted(told) == sorted(referee.__all__)
    assert [
        name
        for name, module in told.items()
        if getattr(import_module(module), name) is not getattr(referee, name)
    ] == []


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'referee' has no attribute 'judge'"):
        _ = referee.judge


def test_every_public_name_is_listed_before_it_is_loaded(program, environment):
    code = "import referee; print({*referee.__all__} - {*dir(referee)})"
    assert _printed(code, program, environment) == "set()\n"


@pytest.mark.parametrize("part", ["rulebook.texts", "variants.big_two"])
def test_a_function_called_as_its_package_is_found_though_a_part_is_imported_first(
    part, program, environment
):
    name = part.partition(".")[0]
    code = f"import referee.{part}, referee; print(callable(referee.{name}))"
    assert _printed(code, program, environment) == "True\n"


def _printed(code, program, environment):
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=program, env=environment, capture_output=True, text=True, check=True
    ).stdout
