"""While the disk is full, reading goes on, and writing is answered with 503 and leaves nothing half done."""

import errno
import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from scorekeeper.models import AuditEntry, HandRevision, Import, Player, Session
from tests.scorekeeper.import_files import ndjson_of_sessions, upload
from tests.scorekeeper.sample_hands import SHEET

FULL = "DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$"
"""What PostgreSQL raises when it cannot extend a file."""


def state():
    models = (Player, Session, HandRevision, Import, AuditEntry)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


@pytest.fixture
def full_disk(transactional_db):
    """Return functions that fill the disk of SQLite, and make room again."""

    def limit(pages):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {pages}")

    def fill():
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # else pages that earlier tests left free are room
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
        limit(pages)

    def make_room():
        limit(2**31)

    yield fill, make_room
    make_room()


@pytest.mark.slow
@pytest.mark.needs("sqlite")
def test_writes_are_refused_reading_goes_on_and_afterwards_writing_too(
    full_disk, session, club, people, signed, client
):
    fill, make_room = full_disk
    scorer = signed(people.carol)
    scorer.raise_request_exception = client.raise_request_exception = False
    before = state()
    fill()
    text = ndjson_of_sessions(200)  # needs more room than free pages have
    answers = [upload(scorer, club, text, "application/x-ndjson") for _ in range(2)]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "disk-full")
        assert int(answer["Retry-After"]) > 0
    assert state() == before
    for path in (f"clubs/{club.pk}/players/", f"sessions/{session.pk}/"):
        assert scorer.get(f"/api/v1/{path}").status_code == 200
    assert client.get("/readyz/").status_code == 200
    make_room()
    assert upload(scorer, club, text, "application/x-ndjson").status_code in {201, 202}
    hands = f"/api/v1/sessions/{session.pk}/hands/"
    assert scorer.post(hands, SHEET, format="json").status_code == 201


@pytest.mark.needs("sqlite")
def test_while_another_process_writes_for_long_reading_goes_on(
    transactional_db, session, club, people, signed
):
    scorer = signed(people.carol)
    scorer.raise_request_exception = False
    path = f"/api/v1/clubs/{club.pk}/players/"
    before = state()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")  # milliseconds; an installation waits for 20 s
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert scorer.post(path, {"name": "Zed"}, format="json").status_code >= 500
        assert scorer.get(path).status_code == 200
        other.execute("ROLLBACK")
    assert state() == before
    assert scorer.post(path, {"name": "Zed"}, format="json").status_code == 201


@pytest.fixture
def failing_write(monkeypatch, people, client):
    """Let a page and a route of the API fail at writing; return the answers of both."""

    def answers(save, club, signed):
        monkeypatch.setattr(Player, "save", save)
        client.force_login(people.carol)
        api = signed(people.carol)
        api.raise_request_exception = client.raise_request_exception = False
        player = {"name": "Zed"}
        return client.post(f"/clubs/{club.pk}/players/", {"names": "Zed"}), api.post(
            f"/api/v1/clubs/{club.pk}/players/", player, format="json"
        )

    return answers


def check(page, answer):
    assert (page.status_code, answer.status_code) == (503, 503)
    assert page["Retry-After"] == answer["Retry-After"]
    assert "The disk is full" in page.content.decode()
    assert answer.json()["code"] == "disk-full"


def test_a_full_folder_of_files_is_a_full_disk(club, signed, failing_write):
    def fail(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    check(*failing_write(fail, club, signed))


@pytest.mark.needs("postgresql")
def test_a_full_disk_of_postgresql_is_a_full_disk(club, signed, failing_write):
    def fail(*_args, **_options):
        with connection.cursor() as cursor:
            cursor.execute(FULL)

    check(*failing_write(fail, club, signed))


def test_any_other_error_is_no_full_disk(club, signed, failing_write):
    def fail(*_args, **_options):
        raise OSError(errno.EACCES, "Permission denied")

    page, answer = failing_write(fail, club, signed)
    assert (page.status_code, answer.status_code) == (500, 500)
