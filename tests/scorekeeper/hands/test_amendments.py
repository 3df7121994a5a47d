"""Amendments: a correction adds a revision of the hand; later hands are judged again and the effects are returned."""

import pytest

from scorekeeper.adjudication.revisions import digest_of
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import AuditEntry, Hand, HandRevision, Result
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(session, people):
    return hand_recording.record_hand(session, ILLEGAL, by=people.carol).hand


@pytest.fixture
def amend(hand, people, signed):
    """Amend the hand as Carol, with the ETag of the current version."""
    client = signed(people.carol)

    def _amend(body, other_hand=None, etag=None):
        path = f"/api/v1/hands/{(other_hand or hand).pk}/"
        etag = etag or client.get(path)["ETag"]
        return client.post(f"{path}amendments/", body, format="json", headers={"If-Match": etag})

    return _amend


def change(operation, event, text=""):
    return {"changes": [{"operation": operation, "event": event, "text": text}]}


def events(hand):
    return Hand.objects.select_related("head").get(pk=hand.pk).head.content["events"]


def test_an_event_is_replaced_and_the_rest_stays(hand, amend):
    answer = amend(change("replace", 4, "2: AD"))
    assert answer.status_code == 200, answer.content
    assert events(hand) == [*ILLEGAL["events"][:3], "2: AD", "2: 4D"]


def test_an_event_is_inserted_before_another(hand, amend):
    amend(change("insert", 4, "1: AC"))
    assert events(hand)[2:5] == ["1: KC", "1: AC", "2: 3D"]


def test_an_event_is_added_at_the_end(hand, amend):
    amend(change("insert", 6, "2: 5D"))
    assert events(hand)[-1] == "2: 5D"


def test_events_are_removed(hand, amend):
    amend({"changes": [{"operation": "remove", "event": 4}, {"operation": "remove", "event": 5}]})
    assert events(hand) == ILLEGAL["events"][:3]


def test_changed_verdicts_are_returned(hand, amend):
    hands = amend(change("replace", 4, "2: AD")).json()["effects"]["hands"]
    row = hands[0]["verdicts"][0]
    assert (row["event"], row["was"]) == (4, 4)
    assert (row["before"]["verdict"], row["after"]["verdict"]) == ("illegal", "legal")


def test_moved_events_are_compared_with_their_former_numbers(hand, amend):
    verdicts = amend(change("remove", 1)).json()["effects"]["hands"][0]["verdicts"]
    assert {"event": None, "was": 1}.items() <= verdicts[-1].items()
    assert all(row["was"] == row["event"] + 1 for row in verdicts[:-1])


def test_the_first_contradiction_is_returned(hand, amend):
    contradiction = amend(change("replace", 2, "1: KC")).json()["effects"]["first_contradiction"]
    assert (contradiction["position"], contradiction["where"]) == (1, "events[2]")
    assert contradiction["code"] == "card-already-played"


def test_changed_points_and_totals_are_returned(session, people, amend):
    later = hand_recording.record_hand(session, CLEAN, by=people.carol).hand
    effects = amend({"keys": {"void": "wrong deck"}}, other_hand=later).json()["effects"]
    assert effects["hands"][0]["points"] == {"before": [39, -13, -13, -13], "after": None}
    assert effects["totals"] is None  # the first hand is unfinished, so there were no totals before


def test_a_dry_run_stores_nothing(hand, amend):
    effects = amend({**change("replace", 4, "2: AD"), "dry_run": True}).json()["effects"]
    assert effects["hands"][0]["verdicts"]
    assert events(hand) == ILLEGAL["events"]
    assert HandRevision.objects.filter(hand=hand).count() == 1


def test_an_undo_is_another_revision(hand, amend):
    amend(change("replace", 4, "2: AD"))
    amend({"undo": 1})
    assert events(hand) == ILLEGAL["events"]
    assert list(hand.revisions.values_list("number", flat=True)) == [1, 2, 3]


def test_an_undo_with_changes_is_refused_since_they_would_have_no_effect(hand, amend):
    amend(change("replace", 4, "2: AD"))
    refused = amend({"undo": 1, **change("replace", 4, "2: 2C")})
    assert (refused.status_code, refused.json()["where"]) == (422, "undo")
    assert amend({"undo": 1, "keys": {"note": "late"}}).status_code == 422
    assert hand.revisions.count() == 2


def test_each_revision_has_author_cause_and_reason(hand, amend, people):
    amend({**change("remove", 5), "cause": "rule-correction", "reason": "It was a seven."})
    head = hand.revisions.get(number=2)
    assert (head.by, head.kind, head.cause, head.reason) == (
        people.carol,
        "amended",
        "rule-correction",
        "It was a seven.",
    )
    assert head.digest == digest_of(head)
    assert AuditEntry.objects.get(act="hand amended").details["digest"] == head.digest


def test_an_amendment_needs_the_etag_of_the_current_version(hand, amend, people, signed):
    stale = signed(people.carol).get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    amend(change("remove", 5))
    assert amend(change("remove", 4), etag=stale).status_code == 412


def test_a_change_of_a_missing_event_is_refused(hand, amend):
    refused = amend(change("replace", 9, "1: 3C"))
    assert (refused.status_code, refused.json()["where"]) == (422, "changes[0].event")


def test_one_event_cannot_be_changed_twice(amend):
    twice = {
        "changes": [
            {"operation": "remove", "event": 4},
            {"operation": "replace", "event": 4, "text": "2: pass"},
        ]
    }
    assert amend(twice).json()["where"] == "changes[1].event"


def test_an_unreadable_event_is_refused_with_its_place(amend):
    refused = amend(change("replace", 4, "2: 3Z"))
    assert (refused.json()["code"], refused.json()["where"]) == ("unknown-card", "events[3]")


def test_an_amendment_that_changes_nothing_is_refused(amend):
    assert amend(change("replace", 4, "2: 3D")).status_code == 422


def test_only_a_ruling_writes_adjustments(amend):
    refused = amend({"keys": {"adjustments": [{"seat": 1, "points": 5}]}})
    assert refused.json()["where"] == "keys.adjustments"


def test_a_score_sheet_that_now_contradicts_the_events_is_listed(session, people, amend):
    record = {**CLEAN, "cards_left": [0, 13, 13, 13]}
    hand = hand_recording.record_hand(session, record, by=people.carol).hand
    answer = amend(change("insert", 2, "2: 8D 9D 10D JD QD"), other_hand=hand).json()
    contradictions = answer["hand"]["adjudication"]["contradictions"]
    assert [row["where"] for row in contradictions] == ["cards_left"]
    assert answer["effects"]["first_contradiction"]["where"] == "cards_left"
    assert answer["hand"]["adjudication"]["points"] == [34, -8, -13, -13]


def test_hands_after_an_earlier_end_of_the_game_bring_nothing(open_session, people, amend):
    session = open_session(house_rules={"target": 30})
    first = hand_recording.record_hand(session, SHEET, by=people.carol).hand
    hand_recording.record_hand(session, {"cards_left": [3, 0, 3, 3]}, by=people.carol)
    effects = amend({"keys": {"cards_left": [0, 10, 10, 13]}}, other_hand=first).json()["effects"]
    second = Hand.objects.get(session=session, position=2).adjudication
    assert (second.status, second.answer["points"]) == ("after-the-end", None)
    assert effects["over"] == {"before": False, "after": True}
    assert Result.objects.get(session=session).totals == [33, -10, -10, -13]


def test_dealt_cards_can_be_added_by_an_amendment(hand, amend):
    answer = amend({"keys": {"dealt": [*DEAL[:3], "?"]}, "reason": "Dan does not remember."})
    assert answer.json()["hand"]["record"]["dealt"][3] == "?"


def test_the_history_has_the_cause_of_each_revision(hand, amend, people, signed):
    amend({**change("replace", 4, "2: AD"), "cause": "rule-correction", "reason": "Read again."})
    revisions = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/revisions/").json()["results"]
    assert [(row["kind"], row["cause"]) for row in revisions] == [
        ("recorded", ""),
        ("amended", "rule-correction"),
    ]
