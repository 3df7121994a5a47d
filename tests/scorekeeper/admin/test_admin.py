"""The admin: lists, search and rows; facts cannot be changed."""

import pytest
from django.contrib import admin
from django.urls import reverse

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.models import (
    Club,
    Decision,
    Dispute,
    Hand,
    HandRevision,
    MembershipChange,
    Player,
    Ruling,
    Season,
    Session,
    SessionRevision,
    User,
)
from tests.scorekeeper.sample_hands import DEAL, ILLEGAL, UNFINISHED

FACTS = [MembershipChange, SessionRevision, HandRevision, Hand, Dispute, Ruling]
APP = [model for model in admin.site._registry if model._meta.app_label == "scorekeeper"]


def address(model, page, *args):
    return reverse(f"admin:scorekeeper_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def ruling(hand, people):
    dispute, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Too low.", event=3), by=people.dan
    )
    ruling = NewRuling(decision=Decision.STANDS, reason="It was higher.")
    return dispute_ruling.rule_on(dispute, ruling, by=people.bob).ruling


@pytest.mark.parametrize("model", APP, ids=lambda model: model.__name__)
def test_every_list_can_be_searched(model, root, hand):
    assert root.get(address(model, "changelist"), {"q": "a"}).status_code == 200


@pytest.mark.parametrize("model", APP, ids=lambda model: model.__name__)
def test_every_row_can_be_opened(model, root, session, people, ruling):
    recording.record_hand(session, ILLEGAL, by=people.carol)
    for row in model.objects.all():
        assert root.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", FACTS, ids=lambda model: model.__name__)
def test_a_fact_is_neither_changed_nor_deleted(model, root, ruling):
    row = model.objects.first()
    assert root.post(address(model, "change", row.pk), {"number": 7}).status_code == 403
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert root.get(address(model, "add")).status_code == 403
    form = {"action": "delete_selected", "_selected_action": str(row.pk), "post": "yes"}
    root.post(address(model, "changelist"), form)
    assert model.objects.filter(pk=row.pk).exists()


def test_a_hand_shows_the_reasons_of_its_verdicts(root, session, people):
    hand = recording.record_hand(session, ILLEGAL, by=people.carol).hand
    page = root.get(address(Hand, "change", hand.pk)).content.decode()
    verdict = hand.verdicts.get(fault="does-not-beat")
    assert verdict.reason.replace("'", "&#x27;") in page
    assert "does-not-beat" in page


def test_a_session_can_be_filed_under_a_season(root, session):
    season = Season.objects.create(club=session.club, name="Spring")
    rows = {"seats": 4, "revisions": 1}
    forms = {f"{name}-{key}_FORMS": 0 for name in rows for key in ("TOTAL", "INITIAL")}
    form = {"season": season.pk, "visibility": "public", "event": "forged", **forms}
    assert root.post(address(Session, "change", session.pk), form).status_code == 302
    session.refresh_from_db()
    assert (session.season, session.visibility, session.event) == (
        season,
        "public",
        "Thursday night",
    )


def test_the_admin_shows_no_dealt_card_of_an_unfinished_hand(root, session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    for url in (address(Hand, "change", hand.pk), address(Session, "change", session.pk)):
        assert DEAL[3] not in root.get(url).content.decode()


def test_a_long_list_of_hands_takes_as_many_queries_as_a_short_one(
    root, session, people, django_assert_num_queries
):
    for _ in range(5):
        recording.record_hand(session, ILLEGAL, by=people.carol)
    with django_assert_num_queries(9):
        root.get(address(Hand, "changelist"))


def test_the_page_of_a_club_reads_the_accounts_of_its_players_together(
    root, club, django_assert_max_num_queries
):
    for number in range(5):
        user = User.objects.create(username=f"player-{number}")
        Player.objects.create(club=club, name=f"Player {number}", user=user)
    with django_assert_max_num_queries(8):
        root.get(address(Club, "change", club.pk))


def test_hands_are_found_by_their_players(root, hand):
    name = hand.session.seats.first().player.name
    changelist = root.get(address(Hand, "changelist"), {"q": name}).context["cl"]
    assert list(changelist.queryset) == [hand]
    assert not root.get(address(Hand, "changelist"), {"q": "Nobody"}).context["cl"].queryset


def test_disputes_are_filtered_by_status(root, hand, ruling, people):
    waiting, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="And this?"), by=people.dan)
    for status, disputes in (("open", [waiting]), ("ruled", [ruling.dispute]), ("withdrawn", [])):
        changelist = root.get(address(Dispute, "changelist"), {"status": status}).context["cl"]
        assert list(changelist.queryset) == disputes
