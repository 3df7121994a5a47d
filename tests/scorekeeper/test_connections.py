"""Connections to the database: checked before they are used again, and shared by the threads of a web process."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from scorekeeper.models import Club, Player
from tests.scorekeeper.worker_processes import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return Club.objects.create(name="Thursday Night Cards")


def names():
    return set(Player.objects.values_list("name", flat=True))


def test_a_transaction_that_fails_at_once_leaves_the_connection_usable(club):
    zoe = Player.objects.create(club=club, name="Zoe")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.bulk_create([Player(pk=zoe.pk, club=club, name="Yan")])
    with transaction.atomic():
        Player.objects.create(club=club, name="Yan")
    assert names() == {"Zoe", "Yan"}


def test_a_connection_that_the_server_closed_is_not_used_again(club):
    Player.objects.create(club=club, name="Zoe")
    if connection.vendor == "postgresql":
        info = connection.connection.info
        with psycopg.connect(info.dsn, password=info.password, autocommit=True) as other:
            # returns when the server has closed it, or after five seconds
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [info.backend_pid])
    connection.health_check_enabled = True
    connection.close_if_unusable_or_obsolete()
    connection.health_check_done = False
    assert names() == {"Zoe"}


@pytest.mark.postgresql
def test_pgoptions_apply_to_every_connection(monkeypatch):
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=5s")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("5s",)
    finally:
        other.close()


PRINT_DATABASE = "from scorekeeper import settings as s; d = s.DATABASES['default']; print(d['ENGINE'], d['CONN_MAX_AGE'], d['CONN_HEALTH_CHECKS'], d['DISABLE_SERVER_SIDE_CURSORS'], d.get('OPTIONS', {}).get('pool'))"
POOL = "{'min_size': 1, 'max_size': 8, 'timeout': 1.5, 'reconnect_timeout': 1.0}"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "60 True False None"),  # a worker's process or a command
        (
            {"DATABASE_POOL_SIZE": "8"},
            f"0 True False {POOL}",
        ),  # a web process, as gunicorn_conf starts it
        ({"DATABASE_POOL_SIZE": "8", "POOLED": "yes"}, "60 True True None"),  # behind PgBouncer
    ],
)
def test_only_web_processes_without_an_external_pooler_have_a_pool(tmp_path, environment, expected):
    address = {"DATABASE_URL": "postgres://nobody@127.0.0.1/none", "DATA_DIR": str(tmp_path)}
    unset = {"DATABASE_POOL_SIZE", "POOLED", "ALLOWED_HOSTS"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    ran = subprocess.run(
        [sys.executable, "-c", PRINT_DATABASE],
        cwd=ROOT,
        env={**inherited, **address, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == f"django.db.backends.postgresql {expected}"


@pytest.mark.postgresql
def test_threads_share_the_connections_of_a_pool():
    """Django's connections are a thread's own; those of a pool are lent to one thread after the other."""
    pooled = [connection.copy("pooled") for _ in range(6)]
    for each in pooled:
        each.inc_thread_sharing()
        each.settings_dict = {
            **each.settings_dict,
            "CONN_MAX_AGE": 0,
            "OPTIONS": {"pool": {"min_size": 1, "max_size": 2}},
        }
    pairs = Barrier(2)

    def backend_of(each):
        with each.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
            pairs.wait(timeout=20)  # two are in use at the same time
        each.close()
        return pid

    try:
        with ThreadPoolExecutor(6) as threads:
            assert len(set(threads.map(backend_of, pooled))) == 2
    finally:
        pooled[0].close_pool()


def test_a_database_url_may_name_several_hosts(tmp_path):
    url = "postgres://me:p%40ss@db1:5432,db2:5433/cards?target_session_attrs=read-write"
    show = "from scorekeeper import settings as s; d = s.DATABASES['default']; print(d['HOST'], d['PORT'], d['USER'], d['PASSWORD'], d['NAME'], d['OPTIONS']['target_session_attrs'])"
    environment = {**os.environ, "DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", show],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["db1,db2", "5432,5433", "me", "p@ss", "cards", "read-write"]
