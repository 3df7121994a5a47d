"""The service as one command, ``manage.py serve``.  The tests start it, so each takes seconds."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests import empty_database
from tests.scorekeeper.embedded_service import SERVE, Service, kill, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("proc"),
    pytest.mark.xdist_group("serve"),
]


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return with_tables(tmp_path)


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = with_tables(tmp_path_factory.mktemp("running"))
    with service.running():
        yield service


def with_tables(directory: Path, **options: str) -> Service:
    """Return a service whose database already has its tables, so that it starts faster."""
    empty_database.copy_to_file(directory / "scorekeeper.sqlite3")
    return Service(directory, **options)


def test_a_killed_service_leaves_no_process_and_starts_again_with_its_data(tmp_path):
    service = with_tables(tmp_path, demo="yes")
    with service.running() as process:
        created = service.run(
            "createsuperuser", "--noinput", "--username=erin", "--email=erin@club.example"
        )
        assert created.returncode == 0, created.stderr
        key, users = (service.directory / "secret_key").read_text(), service.users()
        process.kill()
        wait_until(lambda: not service.processes(), within=30)
    with service.running() as process:
        assert service.users() == users == {"demo", "erin"}
        assert service.log_text().count("Sign in as demo with the password") == 1
        assert (service.directory / "secret_key").read_text() == key
        process.terminate()
        assert process.wait(timeout=30) == 0
        assert not service.processes()


def test_the_service_ends_with_its_parent_process_and_can_start_again_at_once(
    service,
):
    script = '"$@" --parent $$ & wait'
    with service.running("/bin/sh", "-c", script, "sh", *SERVE) as parent:
        first_processes = set(service.processes())
        parent.kill()
        with service.running():
            wait_until(lambda: service.log_text().count("The service runs at") == 2)
            wait_until(lambda: not first_processes & set(service.processes()))


def test_a_second_start_prints_the_address_of_the_running_service(running_service):
    second = running_service.run("serve")
    assert second.returncode == 1
    assert f"already runs at {running_service.address()}" in second.stderr


def test_a_taken_port_is_reported_with_a_way_to_choose_another(service):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = service.run("serve", port=port)
    assert refused.returncode == 1
    assert f"Port {port} is taken" in refused.stderr
    assert "make run PORT=" in refused.stderr


@pytest.mark.parametrize("program", ["gunicorn", "worker", "beat"])
def test_a_killed_program_is_restarted(running_service, program):
    before = set(running_service.processes(program))
    for pid in before:
        kill(pid)
    wait_until(lambda: set(running_service.processes(program)) - before)
    wait_until(running_service.answers)
    assert re.search(
        r"The (web server|worker|clock) was ended by signal 9; starting it again",
        running_service.log_text(),
    )


def modes(directory: Path) -> dict[str, int]:
    """Return the permissions of everything in a data directory, except the log that these tests write."""
    paths = (path for path in directory.rglob("*") if path.name != "log")
    return {str(path.relative_to(directory)): path.stat().st_mode & 0o777 for path in paths}


def open_to_others(directory: Path) -> dict[str, str]:
    return {name: oct(mode) for name, mode in modes(directory).items() if mode & 0o077}


def test_a_fresh_data_directory_and_everything_in_it_is_private(tmp_path):
    service = Service(tmp_path / "data")
    assert service.run("check").returncode == 0
    assert service.directory.stat().st_mode & 0o777 == 0o700
    empty_database.copy_to_file(service.directory / "scorekeeper.sqlite3")
    with service.running():
        wait_until(lambda: "beat-schedule" in " ".join(modes(service.directory)))
        backup = service.directory / "backup"
        assert service.run("backup", str(backup)).returncode == 0
        assert {
            "scorekeeper.sqlite3",
            "scorekeeper.sqlite3-wal",
            "secret_key",
            "serve.lock",
            "queue/messages",
            "backup",
        } <= modes(service.directory).keys()
        assert open_to_others(service.directory) == {}
        umasks = {
            Path(f"/proc/{pid}/status").read_text().partition("Umask:")[2].split()[0]
            for pid in service.processes()
        }
        assert umasks == {"0077"}  # for messages, which workers delete at once


def test_files_of_an_earlier_release_are_made_private_and_other_files_are_left_alone(service):
    directory = service.directory
    (directory / "mail").mkdir(mode=0o755)
    for name in ("scorekeeper.sqlite3-wal", "secret_key", "mail/1.log", "notes.txt"):
        (directory / name).touch(mode=0o644)
    assert {"scorekeeper.sqlite3", "mail/1.log"} <= open_to_others(directory).keys()
    with service.running():
        assert open_to_others(directory) == {"notes.txt": "0o644"}


def test_the_generated_key_is_readable_by_its_owner_alone(running_service):
    assert (running_service.directory / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_too_long_address_is_refused_with_a_problem_document(running_service):
    wait_until(running_service.answers)
    address = f"{running_service.address()}api/v1/variants/"
    refused = requests.get(address, {"x": "x" * 9000}, timeout=60)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert (refused.status_code, refused.json()["code"]) == (414, "uri-too-long")
