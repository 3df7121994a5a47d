"""Evenings of a table with players in rows, whose hands all stand on the same lines, are told apart by their columns."""

import json

import pytest

from scorekeeper.models import Session
from scorekeeper.sessions import recording

pytestmark = pytest.mark.django_db

TABLE = "Player,1,2\nDate,2024-03-14,2024-03-21\nAnn,0,0\nBo,5,3\nCy,8,2\nDi,12,1\n"
CORRECTED = TABLE.replace("Bo,5,3", "Bo,5,4").replace("Cy,8,2", "Cy,9,2")


@pytest.fixture
def send(carol, club):
    def _send(content, **query):
        query = {"file_name": "big two.csv"} | query
        address = f"/api/v1/clubs/{club.pk}/imports/"
        return carol.post(address, content, content_type="text/csv", query_params=query).json()

    return _send


def cards_left():
    """Return the cards left of the first hand of each session, by its day."""
    sessions = Session.objects.order_by("played_on")
    return [session.hands.get().head.content["cards_left"] for session in sessions]


def test_each_evening_is_asked_about_and_only_the_chosen_one_is_brought_up_to_date(send):
    send(TABLE, assume="true")
    asked = send(CORRECTED, dry_run="true")["review"]["questions"]
    assert [one["id"] for one in asked] == ["known-session:2", "known-session:3"]
    answers = {"known-session:2": "leave-out", "known-session:3": "bring-up-to-date"}
    send(CORRECTED, answers=json.dumps(answers))
    assert cards_left() == [[0, 5, 8, 12], [0, 4, 2, 1]]


def test_each_evening_is_kept_when_other_house_rules_are_chosen(send, club, players, people):
    rules = {"settlement": "pairwise"}
    record = {"variant": "big-two", "house_rules": rules}
    recording.record_session(club, record, players=players, by=people.carol)
    answer = send(TABLE, assume="true")
    assert answer["report"]["outcomes"]["new"] == 2
