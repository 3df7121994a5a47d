"""Rulings on disputes and what they write into the record."""

import pytest

import referee
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.adjudication.revisions import digest_of
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, AmendmentError, EventChange, Operation
from scorekeeper.models import AuditEntry, Decision, Hand, HandRevision, Player, Result
from scorekeeper.sessions import document as session_document
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET

pytestmark = pytest.mark.django_db

WITH_TAKEBACK = {
    **CLEAN,
    "events": [*CLEAN["events"][:3], "2: 3D", "2: takes back", *CLEAN["events"][3:]],
}


@pytest.fixture
def hand(session, people):
    """An unfinished hand without dealt cards; event 4 does not beat the standing combination."""
    return recording.record_hand(session, {**ILLEGAL, "dealt": None}, by=people.carol).hand


@pytest.fixture
def finished(session, people):
    return recording.record_hand(session, CLEAN, by=people.carol).hand


def record_of(hand):
    return session_document.session_record(Hand.objects.get(pk=hand.pk).session)["hands"][
        hand.position - 1
    ]


def adjudicate_export(session):
    """Return what another program makes of the exported record."""
    return referee.adjudicate(
        referee.parse_record(session_document.session_record(session))
    ).as_json()


def test_a_ruling_that_the_play_stands_is_in_the_record(hand, dispute, rule):
    ruled = rule(dispute(hand, event=4).json(), "stands")
    assert ruled.status_code == 201, ruled.content
    assert record_of(hand)["rulings"] == [
        {"event": 4, "decision": "stands", "reason": "Seen by all."}
    ]
    assert record_of(hand)["events"] == ILLEGAL["events"]
    assert ruled.json()["effects"]["hands"] == []


def test_a_ruling_is_a_revision_with_its_class_and_reason(hand, dispute, rule, people):
    ruled = rule(dispute(hand, event=4).json(), "stands").json()
    head = HandRevision.objects.get(hand=hand, number=2)
    assert (head.kind, head.cause, head.by) == ("ruled", "ruling", people.bob)
    assert head.reason == ruled["dispute"]["ruling"]["reason"] == "Seen by all."
    assert head.digest == digest_of(head) == ruled["hand"]["revision"]["digest"]
    assert AuditEntry.objects.get(act="dispute ruled on").details["digest"] == head.digest


def test_taking_a_play_back_inserts_an_event_after_it(hand, dispute, rule):
    answer = rule(dispute(hand, event=5).json(), "taken-back").json()
    assert record_of(hand)["events"] == [*ILLEGAL["events"], "2: takes back"]
    assert answer["hand"]["situation"]["counts"][1] == 12  # two cards played, one taken back


def test_plays_after_one_taken_back_are_judged_again_and_reported(finished, dispute, rule):
    answer = rule(dispute(finished, event=3).json(), "taken-back").json()
    assert record_of(finished)["events"][3:] == ["1: takes back", "1: AC", "1: 2C"]
    (changed_hand,) = answer["effects"]["hands"]
    assert changed_hand["status"] == {"before": "finished", "after": "unfinished"}
    assert answer["effects"]["totals"] == {"before": [39, -13, -13, -13], "after": None}


def test_the_first_later_play_that_contradicts_the_ruling_is_reported(
    session, people, dispute, rule
):
    events = ["1: 3C", "2: 4D", "3: 5H", "4: 5S"]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    answer = rule(dispute(hand, event=3).json(), "taken-back").json()
    contradiction = answer["effects"]["first_contradiction"]
    assert (contradiction["where"], contradiction["code"]) == ("events[4]", "out-of-turn")


def test_a_play_taken_back_by_mistake_stands_again(finished, dispute, rule):
    rule(dispute(finished, event=3).json(), "taken-back")
    answer = rule(dispute(finished, event=3).json(), "stands").json()
    assert record_of(finished)["events"] == CLEAN["events"]
    assert answer["notes"] == ["The play counts again: an earlier ruling had taken it back."]
    assert answer["effects"]["totals"] == {"before": None, "after": [39, -13, -13, -13]}
    (changed_hand,) = answer["effects"]["hands"]
    assert changed_hand["verdicts"][0] == {
        "event": None,
        "was": 4,
        "before": {"text": "1: takes back", "verdict": "legal"},
        "after": None,
    }


def test_a_play_that_stands_again_may_be_amended_and_taken_back_again(
    finished, dispute, rule, people
):
    for decision in ("taken-back", "stands"):
        rule(dispute(finished, event=3).json(), decision)
    hand_amendments.amend(
        finished,
        Amendment(changes=[EventChange(Operation.REPLACE, 3, "1: JS JH")]),
        by=people.carol,
    )
    rule(dispute(finished, event=3).json(), "taken-back")
    assert record_of(finished)["events"][2:4] == ["1: JS JH", "1: takes back"]


def test_a_play_that_its_player_took_back_stays_taken_back(session, people, dispute, rule):
    hand = recording.record_hand(session, WITH_TAKEBACK, by=people.carol).hand
    answer = rule(dispute(hand, event=4).json(), "stands").json()
    assert record_of(hand)["events"] == WITH_TAKEBACK["events"]
    assert answer["notes"] == []


def test_a_score_sheet_that_a_ruling_contradicts_is_removed_with_a_note(
    session, people, dispute, rule
):
    record = {**CLEAN, "cards_left": [0, 13, 13, 13], "note": "kept"}
    hand = recording.record_hand(session, record, by=people.carol).hand
    answer = rule(dispute(hand, event=5).json(), "taken-back").json()
    assert "cards_left" not in record_of(hand)
    assert record_of(hand)["note"] == "kept"
    assert "revision 1 has it" in answer["notes"][0]
    assert adjudicate_export(session)["totals"] is None


@pytest.mark.parametrize("event", [None, 4, 5])
def test_only_a_play_that_still_stands_can_be_taken_back(session, people, dispute, rule, event):
    hand = recording.record_hand(session, WITH_TAKEBACK, by=people.carol).hand
    refused = rule(dispute(hand, event=event).json(), "taken-back")
    assert (refused.status_code, refused.json()["where"]) == (422, "decision")
    assert Hand.objects.get(pk=hand.pk).head.number == 1


def test_an_adjustment_counts_in_the_totals_and_not_in_the_points(finished, dispute, rule):
    ruled = rule(dispute(finished, event=3).json(), "adjustment", seat=1, points=-10)
    answer = ruled.json()
    assert answer["effects"]["totals"]["after"] == [29, -13, -13, -13]
    assert answer["hand"]["adjudication"]["points"] == [39, -13, -13, -13]
    adjustment = {"seat": 1, "points": -10, "reason": "Seen by all."}
    assert record_of(finished)["adjustments"] == [adjustment]
    assert HandRevision.objects.get(number=2).cause == "adjustment"


def test_an_adjustment_survives_later_amendments(finished, dispute, rule, people):
    rule(dispute(finished, event=3).json(), "adjustment", seat=1, points=-10)
    event_changes = [EventChange(Operation.REPLACE, 5, "1: 2C last")]
    for amendment in (
        Amendment(changes=event_changes),
        Amendment(keys={"note": "later"}),
        Amendment(undo=1),
    ):
        hand_amendments.amend(finished, amendment, by=people.carol)
        assert Result.objects.get().totals == [29, -13, -13, -13]
    assert adjudicate_export(finished.session)["totals"] == [29, -13, -13, -13]


@pytest.mark.parametrize(
    ("decision", "more", "where"),
    [
        ("adjustment", {}, "seat"),
        ("adjustment", {"seat": 1}, "points"),
        ("adjustment", {"seat": 1, "points": 0}, "points"),
        ("adjustment", {"seat": 5, "points": 1}, "adjustments[0].seat"),
        ("adjustment", {"seat": 1, "points": 1e300}, "points"),
        ("stands", {"seat": 1}, "seat"),
        ("stands", {"points": 3}, "points"),
        ("stands", {"reason": ""}, "reason"),
        ("guessed", {}, "decision"),
    ],
)
def test_an_invalid_ruling_is_refused_with_the_place_of_the_mistake(
    finished, dispute, rule, decision, more, where
):
    refused = rule(dispute(finished, event=3).json(), decision, **more)
    assert (refused.status_code, refused.json()["where"]) == (422, where)
    assert Hand.objects.get(pk=finished.pk).head.number == 1


def test_an_annulled_hand_brings_no_points_and_keeps_its_number(
    session, finished, people, dispute, rule
):
    recording.record_hand(session, SHEET, by=people.carol)
    answer = rule(dispute(finished).json(), "annulled").json()
    assert record_of(finished)["annulled"] == "Seen by all."
    assert answer["effects"]["totals"]["after"] == [25, -5, -8, -12]
    assert Hand.objects.get(position=2).adjudication.answer["number"] == 2


def test_a_replayed_last_hand_becomes_void(session, finished, people, dispute, rule):
    ruled = rule(dispute(finished).json(), "replayed").json()
    assert (record_of(finished)["void"], ruled["notes"]) == ("Seen by all.", [])
    assert ruled["dispute"]["ruling"]["written_as"] == "void"
    again = recording.record_hand(session, SHEET, by=people.carol).hand
    assert again.adjudication.answer["number"] == 1


def test_a_replayed_earlier_hand_is_annulled_with_a_note(session, finished, people, dispute, rule):
    recording.record_hand(session, SHEET, by=people.carol)
    ruled = rule(dispute(finished).json(), "replayed").json()
    assert "void" not in record_of(finished)
    assert record_of(finished)["annulled"] == "Seen by all."
    assert ruled["dispute"]["ruling"]["written_as"] == "annulled"
    assert ruled["notes"][0].startswith("Hands were recorded after this one")
    assert Hand.objects.get(position=2).adjudication.answer["number"] == 2


def test_a_hand_that_stands_after_all_counts_again(finished, dispute, rule):
    rule(dispute(finished).json(), "annulled")
    about_a_play = rule(dispute(finished, event=3).json(), "stands").json()
    assert about_a_play["effects"]["totals"] is None
    again = rule(dispute(finished, claim="It was fair.").json(), "stands").json()
    assert again["effects"]["totals"] == {"before": [0, 0, 0, 0], "after": [39, -13, -13, -13]}
    assert [row["decision"] for row in record_of(finished)["rulings"]] == [
        "annulled",
        "stands",
        "stands",
    ]


@pytest.mark.parametrize(
    ("decision", "more"),
    [
        (Decision.STANDS, {}),
        (Decision.TAKEN_BACK, {}),
        (Decision.ADJUSTMENT, {"seat": 2, "points": 7.5}),
        (Decision.ANNULLED, {}),
        (Decision.REPLAYED, {}),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_the_exported_record_adjudicates_to_the_same_result(
    session, people, signed, decision, more, place
):
    records = [{**CLEAN, "left": ["", *DEAL[1:]]}, {**CLEAN, "cards_left": [0, 13, 13, 13]}]
    hands = [recording.record_hand(session, content, by=people.carol).hand for content in records]
    raised, _ = dispute_filing.raise_dispute(
        hands[place], NewDispute(claim="?", event=5), by=people.dan
    )
    dispute_ruling.rule_on(
        raised, NewRuling(decision=decision, reason="So be it.", **more), by=people.bob
    )
    record = signed(people.dan).get(f"/api/v1/sessions/{session.pk}/record/").json()
    elsewhere = referee.adjudicate(referee.parse_record(record)).as_json()
    assert elsewhere["totals"] == Result.objects.get(session=session).totals
    hands_here = Hand.objects.order_by("position").select_related("adjudication")
    assert elsewhere["hands"] == [hand.adjudication.answer for hand in hands_here]


def test_a_dispute_is_ruled_on_once_and_a_new_one_can_be_raised(hand, dispute, rule):
    raised = dispute(hand, event=4).json()
    rule(raised, "stands")
    again = rule(raised, "annulled")
    assert (again.status_code, again.json()["code"]) == (409, "dispute-closed")
    assert rule(dispute(hand, event=4).json(), "annulled").status_code == 201


def test_a_ruling_needs_the_etag_of_the_current_version(hand, dispute, rule, people, signed):
    raised = dispute(hand, event=4).json()
    path = f"/api/v1/disputes/{raised['id']}/"
    stale = signed(people.bob).get(path).json()["hand_etag"]
    assert stale == signed(people.bob).get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    body = {"decision": "stands", "reason": "Fine."}
    assert signed(people.bob).post(f"{path}ruling/", body, format="json").status_code == 428
    hand_amendments.amend(hand, Amendment(keys={"note": "late"}), by=people.carol)
    assert rule(raised, "stands", etag=stale).status_code == 412
    current = signed(people.bob).get(path).json()["hand_etag"]
    assert rule(raised, "stands", etag=current).status_code == 201


def test_only_owners_and_referees_rule(hand, dispute, rule, people):
    raised = dispute(hand, event=4).json()
    for who, status in ((people.carol, 403), (people.dan, 403), (people.eve, 404)):
        assert rule(raised, "stands", who).status_code == status
    assert rule(raised, "stands", people.alice).status_code == 201


def test_a_referee_may_not_rule_on_a_hand_they_played_in(hand, dispute, rule, players, people):
    players[1].user = people.bob
    players[1].save()
    raised = dispute(hand, event=4).json()
    refused = rule(raised, "stands")
    assert (refused.status_code, refused.json()["code"]) == (403, "own-hand")
    assert rule(raised, "stands", people.alice).json()["dispute"]["ruling"]["own_hand"] is False


def test_a_referee_who_played_as_a_merged_player_may_not_rule(
    hand, dispute, rule, players, people, club
):
    robert = Player.objects.create(club=club, name="Robert", user=people.bob)
    raised = dispute(hand, event=4).json()
    player_merges.merge(players[1], robert, by=people.alice)
    assert rule(raised, "stands").json()["code"] == "own-hand"


def test_a_ruling_on_ones_own_hand_is_marked_where_the_club_allows_it(
    hand, dispute, rule, players, people, club, signed
):
    players[1].user = people.bob
    players[1].save()
    path, allowed = f"/api/v1/clubs/{club.pk}/", {"rules_on_own_hands": True}
    assert signed(people.bob).patch(path, allowed, format="json").status_code == 403
    assert (
        signed(people.alice).patch(path, allowed, format="json").json().items() >= allowed.items()
    )
    ruled = rule(dispute(hand, event=4).json(), "stands").json()
    assert ruled["dispute"]["ruling"]["own_hand"] is True
    assert AuditEntry.objects.get(act="dispute ruled on").details["own_hand"] is True


def test_rulings_follow_their_events_through_amendments(hand, dispute, rule, people):
    rule(dispute(hand, event=4).json(), "stands")
    changes = [
        EventChange(Operation.INSERT, 2, "1: takes back"),
        EventChange(Operation.INSERT, 2, "1: 3C"),
    ]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    assert record_of(hand)["rulings"][0]["event"] == 6
    hand_amendments.amend(hand, Amendment(undo=1), by=people.carol)
    assert record_of(hand)["rulings"][0]["event"] == 4


def test_amendments_cannot_undo_a_play_taken_back_by_a_ruling(hand, dispute, rule, people):
    rule(dispute(hand, event=4).json(), "taken-back")
    for amendment in (
        Amendment(changes=[EventChange(Operation.REMOVE, 5)]),
        Amendment(changes=[EventChange(Operation.REPLACE, 4, "2: AD")]),
        Amendment(changes=[EventChange(Operation.INSERT, 5, "3: pass")]),
        Amendment(undo=1),
    ):
        with pytest.raises(AmendmentError, match="ruling"):
            hand_amendments.amend(hand, amendment, by=people.carol)
    changes = [EventChange(Operation.INSERT, 4, "1: AC"), EventChange(Operation.INSERT, 6, "2: AD")]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    assert record_of(hand)["events"][3:7] == ["1: AC", "2: 3D", "2: takes back", "2: AD"]
    assert record_of(hand)["rulings"][0]["event"] == 5


def test_a_hand_void_by_a_ruling_stays_void(finished, dispute, rule, people):
    rule(dispute(finished).json(), "replayed")
    for amendment in (Amendment(keys={"void": None}), Amendment(keys={"void": "rain"})):
        with pytest.raises(AmendmentError, match="ruling"):
            hand_amendments.amend(finished, amendment, by=people.carol)
    with pytest.raises(AmendmentError, match="changes nothing"):
        hand_amendments.amend(finished, Amendment(undo=1), by=people.carol)


def test_an_unknown_decision_is_refused_with_the_list_of_decisions(hand, dispute, rule):
    refused = rule(dispute(hand, event=4).json(), "fine")
    assert (refused.status_code, refused.json()["where"]) == (422, "decision")
    assert (
        refused.json()["detail"]
        == "'fine' is none of stands, taken-back, adjustment, annulled, replayed."
    )


@pytest.mark.parametrize(
    ("decision", "more"),
    [
        ("stands", {}),
        ("taken-back", {}),
        ("annulled", {}),
        ("replayed", {}),
        ("adjustment", {"seat": 2, "points": -3}),
    ],
)
def test_a_dry_run_returns_what_the_ruling_would_change_and_stores_nothing(
    decision, more, finished, session, dispute, rule, people
):
    recording.record_hand(session, SHEET, by=people.carol)
    raised, entries = dispute(finished, event=3).json(), AuditEntry.objects.count()
    tried = rule(raised, decision, dry_run=True, **more)
    assert tried.status_code == 200, tried.content
    assert tried.json()["dispute"]["status"] == "open"
    assert tried.json()["hand"]["revision"]["number"] == 1
    assert tried["ETag"] == tried.json()["dispute"]["hand_etag"]
    assert (AuditEntry.objects.count(), HandRevision.objects.count()) == (entries, 2)
    ruled = rule(raised, decision, **more).json()
    assert tried.json()["effects"] == ruled["effects"]
    assert tried.json()["notes"] == ruled["notes"]


def test_a_dry_run_of_a_ruling_uses_no_cards_that_its_referee_may_not_see(
    session, dispute, rule, people
):
    open_hand = recording.record_hand(session, {**ILLEGAL, "dealt": DEAL}, by=people.carol).hand
    raised = dispute(open_hand, event=4).json()
    tried = rule(raised, "taken-back", dry_run=True).json()
    assert tried["hand"]["hides_cards"] is True
    assert tried["effects"] == rule(raised, "taken-back").json()["effects"]


def test_a_dry_run_is_refused_like_the_ruling_itself(hand, dispute, rule, players, people):
    raised = dispute(hand, event=4).json()
    assert rule(raised, "stands", etag='"old"', dry_run=True).status_code == 412
    assert rule(raised, "adjustment", dry_run=True).json()["where"] == "seat"
    assert rule(raised, "stands", people.dan, dry_run=True).status_code == 403
    players[1].user = people.bob
    players[1].save()
    assert rule(raised, "stands", dry_run=True).json()["code"] == "own-hand"
