"""Idempotency-Key: a write that is sent again under its key has one effect and one response."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from scorekeeper import idempotency
from scorekeeper.models import AuditEntry, GivenAnswer, Hand, Player, Token
from scorekeeper.sessions import links as session_links
from scorekeeper.tasks import forget_old_answers
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.routes import WRITES
from tests.scorekeeper.sample_hands import SHEET

pytestmark = pytest.mark.django_db

KEYED = [route for route in WRITES if route.keyed]
REPLAYED = "Idempotency-Replayed"


@pytest.fixture
def add_player(club, people, signed):
    """Add a player under a key."""
    clients = {}

    def _add(name, key, who="carol", **more):
        client = clients.setdefault(who, signed(getattr(people, who)))
        path = more.pop("path", f"/api/v1/clubs/{club.pk}/players/")
        return client.post(path, {"name": name}, headers={"Idempotency-Key": key}, **more)

    return _add


def database_rows():
    """Return all rows of the database."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
    }


@pytest.mark.slow
def test_every_repeated_write_has_one_effect_and_the_first_response(ids, people, signed):
    client, wrong = signed(people.alice), []
    for route in KEYED:
        with rolled_back():
            first = route.send(client, ids, **{"Idempotency-Key": "k"})
            before = database_rows()
            again = route.send(client, ids, **{"Idempotency-Key": "k", "If-Match": '"stale"'})
            same = (first.status_code, first.content) == (again.status_code, again.content)
            same_headers = all(
                first.headers.get(name) == again.headers.get(name)
                for name in ("ETag", "Location", "Content-Type")
            )
            if not (
                first.status_code < 300 and same and same_headers and database_rows() == before
            ):
                wrong.append((route.name, first.status_code, again.status_code, first.content))
            if REPLAYED in first.headers or again.headers.get(REPLAYED) != "true":
                wrong.append((route.name, REPLAYED))
    assert not wrong


def test_every_write_refuses_a_key_used_for_another_request(ids, people, signed):
    client, wrong, (first, second, *_) = signed(people.alice), [], KEYED
    for route in KEYED:
        other = first if route is not first else second
        with rolled_back():
            other.send(client, ids, **{"Idempotency-Key": "k"})
            refused = route.send(client, ids, **{"Idempotency-Key": "k"})
        if (refused.status_code, refused.json().get("code")) != (409, "idempotency-mismatch"):
            wrong.append((route.name, refused.status_code))
    assert not wrong


def test_the_same_key_with_another_body_is_a_mismatch(add_player):
    add_player("Erin", "k")
    refused = add_player("Frank", "k")
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency-mismatch")
    assert not Player.objects.filter(name="Frank").exists()


def test_each_account_has_keys_of_its_own(add_player):
    assert add_player("Erin", "k").status_code == 201
    assert add_player("Frank", "k", who="bob").status_code == 201


def test_a_refused_write_may_be_tried_again_under_the_same_key(add_player):
    add_player("Erin", "before")
    assert add_player("Erin", "k").status_code == 409  # the name is taken
    assert not GivenAnswer.objects.filter(key="k").exists()
    Player.objects.filter(name="Erin").update(name="Erin the first")
    assert add_player("Erin", "k").status_code == 201


def test_a_refused_write_leaves_no_row(session, people, signed, club):
    client = signed(people.carol)
    body = {"id": str(uuid4()), "events": ["1: pass"], "passes": "implied"}
    path = f"/api/v1/sessions/{session.pk}/hands/?strict=true"
    before = database_rows()
    refused = client.post(path, body, headers={"Idempotency-Key": "k"})
    assert refused.status_code == 422
    assert database_rows() == before


def test_a_write_without_an_account_is_refused_and_its_key_not_stored(club, client):
    path = f"/api/v1/clubs/{club.pk}/players/"
    assert client.post(path, {"name": "Erin"}, headers={"Idempotency-Key": "k"}).status_code == 404
    refused = client.post("/api/v1/clubs/", {"name": "New"}, headers={"Idempotency-Key": "k"})
    assert refused.status_code == 401
    assert not GivenAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", "two words", "é", "k" * 256])
def test_an_invalid_key_is_refused(add_player, key):
    refused = add_player("Erin", key)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-idempotency-key")


def test_a_key_may_have_255_characters(add_player):
    assert add_player("Erin", "k" * 255).status_code == 201


def test_the_response_with_a_new_token_is_not_stored(people, signed):
    credentials = {"username": "dan", "password": "dan"}
    client, headers = signed(people.dan), {"Idempotency-Key": "k"}
    first, second = (client.post("/api/v1/tokens/", credentials, headers=headers) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["token"] != second.json()["token"]
    assert not GivenAnswer.objects.exists()


def test_a_repeated_request_returns_the_token_of_a_link_though_it_is_not_stored(
    session, people, signed
):
    client, path = signed(people.carol), f"/api/v1/sessions/{session.pk}/links/"
    first, again = (client.post(path, {}, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert first.json() == again.json()
    assert again.headers[REPLAYED] == "true"
    assert first.json()["token"] not in GivenAnswer.objects.get().body


def test_each_link_has_keys_of_its_own(session, people, client):
    path = f"/api/v1/sessions/{session.pk}/hands/"
    for number in (1, 2):
        link, _ = session_links.create_link(session, by=people.carol)
        token = session_links.token_of(link)
        for replayed in (None, "true"):
            answer = client.post(
                path,
                SHEET,
                content_type="application/json",
                headers={"Authorization": f"Link {token}", "Idempotency-Key": "k"},
            )
            assert (answer.status_code, answer.headers.get(REPLAYED)) == (201, replayed)
        assert Hand.objects.count() == number


def test_a_question_to_the_referee_is_not_stored_under_its_key(people, signed):
    client = signed(people.dan)
    question = {"variant": "big-two", "play": "3C"}
    for _ in range(2):
        answer = client.post("/api/v1/ask/", question, headers={"Idempotency-Key": "k"})
        assert REPLAYED not in answer.headers
    assert not GivenAnswer.objects.exists()


def test_stored_responses_are_deleted_once_they_expire(add_player):
    now = timezone.now()
    for key, age in (
        ("new", timedelta(days=1)),
        ("old", idempotency.RETENTION + timedelta(minutes=1)),
    ):
        add_player(key, key)
        GivenAnswer.objects.filter(key=key).update(at=now - age)
    assert forget_old_answers() == 1
    assert forget_old_answers() == 0
    assert add_player("new", "new").headers[REPLAYED] == "true"
    assert add_player("old", "old").status_code == 409  # run again: the name is taken


def test_a_body_that_is_too_large_is_refused(add_player, settings):
    settings.IMPORT_LARGEST = 100
    assert add_player("E" * 101, "k").status_code == 413


def test_revoking_a_token_twice_is_one_revocation(people, signed):
    token, _ = Token.objects.create(user=people.dan)
    client = signed(people.dan)
    for _ in range(2):
        path = f"/api/v1/tokens/{token.pk}/"
        assert client.delete(path, headers={"Idempotency-Key": "k"}).status_code == 204
    assert AuditEntry.objects.filter(act="token revoked").count() == 1


def test_keys_work_with_browser_sessions_too(club, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.carol)
    client.cookies["csrftoken"] = "a" * 32
    headers = {"Idempotency-Key": "k", "X-CSRFToken": "a" * 32}
    path, body = f"/api/v1/clubs/{club.pk}/players/", {"name": "Zoe"}
    first, again = (client.post(path, body, "application/json", headers=headers) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert Player.objects.filter(name="Zoe").count() == 1
    forged = client.post(path, body, "application/json", headers={"Idempotency-Key": "other"})
    assert forged.status_code in {401, 403, 404}
    assert Player.objects.filter(name="Zoe").count() == 1
