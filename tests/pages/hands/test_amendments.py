"""Pages that amend a hand as lines of text and JSON, and restore an earlier revision."""

import json

import pytest
from django.urls import reverse

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import (
    AuditEntry,
    Decision,
    Hand,
    HandRevision,
)
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.hands import history
from tests.pages.forms_and_mail import html_of
from tests.pages.members import address, errors_of
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, UNFINISHED

pytestmark = pytest.mark.django_db


def events(hand):
    return Hand.objects.get(pk=hand.pk).head.content["events"]


@pytest.fixture
def hand(session, people):
    return recording.record_hand(session, ILLEGAL, by=people.carol).hand


@pytest.fixture
def finished(session, people):
    return recording.record_hand(session, CLEAN, by=people.carol).hand


@pytest.fixture
def dispute(hand, people):
    claim = NewDispute(claim="Too low.", grounds="I had beaten it.", evidence="A photo.", event=4)
    return dispute_filing.raise_dispute(hand, claim, by=people.dan)[0]


# amending


def test_events_are_amended_as_lines(hand, member, people):
    lines = [*ILLEGAL["events"][:3], "2: AD", "2: 4D", "2: 5D"]
    response = member("carol").send(hand, "amend", events="\r\n".join(lines), cause="ruling")
    assert response.status_code == 302
    assert events(hand) == lines
    head = hand.revisions.get(number=2)
    assert (head.by, head.cause, head.reason) == (people.carol, "ruling", "Everybody saw it.")


@pytest.mark.parametrize(
    ("lines", "moment"),
    [
        ([*ILLEGAL["events"][:3], "2: AD"], "?event=4"),
        (ILLEGAL["events"][:2], "?event=3"),
        (ILLEGAL["events"], ""),
    ],
    ids=["replaced", "removed", "no play"],
)
def test_the_replay_opens_at_the_first_play_that_was_corrected(hand, member, lines, moment):
    saved = member("carol").send(hand, "amend", events="\n".join(lines), note="Corrected.")
    assert saved.url == f"/hands/{hand.pk}/{moment}"


def test_an_amendment_is_in_the_audit_log(hand, member, people):
    member("carol").send(hand, "amend", events="1: 3C")
    entry = AuditEntry.objects.get(act="hand amended")
    assert (entry.by, entry.subject) == (people.carol, str(hand.pk))


def test_other_keys_are_amended_as_json(hand, member):
    author = member("carol")
    keys = json.loads(author.read_form(hand, "amend")["keys"])
    del keys["passes"]
    author.send(hand, "amend", keys=json.dumps(keys), note="A long one.")
    head = Hand.objects.get(pk=hand.pk).head
    assert head.text == {"note": "A long one."}
    assert "passes" not in head.content
    assert head.content["dealt"] == DEAL


def test_a_preview_shows_the_changes_and_saves_nothing(finished, member):
    page = member("carol").send(
        finished, "amend", button="look", events="1: 3C 4C 5C 6C 7C", reason=""
    )
    changes = page.context["changes"]
    assert "Hand 1, after: unfinished. Before: finished." in html_of(page)
    assert [row.what for row in changes.rows] == [
        "Hand 1, points",
        "Hand 1, places",
        "Hand 1, cards left",
        "Totals",
    ]
    totals = changes_table.in_words(changes.rows[-1], changes.names)
    assert totals.startswith("Totals: Alice 39 → –, Bob −13 → –")
    assert [row.after for row in changes.verdicts] == [None] * 4
    assert HandRevision.objects.filter(hand=finished).count() == 1


def test_a_preview_names_the_first_event_that_no_longer_fits(hand, member):
    lines = [ILLEGAL["events"][0], "1: KC", *ILLEGAL["events"][2:]]
    page = member("carol").send(hand, "amend", button="look", events="\n".join(lines))
    text = html_of(page).replace("\ufe0e", "")
    assert "First conflict: hand 1, move 3. The K♣ had already been played" in text


def test_an_amendment_of_an_outdated_version_overwrites_nothing(hand, member, people):
    author = member("carol")
    form = author.read_form(hand, "amend")
    hand_amendments.amend(hand, Amendment(keys={"note": "First."}), by=people.alice)
    for button in ("look", "save"):
        refused = author.send(hand, "amend", form=form, events="1: 3C", button=button)
        assert refused.status_code == 412
        assert "Somebody else changed this in the meantime" in html_of(refused)
        assert "Revision 2 by alice is current." in html_of(refused)
    assert events(hand) == ILLEGAL["events"]


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"events": "1: 3Z"}, "events", "move 1: '3Z' is no card of this game"),
        ({"keys": '{"dealer": 9}'}, "keys", "dealer: "),
        ({"keys": '{"adjustments": []}'}, "keys", "adjustments: Only a human referee’s"),
        ({"keys": '{"events": []}'}, "keys", "Use the field of its own for this: events"),
        ({"keys": "[]"}, "keys", "Enter keys with their values"),
        ({"keys": '{"note": NaN}'}, "keys", "Enter a valid JSON."),
        ({"keys": '{"note": 1e999}'}, "keys", "Enter a valid JSON."),
        ({"keys": '{"note": "\\ud800"}'}, "keys", "Enter a valid JSON."),
        ({"keys": "[" * 100_000}, "keys", "Enter a valid JSON."),
        ({"reason": " "}, "reason", "Give a reason in one sentence."),
        ({}, "__all__", "This changes nothing"),
    ],
)
def test_invalid_input_is_refused_at_its_field(hand, member, changes, field, message):
    refused = member("carol").send(hand, "amend", **changes)
    assert refused.status_code == 422
    assert message in errors_of(refused)[field]
    assert hand.revisions.count() == 1


def test_a_play_taken_back_by_a_ruling_cannot_be_changed(hand, dispute, people, member):
    dispute_ruling.rule_on(
        dispute, NewRuling(decision=Decision.TAKEN_BACK, reason="So."), by=people.alice
    )
    lines = [*ILLEGAL["events"][:3], "2: AD", "2: takes back", ILLEGAL["events"][4]]
    refused = member("carol").send(hand, "amend", events="\n".join(lines))
    assert "move 4: A ruling took this play back" in errors_of(refused)["events"]


def test_rulings_are_shown_and_are_not_in_the_form(hand, dispute, people, member):
    dispute_ruling.rule_on(
        dispute, NewRuling(decision=Decision.STANDS, reason="So be it."), by=people.alice
    )
    page = member("carol").get(hand, "amend")
    assert "So be it." in html_of(page)
    assert "rulings" not in page.context["form"]["keys"].value()
    member("carol").send(hand, "amend", keys="{}")
    assert Hand.objects.get(pk=hand.pk).head.content["rulings"] == [
        {"decision": "stands", "event": 4}
    ]


def test_hidden_cards_are_neither_shown_nor_lost(session, people, member):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    author = member("alice")
    assert DEAL[3] not in html_of(author.get(hand, "amend"))
    previewed = author.send(hand, "amend", events="1: 4C", button="look")
    assert not previewed.context["changes"].verdicts
    assert author.send(hand, "amend", events="1: 4C").status_code == 302
    assert Hand.objects.get(pk=hand.pk).head.content["dealt"] == DEAL


# restoring


def test_a_revision_is_restored(hand, member, people):
    hand_amendments.amend(
        hand, Amendment(changes=[EventChange(Operation.REMOVE, 5)]), by=people.carol
    )
    author = member("carol")
    history = author.client.get(reverse("hand-history", args=[hand.pk]))
    assert address(hand, "undo", 1) in html_of(history)
    assert "Hand 1, move 5" in html_of(author.get(hand, "undo", 1))
    assert author.send(hand, "undo", 1).status_code == 302
    assert events(hand) == ILLEGAL["events"]
    assert hand.revisions.get(number=3).reason == "Everybody saw it."


def test_the_current_and_unknown_revisions_cannot_be_restored(hand, member):
    page = member("carol").get(hand, "undo", 1)
    assert page.status_code == 409
    assert "This changes nothing" in html_of(page)
    assert member("carol").get(hand, "undo", 7).status_code == 404


def test_restoring_from_an_outdated_version_is_refused(hand, member, people):
    hand_amendments.amend(
        hand, Amendment(changes=[EventChange(Operation.REMOVE, 5)]), by=people.carol
    )
    author = member("carol")
    form = author.read_form(hand, "undo", 1)
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.alice)
    refused = author.send(hand, "undo", 1, form=form)
    assert refused.status_code == 412
    assert "Somebody else changed this in the meantime" in html_of(refused)
    assert hand.revisions.count() == 3


def test_the_history_writes_keys_and_cards_in_words():
    lines = list(history.changes({}, {"dealt": ["3C 10H", "4D"], "note": "Late."}, {}))
    assert [line.replace("\ufe0e", "") for line in lines] == [
        "Cards that were dealt: 3♣ 10♥ · 4♦",
        "Note: Late.",
    ]
