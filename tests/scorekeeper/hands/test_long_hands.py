"""A hand keeps as many events, and as many characters, as people can play; a longer one from before stays and is read."""

from uuid import uuid4

import pytest

import referee
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments, live_log, recording, second_logs
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import Decision, Hand, limits
from tests.scorekeeper.api_answers import check_problem

pytestmark = pytest.mark.django_db

MOST = 6
EVENTS = ["1: 3C", "2: 4C", "3: 5C", "4: 6C", "1: 7C", "2: 8C", "3: 9C"]


@pytest.fixture(autouse=True)
def bound(monkeypatch):
    monkeypatch.setattr(limits, "MAX_EVENTS", MOST)


@pytest.fixture
def full(session, people):
    """A hand with as many events as are kept."""
    return recording.record_hand(session, {"events": EVENTS[:MOST]}, by=people.carol).hand


@pytest.fixture
def longer(session, people, monkeypatch):
    """A hand from before the bound."""
    monkeypatch.setattr(limits, "MAX_EVENTS", MOST + 1)
    hand = recording.record_hand(session, {"events": EVENTS}, by=people.carol).hand
    monkeypatch.setattr(limits, "MAX_EVENTS", MOST)
    return hand


def too_long():
    return pytest.raises(referee.MalformedError, match="7 events, and at most 6 are kept")


def test_a_recorded_hand_has_no_more_events_than_are_kept(session, people):
    with too_long():
        recording.judge_unsaved(session, {"events": EVENTS})
    with too_long():
        recording.record_hand(session, {"events": EVENTS}, by=people.carol)
    assert not Hand.objects.exists()


def test_what_is_appended_is_refused_beyond_them_and_the_hand_stays(full, people):
    new = [NewEvent(uuid4(), EVENTS[-1])]
    with too_long():
        live_log.preview(full, new, after=MOST, person=people.carol)
    with too_long():
        live_log.append(full, new, after=MOST, by=people.carol)
    assert len(Hand.objects.get().head.content["events"]) == MOST


def test_a_correction_adds_none_beyond_them_and_a_second_log_has_no_more(full, people):
    added = Amendment(changes=[EventChange(Operation.INSERT, MOST + 1, EVENTS[-1])])
    with too_long():
        amendments.preview(full, added)
    with too_long():
        amendments.amend(full, added, by=people.carol)
    with too_long():
        second_logs.transcribe(full, {"events": EVENTS}, by=people.dan)


def test_a_longer_hand_from_before_is_read_and_corrected(longer, people, signed):
    changed = Amendment(changes=[EventChange(Operation.REPLACE, 2, "2: 4D")])
    amendments.amend(longer, changed, by=people.carol)
    answer = signed(people.carol).get(f"/api/v1/hands/{longer.pk}/").json()
    assert len(answer["record"]["events"]) == MOST + 1


def test_a_ruling_may_take_a_play_of_a_full_hand_back(full, people):
    dispute, _ = filing.raise_dispute(full, NewDispute(event=6, claim="Too low."), by=people.dan)
    back = NewRuling(decision=Decision.TAKEN_BACK, reason="It was.")
    ruling.rule_on(dispute, back, by=people.alice)
    assert len(Hand.objects.get().head.content["events"]) == MOST + 1


def test_the_api_names_the_place_and_an_import_the_hand(session, club, carol):
    answer = carol.post(f"/api/v1/sessions/{session.pk}/hands/", {"events": EVENTS}, format="json")
    check_problem(answer, 422, "hand-too-long", "events")
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": ["Alice", "Bob", "Carol", "Dan"],
        "hands": [{"cards_left": [0, 1, 2, 3]}, {"events": EVENTS}],
    }
    for dry_run in ("true", "false"):
        answer = carol.post(
            f"/api/v1/clubs/{club.pk}/imports/?dry_run={dry_run}",
            referee.canonical(record),
            content_type="application/x-ndjson",
        )
        lines = carol.get(f"/api/v1/imports/{answer.json()['id']}/lines/").json()["results"]
        assert lines[0]["error"]["where"] == "hands[1].events"


def test_a_hand_has_no_more_characters_than_are_kept(session, people, monkeypatch):
    monkeypatch.setattr(limits, "MAX_RECORD", 1_000)
    sheet = {"cards_left": [0, 1, 2, 3], "weather": "x" * 1_000}
    with pytest.raises(referee.MalformedError, match="at most 1,000 are kept"):
        recording.record_hand(session, sheet, by=people.carol)
