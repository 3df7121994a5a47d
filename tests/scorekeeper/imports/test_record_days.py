"""The day of an imported session record: read where it can only be one day, refused where it may be another or none."""

from datetime import date

import pytest

import referee
from scorekeeper import tasks
from scorekeeper.imports import session_records
from scorekeeper.models import Club, Session
from tests.scorekeeper.import_files import create_import, ndjson, outcomes, record

DAY = date(2024, 3, 14)
ONE_DAY = [
    "2024-03-14T20:00:00Z",
    "2024-03-14T23:30:00.250-08:00",
    "2024-03-14 23:30",
    "2024-03-14",
    " 2024-3-14 ",
    "2024/3/14",
    "2024.03.14",
    "20240314",
    "14.3.2024",
    "14. 3. 2024, 20:15",
    "14/3/2024",
    "3/14/2024 8:15 PM",
    "14 March 2024",
    "Do., 14. März 2024",
    "2024年3月14日",
]
NO_DAY = [
    "3/4/2024",
    "14.3.24",
    "24-3-14",
    "31.4.2024",
    "2024-02-30",
    "2024",
    "some Thursday",
    "8:15",
]
NO_TEXT = [20240314, True, ["2024-03-14"], {"day": 14}]


@pytest.mark.parametrize("written", ONE_DAY)
def test_a_day_that_can_be_read_in_one_way_is_read(written, club, people):
    row = create_import(club, people.carol, ndjson(record(played_on=written)))
    tasks.run_waiting_imports()
    assert outcomes(row) == ["new"]
    session = Session.objects.get()
    assert session.played_on == DAY
    assert session.head.content["played_on"] == "2024-03-14"


def test_a_moment_in_toml_is_the_day_that_is_written(club, people):
    text = referee.write_record(referee.parse_record(record()), "toml")
    text = text.replace("2026-03-01", "2024-03-14T23:30:00-08:00")
    row = create_import(club, people.carol, text, "toml")
    tasks.run_waiting_imports()
    assert outcomes(row) == ["new"]
    assert Session.objects.get().played_on == DAY


@pytest.mark.parametrize(
    ("zone", "written", "day"),
    [
        ("Asia/Taipei", "2024-03-14T20:00:00Z", 15),
        ("America/New_York", "2024-03-15T03:30:00Z", 14),
        ("Asia/Taipei", "14.3.2024, 23:30 +08:00", 14),
        ("Asia/Taipei", "2024-03-14T23:30", 14),
        ("Asia/Taipei", "2024-03-14T23:30:00+99:00", 14),
    ],
)
@pytest.mark.parametrize("notation", ["toml", "ndjson"])
def test_a_time_with_its_zone_has_the_day_of_the_club_s_own_time_zone(
    club, people, notation, zone, written, day
):
    Club.objects.update(time_zone=zone)
    text = referee.write_record(referee.parse_record(record(played_on=written)), notation)
    row = create_import(club, people.carol, text, notation)
    tasks.run_waiting_imports()
    assert outcomes(row) == ["new"]
    assert Session.objects.get().played_on == DAY.replace(day=day)


@pytest.mark.parametrize("written", [*NO_DAY, *NO_TEXT, "9999-12-31", "1899-12-31"])
def test_a_day_that_may_be_another_or_none_is_refused_alone(written, club, people):
    row = create_import(club, people.carol, ndjson(record(played_on=written), record()))
    tasks.run_waiting_imports()
    assert outcomes(row) == ["malformed", "new"]
    error = row.report.get(outcome="malformed").details["error"]
    assert (error["code"], error["where"]) == ("bad-date", "played_on")


def test_the_refusal_says_what_would_be_right(club, people):
    row = create_import(club, people.carol, ndjson(record(played_on="3/4/2024")))
    tasks.run_waiting_imports()
    message = row.report.get().details["error"]["message"]
    assert "3/4/2024" in message
    assert "2024-03-14" in message


@pytest.mark.parametrize("written", ["", "  ", None])
def test_an_empty_day_is_none(written, club, people):
    row = create_import(club, people.carol, ndjson(record(played_on=written)))
    tasks.run_waiting_imports()
    assert outcomes(row) == ["new"]
    assert Session.objects.get().played_on is None


def test_a_record_that_an_earlier_release_imported_is_known(club, people):
    before = record(played_on="2024-03-14T20:00:00Z")
    pk = session_records.record_id(club, referee.parse_record(before))
    session_records.import_session(club, referee.parse_record(record()), by=people.carol, id=pk)
    row = create_import(club, people.carol, ndjson(before))
    tasks.run_waiting_imports()
    assert outcomes(row) == ["known"]


def test_the_preview_of_an_import_has_the_day(club, people):
    source = ndjson(record(played_on="14.3.2024"))
    row = create_import(club, people.carol, source, dry_run=True)
    tasks.run_waiting_imports()
    assert row.report.get().details["played_on"] == "2024-03-14"
