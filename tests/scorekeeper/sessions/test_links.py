"""Links: a phone without an account logs one session until its link expires or is revoked."""

import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import signing
from rest_framework.test import APIClient

from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import AuditEntry, Hand, Link, Role, Visibility
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.sample_hands import CLEAN, DEAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(session, people):
    link, _ = session_links.create_link(session, by=people.carol)
    return link


def phone(link):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Link {session_links.token_of(link)}")
    return client


def links_path(session):
    return f"/api/v1/sessions/{session.pk}/links/"


def hands_path(session):
    return f"/api/v1/sessions/{session.pk}/hands/"


def works(link):
    return phone(link).get(hands_path(link.session)).status_code == 200


def test_a_new_link_has_an_address_and_a_qr_code(session, people, signed):
    answer = signed(people.carol).post(links_path(session), {"label": "Dan's phone"})
    assert answer.status_code == 201, answer.content
    created = answer.json()
    assert created["url"] == f"http://testserver/log/#{created['token']}"
    assert ET.fromstring(created["qr"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert (created["label"], created["created_by"]) == ("Dan's phone", str(people.carol.pk))


def test_the_list_of_links_shows_no_address(session, link, people, signed):
    answer = signed(people.carol).get(links_path(session))
    assert [row["id"] for row in answer.json()["results"]] == [str(link.pk)]
    assert session_links.token_of(link) not in answer.content.decode()


@pytest.mark.parametrize(("hours", "status"), [(1, 201), (720, 201), (0, 422), (721, 422)])
def test_a_link_is_valid_for_one_hour_to_thirty_days(session, people, signed, hours, status):
    answer = signed(people.carol).post(links_path(session), {"hours": hours})
    assert answer.status_code == status
    if status == 201:
        link = Link.objects.get()
        assert link.expires_at - link.created_at == timedelta(hours=hours)


def test_a_link_is_valid_for_a_day_by_default(link):
    assert link.expires_at - link.created_at == timedelta(days=1)


def test_requesting_a_link_again_with_its_id_returns_the_same_link(session, people, signed):
    client, body = signed(people.carol), {"id": str(uuid4()), "hours": 2}
    first, again = (client.post(links_path(session), body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = client.post(links_path(session), {**body, "hours": 3})
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_a_hand_is_recorded_logged_and_amended_through_a_link(session, link, people):
    client = phone(link)
    created = client.post(hands_path(session), {**CLEAN, "events": []})
    assert created.status_code == 201, created.content
    path = f"/api/v1/hands/{created.json()['id']}/"
    events = [{"id": str(uuid4()), "text": text} for text in CLEAN["events"]]
    assert client.post(f"{path}events/", {"after": 0, "events": events}).status_code == 200
    amended = client.post(
        f"{path}amendments/",
        {"keys": {"note": "short"}},
        headers={"If-Match": client.get(path)["ETag"]},
    )
    assert amended.status_code == 200
    hand = Hand.objects.get()
    assert (hand.recorded_by, hand.recorded_through) == (people.carol, link)
    acts = AuditEntry.objects.filter(link=link, by=people.carol).order_by("pk")
    assert [line.act for line in acts] == ["hand recorded", "events appended", "hand amended"]


def test_a_link_shows_the_session_with_the_names_of_its_players(session, link):
    record = phone(link).get(f"/api/v1/sessions/{session.pk}/record/")
    assert record.json()["players"] == ["Alice", "Bob", "Carol", "Dan"]
    assert phone(link).get(f"/api/v1/sessions/{session.pk}/").status_code == 200


def test_a_link_tells_its_holder_the_session_it_is_for(session, link, people, signed):
    session_links.create_link(session, by=people.carol)
    links = phone(link).get("/api/v1/links/").json()["results"]
    assert [(row["id"], row["session"]) for row in links] == [(str(link.pk), str(session.pk))]
    assert signed(people.carol).get("/api/v1/links/").json()["results"] == []


def test_another_session_is_not_found_through_a_link(link, open_session, people):
    other = open_session()
    hand = hand_recording.record_hand(other, SHEET, by=people.carol).hand
    client = phone(link)
    assert client.get(hands_path(other)).status_code == 404
    assert client.post(hands_path(other), SHEET).status_code == 404
    assert client.get(f"/api/v1/hands/{hand.pk}/").status_code == 404


def test_another_public_session_is_read_only_through_a_link(club, link, open_session):
    club.visibility = Visibility.PUBLIC
    club.save()
    other = open_session(visibility=Visibility.PUBLIC)
    assert phone(link).get(hands_path(other)).status_code == 200
    assert phone(link).post(hands_path(other), SHEET).status_code == 403


def test_a_link_expires(link):
    assert works(link)
    Link.objects.update(expires_at=link.created_at)
    assert not works(link)


def test_revoking_a_link_keeps_what_was_logged_through_it(session, link, people, signed):
    phone(link).post(hands_path(session), SHEET)
    path = f"{links_path(session)}{link.pk}/"
    client = signed(people.bob)
    assert [client.delete(path).status_code for _ in range(2)] == [204, 204]
    refused = phone(link).post(hands_path(session), SHEET)
    assert refused.status_code == 401
    assert Hand.objects.count() == 1
    assert AuditEntry.objects.filter(act="link revoked").count() == 1
    assert client.get(links_path(session)).json()["results"][0]["revoked_at"]


def test_a_link_works_only_while_its_creator_may_record(club, link, people):
    memberships.give_role(club, people.carol, Role.MEMBER, by=people.alice)
    assert not works(link)
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    assert works(link)
    memberships.leave(club, people.carol, by=people.carol)
    assert not works(link)


def test_a_link_ends_with_the_account_of_its_creator(link, people):
    people.carol.is_active = False
    people.carol.save()
    assert not works(link)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda token: token[:-1],
        lambda token: "0" * 32 + token[32:],
        lambda token: "",
        lambda token: "é",
        lambda token: token.partition(".")[0],
    ],
)
def test_a_forged_token_is_refused(link, spoil):
    token = session_links.token_of(link)
    assert session_links.find_holder(token) is not None
    assert session_links.find_holder(spoil(token)) is None


def test_a_signature_made_for_another_purpose_is_refused(link):
    forged = signing.Signer(sep=".", salt="something else").sign(link.pk.hex)
    assert session_links.find_holder(forged) is None


def test_the_address_of_a_link_has_plain_characters_only(link):
    assert re.fullmatch(r"/log/#[\w.-]+", session_links.log_path(session_links.token_of(link)))


def test_a_link_shows_only_dealt_cards_that_were_logged_through_it(session, link, people, signed):
    own = phone(link).post(hands_path(session), UNFINISHED).json()
    carols = hand_recording.record_hand(session, UNFINISHED, by=people.carol).hand
    second, _ = session_links.create_link(session, by=people.carol)
    visible = {
        (who, hand): "dealt" in client.get(f"/api/v1/hands/{pk}/").json()["record"]
        for who, client in (
            ("own", phone(link)),
            ("other", phone(second)),
            ("carol", signed(people.carol)),
        )
        for hand, pk in (("own", own["id"]), ("carol", carols.pk))
    }
    assert {pair for pair, dealt in visible.items() if dealt} == {
        ("own", "own"),
        ("carol", "carol"),
    }
    assert own["record"]["dealt"] == DEAL


NOT_HELD = "2: 8S 9S 10S JS QS"  # seat 4 has these cards, which only the recorder may know


@pytest.mark.parametrize(("who", "status"), [("carol", 422), ("bob", 200), ("link", 200)])
def test_a_refused_event_reveals_no_hidden_card(session, link, people, signed, who, status):
    hand = hand_recording.record_hand(session, UNFINISHED, by=people.carol).hand
    client = phone(link) if who == "link" else signed(getattr(people, who))
    body = {"after": 1, "events": [{"id": str(uuid4()), "text": NOT_HELD}]}
    answer = client.post(f"/api/v1/hands/{hand.pk}/events/?strict=true", body)
    assert answer.status_code == status, answer.content


def test_a_hand_recorded_by_others_is_not_amended_through_a_link(session, link, people):
    hand = hand_recording.record_hand(session, CLEAN, by=people.carol).hand
    answer = phone(link).post(
        f"/api/v1/hands/{hand.pk}/amendments/",
        {"keys": {"note": "short"}},
        headers={"If-Match": "*"},
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(("who", "visible"), [("carol", True), ("bob", False)])
def test_the_effects_of_an_amendment_reveal_no_hidden_card(
    session, people, signed, who, visible, dry_run
):
    hand = hand_recording.record_hand(session, UNFINISHED, by=people.carol).hand
    client = signed(getattr(people, who))
    change = {"operation": "insert", "event": 2, "text": NOT_HELD}
    answer = client.post(
        f"/api/v1/hands/{hand.pk}/amendments/",
        {"changes": [change], "dry_run": dry_run},
        headers={"If-Match": "*"},
    )
    assert answer.status_code == 200, answer.content
    assert ("card-not-held" in answer.content.decode()) is visible
