"""Hidden cards: in Gang of Four past tricks are face down while a hand is unfinished (G36), except for its recorders."""

from uuid import uuid4

import pytest

from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import live_log, second_logs
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import Visibility
from scorekeeper.replays import frames as replay_frames

pytestmark = pytest.mark.django_db

EVENTS = ["1: 1M 1G", "4: pass", "3: 2G 2R", "2: pass", "1: pass", "4: pass", "3: 3Y"]
FACE_DOWN = ["1: ? ?", "4: pass", "3: ? ?", "2: pass", "1: pass", "4: pass", "3: 3Y"]
WRONG = ["1: 1M 1G", "4: 8G 9R", "4: pass", "3: pass", "2: pass", "1: 3Y"]
FINISHED = ["1: 1M 2G 3G 4G 5G", "1: 6G 7G 8G 9G 10G", "1: 1Y 2Y 3Y 4Y 5Y last", "1: DR"]


@pytest.fixture
def gang_session(open_session):
    return open_session(variant="gang-of-four")


@pytest.fixture
def unfinished_hand(gang_session, people):
    hand = hand_recording.record_hand(gang_session, {"events": EVENTS}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def read(signed, people, unfinished_hand):
    """Return a function that reads the hand as a user; the response has its ETag."""

    def _read(name, path=""):
        answer = signed(getattr(people, name, None)).get(
            f"/api/v1/hands/{unfinished_hand.pk}/{path}"
        )
        assert answer.status_code == 200, answer.content
        return answer

    return _read


def test_spectators_see_the_number_of_cards_of_past_plays_and_the_current_play(read):
    body = read("dan").json()
    assert body["record"]["events"] == FACE_DOWN
    assert [event["text"] for event in body["adjudication"]["events"]] == FACE_DOWN
    assert body["hides_cards"] is True
    assert body["situation"]["standing"]["cards"] == ["3Y"]


def test_no_rule_says_what_kind_of_play_a_past_one_was(read):
    body = read("dan").json()
    for text, rule in zip(body["record"]["events"], body["rules"], strict=True):
        assert bool(rule) != ("?" in text), text
    assert all(read("carol").json()["rules"])


@pytest.mark.parametrize("name", ["carol", "bob", "alice"])
def test_users_who_may_record_the_hand_see_all_cards(read, name):
    body = read(name).json()
    assert body["record"]["events"] == EVENTS
    assert body["hides_cards"] is False


def test_the_verdict_on_a_past_play_is_shown_without_its_cards(gang_session, people, signed):
    hand = hand_recording.record_hand(gang_session, {"events": WRONG}, by=people.carol).hand
    judged = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/").json()["adjudication"]["events"][1]
    assert (judged["verdict"], judged["fault"], judged["text"]) == (
        "illegal",
        "not-a-combination",
        "4: ? ?",
    )
    assert judged["reason"] == "The cards of past tricks stay hidden until the hand is over."
    assert "8G" not in str(judged)


@pytest.mark.parametrize("path", ["revisions/", "replay/"])
def test_past_plays_are_hidden_in_revisions_and_replay(read, path):
    assert "2R" in read("carol", path).content.decode()
    assert "2R" not in read("dan", path).content.decode()


def test_past_plays_are_hidden_in_exports(gang_session, unfinished_hand, signed, people, club):
    for path in (f"sessions/{gang_session.pk}/record/", f"sessions/{gang_session.pk}/hands/"):
        assert "2R" not in signed(people.dan).get(f"/api/v1/{path}").content.decode()
    streams = [f"clubs/{club.pk}/records/", f"clubs/{club.pk}/hands/"]
    for path in streams:
        answer = signed(people.dan).get(f"/api/v1/{path}")
        assert "2R" not in b"".join(answer.streaming_content).decode()
    answer = signed(people.dan).get(f"/api/v1/sessions/{gang_session.pk}/bundle/")
    assert "2R" not in answer.content.decode()


def test_past_plays_are_hidden_in_second_logs(unfinished_hand, people, signed):
    log = {"events": EVENTS[:3]}
    second_logs.transcribe(unfinished_hand, log, by=people.bob)
    rows = (
        signed(people.dan).get(f"/api/v1/hands/{unfinished_hand.pk}/transcripts/").json()["results"]
    )
    assert [row["record"] for row in rows] == [{}]


def test_strangers_see_no_more_of_a_public_hand_than_members(
    gang_session, unfinished_hand, read, club
):
    type(club).objects.update(visibility=Visibility.PUBLIC)
    type(gang_session).objects.update(visibility=Visibility.PUBLIC)
    assert read("nobody").json()["record"]["events"] == FACE_DOWN


def test_views_with_hidden_cards_have_another_etag(read):
    assert read("dan")["ETag"] != read("carol")["ETag"]


def test_a_club_may_show_past_tricks(read, club, signed, people):
    answer = signed(people.alice).patch(f"/api/v1/clubs/{club.pk}/", {"shows_past_tricks": True})
    assert answer.status_code == 200
    assert read("dan").json()["record"]["events"] == EVENTS


def test_everybody_sees_all_plays_of_a_finished_hand(gang_session, people, signed):
    log = {"events": FINISHED, "passes": "implied"}
    hand = hand_recording.record_hand(gang_session, log, by=people.carol).hand
    body = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/").json()
    assert (body["record"]["events"], body["hides_cards"]) == (FINISHED, False)


def test_a_dispute_stores_the_whole_reason_of_the_verdict(gang_session, people):
    hand = hand_recording.record_hand(gang_session, {"events": WRONG}, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(
        hand, NewDispute(event=2, claim="No pair"), by=people.dan
    )
    assert "8" in dispute.verdict["reason"]


@pytest.fixture
def logged_hand(gang_session, people):
    """The hand as phones log it, with a revision for each event."""
    hand = hand_recording.record_hand(gang_session, {"events": []}, by=people.carol).hand
    for number, text in enumerate(EVENTS):
        live_log.append(hand, [NewEvent(uuid4(), text)], after=number, by=people.carol)
    hand.refresh_from_db()
    return hand


def test_past_plays_are_hidden_in_earlier_revisions_too(logged_hand, signed, people):
    path = f"/api/v1/hands/{logged_hand.pk}/revisions/"
    revisions = signed(people.dan).get(path).content.decode()
    assert "1M" not in revisions
    assert "2R" not in revisions
    assert "3: 3Y" in revisions
    assert "2R" in signed(people.carol).get(path).content.decode()


@pytest.mark.parametrize("route", ["hands/{}/disputes/", "disputes/{}/", "clubs/{}/disputes/"])
def test_a_dispute_about_a_past_play_hides_its_cards(logged_hand, signed, people, club, route):
    dan, bob = signed(people.dan), signed(people.bob)
    raised = dan.post(f"/api/v1/hands/{logged_hand.pk}/disputes/", {"event": 3, "claim": "Was it?"})
    assert raised.json()["verdict"]["text"] == "3: ? ?"
    ids = {"hands": logged_hand.pk, "disputes": raised.json()["id"], "clubs": club.pk}
    path = f"/api/v1/{route}".format(ids[route.partition("/")[0]])
    assert "2R" not in dan.get(path).content.decode()
    assert "2R" in bob.get(path).content.decode()


def test_a_dispute_about_the_current_play_shows_its_cards(logged_hand, signed, people):
    path = f"/api/v1/hands/{logged_hand.pk}/disputes/"
    raised = signed(people.dan).post(path, {"event": 7, "claim": "Too low"})
    assert raised.json()["verdict"]["text"] == "3: 3Y"


def test_showing_past_tricks_changes_the_etag_of_hands(logged_hand, signed, people, club):
    dan, path = signed(people.dan), f"/api/v1/hands/{logged_hand.pk}/"
    before = dan.get(path)["ETag"]
    type(club).objects.update(shows_past_tricks=True)
    answer = dan.get(path, HTTP_IF_NONE_MATCH=before)
    assert answer.status_code == 200
    assert answer.json()["record"]["events"] == EVENTS
