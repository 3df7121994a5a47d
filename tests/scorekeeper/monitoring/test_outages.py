"""Answers while the database is away: its host refuses connections, or accepts them and says nothing."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction

from scorekeeper.models import User
from scorekeeper.monitoring import outages
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import ROOT

ASK = """
import json, django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False, headers={"Accept-Language": "de", "Authorization": "Bearer " + "a" * 64})
client.cookies["sessionid"] = "a" * 32
asked = {path: client.get(path) for path in ("/", "/admin/", "/readyz/", "/healthz/", "/api/v1/clubs/")}
asked["POST"] = client.post("/api/v1/tokens/", {"username": "dan", "password": "wrong"}, "application/json")
print(json.dumps({path: [a.status_code, "Retry-After" in a, a["Content-Type"], a.content.decode()] for path, a in asked.items()}))
"""


def answers(url: str, directory: Path, **variables: str) -> dict[str, list[object]]:
    """Return what a process with this database answers."""
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DATA_DIR": str(directory),
        "SECRET_KEY": "k" * 60,
        "ALLOWED_HOSTS": "testserver",
        "HTTPS": "no",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "CELERY_BROKER_URL": "memory://",
        **variables,
    }
    ran = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    read: dict[str, list[object]] = json.loads(ran.stdout.splitlines()[-1])
    return read


def check(read: dict[str, list[object]]) -> None:
    assert read.pop("/healthz/")[0] == 200
    assert {path: answer[:2] for path, answer in read.items()} == {
        path: [503, True] for path in read
    }
    for page in ("/", "/admin/"):
        assert "Gleich wieder da" in str(read[page][3])
    for path in ("/api/v1/clubs/", "POST"):
        assert read[path][2] == "application/problem+json"
        assert json.loads(str(read[path][3]))["code"] == "database-away"


@pytest.mark.slow
@pytest.mark.parametrize("pool", ["0", "2"])
def test_everything_answers_503_while_the_database_refuses_connections(tmp_path, pool):
    url = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    check(answers(url, tmp_path, DATABASE_POOL_SIZE=pool))


@pytest.mark.slow
def test_everything_answers_503_while_the_host_of_the_database_says_nothing(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = (
            f"postgres://nobody@127.0.0.1:{listener.getsockname()[1]},127.0.0.1:{free_port()}/none"
        )
        check(answers(f"{url}?target_session_attrs=read-write", tmp_path))


@pytest.mark.django_db
def test_a_contradiction_is_no_outage():
    User.objects.create_user("twice")
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        User.objects.create_user("twice")
    assert not outages.is_away(refused.value)
    assert not outages.is_away(OperationalError("of this program"))


def test_a_sqlite_that_is_locked_for_long_counts_as_away(tmp_path):
    holder, other = (
        sqlite3.connect(tmp_path / "db", timeout=0, isolation_level=None) for _ in "ab"
    )
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError) as locked:
        other.execute("BEGIN IMMEDIATE")
    error = OperationalError("database is locked")
    error.__cause__ = locked.value
    assert outages.is_away(error)
    holder.close()
    other.close()


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("statement", "is_away"),
    [
        ("SELECT pg_terminate_backend(pg_backend_pid())", True),
        ("SET transaction_read_only = on; CREATE TABLE nothing ()", True),
        ("SELECT 1/0", False),
        ("SET statement_timeout = 1; SELECT pg_sleep(1)", False),
    ],
)
def test_only_a_lost_or_read_only_server_counts_as_away(django_db_blocker, statement, is_away):
    with django_db_blocker.unblock():
        other = connection.copy("other")
        try:
            with pytest.raises(DatabaseError) as failed, other.cursor() as cursor:
                cursor.execute(statement)
            assert outages.is_away(failed.value) == is_away
        finally:
            other.close()
