"""A session is taken out with its history and checked where there is no service."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Session, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED

ROOT = Path(__file__).parents[3]


@pytest.fixture
def told(session, people):
    """A session with a corrected hand that Dan confirmed, and a score sheet."""
    session_recording.amend_session(session, {"notes": "It rained."}, players=None, by=people.carol)
    first = hand_recording.record_hand(session, {**CLEAN, "note": "loud"}, by=people.carol).hand
    hand_recording.record_hand(session, SHEET, by=people.carol)
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        first, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
    )
    first.refresh_from_db()
    hand_confirmations.confirm(first, digest=first.head.digest, by=people.dan)
    return session


@pytest.fixture
def bundle(told, people, signed):
    answer = signed(people.dan).get(f"/api/v1/sessions/{told.pk}/bundle/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_it_holds_every_revision_and_what_was_made_of_it(bundle, told):
    assert (bundle["format"], bundle["club"]) == ("session-bundle/1", str(told.club_id))
    assert [player["name"] for player in bundle["players"]] == ["Alice", "Bob", "Carol", "Dan"]
    assert [len(hand["revisions"]) for hand in bundle["hands"]] == [2, 1]
    assert bundle["hands"][0]["revisions"][1]["reason"] == "misread"
    assert [row["revision"] for row in bundle["hands"][0]["confirmations"]] == [
        bundle["hands"][0]["revisions"][1]["id"]
    ]
    assert bundle["adjudication"]["hands"][0]["events"][3]["verdict"] == "illegal"


def keys(value):
    """Every key of a value, but for what is described elsewhere."""
    if isinstance(value, list):
        return {key for item in value for key in keys(item)}
    if not isinstance(value, dict):
        return set()
    described = {"content", "text", "adjudication"}
    return {
        *value,
        *(key for name, item in value.items() if name not in described for key in keys(item)),
    }


def test_every_key_is_documented(bundle):
    words = set(re.findall(r"[a-z_]+", (ROOT / "docs" / "bundles.md").read_text()))
    assert keys(bundle) <= words
    assert "confirmations" in keys(bundle)


def test_it_verifies(bundle):
    found = referee.verify(bundle)
    assert (found.problems, found.revisions, found.hands) == ((), 5, 2)


def test_the_command_verifies_it_with_the_standard_library_alone(bundle, tmp_path):
    """``-I -S``: no installed package, no environment."""
    (tmp_path / "good.json").write_text(json.dumps(bundle))
    bundle["hands"][0]["revisions"][0]["by"] = bundle["club"]
    (tmp_path / "bad.json").write_text(json.dumps(bundle))
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from referee.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "verify", "good.json", "bad.json"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    good, bad = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (1, "")
    assert good == {"file": "good.json", "format": "verification/1", "ok": True, "revisions": 5, "hands": 2, "problems": []}  # fmt: skip
    assert [problem["where"] for problem in bad["problems"]] == ["hands[0].revisions[0].digest"]


def test_while_a_hand_hides_cards_only_its_recorder_has_the_history(told, people, signed):
    hand_recording.record_hand(told, UNFINISHED, by=people.carol)
    route = f"/api/v1/sessions/{told.pk}/bundle/"
    refused = signed(people.alice).get(route)
    assert (refused.status_code, refused.json()["code"]) == (409, "cards-hidden")
    assert "position 3" in refused.json()["detail"]
    own = signed(people.carol).get(route)
    assert own.status_code == 200
    assert referee.verify(json.loads(own.content)).ok


def test_cards_that_an_earlier_version_shows_are_hidden_too(told, people, signed):
    hand = hand_recording.record_hand(told, UNFINISHED, by=people.carol).hand
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"dealt": None}), by=people.carol)
    answer = signed(people.alice).get(f"/api/v1/sessions/{told.pk}/bundle/")
    assert answer.status_code == 409


def test_a_public_session_is_taken_out_by_anybody_but_for_what_members_wrote(told, people, signed):
    hand = told.hands.get(position=1)
    hand.disputes.create(club_id=told.club_id, revision=hand.head, claim="He saw my cards.", raised_by=people.dan, raised_at=told.created_at)  # fmt: skip
    Session.objects.update(visibility=Visibility.PUBLIC)
    Club.objects.update(visibility=Visibility.PUBLIC)
    route = f"/api/v1/sessions/{told.pk}/bundle/"
    strangers = signed(None).get(route)
    assert "He saw my cards." not in strangers.content.decode()
    assert referee.verify(json.loads(strangers.content)).ok
    assert "He saw my cards." in signed(people.dan).get(route).content.decode()
