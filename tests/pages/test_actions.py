"""Who may do which action on a page, what each action refuses, and which actions the admin links to."""

import re

import pytest
from django.urls import reverse

from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import AuditEntry, Confirmation, Result, Role, SessionRevision, User
from tests.pages.forms_and_mail import html_of
from tests.pages.members import address, errors_of
from tests.scorekeeper.sample_hands import CLEAN
from tests.scorekeeper.sample_rows import create_waiting_import

pytestmark = pytest.mark.django_db

STRICTER = {"rule-multipliers": "1:1 5:2"}
ALLOWED = {
    "amend": {"alice", "carol"},
    "confirm": {"alice", "dan"},  # Carol recorded the hand
    "dispute": {"alice", "carol", "dan"},
    "rule": {"alice"},
    "withdraw": {"dan"},
    "what-if": {"alice", "carol", "dan"},
    "import": {"alice", "carol"},
    "cancel": {"alice", "carol"},
}


@pytest.fixture
def rows(session, club, people):
    """A row for each action."""
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute, _is_new = dispute_filing.raise_dispute(hand, NewDispute(claim="No."), by=people.dan)
    row = create_waiting_import(club, by=people.carol)
    return {
        "amend": hand,
        "confirm": hand,
        "dispute": hand,
        "rule": dispute,
        "withdraw": dispute,
        "what-if": session,
        "import": club,
        "cancel": row,
    }


def is_allowed(page, action):
    """Return whether a page has the form of an action."""
    if action == "cancel":
        return (
            page.status_code == 200
            and f'action="{reverse("cancel-import", args=[page.context["row"].pk])}"'
            in html_of(page)
        )
    return page.status_code == 200 and "form" in page.context


def is_linked(client, action, row):
    """Return whether the row in the admin has a link to an action."""
    page = client.get(reverse(f"admin:scorekeeper_{row._meta.model_name}_change", args=[row.pk]))
    assert page.status_code == 200
    urls = [tool["url"] for tool in page.context["tools"]]
    labels = [str(tool["label"]) for tool in page.context["tools"]]
    label = {"rule": "Decide", "withdraw": "Withdraw this dispute"}.get(action)
    return address(row, action) in urls and (label is None or label in labels)


@pytest.mark.parametrize("name", ["alice", "carol", "dan", "eve"])
@pytest.mark.parametrize("action", ALLOWED)
def test_the_admin_links_to_what_the_pages_allow(action, name, rows, member):
    User.objects.update(is_staff=True, is_superuser=True)
    person, row = member(name), rows[action]
    assert is_allowed(person.get(row, action), action) is (name in ALLOWED[action])
    assert is_linked(person.client, action, row) is (name in ALLOWED[action])


@pytest.mark.parametrize("action", ALLOWED)
def test_a_stranger_is_refused_on_the_page_and_reads_why_in_the_admin(action, rows, member):
    User.objects.update(is_staff=True, is_superuser=True)
    row = rows[action]
    assert member("eve").get(row, action).status_code == 404
    change = reverse(f"admin:scorekeeper_{row._meta.model_name}_change", args=[row.pk])
    assert "You do not belong to Thursday night." in html_of(member("eve").client.get(change))


@pytest.mark.parametrize("action", ["amend", "import", "cancel"])
def test_a_role_without_the_right_is_refused_with_the_reason(action, rows, member):
    refused = member("dan").get(rows[action], action)
    assert refused.status_code == 403
    assert "Your role in this club does not allow this." in html_of(refused)


@pytest.mark.parametrize("action", ["amend", "confirm", "dispute", "rule", "what-if"])
def test_an_action_on_an_outdated_version_saves_nothing(action, rows, member, people):
    author = member("alice")
    form = author.read_form(rows[action], action)
    hand_amendments.amend(rows["amend"], Amendment(keys={"note": "Late."}), by=people.carol)
    recording.record_hand(rows["what-if"], CLEAN, by=people.carol)
    fields = {"claim": "Late.", "decision": "stands", "cards_left": "0 1 2 3", **STRICTER}
    entries = AuditEntry.objects.count()
    assert author.send(rows[action], action, form=form, **fields).status_code == 412
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize(
    ("action", "name", "changes", "field", "message"),
    [
        ("amend", "carol", {}, "__all__", "This changes nothing: the record already says that."),
        ("amend", "carol", {"reason": ""}, "reason", "Give a reason in one sentence."),
        ("dispute", "dan", {"claim": ""}, "claim", "This field is required."),
        (
            "dispute",
            "dan",
            {"claim": "No.", "event": "9"},
            "event",
            "9 is not one of the available choices",
        ),
        (
            "rule",
            "alice",
            {"decision": "taken-back"},
            "decision",
            "The dispute is about no play in the record",
        ),
        (
            "rule",
            "alice",
            {"decision": "adjustment", "points": "-10"},
            "seat",
            "An adjustment gives a seat points",
        ),
        (
            "rule",
            "alice",
            {"decision": "stands", "reason": ""},
            "reason",
            "This field is required.",
        ),
        (
            "what-if",
            "alice",
            {"rule-pass_locks_out": "yes"},
            "__all__",
            "The session is judged by these rules already",
        ),
        ("what-if", "alice", {"rule-suit_order": "XYZ"}, "__all__", "Check the house rules."),
        ("import", "carol", {"text": " "}, "__all__", "Choose a file, or paste its text."),
    ],
)
def test_invalid_input_is_refused_at_its_field(action, name, changes, field, message, rows, member):
    entries = AuditEntry.objects.count()
    refused = member(name).send(rows[action], action, **changes)
    assert refused.status_code == 422
    assert message in errors_of(refused).get(field, "")
    assert AuditEntry.objects.count() == entries


def test_the_summary_of_problems_leads_to_each_field(rows, member):
    refused = html_of(member("alice").send(rows["rule"], "rule", decision="stands", reason=""))
    assert re.search('<a href="#id_reason">[^<]+</a> This field is required.', refused)
    wrong_rule = {"rule-suit_order": "XYZ"}
    refused = html_of(member("alice").send(rows["what-if"], "what-if", **wrong_rule))
    assert '<a href="#id_rule-suit_order">Order of the suits</a>' in refused


def test_actions_on_finished_business_are_refused(rows, member, people):
    refused = member("carol").get(rows["confirm"], "confirm")
    assert refused.status_code == 409
    assert "You recorded this hand, so somebody else must confirm it." in html_of(refused)
    assert not Confirmation.objects.exists()
    author = member("alice")
    form = author.read_form(rows["rule"], "rule")
    dispute_filing.withdraw(rows["withdraw"], by=people.dan)
    too_late = author.send(rows["rule"], "rule", form=form, decision="stands")
    assert (too_late.status_code, "form" in too_late.context) == (409, False)
    withdrawal = reverse("withdraw-dispute", args=[rows["withdraw"].pk])
    withdrawn = author.client.post(withdrawal, follow=True)
    assert "Somebody else raised this dispute: it is theirs to withdraw." in html_of(withdrawn)


def test_strangers_without_an_account_are_asked_to_sign_in(rows, client, club):
    type(club).objects.update(visibility="public")
    type(rows["what-if"]).objects.update(visibility="public")
    for action in ("amend", "confirm", "dispute", "what-if", "import"):
        assert "/sign-in/" in client.get(address(rows[action], action)).url


# house rules


def test_house_rules_are_previewed_without_saving(rows, member):
    page = member("dan").send(rows["what-if"], "what-if", button="look", **STRICTER)
    assert page.context["changes"].rows
    assert SessionRevision.objects.filter(session=rows["what-if"]).count() == 1


def test_a_referee_applies_house_rules(rows, member, people, club):
    memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    assert member("dan").send(rows["what-if"], "what-if", **STRICTER).status_code == 302
    head = type(rows["what-if"]).objects.get(pk=rows["what-if"].pk).head
    assert (head.by, head.reason) == (people.dan, "Everybody saw it.")
    assert AuditEntry.objects.get(act="house rules applied").by == people.dan


def test_a_member_tries_house_rules_and_cannot_apply_them(rows, member):
    totals = Result.objects.get(session=rows["what-if"]).totals
    refused = member("dan").send(rows["what-if"], "what-if", **STRICTER)
    assert refused.status_code == 403
    assert "Only referees and owners of the club can apply other house rules." in html_of(refused)
    assert Result.objects.get(session=rows["what-if"]).totals == totals
