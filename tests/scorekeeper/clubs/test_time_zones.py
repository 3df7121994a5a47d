"""Time zones of clubs: by which day a session counts, and what today is."""

import ast
from datetime import UTC, date
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from scorekeeper import tasks
from scorekeeper.clubs import roster
from scorekeeper.exports import club_archive as exported
from scorekeeper.models import Club, RatedSession, Recount, Session, SessionFigures
from scorekeeper.models.sessions import NO_DAY
from scorekeeper.models.time_zones import zone_names
from scorekeeper.sessions import recording
from scorekeeper.standings.scope import Scope, day_of
from tests.scorekeeper.import_files import create_import, ndjson, outcomes, record
from tests.test_layout import ROOT, place, sources, tree

API = "/api/v1"
EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"  # 14 hours before UTC, 11 behind it

LOCAL_CLOCK = {"localdate", "localtime"}
REASONS = {
    "scorekeeper/pages/clubs/audit_links.py": "a time of day in the list of what was done, in the zone of the page",
    "scorekeeper/management/demo_club.py": "the demo's evenings lie in the week before the service's day",
    "scorekeeper/api/puzzles/views.py": "the puzzle of the day is that of all clubs",
    "scorekeeper/pages/puzzles/views.py": "the puzzle of the day is that of all clubs",
}
"""Modules that may ask Django's clock without naming a time zone, and why."""


def open_session(club, players, people, day=None):
    keys = {"variant": "big-two", "played_on": day} if day else {"variant": "big-two"}
    return recording.record_session(club, keys, players=players, by=people.carol)[0]


def day_in(zone, session):
    return session.created_at.astimezone(ZoneInfo(zone or "UTC")).date()


def move(club, zone, people):
    return roster.change(club, {"time_zone": zone}, by=people.alice)


def test_who_asks_for_a_day_says_where():
    """A club's day is another one than the service's for up to 26 hours."""
    bare = {
        path.relative_to(ROOT).as_posix(): place(path, node)
        for path in sources("scorekeeper")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in LOCAL_CLOCK
        and len(node.args) < 2
        and not any(key.arg == "timezone" for key in node.keywords)
    }
    assert bare.keys() == REASONS.keys(), f"Name the club's time zone, or list the reason: {bare}"


def test_a_day_of_a_moment_in_a_query_is_in_a_named_time_zone():
    bare = [
        place(path, node)
        for path in sources("scorekeeper")
        if "migrations" not in path.parts
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "TruncDate"
        and not any(key.arg == "tzinfo" for key in node.keywords)
    ]
    assert not bare


@pytest.mark.parametrize("zone", ["", EAST, "Asia/Hong_Kong", WEST])
def test_a_session_without_a_date_lies_on_the_day_of_its_club(zone, club, players, people):
    move(club, zone, people)
    session = open_session(club, players, people)
    day = day_in(zone, session)
    assert session.listed_on == session.day_entered == day
    assert Session.objects.annotate(day=day_of("")).get().day == day


@pytest.mark.parametrize(
    ("zone", "last", "next_one"),
    [
        ("", "2026-03-13", "2026-03-14"),
        (EAST, "2026-03-14", "2026-03-15"),
        (WEST, "2026-03-13", "2026-03-14"),
    ],
)
def test_the_latest_day_of_play_is_the_day_after_today_of_the_club(
    zone, last, next_one, noon, club, players, people, signed
):
    move(club, zone, people)
    body = {"variant": "big-two", "players": [str(player.pk) for player in players]}
    url = f"{API}/clubs/{club.pk}/sessions/"
    client = signed(people.alice)
    assert client.post(url, {**body, "played_on": last}, format="json").status_code == 201
    refused = client.post(url, {**body, "played_on": next_one}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-date")
    lines = ndjson(record(played_on=last), record(played_on=next_one))
    row = create_import(Club.objects.get(pk=club.pk), people.alice, lines)
    tasks.run_waiting_imports()
    assert sorted(outcomes(row)) == ["malformed", "new"]


def test_sessions_move_with_their_club(club, players, people):
    logged = open_session(club, players, people)
    dated = open_session(club, players, people, "2026-03-05")
    create_import(club, people.carol, ndjson(record(played_on=None)))
    tasks.run_waiting_imports()
    for zone in (EAST, WEST, ""):
        move(Club.objects.get(pk=club.pk), zone, people)
        rows = Session.objects.annotate(day=day_of(""))
        day = day_in(zone, logged)
        assert rows.get(pk=logged.pk).listed_on == rows.get(pk=logged.pk).day == day
        assert rows.get(pk=dated.pk).day == date(2026, 3, 5)
        imported = rows.get(listed_on=NO_DAY)
        assert imported.day == imported.day_entered == day_in(zone, imported)


def test_what_is_counted_by_these_days_is_counted_again(keeper, people):
    undated = keeper.session([0, 5, 8, 12])
    for zone in (EAST, WEST):
        move(Club.objects.get(pk=keeper.club.pk), zone, people)
        assert Recount.objects.filter(season=keeper.season).exists()
        for count in (tasks.count_standings, tasks.count_ratings, tasks.count_statistics):
            count()
        day = day_in(zone, undated)
        assert RatedSession.objects.get(session=undated).moment.startswith(f"{day:%Y%m%d}")
        assert SessionFigures.objects.get(session=undated).day == day
        assert not Recount.objects.exists()


def test_the_end_of_a_day_is_the_clubs(noon, club, season, people):
    for zone, hour in (("", "00"), ("Asia/Hong_Kong", "16"), ("America/New_York", "04")):
        club.time_zone = zone
        season.club = club
        until = Scope(as_of=date(2026, 3, 12)).until(season)
        assert f"{until.astimezone(UTC):%H}" == hour


def test_the_api_reads_and_writes_the_time_zone(club, people, signed):
    client, url = signed(people.alice), f"{API}/clubs/{club.pk}/"
    assert client.get(url).json()["time_zone"] == "UTC"
    assert client.patch(url, {"time_zone": "Europe/Berlin"}, format="json").status_code == 200
    assert client.get(url).json()["time_zone"] == "Europe/Berlin"
    assert client.patch(url, {"time_zone": ""}, format="json").json()["time_zone"] == "UTC"
    new = client.post(f"{API}/clubs/", {"name": "New", "time_zone": "Asia/Taipei"}, format="json")
    assert (new.status_code, new.json()["time_zone"]) == (201, "Asia/Taipei")


@pytest.mark.parametrize("zone", ["Berlin", "../etc/passwd", "europe/berlin", "UTC+2", "x" * 65])
def test_an_unknown_time_zone_is_refused(zone, club, people, signed):
    client = signed(people.alice)
    for answer in (
        client.patch(f"{API}/clubs/{club.pk}/", {"time_zone": zone}, format="json"),
        client.post(f"{API}/clubs/", {"name": "New", "time_zone": zone}, format="json"),
    ):
        assert answer.status_code in ({400} if len(zone) < 65 else {400, 422})
        assert answer.json()["where"] == "time_zone"
    with pytest.raises(ValidationError):
        roster.change(club, {"time_zone": zone}, by=people.alice)


def test_an_archive_has_the_time_zone_that_counted(club, people):
    manifest = exported.build_manifest(club, sessions=[], left_out=[])
    assert manifest["time_zone"] == "UTC"
    move(club, "Asia/Taipei", people)
    club = Club.objects.get(pk=club.pk)
    assert exported.build_manifest(club, sessions=[], left_out=[])["time_zone"] == "Asia/Taipei"
    assert "time_zone" not in manifest["club"]


def test_the_names_are_those_of_the_iana(db):
    assert {"UTC", "Europe/Berlin", "Asia/Hong_Kong", EAST, WEST} < zone_names()
    assert "localtime" not in zone_names()
