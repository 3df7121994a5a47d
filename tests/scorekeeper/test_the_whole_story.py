"""One session from the first card to another installation: nothing is lost and every result stays the same."""

import json
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest

import referee
from referee.cli import main
from scorekeeper.imports import club_archive
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import Result, Score, Season, Session, User
from tests.referee.random_hands import random_hand
from tests.scorekeeper.exports.test_club_archive import delete_everything

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def long_hand():
    """A legal hand of at least forty events, with its deal."""
    hands = (random_hand("big-two", {}, Random(number)) for number in range(99))
    return next(hand for hand in hands if len(hand["events"]) >= 40)


@pytest.fixture
def request_as(signed, people):
    """Return a function that sends a request as one of the cast, with the ETag of the current version if needed."""

    def _request_as(who, method, path, body=None, of=None):
        client = signed(getattr(people, who))
        headers = {"If-Match": client.get(f"{API}/{of}")["ETag"]} if of else {}
        answer = getattr(client, method)(f"{API}/{path}", body, format="json", headers=headers)
        assert answer.status_code < 300, answer.content
        return answer

    return _request_as


@pytest.fixture
def session_id(request_as, club, players):
    """A session of a season, opened by Carol."""
    season = Season.objects.create(club=club, name="Spring")
    body = {
        "variant": "big-two",
        "players": [str(player.pk) for player in players],
        "season": str(season.pk),
    }
    return request_as("carol", "post", f"clubs/{club.pk}/sessions/", body).json()["id"]


def log_hand(request_as, session_id, long_hand):
    """Log the hand live, with lost connections: some events are sent again."""
    new_hand = {"id": str(uuid4()), "dealt": long_hand["dealt"], "events": []}
    hand = request_as("carol", "post", f"sessions/{session_id}/hands/", new_hand).json()["id"]
    events = [{"id": str(uuid4()), "text": text} for text in long_hand["events"]]
    path = f"hands/{hand}/events/"
    request_as("carol", "post", path, {"after": 0, "events": events[:10]})
    request_as(
        "carol", "post", path, {"after": 10, "events": events[10:14]}
    )  # the response is lost
    request_as("carol", "post", path, {"after": 10, "events": events[10:30]})
    request_as("carol", "post", path, {"after": 0, "events": events})
    return hand


def standings():
    rows = Score.objects.order_by("player", "hand").values_list("player", "points", "place")
    return [*rows], [*Result.objects.order_by("pk").values_list("pk", "totals", "winners")]


def test_a_session_is_logged_disputed_ruled_on_amended_tried_confirmed_and_moved(
    request_as, session_id, long_hand, club, people, tmp_path, capsys
):
    hand = log_hand(request_as, session_id, long_hand)
    path = f"hands/{hand}/"
    current = request_as("dan", "get", path).json()
    assert current["record"]["events"] == long_hand["events"]
    assert current["adjudication"]["status"] == "finished"

    claim = {"event": 4, "claim": "That was another card.", "grounds": "I saw it."}
    dispute = request_as("dan", "post", f"{path}disputes/", claim).json()["id"]
    decision = {"decision": "adjustment", "seat": 2, "points": -3, "reason": "Too late to change."}
    request_as("bob", "post", f"disputes/{dispute}/ruling/", decision, of=path)

    seat, fourth = long_hand["events"][3].split(": ")
    other = "pass" if fourth != "pass" else "2S"
    change = {"operation": "replace", "event": 4, "text": f"{seat}: {other}"}
    amended = request_as(
        "carol", "post", f"{path}amendments/", {"changes": [change], "reason": "Misread."}, of=path
    )
    assert amended.json()["effects"]["first_contradiction"] is not None
    restored = {"operation": "replace", "event": 4, "text": f"{seat}: {fourth}"}
    request_as(
        "carol",
        "post",
        f"{path}amendments/",
        {"changes": [restored], "reason": "It was so."},
        of=path,
    )

    preview = request_as(
        "bob",
        "post",
        f"sessions/{session_id}/what-if/",
        {"house_rules": {"settlement": "pairwise"}},
    )
    assert preview.json()["totals"]["before"] == Result.objects.get(session=session_id).totals
    assert Session.objects.get(pk=session_id).revisions.count() == 1

    digest = request_as("dan", "get", path).json()["revision"]["digest"]
    request_as("dan", "post", f"{path}confirmations/", {"digest": digest})
    assert request_as("dan", "get", path).json()["agreement"]["confirmed"]

    bundle = tmp_path / "evening.json"
    bundle.write_bytes(request_as("dan", "get", f"sessions/{session_id}/bundle/").content)
    assert run_referee(["verify", str(bundle)], capsys)["ok"]
    bundle.write_text(bundle.read_text().replace("Misread.", "Mislaid."))
    assert not run_referee(["verify", str(bundle)], capsys)["ok"]

    exported = b"".join(request_as("alice", "get", f"clubs/{club.pk}/export/").streaming_content)
    record = request_as("dan", "get", f"sessions/{session_id}/record/").json()
    before = standings()
    delete_everything()
    club_archive.restore(BytesIO(exported), owner=User.objects.create_user("olga"))
    assert standings() == before
    assert list(record_check.verify_records()) == []
    totals = referee.adjudicate(referee.parse_record(record)).as_json()["totals"]
    assert totals == Result.objects.get(session=session_id).totals


def run_referee(arguments, capsys):
    """Run the command of the referee in this process and return its output."""
    main(arguments)
    return json.loads(capsys.readouterr().out)
