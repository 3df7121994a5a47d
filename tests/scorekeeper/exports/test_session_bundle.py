"""Session bundles: a session with its history, which can be verified without the service."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import referee
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Decision, Session, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED

ROOT = Path(__file__).parents[3]


@pytest.fixture
def session_with_history(session, people):
    """A session with an amended hand that Dan confirmed, and a score sheet."""
    session_recording.amend_session(session, {"notes": "It rained."}, players=None, by=people.carol)
    hand = hand_recording.record_hand(session, {**CLEAN, "note": "loud"}, by=people.carol).hand
    hand_recording.record_hand(session, SHEET, by=people.carol)
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        hand, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
    )
    hand.refresh_from_db()
    hand_confirmations.confirm_hand(hand, digest=hand.head.digest, by=people.dan)
    return session


@pytest.fixture
def bundle(session_with_history, people, signed):
    answer = signed(people.dan).get(f"/api/v1/sessions/{session_with_history.pk}/bundle/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_a_bundle_contains_every_revision_and_the_adjudication(bundle, session_with_history):
    assert (bundle["format"], bundle["club"]) == (
        "session-bundle/1",
        str(session_with_history.club_id),
    )
    assert [player["name"] for player in bundle["players"]] == ["Alice", "Bob", "Carol", "Dan"]
    assert [len(hand["revisions"]) for hand in bundle["hands"]] == [2, 1]
    assert bundle["hands"][0]["revisions"][1]["reason"] == "misread"
    assert [row["revision"] for row in bundle["hands"][0]["confirmations"]] == [
        bundle["hands"][0]["revisions"][1]["id"]
    ]
    assert bundle["adjudication"]["hands"][0]["events"][3]["verdict"] == "illegal"


def keys_of(value):
    """Return all keys of a bundle, except those of records and adjudications, which are documented elsewhere."""
    if isinstance(value, list):
        return {key for item in value for key in keys_of(item)}
    if not isinstance(value, dict):
        return set()
    documented_elsewhere = {"content", "text", "adjudication"}
    return {
        *value,
        *(
            key
            for name, item in value.items()
            if name not in documented_elsewhere
            for key in keys_of(item)
        ),
    }


def test_every_key_of_a_bundle_is_documented(bundle):
    words = set(re.findall(r"[a-z_]+", (ROOT / "docs" / "bundles.md").read_text()))
    assert keys_of(bundle) <= words
    assert "confirmations" in keys_of(bundle)


def test_a_bundle_is_valid_by_its_schema(bundle, session_with_history, people, signed):
    schema = Draft202012Validator(referee.schema(referee.BUNDLE_FORMAT))
    assert [error.message for error in schema.iter_errors(bundle)] == []
    hand = session_with_history.hands.get(position=1)
    about = dispute_filing.NewDispute(claim="He saw my cards.", event=1)
    dispute, _ = dispute_filing.raise_dispute(hand, about, by=people.dan)
    ruling = NewRuling(decision=Decision.STANDS, reason="He did not.")
    dispute_ruling.rule_on(dispute, ruling, by=people.bob)
    hand_comments.comment(hand, "A brave lead.", by=people.dan)
    whole = signed(people.dan).get(f"/api/v1/sessions/{session_with_history.pk}/bundle/").json()
    assert whole["hands"][0]["disputes"][0]["ruling"]
    assert [error.message for error in schema.iter_errors(whole)] == []


def test_a_bundle_verifies(bundle):
    verification = referee.verify(bundle)
    assert (verification.problems, verification.revisions, verification.hands) == ((), 5, 2)


def test_the_command_verifies_bundles_without_installed_packages(bundle, tmp_path):
    """With ``-I -S`` Python ignores installed packages and the environment."""
    (tmp_path / "good.json").write_text(json.dumps(bundle))
    bundle["hands"][0]["revisions"][0]["by"] = bundle["club"]
    (tmp_path / "bad.json").write_text(json.dumps(bundle))
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from referee.cli import main; sys.exit(main())"
    process = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "verify", "good.json", "bad.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    good, bad = map(json.loads, process.stdout.splitlines())
    assert (process.returncode, process.stderr) == (1, "")
    assert good == {
        "file": "good.json",
        "format": "verification/1",
        "ok": True,
        "revisions": 5,
        "hands": 2,
        "problems": [],
        "notes": [],
    }
    assert [problem["where"] for problem in bad["problems"]] == ["hands[0].revisions[0].digest"]


def test_a_session_with_hidden_cards_is_exported_by_their_recorder_only(
    session_with_history, people, signed
):
    hand_recording.record_hand(session_with_history, UNFINISHED, by=people.carol)
    route = f"/api/v1/sessions/{session_with_history.pk}/bundle/"
    refused = signed(people.alice).get(route)
    assert (refused.status_code, refused.json()["code"]) == (409, "cards-hidden")
    assert "position 3" in refused.json()["detail"]
    recorders = signed(people.carol).get(route)
    assert recorders.status_code == 200
    assert referee.verify(json.loads(recorders.content)).ok


def test_cards_of_an_earlier_revision_are_hidden_too(session_with_history, people, signed):
    hand = hand_recording.record_hand(session_with_history, UNFINISHED, by=people.carol).hand
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"dealt": None}), by=people.carol)
    answer = signed(people.alice).get(f"/api/v1/sessions/{session_with_history.pk}/bundle/")
    assert answer.status_code == 409


def test_strangers_export_a_public_session_without_its_disputes(
    session_with_history, people, signed
):
    hand = session_with_history.hands.get(position=1)
    hand.disputes.create(
        club_id=session_with_history.club_id,
        revision=hand.head,
        claim="He saw my cards.",
        raised_by=people.dan,
        raised_at=session_with_history.created_at,
    )
    Session.objects.update(visibility=Visibility.PUBLIC)
    Club.objects.update(visibility=Visibility.PUBLIC)
    route = f"/api/v1/sessions/{session_with_history.pk}/bundle/"
    response = signed(None).get(route)
    assert "He saw my cards." not in response.content.decode()
    assert referee.verify(json.loads(response.content)).ok
    assert "He saw my cards." in signed(people.dan).get(route).content.decode()
