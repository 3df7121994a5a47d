"""A transaction is begun and ended with other messages to the database, and is one all the same."""

import time

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from scorekeeper.inserting import Rows

from scorekeeper import inserting
from scorekeeper.models import Club, Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return Club.objects.create(name="Thursday Night Cards")


def _named_alike(club):
    for _ in range(2):
        Player.objects.create(club=club, name="Zoe")


def named():
    return set(Player.objects.values_list("name", flat=True))


def test_what_begins_a_transaction_is_undone_with_it(club):
    with pytest.raises(IntegrityError), transaction.atomic():
        _named_alike(club)
    assert named() == set()


def test_a_transaction_that_fails_at_once_stands_in_no_ones_way(club):
    zoe = Player.objects.create(club=club, name="Zoe")
    with pytest.raises(IntegrityError), transaction.atomic():
        inserting.insert(Rows([Player(pk=zoe.pk, club=club, name="Yan")]))
    with transaction.atomic():
        Player.objects.create(club=club, name="Yan")
    assert named() == {"Zoe", "Yan"}


def test_rows_that_are_last_are_kept_together_or_not_at_all(club):
    with transaction.atomic():
        inserting.insert(Rows([Player(club=club, name="Zoe")]), are_last=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        inserting.insert(
            Rows([Player(club=club, name=name) for name in ("Yan", "Zoe")]), are_last=True
        )
    assert named() == {"Zoe"}


def test_rows_that_are_last_of_a_part_do_not_end_the_whole(club):
    with transaction.atomic():
        with transaction.atomic():
            inserting.insert(Rows([Player(club=club, name="Zoe")]), are_last=True)
        transaction.set_rollback(True)
    assert named() == set()


@pytest.mark.postgresql
def test_rows_that_are_last_do_not_end_what_somebody_else_will_end(club):
    transaction.set_autocommit(False)
    try:
        with transaction.atomic():
            inserting.insert(Rows([Player(club=club, name="Zoe")]), are_last=True)
        transaction.rollback()
    finally:
        transaction.set_autocommit(True)
    assert named() == set()


def test_a_first_statement_that_is_not_understood_leaves_the_rest_in_one_transaction(club):
    with transaction.atomic():
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("NO SUCH WORD")
        Player.objects.create(club=club, name="Zoe")
        transaction.set_rollback(True)
    assert named() == set()


def test_a_connection_that_the_server_closed_is_not_used_again(club):
    Player.objects.create(club=club, name="Zoe")
    if connection.vendor == "postgresql":
        info = connection.connection.info
        with psycopg.connect(info.dsn, password=info.password, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [info.backend_pid])
        time.sleep(0.2)  # until it was said
    connection.health_check_enabled = True
    connection.close_if_unusable_or_obsolete()
    connection.health_check_done = False
    assert named() == {"Zoe"}


@pytest.mark.postgresql
def test_what_is_asked_of_every_connection_is_asked_beside_our_own(monkeypatch):
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=5s")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout'), current_setting('plan_cache_mode')")  # fmt: skip
            assert cursor.fetchone() == ("5s", "force_generic_plan")
    finally:
        other.close()
