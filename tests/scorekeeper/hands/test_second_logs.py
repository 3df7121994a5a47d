"""Second logs: two people log the same hand, their logs are compared and merged by choice."""

from uuid import uuid4

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Hand, Transcript
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, UNFINISHED

pytestmark = pytest.mark.django_db

OTHER_LOG = {
    **ILLEGAL,
    "events": ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: AC", "2: 3d", "2: 4D", "2: 5D"],
}


@pytest.fixture
def hand(session, people):
    return recording.record_hand(session, ILLEGAL, by=people.carol).hand


@pytest.fixture
def transcript(hand, people, signed):
    path = f"/api/v1/hands/{hand.pk}/transcripts/"
    answer = signed(people.bob).post(path, OTHER_LOG, format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


@pytest.fixture
def merge(hand, transcript, people, signed):
    client = signed(people.carol)

    def _merge(**choices):
        etag = client.get(f"/api/v1/hands/{hand.pk}/")["ETag"]
        path = f"/api/v1/transcripts/{transcript}/merge/"
        return client.post(path, choices, format="json", headers={"If-Match": etag})

    return _merge


def events(hand):
    return Hand.objects.select_related("head").get(pk=hand.pk).head.content["events"]


def test_the_difference_shows_both_logs_side_by_side(transcript, people, signed):
    difference = signed(people.dan).get(f"/api/v1/transcripts/{transcript}/difference/").json()
    differing = [row for row in difference["rows"] if not row["same"]]
    assert differing == [
        {
            "same": False,
            "hand": {"event": 3, "text": "1: KC"},
            "transcript": {"event": 3, "text": "1: AC"},
        },
        {"same": False, "hand": None, "transcript": {"event": 6, "text": "2: 5D"}},
    ]
    assert difference["keys"] == {}


def test_every_difference_must_be_decided(hand, merge):
    refused = merge(rows={"2": "transcript"})
    assert (refused.status_code, refused.json()["where"]) == (422, "rows.5")
    assert events(hand) == ILLEGAL["events"]


def test_the_chosen_events_become_an_amendment(hand, merge):
    answer = merge(rows={"2": "transcript", "5": "transcript"}, reason="Bob saw it.")
    assert answer.status_code == 200, answer.content
    assert events(hand) == [*ILLEGAL["events"][:2], "1: AC", *ILLEGAL["events"][3:], "2: 5D"]
    assert hand.revisions.get(number=2).reason == "Bob saw it."


def test_both_events_may_be_chosen(hand, merge):
    merge(rows={"2": "both", "5": "hand"})
    assert events(hand)[2:4] == ["1: KC", "1: AC"]


def test_different_keys_are_chosen_too(hand, people, signed, merge):
    path = f"/api/v1/hands/{hand.pk}/transcripts/"
    other_log = {**ILLEGAL, "dealt": [*DEAL[:3], "?"]}
    second_log = signed(people.bob).post(path, other_log, format="json").json()["id"]
    difference = signed(people.dan).get(f"/api/v1/transcripts/{second_log}/difference/").json()
    assert list(difference["keys"]) == []  # the hand is unfinished, so its dealt cards are hidden
    etag = signed(people.carol).get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    response = signed(people.carol).post(
        f"/api/v1/transcripts/{second_log}/merge/",
        {"keys": {"dealt": "transcript"}},
        format="json",
        headers={"If-Match": etag},
    )
    assert response.json()["hand"]["record"]["dealt"][3] == "?"


def test_dealt_cards_of_a_second_log_are_visible_to_its_author_only(session, people, signed):
    unfinished = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    path = f"/api/v1/hands/{unfinished.pk}/transcripts/"
    signed(people.bob).post(path, UNFINISHED, format="json")
    assert "dealt" not in signed(people.dan).get(path).json()["results"][0]["record"]
    assert "dealt" in signed(people.bob).get(path).json()["results"][0]["record"]


def test_sending_a_second_log_again_with_its_id_adds_none(hand, people, signed):
    path = f"/api/v1/hands/{hand.pk}/transcripts/"
    body = {**CLEAN, "id": str(uuid4())}
    client = signed(people.bob)
    assert [client.post(path, body, format="json").status_code for _ in range(2)] == [201, 200]
    assert Transcript.objects.count() == 1


def test_strangers_cannot_see_second_logs(transcript, people, signed):
    path = f"/api/v1/transcripts/{transcript}/difference/"
    assert signed(people.eve).get(path).status_code == 404
    assert signed(None).get(path).status_code == 404


@pytest.mark.parametrize("body", ["[]", "1", '"x"', "null", '{"id": []}'])
def test_a_second_log_must_be_a_hand(hand, people, signed, body):
    path = f"/api/v1/hands/{hand.pk}/transcripts/"
    refused = signed(people.bob).post(path, data=body, content_type="application/json")
    assert refused.status_code == 422
    assert not Transcript.objects.exists()
