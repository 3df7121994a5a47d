"""`manage.py doctor` says what is wrong with an installation; each check is alone."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper.models import TaskRun
from scorekeeper.monitoring import diagnosis, task_runs
from scorekeeper.monitoring.findings import Finding, Level
from scorekeeper.monitoring.task_runs import TaskRunName
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.conftest import ROOT

pytestmark = pytest.mark.django_db

EVERY = (
    *diagnosis.CHECKS,
    *diagnosis.FIRST_CHECKS_OF_THE_DATABASE,
    *diagnosis.CHECKS_OF_THE_DATABASE,
)


@pytest.fixture(autouse=True)
def healthy(settings, tmp_path):
    """An installation for this computer whose beat, workers and backup did their work just now."""
    settings.EMBEDDED, settings.SITE, settings.HTTPS = True, "", False
    settings.MAIL, settings.DATA_DIR, settings.STATIC_ROOT = "written", tmp_path, None
    names = [*task_runs.intervals(), *TaskRunName]
    TaskRun.objects.bulk_create(TaskRun(name=name, succeeded_at=timezone.now()) for name in names)


def found(subject: str) -> list[Finding]:
    (check,) = [each for each in EVERY if each.__name__ == f"check_{subject.replace(' ', '_')}"]
    return list(check())


def level(subject: str) -> Level:
    (finding,) = found(subject)
    return finding.level


def doctor(**options: str) -> tuple[str, int]:
    """Return what the command prints, and its exit code."""
    printed, code = StringIO(), 0
    try:
        call_command("doctor", stdout=printed, **options)
    except SystemExit as ended:
        code = int(str(ended.code))
    return printed.getvalue(), code


def age(name: str, **duration: float) -> None:
    TaskRun.objects.filter(pk=name).update(succeeded_at=timezone.now() - timedelta(**duration))


@contextmanager
def mail_server() -> Iterator[int]:
    """Run a server that greets and takes leave as a mail server does; yield its port."""

    class Greeting(StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            self.rfile.readline()
            self.wfile.write(b"221 bye\r\n")

    with ThreadingTCPServer(("127.0.0.1", 0), Greeting) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_nothing_is_wrong_with_a_healthy_installation():
    printed, code = doctor()
    assert code == 0, printed
    assert not [line for line in printed.splitlines() if not line.startswith("ok ")]
    subjects = {finding.subject for finding in diagnosis.examine()}
    assert subjects >= {
        *"settings address disk mail broker cache".split(),
        *"database migrations beat tasks work backup".split(),
    }


def test_what_is_wrong_is_said_with_what_to_do_for_people_and_programs():
    TaskRun.objects.filter(pk=TaskRunName.BEAT).delete()
    printed, code = doctor()
    (line,) = [line for line in printed.splitlines() if line.startswith("wrong")]
    assert "beat" in line
    assert "Start beat" in line
    answer = json.loads(doctor(format="json")[0])
    assert code == 1
    assert not answer["ok"]
    (wrong,) = [each for each in answer["findings"] if each["level"] == "wrong"]
    assert wrong.keys() == {"subject", "level", "message", "advice"}
    assert wrong["subject"] == "beat"


@pytest.mark.parametrize(
    ("broker", "command"),
    [("filesystem://localhost", "manage.py serve"), ("redis://broker", "celery --app scorekeeper")],
)
def test_the_advice_names_the_command_of_this_kind_of_installation(settings, broker, command):
    settings.CELERY_BROKER_URL = broker
    TaskRun.objects.all().delete()
    advices = [finding.advice for subject in ("beat", "tasks") for finding in found(subject)]
    others = {"manage.py serve", "celery --app scorekeeper"} - {command}
    assert all(command in advice for advice in advices)
    assert not any(other in advice for other in others for advice in advices)


def test_beat_workers_and_backups_grow_old():
    age(TaskRunName.BEAT, minutes=3)
    age("scorekeeper.tasks.count_standings", minutes=11)
    age("scorekeeper.tasks.forget_old_reports", minutes=100)  # every hour
    age(TaskRunName.BACKUP, days=3)
    assert [level(subject) for subject in ("beat", "tasks", "backup")] == [
        "wrong",
        "wrong",
        "warning",
    ]
    assert found("backup")[0].message == "The last one is 3 days old."
    assert "forget_old_reports" not in found("tasks")[0].message
    TaskRun.objects.all().delete()
    assert [level(subject) for subject in ("beat", "tasks", "backup")] == [
        "wrong",
        "wrong",
        "warning",
    ]


def test_a_task_that_failed_last_is_named_with_the_kind_of_its_error():
    TaskRun.objects.filter(pk="scorekeeper.tasks.count_statistics").update(
        failed_at=timezone.now() + timedelta(seconds=1), failures=7, error="OverflowError"
    )
    (finding,) = found("tasks")
    assert finding.level is Level.WRONG
    assert "count_statistics failed last (OverflowError), 7 times" in finding.message


def test_the_youngest_file_of_the_folder_of_backups_counts(settings, tmp_path):
    age(TaskRunName.BACKUP, days=3)
    settings.BACKUPS = str(tmp_path)
    assert found("backup")[0].advice.endswith(f"write backups into {tmp_path}.")
    (tmp_path / "today").touch()
    assert level("backup") == "ok"
    settings.BACKUPS = str(tmp_path / "nowhere")
    assert found("backup")[0].message == f"{tmp_path}/nowhere (BACKUPS) cannot be read."


def test_a_check_that_fails_is_a_finding_and_the_others_go_on(settings):
    del settings.BACKUPS
    del settings.MAIL
    findings = list(diagnosis.examine())
    assert {each.subject for each in findings} >= {"broker", "cache", "beat", "work"}
    failed = [each for each in findings if each.level is Level.WRONG]
    assert [each.subject for each in failed] == ["mail", "backup"]
    assert all("This cannot be told: AttributeError" in each.message for each in failed)


def test_without_all_migrations_nothing_else_is_asked_of_the_database():
    recorder = MigrationRecorder(connection)
    latest = max(name for app, name in recorder.applied_migrations() if app == "scorekeeper")
    recorder.record_unapplied("scorekeeper", latest)
    assert level("migrations") == "wrong"
    assert "beat" not in {finding.subject for finding in diagnosis.examine()}


def test_mail_is_tried(settings):
    settings.MAIL, settings.EMAIL_BACKEND = "sent", "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS = "127.0.0.1", False
    with mail_server() as port:
        settings.EMAIL_PORT = port
        assert level("mail") == "ok"
    settings.EMAIL_PORT = free_port()
    assert level("mail") == "wrong"
    settings.MAIL = "none"
    assert level("mail") == "warning"


def test_a_public_installation_is_held_against_more(settings):
    settings.EMBEDDED, settings.SITE, settings.HTTPS = False, "https://scores.example", True
    settings.SECRET_KEY, settings.SECURE_PROXY_SSL_HEADER = "short", None
    assert any("SECRET_KEY" in finding.message for finding in found("settings"))
    assert [finding.level for finding in found("address")] == ["warning", "ok"]
    assert level("cache") == level("static files") == "warning"
    settings.STATIC_ROOT = "/nowhere"
    assert level("static files") == "wrong"


def test_a_service_without_https_is_told_so_once_and_by_its_own_setting(settings):
    settings.EMBEDDED, settings.SITE, settings.HTTPS = False, "http://scores.example", False
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.SECURE_SSL_REDIRECT = (
        False
    )
    settings.SECURE_HSTS_SECONDS, settings.SECRET_KEY = 0, "".join(map(chr, range(50, 110)))
    assert level("settings") == "ok"
    assert "HTTPS=no" in found("address")[0].message


def test_a_folder_that_cannot_be_written_is_found(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "gone"
    assert {finding.level for finding in found("disk")} == {"wrong", "ok"}


def test_a_cache_that_is_away_is_found(settings, monkeypatch):
    monkeypatch.setitem(
        settings.CACHES["default"], "BACKEND", "django.core.cache.backends.redis.RedisCache"
    )
    monkeypatch.setitem(settings.CACHES["default"], "LOCATION", f"redis://127.0.0.1:{free_port()}")
    assert level("cache") == "wrong"


@pytest.mark.slow
def test_servers_that_accept_connections_and_never_answer_are_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        environment = {
            **os.environ,
            "DATABASE_URL": f"postgres://nobody@127.0.0.1:{port}/none",
            "REDIS_URL": f"redis://127.0.0.1:{port}",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(port),
            "ALLOWED_HOSTS": "scores.example",
            "SECRET_KEY": "aB3" * 20,
            "DATA_DIR": str(tmp_path),
        }
        ran = subprocess.run(
            [sys.executable, "manage.py", "doctor"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert ran.returncode == 1, ran.stderr
    silent_ones = {line.split()[1] for line in ran.stdout.splitlines() if line.startswith("wrong")}
    assert silent_ones == {"mail", "broker", "cache", "database"}


def test_making_a_backup_is_noted(tmp_path, monkeypatch):
    if connection.vendor != "sqlite":
        return  # tests of `back_up` itself run the programs of PostgreSQL
    monkeypatch.setattr(task_runs, "_noted", {})
    age(TaskRunName.BACKUP, days=3)
    call_command("backup", str(tmp_path / "backup"), stdout=StringIO())
    assert level("backup") == "ok"
