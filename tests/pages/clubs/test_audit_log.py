"""The audit log on a page: a sentence for every act, with a way to what it is about."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.utils import timezone

from scorekeeper import audit as scorekeeper_audit
from scorekeeper.clubs import memberships, player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.models import AuditEntry, Club, Player, Role, User, WebhookEvent
from scorekeeper.pages.clubs import audit_log, audit_text
from scorekeeper.sessions import links as session_links
from scorekeeper.webhooks import subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook

SERVICES = Path(scorekeeper_audit.__file__).parent
BUILT = {
    "club changed", "player added", "player changed", "season added", "season changed",
    "club added in the admin", "club changed in the admin",
}  # fmt: skip
"""Acts whose words are put together."""

NEVER_NOTED = {
    "audit entry", "confirmation", "member", "membership change", "ruling", "transcript",
    "hand revision", "session revision",  # each is noted with what it is about
    "adjudication", "rated session", "rating", "rating list", "rating step", "replay", "rerating",
    "result", "score", "standing", "tally", "verdict",  # derived
}  # fmt: skip
"""Kinds of rows of a club that no line is about."""

QUERIES = 9  # of a page of the log


def acts(tree: ast.AST) -> set[str]:
    """What is written into the log in a source."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    called = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in {"note", "line"}]  # fmt: skip
    given = [*(call.args[0] for call in called if call.args)]
    given += [
        word.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "act"
    ]
    return {str(one.value) for one in given if isinstance(one, ast.Constant)}


@pytest.fixture
def log(browse, club):
    def read(query: str = ""):
        page = browse("alice").get(f"/clubs/{club.pk}/audit/{query}")
        return page.context["lines"]

    return read


def sentences(lines):
    return [line["sentence"] for line in lines]


def test_every_act_that_services_note_has_a_sentence():
    noted = {
        act
        for file in SERVICES.rglob("*.py")
        for act in acts(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert len(noted) > 40
    assert noted - set(audit_text.SENTENCES) == set()
    assert set(audit_text.SENTENCES) >= BUILT


def test_what_is_noted_of_each_kind_is_found_by_some_filter():
    kinds = {
        str(model._meta.verbose_name)
        for model in apps.get_app_config("scorekeeper").get_models()
        if model in (Club, User) or any(field.name == "club" for field in model._meta.fields)
    }
    found = {kind for _words, some in audit_log.KINDS.values() for kind in some}
    assert kinds - found == NEVER_NOTED
    assert found <= kinds


def test_the_newest_comes_first_with_what_it_is_about(log, hand, session, people):
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(event=9, claim="9"), by=people.dan)
    first, second, third, *_ = log()
    assert first["sentence"] == "dan raised a dispute."
    assert first["target"].url == f"/disputes/{dispute.pk}/"
    assert second["sentence"] == "carol recorded a hand."
    assert (second["target"].label, second["target"].url) == ("hand 1, Big Two, March 5, 2026", f"/hands/{hand.pk}/")  # fmt: skip
    assert third["sentence"] == "carol opened a session."
    assert third["target"].url == f"/sessions/{session.pk}/"


def test_members_are_named(log, club, people):
    memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    memberships.leave(club, people.dan, by=people.alice)
    memberships.leave(club, people.carol, by=people.carol)
    assert sentences(log())[:3] == [
        "carol left the club.",
        "alice took dan out of the club.",
        "alice gave dan the role: Referee.",
    ]


def test_what_came_through_a_link_says_so(browse, club, session, people):
    link, _ = session_links.create_link(session, by=people.carol, label="Bob's phone")
    scorekeeper_audit.note("hand recorded", session, by=people.carol, through=link)
    page = browse("alice").get(f"/clubs/{club.pk}/audit/").content.decode()
    assert "through the link “Bob&#x27;s phone”" in page


def test_players_who_became_one_are_named(log, club, players, people):
    jon, _ = club_roster.add(Player(club=club, name="Jon"), by=people.alice)
    player_merges.merge(jon, players[3], by=people.alice)
    assert (log()[0]["target"].label, log()[0]["target"].url) == ("Jon is Dan", f"/clubs/{club.pk}/merges/")  # fmt: skip
    assert log()[1]["target"].url == f"/players/{jon.pk}/"


@pytest.mark.parametrize("label", ["", "Our bot"])
def test_only_owners_are_led_to_a_webhook_and_nobody_reads_its_address(browse, club, people, label):
    new = NewWebhook(
        address="https://wall.example/a-key", kinds=[WebhookEvent.HAND_RECORDED], label=label
    )
    hook, _ = subscriptions.create(club, new, by=people.alice)
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    shown = {}
    for name in ("alice", "carol"):
        page = browse(name).get(f"/clubs/{club.pk}/audit/").content.decode()
        assert (label or "a webhook") in page
        assert "wall.example" not in page
        shown[name] = f"/webhooks/{hook.pk}/" in page
    assert shown == {"alice": True, "carol": False}


def test_an_act_without_a_sentence_is_told_as_it_is(log, club, people):
    scorekeeper_audit.note("moon landed on", club, by=people.alice, club=club)
    scorekeeper_audit.note("moon landed on", club, by=None, club=club)
    assert sentences(log())[:2] == ["The service: moon landed on", "alice: moon landed on"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?kind=hands", ["carol recorded a hand."]),
        ("?kind=disputes", []),
        ("?kind=nonsense", None),
        ("?by={dan}", []),
        ("?by={carol}", ["carol recorded a hand.", "carol opened a session."]),
        ("?by={eve}", None),
        ("?since={later}", []),
        ("?until={earlier}", []),
        ("?since={earlier}&until={later}&kind=sessions", ["carol opened a session."]),
    ],
)
def test_lines_are_found_by_who_what_and_when(log, hand, people, query, found):
    today = timezone.localdate()
    said = {name: user.pk for name, user in vars(people).items()}
    # two days, so that the lines may have been written before midnight
    said |= {"later": today + timedelta(days=2), "earlier": today - timedelta(days=2)}
    everything = sentences(log())
    assert sentences(log(query.format(**said))) == (everything if found is None else found)


def test_the_log_is_read_page_by_page_while_it_grows(log, club, people, monkeypatch):
    monkeypatch.setattr(audit_log, "PAGE", 2)
    for number in range(4):
        scorekeeper_audit.note(f"act {number}", club, by=people.alice, club=club)
    first = log()
    scorekeeper_audit.note("act 4", club, by=people.alice, club=club)
    second = log(f"?before={first[-1]['entry'].pk}")
    assert sentences(first + second) == [f"alice: act {number}" for number in (3, 2, 1, 0)]


def test_a_line_number_out_of_this_world_is_no_error(log, hand):
    assert len(log("?before=" + "9" * 40)) == AuditEntry.objects.filter(club=hand.club).count()
    assert log("?before=0") == []


@pytest.mark.parametrize("hands", [1, 8])
def test_a_page_costs_as_many_queries_however_much_is_on_it(
    browse, club, session, people, django_assert_num_queries, hands
):
    for _ in range(hands):
        recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client = browse("alice")
    with django_assert_num_queries(QUERIES):
        client.get(f"/clubs/{club.pk}/audit/")
