"""Every command that the Dockerfile and docker-compose.yml name is one that runs."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
import yaml
from django.core.management import get_commands
from django.urls import resolve

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
ENTRANCE = (ROOT / "docs" / "haproxy.cfg").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
FILLED_IN = {
    "SECRET_KEY": "k" * 60,
    "ALLOWED_HOSTS": "scores.example",
    "POSTGRES_PASSWORD": "secret",
}
OURS = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
THEIRS = {"pg_isready", "redis-cli", "haproxy"}  # in the images of others


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the image would, with the program of this environment."""
    program = str(Path(sys.executable).with_name(command[0]))
    kept = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run(
        [program, *command[1:]], cwd=ROOT, env=kept, capture_output=True, text=True, timeout=120
    )


def written(pattern: str) -> list[str]:
    """The one command of the Dockerfile that is written as a list after this."""
    (command,) = re.findall(rf"{pattern} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(command)


@pytest.mark.slow
def test_the_image_serves_by_a_command_of_ours():
    python, manage, command, *arguments = written("^CMD")
    assert (python, manage) == ("python", "manage.py")
    assert command in get_commands()
    done = run(python, manage, command, *arguments, "--help")
    assert done.returncode == 0, done.stderr


def test_the_image_asks_for_its_health_at_an_address_of_ours():
    python, option, code = written("^ +CMD")
    assert (python, option) == ("python", "-c")
    compile(code, "healthcheck", "exec")
    (address,) = re.findall(r"http://127\.0\.0\.1:8000(/[a-z/]+)", code)
    assert resolve(address).view_name == "ready"


def test_the_image_is_made_of_what_is_there():
    for source in re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()
        assert f"!{source}" in (ROOT / ".dockerignore").read_text().splitlines()


@pytest.mark.slow
def test_the_image_collects_its_static_files(tmp_path):
    assert "python manage.py collectstatic --noinput" in DOCKERFILE
    places = {"STATIC_ROOT": str(tmp_path / "static"), "DATA_DIR": str(tmp_path / "data")}
    done = run("python", "manage.py", "collectstatic", "--noinput", SECRET_KEY="k", **places)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()
    assert not (tmp_path / "data" / "secret_key").exists()


@pytest.mark.slow
def test_web_is_a_command_that_the_server_accepts(tmp_path):
    command = OURS["web"]["command"]
    done = run(*command, "--check-config", DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_migrations_is_a_command_that_makes_the_tables(tmp_path):
    done = run(*OURS["migrations"]["command"], DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    done = run("python", "manage.py", "migrate", "--check", DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [("import_club", "club.zip", "--owner", "alice"), ("export_club", str(UUID(int=1)), "club.zip"), ("verify_records",)],
)  # fmt: skip
def test_where_there_are_no_tables_yet_the_commands_for_the_books_say_so(tmp_path, command):
    done = run("python", "manage.py", *command, DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The database ")
    assert "`manage.py migrate`" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("part", ["worker", "beat"])
def test_worker_and_beat_are_commands_of_the_queue(part):
    kind, *asked = OURS[part]["healthcheck"]["test"]
    asked = shlex.split(*asked) if kind == "CMD-SHELL" else asked
    for command in (OURS[part]["command"], asked):
        done = run(*command, "--help")
        assert done.returncode == 0, done.stderr


def test_every_part_is_asked_for_its_health():
    for name, service in COMPOSE["services"].items():
        if name in {"web", "migrations"}:  # the image asks for the one; the other ends
            continue
        kind, asked, *_ = service["healthcheck"]["test"]
        assert kind in {"CMD", "CMD-SHELL"}
        program = asked.split()[0]
        assert program in THEIRS or Path(sys.executable).with_name(program).exists()


def test_there_are_two_of_web_and_worker_behind_one_port():
    published = {name for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published == {"entrance"}
    assert {OURS[part]["deploy"]["replicas"] for part in ("web", "worker")} == {2}
    (asked,) = re.findall(r"uri (\S+)", ENTRANCE)
    assert resolve(asked).view_name == "ready"
    assert "web:8000" in ENTRANCE
    longest = int(OURS["web"]["environment"]["WEB_GRACE"])
    assert longest < int(OURS["web"]["stop_grace_period"].removesuffix("s"))


@pytest.mark.needs("haproxy")
def test_the_entrance_is_set_up_as_its_program_wants():
    done = subprocess.run(["haproxy", "-c", "-f", str(ROOT / "docs" / "haproxy.cfg")], capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_no_secret_is_written_down():
    for service in OURS.values():
        assert service["environment"]["SECRET_KEY"].startswith("${SECRET_KEY:?")
    wanted = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    example = (ROOT / ".env.example").read_text().splitlines()
    assert wanted == set(FILLED_IN) == {line.rstrip("=") for line in example if line.endswith("=")}


def compose() -> list[str]:
    """Docker's command for compositions, where there is one."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if (
            shutil.which(command[0])
            and not subprocess.run([*command, "version"], capture_output=True).returncode
        ):
            return command
    return []


@pytest.mark.needs("compose")
def test_compose_accepts_its_file():
    command = compose()
    done = subprocess.run(
        [*command, "--file", str(ROOT / "docker-compose.yml"), "config", "--quiet"],
        env={**os.environ, **FILLED_IN}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
