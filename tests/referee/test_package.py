"""The package of the referee: a wheel that needs nothing, and a source archive that tests itself."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/referee.md").read_text(encoding="utf-8")
ALONE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""The environment without what leads Python to this checkout."""

FIXED = "not random and not possible"

pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path) -> str:
    """Run a command outside the checkout and return what it prints."""
    words = [str(word) for word in command]
    process = subprocess.run(words, cwd=cwd, env=ALONE, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-2000:]
    return process.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the wheel and the source archive; the wheel is made from the unpacked archive."""
    folder = tmp_path_factory.mktemp("built")
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "sdist",
        "--directory",
        folder,
        cwd=ROOT,
    )
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    source = folder / archive.name.removesuffix(".tar.gz")
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        folder,
        cwd=source,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built):
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of programs of an environment with nothing but the wheel."""
    environment = tmp_path_factory.mktemp("empty") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment.parent)
    programs = environment / "bin"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        programs / "python",
        "install",
        "--quiet",
        "--no-index",
        "--disable-pip-version-check",
        wheel,
        cwd=environment.parent,
    )
    return programs


def test_the_wheel_holds_the_referee_alone_and_says_that_it_has_types(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (metadata,) = (
            message_from_bytes(packed.read(name)) for name in names if name.endswith("METADATA")
        )
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"referee"}
    assert "referee/py.typed" in names
    for name in ("definitions", *(name.replace("/", "-") for name in referee.SCHEMAS)):
        assert f"referee/schemas/{name}.json" in names
    assert metadata["Version"] == referee.__version__
    extras = ("sheets", "hypothesis", "parquet", "environments", "service", "s3", "monitoring")
    ends = tuple(f"extra == '{extra}'" for extra in extras)
    assert all(one.endswith(ends) for one in metadata.get_all("Requires-Dist"))


def test_the_command_works_in_an_empty_environment(installed, tmp_path):
    assert (
        run(installed / "referee", "--version", cwd=tmp_path) == f"referee {referee.__version__}\n"
    )
    assert "usage: referee [-h]" in run(installed / "referee", "--help", cwd=tmp_path)
    assert "usage: python -m referee" in run(
        installed / "python", "-m", "referee", "--help", cwd=tmp_path
    )
    assert '"big-two"' in run(installed / "referee", "variants", cwd=tmp_path)
    for name in referee.SCHEMAS:
        assert f'"urn:referee:{name}"' in run(installed / "referee", "schema", name, cwd=tmp_path)
    modules = run(
        installed / "python", "-c", "import referee, sys; print(*sys.modules)", cwd=tmp_path
    )
    assert "django" not in modules.split()


def test_the_document_of_the_package_prints_what_it_shows(installed, tmp_path):
    programs = re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    shown = re.findall(r"^```text\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert run(installed / "python", "-c", "\n".join(programs), cwd=tmp_path) == "".join(shown)


def test_the_source_archive_has_the_conformance_kit(built):
    (source,) = (path for path in built.iterdir() if path.is_dir())
    printed = run(
        sys.executable,
        "-m",
        "conformance",
        "--level",
        "1",
        "--",
        sys.executable,
        "-m",
        "referee",
        cwd=source,
    )
    assert re.search(r"All \d{3} cases passed", printed)


def test_the_source_archive_tests_itself(built):
    """Gather every test, and run those that read files: the others test what they have imported."""
    (source,) = (path for path in built.iterdir() if path.is_dir())
    assert not (source / "scorekeeper").exists()
    pytest_ = (sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-k", FIXED)
    modules = sorted((source / "tests/referee").glob("test_*.py"))
    reading = [path for path in modules if re.search(r"\bROOT\b|__file__", path.read_text("utf-8"))]
    gathered = run(*pytest_, "--collect-only", "tests/referee", cwd=source)
    assert re.search(r"\d{4}/\d{4} tests collected", gathered)
    assert re.search(r"\d{4} passed", run(*pytest_, *reading, cwd=source))
