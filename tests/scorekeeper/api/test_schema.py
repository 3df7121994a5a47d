"""The OpenAPI document describes every route, and no route shows a club's rows to another club."""

import re

import pytest
from django.urls.resolvers import RoutePattern
from rest_framework.test import APIClient

import referee
from scorekeeper.api.urls import urlpatterns
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Season, Token
from scorekeeper.replays import endings
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount as standings_recount
from tests.scorekeeper.routes import fill_in
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.sample_rows import create_waiting_import
from tests.scorekeeper.turns import never

OPEN = (
    "/adjudicate/",
    "/ask/",
    "/variants/",
    "/schemas/",
    "/schema/",
    "/docs/",
)  # belong to no club


def test_the_document_has_every_route(document):
    served = (
        str(route.pattern) for route in urlpatterns if isinstance(route.pattern, RoutePattern)
    )
    expected = {f"/api/v1/{re.sub(r'<(?:[a-z]+:)?([a-z]+)>', r'{}', route)}" for route in served}
    documented = {re.sub(r"{[a-z_]+}", "{}", path) for path in document["paths"]}
    assert documented == expected - {"/api/v1/", "/api/v1/schema/", "/api/v1/docs/"}
    assert all(path.startswith("/api/v1/") for path in document["paths"])


@pytest.mark.parametrize("who", ["eve", None])
def test_a_stranger_gets_no_row_from_any_route(document, ids, people, signed, who, club):
    client = signed(who and getattr(people, who))
    requests = 0
    for path, operations in document["paths"].items():
        if any(part in path for part in OPEN):
            continue
        url = fill_in(path, ids)
        for method in operations.keys() & {"get", "post", "put", "patch", "delete"}:
            answer = getattr(client, method)(url, {} if method != "get" else None)
            requests += 1
            if "{" in path:
                assert answer.status_code == (401 if "tokens" in path and not who else 404), url
            elif method == "get" and answer.status_code == 200:
                assert str(ids["clubs"]) not in answer.content.decode()
                assert str(ids["tokens"]) not in answer.content.decode()
    assert requests > 30


def test_an_owner_can_read_every_route(document, ids, people, signed):
    endings.solve_waiting(stop=never)
    client = signed(people.alice)
    for path, operations in document["paths"].items():
        if "get" in operations:
            assert client.get(fill_in(path, ids)).status_code == 200, path


def test_a_superuser_sees_no_more_through_the_api(ids, people, signed):
    people.eve.is_superuser = people.eve.is_staff = True
    people.eve.save()
    assert signed(people.eve).get(f"/api/v1/hands/{ids['hands']}/").status_code == 404


# the first is the token with its account and its roles
LISTS = [
    ("clubs/", 2),
    ("clubs/{clubs}/members/", 3),
    ("clubs/{clubs}/players/", 4),
    ("clubs/{clubs}/seasons/", 3),
    ("clubs/{clubs}/merges/", 4),
    ("clubs/{clubs}/sessions/", 3),
    ("sessions/{sessions}/hands/", 5),
    ("sessions/{sessions}/links/", 3),
    ("clubs/{clubs}/audit/", 3),
    ("clubs/{clubs}/imports/", 3),
    ("clubs/{clubs}/exports/", 3),
    ("imports/{imports}/lines/", 3),
    ("hands/{hands}/revisions/", 3),
    ("hands/{hands}/confirmations/", 3),
    ("hands/{hands}/transcripts/", 3),
    ("hands/{hands}/disputes/", 4),
    ("clubs/{clubs}/disputes/", 12),
    ("clubs/{clubs}/rulings/", 3),
    ("tokens/", 2),
]


@pytest.mark.parametrize(("route", "queries"), LISTS)
def test_a_long_list_takes_as_many_queries_as_a_short_one(
    route, queries, ids, session, players, people, signed, django_assert_num_queries
):
    for number in range(3):
        hand_recording.record_hand(session, SHEET, by=people.carol)
        record = {"variant": "big-two", "event": str(number)}
        session_recording.record_session(session.club, record, players=players, by=people.carol)
        Season.objects.create(club=session.club, name=str(number))
        Token.objects.create(user=people.alice)
        session_links.create_link(session, by=people.carol)
        create_waiting_import(session.club, by=people.carol)
    for season in Season.objects.all():
        standings_recount.refresh(season)
    client = signed(people.alice)
    Token.objects.filter(user=people.eve).delete()
    with django_assert_num_queries(queries):
        answer = client.get(f"/api/v1/{route.format(**ids)}")
    assert answer.status_code == 200


def test_the_document_begins_with_rules_that_hold_for_every_route(document):
    description = document["info"]["description"]
    assert all(
        word in description for word in ("Authorization", "Idempotency-Key", "If-Match", "problem")
    )


def test_the_document_has_every_key_of_a_hand_that_the_referee_reads(document):
    documented_keys = set(document["components"]["schemas"]["HandRecordShape"]["properties"])
    assert documented_keys >= {*referee.HAND_KEYS}


@pytest.mark.parametrize(
    ("component", "part"),
    [
        ("SessionRecordShape", None),
        ("AdjudicationShape", None),
        ("BundleShape", None),
        ("NewHandShapeRequest", "hand"),
        ("HandRecordShape", "hand"),
        ("HandAdjudicationShape", "adjudicated-hand"),
    ],
)
def test_the_document_refers_to_the_schema_of_each_format(document, component, part):
    url, _, pointer = document["components"]["schemas"][component]["externalDocs"]["url"].partition(
        "#"
    )
    schema = APIClient().get(url).json()
    assert pointer == (f"/$defs/{part}" if part else "")
    assert part is None or part in schema["$defs"]


def test_the_documentation_loads_nothing_from_other_hosts(db):
    page = APIClient().get("/api/v1/docs/", HTTP_ACCEPT="text/html")
    assert page.status_code == 200
    text = page.content.decode()
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    assert "<script>" not in text
    assert "unsafe" not in page["Content-Security-Policy"].partition("style-src")[0]


def test_the_root_of_the_api_redirects_to_its_documentation(client):
    answer = client.get("/api/v1/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/api/v1/docs/")
