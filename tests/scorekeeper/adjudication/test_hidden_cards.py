"""In Gang of Four nobody looks at past tricks while the hand goes on (G36); those who log it need them."""

from uuid import uuid4

import pytest

from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import live_log, second_logs
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import Visibility
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording

pytestmark = pytest.mark.django_db

EVENTS = ["1: 1M 1G", "4: pass", "3: 2G 2R", "2: pass", "1: pass", "4: pass", "3: 3Y"]
FACE_DOWN = ["1: ? ?", "4: pass", "3: ? ?", "2: pass", "1: pass", "4: pass", "3: 3Y"]
WRONG = ["1: 1M 1G", "4: 8G 9R", "4: pass", "3: pass", "2: pass", "1: 3Y"]
FINISHED = ["1: 1M 2G 3G 4G 5G", "1: 6G 7G 8G 9G 10G", "1: 1Y 2Y 3Y 4Y 5Y last", "1: DR"]


@pytest.fixture
def sitting(club, players, people):
    session, _ = session_recording.record_session(
        club, {"variant": "gang-of-four"}, players=players, by=people.carol
    )
    return session


@pytest.fixture
def going(sitting, people):
    hand = hand_recording.record_hand(sitting, {"events": EVENTS}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def read(signed, people, going):
    """The hand as somebody reads it, and its ETag."""

    def reading(name, path=""):
        answer = signed(getattr(people, name, None)).get(f"/api/v1/hands/{going.pk}/{path}")
        assert answer.status_code == 200, answer.content
        return answer

    return reading


def test_who_only_looks_on_sees_how_many_cards_were_played_and_what_lies_there_now(read):
    found = read("dan").json()
    assert found["record"]["events"] == FACE_DOWN
    assert [event["text"] for event in found["adjudication"]["events"]] == FACE_DOWN
    assert found["hides_cards"] is True
    assert found["situation"]["standing"]["cards"] == ["3Y"]


@pytest.mark.parametrize("name", ["carol", "bob", "alice"])
def test_those_who_may_log_the_hand_see_all_of_it(read, name):
    found = read(name).json()
    assert found["record"]["events"] == EVENTS
    assert found["hides_cards"] is False


def test_the_verdict_on_a_past_play_stays_and_its_cards_go(sitting, people, signed):
    hand = hand_recording.record_hand(sitting, {"events": WRONG}, by=people.carol).hand
    judged = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/").json()["adjudication"]["events"][1]
    assert (judged["verdict"], judged["fault"], judged["text"]) == (
        "illegal",
        "not-a-combination",
        "4: ? ?",
    )
    assert judged["reason"] == "Nobody looks at the cards of past tricks while the hand goes on."
    assert "8G" not in str(judged)


@pytest.mark.parametrize("path", ["revisions/", "replay/"])
def test_they_are_in_no_other_answer_about_the_hand(read, path):
    assert "2R" in read("carol", path).content.decode()
    assert "2R" not in read("dan", path).content.decode()


def test_nor_in_what_is_taken_out(sitting, going, signed, people, club):
    for path in (f"sessions/{sitting.pk}/record/", f"sessions/{sitting.pk}/hands/"):
        assert "2R" not in signed(people.dan).get(f"/api/v1/{path}").content.decode()
    streams = [f"clubs/{club.pk}/records/", f"clubs/{club.pk}/hands/"]
    for path in streams:
        answer = signed(people.dan).get(f"/api/v1/{path}")
        assert "2R" not in b"".join(answer.streaming_content).decode()
    answer = signed(people.dan).get(f"/api/v1/sessions/{sitting.pk}/bundle/")
    assert "2R" not in answer.content.decode()


def test_nor_in_somebody_elses_log(going, people, signed):
    log = {"events": EVENTS[:3]}
    second_logs.transcribe(going, log, by=people.bob)
    rows = signed(people.dan).get(f"/api/v1/hands/{going.pk}/transcripts/").json()["results"]
    assert [row["record"] for row in rows] == [{}]


def test_strangers_see_no_more_of_a_public_hand(sitting, going, read, club):
    type(club).objects.update(visibility=Visibility.PUBLIC)
    type(sitting).objects.update(visibility=Visibility.PUBLIC)
    assert read("nobody").json()["record"]["events"] == FACE_DOWN


def test_what_differs_has_another_etag(read):
    assert read("dan")["ETag"] != read("carol")["ETag"]


def test_a_club_may_say_otherwise(read, club, signed, people):
    answer = signed(people.alice).patch(f"/api/v1/clubs/{club.pk}/", {"shows_past_tricks": True})
    assert answer.status_code == 200
    assert read("dan").json()["record"]["events"] == EVENTS


def test_when_the_hand_is_over_everybody_sees_it(sitting, people, signed):
    log = {"events": FINISHED, "passes": "implied"}
    hand = hand_recording.record_hand(sitting, log, by=people.carol).hand
    found = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/").json()
    assert (found["record"]["events"], found["hides_cards"]) == (FINISHED, False)


def test_a_dispute_keeps_the_referees_whole_reason(sitting, people):
    hand = hand_recording.record_hand(sitting, {"events": WRONG}, by=people.carol).hand
    raised, _ = dispute_filing.raise_dispute(
        hand, NewDispute(event=2, claim="No pair"), by=people.dan
    )
    assert "8" in raised.verdict["reason"]


@pytest.fixture
def logged(sitting, people):
    """The same hand as phones send it: a revision for each event."""
    hand = hand_recording.record_hand(sitting, {"events": []}, by=people.carol).hand
    for number, text in enumerate(EVENTS):
        live_log.append(hand, [NewEvent(uuid4(), text)], after=number, by=people.carol)
    hand.refresh_from_db()
    return hand


def test_what_lay_open_in_an_earlier_revision_is_face_down_in_it_too(logged, signed, people):
    path = f"/api/v1/hands/{logged.pk}/revisions/"
    seen = signed(people.dan).get(path).content.decode()
    assert "1M" not in seen
    assert "2R" not in seen
    assert "3: 3Y" in seen
    assert "2R" in signed(people.carol).get(path).content.decode()


@pytest.mark.parametrize("shown", ["hands/{}/disputes/", "disputes/{}/", "clubs/{}/disputes/"])
def test_a_dispute_does_not_turn_up_a_past_play(logged, signed, people, club, shown):
    dan, bob = signed(people.dan), signed(people.bob)
    raised = dan.post(f"/api/v1/hands/{logged.pk}/disputes/", {"event": 3, "claim": "Was it?"})
    assert raised.json()["verdict"]["text"] == "3: ? ?"
    about = {"hands": logged.pk, "disputes": raised.json()["id"], "clubs": club.pk}
    path = f"/api/v1/{shown}".format(about[shown.partition("/")[0]])
    assert "2R" not in dan.get(path).content.decode()
    assert "2R" in bob.get(path).content.decode()


def test_a_dispute_about_what_lies_there_now_shows_it(logged, signed, people):
    path = f"/api/v1/hands/{logged.pk}/disputes/"
    raised = signed(people.dan).post(path, {"event": 7, "claim": "Too low"})
    assert raised.json()["verdict"]["text"] == "3: 3Y"


def test_when_a_club_decides_otherwise_nobody_is_told_that_nothing_changed(
    logged, signed, people, club
):
    dan, path = signed(people.dan), f"/api/v1/hands/{logged.pk}/"
    before = dan.get(path)["ETag"]
    type(club).objects.update(shows_past_tricks=True)
    answer = dan.get(path, HTTP_IF_NONE_MATCH=before)
    assert answer.status_code == 200
    assert answer.json()["record"]["events"] == EVENTS
