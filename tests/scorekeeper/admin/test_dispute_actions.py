"""Disputes are raised, withdrawn and ruled on in the admin, with all in view that hangs on them."""

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import AuditEntry, Decision, Dispute, Hand, Result, Ruling, Withdrawal
from tests.scorekeeper.admin_browser import address, seen
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

pytestmark = pytest.mark.django_db


def events(hand):
    return Hand.objects.get(pk=hand.pk).head.content["events"]


@pytest.fixture
def hand(session, people):
    made, _ = recording.record_hand(session, ILLEGAL, by=people.carol)
    return made


@pytest.fixture
def finished(session, people):
    made, _ = recording.record_hand(session, CLEAN, by=people.carol)
    return made


@pytest.fixture
def dispute(hand, people):
    new = NewDispute(claim="Too low.", grounds="I had beaten it.", evidence="A photo.", event=4)
    return dispute_filing.raise_dispute(hand, new, by=people.dan)[0]


# disputing


def test_a_member_disputes_a_play(hand, people, browse):
    page = browse("dan")
    assert page.send(hand, "dispute", event="4", claim="Too low.").status_code == 302
    raised = Dispute.objects.get()
    assert (raised.raised_by, raised.event, raised.fault) == (people.dan, 4, "does-not-beat")
    shown = page.get(hand, "change")
    assert address(raised, "change") in seen(shown)
    assert AuditEntry.objects.get(act="dispute raised").by == people.dan


@pytest.mark.parametrize(
    ("given", "field"), [({"claim": ""}, "claim"), ({"claim": "No.", "event": "9"}, "event")]
)
def test_a_dispute_says_what_is_wrong(hand, browse, given, field):
    refused = browse("dan").send(hand, "dispute", **given)
    assert list(refused.context["form"].errors) == [field]
    assert not Dispute.objects.exists()


def test_whoever_raised_a_dispute_drops_it(dispute, people, browse):
    assert "Withdraw this dispute" not in seen(browse("bob").get(dispute, "change"))
    refused = browse("bob").client.post(address(dispute, "withdraw"), {})
    assert "Somebody else raised this dispute" in seen(refused)
    page = browse("dan")
    assert "Withdraw this dispute" in seen(page.get(dispute, "change"))
    assert page.send(dispute, "withdraw").status_code == 302
    assert Withdrawal.objects.get(dispute=dispute).by == people.dan


# ruling


def test_a_referee_sees_all_before_deciding(hand, dispute, people, browse):
    dispute_ruling.rule_on(dispute, NewRuling(decision=Decision.STANDS, reason="Nobody minded."), by=people.bob)  # fmt: skip
    again, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Still low.", event=4), by=people.dan
    )
    page = seen(browse("bob").get(again, "rule"))
    for words in ("Still low.", "does not beat", "The play is taken back", "Nobody minded.", "does-not-beat [B1]"):  # fmt: skip
        assert words in page


def test_what_hangs_on_each_decision_is_told(finished, people, browse):
    raised, _ = dispute_filing.raise_dispute(
        finished, NewDispute(claim="No.", event=3), by=people.dan
    )
    stakes = browse("bob").get(raised, "rule").context["stakes"]
    told = {stake.decision: stake.lines for stake in stakes}
    assert told["It stands"] == ["Nothing would be different: no verdict, no points, no totals."]
    assert "Totals: Alice 39 → 0, Bob −13 → 0, Carol −13 → 0, Dan −13 → 0" in told["The hand is annulled"]  # fmt: skip


def test_a_referee_rules(hand, dispute, people, browse):
    answer = browse("bob").send(dispute, "rule", decision="taken-back")
    assert answer.status_code == 302
    ruling = Ruling.objects.get(dispute=dispute)
    assert (ruling.by, ruling.decision, ruling.reason) == (people.bob, "taken-back", "Seen by all.")
    assert events(hand)[4] == "2: takes back"
    assert AuditEntry.objects.get(act="dispute ruled on").by == people.bob


def test_an_adjustment_names_a_seat_and_its_points(finished, people, browse):
    raised, _ = dispute_filing.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
    page = browse("bob")
    refused = page.send(raised, "rule", decision="adjustment", points="-10")
    assert list(refused.context["form"].errors) == ["seat"]
    page.send(raised, "rule", decision="adjustment", seat="1", points="-10")
    assert Result.objects.get(session=finished.session_id).totals == [29, -13, -13, -13]


def test_a_ruling_says_why(dispute, browse):
    refused = browse("bob").send(dispute, "rule", decision="stands", reason="")
    assert "reason" in refused.context["form"].errors
    assert not Ruling.objects.exists()


def test_a_dispute_about_what_was_changed_meanwhile_is_read_again(hand, dispute, people, browse):
    page = browse("bob")
    read = page.read(dispute, "rule")
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.carol)
    assert "written by carol" in seen(page.send(dispute, "rule", read=read, decision="stands"))
    assert not Ruling.objects.exists()


def test_a_dispute_is_ruled_on_once(dispute, browse):
    page = browse("bob")
    read = page.read(dispute, "rule")
    page.send(dispute, "rule", decision="stands")
    again = page.send(dispute, "rule", read=read, decision="annulled")
    assert (again.status_code, Ruling.objects.count()) == (409, 1)
    assert "This dispute was ruled on already" in seen(again)
    assert "Rule on this dispute" not in seen(page.get(dispute, "change"))


def test_nobody_rules_on_a_hand_they_played_in(dispute, players, people, browse):
    players[1].user = people.bob
    players[1].save()
    page = browse("bob").client.post(address(dispute, "rule"), {"decision": "stands"})
    assert "You played in this hand" in seen(page)
    assert not Ruling.objects.exists()
