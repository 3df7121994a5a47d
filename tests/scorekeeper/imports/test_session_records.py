"""Imported session records: notations, dry runs, names, and the outcome of each record."""

import json

import pytest

import referee
from scorekeeper.imports import session_records
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import (
    AuditEntry,
    Club,
    Hand,
    Player,
    Season,
    Session,
)
from tests.scorekeeper.import_files import (
    NAMES,
    create_import,
    ndjson,
    ndjson_of_sessions,
    never_stop,
    outcomes,
    post,
    record,
    upload,
)
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

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


# the notations


@pytest.mark.parametrize("notation", ["toml", "json", "ndjson"])
def test_a_record_is_the_same_in_every_notation(club, people, notation):
    session_record = referee.parse_record(record())
    text = referee.write_record(session_record, "toml" if notation == "toml" else "json")
    row = create_import(club, people.carol, text, notation)
    import_worker.process_waiting_imports(stop=never_stop)
    assert outcomes(row) == ["new"]
    assert Session.objects.get().pk == session_records.record_id(club, session_record)
    assert Hand.objects.count() == 2


def test_null_values_which_toml_lacks_make_no_difference(club):
    session_record = record(
        hands=[{**CLEAN, "dealt": [None, None, None, None], "note": None}], place=None
    )
    toml = referee.write_record(referee.parse_record(session_record), "toml")
    ids = [
        session_records.record_id(club, parsed)
        for parsed in (referee.parse_record(session_record), referee.read_record(toml, "toml"))
    ]
    assert ids[0] == ids[1]


def test_a_score_sheet_gives_the_totals_added_up_by_hand(club, people):
    create_import(club, people.carol, SCORES, "txt")
    import_worker.process_waiting_imports(stop=never_stop)
    totals = [
        dict(
            zip(
                session.seats.values_list("player__name", flat=True),
                session.result.totals,
                strict=True,
            )
        )
        for session in Session.objects.order_by("pk")
    ]
    assert sorted(totals, key=str) == sorted(TOTALS, key=str)


def test_an_import_reports_the_verdicts(carol, club):
    answer = upload(carol, club, ndjson(record(hands=[ILLEGAL])), "application/x-ndjson")
    assert answer.status_code == 201
    assert answer.json()["report"]["verdicts"] == {"legal": 4, "illegal": 1, "unproven": 0}


# a dry run


def test_a_dry_run_stores_neither_sessions_nor_players(carol, club, players):
    answer = upload(carol, club, ndjson_of_sessions(2), "application/x-ndjson", "?dry_run=true")
    assert answer.json()["report"]["outcomes"]["new"] == 2
    assert not Session.objects.exists()
    assert not Hand.objects.exists()
    assert Player.objects.count() == 4


def test_a_dry_run_proposes_players_for_unknown_names(carol, club, players):
    john = Player.objects.create(club=club, name="John")
    text = ndjson(record(players=["Alice", "Jon", "Zebediah", "Dan"]))
    report = upload(carol, club, text, "application/x-ndjson", "?dry_run=true").json()["report"]
    assert report["new_names"] == [
        {"name": "Jon", "proposed": [{"player": str(john.pk), "name": "John"}]},
        {"name": "Zebediah", "proposed": []},
    ]


def test_a_dry_run_reports_what_the_import_will_do(carol, club, people):
    text = ndjson(record(), record(), record(players=["Alice", "Alice", "Bob", "Dan"])) + "{\n"
    preview, report = (
        upload(carol, club, text, "application/x-ndjson", query).json()["report"]
        for query in ("?dry_run=true", "")
    )
    assert (
        preview["outcomes"]
        == report["outcomes"]
        == {"new": 1, "known": 1, "skipped": 0, "corrected": 0, "malformed": 2, "failed": 0}
    )
    assert preview["verdicts"] == report["verdicts"]


def test_a_dry_run_refuses_points_that_cannot_be_stored_as_the_import_does(carol, club):
    rules = {"multipliers": [[1, 10**13]]}
    text = ndjson(record(hands=[{"cards_left": [0, 13, 13, 13]}], house_rules=rules))
    for query in ("?dry_run=true", ""):
        report = upload(carol, club, text, "application/x-ndjson", query).json()["report"]
        assert report["outcomes"]["malformed"] == 1


# the lines


def test_each_record_is_reported_and_malformed_ones_do_not_affect_others(carol, club):
    broken = record(hands=[CLEAN, {"events": ["1: 3C", "2: 99H"]}])
    text = f"{ndjson(record())}\n{{\n{ndjson(broken, record(table='2'))}"
    created = upload(carol, club, text, "application/x-ndjson").json()["id"]
    lines = carol.get(f"/api/v1/imports/{created}/lines/").json()["results"]
    assert [(line["number"], line["line"], line["outcome"]) for line in lines] == [
        (1, 1, "new"),
        (2, 3, "malformed"),
        (3, 4, "malformed"),
        (4, 5, "new"),
    ]
    assert lines[0]["hands"] == 2
    assert lines[2]["error"]["code"] == "unknown-card"
    assert lines[2]["error"]["where"] == "hands[1].events[1]"
    assert Session.objects.count() == 2


def test_a_refused_record_stores_nothing(carol, club):
    large_scores = {"cards_left": [0, 13, 13, 13]}
    rules = {"multipliers": [[1, 10**13]]}
    answer = upload(
        carol, club, ndjson(record(hands=[large_scores], house_rules=rules)), "application/x-ndjson"
    )
    assert answer.json()["report"]["outcomes"]["malformed"] == 1
    assert not Player.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "nul\0"])
def test_an_invalid_name_is_reported(carol, club, name):
    text = ndjson(record(players=["Alice", name, "Carol", "Dan"]))
    created = upload(carol, club, text, "application/x-ndjson").json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{created}/lines/").json()["results"]
    assert (line["error"]["code"], line["error"]["where"]) == ("bad-name", "players[1]")


def test_a_lone_surrogate_is_reported_as_malformed(carol, club):
    text = json.dumps(record(place="\ud800"))
    created = upload(carol, club, text, "application/x-ndjson").json()
    assert created["report"]["outcomes"] == {
        "new": 0,
        "known": 0,
        "skipped": 0,
        "corrected": 0,
        "malformed": 1,
        "failed": 0,
    }


# names


def test_unknown_players_are_created_and_known_ones_used(carol, club, players):
    text = ndjson(record(players=["Alice", " Bob ", "Carol", "Erin"]))
    created = upload(carol, club, text, "application/x-ndjson").json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{created}/lines/").json()["results"]
    assert [player["is_new"] for player in line["players"]] == [False, False, False, True]
    assert set(Player.objects.values_list("name", flat=True)) == {*NAMES, "Erin"}


def test_a_name_mapped_to_nobody_is_a_new_player_once(carol, club, players):
    body = {"notation": "ndjson", "names": {"Erin": None}}
    for table in ("1", "2"):
        text = ndjson(record(players=["Alice", "Bob", "Carol", "Erin"], table=table))
        assert post(carol, club, {**body, "source": text}).json()["report"]["outcomes"]["new"] == 1
    assert Player.objects.count() == 5


def test_two_names_of_a_record_cannot_mean_one_player(carol, club, players):
    body = {"notation": "ndjson", "source": ndjson(record()), "names": {"Dan": str(players[0].pk)}}
    created = post(carol, club, body).json()["id"]
    (line,) = carol.get(f"/api/v1/imports/{created}/lines/").json()["results"]
    assert (line["error"]["code"], line["error"]["where"]) == ("seated-twice", "players[3]")


def test_a_session_is_filed_under_an_existing_season_by_name(carol, club):
    spring = Season.objects.create(club=club, name="Spring")
    upload(
        carol, club, ndjson(record(season="Spring"), record(season="Never")), "application/x-ndjson"
    )
    assert list(Session.objects.filter(season=spring)) == [Session.objects.get(season=spring)]
    assert Session.objects.filter(season=None).count() == 1


# again


def test_importing_a_file_again_changes_nothing(carol, club):
    first = upload(carol, club, ndjson_of_sessions(3), "application/x-ndjson").json()
    hands = set(Hand.objects.values_list("pk", "head__digest"))
    again = upload(carol, club, ndjson_of_sessions(3), "application/x-ndjson").json()
    assert first["report"]["outcomes"]["new"] == again["report"]["outcomes"]["known"] == 3
    assert set(Hand.objects.values_list("pk", "head__digest")) == hands
    assert (Session.objects.count(), Player.objects.count()) == (3, 4)


def test_importing_again_keeps_later_corrections(carol, club, players, people):
    upload(carol, club, ndjson(record()), "application/x-ndjson")
    Player.objects.filter(pk=players[0].pk).update(name="Alicia")
    answer = upload(carol, club, ndjson(record()), "application/x-ndjson")
    assert answer.json()["report"]["outcomes"]["known"] == 1
    assert Player.objects.count() == 4


def test_a_record_imported_into_another_club_is_another_session(carol, club, signed, people):
    elsewhere = Club.objects.get(name="Elsewhere")
    upload(carol, club, ndjson(record()), "application/x-ndjson")
    upload(signed(people.eve), elsewhere, ndjson(record()), "application/x-ndjson")
    assert sorted(Session.objects.values_list("club", flat=True)) == sorted([club.pk, elsewhere.pk])


def test_every_import_is_in_the_audit_log(carol, club):
    upload(carol, club, ndjson(record()), "application/x-ndjson")
    acts = list(AuditEntry.objects.filter(club=club).values_list("act", flat=True))
    assert acts.count("import begun") == acts.count("session opened") == 1
    assert (acts.count("hand recorded"), acts.count("player added")) == (2, 4)
