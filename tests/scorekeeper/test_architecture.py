"""docs/architecture.md describes the code as it is."""

import re
import tomllib

import pytest

from tests.scorekeeper.conftest import ROOT
from tests.scorekeeper.hand_path import posted_hand

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def layers_in_the_picture():
    picture = PAGE.split("```text\nscorekeeper\n")[1].split("\nreferee")[0]
    return [line.split("   ")[0].strip() for line in re.sub(r"(?m)^  ", "", picture).splitlines()]


def layers_of_the_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in contracts if one.get("containers") == ["scorekeeper"]]
    return [re.sub(r"[()]", "", layer) for layer in contract["layers"]]


def test_the_picture_shows_the_layers_that_are_enforced():
    assert layers_in_the_picture() == layers_of_the_contract()


@pytest.mark.django_db
def test_the_way_of_one_hand_is_the_one_described():
    described = PAGE.split("<!-- hand path: begin -->")[1].split("<!-- hand path: end -->")[0]
    modules = re.findall(r"(?m)^\| `([\w.]+)` \|", described)
    called = [module.removeprefix("scorekeeper.") for module in posted_hand().modules]
    assert modules == called


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", PAGE))))
def test_every_file_it_names_exists(path):
    assert (ROOT / path).exists() or (ROOT / "scorekeeper" / path).exists()
