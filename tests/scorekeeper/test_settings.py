"""Settings: the embedded service is safe by default, and a public installation refuses to start incomplete."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.scorekeeper.public_names import environment_variables

ROOT = Path(__file__).resolve().parents[2]
NOT_SET_BY_OPERATORS = {"NO_COLOR", "TERM", "PROMETHEUS_MULTIPROC_DIR"}
"""Of the terminal, and one that the web server sets for its processes."""
OUR_VARIABLES = (
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "REDIS_URL",
    "HTTPS",
    "DEBUG",
    "SITE",
)


def run(directory: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these settings and none of this process."""
    inherited = {name: value for name, value in os.environ.items() if name not in OUR_VARIABLES}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(directory), **environment},
        capture_output=True,
        text=True,
    )


def check(directory: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Django's checks of a deployment."""
    command = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    return run(directory, *command, **environment)


def values(directory: Path, *names: str, **environment: str) -> str:
    """Return the values of these expressions in the settings module, separated by spaces."""
    code = (
        f"from scorekeeper import settings as s; print({', '.join(f's.{name}' for name in names)})"
    )
    process = run(directory, "-c", code, **environment)
    assert process.returncode == 0, process.stderr
    return process.stdout.strip()


@pytest.mark.slow
def test_a_started_process_looks_for_garbage_but_not_in_what_was_loaded(tmp_path):
    code = (
        "import django, gc; django.setup(); print(gc.isenabled(), gc.get_freeze_count() > 10_000)"
    )
    started = run(tmp_path, "-c", code, DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    assert started.stdout == "True True\n", started.stderr


@pytest.mark.slow
def test_a_public_installation_needs_a_secret_key(tmp_path):
    hosts = {"ALLOWED_HOSTS": "scores.example", "DATABASE_URL": "postgres://nobody@127.0.0.1/none"}
    refused = check(tmp_path, **hosts)
    assert refused.returncode == 1
    assert "SECRET_KEY is not set" in refused.stderr
    assert not (tmp_path / "secret_key").exists()
    accepted = check(tmp_path, **hosts, SECRET_KEY="aB3" * 20 + "+x_Y")
    assert accepted.returncode == 0, accepted.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "private"),
    [
        ({}, True),
        ({"ALLOWED_HOSTS": "scores.example"}, False),
        ({"DATABASE_URL": "postgres://nobody@127.0.0.1/none"}, False),
        (
            {
                "ALLOWED_HOSTS": "scores.example",
                "WEBHOOKS_TO_PRIVATE_ADDRESSES": "yes",
                "WEBHOOKS_OVER_HTTP": "yes",
            },
            True,
        ),
    ],
)
def test_a_public_installation_sends_webhooks_to_public_addresses_only(
    tmp_path, environment, private
):
    names = ("WEBHOOKS_TO_PRIVATE_ADDRESSES", "WEBHOOKS_OVER_HTTP")
    assert values(tmp_path, *names, **environment).split() == [str(private)] * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "mail"),
    [
        ("", "written filebased 587 scorekeeper@localhost"),
        ("ALLOWED_HOSTS=.scores.example", "none dummy 587 scorekeeper@scores.example"),
        (
            "ALLOWED_HOSTS=.scores.example SITE=https://scores.example",
            "written filebased 587 scorekeeper@scores.example",
        ),
        ("ALLOWED_HOSTS=* EMAIL_HOST=mail.example", "none dummy 587 scorekeeper@localhost"),
        ("DATABASE_URL=postgres://nobody@127.0.0.1/none", "none dummy 587 scorekeeper@localhost"),
        ("EMAIL_HOST=mail.example", "sent smtp 587 scorekeeper@localhost"),
        ("EMAIL_HOST=mail.example EMAIL_USE_SSL=yes", "sent smtp 465 scorekeeper@localhost"),
        (
            "EMAIL_HOST=mail.example EMAIL_USE_TLS=no EMAIL_PORT=",
            "sent smtp 25 scorekeeper@localhost",
        ),
        (
            "EMAIL_HOST=mail.example EMAIL_PORT=2525 DEFAULT_FROM_EMAIL=a@b.example",
            "sent smtp 2525 a@b.example",
        ),
    ],
)
def test_mail_is_sent_through_a_server_written_to_files_or_disabled(tmp_path, environment, mail):
    names = ("MAIL", "EMAIL_BACKEND.split('.')[-2]", "EMAIL_PORT", "DEFAULT_FROM_EMAIL")
    variables = dict(pair.split("=") for pair in environment.split())
    assert values(tmp_path, *names, **variables) == mail


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "site"),
    [
        ({}, ""),
        ({"ALLOWED_HOSTS": "*,.scores.example"}, ""),
        (
            {"ALLOWED_HOSTS": ".scores.example, www.scores.example,other.example"},
            "https://www.scores.example",
        ),
        ({"ALLOWED_HOSTS": "scores.example", "HTTPS": "no"}, "http://scores.example"),
        (
            {"ALLOWED_HOSTS": "*", "SITE": "https://scores.example:8443/"},
            "https://scores.example:8443",
        ),
    ],
)
def test_the_site_of_links_in_mail_is_set_or_the_first_allowed_host(tmp_path, environment, site):
    assert values(tmp_path, "SITE", **environment) == site


@pytest.mark.slow
def test_mail_files_are_readable_by_their_owner_only(tmp_path):
    check(tmp_path / "embedded")
    assert (tmp_path / "embedded" / "mail").stat().st_mode & 0o777 == 0o700
    check(tmp_path / "other", EMAIL_HOST="mail.example")
    assert not (tmp_path / "other" / "mail").exists()


def test_every_variable_of_an_installation_is_explained():
    explained = (ROOT / ".env.example").read_text()
    of_others = {name for name in environment_variables() if name.startswith("OTEL_")}
    read = environment_variables() - of_others - NOT_SET_BY_OPERATORS
    assert [name for name in sorted(read) if not re.search(rf"\b{name}\b", explained)] == []


@pytest.mark.slow
def test_the_site_must_be_a_url(tmp_path):
    refused = check(tmp_path, SITE="scores.example")
    assert refused.returncode == 1
    assert "SITE is an address" in refused.stderr


@pytest.mark.needs("sqlite")
def test_sqlite_is_durable_and_checks_references(db):
    with connection.cursor() as cursor:
        pragmas = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert connection.transaction_mode == "IMMEDIATE"


def test_the_service_is_ready_only_when_all_migrations_are_applied(client, db):
    assert client.get("/healthz/").content == b"alive\n"
    assert client.get("/readyz/").content == b"ready\n"
    recorder = MigrationRecorder(connection)
    name = max(name for app, name in recorder.applied_migrations() if app == "scorekeeper")
    recorder.record_unapplied("scorekeeper", name)
    behind = client.get("/readyz/")
    assert (behind.status_code, behind.content) == (503, b"migrations missing\n")


def test_the_content_security_policy_allows_no_other_host(client, db):
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert directives["default-src"] == directives["frame-ancestors"] == "'none'"
    assert (
        directives["script-src"] == directives["style-src"] == directives["form-action"] == "'self'"
    )


@pytest.mark.slow
def test_a_package_with_a_broken_entry_point_does_not_stop_the_service(tmp_path):
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nVersion: 1\n")  # without a name
    (info / "entry_points.txt").write_text("[referee.variants]\nbroken = ..no module!\n")
    process = run(tmp_path, "manage.py", "check", PYTHONPATH=str(tmp_path))
    assert process.returncode == 0, process.stderr
    code = "import referee; print(len(referee.variants()))"
    process = run(tmp_path, "-c", code, PYTHONPATH=str(tmp_path))
    assert process.stdout == "5\n", process.stderr
    assert "The package of an unknown name brings no game 'broken'" in process.stderr


def test_the_admin_is_loaded_by_its_checks_and_not_by_every_command(tmp_path):
    code = (
        "import sys, django; django.setup(); from django.core import checks; "
        "before = 'scorekeeper.admin' in sys.modules; checks.run_checks(tags=['admin']); "
        "print(before, 'scorekeeper.admin' in sys.modules)"
    )
    loaded = run(tmp_path, "-c", code, DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    assert loaded.stdout.split() == ["False", "True"], loaded.stderr
