"""The Dockerfile, docker-compose.yml and haproxy.cfg name only commands, files and addresses that exist."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

import pytest
import redis
import yaml
from django.core.management import get_commands
from django.urls import resolve

from tests import empty_database
from tests.scorekeeper.brokers import free_port, listens
from tests.scorekeeper.embedded_service import wait_until

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
    name: service
    for name, service in COMPOSE["services"].items()
    if service["image"] == "scorekeeper"
}
PROGRAMS_OF_DEBIAN = {
    "bash",
    "find",
    "pg_isready",
    "redis-cli",
}  # in the images, which are Debian's


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


def test_no_service_runs_as_root():
    image = DOCKERFILE.split("AS service")[1]
    assert re.findall(r"^USER (\S+)$", image, re.MULTILINE) == ["scorekeeper"]
    assert not [name for name, service in OUR_SERVICES.items() if "user" in service]
    assert COMPOSE["services"]["backup"]["user"] == "postgres"  # its image begins as root


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
@pytest.mark.parametrize(
    "command",
    [
        ("import_club", "club.zip", "--owner", "alice"),
        ("export_club", str(UUID(int=1)), "club.zip"),
        ("verify_records",),
    ],
)
def test_commands_ask_for_migrate_while_there_are_no_tables(tmp_path, command):
    process = run("python", "manage.py", *command, DATA_DIR=str(tmp_path))
    assert process.returncode == 1
    assert process.stderr.startswith("CommandError: The database ")
    assert "`manage.py migrate`" in process.stderr


def test_every_service_has_a_health_check_that_starts_no_python():
    for name, service in COMPOSE["services"].items():
        if name in {"web", "migrations"}:  # web is checked by the image, migrations ends
            continue
        kind, command, *_ = service["healthcheck"]["test"]
        assert kind in {"CMD", "CMD-SHELL"}
        assert command.split()[0] in PROGRAMS_OF_DEBIAN


def test_every_service_has_bounded_memory_and_logs():
    for service in COMPOSE["services"].values():
        assert service["deploy"]["resources"]["limits"]["memory"]
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}


def test_the_image_has_the_database_client_of_the_server():
    (server,) = re.findall(r"^FROM postgres:(\d+)", DOCKERFILE, re.MULTILINE)
    (client,) = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)
    assert server == client
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", DOCKERFILE, re.MULTILINE))
    built = [service["build"] for service in COMPOSE["services"].values() if "build" in service]
    assert {build["target"] for build in built} <= stages


(IMAGE_USER,) = re.findall(r"useradd --system --uid (\d+)", DOCKERFILE)
AS_IMAGE_USER = [
    "setpriv",
    f"--reuid={IMAGE_USER}",
    f"--regid={IMAGE_USER}",
    "--clear-groups",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
]
"""Root's way to run a command as the user of the image: it may read everything, and write what is its own."""


@dataclass(frozen=True)
class Container:
    """A directory in place of a container's file system, and the programs of docker-compose.yml that run in it."""

    directory: Path
    variables: Mapping[str, str]

    def placed(self, word: str) -> str:
        """Return a word of a command with /tmp in this directory, as Docker Compose reads it."""
        return word.replace("$$", "$").replace("/tmp/", f"{self.directory}/")

    def start(self, *command: str, log: str = "checks") -> subprocess.Popen[bytes]:
        program = Path(sys.executable).with_name(command[0])
        words = [str(program) if program.exists() else command[0], *map(self.placed, command[1:])]
        if os.geteuid() == 0:
            words = [*AS_IMAGE_USER, *words]
        with (self.directory / f"{log}.log").open("ab") as output:
            return subprocess.Popen(
                words, cwd=ROOT, env={**os.environ, **self.variables}, stdout=output, stderr=output
            )

    @contextmanager
    def running(self, service: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run the command of a service; kill it at the end of the block."""
        process = self.start(*COMPOSE["services"][service]["command"], *options, log=service)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def is_healthy(self, service: str) -> bool:
        """Return whether the health check of a service passes."""
        kind, *command = COMPOSE["services"][service]["healthcheck"]["test"]
        command = ["sh", "-c", *command] if kind == "CMD-SHELL" else command
        if command[0] == "redis-cli":
            command[1:1] = ["-p", str(urlsplit(self.variables["REDIS_URL"]).port)]
        return self.start(*command).wait(timeout=60) == 0


@pytest.fixture
def container() -> Iterator[Container]:
    with tempfile.TemporaryDirectory(prefix="container-", dir="/tmp") as place:
        directory = Path(place)
        directory.chmod(0o777)  # as /tmp
        yield Container(
            directory,
            {
                "DATABASE_URL": f"sqlite:///{directory}/scorekeeper.sqlite3",
                "DATA_DIR": place,
                "SECRET_KEY": "k" * 60,
                "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
                "HEARTBEAT_FILE": f"{place}/heartbeat",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
        )


def ping(broker: redis.Redis) -> bool:
    try:
        return bool(broker.ping())
    except redis.ConnectionError:
        return False


def migrate(container: Container) -> None:
    command = COMPOSE["services"]["migrations"]["command"]
    assert container.start(*command, log="migrations").wait() == 0


def copy_tables(container: Container) -> None:
    """Give the container a database as `migrate` leaves it, in less time."""
    file = container.directory / "scorekeeper.sqlite3"
    empty_database.copy_to_file(file)
    if os.geteuid() == 0:
        os.chown(file, int(IMAGE_USER), int(IMAGE_USER))


@pytest.mark.slow
@pytest.mark.needs("redis", "sqlite")
@pytest.mark.parametrize("command", ["of docker-compose.yml", "of the image"])
def test_web_passes_the_health_check_of_the_image(container, command):
    port = str(free_port())
    *_, code = list_in_dockerfile("^ +CMD")
    check = ("python", "-c", code.replace("8000", port))
    container.variables["BIND"] = f"127.0.0.1:{port}"
    if command == "of the image":
        copy_tables(container)
        container.variables.pop("REDIS_URL")
        container.variables["DEMO"] = "no"  # creating the demo club takes seconds
        words = [port if word == "8000" else word for word in list_in_dockerfile("^CMD")]
    else:
        migrate(container)
        words = COMPOSE["services"]["web"]["command"]
    web = container.start(*words, log="web")
    try:
        wait_until(lambda: listens(int(port)))  # from now on the check waits for an answer
        wait_until(lambda: container.start(*check).wait() == 0)
        if os.geteuid() == 0:
            assert Path(f"/proc/{web.pid}").stat().st_uid == int(IMAGE_USER)
    finally:
        web.terminate()
        web.wait(timeout=60)
    assert container.start(*check).wait() != 0


@pytest.mark.needs("redis")
def test_the_cache_passes_its_health_check(container):
    port = str(urlsplit(container.variables["REDIS_URL"]).port)
    assert not container.is_healthy("cache")
    with container.running("cache", "--port", port):
        wait_until(lambda: container.is_healthy("cache"))


@pytest.mark.slow
@pytest.mark.needs("redis", "sqlite")
def test_worker_and_beat_keep_their_heartbeat_file_young(container):
    url = container.variables["REDIS_URL"]
    heartbeat = Path(container.variables["HEARTBEAT_FILE"])
    copy_tables(container)
    with (
        container.running("broker", "--port", str(urlsplit(url).port)),
        redis.Redis.from_url(url) as broker,
    ):
        wait_until(lambda: ping(broker))
        assert container.is_healthy("broker")
        assert not container.is_healthy("worker")
        with container.running("worker"):
            wait_until(lambda: container.is_healthy("worker"), every=0.5)
            os.utime(heartbeat, (0, 0))  # as if the worker had hung since then
            assert not container.is_healthy("worker")
            wait_until(lambda: container.is_healthy("worker"), every=0.5)
        heartbeat.unlink()
        with container.running("beat"):
            assert not container.is_healthy("beat")
            wait_until(lambda: container.is_healthy("beat"), every=0.5)


@pytest.mark.needs("redis")
def test_a_full_broker_refuses_messages_and_loses_none(container):
    url = container.variables["REDIS_URL"]
    port = str(urlsplit(url).port)
    with (
        container.running("broker", "--port", port, "--maxmemory", "3mb"),
        redis.Redis.from_url(url) as broker,
    ):
        wait_until(lambda: ping(broker))
        pipeline = broker.pipeline(transaction=False)
        for _ in range(5_000):
            pipeline.lpush("celery", "x" * 1000)
        answers = pipeline.execute(raise_on_error=False)
        refused = sum(isinstance(answer, redis.OutOfMemoryError) for answer in answers)
        assert 0 < refused < 5_000
        assert broker.llen("celery") == 5_000 - refused


@pytest.mark.needs("redis")
def test_a_full_cache_makes_room_for_new_counters(container):
    url = container.variables["REDIS_URL"]
    port = str(urlsplit(url).port)
    with (
        container.running("cache", "--port", port, "--maxmemory", "3mb"),
        redis.Redis.from_url(url) as cache,
    ):
        wait_until(lambda: ping(cache))
        pipeline = cache.pipeline(transaction=False)
        for number in range(5_000):
            pipeline.set(f"throttle-{number}", "x" * 1000)
        pipeline.execute()
        assert cache.get("throttle-4999")
        assert cache.dbsize() < 5_000


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
    process = subprocess.run(
        ["haproxy", "-c", "-f", str(ROOT / "docs" / "haproxy.cfg")], capture_output=True, text=True
    )
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
        env={**os.environ, **REQUIRED_VARIABLES},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 0, process.stderr
