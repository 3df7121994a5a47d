"""Hands are amended in the admin as lines and JSON, of the version that was read, and go back to what they were."""

import json

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, Change, Operation
from scorekeeper.models import (
    AuditEntry,
    Decision,
    Hand,
    HandRevision,
)
from tests.scorekeeper.admin_browser import address, seen
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, UNFINISHED

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


# amending


def test_events_are_written_anew_as_lines(hand, browse, people):
    lines = [*ILLEGAL["events"][:3], "2: AD", "2: 4D", "2: 5D"]
    answer = browse("carol").send(hand, "amend", events="\r\n".join(lines), cause="ruling")
    assert answer.status_code == 302
    assert events(hand) == lines
    head = hand.revisions.get(number=2)
    assert (head.by, head.cause, head.reason) == (people.carol, "ruling", "Seen by all.")


def test_an_amendment_in_the_admin_is_in_the_audit_log(hand, browse, people):
    browse("carol").send(hand, "amend", events="1: 3C")
    entry = AuditEntry.objects.get(act="hand amended")
    assert (entry.by, entry.subject) == (people.carol, str(hand.pk))


def test_other_keys_are_written_as_json(hand, browse):
    page = browse("carol")
    keys = {**json.loads(page.read(hand, "amend")["keys"]), "note": "A long one."}
    del keys["passes"]
    page.send(hand, "amend", keys=json.dumps(keys))
    head = Hand.objects.get(pk=hand.pk).head
    assert head.text == {"note": "A long one."}
    assert "passes" not in head.content
    assert head.content["dealt"] == DEAL


def test_what_would_change_is_told_and_nothing_kept(finished, browse):
    shown = browse("carol").send(
        finished, "amend", button="preview", events="1: 3C 4C 5C 6C 7C", reason=""
    )
    told = shown.context["told"]
    assert "Hand 1 would be unfinished instead of finished." in seen(shown)
    assert [row.what for row in told.rows] == ["Hand 1, points", "Hand 1, places", "Hand 1, cards left", "Totals"]  # fmt: skip
    assert told.rows[-1].in_words(told.names).startswith("Totals: Alice 39 → –, Bob −13 → –")
    assert [row.after for row in told.verdicts] == [None] * 4
    assert HandRevision.objects.filter(hand=finished).count() == 1


def test_the_first_that_no_longer_fits_is_said(hand, browse):
    lines = [ILLEGAL["events"][0], "1: KC", *ILLEGAL["events"][2:]]
    shown = browse("carol").send(hand, "amend", button="preview", events="\n".join(lines))
    assert "The first that would no longer fit: hand 1, event 3. The KC had already been played" in seen(shown)  # fmt: skip


def test_what_was_changed_meanwhile_is_not_overwritten(hand, browse, people):
    page = browse("carol")
    read = page.read(hand, "amend")
    hand_amendments.amend(hand, Amendment(keys={"note": "First."}), by=people.bob)
    for button in ("preview", "save"):
        refused = page.send(hand, "amend", read=read, events="1: 3C", button=button)
        assert "what stands now is revision 2, written by bob" in seen(refused)
    assert events(hand) == ILLEGAL["events"]


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"events": "1: 3Z"}, "events", "Event 1: '3Z' is no card of this game"),
        ({"keys": '{"dealer": 9}'}, "keys", "dealer: "),
        ({"keys": '{"adjustments": []}'}, "keys", "adjustments: Only a human referee's"),
        ({"keys": '{"events": []}'}, "keys", "events: The events are written above"),
        ({"keys": "[]"}, "keys", "Write keys with their values"),
        ({"keys": '{"note": NaN}'}, "keys", "NaN is no JSON"),
        ({"keys": '{"note": 1e999}'}, "keys", "1e999 is too large a number"),
        ({"keys": '{"note": "\\ud800"}'}, "keys", "This is not JSON"),
        ({"keys": "[" * 100_000}, "keys", "This is not JSON"),
        ({"reason": " "}, "reason", "Say why, in a sentence."),
        ({}, "__all__", "This changes nothing"),
    ],
)
def test_what_cannot_be_kept_is_said_at_its_field(hand, browse, given, field, message):
    refused = browse("carol").send(hand, "amend", **given)
    assert message in " ".join(refused.context["form"].errors[field])
    assert hand.revisions.count() == 1


def test_a_play_that_a_ruling_took_back_is_named_by_its_line(hand, dispute, people, browse):
    dispute_ruling.rule_on(
        dispute, NewRuling(decision=Decision.TAKEN_BACK, reason="So."), by=people.bob
    )
    lines = [*ILLEGAL["events"][:3], "2: AD", "2: takes back", ILLEGAL["events"][4]]
    refused = browse("carol").send(hand, "amend", events="\n".join(lines))
    assert "Event 4: A ruling took this play back" in refused.context["form"].errors["events"][0]


def test_what_referees_decided_is_shown_and_is_not_in_the_form(hand, dispute, people, browse):
    dispute_ruling.rule_on(dispute, NewRuling(decision=Decision.STANDS, reason="So be it."), by=people.bob)  # fmt: skip
    page = browse("carol").get(hand, "amend")
    assert "So be it." in seen(page)
    assert "rulings" not in page.context["form"]["keys"].value()
    browse("carol").send(hand, "amend", keys="{}")
    assert Hand.objects.get(pk=hand.pk).head.content["rulings"] == [{"decision": "stands", "event": 4}]  # fmt: skip


def test_hidden_cards_are_neither_shown_nor_lost(session, people, browse):
    hand, _ = recording.record_hand(session, UNFINISHED, by=people.carol)
    page = browse("bob")
    assert DEAL[3] not in seen(page.get(hand, "amend"))
    previewed = page.send(hand, "amend", events="1: 4C", button="preview")
    assert not previewed.context["told"].verdicts
    assert page.send(hand, "amend", events="1: 4C").status_code == 302
    assert Hand.objects.get(pk=hand.pk).head.content["dealt"] == DEAL


# going back


def test_a_revision_can_be_gone_back_to(hand, browse, people):
    hand_amendments.amend(hand, Amendment(changes=[Change(Operation.REMOVE, 5)]), by=people.carol)
    page = browse("carol")
    link = f'<a href="{address(hand, "undo", 1)}">Go back to this</a>'
    assert link in page.get(hand, "change").content.decode()
    assert "Hand 1, event 5" in seen(page.get(hand, "undo", 1))
    assert page.send(hand, "undo", 1).status_code == 302
    assert events(hand) == ILLEGAL["events"]
    assert hand.revisions.get(number=3).reason == "Seen by all."


@pytest.mark.parametrize(("number", "why"), [(1, "This changes nothing"), (7, "no revision 7")])
def test_there_is_no_going_back_to_what_stands_or_never_was(hand, browse, number, why):
    page = browse("carol").get(hand, "undo", number)
    assert page.status_code == 409
    assert why in seen(page)


def test_going_back_meanwhile_is_refused(hand, browse, people):
    hand_amendments.amend(hand, Amendment(changes=[Change(Operation.REMOVE, 5)]), by=people.carol)
    page = browse("carol")
    read = page.read(hand, "undo", 1)
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.bob)
    refused = page.send(hand, "undo", 1, read=read)
    assert "revision 3, written by bob" in seen(refused)
    assert hand.revisions.count() == 3
