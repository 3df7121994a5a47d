"""Files of others are the bytes that their packages have, with their licence."""

import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "scorekeeper/pages/static/vendor", ROOT / "tests/pages/vendor")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_files_of_others_are_unchanged(folder):
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    said = dict(reversed(line.split("  ")) for line in lines)
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("*/*")
    }
    assert there == said


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_each_has_its_version_and_licence(folder):
    said = (folder / "README.md").read_text(encoding="utf-8")
    for package in (path for path in folder.iterdir() if path.is_dir()):
        assert f"`{package.name}`" in said
        assert (package / "LICENSE").exists()
