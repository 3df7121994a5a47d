"""The audit log on a page: a sentence for every act, with a link to its subject."""

import ast
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from scorekeeper import audit as scorekeeper_audit
from scorekeeper.clubs import memberships, player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments, recording
from scorekeeper.models import AuditEntry, Club, Player, Role, User, WebhookEvent
from scorekeeper.pages.clubs import audit_links, audit_log, audit_text
from scorekeeper.sessions import links as session_links
from scorekeeper.webhooks import subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook

SERVICES = Path(scorekeeper_audit.__file__).parent
COMPOSED = {
    "club changed",
    "player added",
    "player changed",
    "season added",
    "season changed",
    "club added in the admin",
    "club changed in the admin",
}
"""Acts whose names the services compose, so that their sources do not contain them."""

NEVER_NOTED = {
    *"column mapping, uploaded file".split(
        ", "
    ),  # of what they become there is an entry, the import
    # their entries are about the row that they belong to
    *"audit entry, confirmation, member, membership change, ruling, transcript".split(", "),
    *"hand revision, session revision, work failure, session label".split(", "),
    # derived
    *"adjudication, rated session, rating, rating list, rating step, replay, rerating".split(", "),
    *"result, score, season count, standing, tally, verdict, counted scope".split(", "),
    *"figures change, figures count, merge progress, month figures, scope standing".split(", "),
    *"season report, session figures, what if, what if session".split(", "),
    *"hand fact, indexed hand, puzzle, puzzle search, solved ending".split(", "),
    *"departure, export file".split(", "),  # their entries are about the club
}
"""Kinds of rows that are never the subject of an entry."""

QUERIES = 9  # of a page of the log


def acts(tree: ast.AST) -> set[str]:
    """Return the acts that a source notes in the log."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    notes = [
        call
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in {"note", "line"}
    ]
    arguments = [*(call.args[0] for call in notes if call.args)]
    arguments += [
        keyword.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "act"
    ]
    return {str(value.value) for value in arguments if isinstance(value, ast.Constant)}


@pytest.fixture
def log(browse, club):
    def _log(query: str = ""):
        page = browse("alice").get(f"/clubs/{club.pk}/audit/{query}")
        return page.context["lines"]

    return _log


def sentences(lines):
    return [line["sentence"] for line in lines]


def test_every_act_that_services_note_has_a_sentence():
    acts_in_sources = {
        act
        for file in SERVICES.rglob("*.py")
        for act in acts(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert len(acts_in_sources) > 40
    assert acts_in_sources - set(audit_text.SENTENCES) == set()
    assert set(audit_text.SENTENCES) >= COMPOSED


def test_every_kind_of_subject_has_a_filter():
    kinds = {
        str(model._meta.verbose_name)
        for model in apps.get_app_config("scorekeeper").get_models()
        if model in (Club, User) or any(field.name == "club" for field in model._meta.fields)
    }
    filtered = {kind for _label, kinds_of in audit_log.KINDS.values() for kind in kinds_of}
    assert kinds - filtered == NEVER_NOTED
    assert filtered <= {*kinds, *audit_links.USER_KINDS}


def test_the_newest_entry_comes_first_with_its_subject(log, hand, session, people):
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(event=9, claim="9"), by=people.dan)
    first, second, third, *_ = log()
    assert first["sentence"] == "dan raised a dispute."
    assert first["target"].url == f"/disputes/{dispute.pk}/"
    assert second["sentence"] == "carol recorded a hand."
    assert (second["target"].label, second["target"].url) == (
        "hand 1, Big Two, March 5, 2026",
        f"/hands/{hand.pk}/",
    )
    assert third["sentence"] == "carol opened a session."
    assert third["target"].url == f"/sessions/{session.pk}/"


@pytest.mark.parametrize(("language", "earlier_kind"), [("de", "Benutzer"), ("zh-hant", "使用者")])
def test_entries_written_in_another_language_name_members_too(
    language, earlier_kind, log, club, people
):
    with override(language):
        memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    entry = AuditEntry.objects.latest("pk")
    assert entry.kind == "user"
    entry.pk, entry.kind = None, earlier_kind  # as earlier releases wrote it
    entry.save(force_insert=True)
    assert sentences(log("?kind=members"))[:2] == ["alice gave dan the role: Referee."] * 2


def test_entries_about_members_name_them(log, club, people):
    memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    memberships.leave(club, people.dan, by=people.alice)
    memberships.leave(club, people.carol, by=people.carol)
    assert sentences(log())[:3] == [
        "carol left the club.",
        "alice removed dan from the club.",
        "alice gave dan the role: Referee.",
    ]


def test_an_entry_names_the_logging_link_it_came_through(browse, club, session, people):
    link, _ = session_links.create_link(session, by=people.carol, label="Bob's phone")
    scorekeeper_audit.note("hand recorded", session, by=people.carol, through=link)
    page = browse("alice").get(f"/clubs/{club.pk}/audit/").content.decode()
    assert "through the link “Bob&#x27;s phone”" in page


def test_a_merge_names_both_players(log, club, players, people):
    jon, _ = club_roster.add(Player(club=club, name="Jon"), by=people.alice)
    player_merges.merge(jon, players[3], by=people.alice)
    assert (log()[0]["target"].label, log()[0]["target"].url) == (
        "Jon into Dan",
        f"/clubs/{club.pk}/merges/",
    )
    assert log()[1]["target"].url == f"/players/{jon.pk}/"


@pytest.mark.parametrize("label", ["", "Our bot"])
def test_only_owners_get_a_link_to_a_webhook_and_nobody_reads_its_address(
    browse, club, people, label
):
    webhook = NewWebhook(
        address="https://wall.example/a-key", kinds=[WebhookEvent.HAND_RECORDED], label=label
    )
    hook, _ = subscriptions.create(club, webhook, by=people.alice)
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    has_link = {}
    for name in ("alice", "carol"):
        page = browse(name).get(f"/clubs/{club.pk}/audit/").content.decode()
        assert (label or "a webhook") in page
        assert "wall.example" not in page
        has_link[name] = f"/webhooks/{hook.pk}/" in page
    assert has_link == {"alice": True, "carol": False}


def test_an_act_without_a_sentence_is_shown_by_its_name(log, club, people):
    scorekeeper_audit.note("moon landed on", club, by=people.alice, club=club)
    scorekeeper_audit.note("moon landed on", club, by=None, club=club)
    assert sentences(log())[:2] == ["The service: moon landed on", "alice: moon landed on"]


@pytest.mark.parametrize(
    ("query", "expected"),
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
def test_entries_are_filtered_by_kind_user_and_date(log, hand, people, query, expected):
    today = timezone.localdate()
    values = {name: user.pk for name, user in vars(people).items()}
    # two days, so that the lines may have been written before midnight
    values |= {"later": today + timedelta(days=2), "earlier": today - timedelta(days=2)}
    all_lines = sentences(log())
    assert sentences(log(query.format(**values))) == (all_lines if expected is None else expected)


def test_the_log_is_read_page_by_page_while_it_grows(log, club, people, monkeypatch):
    monkeypatch.setattr(audit_log, "PAGE", 2)
    for number in range(4):
        scorekeeper_audit.note(f"act {number}", club, by=people.alice, club=club)
    first_page = log()
    scorekeeper_audit.note("act 4", club, by=people.alice, club=club)
    second_page = log(f"?before={first_page[-1]['entry'].pk}")
    assert sentences(first_page + second_page) == [
        f"alice: act {number}" for number in (3, 2, 1, 0)
    ]


def test_a_cursor_out_of_range_is_no_error(log, hand):
    assert len(log("?before=" + "9" * 40)) == AuditEntry.objects.filter(club=hand.club).count()
    assert log("?before=0") == []


@pytest.mark.parametrize("hands", [1, 8])
def test_the_number_of_queries_does_not_grow_with_the_entries(
    browse, club, session, people, django_assert_num_queries, hands
):
    for _ in range(hands):
        recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client = browse("alice")
    with django_assert_num_queries(QUERIES):
        client.get(f"/clubs/{club.pk}/audit/")


def test_times_are_those_of_the_clubs_time_zone(browse, club, hand, people):
    Club.objects.filter(pk=club.pk).update(time_zone="Pacific/Kiritimati")  # fourteen hours ahead
    entry = AuditEntry.objects.filter(club=club).latest("pk")
    there = entry.at.astimezone(ZoneInfo("Pacific/Kiritimati"))
    page = browse("alice").get(f"/clubs/{club.pk}/audit/").content.decode()
    assert date_format(there, "DATETIME_FORMAT") in page
    assert date_format(entry.at, "DATETIME_FORMAT") not in page
    home = browse("alice").get("/account/").content.decode()
    assert date_format(people.alice.date_joined, "DATE_FORMAT") in home


def test_a_correction_is_dated_in_the_clubs_time_zone(browse, club, hand, people):
    amendments.amend(
        hand,
        amendments.Amendment(keys={"note": "Dan was late."}, reason="Left out."),
        by=people.carol,
    )
    Club.objects.filter(pk=club.pk).update(time_zone="Pacific/Kiritimati")
    at = hand.revisions.latest("number").at.astimezone(ZoneInfo("Pacific/Kiritimati"))
    page = browse("alice").get(f"/hands/{hand.pk}/").content.decode()
    assert date_format(at, "SHORT_DATETIME_FORMAT") in page
