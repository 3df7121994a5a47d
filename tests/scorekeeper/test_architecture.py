"""docs/architecture.md agrees with the code."""

import re
import tomllib

import pytest

from tests.scorekeeper.conftest import ROOT
from tests.scorekeeper.hand_path import posted_hand

MOST_MODULES, MOST_HOPS = 24, 60  # that a posted hand goes through
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def documented_layers():
    picture = PAGE.split("```text\nscorekeeper\n")[1].split("\nreferee")[0]
    return [line.split("   ")[0].strip() for line in re.sub(r"(?m)^  ", "", picture).splitlines()]


def enforced_layers():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("containers") == ["scorekeeper"]]
    return [re.sub(r"[()]", "", layer) for layer in contract["layers"]]


def test_the_documented_layers_are_those_enforced():
    assert documented_layers() == enforced_layers()


@pytest.mark.django_db
def test_the_documented_path_of_a_hand_is_the_actual_one_and_short():
    described = PAGE.split("<!-- hand path: begin -->")[1].split("<!-- hand path: end -->")[0]
    modules = re.findall(r"(?m)^\| `([\w.]+)` \|", described)
    path = posted_hand()
    assert modules == [module.removeprefix("scorekeeper.") for module in path.modules]
    assert len(modules) <= MOST_MODULES
    assert len(path.hops) <= MOST_HOPS, "\n".join(map(" -> ".join, path.hops))


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", PAGE))))
def test_every_file_named_in_the_page_exists(path):
    assert (ROOT / path).exists() or (ROOT / "scorekeeper" / path).exists()
