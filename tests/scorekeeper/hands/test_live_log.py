"""The live log: events are appended while a hand is played; repeated requests neither lose nor double events."""

from uuid import uuid4

import pytest

from scorekeeper.hands import live_log
from scorekeeper.models import AuditEntry, Hand, HandRevision, LoggedEvent, Score
from tests.scorekeeper.sample_hands import CLEAN, DEAL

pytestmark = pytest.mark.django_db

EVENTS = CLEAN["events"]


@pytest.fixture
def hand(session, people, signed):
    opened = signed(people.carol).post(
        f"/api/v1/sessions/{session.pk}/hands/",
        {"dealt": DEAL, "events": [], "passes": "implied"},
        format="json",
    )
    assert opened.status_code == 201, opened.content
    return Hand.objects.get(pk=opened.json()["id"])


@pytest.fixture
def send(hand, people, signed):
    """Append events with these ids."""
    client = signed(people.carol)

    def _send(after, rows, query=""):
        body = {
            "after": after,
            "events": [{"id": str(event), "text": text} for event, text in rows],
        }
        return client.post(f"/api/v1/hands/{hand.pk}/events/{query}", body, format="json")

    return _send


def new_events(*texts):
    return [(uuid4(), text) for text in texts]


def test_each_response_has_verdicts_turn_and_counts(send):
    answer = send(0, new_events(EVENTS[0])).json()
    assert [event["verdict"] for event in answer["adjudication"]["events"]] == ["legal"]
    assert answer["situation"]["turn"] == 2
    assert answer["situation"]["counts"] == [8, 13, 13, 13]
    assert answer["situation"]["standing"]["cards"] == ["3C", "4C", "5C", "6C", "7C"]


def test_an_event_takes_as_many_queries_late_in_a_hand_as_early(
    hand, people, django_assert_num_queries
):
    reads = 6  # session, its head, hand, events that are known, hands so far, seats with merges
    writes = (
        9  # revision, hand, event, adjudication, scores, verdicts, result, rerating, audit entry
    )
    savepoint = 2  # the test itself runs in the transaction
    hand = Hand.objects.select_related("session").get(pk=hand.pk)
    for after, text in enumerate(EVENTS[:3]):
        event = live_log.NewEvent(uuid4(), text)
        with django_assert_num_queries(reads + writes + savepoint):
            live_log.append(hand, [event], after=after, by=people.carol)


def test_a_hand_logged_to_the_end_is_scored(send, hand):
    assert send(0, new_events(*EVENTS)).json()["adjudication"]["status"] == "finished"
    assert [score.points for score in Score.objects.filter(hand=hand)] == [39, -13, -13, -13]


def test_repeated_events_are_acknowledged_and_not_doubled(send, hand):
    events = new_events(*EVENTS[:3])
    first, again = send(0, events), send(0, events)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert LoggedEvent.objects.count() == 3
    assert HandRevision.objects.filter(hand=hand).count() == 2


def test_events_collected_offline_are_sent_together_with_known_ones(send):
    early, late = new_events(*EVENTS[:2]), new_events(*EVENTS[2:])
    send(0, early)
    answer = send(0, early + late).json()
    assert answer["record"]["events"] == EVENTS
    assert LoggedEvent.objects.count() == len(EVENTS)


def test_a_gap_is_refused_with_the_number_of_stored_events(send):
    send(0, new_events(EVENTS[0]))
    refused = send(3, new_events(EVENTS[1]))
    assert refused.status_code == 409
    assert (refused.json()["code"], refused.json()["held"]) == ("event-gap", 1)
    assert LoggedEvent.objects.count() == 1


def test_an_event_of_another_phone_in_between_is_a_gap(send):
    send(0, new_events(EVENTS[0]))
    assert send(0, new_events(EVENTS[1])).json()["held"] == 1


def test_an_event_id_cannot_be_used_for_another_text(send):
    events = new_events(EVENTS[0])
    send(0, events)
    changed = send(0, [(events[0][0], "1: 3C")])
    assert (changed.status_code, changed.json()["code"]) == (409, "id-taken")
    assert EVENTS[0] in changed.json()["detail"]
    twice = send(1, [(same_id := uuid4(), EVENTS[1]), (same_id, EVENTS[2])])
    assert (twice.status_code, twice.json()["code"]) == (409, "id-taken")


def test_an_illegal_play_is_stored_with_its_verdict(send):
    answer = send(0, new_events("2: 3D")).json()
    assert answer["adjudication"]["events"][0]["fault"] == "out-of-turn"


def test_a_strict_request_with_an_illegal_play_stores_nothing(send, hand):
    refused = send(0, new_events(EVENTS[0], "2: 3D"), query="?strict=true")
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-play")
    assert LoggedEvent.objects.count() == 0
    assert HandRevision.objects.filter(hand=hand).count() == 1


def test_a_strict_request_reports_new_illegal_plays_only(send):
    send(0, new_events("2: 3D", "2: takes back"))
    refused = send(2, new_events(EVENTS[0], "3: 3H"), query="?strict=true")
    assert refused.json()["where"] == "events[3]"  # counted in the hand's record
    assert refused.json()["detail"] == "Event 4 is illegal, so nothing was recorded."


def test_an_unreadable_event_refuses_the_whole_request(send):
    refused = send(0, new_events(EVENTS[0], "2: 3Z"))
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-card")
    assert refused.json()["where"] == "events[1]"
    assert LoggedEvent.objects.count() == 0


def test_an_unseen_play_can_be_logged(send):
    answer = send(0, new_events(EVENTS[0], "2: unseen")).json()
    assert answer["adjudication"]["events"][1]["verdict"] == "unproven"


def test_only_scorers_may_log(hand, people, signed):
    body = {"after": 0, "events": [{"id": str(uuid4()), "text": EVENTS[0]}]}
    path = f"/api/v1/hands/{hand.pk}/events/"
    assert signed(people.dan).post(path, body, format="json").status_code == 403
    assert signed(people.eve).post(path, body, format="json").status_code == 404
    assert signed(None).post(path, body, format="json").status_code == 404


def test_every_append_is_in_the_audit_log(send, people):
    send(0, new_events(EVENTS[0]))
    entry = AuditEntry.objects.get(act="events appended")
    assert (entry.by, entry.details["events"]) == (people.carol, 1)


def test_a_dry_run_returns_what_appending_would_and_stores_nothing(send, hand):
    events = new_events(EVENTS[0], "2: 3D")
    preview = send(0, events, query="?dry_run=true").json()
    assert LoggedEvent.objects.count() == HandRevision.objects.filter(hand=hand).count() - 1 == 0
    assert not AuditEntry.objects.filter(act="events appended").exists()
    appended = send(0, events).json()
    keys = ("record", "adjudication", "situation", "hides_cards")
    assert [preview[key] for key in keys] == [appended[key] for key in keys]
    assert [event["verdict"] for event in preview["adjudication"]["events"]] == ["legal", "illegal"]


def test_a_dry_run_is_refused_like_appending(send, hand):
    send(0, new_events(EVENTS[0]))
    gap = send(0, new_events(EVENTS[1]), query="?dry_run=true")
    assert (gap.status_code, gap.json()["held"]) == (409, 1)
    unreadable = send(1, new_events("2: 3Z"), query="?dry_run=true")
    assert (unreadable.status_code, unreadable.json()["code"]) == (422, "unknown-card")
    strict = send(1, new_events("2: 3D"), query="?dry_run=true&strict=true")
    assert (strict.status_code, strict.json()["where"]) == (422, "events[1]")
    assert LoggedEvent.objects.count() == 1


def test_a_dry_run_needs_the_permission_to_log(hand, people, signed):
    body = {"after": 0, "events": [{"id": str(uuid4()), "text": EVENTS[0]}]}
    path = f"/api/v1/hands/{hand.pk}/events/?dry_run=true"
    assert signed(people.dan).post(path, body, format="json").status_code == 403
    assert signed(people.eve).post(path, body, format="json").status_code == 404


def test_a_dry_run_reveals_no_dealt_card(hand, people, signed):
    """Alice did not record this hand, so it stays unfinished for her even when she plays it to its end in a dry run."""
    plays = [{"id": str(uuid4()), "text": text} for text in ("1: 3C", "2: 3D", "3: 2S")]
    body = {"after": 0, "events": plays}
    path = f"/api/v1/hands/{hand.pk}/events/?dry_run=true"
    seen_by_carol, seen_by_alice = (
        signed(person).post(path, body, format="json").json()
        for person in (people.carol, people.alice)
    )
    assert "card-not-held" in [
        event.get("fault") for event in seen_by_carol["adjudication"]["events"]
    ]
    assert seen_by_alice["hides_cards"] is True
    assert "dealt" not in seen_by_alice["record"]
    assert "card-not-held" not in [
        event.get("fault") for event in seen_by_alice["adjudication"]["events"]
    ]
    all_events = [{"id": str(uuid4()), "text": text} for text in EVENTS]
    finished = (
        signed(people.alice).post(path, {"after": 0, "events": all_events}, format="json").json()
    )
    assert finished["hides_cards"] is True
    assert "dealt" not in finished["record"]
