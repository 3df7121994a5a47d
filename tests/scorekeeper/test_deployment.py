"""The Dockerfile, docker-compose.yml and haproxy.cfg name only commands, files and addresses that exist."""

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
REQUIRED_VARIABLES = {
    "SECRET_KEY": "k" * 60,
    "ALLOWED_HOSTS": "scores.example",
    "POSTGRES_PASSWORD": "secret",
}
OUR_SERVICES = {
    name: service for name, service in COMPOSE["services"].items() if "build" in service
}
OTHER_PROGRAMS = {"pg_isready", "redis-cli", "haproxy"}  # in the images of others


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this Python environment as the image would."""
    program = str(Path(sys.executable).with_name(command[0]))
    variables = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run(
        [program, *command[1:]],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
    )


def list_in_dockerfile(pattern: str) -> list[str]:
    """Return the only command of the Dockerfile that is written as a list after this pattern."""
    (command,) = re.findall(rf"{pattern} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(command)


@pytest.mark.slow
def test_the_image_runs_a_command_of_manage_py():
    python, manage, command, *arguments = list_in_dockerfile("^CMD")
    assert (python, manage) == ("python", "manage.py")
    assert command in get_commands()
    process = run(python, manage, command, *arguments, "--help")
    assert process.returncode == 0, process.stderr


def test_the_health_check_of_the_image_uses_an_existing_address():
    python, option, code = list_in_dockerfile("^ +CMD")
    assert (python, option) == ("python", "-c")
    compile(code, "healthcheck", "exec")
    (address,) = re.findall(r"http://127\.0\.0\.1:8000(/[a-z/]+)", code)
    assert resolve(address).view_name == "ready"


def test_every_file_copied_into_the_image_exists():
    for source in re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()
        assert f"!{source}" in (ROOT / ".dockerignore").read_text().splitlines()


@pytest.mark.slow
def test_the_image_collects_its_static_files(tmp_path):
    assert "python manage.py collectstatic --noinput" in DOCKERFILE
    directories = {"STATIC_ROOT": str(tmp_path / "static"), "DATA_DIR": str(tmp_path / "data")}
    process = run(
        "python", "manage.py", "collectstatic", "--noinput", SECRET_KEY="k", **directories
    )
    assert process.returncode == 0, process.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()
    assert not (tmp_path / "data" / "secret_key").exists()


@pytest.mark.slow
def test_gunicorn_accepts_the_command_of_web(tmp_path):
    command = OUR_SERVICES["web"]["command"]
    process = run(*command, "--check-config", DATA_DIR=str(tmp_path))
    assert process.returncode == 0, process.stderr


@pytest.mark.slow
def test_the_command_of_migrations_creates_the_tables(tmp_path):
    process = run(*OUR_SERVICES["migrations"]["command"], DATA_DIR=str(tmp_path))
    assert process.returncode == 0, process.stderr
    process = run("python", "manage.py", "migrate", "--check", DATA_DIR=str(tmp_path))
    assert process.returncode == 0, process.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [("import_club", "club.zip", "--owner", "alice"), ("export_club", str(UUID(int=1)), "club.zip"), ("verify_records",)],
)  # fmt: skip
def test_commands_ask_for_migrate_while_there_are_no_tables(tmp_path, command):
    process = run("python", "manage.py", *command, DATA_DIR=str(tmp_path))
    assert process.returncode == 1
    assert process.stderr.startswith("CommandError: The database ")
    assert "`manage.py migrate`" in process.stderr


@pytest.mark.slow
@pytest.mark.parametrize("part", ["worker", "beat"])
def test_celery_accepts_the_commands_of_worker_and_beat(part):
    kind, *health_check = OUR_SERVICES[part]["healthcheck"]["test"]
    health_check = shlex.split(*health_check) if kind == "CMD-SHELL" else health_check
    for command in (OUR_SERVICES[part]["command"], health_check):
        process = run(*command, "--help")
        assert process.returncode == 0, process.stderr


def test_every_service_has_a_health_check():
    for name, service in COMPOSE["services"].items():
        if name in {"web", "migrations"}:  # web is checked by the image, migrations ends
            continue
        kind, command, *_ = service["healthcheck"]["test"]
        assert kind in {"CMD", "CMD-SHELL"}
        program = command.split()[0]
        assert program in OTHER_PROGRAMS or Path(sys.executable).with_name(program).exists()


def test_two_replicas_of_web_and_worker_run_behind_one_port():
    published = {name for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published == {"entrance"}
    assert {OUR_SERVICES[part]["deploy"]["replicas"] for part in ("web", "worker")} == {2}
    (health_address,) = re.findall(r"uri (\S+)", ENTRANCE)
    assert resolve(health_address).view_name == "alive"
    assert "web:8000" in ENTRANCE
    grace = int(OUR_SERVICES["web"]["environment"]["WEB_GRACE"])
    assert grace < int(OUR_SERVICES["web"]["stop_grace_period"].removesuffix("s"))


@pytest.mark.needs("haproxy")
def test_haproxy_accepts_its_configuration():
    process = subprocess.run(["haproxy", "-c", "-f", str(ROOT / "docs" / "haproxy.cfg")], capture_output=True, text=True)  # fmt: skip
    assert process.returncode == 0, process.stderr


def test_secrets_come_from_variables():
    for service in OUR_SERVICES.values():
        assert service["environment"]["SECRET_KEY"].startswith("${SECRET_KEY:?")
    required = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    example = (ROOT / ".env.example").read_text().splitlines()
    assert (
        required
        == set(REQUIRED_VARIABLES)
        == {line.rstrip("=") for line in example if line.endswith("=")}
    )


def compose() -> list[str]:
    """Return the command of Docker Compose, or an empty list if it is not installed."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if (
            shutil.which(command[0])
            and not subprocess.run([*command, "version"], capture_output=True).returncode
        ):
            return command
    return []


@pytest.mark.slow
@pytest.mark.needs("compose")
def test_compose_accepts_its_file():
    command = compose()
    process = subprocess.run(
        [*command, "--file", str(ROOT / "docker-compose.yml"), "config", "--quiet"],
        env={**os.environ, **REQUIRED_VARIABLES}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
