"""Reports of errors, as Sentry receives them.  The first test starts the service."""

import json
import os
import sqlite3
from contextlib import closing, suppress
from itertools import pairwise
from typing import Any

import pytest
import requests

from scorekeeper.monitoring import error_reports
from tests import empty_database
from tests.scorekeeper.embedded_service import Service, wait_until
from tests.scorekeeper.monitoring.http_collector import Collector, collecting

CREATE_TOKEN = """
from scorekeeper.models import ALL_SCOPES, Token, User
print(Token.objects.create(user=User.objects.create_user("mallory"), scopes=ALL_SCOPES)[1])
"""
ENQUEUE = "from scorekeeper.tasks import forget_old_mail; forget_old_mail.delay()"
PRIVATE = ("mallory", "Rainy Evening", "hush@club.example", "from-the-browser", "what-was-typed")


def events(collector: Collector, error: str) -> list[dict[str, Any]]:
    """Return the events of this kind of error from all envelopes, in which a line with the type is before each item."""
    lines = [line for _, body in list(collector.received) for line in body.splitlines()]
    items = [
        json.loads(item)
        for head, item in pairwise(lines)
        if json.loads(head).get("type") == "event"
    ]
    return [
        item for item in items if error in {value["type"] for value in item["exception"]["values"]}
    ]


@pytest.mark.slow
@pytest.mark.needs("sqlite", "proc")
@pytest.mark.xdist_group("serve")
def test_errors_of_a_request_and_of_a_task_are_reported_with_nothing_of_what_was_sent(tmp_path):
    empty_database.copy_to_file(tmp_path / "scorekeeper.sqlite3")
    (tmp_path / "mail" / "hush@club.example.log").mkdir(parents=True)  # cannot be deleted as a file
    os.utime(tmp_path / "mail" / "hush@club.example.log", (0, 0))
    with collecting() as collector:
        dsn = f"http://public@127.0.0.1:{collector.port}/7"
        service = Service(tmp_path, variables={"SENTRY_DSN": dsn, "SENTRY_ENVIRONMENT": "tests"})
        token = service.run("shell", "--no-imports", "--command", CREATE_TOKEN).stdout.strip()
        with service.running() as process:
            with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as database:
                database.execute("DROP TABLE scorekeeper_member")
            answer = requests.post(
                f"{service.address()}api/v1/clubs/",
                json={"name": "Rainy Evening"},
                cookies={"theme": "from-the-browser"},
                headers={"Authorization": f"Bearer {token}", "User-Agent": "from-the-browser"},
                timeout=60,
            )
            assert answer.status_code == 500
            for _ in range(6):  # a message may be lost
                service.run("shell", "--no-imports", "--command", ENQUEUE)
                with suppress(AssertionError):
                    wait_until(lambda: events(collector, "IsADirectoryError"), within=20)
                    break
            wait_until(lambda: events(collector, "OperationalError"))
            process.terminate()
            assert process.wait(timeout=60) == 0

    of_request = next(
        event for event in events(collector, "OperationalError") if not event["tags"]["task"]
    )
    of_task, *_ = events(collector, "IsADirectoryError")
    assert of_request["transaction"] == "/api/v1/clubs/"
    assert of_request["tags"]["request"] == answer.headers["X-Request-ID"]
    assert of_request["environment"] == "tests"
    assert of_task["tags"]["task"]
    assert of_task["transaction"] == "scorekeeper.tasks.forget_old_mail"
    modules = {
        frame["module"] for frame in of_task["exception"]["values"][-1]["stacktrace"]["frames"]
    }
    assert "scorekeeper.accounts.mail" in modules
    everything = collector.everything().decode()
    assert [word for word in (*PRIVATE, token) if word in everything] == []


WHOLE_EVENT: Any = {
    "event_id": "e1",
    "level": "error",
    "platform": "python",
    "logger": "scorekeeper.imports.worker",
    "transaction": "/clubs/{club}/",
    "transaction_info": {"source": "route"},
    "request": {
        "url": "https://scores.example/join/#mallory",
        "headers": {"User-Agent": "mallory"},
        "data": "mallory",
    },
    "user": {"username": "mallory"},
    "extra": {"sys.argv": ["mallory"]},
    "breadcrumbs": {"values": [{"message": "mallory"}]},
    "contexts": {"celery": {"args": "mallory"}},
    "modules": {"mallory": "1"},
    "logentry": {
        "message": "import %s could not go on",
        "formatted": "import mallory could not go on",
        "params": ["mallory"],
    },
    "exception": {
        "values": [
            {
                "type": "UniqueViolation",
                "module": "psycopg.errors",
                "value": "Key (username)=(mallory) already exists.",
                "mechanism": {"type": "django", "handled": False, "data": {"name": "mallory"}},
                "stacktrace": {
                    "frames": [
                        {"module": "scorekeeper.accounts", "lineno": 7, "vars": {"name": "mallory"}}
                    ]
                },
            }
        ]
    },
}
"""An event with everything that a version of the library might put into it."""


def test_an_event_keeps_where_an_error_happened_and_nothing_of_whom_it_happened_to():
    reduced = error_reports.reduce_event(WHOLE_EVENT, {})
    assert "mallory" not in str(reduced)
    assert reduced["transaction"] == "/clubs/{club}/"
    assert reduced["logentry"] == {"message": "import %s could not go on"}
    (exception,) = reduced["exception"]["values"]
    assert (exception["type"], exception["mechanism"]) == (
        "UniqueViolation",
        {"type": "django", "handled": False},
    )
    assert exception["stacktrace"]["frames"] == [{"module": "scorekeeper.accounts", "lineno": 7}]


@pytest.mark.parametrize(
    "part",
    [
        {"transaction": "/join/mallory/", "transaction_info": {"source": "url"}},
        {"logger": "django.security.DisallowedHost", "logentry": {"message": "mallory.example"}},
    ],
)
def test_an_address_and_the_text_of_another_library_are_not_reported(part):
    assert "mallory" not in str(error_reports.reduce_event({**WHOLE_EVENT, **part}, {}))


def test_a_message_without_an_exception_can_be_reported():
    event = {"logger": "scorekeeper.tasks", "logentry": {"message": "no broker"}, "exception": None}
    assert error_reports.reduce_event(event, {})["logentry"] == {"message": "no broker"}  # type: ignore[typeddict-item]
