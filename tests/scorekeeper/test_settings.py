"""The embedded default is safe as it is; an installation for others cannot be set up by halves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).resolve().parents[2]
OURS = ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "HTTPS", "DEBUG", "SITE")


def check(directory: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Look at the settings that these variables make."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT, env={**kept, "DATA_DIR": str(directory), **environment}, capture_output=True, text=True,
    )  # fmt: skip


def test_an_installation_for_others_needs_a_key(tmp_path):
    hosts = {"ALLOWED_HOSTS": "scores.example", "DATABASE_URL": "postgres://nobody@127.0.0.1/none"}
    refused = check(tmp_path, **hosts)
    assert refused.returncode == 1
    assert "SECRET_KEY is not set" in refused.stderr
    assert not (tmp_path / "secret_key").exists()
    accepted = check(tmp_path, **hosts, SECRET_KEY="aB3" * 20 + "+x_Y")
    assert accepted.returncode == 0, accepted.stderr


@pytest.mark.parametrize(
    ("environment", "inside"),
    [
        ({}, True),
        ({"ALLOWED_HOSTS": "scores.example"}, False),
        ({"DATABASE_URL": "postgres://nobody@127.0.0.1/none"}, False),
        ({"ALLOWED_HOSTS": "scores.example", "WEBHOOKS_TO_PRIVATE_ADDRESSES": "yes", "WEBHOOKS_OVER_HTTP": "yes"}, True),
    ],
)  # fmt: skip
def test_webhooks_of_an_installation_for_others_lead_outside(tmp_path, environment, inside):
    asked = "from scorekeeper import settings as s; print(s.WEBHOOKS_TO_PRIVATE_ADDRESSES, s.WEBHOOKS_OVER_HTTP)"
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env={**kept, "DATA_DIR": str(tmp_path), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.split() == [str(inside)] * 2


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "written filebased 587 scorekeeper@localhost"),
        ({"ALLOWED_HOSTS": ".scores.example"}, "none dummy 587 scorekeeper@scores.example"),
        ({"ALLOWED_HOSTS": ".scores.example", "SITE": "https://scores.example"}, "written filebased 587 scorekeeper@scores.example"),
        ({"ALLOWED_HOSTS": "*", "EMAIL_HOST": "mail.example"}, "none dummy 587 scorekeeper@localhost"),
        ({"DATABASE_URL": "postgres://nobody@127.0.0.1/none"}, "none dummy 587 scorekeeper@localhost"),
        ({"EMAIL_HOST": "mail.example"}, "sent smtp 587 scorekeeper@localhost"),
        ({"EMAIL_HOST": "mail.example", "EMAIL_USE_SSL": "yes"}, "sent smtp 465 scorekeeper@localhost"),
        ({"EMAIL_HOST": "mail.example", "EMAIL_USE_TLS": "no", "EMAIL_PORT": ""}, "sent smtp 25 scorekeeper@localhost"),
        ({"EMAIL_HOST": "mail.example", "EMAIL_PORT": "2525", "DEFAULT_FROM_EMAIL": "a@b.example"}, "sent smtp 2525 a@b.example"),
    ],
)  # fmt: skip
def test_mail_is_sent_where_a_server_is_named_and_else_written_or_not_made(tmp_path, environment, told):  # fmt: skip
    asked = (
        "from scorekeeper import settings as s; "
        "print(s.MAIL, s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_PORT, s.DEFAULT_FROM_EMAIL)"
    )
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    ran = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env={**kept, "DATA_DIR": str(tmp_path), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == told


@pytest.mark.parametrize(
    ("environment", "site"),
    [
        ({}, ""),
        ({"ALLOWED_HOSTS": "*,.scores.example"}, ""),
        ({"ALLOWED_HOSTS": ".scores.example, www.scores.example,other.example"}, "https://www.scores.example"),
        ({"ALLOWED_HOSTS": "scores.example", "HTTPS": "no"}, "http://scores.example"),
        ({"ALLOWED_HOSTS": "*", "SITE": "https://scores.example:8443/"}, "https://scores.example:8443"),
    ],
)  # fmt: skip
def test_where_links_in_mails_lead_is_said_or_known_by_the_first_name(tmp_path, environment, site):
    asked = "from scorekeeper import settings as s; print(s.SITE)"
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    ran = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env={**kept, "DATA_DIR": str(tmp_path), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == site


def test_mail_in_files_is_for_whoever_runs_the_service_alone(tmp_path):
    check(tmp_path / "embedded")
    assert (tmp_path / "embedded" / "mail").stat().st_mode & 0o777 == 0o700
    check(tmp_path / "other", EMAIL_HOST="mail.example")
    assert not (tmp_path / "other" / "mail").exists()


def test_a_site_is_an_address(tmp_path):
    refused = check(tmp_path, SITE="scores.example")
    assert refused.returncode == 1
    assert "SITE is an address" in refused.stderr


@pytest.mark.needs("sqlite")
def test_the_embedded_database_keeps_what_it_has_acknowledged(db):
    with connection.cursor() as cursor:
        kept = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert kept == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert connection.transaction_mode == "IMMEDIATE"


def test_the_service_is_ready_when_its_tables_are_those_of_its_code(client, db):
    assert client.get("/healthz/").content == b"alive\n"
    assert client.get("/readyz/").content == b"ready\n"
    recorder = MigrationRecorder(connection)
    name = max(name for app, name in recorder.applied_migrations() if app == "scorekeeper")
    recorder.record_unapplied("scorekeeper", name)
    behind = client.get("/readyz/")
    assert (behind.status_code, behind.content) == (503, b"migrations missing\n")


def test_pages_load_nothing_from_another_host(client, db):
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert directives["default-src"] == directives["frame-ancestors"] == "'none'"
    assert (
        directives["script-src"] == directives["style-src"] == directives["form-action"] == "'self'"
    )
