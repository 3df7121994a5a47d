"""No route of the API ignores a query parameter, a key or a method that it does not know."""

import re

import pytest
from rest_framework.test import APIClient

from scorekeeper.api.cors import OPEN_ROUTES
from scorekeeper.models import AuditEntry, Club, Hand, HandRevision, Import
from tests.scorekeeper.api_answers import API, check_problem
from tests.scorekeeper.routes import ROUTES, WRITES, fill_in, media_type
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

pytestmark = pytest.mark.django_db

UNKNOWN, BAD = "unknown-parameter", "bad-parameter"
METHODS = {"get", "head", "post", "put", "patch", "delete", "trace"}
RECORDS = {
    "POST adjudicate/",
    "POST clubs/{}/sessions/",
    "PATCH sessions/{}/",
    "POST sessions/{}/hands/",
    "POST hands/{}/transcripts/",
}
"""Routes whose bodies are records: keys that the referee does not know are kept."""
WITH_KEYS = [
    route for route in WRITES if route.name not in RECORDS and not isinstance(route.body, bytes)
]


@pytest.fixture
def alice(people, signed):
    """An API client of the club's owner."""
    return signed(people.alice)


@pytest.fixture
def variants():
    """The address of a rulebook."""
    return f"{API}/variants/big-two/rulebook/"


def path_of(route, ids):
    return fill_in(f"{API}/{route.name.split()[1]}", ids)


def body_of(route, ids):
    return (route.body(ids) if callable(route.body) else route.body) or {}


def test_every_route_refuses_an_unknown_query_parameter(ids, alice):
    entries = AuditEntry.objects.count()
    for route in ROUTES:
        path, body = f"{path_of(route, ids)}?dry_rnu=true", body_of(route, ids)
        send = getattr(alice, route.method.lower())
        if route.writes:
            refused = send(path, body, headers={"If-Match": "*"}, **media_type(body))
        else:
            refused = send(path)
        assert check_problem(refused, 400, UNKNOWN, "dry_rnu")["in"] == "query"
    assert AuditEntry.objects.count() == entries


def test_the_document_refuses_an_unknown_query_parameter(alice):
    check_problem(alice.get(f"{API}/schema/?formt=json"), 400, UNKNOWN, "formt")
    assert alice.get(f"{API}/schema/?format=json&lang=en").status_code == 200


def test_every_write_refuses_an_unknown_key(ids, alice):
    entries = AuditEntry.objects.count()
    for route in WITH_KEYS:
        body = {**body_of(route, ids), "dry_rnu": True}
        send = getattr(alice, route.method.lower())
        refused = send(path_of(route, ids), body, headers={"If-Match": "*"})
        assert check_problem(refused, 400, UNKNOWN, "dry_rnu")["in"] == "body"
    assert AuditEntry.objects.count() == entries


def documented_keys(document, route):
    """Return the keys of a route's JSON body that the document offers."""
    names = {
        re.sub("{.*?}", "{}", path): operations for path, operations in document["paths"].items()
    }
    operation = names[f"{API}/{route.name.split()[1]}"][route.method.lower()]
    shape = (
        operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("schema", {})
    )
    if "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].split("/")[-1]]
    return [
        name for name, field in shape.get("properties", {}).items() if not field.get("readOnly")
    ]


def test_no_write_refuses_a_key_that_the_document_offers(document, ids, alice):
    for route in WITH_KEYS:
        body = {**dict.fromkeys(documented_keys(document, route)), "dry_rnu": True}
        send = getattr(alice, route.method.lower())
        refused = send(path_of(route, ids), body, headers={"If-Match": "*"}).json()
        assert [error["where"] for error in refused["errors"]] == ["dry_rnu"], route.name


def test_every_list_refuses_a_page_size_that_is_no_number(document, ids, alice):
    lists = [
        path
        for path, operations in document["paths"].items()
        if any(
            parameter["name"] == "page_size"
            for parameter in operations.get("get", {}).get("parameters", [])
        )
    ]
    assert len(lists) > 15
    for path in lists:
        for size in ("null", "0", "-1", "1.5", "many", "9" * 5000):
            refused = alice.get(f"{fill_in(path, ids)}?page_size={size}")
            check_problem(refused, 400, BAD, "page_size")


def test_every_route_answers_405_to_other_methods_before_anything_else(document, ids, alice):
    for path, operations in document["paths"].items():
        allowed = {*operations, "options", *({"head"} if "get" in operations else ())}
        for method in METHODS - allowed:
            for client in (alice, APIClient()):
                refused = client.generic(method.upper(), fill_in(path, ids))
                assert refused.status_code == 405, (method, path)
                assert {name.lower() for name in refused["Allow"].split(", ")} == allowed


def test_every_route_answers_options_with_its_methods(document, ids):
    for path, operations in document["paths"].items():
        answer = APIClient().options(fill_in(path, ids))
        assert (answer.status_code, answer.content) == (204, b"")
        assert {method.upper() for method in operations} <= {*answer["Allow"].split(", ")}


def test_scripts_of_other_websites_may_read_the_open_routes_alone(ids, alice, variants):
    schema = f"{API}/schemas/session-record/1.json"
    for path in (f"{API}/adjudicate/", f"{API}/ask/", f"{API}/variants/", variants, schema):
        preflight = APIClient().options(path, headers={"Origin": "https://club.example"})
        assert preflight["Access-Control-Allow-Origin"] == "*"
        assert "Content-Type" in preflight["Access-Control-Allow-Headers"]
        refused = APIClient().get(f"{path}?x=1", headers={"Origin": "https://club.example"})
        assert refused["Access-Control-Allow-Origin"] == "*"
    assert len(OPEN_ROUTES) == 5
    assert not alice.get(f"{API}/clubs/").has_header("Access-Control-Allow-Origin")


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("?page-size=2", "Unknown query parameter 'page-size'.  Did you mean 'page_size'?"),
        ("?zzz=2", "Unknown query parameter 'zzz'.  Known here: cursor, page_size."),
    ],
)
def test_a_refusal_names_the_nearest_parameter_or_all(query, detail, alice, club):
    assert alice.get(f"{API}/clubs/{query}").json()["detail"] == detail


def test_a_refusal_lists_every_unknown_parameter(alice, club):
    problem = alice.get(f"{API}/clubs/{club.pk}/?one=1&two=2").json()
    assert [error["where"] for error in problem["errors"]] == ["one", "two"]
    assert problem["detail"] == "Unknown query parameter 'one'.  This route takes none."


def test_unknown_keys_are_found_at_any_depth(alice, hand):
    body = {"after": 0, "events": [{"id": str(hand.pk), "text": "1: 3C", "txet": "1: 3D"}]}
    refused = alice.post(f"{API}/hands/{hand.pk}/events/", body)
    detail = check_problem(refused, 400, UNKNOWN, "events[0].txet")["detail"]
    assert detail == "Unknown key 'txet' in events[0].  Did you mean 'text'?"


def test_a_read_only_key_is_refused_even_where_unknown_keys_are_kept(alice, club, session):
    players = [str(seat.player_id) for seat in session.seats.all()]
    body = {"variant": "big-two", "players": players, "shoes": "off"}
    assert alice.post(f"{API}/clubs/{club.pk}/sessions/", body).status_code == 201
    refused = alice.post(f"{API}/clubs/{club.pk}/sessions/", {**body, "hands": [CLEAN]})
    detail = check_problem(refused, 400, UNKNOWN, "hands")["detail"]
    assert detail == "The key 'hands' is read-only: leave it out."


def test_a_long_name_is_shortened(alice, club):
    problem = alice.get(f"{API}/clubs/?{'x' * 3000}=1").json()
    assert problem["where"] == "x" * 100 + "…"
    assert len(problem["detail"]) < 300


@pytest.mark.parametrize(
    "query", ["?event=", "?event=Cup&event=League", "?page_size=2&page_size=3"]
)
def test_an_empty_or_repeated_parameter_is_refused(query, alice, club, session):
    name = query[1:].partition("=")[0]
    check_problem(alice.get(f"{API}/clubs/{club.pk}/sessions/{query}"), 400, BAD, name)


def test_a_switch_that_is_neither_on_nor_off_stores_nothing(alice, session):
    path = f"{API}/sessions/{session.pk}/hands/"
    check_problem(alice.post(f"{path}?strict=ja", ILLEGAL), 422, "invalid", "strict")
    assert not session.hands.exists()


def test_what_an_archive_leaves_out_is_not_guessed(alice, club):
    refused = alice.get(f"{API}/clubs/{club.pk}/export/?leave_out=everything")
    check_problem(refused, 422, "invalid", "leave_out")


def test_the_options_of_an_import_in_json_are_in_its_body(carol, club):
    body = {"notation": "ndjson", "source": "{}"}
    refused = carol.post(f"{API}/clubs/{club.pk}/imports/?dry_run=true", body)
    check_problem(refused, 400, UNKNOWN, "dry_run")
    assert not Import.objects.exists()


@pytest.mark.parametrize("body", ["", "{}", "null"])
def test_a_route_without_a_body_accepts_an_empty_one(body, alice, club):
    path = f"{API}/clubs/{club.pk}/rebuild/"
    assert alice.post(path, body, content_type="application/json").status_code == 202


@pytest.mark.parametrize("body", ["[1]", '"dry_run"', "dry_run=true"])
def test_a_route_without_a_body_refuses_what_is_no_object(body, alice, club):
    path = f"{API}/clubs/{club.pk}/rebuild/"
    refused = alice.post(path, body, content_type="application/json")
    check_problem(refused, 400, "unreadable")


def test_a_deletion_with_a_dry_run_deletes_nothing(alice, ids):
    refused = alice.delete(f"{API}/webhooks/{ids['webhooks']}/", {"dry_run": True})
    check_problem(refused, 400, UNKNOWN, "dry_run")
    assert alice.get(f"{API}/webhooks/{ids['webhooks']}/").status_code == 200


def test_a_misspelled_question_to_the_referee_is_not_answered(db):
    question = {"variant": "big-two", "play": "3C", "standng": "4C"}
    refused = APIClient().post(f"{API}/ask/", question)
    check_problem(refused, 400, UNKNOWN, "standng")
    claim = {
        "variant": "four-color-cards",
        "seat": 3,
        "offered": "Hg",
        "offered_by": 1,
        "claim": "pong Hg Hg Hg",
    }
    assert APIClient().post(f"{API}/ask/", claim).status_code == 200
    check_problem(APIClient().post(f"{API}/ask/", {**claim, "seats": 4}), 400, UNKNOWN, "seats")


def test_a_rulebook_takes_house_rules_and_a_format_as_parameters(variants, db):
    answer = APIClient().get(f"{variants}?format=json&pass_locks_out=true")
    assert answer.json()["house_rules"]["pass_locks_out"] is True
    check_problem(APIClient().get(f"{variants}?pass_lock_out=true"), 400, UNKNOWN, "pass_lock_out")


def test_a_head_request_takes_the_parameters_of_a_get_request(alice, club):
    assert alice.head(f"{API}/clubs/?page_size=1").status_code == 200
    assert alice.head(f"{API}/clubs/?page=1").status_code == 400


def test_records_keep_keys_that_the_referee_does_not_know(alice, session):
    answer = alice.post(f"{API}/sessions/{session.pk}/hands/", {**CLEAN, "weather": "rain"})
    assert answer.json()["record"]["weather"] == "rain"
    assert Hand.objects.count() == HandRevision.objects.count() == 1


def test_a_change_of_an_id_is_refused_and_the_present_one_accepted(alice, ids):
    for kind in ("clubs", "players", "seasons", "sessions"):
        path, headers = f"{API}/{kind}/{ids[kind]}/", {"If-Match": "*"}
        refused = alice.patch(path, {"id": str(ids["event"])}, headers=headers)
        check_problem(refused, 422, "invalid", "id")
        assert alice.patch(path, {"id": str(ids[kind])}, headers=headers).status_code == 200


def test_an_unknown_key_beside_valid_ones_changes_nothing(alice, club):
    path = f"{API}/clubs/{club.pk}/"
    check_problem(alice.patch(path, {"name": "New", "nam": "Other"}), 400, UNKNOWN, "nam")
    assert Club.objects.get(pk=club.pk).name == "Thursday night"


def test_every_route_takes_the_format_of_its_answer(carol):
    assert carol.get(f"{API}/clubs/?format=json").status_code == 200
