"""Do the servers answer that the service needs?  Nothing here waits for one of them longer than ``TIMEOUT``."""

import os
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from shutil import disk_usage
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.db import Error, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.module_loading import import_string

from scorekeeper.accounts.mail import MailSetting, mail_setting
from scorekeeper.exports import files
from scorekeeper.monitoring import metrics, replicas
from scorekeeper.monitoring.findings import Finding, ok, warning, wrong

REDIS_CACHE = "django.core.cache.backends.redis.RedisCache"
TIMEOUT = 2  # seconds
MANY_MESSAGES = 1_000
CLOCKS_DIFFER = 2.0  # seconds
LITTLE_SPACE, NO_SPACE = 2_000_000_000, 200_000_000  # bytes


def check_database() -> Iterator[Finding]:
    """Yield whether the database can be reached."""
    probe = connection.copy()
    if probe.vendor == "postgresql":
        options = {
            key: value for key, value in probe.settings_dict["OPTIONS"].items() if key != "pool"
        }
        probe.settings_dict["OPTIONS"] = {**options, "connect_timeout": TIMEOUT}
    try:
        probe.ensure_connection()
        version = ".".join(map(str, probe.get_database_version()))
    except Error as error:
        yield wrong(
            "database",
            f"It does not answer: {_in_one_line(error)}",
            "Start the server, or correct DATABASE_URL.",
        )
        return
    finally:
        probe.close()
    yield ok("database", f"{probe.display_name} {version} answers.")


def check_migrations() -> Iterator[Finding]:
    """Yield whether the database has the tables of this code."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield wrong("migrations", f"{len(missing)} are not applied.", "Run `manage.py migrate`.")
    else:
        yield ok("migrations", "All are applied.")


def check_clock() -> Iterator[Finding]:
    """Yield whether this computer's clock agrees with the database server's."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:  # the ORM asks for the time only beside a row
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
        after = timezone.now()
    apart = max((before - there).total_seconds(), (there - after).total_seconds(), 0.0)
    if apart > CLOCKS_DIFFER:
        yield wrong(
            "clock",
            f"It differs from the database server's by {apart:.0f} s.",
            "Let both machines follow a time server (NTP).",
        )
    else:
        yield ok("clock", "It agrees with the database server's.")


def check_replica() -> Iterator[Finding]:
    """Yield whether the read replica answers and follows."""
    if replicas.REPLICA not in settings.DATABASES:
        return
    try:
        behind = replicas.bytes_behind()
    except Error as error:
        yield warning(
            "replica",
            f"It does not answer: {_in_one_line(error)}",
            "Start it, or correct DATABASE_REPLICA_URL. Meanwhile all requests read from the primary.",
        )
        return
    finally:
        connections[replicas.REPLICA].close()
    if behind is None:
        yield wrong(
            "replica",
            "It follows nobody: it is a primary itself.",
            "Make it a standby anew, or correct DATABASE_REPLICA_URL.",
        )
    elif behind > replicas.FAR_BEHIND:
        yield warning(
            "replica",
            f"It is {behind:,} bytes behind.",
            "See its log, and its connection to the primary.",
        )
    else:
        yield ok("replica", f"It answers, {behind:,} bytes behind.")


def check_broker() -> Iterator[Finding]:
    """Yield whether the broker answers, and how many messages wait there."""
    length = metrics.queue_length()
    if length is None:
        yield wrong(
            "broker",
            "It does not answer.",
            "Start it, or correct CELERY_BROKER_URL or REDIS_URL. Meanwhile records are accepted, and nothing is counted.",
        )
    elif length > MANY_MESSAGES:
        yield warning("broker", f"{length:,} messages wait.", "Start workers, or more of them.")
    else:
        yield ok("broker", f"It answers; {length:,} messages wait.")


def check_cache() -> Iterator[Finding]:
    """Yield whether the cache stores, and whether several processes share it."""
    chosen: dict[str, Any] = settings.CACHES["default"]
    if chosen["BACKEND"].endswith("LocMemCache"):
        if settings.EMBEDDED:
            yield ok("cache", "The memory of the process.")
        else:
            yield warning(
                "cache",
                "Each process has its own in its memory.",
                "Set REDIS_URL or CACHE_URL: limits of requests count for each process alone.",
            )
        return
    options = {
        **chosen.get("OPTIONS", {}),
        "socket_timeout": TIMEOUT,
        "socket_connect_timeout": TIMEOUT,
    }
    key, value = f"doctor-{token_hex(8)}", token_hex(8)
    try:
        # not the guarded one, which goes on without Redis
        probe = import_string(REDIS_CACHE)(chosen["LOCATION"], {**chosen, "OPTIONS": options})
        probe.set(key, value, 60)
        is_stored = probe.get(key) == value
    except Exception as error:  # whatever the cache's own library raises
        yield wrong(
            "cache",
            f"It does not answer: {_in_one_line(error)}",
            "Start it, or correct CACHE_URL or REDIS_URL.",
        )
        return
    if is_stored:
        yield ok("cache", "It answers, and all processes share it.")
    else:
        yield wrong("cache", "It answers, but stores nothing.", "See how much memory it may use.")


def check_mail() -> Iterator[Finding]:
    """Yield whether mail can be sent."""
    match mail_setting():
        case MailSetting.NONE:
            yield warning(
                "mail",
                "None is sent.",
                "Set EMAIL_HOST, and SITE if all ALLOWED_HOSTS are patterns. Until then you reset passwords yourself"
                + (", and nobody can sign up." if settings.SIGN_UP else "."),
            )
        case MailSetting.WRITTEN:
            yield ok("mail", f"It is written into {settings.EMAIL_FILE_PATH}.")
        case MailSetting.SENT:
            yield _can_send()


def _can_send() -> Finding:
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    server = get_connection(settings.EMAIL_BACKEND, timeout=TIMEOUT)
    try:
        server.open()
    except OSError as error:  # errors of SMTP are among them
        return wrong(
            "mail",
            f"{where} refuses: {_in_one_line(error)}",
            "Correct EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD.",
        )
    finally:
        server.close()
    return ok("mail", f"{where} accepts connections. `manage.py sendtestemail` tries the rest.")


def check_disk() -> Iterator[Finding]:
    """Yield how much space is left where files are written."""
    named = {"DATA_DIR": Path(settings.DATA_DIR), "temporary files": Path(tempfile.gettempdir())}
    if files.is_in_folder():
        named["EXPORT_STORAGE"] = _existing(Path(settings.EXPORT_STORAGE))
    for name, folder in named.items():
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            yield wrong(
                "disk",
                f"{folder} ({name}) cannot be written.",
                "Create it for the account that runs the service, or name another one.",
            )
            continue
        free = disk_usage(folder).free
        line = f"{free / 1e9:,.1f} GB are free in {folder} ({name})."
        if free < LITTLE_SPACE:
            finding = wrong if free < NO_SPACE else warning
            yield finding("disk", line, "Free some space.")
        else:
            yield ok("disk", line)


def _existing(folder: Path) -> Path:
    """Return a folder or, as long as nobody has made it, the one in which it will be."""
    return folder if folder.exists() else _existing(folder.parent)


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
