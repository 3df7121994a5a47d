"""Large exports as files: made by workers, resumed with Range, and gone with what they may not show any more."""

import errno
import gc
import hashlib
import json
import time
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from scorekeeper import erasure, tasks
from scorekeeper.clubs import departures, memberships, roster
from scorekeeper.exports import club_archive, file_worker, files, session_bundle
from scorekeeper.exports.files import Question
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import (
    AuditEntry,
    ExportFile,
    ExportFormat,
    ExportKind,
    Player,
    Role,
    Season,
    Visibility,
    WorkFailure,
)
from scorekeeper.monitoring import server_checks, waiting
from scorekeeper.monitoring.route_costs import SENDING
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED
from tests.scorekeeper.threads import run_in_threads
from tests.scorekeeper.turns import never

QUESTION = Question(ExportKind.RECORDS, ExportFormat.NDJSON)

pytestmark = pytest.mark.usefixtures("hand", "export_folder")


@pytest.fixture
def season(club, session):
    season = Season.objects.create(club=club, name="Spring")
    session.season = season
    session.save()
    return season


@pytest.fixture
def ask(club, signed):
    """Ask for a file, by default for Dan's records of the club; return the answer."""

    def ask(who, kind="records", **body):
        return signed(who).post(f"/api/v1/clubs/{club.pk}/exports/", {"kind": kind, **body})

    return ask


@pytest.fixture
def ready(ask):
    """Ask for a file, let a worker make it, and return its row."""

    def ready(who, kind="records", **body):
        answer = ask(who, kind, **body)
        tasks.make_export_files()
        return ExportFile.objects.get(pk=answer.json()["id"])

    return ready


# PostgreSQL looks at the commit whether a club that was changed has moved
MOVED = pytest.param("moved", marks=pytest.mark.django_db(transaction=True))
each_decision = pytest.mark.parametrize("decision", ["erased", MOVED, "public"])


def make(*, give_up=never):
    return file_worker.make_waiting(stop=never, give_up=give_up)


def path_of(row):
    return f"/api/v1/exports/{row.pk}/file/"


def content(response):
    return b"".join(response.streaming_content)


def stored(folder: Path):
    return sorted(path.name for path in folder.glob("*"))


def streamed(client, address):
    return content(client.get(f"/api/v1/{address}"))


@pytest.mark.parametrize(
    ("kind", "form", "address"),
    [
        ("records", "ndjson", "clubs/{club}/records/"),
        ("hands", "ndjson", "clubs/{club}/hands/"),
        ("hands", "csv", "clubs/{club}/hands/?format=csv"),
        ("records", "ndjson", "seasons/{season}/records/"),
        ("hands", "csv", "seasons/{season}/hands/?format=csv"),
        ("scores", "csv", "seasons/{season}/scores/"),
        ("verdicts", "parquet", "seasons/{season}/hands/?format=parquet&table=verdicts"),
        ("archive", "zip", "clubs/{club}/export/"),
    ],
)
def test_a_file_has_the_bytes_of_the_stream(
    club, season, people, signed, ready, kind, form, address
):
    alice, of_season = (
        signed(people.alice),
        {"season": str(season.pk)} if "season" in address else {},
    )
    row = ready(people.alice, kind, format=form, **of_season)
    sent = alice.get(path_of(row))
    whole = content(sent)
    if kind != "archive":  # whose journal goes on
        assert without_cursors(whole) == without_cursors(
            streamed(alice, address.format(club=club.pk, season=season.pk))
        )
    assert (row.size, row.sha256) == (len(whole), hashlib.sha256(whole).hexdigest())
    assert (row.done, row.total) == (1, 1)
    assert sent["ETag"] == f'"{row.sha256}"'
    assert sent["Accept-Ranges"] == "bytes"
    assert sent["Cache-Control"].startswith("private")
    assert sent["Content-Disposition"].startswith('attachment; filename="thursday-night')
    assert sent["Content-Disposition"].endswith(f'.{form}"')


def without_cursors(text):
    """Return the lines without the cursors, which say when each was written."""
    return [
        line.rpartition(b"cursor" if b'"cursor"' in line else b",")[0] for line in text.splitlines()
    ]


@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
@pytest.mark.parametrize("kind", ["hands", "scores"])
def test_a_file_has_the_headings_of_the_stream(season, people, signed, ready, kind, language):
    row = ready(people.dan, kind, season=str(season.pk), format="csv", headings=language)
    dan = signed(people.dan)
    assert dan.get(f"/api/v1/exports/{row.pk}/").json()["headings"] == language
    address = f"seasons/{season.pk}/{kind}/?format=csv&headings={language}"
    assert without_cursors(content(dan.get(path_of(row)))) == without_cursors(
        streamed(dan, address)
    )


def test_files_with_other_headings_are_other_files(people, ask):
    asked = [{}, {"headings": "en"}, {"headings": "de"}, {"headings": "de"}]
    english, same, german, again = (
        ask(people.dan, "hands", format="csv", **one).json()["id"] for one in asked
    )
    assert (english, german) == (same, again)
    assert english != german
    answer = ask(people.dan, "records", headings="de")
    check_problem(answer, 422, "invalid", "headings")


def test_progress_and_file_are_told(people, signed, ask):
    dan, answer = signed(people.dan), ask(people.dan)
    address = answer["Location"]
    assert (answer.status_code, address) == (202, f"/api/v1/exports/{answer.json()['id']}/")
    assert dan.get(address).json()["state"] == "waiting"
    assert dan.get(f"{address}file/").json()["code"] == "not-ready"
    make()
    row = dan.get(address).json()
    assert (row["state"], row["file"]) == ("ready", f"{address}file/")
    assert (row["done"], row["total"]) == (1, 1)
    assert dan.get(answer.wsgi_request.path).json()["results"] == [row]


def test_asked_twice_it_is_made_once_until_something_changes(club, session, people, ask):
    first = ask(people.dan)
    assert ask(people.dan).json()["id"] == first.json()["id"]
    assert make() == 1
    again = ask(people.dan)
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert ask(people.bob).json()["id"] != first.json()["id"]
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    changed = ask(people.dan)
    assert (changed.status_code, changed.json()["id"] == first.json()["id"]) == (202, False)


class SlowStorage(FileSystemStorage):
    """A storage that notes how many transactions are open while it is asked."""

    asked_within: ClassVar[list[int]] = []

    def exists(self, name):
        self.asked_within.append(len(connection.savepoint_ids))
        return super().exists(name)


def test_nobody_waits_for_the_storage_with_a_lock(people, ask, ready, settings, export_folder):
    row, outside = ready(people.dan), len(connection.savepoint_ids)
    backend = f"{__name__}.{SlowStorage.__qualname__}"
    settings.STORAGES = {
        **settings.STORAGES,
        "exports": {"BACKEND": backend, "OPTIONS": {"location": export_folder}},
    }
    assert ask(people.dan).json()["id"] == str(row.pk)
    assert SlowStorage.asked_within == [outside]


def test_a_newer_file_replaces_the_one_before(session, people, ready, export_folder):
    older = ready(people.dan)
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    newer = ready(people.dan)
    assert [*ExportFile.objects.all()] == [newer]
    assert newer.size > older.size


@pytest.mark.django_db(transaction=True)
def test_what_is_replaced_expired_or_deleted_leaves_nothing_behind(
    session, people, signed, ready, export_folder
):
    ready(people.dan)
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    newer = ready(people.dan)
    assert stored(export_folder) == [newer.name]
    assert signed(people.bob).delete(f"/api/v1/exports/{newer.pk}/").status_code == 404
    assert signed(people.dan).delete(f"/api/v1/exports/{newer.pk}/").status_code == 204
    assert stored(export_folder) == []
    expired = ready(people.bob)
    ExportFile.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert signed(people.bob).get(path_of(expired)).status_code == 404
    assert tasks.forget_old_export_files() == 1
    assert (stored(export_folder), ExportFile.objects.count()) == ([], 0)


def test_a_download_goes_on_where_it_was_broken_off(people, signed, ready):
    row, dan = ready(people.dan, "hands"), signed(people.dan)
    whole = content(dan.get(path_of(row)))
    middle = len(whole) // 2
    rest = dan.get(
        path_of(row), headers={"Range": f"bytes={middle}-", "If-Range": f'"{row.sha256}"'}
    )
    assert (rest.status_code, rest["ETag"]) == (206, f'"{row.sha256}"')
    assert rest["Content-Range"] == f"bytes {middle}-{len(whole) - 1}/{len(whole)}"
    assert whole[:middle] + content(rest) == whole
    other = dan.get(path_of(row), headers={"Range": f"bytes={middle}-", "If-Range": '"another"'})
    assert (other.status_code, content(other)) == (200, whole)
    behind = dan.get(path_of(row), headers={"Range": f"bytes={len(whole)}-"})
    assert (behind.status_code, behind["Content-Range"]) == (416, f"bytes */{len(whole)}")
    last = dan.get(path_of(row), headers={"Range": f"bytes={len(whole) - 1}-"})
    assert (last.status_code, content(last)) == (200, whole)
    assert dan.get(path_of(row), headers={"If-None-Match": f'"{row.sha256}"'}).status_code == 304
    head = dan.head(path_of(row))
    assert (int(head["Content-Length"]), content(head)) == (len(whole), b"")


def test_a_download_has_a_place_until_it_is_read(people, signed, ready):
    row = ready(people.dan)
    gc.collect()  # drops answers of other tests that nobody read
    before = SENDING.taken
    sent = signed(people.dan).get(path_of(row))
    assert SENDING.taken == before + 1
    assert content(sent)
    assert SENDING.taken == before


def test_how_long_files_wait_and_what_failed_is_watched(people, ask):
    ask(people.dan)
    ExportFile.objects.update(asked_at=timezone.now() - timedelta(minutes=40))
    assert waiting.seconds_by_kind()["export files"] >= 2400
    make()
    assert waiting.seconds_by_kind()["export files"] == 0


def test_the_doctor_looks_at_the_disk_of_the_files(export_folder, tmp_path):
    def looked_at():
        return [
            finding.message
            for finding in server_checks.check_disk()
            if "EXPORT_STORAGE" in finding.message
        ]

    assert str(tmp_path) in looked_at()[0]  # no worker has made the folder yet
    export_folder.mkdir()
    assert str(export_folder) in looked_at()[0]


def test_nginx_sends_the_file_where_it_is_told_so(people, signed, ready, settings):
    row = ready(people.dan)
    settings.EXPORT_ACCEL_PREFIX = "/internal/exports/"
    sent = signed(people.dan).get(path_of(row), headers={"Range": "bytes=1-"})
    assert (sent.status_code, sent.content) == (200, b"")
    assert sent["X-Accel-Redirect"] == f"/internal/exports/{row.name}"
    assert sent["Content-Type"].startswith("application/x-ndjson")
    files.storage().delete(row.name)
    assert signed(people.dan).get(path_of(row)).status_code == 404


def test_an_object_storage_sends_the_file_for_some_minutes(
    people, signed, ready, settings, monkeypatch
):
    row = ready(people.dan)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    options = {
        "bucket_name": "scores",
        "location": "exports",
        "querystring_expire": 300,
        "signature_version": "s3v4",
        "region_name": "eu-central-1",
    }
    storage = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, "exports": storage}
    sent = signed(people.dan).get(path_of(row))
    address = urlsplit(sent["Location"])
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert (sent.status_code, address.path) == (302, f"/exports/{row.name}")
    assert query["X-Amz-Expires"] == "300"
    assert (
        query["response-content-disposition"]
        == 'attachment; filename="thursday-night-records.ndjson"'
    )
    assert query["X-Amz-Signature"]


def test_whoever_may_not_have_it_any_more_finds_nothing(club, people, signed, ready):
    row, dan = ready(people.dan), signed(people.dan)
    for other in (people.bob, people.eve):
        assert signed(other).get(path_of(row)).status_code == 404
    memberships.leave(club, people.dan, by=people.alice)
    assert dan.get(path_of(row)).status_code == 404
    assert dan.get(f"/api/v1/exports/{row.pk}/").status_code == 404


def test_an_archive_is_for_owners_when_it_is_asked_for_made_and_downloaded(
    club, people, signed, ask, ready
):
    assert ask(people.bob, "archive").status_code == 403
    assert ask(people.eve, "archive").status_code == 404
    reading = signed(people.alice, scopes=["read"])
    assert reading.post(f"/api/v1/clubs/{club.pk}/exports/", {"kind": "archive"}).status_code == 403
    memberships.give_role(club, people.bob, Role.OWNER, by=people.alice)
    row = ready(people.bob, "archive")
    assert signed(people.bob, scopes=["read"]).get(path_of(row)).status_code == 404
    assert content(signed(people.bob).get(path_of(row)))
    ask(people.alice, "archive")
    for who in (people.bob, people.alice):  # somebody else is owner
        memberships.give_role(club, people.carol, Role.OWNER, by=people.alice)
        memberships.give_role(club, who, Role.MEMBER, by=people.carol)
    assert signed(people.bob).get(path_of(row)).status_code == 404
    assert make() == 0
    assert not ExportFile.objects.filter(asked_by=people.alice).exists()


def test_an_archive_is_one_line_of_the_log(people, ask, ready):
    exported = AuditEntry.objects.filter(act=club_archive.NOTED)
    ready(people.alice, "archive")
    ready(people.alice, "archive")
    ready(people.alice, "records")
    (line,) = exported
    assert (line.by_id, line.details) == (people.alice.pk, {"left_out": 0})


def test_cards_of_unfinished_hands_are_as_in_the_stream(session, people, signed, ask, ready):
    hand_recording.record_hand(session, UNFINISHED, by=people.carol)
    refused = ask(people.alice, "archive")
    assert (refused.status_code, refused.json()["code"]) == (409, "cards-hidden")
    row = ready(people.alice, "archive", leave_out="unfinished")
    assert (row.total, row.size > 0) == (0, True)
    files_of = [
        content(signed(who).get(path_of(ready(who, "hands")))) for who in (people.dan, people.carol)
    ]
    assert [b'"hides_cards":true' in text for text in files_of] == [True, False]


@pytest.mark.parametrize("body", [{}, {"leave_out": "unfinished"}], ids=["whole", "in part"])
def test_a_hand_that_begins_meanwhile_shows_no_cards_in_an_archive(
    session, people, signed, ask, monkeypatch, body
):
    build = session_bundle.positions_hidden_from

    def deal_first(*args):
        if not session.hands.filter(adjudication__status="unfinished").exists():
            hand_recording.record_hand(session, UNFINISHED, by=people.carol)
        return build(*args)

    assert ask(people.alice, "archive", **body).status_code == 202
    monkeypatch.setattr(session_bundle, "positions_hidden_from", deal_first)
    make()
    row = ExportFile.objects.get()
    if not body:
        assert row.finished_at is None
        assert "UnfinishedHandsError" in WorkFailure.objects.get(row=row.pk).error
        return
    with ZipFile(BytesIO(content(signed(people.alice).get(path_of(row))))) as archive:
        assert archive.namelist() == ["manifest.json", "journal.json"]
        assert json.loads(archive.read("manifest.json"))["left_out"] == [str(session.pk)]


def test_a_file_asked_through_a_narrow_token_shows_no_past_tricks(club, players, people, signed):
    rules = {"variant": "gang-of-four", "players": [str(player.pk) for player in players]}
    carol, reading = signed(people.carol), signed(people.bob, scopes=["read"])
    session = carol.post(f"/api/v1/clubs/{club.pk}/sessions/", rules).json()["id"]
    hand = {"events": ["1: 1M 1G", "4: pass", "3: 2G 2R", "2: pass", "1: pass", "4: pass", "3: 3Y"]}
    assert carol.post(f"/api/v1/sessions/{session}/hands/", hand).status_code == 201
    answer = reading.post(f"/api/v1/clubs/{club.pk}/exports/", {"kind": "records"})
    make()
    file = content(reading.get(f"/api/v1/exports/{answer.json()['id']}/file/"))
    stream = content(reading.get(f"/api/v1/clubs/{club.pk}/records/"))
    assert b"1: ? ?" in stream
    assert without_cursors(file) == without_cursors(stream)


@each_decision
def test_a_decision_about_the_club_deletes_its_files(
    club, people, players, signed, ask, ready, decision
):
    row = ready(people.dan)
    ask(people.bob)
    decide(decision, club, people)
    assert not ExportFile.objects.exists()
    assert signed(people.dan).get(path_of(row)).status_code == 404
    tasks.forget_old_export_files()
    assert not files.storage().listdir("")[1]


def decide(decision, club, people):
    if decision == "erased":
        player = Player.objects.get(club=club, name="Bob")
        erasure.erase(player, confirm="Bob", by=people.alice)
    elif decision == "moved":
        departures.depart(club, address="https://elsewhere.example")
    else:
        roster.change(club, {"visibility": Visibility.PUBLIC}, by=people.alice)


@each_decision
def test_a_file_that_is_being_made_meanwhile_is_not_published(
    club, people, ask, export_folder, decision
):
    ask(people.dan)

    def decide_now():
        """Decide as soon as the worker has begun to write."""
        if stored(export_folder):
            assert len(stored(export_folder)) == 1
            decide(decision, club, people)
        return False

    assert make(give_up=decide_now) == 0
    assert not ExportFile.objects.exists()
    assert stored(export_folder) == []
    assert not WorkFailure.objects.exists()


def test_a_worker_that_is_to_stop_begins_anew_later(people, ask, export_folder):
    ask(people.dan)
    assert make(give_up=lambda: True) == 0
    assert (files.unfinished().get().started_at, stored(export_folder)) == (None, [])
    assert make() == 1


def test_two_workers_side_by_side_make_one_file(people, ask, export_folder):
    ask(people.dan)
    ask(people.bob)

    def call_another():
        if files.unfinished().exclude(started_at=None).exists():
            assert make() == 0
        return False

    assert make(give_up=call_another) == 2
    assert len(stored(export_folder)) == 2


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
def test_workers_of_one_moment_make_each_file_once(people, ask, export_folder):
    ask(people.dan)
    ask(people.bob)
    made = run_in_threads(lambda _: make(), times=4)
    assert sum(made) + make() == 2
    assert len(stored(export_folder)) == 2


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
def test_what_is_asked_while_a_player_is_erased_is_made_without_the_name(
    club, players, people, ask
):
    is_deleted, asked = Event(), []

    def erase_or_ask(number):
        if number:
            is_deleted.wait(10)
            asked.append(files.ask(club, QUESTION, by=people.dan))
            return
        with transaction.atomic():
            erasure.erase(players[1], confirm="Bob", by=people.alice)
            is_deleted.set()
            time.sleep(0.3)  # for whoever does not wait
            assert not asked

    run_in_threads(erase_or_ask)
    assert make() == 1
    with files.storage().open(ExportFile.objects.get().name) as file:
        assert b"Bob" not in file.read()


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_left_is_swept_and_the_file_made_by_another(
    people, ask, export_folder
):
    ask(people.dan)
    file_worker._claim()  # and no more is heard of the worker
    killed = ExportFile.objects.get()
    export_folder.mkdir()
    for name in (killed.name, "of-somebody-else.csv"):
        (export_folder / name).write_bytes(b"half")
    tasks.forget_old_export_files()
    assert (len(stored(export_folder)), make()) == (2, 0)
    ExportFile.objects.update(worked_on_at=timezone.now() - file_worker.LEASE)
    assert make() == 1
    tasks.forget_old_export_files()
    assert stored(export_folder) == sorted(["of-somebody-else.csv", ExportFile.objects.get().name])


class FullStorage(FileSystemStorage):
    """A folder on a disk that is full."""

    def open(self, name, mode="rb"):
        file = super().open(name, mode)
        return FullFile(file.file) if "w" in mode else file


class FullFile(File):
    def write(self, chunk):
        self.file.write(chunk[:10])
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_storage_is_noted_and_the_file_made_once_there_is_room(
    people, signed, ask, settings, export_folder
):
    room = settings.STORAGES
    full = {**room["exports"], "BACKEND": f"{__name__}.FullStorage"}
    settings.STORAGES = {**room, "exports": full}
    address = ask(people.dan)["Location"]
    assert make() == 0
    failure = WorkFailure.objects.get()
    assert (failure.kind, "No space left" in failure.error) == ("export file", True)
    assert stored(export_folder) == []
    shown = signed(people.dan).get(address).json()
    assert (shown["state"], shown["failed_at"] is None) == ("failed", False)
    settings.STORAGES = room
    assert make() == 0  # it waits
    ask(people.dan)  # again: it is tried at once
    assert make() == 1
    assert signed(people.dan).get(address).json()["state"] == "ready"
    assert not WorkFailure.objects.exists()


def test_few_files_are_made_for_an_account_at_once(people, ask, season):
    asked = [
        ask(people.dan, kind, **more)
        for kind, more in (
            ("records", {}),
            ("hands", {}),
            ("hands", {"format": "csv"}),
            ("scores", {"season": str(season.pk)}),
        )
    ]
    assert [answer.status_code for answer in asked] == [202, 202, 202, 429]
    assert int(asked[-1]["Retry-After"]) > 0
    assert ask(people.bob).status_code == 202
    make()
    assert ask(people.dan, "scores", season=str(season.pk)).status_code == 202


def test_what_failed_for_others_takes_no_place_of_the_club(people, ask, monkeypatch):
    monkeypatch.setattr(files, "MOST_OF_CLUB", 1)
    assert ask(people.dan).status_code == 202
    assert ask(people.bob).status_code == 429
    ExportFile.objects.update(failed_at=timezone.now())
    assert ask(people.bob).status_code == 202


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"kind": "everything"}, "kind"),
        ({"kind": "scores"}, "season"),
        ({"kind": "records", "format": "csv"}, "format"),
        ({"kind": "records", "leave_out": "unfinished"}, "leave_out"),
        ({"kind": "hands", "separator": "semicolon"}, "separator"),
        ({"kind": "hands", "format": "csv", "separator": "tab"}, "separator"),
    ],
)
def test_what_does_not_exist_is_refused(people, ask, body, where):
    answer = ask(people.alice, **body)
    assert (answer.status_code, answer.json()["where"]) == (422, where)


def test_a_csv_file_has_the_separator_that_was_asked_for(people, ready, signed, hand):
    lines = []
    for separator in ("comma", "semicolon"):
        row = ready(people.dan, "hands", format="csv", separator=separator)
        assert row.separator == separator
        lines.append(content(signed(people.dan).get(path_of(row))).splitlines()[0])
    assert lines[0].replace(b",", b";") == lines[1]
    assert ExportFile.objects.count() == 2


def test_strangers_do_not_ask(club, people, ask, signed):
    type(club).objects.update(visibility=Visibility.PUBLIC)
    address = f"/api/v1/clubs/{club.pk}/exports/"
    for who in (None, people.eve):
        assert signed(who).post(address, {"kind": "records"}).status_code == 404
        assert signed(who).get(address).status_code == 404


def test_what_cannot_be_made_for_days_is_deleted(people, ask):
    ask(people.dan)
    WorkFailure.objects.create(
        kind="export file",
        row=ExportFile.objects.get().pk,
        first_at=timezone.now(),
        last_at=timezone.now(),
    )
    ExportFile.objects.update(asked_at=timezone.now() - timedelta(days=8))
    tasks.forget_old_export_files()
    tasks.forget_old_export_files()
    assert not ExportFile.objects.exists()
    assert not WorkFailure.objects.exists()


def test_the_database_refuses_an_archive_of_a_season(club, season, people):
    with pytest.raises(IntegrityError, match="archive_is_of_a_club"):
        ExportFile.objects.create(
            club=club,
            season=season,
            kind=ExportKind.ARCHIVE,
            format=ExportFormat.ZIP,
            asked_by=people.alice,
            asked_at=timezone.now(),
        )
