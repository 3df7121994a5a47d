"""Requests that import files of session records, and what they refuse."""

import json
from uuid import uuid4

import pytest

import referee
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.models import (
    Import,
    Player,
    Session,
)
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.import_files import (
    ndjson,
    post,
    record,
    record_file,
    upload,
)
from tests.scorekeeper.sample_hands import SHEET


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
def test_a_file_can_be_the_body_of_the_request(carol, club, text, content_type):
    answer = upload(carol, club, text, content_type)
    assert (answer.status_code, answer.json()["state"]) == (201, "done")
    assert answer.json()["report"]["outcomes"] == {
        "new": 1,
        "known": 0,
        "skipped": 0,
        "malformed": 0,
        "corrected": 0,
        "failed": 0,
    }
    assert Session.objects.count() == 1


def test_a_json_body_contains_the_file_and_its_options(carol, club, players):
    erin = Player.objects.create(club=club, name="Erin")
    body = {"notation": "ndjson", "source": ndjson(record()), "names": {"Dan": str(erin.pk)}}
    assert post(carol, club, body).status_code == 201
    seated = Session.objects.get().seats.values_list("player__name", flat=True)
    assert list(seated) == ["Alice", "Bob", "Carol", "Erin"]


def test_a_json_body_of_too_many_values_is_refused_before_it_is_parsed(carol, club):
    most = 200_000
    answer = upload(carol, club, f'{{"a":[{",".join(["[]"] * most)}]}}', "application/json")
    check_problem(answer, 400, "unreadable")
    assert f"at most {most:,}" in answer.json()["detail"]
    text = upload(
        carol, club, json.dumps({"notation": "txt", "source": "[," * most}), "application/json"
    )
    assert text.status_code == 202


def test_options_can_be_in_the_query_beside_the_file(carol, club, players):
    erin = Player.objects.create(club=club, name="Erin")
    names = f'{{"Dan":"{erin.pk}"}}'
    answer = upload(
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
def test_an_invalid_request_stores_nothing(carol, club, body, where):
    answer = post(carol, club, body)
    assert (answer.status_code, answer.json()["where"]) == (422, where)
    assert not Import.objects.exists()


def test_a_file_that_is_too_large_is_refused_with_the_limit(carol, club, settings):
    settings.IMPORT_LARGEST = 100
    answer = upload(carol, club, ndjson(record()), "application/x-ndjson")
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    with pytest.raises(import_uploads.FileTooLargeError, match="at most 100 are taken in"):
        import_uploads.create_import(club, record_file("x" * 101), by=club.members.first().user)


def test_a_score_sheet_with_too_many_lines_is_refused(club, people, settings):
    settings.IMPORT_LINES = 2
    import_uploads.create_import(club, record_file("a b c d\n0 1 2 3\n", "txt"), by=people.carol)
    with pytest.raises(import_uploads.FileTooLargeError, match="3 lines, and at most 2"):
        import_uploads.create_import(
            club, record_file("a b c d\n0 1 2 3\n0 1 2 3\n", "txt"), by=people.carol
        )


def test_a_record_with_too_many_bytes_does_not_affect_the_others(carol, club, settings):
    settings.IMPORT_RECORD = 1000
    text = ndjson(record(notes="x" * 1000), record())
    answer = upload(carol, club, text, "application/x-ndjson")
    assert answer.json()["report"]["outcomes"] == {
        "new": 1,
        "known": 0,
        "skipped": 0,
        "malformed": 1,
        "corrected": 0,
        "failed": 0,
    }


def test_a_record_with_too_many_hands_is_refused(carol, club, settings):
    settings.IMPORT_HANDS = 1
    answer = upload(carol, club, ndjson(record(), record(hands=[SHEET])), "application/x-ndjson")
    assert answer.json()["report"]["outcomes"]["new"] == 1
    lines = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/?outcome=malformed").json()
    assert [line["error"]["code"] for line in lines["results"]] == ["too-large"]


@pytest.mark.parametrize(
    "keys",
    [
        f'"a": {"9" * 5_000}',
        f'"house_rules": {{"hands_per_match": {"9" * 4_000}}}',
        '"a": 1e999999',
        '"a": NaN',
        f'"a": {"[" * 101}{"]" * 101}',
        f'"a": {"[" * 50_000}',
        r'"a": "\ud800"',
        r'"\ud800": 1',
        r'"house_rules": {"\ud800": 1}',
        r'"house_rules": {"settlement": "\ud800"}',
        r'"variant": "\ud800"',
        r'"players": ["\ud800", "Bob", "Carol", "Dan"]',
        r'"hands": [{"events": ["1: \ud800"]}]',
        r'"hands": [{"note": "\ud800"}]',
    ],
    ids=lambda keys: keys[:50],
)
def test_a_record_that_cannot_be_read_does_not_affect_the_others(carol, club, keys):
    hostile = f"{json.dumps(record())[:-1]}, {keys}}}\n"
    text = ndjson(record(table="1")) + hostile + ndjson(record(table="2"))
    answer = upload(carol, club, text, "application/x-ndjson")
    assert answer.json()["report"]["outcomes"] == {
        "new": 2,
        "known": 0,
        "skipped": 0,
        "malformed": 1,
        "corrected": 0,
        "failed": 0,
    }
    lines = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/?outcome=malformed").json()
    assert [line["line"] for line in lines["results"]] == [2]


@pytest.mark.parametrize("number", ["9" * 5_000, f"0x{'f' * 5_000}", "1e999999"])
@pytest.mark.parametrize("key", ["a", "house_rules.hands_per_match", "house_rules.target"])
def test_a_number_of_toml_that_is_too_long_is_a_malformed_record(carol, club, key, number):
    toml = referee.write_record(referee.parse_record(record()), "toml")
    answer = upload(carol, club, f"{key} = {number}\n{toml}", "application/toml")
    assert answer.json()["report"]["outcomes"]["malformed"] == 1


def test_the_document_says_which_keys_of_a_line_may_be_null(carol, club, document):
    answer = upload(carol, club, ndjson(record(), {"format": "none"}), "application/x-ndjson")
    lines = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/").json()["results"]
    empty = {key for line in lines for key, value in line.items() if value is None}
    assert empty >= {"verdicts", "error", "session"}
    documented = document["components"]["schemas"]["Line"]["properties"]
    assert not [key for key in empty if not documented[key].get("nullable")]


def test_sending_a_file_again_with_its_id_starts_no_second_import(carol, club):
    chosen_id = uuid4()
    body = {"id": str(chosen_id), "notation": "ndjson", "source": ndjson(record())}
    assert [post(carol, club, body).status_code for _ in range(2)] == [201, 200]
    assert post(carol, club, {**body, "dry_run": True}).status_code == 409


def test_only_members_who_may_import_see_imports(carol, club, signed, people):
    import_id = upload(carol, club, ndjson(record()), "application/x-ndjson").json()["id"]
    dan, eve = signed(people.dan), signed(people.eve)
    for path in (
        f"clubs/{club.pk}/imports/",
        f"imports/{import_id}/",
        f"imports/{import_id}/lines/",
    ):
        statuses = [client.get(f"/api/v1/{path}").status_code for client in (carol, dan, eve)]
        assert statuses == [200, 403, 404], path
