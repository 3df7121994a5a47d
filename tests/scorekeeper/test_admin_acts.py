"""What people do to the books in the admin: through the services, with the club's roles, of the version they read."""

import html
import json

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from scorekeeper import amending, disputes, memberships, recording
from scorekeeper.amending import Amendment, Change, Operation
from scorekeeper.decisions import NewRuling
from scorekeeper.disputes import NewDispute
from scorekeeper.models import (
    AuditEntry,
    Confirmation,
    Decision,
    Dispute,
    Hand,
    HandRevision,
    Result,
    Role,
    Ruling,
    Session,
    SessionRevision,
    User,
    Withdrawal,
)
from tests.scorekeeper.conftest import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db

DOUBLED = {"multipliers": [[1, 1], [10, 2]]}


class Browser:
    """Somebody in the admin."""

    def __init__(self, user):
        self.client = Client()
        self.client.force_login(user)

    def get(self, row, act, *args):
        return self.client.get(address(row, act, *args))

    def read(self, row, act, *args):
        """What a page's form says."""
        form = self.get(row, act, *args).context["form"]
        return {name: form[name].value() or "" for name in form.fields}

    def send(self, row, act, *args, button="save", read=None, **given):
        """Open an act's page, fill in the form, press a button."""
        read = read or self.read(row, act, *args)
        reason = {"reason": "Seen by all."} if "reason" in read else {}
        posted = {**read, **reason, **given, button: "yes"}
        return self.client.post(address(row, act, *args), posted)


def address(row, act, *args):
    return reverse(f"admin:scorekeeper_{row._meta.model_name}_{act}", args=[row.pk, *args])


def seen(page):
    return html.unescape(page.content.decode())


def events(hand):
    return Hand.objects.get(pk=hand.pk).head.content["events"]


@pytest.fixture
def people(people):
    """All of them may use the admin and see everything there."""
    User.objects.update(is_staff=True, is_superuser=True)
    return people


@pytest.fixture
def browse(people):
    return lambda name: Browser(User.objects.get(username=name))


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
    return disputes.raise_dispute(hand, new, by=people.dan)[0]


@pytest.fixture
def played(session, people):
    recording.record_hand(session, SHEET, by=people.carol)
    return session


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
    amending.amend(hand, Amendment(keys={"note": "First."}), by=people.bob)
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
    disputes.rule_on(dispute, NewRuling(decision=Decision.TAKEN_BACK, reason="So."), by=people.bob)
    lines = [*ILLEGAL["events"][:3], "2: AD", "2: takes back", ILLEGAL["events"][4]]
    refused = browse("carol").send(hand, "amend", events="\n".join(lines))
    assert "Event 4: A ruling took this play back" in refused.context["form"].errors["events"][0]


def test_what_referees_decided_is_shown_and_is_not_in_the_form(hand, dispute, people, browse):
    disputes.rule_on(dispute, NewRuling(decision=Decision.STANDS, reason="So be it."), by=people.bob)  # fmt: skip
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
    amending.amend(hand, Amendment(changes=[Change(Operation.REMOVE, 5)]), by=people.carol)
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
    amending.amend(hand, Amendment(changes=[Change(Operation.REMOVE, 5)]), by=people.carol)
    page = browse("carol")
    read = page.read(hand, "undo", 1)
    amending.amend(hand, Amendment(keys={"note": "Later."}), by=people.bob)
    refused = page.send(hand, "undo", 1, read=read)
    assert "revision 3, written by bob" in seen(refused)
    assert hand.revisions.count() == 3


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
    disputes.rule_on(dispute, NewRuling(decision=Decision.STANDS, reason="Nobody minded."), by=people.bob)  # fmt: skip
    again, _ = disputes.raise_dispute(hand, NewDispute(claim="Still low.", event=4), by=people.dan)
    page = seen(browse("bob").get(again, "rule"))
    for words in ("Still low.", "does not beat", "The play is taken back", "Nobody minded.", "does-not-beat [B1]"):  # fmt: skip
        assert words in page


def test_what_hangs_on_each_decision_is_told(finished, people, browse):
    raised, _ = disputes.raise_dispute(finished, NewDispute(claim="No.", event=3), by=people.dan)
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
    raised, _ = disputes.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
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
    amending.amend(hand, Amendment(keys={"note": "Later."}), by=people.carol)
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


# house rules


def test_other_house_rules_are_tried_and_nothing_kept(played, browse):
    page = browse("dan")
    shown = page.send(played, "what-if", button="preview", house_rules=json.dumps(DOUBLED))
    told = shown.context["told"]
    assert told.rows[-1].in_words(told.names) == "Totals: Alice 25 → 37, Dan −12 → −24"
    assert SessionRevision.objects.filter(session=played).count() == 1


def test_a_referee_applies_them(played, people, browse):
    answer = browse("bob").send(played, "what-if", house_rules=json.dumps(DOUBLED))
    assert answer.status_code == 302
    assert Result.objects.get(session=played).totals == [37, -5, -8, -24]
    head = Session.objects.get(pk=played.pk).head
    assert (head.by, head.reason, head.content["house_rules"]) == (people.bob, "Seen by all.", DOUBLED)  # fmt: skip
    assert AuditEntry.objects.get(act="house rules applied").by == people.bob


def test_a_member_only_tries_them(played, browse):
    page = browse("dan")
    assert "you may not apply other house rules" in seen(page.get(played, "what-if"))
    assert page.send(played, "what-if", house_rules=json.dumps(DOUBLED)).status_code == 403
    assert Result.objects.get(session=played).totals == [25, -5, -8, -12]


@pytest.mark.parametrize(
    ("house_rules", "message"),
    [('{"wild": true}', "no house rule 'wild'"), ('{"triples": 3}', "expected true or false"), ("{}", "nothing to apply")],
)  # fmt: skip
def test_house_rules_that_cannot_be_applied_are_said(played, browse, house_rules, message):
    refused = browse("bob").send(played, "what-if", house_rules=house_rules)
    assert message in " ".join(refused.context["form"].errors["house_rules"])


def test_house_rules_of_a_session_that_was_changed_meanwhile_are_not_applied(
    played, people, browse
):
    page = browse("bob")
    read = page.read(played, "what-if")
    recording.record_hand(played, SHEET, by=people.carol)
    refused = page.send(played, "what-if", read=read, house_rules=json.dumps(DOUBLED))
    assert "It was changed since this page was opened" in seen(refused)


# confirming


def test_a_second_member_confirms(finished, people, browse):
    page = browse("dan")
    assert "Confirm this hand" in seen(page.get(finished, "change"))
    assert page.send(finished, "confirm").status_code == 302
    assert Confirmation.objects.get().by == people.dan
    assert AuditEntry.objects.get(act="hand confirmed").by == people.dan


def test_the_recorder_is_not_asked_to_confirm(finished, browse):
    page = browse("carol")
    assert "Confirm this hand" not in seen(page.get(finished, "change"))
    refused = page.client.post(address(finished, "confirm"), {})
    assert "Whoever wrote a hand down cannot confirm it" in seen(refused)
    assert not Confirmation.objects.exists()


def test_what_was_changed_meanwhile_is_not_confirmed(finished, people, browse):
    page = browse("dan")
    read = page.read(finished, "confirm")
    amending.amend(finished, Amendment(keys={"note": "Later."}), by=people.carol)
    assert "written by carol" in seen(page.send(finished, "confirm", read=read))
    assert not Confirmation.objects.exists()


# what was done


def test_the_history_of_a_row_is_the_audit_log(hand, browse):
    page = browse("carol")
    page.send(hand, "amend", events="1: 3C")
    log = page.client.get(address(hand, "history"), follow=True).context["cl"].queryset
    assert {entry.act for entry in log} == {"hand recorded", "hand amended"}


# who may


ACTS = {
    "amend": {"alice", "bob", "carol"},
    "undo": {"alice", "bob", "carol"},
    "confirm": {"alice", "bob", "dan"},  # Carol wrote it down
    "dispute": {"alice", "bob", "carol", "dan"},
    "rule": {"alice", "bob"},
    "withdraw": {"dan"},
    "what-if": {"alice", "bob", "carol", "dan"},
}


@pytest.mark.parametrize("name", ["alice", "bob", "carol", "dan", "eve"])
def test_the_role_in_the_club_says_who_may(name, finished, people, browse):
    raised, _ = disputes.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
    amending.amend(finished, Amendment(keys={"note": "Later."}), by=people.carol)
    rows = {
        "rule": (raised,),
        "withdraw": (raised,),
        "what-if": (finished.session,),
        "undo": (finished, 1),
    }
    for act, may in ACTS.items():
        row, *args = rows.get(act, (finished,))
        shown = browse(name).get(row, act, *args)
        assert (shown.status_code == 200) is (name in may), act
        if shown.status_code != 200:
            assert browse(name).client.post(address(row, act, *args), {}).status_code in {403, 409}


def test_a_superuser_who_does_not_belong_to_the_club_is_told_so(hand, dispute, browse):
    for row, act in ((hand, "amend"), (dispute, "rule"), (hand, "change")):
        assert "You do not belong to Thursday night." in seen(browse("eve").get(row, act))
    assert "Amend this hand" not in seen(browse("eve").get(hand, "change"))
    assert "Go back to this" not in seen(browse("eve").get(hand, "change"))


def test_a_role_without_the_right_is_named(hand, browse):
    refused = browse("dan").get(hand, "amend")
    assert "As a member of Thursday night you may not correct hands." in seen(refused)


def test_only_who_may_look_into_the_admin_acts_in_it(hand, club):
    staff = User.objects.create_user("frank", password="frank", is_staff=True)
    memberships.give_role(club, staff, Role.OWNER, by=club.members.get(role="owner").user)
    assert Browser(staff).get(hand, "amend").status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="view_hand"))
    assert Browser(User.objects.get(pk=staff.pk)).get(hand, "amend").status_code == 200


def test_somebody_who_is_no_staff_is_asked_to_sign_in(hand, people):
    User.objects.update(is_staff=False)
    for act in ("amend", "confirm"):
        assert "/admin/login/" in Browser(people.carol).get(hand, act)["Location"]
