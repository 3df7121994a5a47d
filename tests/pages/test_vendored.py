"""Vendored files are unchanged, and each package has its version and license."""

import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "scorekeeper/pages/static/vendor", ROOT / "tests/pages/vendor")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_vendored_files_are_unchanged(folder):
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    expected = dict(reversed(line.split("  ")) for line in lines)
    actual = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("*/*")
    }
    assert actual == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_each_vendored_package_has_its_version_and_license(folder):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for package in (path for path in folder.iterdir() if path.is_dir()):
        assert f"`{package.name}`" in readme
        assert (package / "LICENSE").exists()
