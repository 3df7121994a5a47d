"""Session records from elsewhere: tried, mapped, kept once, and worked through to the end whoever is killed meanwhile."""

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

import referee
from scorekeeper import import_files, importing, imports, memberships, tasks
from scorekeeper.models import (
    AuditEntry,
    Club,
    Hand,
    Import,
    ImportState,
    Player,
    Season,
    Session,
)
from tests.scorekeeper.conftest import CLEAN, ILLEGAL, ROOT, SHEET
from tests.scorekeeper.test_concurrency import at_once
from tests.scorekeeper.test_worker import database_url

NAMES = ["Alice", "Bob", "Carol", "Dan"]
SCORES = """2026-03-01  # at Alice's
Alice Bob Carol Erin
0 11 12 13
1 1 1 0
F=8
Frank Bob Carol Erin
3t 0 1 2
0 8 1 1
"""
TOTALS = [
    {"Alice": 84, "Bob": -4, "Carol": -12, "Erin": -68},
    {"Frank": 0, "Bob": -40, "Carol": 20, "Erin": 20},
]


def record(**more):
    return {
        "format": "session-record/1",
        "variant": "big-two",
        "players": NAMES,
        "played_on": "2026-03-01",
        "hands": [CLEAN, SHEET],
        **more,
    }


def ndjson(*records):
    return "".join(f"{json.dumps(said)}\n" for said in records)


def evenings(count):
    return ndjson(*(record(table=str(number)) for number in range(count)))


def going_on():
    return False


def file(source, notation="ndjson", **more):
    return import_files.File(
        **{"notation": notation, "source": source, "names": {}, "dry_run": False, **more}
    )


def taken_in(club, by, source, notation="ndjson", **more):
    """An import that waits for a worker."""
    row, _ = import_files.take_in(club, file(source, notation, **more), by=by)
    Import.objects.filter(pk=row.pk).update(state=ImportState.WAITING)
    return row


def outcomes(row):
    return [line.outcome for line in row.report.all()]


def post(client, club, body, **query):
    return client.post(
        f"/api/v1/clubs/{club.pk}/imports/",
        body,
        format="json",
        QUERY_STRING="&".join(f"{key}={value}" for key, value in query.items()),
    )


def sent(client, club, text, content_type, query=""):
    return client.post(f"/api/v1/clubs/{club.pk}/imports/{query}", text, content_type=content_type)


@pytest.fixture
def carol(signed, people, club):
    return signed(people.carol)


# the notations


@pytest.mark.parametrize("notation", ["toml", "json", "ndjson"])
def test_a_record_is_the_same_in_every_notation(club, people, notation):
    said = referee.parse_record(record())
    text = referee.write_record(said, "toml" if notation == "toml" else "json")
    row = taken_in(club, people.carol, text, notation)
    importing.run_waiting(stop=going_on)
    assert outcomes(row) == ["new"]
    assert Session.objects.get().pk == imports.record_id(club, said)
    assert Hand.objects.count() == 2


def test_what_toml_cannot_say_is_no_difference(club):
    said = record(hands=[{**CLEAN, "dealt": [None, None, None, None], "note": None}], place=None)
    toml = referee.write_record(referee.parse_record(said), "toml")
    ids = [
        imports.record_id(club, read)
        for read in (referee.parse_record(said), referee.read_record(toml, "toml"))
    ]
    assert ids[0] == ids[1]


def test_a_score_sheet_brings_the_totals_that_were_added_up_by_hand(club, people):
    taken_in(club, people.carol, SCORES, "txt")
    importing.run_waiting(stop=going_on)
    found = [
        dict(
            zip(
                session.seats.values_list("player__name", flat=True),
                session.result.totals,
                strict=True,
            )
        )
        for session in Session.objects.order_by("pk")
    ]
    assert sorted(found, key=str) == sorted(TOTALS, key=str)


def test_an_import_says_what_the_referee_says(carol, club):
    answer = sent(carol, club, ndjson(record(hands=[ILLEGAL])), "application/x-ndjson")
    assert answer.status_code == 201
    assert answer.json()["report"]["verdicts"] == {"legal": 4, "illegal": 1, "unproven": 0}


# the request


@pytest.mark.parametrize(
    ("text", "content_type"),
    [
        (ndjson(record()), "application/x-ndjson"),
        (json.dumps(record()), "application/json"),
        (json.dumps(record(), indent=2), "application/json"),
        (referee.write_record(referee.parse_record(record()), "toml"), "application/toml"),
        ("Alice Bob Carol Dan\n0 1 2 3\n", "text/plain"),
    ],
)
def test_the_body_is_the_file(carol, club, text, content_type):
    answer = sent(carol, club, text, content_type)
    assert (answer.status_code, answer.json()["state"]) == (201, "done")
    assert answer.json()["report"]["outcomes"] == {
        "new": 1,
        "known": 0,
        "malformed": 0,
        "failed": 0,
    }
    assert Session.objects.count() == 1


def test_the_body_says_what_to_do_with_the_file(carol, club, players):
    erin = Player.objects.create(club=club, name="Erin")
    body = {"notation": "ndjson", "source": ndjson(record()), "names": {"Dan": str(erin.pk)}}
    assert post(carol, club, body).status_code == 201
    seated = Session.objects.get().seats.values_list("player__name", flat=True)
    assert list(seated) == ["Alice", "Bob", "Carol", "Erin"]


def test_beside_the_file_stands_what_to_do_with_it(carol, club, players):
    erin = Player.objects.create(club=club, name="Erin")
    names = f'{{"Dan":"{erin.pk}"}}'
    answer = sent(
        carol, club, ndjson(record()), "application/x-ndjson", f"?dry_run=true&names={names}"
    )
    assert answer.json()["dry_run"]
    (line,) = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/").json()["results"]
    assert [player["player"] for player in line["players"]][3] == str(erin.pk)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "notation"),
        ({"notation": "pgn", "source": "x"}, "notation"),
        ({"notation": "ndjson", "source": " \n"}, "source"),
        ({"notation": "ndjson", "source": "x", "names": {"Dan": "nobody"}}, "names.Dan"),
        ({"notation": "ndjson", "source": "x", "names": {"Dan": str(uuid4())}}, "names.Dan"),
    ],
)
def test_a_request_that_cannot_be_meant_keeps_nothing(carol, club, body, where):
    answer = post(carol, club, body)
    assert (answer.status_code, answer.json()["where"]) == (422, where)
    assert not Import.objects.exists()


def test_a_file_that_is_too_large_is_refused_with_the_limit(carol, club, settings):
    settings.IMPORT_LARGEST = 100
    answer = sent(carol, club, ndjson(record()), "application/x-ndjson")
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    with pytest.raises(import_files.FileTooLargeError, match="at most 100 are taken in"):
        import_files.take_in(club, file("x" * 101), by=club.members.first().user)


def test_a_score_sheet_with_too_many_lines_is_refused(club, people, settings):
    settings.IMPORT_LINES = 2
    import_files.take_in(club, file("a b c d\n0 1 2 3\n", "txt"), by=people.carol)
    with pytest.raises(import_files.FileTooLargeError, match="3 lines, and at most 2"):
        import_files.take_in(club, file("a b c d\n0 1 2 3\n0 1 2 3\n", "txt"), by=people.carol)


def test_a_record_with_too_many_bytes_does_not_stop_the_others(carol, club, settings):
    settings.IMPORT_RECORD = 1000
    text = ndjson(record(notes="x" * 1000), record())
    answer = sent(carol, club, text, "application/x-ndjson")
    assert answer.json()["report"]["outcomes"] == {
        "new": 1,
        "known": 0,
        "malformed": 1,
        "failed": 0,
    }


def test_a_record_that_is_too_long_is_refused_with_the_limit(carol, club, settings):
    settings.IMPORT_HANDS = 1
    answer = sent(carol, club, ndjson(record(), record(hands=[SHEET])), "application/x-ndjson")
    assert answer.json()["report"]["outcomes"]["new"] == 1
    lines = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/?outcome=malformed").json()
    assert [line["error"]["code"] for line in lines["results"]] == ["too-large"]


def test_the_same_id_is_the_same_import(carol, club):
    chosen = uuid4()
    body = {"id": str(chosen), "notation": "ndjson", "source": ndjson(record())}
    assert [post(carol, club, body).status_code for _ in range(2)] == [201, 200]
    assert post(carol, club, {**body, "dry_run": True}).status_code == 409


def test_only_those_who_may_take_in_records_see_an_import(carol, club, signed, people):
    made = sent(carol, club, ndjson(record()), "application/x-ndjson").json()["id"]
    dan, eve = signed(people.dan), signed(people.eve)
    for path in (f"clubs/{club.pk}/imports/", f"imports/{made}/", f"imports/{made}/lines/"):
        found = [client.get(f"/api/v1/{path}").status_code for client in (carol, dan, eve)]
        assert found == [200, 403, 404], path


# a dry run


def test_a_dry_run_keeps_nothing_in_the_books(carol, club, players):
    answer = sent(carol, club, evenings(2), "application/x-ndjson", "?dry_run=true")
    assert answer.json()["report"]["outcomes"]["new"] == 2
    assert not Session.objects.exists()
    assert not Hand.objects.exists()
    assert Player.objects.count() == 4


def test_a_dry_run_proposes_whom_a_new_name_may_mean(carol, club, players):
    john = Player.objects.create(club=club, name="John")
    text = ndjson(record(players=["Alice", "Jon", "Zebediah", "Dan"]))
    report = sent(carol, club, text, "application/x-ndjson", "?dry_run=true").json()["report"]
    assert report["new_names"] == [
        {"name": "Jon", "proposed": [{"player": str(john.pk), "name": "John"}]},
        {"name": "Zebediah", "proposed": []},
    ]


def test_a_dry_run_tells_what_the_import_will_do(carol, club, people):
    text = ndjson(record(), record(), record(players=["Alice", "Alice", "Bob", "Dan"])) + "{\n"
    tried, done = (
        sent(carol, club, text, "application/x-ndjson", query).json()["report"]
        for query in ("?dry_run=true", "")
    )
    assert (
        tried["outcomes"] == done["outcomes"] == {"new": 1, "known": 1, "malformed": 2, "failed": 0}
    )
    assert tried["verdicts"] == done["verdicts"]


# the lines


def test_each_line_is_told_and_a_malformed_one_does_not_stop_the_others(carol, club):
    broken = record(hands=[CLEAN, {"events": ["1: 3C", "2: 99H"]}])
    text = f"{ndjson(record())}\n{{\n{ndjson(broken, record(table='2'))}"
    made = sent(carol, club, text, "application/x-ndjson").json()["id"]
    lines = carol.get(f"/api/v1/imports/{made}/lines/").json()["results"]
    assert [(line["number"], line["line"], line["outcome"]) for line in lines] == [
        (1, 1, "new"), (2, 3, "malformed"), (3, 4, "malformed"), (4, 5, "new"),
    ]  # fmt: skip
    assert lines[0]["hands"] == 2
    assert lines[2]["error"]["code"] == "unknown-card"
    assert lines[2]["error"]["where"] == "hands[1].events[1]"
    assert Session.objects.count() == 2


def test_of_a_record_that_is_refused_nothing_stays(carol, club):
    beyond = {"cards_left": [0, 13, 13, 13]}
    rules = {"multipliers": [[1, 10**13]]}
    answer = sent(
        carol, club, ndjson(record(hands=[beyond], house_rules=rules)), "application/x-ndjson"
    )
    assert answer.json()["report"]["outcomes"]["malformed"] == 1
    assert not Player.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "nul\0"])
def test_a_name_that_cannot_be_kept_is_told(carol, club, name):
    text = ndjson(record(players=["Alice", name, "Carol", "Dan"]))
    made = sent(carol, club, text, "application/x-ndjson").json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{made}/lines/").json()["results"]
    assert (line["error"]["code"], line["error"]["where"]) == ("bad-name", "players[1]")


def test_half_a_character_is_told(carol, club):
    text = json.dumps(record(place="\ud800"))
    made = sent(carol, club, text, "application/x-ndjson").json()
    assert made["report"]["outcomes"] == {"new": 0, "known": 0, "malformed": 1, "failed": 0}


# names


def test_missing_players_are_made_and_known_ones_meant(carol, club, players):
    text = ndjson(record(players=["Alice", " Bob ", "Carol", "Erin"]))
    made = sent(carol, club, text, "application/x-ndjson").json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{made}/lines/").json()["results"]
    assert [player["is_new"] for player in line["players"]] == [False, False, False, True]
    assert set(Player.objects.values_list("name", flat=True)) == {*NAMES, "Erin"}


def test_a_name_mapped_to_nobody_is_a_new_player_once(carol, club, players):
    body = {"notation": "ndjson", "names": {"Erin": None}}
    for table in ("1", "2"):
        text = ndjson(record(players=["Alice", "Bob", "Carol", "Erin"], table=table))
        assert post(carol, club, {**body, "source": text}).json()["report"]["outcomes"]["new"] == 1
    assert Player.objects.count() == 5


def test_two_names_of_a_table_cannot_mean_one_player(carol, club, players):
    body = {"notation": "ndjson", "source": ndjson(record()), "names": {"Dan": str(players[0].pk)}}
    made = post(carol, club, body).json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{made}/lines/").json()["results"]
    assert (line["error"]["code"], line["error"]["where"]) == ("seated-twice", "players[3]")


def test_a_season_of_that_name_is_meant(carol, club):
    spring = Season.objects.create(club=club, name="Spring")
    sent(
        carol, club, ndjson(record(season="Spring"), record(season="Never")), "application/x-ndjson"
    )
    assert list(Session.objects.filter(season=spring)) == [Session.objects.get(season=spring)]
    assert Session.objects.filter(season=None).count() == 1


# again


def test_the_same_file_again_changes_nothing(carol, club):
    first = sent(carol, club, evenings(3), "application/x-ndjson").json()
    kept = set(Hand.objects.values_list("pk", "head__digest"))
    again = sent(carol, club, evenings(3), "application/x-ndjson").json()
    assert first["report"]["outcomes"]["new"] == again["report"]["outcomes"]["known"] == 3
    assert set(Hand.objects.values_list("pk", "head__digest")) == kept
    assert (Session.objects.count(), Player.objects.count()) == (3, 4)


def test_what_was_corrected_since_stays_corrected(carol, club, players, people):
    sent(carol, club, ndjson(record()), "application/x-ndjson")
    Player.objects.filter(pk=players[0].pk).update(name="Alicia")
    answer = sent(carol, club, ndjson(record()), "application/x-ndjson")
    assert answer.json()["report"]["outcomes"]["known"] == 1
    assert Player.objects.count() == 4


def test_the_same_record_in_another_club_is_another_session(carol, club, signed, people):
    elsewhere = Club.objects.get(name="Elsewhere")
    sent(carol, club, ndjson(record()), "application/x-ndjson")
    sent(signed(people.eve), elsewhere, ndjson(record()), "application/x-ndjson")
    assert sorted(Session.objects.values_list("club", flat=True)) == sorted([club.pk, elsewhere.pk])


def test_every_import_is_in_the_audit_log(carol, club):
    sent(carol, club, ndjson(record()), "application/x-ndjson")
    acts = list(AuditEntry.objects.filter(club=club).values_list("act", flat=True))
    assert acts.count("import begun") == acts.count("session opened") == 1
    assert (acts.count("hand recorded"), acts.count("player added")) == (2, 4)


# the queue


def test_a_large_file_waits_for_a_worker(carol, club, settings):
    settings.IMPORT_AT_ONCE = 100
    answer = sent(carol, club, evenings(3), "application/x-ndjson")
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    assert not Session.objects.exists()
    importing.run_waiting(stop=going_on)
    shown = carol.get(f"/api/v1/imports/{answer.json()['id']}/").json()
    assert (shown["state"], shown["lines"], shown["done"]) == ("done", 3, 3)
    assert Session.objects.count() == 3


def test_a_request_that_takes_too_long_leaves_the_rest_to_a_worker(carol, club, settings):
    settings.IMPORT_PATIENCE = 0
    answer = sent(carol, club, evenings(3), "application/x-ndjson")
    said = answer.json()
    assert (answer.status_code, said["state"], said["done"], said["lines"]) == (
        202,
        "waiting",
        1,
        3,
    )
    importing.run_waiting(stop=going_on)
    assert Session.objects.count() == 3


def test_the_task_of_the_queue_may_run_twice(club, people):
    row = taken_in(club, people.carol, evenings(2))
    assert [tasks.run_waiting_imports() for _ in range(2)] == [1, 0]
    assert outcomes(row) == ["new", "new"]


def test_a_worker_that_is_asked_to_leave_leaves_the_rest_to_the_next(club, people):
    row = taken_in(club, people.carol, evenings(3))
    importing.run_waiting(stop=iter([False, True, True]).__next__)
    row.refresh_from_db()
    assert (row.state, row.done, Session.objects.count()) == ("waiting", 1, 1)
    importing.run_waiting(stop=going_on)
    row.refresh_from_db()
    assert (row.state, outcomes(row)) == ("done", ["new"] * 3)


def test_a_cancelled_import_goes_no_further(carol, club, people):
    row = taken_in(club, people.carol, evenings(3))
    importing.run_waiting(stop=iter([False, True, True]).__next__)
    url = f"/api/v1/imports/{row.pk}/cancellation/"
    assert [carol.post(url).json()["state"] for _ in range(2)] == ["cancelled", "cancelled"]
    importing.run_waiting(stop=going_on)
    assert Session.objects.count() == 1
    assert AuditEntry.objects.filter(act="import cancelled").count() == 1


def test_what_is_over_cannot_be_cancelled(carol, club):
    made = sent(carol, club, ndjson(record()), "application/x-ndjson").json()["id"]
    answer = carol.post(f"/api/v1/imports/{made}/cancellation/")
    assert (answer.status_code, answer.json()["code"]) == (409, "import-over")


def test_who_may_no_longer_take_in_records_does_not_by_the_queue(club, people):
    row = taken_in(club, people.carol, evenings(2))
    memberships.leave(club, people.carol, by=people.alice)
    importing.run_waiting(stop=going_on)
    row.refresh_from_db()
    assert (row.state, Session.objects.count()) == ("cancelled", 0)


def test_the_names_in_a_file_are_not_kept_a_second_time(club, people):
    row = taken_in(club, people.carol, evenings(1), names={"Alice": None})
    importing.run_waiting(stop=going_on)
    row.refresh_from_db()
    assert (row.source, row.names) == ("", {})
    assert not any(name in json.dumps(row.report.get().details) for name in NAMES)


def test_what_is_being_worked_on_is_left_alone_until_nobody_does(club, people):
    row = taken_in(club, people.carol, evenings(1))
    working = Import.objects.filter(pk=row.pk)
    working.update(state=ImportState.RUNNING, worked_on_at=timezone.now())
    assert importing.run_waiting(stop=going_on) == 0
    working.update(worked_on_at=timezone.now() - importing.LEASE - timedelta(seconds=1))
    assert importing.run_waiting(stop=going_on) == 1
    assert outcomes(row) == ["new"]


def test_a_worker_that_lost_an_import_keeps_no_more_of_it(club, people):
    row = taken_in(club, people.carol, evenings(3))
    Import.objects.filter(pk=row.pk).update(state=ImportState.RUNNING, worked_on_at=timezone.now())
    lost = Import.objects.get(pk=row.pk)
    Import.objects.filter(pk=row.pk).update(worked_on_at=timezone.now() + timedelta(seconds=1))
    importing.work_on(lost, stop=going_on)
    row.refresh_from_db()
    assert (row.state, row.done, Session.objects.count()) == ("running", 0, 0)


WORKER = """
import os, signal, sys
import django
django.setup()
from django.db import connection
from scorekeeper import importing

left = int(sys.argv[1])

def die(execute, sql, params, many, context):
    global left
    left -= not sql.startswith("SELECT")
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

with connection.execute_wrapper(die):
    importing.run_waiting(stop=lambda: False)
"""


@pytest.fixture
def worker_killed_at(tmp_path):
    """A process of its own, which takes seconds to start, and dies before its so-many-th statement but reads."""
    place = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "k" * 60,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }

    def run(statement):
        command = [sys.executable, "-c", WORKER, str(statement)]
        ran = subprocess.run(
            command, cwd=ROOT, env=place, capture_output=True, text=True, check=False
        )
        assert ran.returncode == -signal.SIGKILL, ran.stderr

    return run


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", [2, 30, 80])
def test_an_import_killed_half_way_is_resumed_without_doubles(
    club, people, worker_killed_at, statement
):
    row = taken_in(club, people.carol, evenings(3))
    worker_killed_at(statement)
    row.refresh_from_db()
    assert row.report.count() == row.done == Session.objects.count() < 3
    assert row.state in importing.OPEN
    Import.objects.filter(state=ImportState.RUNNING).update(
        worked_on_at=timezone.now() - 2 * importing.LEASE
    )
    importing.run_waiting(stop=going_on)
    row.refresh_from_db()
    assert (row.state, outcomes(row)) == ("done", ["new"] * 3)
    assert (Session.objects.count(), Hand.objects.count(), Player.objects.count()) == (3, 6, 4)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_double_nothing(club, people):
    rows = [taken_in(club, people.carol, evenings(4)) for _ in range(2)]
    at_once(lambda _: importing.run_waiting(stop=going_on))
    importing.run_waiting(stop=going_on)
    assert sorted(outcomes(rows[0]) + outcomes(rows[1])) == ["known"] * 4 + ["new"] * 4
    assert (Session.objects.count(), Hand.objects.count(), Player.objects.count()) == (4, 8, 4)
    assert set(Import.objects.values_list("state", flat=True)) == {"done"}
