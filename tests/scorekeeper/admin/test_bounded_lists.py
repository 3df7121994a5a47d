"""Lists of the admin read the rows that they show, not all that there are."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.admin import bounded_lists
from scorekeeper.clubs import memberships
from scorekeeper.hands import recording
from scorekeeper.models import AuditEntry, Club, Hand, Player
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount as standings_recount
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

HANDS = reverse("admin:scorekeeper_hand_changelist")
GROWING = [model for model in admin.site._registry if model._meta.app_label == "scorekeeper"]


@pytest.fixture
def hands(session, people):
    return [recording.record_hand(session, hand, by=people.carol).hand for hand in (ILLEGAL, CLEAN)]


def shown(page):
    return {hand.pk for hand in page.context["cl"].result_list}


def test_a_list_counts_no_further_than_it_shows(root, hands, monkeypatch):
    assert root.get(HANDS).context["cl"].result_count == 2
    monkeypatch.setattr(bounded_lists, "MOST_LISTED", 1)
    assert root.get(HANDS).context["cl"].result_count == 1


@pytest.mark.parametrize("model", GROWING, ids=lambda model: model.__name__)
def test_no_list_counts_all_rows(model, root, hands):
    address = reverse(f"admin:scorekeeper_{model._meta.model_name}_changelist")
    with CaptureQueriesContext(connection) as context:
        assert root.get(address, {"q": "a"}).status_code == 200
    counts = [
        query["sql"]
        for query in context.captured_queries
        if query["sql"].startswith("SELECT COUNT(")
    ]
    assert [sql for sql in counts if "LIMIT 1000" not in sql] == []


def test_the_list_of_hands_reads_the_verdicts_of_those_that_it_shows(root, hands):
    with CaptureQueriesContext(connection) as context:
        page = root.get(HANDS, {"q": "Alice"})
    assert shown(page) == {hand.pk for hand in hands}
    assert sorted(hand.illegal_plays for hand in page.context["cl"].result_list) == [0, 1]
    statements = [query["sql"] for query in context.captured_queries]
    of_verdicts = [sql for sql in statements if "scorekeeper_verdict" in sql]
    assert of_verdicts
    assert [sql for sql in of_verdicts if 'JOIN "scorekeeper_verdict"' in sql] == []


def test_hands_are_found_by_what_their_session_is_found_by(root, hands, session):
    type(session).objects.filter(pk=session.pk).update(event="Spring cup")
    for words, number in (("spring", 2), ("alice cup", 2), ("autumn", 0), ("bob", 2)):
        assert len(shown(root.get(HANDS, {"q": words}))) == number


def test_hands_are_filtered_by_the_faults_and_rules_of_their_verdicts(root, hands):
    illegal, _ = hands
    verdict = illegal.verdicts.get(fault="does-not-beat")
    assert shown(root.get(HANDS, {"verdicts__rule": verdict.rule})) == {illegal.pk}
    assert shown(root.get(HANDS, {"verdicts__fault": verdict.fault})) == {illegal.pk}
    assert "does-not-beat" in root.get(HANDS).content.decode()


def test_a_hand_with_several_verdicts_is_listed_once_without_comparing_all_hands(root, hands):
    illegal, _ = hands
    verdict = illegal.verdicts.first()
    verdict.pk, verdict.event = None, verdict.event + 1
    verdict.save()
    with CaptureQueriesContext(connection) as context:
        page = root.get(HANDS, {"verdicts__verdict": "illegal"})
    assert [hand.pk for hand in page.context["cl"].result_list] == [illegal.pk]
    of_hands = [query["sql"] for query in context if 'FROM "scorekeeper_hand"' in query["sql"]]
    assert of_hands
    assert [sql for sql in of_hands if "DISTINCT" in sql] == []


def test_rows_are_found_by_their_players_and_clubs_and_audit_entries_by_ids_and_accounts(
    root, hands, session, season, people
):
    session_recording.file_session(
        session, season=season, visibility=session.visibility, by=people.alice
    )
    standings_recount.refresh(season)
    found = {
        "tally": ("alice", "thursday", "thursday bob"),
        "auditentry": ("carol", "thursday", str(hands[0].pk)),
    }
    for name, searches in found.items():
        address = reverse(f"admin:scorekeeper_{name}_changelist")
        for words in searches:
            assert root.get(address, {"q": words}).context["cl"].result_count, (name, words)
        for words in ("nobody", "alice nobody"):
            assert not root.get(address, {"q": words}).context["cl"].result_count, (name, words)


@pytest.mark.parametrize("name", ["handrevision", "sessionrevision", "session"])
def test_what_belongs_to_a_session_is_found_as_the_session_is(name, root, hands, session):
    type(session).objects.filter(pk=session.pk).update(event="Spring cup")
    address = reverse(f"admin:scorekeeper_{name}_changelist")
    for words, is_found in (("spring", True), ("alice thursday", True), ("autumn", False)):
        assert bool(root.get(address, {"q": words}).context["cl"].result_count) == is_found


def test_a_search_in_one_club_is_not_filled_with_sessions_of_others(
    root, hands, club, people, monkeypatch
):
    other = memberships.found_club("Friday night", by=people.eve)[0]
    guests = [Player.objects.create(club=other, name=name) for name in ("Alice", "B", "C", "D")]
    session_recording.record_session(other, {"variant": "big-two"}, players=guests, by=people.eve)
    monkeypatch.setattr(bounded_lists, "MOST_FOUND", 1)
    page = root.get(HANDS, {"q": "alice", "club__id__exact": club.pk})
    assert shown(page) == {hand.pk for hand in hands}


def test_the_audit_log_offers_the_acts_of_its_newest_entries(root, hands, monkeypatch):
    address = reverse("admin:scorekeeper_auditentry_changelist")
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert len(acts) > 1
    monkeypatch.setattr(bounded_lists, "RECENT", 1)
    filters = root.get(address).context["cl"].filter_specs
    offered = next(spec for spec in filters if spec.title == "act").lookup_choices
    assert set(offered) == {AuditEntry.objects.order_by("-pk")[0].act}


def test_lists_of_hands_can_be_opened_for_one_session(root, hands, session):
    assert shown(root.get(HANDS, {"session__id__exact": str(session.pk)})) == set(
        Hand.objects.filter(session=session).values_list("pk", flat=True)
    )


@pytest.mark.parametrize("name", ["hand", "handrevision", "sessionrevision"])
def test_rows_are_filtered_by_the_club_of_their_session(name, root, hands, club):
    address = reverse(f"admin:scorekeeper_{name}_changelist")
    elsewhere = Club.objects.get(name="Elsewhere")
    for key, is_listed in ((club.pk, True), (elsewhere.pk, False), ("x", False)):
        listed = root.get(address, {"club__id__exact": key}).context["cl"].result_list
        assert bool(listed) == is_listed
