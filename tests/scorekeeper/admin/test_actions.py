"""What people do to the books in the admin: by the club's roles, of the version they read, told in the audit log."""

import json

import pytest
from django.contrib.auth.models import Permission

from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import (
    AuditEntry,
    Confirmation,
    Result,
    Role,
    Session,
    SessionRevision,
    User,
)
from tests.scorekeeper.admin_browser import Browser, address, seen
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET

pytestmark = pytest.mark.django_db

DOUBLED = {"multipliers": [[1, 1], [10, 2]]}


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


@pytest.fixture
def played(session, people):
    recording.record_hand(session, SHEET, by=people.carol)
    return session


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
    hand_amendments.amend(finished, Amendment(keys={"note": "Later."}), by=people.carol)
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
    raised, _ = dispute_filing.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
    hand_amendments.amend(finished, Amendment(keys={"note": "Later."}), by=people.carol)
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
