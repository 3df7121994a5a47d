"""A hand is logged while it is played: events are appended, sent again, and nothing is doubled or lost."""

from uuid import uuid4

import pytest

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
    """Append events under these ids."""
    client = signed(people.carol)

    def _send(after, rows, query=""):
        body = {
            "after": after,
            "events": [{"id": str(event), "text": text} for event, text in rows],
        }
        return client.post(f"/api/v1/hands/{hand.pk}/events/{query}", body, format="json")

    return _send


def rows(*texts):
    return [(uuid4(), text) for text in texts]


def test_each_answer_says_the_verdicts_whose_turn_it_is_and_the_counts(send):
    answer = send(0, rows(EVENTS[0])).json()
    assert [event["verdict"] for event in answer["adjudication"]["events"]] == ["legal"]
    assert answer["situation"]["turn"] == 2
    assert answer["situation"]["counts"] == [8, 13, 13, 13]
    assert answer["situation"]["standing"]["cards"] == ["3C", "4C", "5C", "6C", "7C"]


def test_a_hand_logged_to_the_end_is_scored(send, hand):
    assert send(0, rows(*EVENTS)).json()["adjudication"]["status"] == "finished"
    assert [score.points for score in Score.objects.filter(hand=hand)] == [39, -13, -13, -13]


def test_what_is_sent_again_is_acknowledged_and_not_doubled(send, hand):
    sent = rows(*EVENTS[:3])
    first, again = send(0, sent), send(0, sent)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert LoggedEvent.objects.count() == 3
    assert HandRevision.objects.filter(hand=hand).count() == 2


def test_ten_minutes_without_a_network_are_sent_in_one_piece(send):
    early, late = rows(*EVENTS[:2]), rows(*EVENTS[2:])
    send(0, early)
    answer = send(0, early + late).json()
    assert answer["record"]["events"] == EVENTS
    assert LoggedEvent.objects.count() == len(EVENTS)


def test_a_gap_is_answered_with_the_number_held(send):
    send(0, rows(EVENTS[0]))
    refused = send(3, rows(EVENTS[1]))
    assert refused.status_code == 409
    assert (refused.json()["code"], refused.json()["held"]) == ("event-gap", 1)
    assert LoggedEvent.objects.count() == 1


def test_somebody_elses_event_in_between_is_a_gap(send):
    send(0, rows(EVENTS[0]))
    assert send(0, rows(EVENTS[1])).json()["held"] == 1


def test_an_id_stands_for_one_text(send):
    sent = rows(EVENTS[0])
    send(0, sent)
    changed = send(0, [(sent[0][0], "1: 3C")])
    assert (changed.status_code, changed.json()["code"]) == (409, "id-taken")
    assert EVENTS[0] in changed.json()["detail"]
    twice = send(1, [(same := uuid4(), EVENTS[1]), (same, EVENTS[2])])
    assert (twice.status_code, twice.json()["code"]) == (409, "id-taken")


def test_an_illegal_play_is_kept_with_its_verdict(send):
    answer = send(0, rows("2: 3D")).json()
    assert answer["adjudication"]["events"][0]["fault"] == "out-of-turn"


def test_a_strict_scorer_keeps_nothing_of_it(send, hand):
    refused = send(0, rows(EVENTS[0], "2: 3D"), query="?strict=true")
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-play")
    assert LoggedEvent.objects.count() == 0
    assert HandRevision.objects.filter(hand=hand).count() == 1


def test_a_strict_scorer_is_told_of_the_new_play_and_not_of_an_old_one(send):
    send(0, rows("2: 3D", "2: takes back"))
    refused = send(2, rows(EVENTS[0], "3: 3H"), query="?strict=true")
    assert refused.json()["where"] == "events[3]"  # counted in the hand's record
    assert refused.json()["detail"] == "Event 4 is illegal, and nothing of this was kept."


def test_what_cannot_be_read_is_refused_whole(send):
    refused = send(0, rows(EVENTS[0], "2: 3Z"))
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-card")
    assert refused.json()["where"] == "events[1]"
    assert LoggedEvent.objects.count() == 0


def test_an_event_that_nobody_saw_is_entered_as_unknown(send):
    answer = send(0, rows(EVENTS[0], "2: unseen")).json()
    assert answer["adjudication"]["events"][1]["verdict"] == "unproven"


def test_a_member_who_is_no_scorer_may_not_log(hand, people, signed):
    body = {"after": 0, "events": [{"id": str(uuid4()), "text": EVENTS[0]}]}
    path = f"/api/v1/hands/{hand.pk}/events/"
    assert signed(people.dan).post(path, body, format="json").status_code == 403
    assert signed(people.eve).post(path, body, format="json").status_code == 404
    assert signed(None).post(path, body, format="json").status_code == 404


def test_every_append_is_in_the_audit_log(send, people):
    send(0, rows(EVENTS[0]))
    entry = AuditEntry.objects.get(act="events appended")
    assert (entry.by, entry.details["events"]) == (people.carol, 1)


def test_a_dry_run_answers_as_the_append_would_and_keeps_nothing(send, hand):
    sent = rows(EVENTS[0], "2: 3D")
    tried = send(0, sent, query="?dry_run=true").json()
    assert LoggedEvent.objects.count() == HandRevision.objects.filter(hand=hand).count() - 1 == 0
    assert not AuditEntry.objects.filter(act="events appended").exists()
    appended = send(0, sent).json()
    told = ("record", "adjudication", "situation", "hides_cards")
    assert [tried[key] for key in told] == [appended[key] for key in told]
    assert [event["verdict"] for event in tried["adjudication"]["events"]] == ["legal", "illegal"]


def test_a_dry_run_is_refused_as_the_append_would_be(send, hand):
    send(0, rows(EVENTS[0]))
    gap = send(0, rows(EVENTS[1]), query="?dry_run=true")
    assert (gap.status_code, gap.json()["held"]) == (409, 1)
    unreadable = send(1, rows("2: 3Z"), query="?dry_run=true")
    assert (unreadable.status_code, unreadable.json()["code"]) == (422, "unknown-card")
    strict = send(1, rows("2: 3D"), query="?dry_run=true&strict=true")
    assert (strict.status_code, strict.json()["where"]) == (422, "events[1]")
    assert LoggedEvent.objects.count() == 1


def test_a_dry_run_is_for_those_who_may_log(hand, people, signed):
    body = {"after": 0, "events": [{"id": str(uuid4()), "text": EVENTS[0]}]}
    path = f"/api/v1/hands/{hand.pk}/events/?dry_run=true"
    assert signed(people.dan).post(path, body, format="json").status_code == 403
    assert signed(people.eve).post(path, body, format="json").status_code == 404


def test_a_dry_run_betrays_no_dealt_card(hand, people, signed):
    """Alice did not record this hand: played to its end in a dry run, it stays unfinished for her."""
    rows_ = [{"id": str(uuid4()), "text": text} for text in ("1: 3C", "2: 3D", "3: 2S")]
    body = {"after": 0, "events": rows_}
    path = f"/api/v1/hands/{hand.pk}/events/?dry_run=true"
    own, theirs = (
        signed(person).post(path, body, format="json").json()
        for person in (people.carol, people.alice)
    )
    assert "card-not-held" in [event.get("fault") for event in own["adjudication"]["events"]]
    assert theirs["hides_cards"] is True
    assert "dealt" not in theirs["record"]
    assert "card-not-held" not in [event.get("fault") for event in theirs["adjudication"]["events"]]
    over = [{"id": str(uuid4()), "text": text} for text in EVENTS]
    ended = signed(people.alice).post(path, {"after": 0, "events": over}, format="json").json()
    assert ended["hides_cards"] is True
    assert "dealt" not in ended["record"]
