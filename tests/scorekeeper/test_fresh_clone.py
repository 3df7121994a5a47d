"""What the README names works in a fresh clone, with nothing but the packages that its command installs."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import requests

from tests.prerequisites import IN_CI
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import INSTALLATION_VARIABLES, ROOT, kill, wait_until

README = (ROOT / "README.md").read_text()
SERVICE, TESTS, PEERS = "requirements.txt", "tests/requirements.txt", "benchmarks/requirements.txt"
MONITORING = "scorekeeper/monitoring/requirements.txt"
INSTALLED = {
    ".service": (SERVICE,),
    ".tools": (SERVICE, TESTS, MONITORING),
    ".peers": (SERVICE, PEERS, "benchmarks/open_spiel.txt", "benchmarks/rlcard.txt"),
}
"""The files of requirements behind each target of the Makefile that installs packages."""

pytestmark = [pytest.mark.slow, pytest.mark.needs("sqlite", "proc", "curl", "peers")]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fresh") / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, folder], check=True)
    return folder


def set_up(clone: Path, target: str) -> None:
    """Make the environment of a target, as if its packages had just been installed: links to those of this environment."""
    environment = clone / ".venv"
    shutil.rmtree(environment, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    for file in INSTALLED[target]:
        for name in re.findall(r"^([\w.-]+)==", (clone / file).read_text(), re.MULTILINE):
            with suppress(PackageNotFoundError):  # for another version of Python or another system
                link_package(name, packages)
    for mark in (".service", target):  # in this order: make compares their times
        (environment / mark).touch()


def link_package(name: str, packages: Path) -> None:
    package = distribution(name)
    for top in {Path(file).parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        link, original = packages / top, Path(str(package.locate_file(top)))
        if not link.exists():
            link.symlink_to(original)


NOT_A_NEW_USERS = INSTALLATION_VARIABLES | {"DATA_DIR", "CI", "PYTHONDONTWRITEBYTECODE"}


def environment(clone: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a new user: without the settings of an installation or of a test run."""
    inherited = {
        name: text
        for name, text in os.environ.items()
        if name not in NOT_A_NEW_USERS and not name.startswith("PYTEST")
    }
    return {**inherited, "DATA_DIR": str(clone / "var"), **variables}


def run(clone: Path, command: str, *, exit_code: int = 0, **variables: str) -> str:
    """Run a command of the README in the clone; return what it prints."""
    process = subprocess.run(
        ["bash", "-c", command],
        cwd=clone,
        env=environment(clone, **variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == exit_code, (
        f"{command}\n{process.stdout[-2000:]}{process.stderr[-2000:]}"
    )
    return process.stdout


def named(pattern: str) -> str:
    """Return the only text of the README that matches, so that the test runs what is written there."""
    (text,) = re.findall(pattern, README, re.MULTILINE | re.DOTALL)
    return text


@contextmanager
def service(clone: Path) -> Iterator[str]:
    """Run `make run` during the block; yield its address."""
    assert "\nmake run " in README
    port = str(free_port())
    log = clone / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["make", "run"],
            cwd=clone,
            env=environment(clone, PORT=port),
            stdout=output,
            stderr=output,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: process.poll() is not None or "The service runs at" in log.read_text())
        assert process.poll() is None, log.read_text()
        wait_until(lambda: is_answered(address))
        yield address
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=30)
        kill(process.pid)


def is_answered(address: str) -> bool:
    with suppress(OSError):
        return urllib.request.urlopen(f"{address}/healthz/", timeout=10).status == 200
    return False


def exported_bundles(address: str, password: str) -> Iterator[str]:
    """Yield the sessions of the demo club with their history, as a program gets them; not those with an unfinished hand."""
    api = f"{address}/api/v1"
    account = {"username": "demo", "password": password}
    token = requests.post(f"{api}/tokens/", json=account, timeout=60).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    (club,) = requests.get(f"{api}/clubs/", headers=headers, timeout=60).json()["results"]
    sessions = requests.get(
        f"{api}/clubs/{club['id']}/sessions/", headers=headers, timeout=60
    ).json()
    for session in sessions["results"]:
        answer = requests.get(
            f"{api}/sessions/{session['id']}/bundle/", headers=headers, timeout=60
        )
        if answer.status_code != 409:
            yield answer.text


def test_the_commands_of_the_readme_work(clone):
    set_up(clone, ".service")
    (clone / "evening.toml").write_text(named(r"```toml\n(.*?)```"))
    judge, ask = (
        named(r"^\$ (python3 -m referee [^\n]*evening.toml)$"),
        named(r"^\$ (echo [^\n]*\| python3 -m referee ask)$"),
    )
    assert "B17" in run(clone, judge, exit_code=1)
    assert '"verdict": "illegal"' in run(clone, ask, exit_code=1)
    referee = "python3 -m referee "
    run(clone, referee + "variants")
    run(clone, referee + "rulebook big-two --rule triples=true")
    run(clone, referee + "convert evening.toml --to json")
    run(clone, referee + "adjudicate --witnesses evening.toml", exit_code=1)
    with service(clone) as address:
        for request in re.findall(r"^\$ (curl -s (?:.|\n)*?)(?=\n\$|\n```)", README, re.MULTILINE):
            answer = run(
                clone,
                request.replace("http://127.0.0.1:8000", address).replace(
                    "curl -s", "curl -s --fail"
                ),
            )
            assert '"illegal"' in answer
        (password,) = re.findall(
            r"Sign in as demo with the password (\S+)", (clone / "log").read_text()
        )
        (clone / "evening.bundle.json").write_text(next(exported_bundles(address, password)))
    assert "`python -m referee verify FILE…`" in README
    verification = json.loads(run(clone, referee + "verify evening.bundle.json"))
    assert (verification["ok"], verification["notes"]) == (True, [])
    assert verification["hands"] > 0
    club = run(
        clone,
        ".venv/bin/python manage.py shell --no-imports --command 'from scorekeeper.models import Club; print(Club.objects.get().pk)'",
    ).strip()
    commands = re.findall(r"^(\.venv/bin/python manage\.py [^#\n]*)#", README, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        run(clone, command, CLUB=club)
    assert "`manage.py backup FILE`" in README
    assert "`manage.py restore FILE`" in README
    run(clone, ".venv/bin/python manage.py backup copy")
    run(clone, ".venv/bin/python manage.py restore copy --replace")


def test_make_test_works(clone):
    set_up(clone, ".tools")
    assert "\nmake test " in README
    run(clone, "make test ARGS='tests/referee/test_scoring.py -n 0'")


def test_make_bench_works(clone):
    set_up(clone, ".peers")
    printed = run(clone, "make bench ARGS=--quick")
    assert "PokerKit" in printed
    if IN_CI:  # which has PostgreSQL
        assert "Not measured" not in printed
