"""docs/sbom/sbom.json lists what the image has: no more, no less, and always in the same way."""

import importlib.util
import json
import re
from types import ModuleType

import pytest

from tests.scorekeeper.conftest import ROOT

FOLDER = ROOT / "docs" / "sbom"
SBOM = json.loads((FOLDER / "sbom.json").read_text())


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_sbom", FOLDER / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def locked(path: str) -> set[str]:
    """Return the pins of a lock, read another way: whatever has hashes."""
    lines = re.sub(r"\\\n", " ", (ROOT / path).read_text()).splitlines()
    return {re.split(r"[\s;]", line)[0] for line in lines if "--hash=" in line}


def test_the_bill_of_materials_lists_exactly_the_pins_of_the_locks():
    listed = {
        f"{each['name']}=={each['version']}": each["scope"]
        for each in SBOM["components"]
        if each["purl"].startswith("pkg:pypi/")
    }
    required = {pin for pin, scope in listed.items() if scope == "required"}
    assert required == locked("requirements.txt")
    optional = (f"scorekeeper/{name}/requirements.txt" for name in ("monitoring", "exports"))
    assert set(listed) == required.union(*map(locked, optional))


def test_the_bill_of_materials_lists_vendored_files():
    listed = {f"{each['name']}-{each['version']}" for each in SBOM["components"]}
    folders = [
        path.name for path in (ROOT / "scorekeeper/pages/static/vendor").iterdir() if path.is_dir()
    ]
    assert folders
    assert listed >= set(folders)


def test_the_bill_of_materials_is_what_make_lock_would_write_again(build):
    assert build.document() == SBOM
    assert SBOM.keys().isdisjoint({"serialNumber"})
    assert "docs/sbom/build.py" in (ROOT / "Makefile").read_text()


def test_every_component_has_a_package_url_of_its_own():
    urls = [each["purl"] for each in SBOM["components"]]
    assert len(urls) == len(set(urls))
    assert SBOM["dependencies"][0]["dependsOn"] == urls
