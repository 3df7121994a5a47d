"""One evening from the first card to another installation: nothing is lost, and everything says the same at the end."""

import json
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest

import referee
from referee.cli import main
from scorekeeper.imports import club_archive
from scorekeeper.management import record_check
from scorekeeper.models import Result, Score, Season, Session, User
from tests.referee.random_hands import random_hand
from tests.scorekeeper.exports.test_club_archive import delete_everything

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def dealt():
    """A legal hand of forty events or more, with its deal."""
    hands = (random_hand("big-two", {}, Random(number)) for number in range(99))
    return next(hand for hand in hands if len(hand["events"]) >= 40)


@pytest.fixture
def ask(signed, people):
    """A request as one of the cast; a change is made to the version that stands."""

    def _ask(who, method, path, body=None, of=None):
        client = signed(getattr(people, who))
        headers = {"If-Match": client.get(f"{API}/{of}")["ETag"]} if of else {}
        answer = getattr(client, method)(f"{API}/{path}", body, format="json", headers=headers)
        assert answer.status_code < 300, answer.content
        return answer

    return _ask


@pytest.fixture
def evening(ask, club, players):
    """A session of a season, opened by Carol."""
    season = Season.objects.create(club=club, name="Spring")
    body = {"variant": "big-two", "players": [str(player.pk) for player in players], "season": str(season.pk)}  # fmt: skip
    return ask("carol", "post", f"clubs/{club.pk}/sessions/", body).json()["id"]


def logged(ask, evening, dealt):
    """The hand logged live: the network breaks in the middle, and everything since the start is sent again."""
    opened = {"id": str(uuid4()), "dealt": dealt["dealt"], "events": []}
    hand = ask("carol", "post", f"sessions/{evening}/hands/", opened).json()["id"]
    sent = [{"id": str(uuid4()), "text": text} for text in dealt["events"]]
    path = f"hands/{hand}/events/"
    ask("carol", "post", path, {"after": 0, "events": sent[:10]})
    ask("carol", "post", path, {"after": 10, "events": sent[10:14]})  # its answer is lost
    ask("carol", "post", path, {"after": 10, "events": sent[10:30]})
    ask("carol", "post", path, {"after": 0, "events": sent})
    return hand


def standings():
    rows = Score.objects.order_by("player", "hand").values_list("player", "points", "place")
    return [*rows], [*Result.objects.order_by("pk").values_list("pk", "totals", "winners")]


def test_an_evening_is_logged_disputed_ruled_on_amended_tried_confirmed_and_moves_house(
    ask, evening, dealt, club, people, tmp_path, capsys
):
    hand = logged(ask, evening, dealt)
    path = f"hands/{hand}/"
    stands = ask("dan", "get", path).json()
    assert stands["record"]["events"] == dealt["events"]
    assert stands["adjudication"]["status"] == "finished"

    claim = {"event": 4, "claim": "That was another card.", "grounds": "I saw it."}
    dispute = ask("dan", "post", f"{path}disputes/", claim).json()["id"]
    decision = {"decision": "adjustment", "seat": 2, "points": -3, "reason": "Too late to change."}
    ask("bob", "post", f"disputes/{dispute}/ruling/", decision, of=path)

    seat, fourth = dealt["events"][3].split(": ")
    other = "pass" if fourth != "pass" else "2S"
    change = {"operation": "replace", "event": 4, "text": f"{seat}: {other}"}
    told = ask("carol", "post", f"{path}amendments/", {"changes": [change], "reason": "Misread."}, of=path)  # fmt: skip
    assert told.json()["effects"]["first_contradiction"] is not None
    back = {"operation": "replace", "event": 4, "text": f"{seat}: {fourth}"}
    ask("carol", "post", f"{path}amendments/", {"changes": [back], "reason": "It was so."}, of=path)

    tried = ask("bob", "post", f"sessions/{evening}/what-if/", {"house_rules": {"settlement": "pairwise"}})  # fmt: skip
    assert tried.json()["totals"]["before"] == Result.objects.get(session=evening).totals
    assert Session.objects.get(pk=evening).revisions.count() == 1

    digest = ask("dan", "get", path).json()["revision"]["digest"]
    ask("dan", "post", f"{path}confirmations/", {"digest": digest})
    assert ask("dan", "get", path).json()["agreement"]["confirmed"]

    bundle = tmp_path / "evening.json"
    bundle.write_bytes(ask("dan", "get", f"sessions/{evening}/bundle/").content)
    assert referee_says(["verify", str(bundle)], capsys)["ok"]
    bundle.write_text(bundle.read_text().replace("Misread.", "Mislaid."))
    assert not referee_says(["verify", str(bundle)], capsys)["ok"]

    exported = b"".join(ask("alice", "get", f"clubs/{club.pk}/export/").streaming_content)
    record = ask("dan", "get", f"sessions/{evening}/record/").json()
    before = standings()
    delete_everything()
    club_archive.restore(BytesIO(exported), owner=User.objects.create_user("olga"))
    assert standings() == before
    assert list(record_check.verify_records()) == []
    totals = referee.adjudicate(referee.parse_record(record)).as_json()["totals"]
    assert totals == Result.objects.get(session=evening).totals


def referee_says(arguments, capsys):
    """What the command answers, in this process."""
    main(arguments)
    return json.loads(capsys.readouterr().out)
