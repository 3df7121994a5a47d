"""A session that was entered twice: one act annuls its hands and takes it out of its season, and one act undoes it."""

import pytest
from django.core.management import call_command

from scorekeeper.adjudication import judging, revisions
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing, ruling
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import annulled_sessions
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import (
    AuditEntry,
    Decision,
    Hand,
    Kind,
    Result,
    Season,
    Session,
)
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope
from tests.pages.forms_and_mail import form_data, html_of
from tests.pages.sample_hands import publish

pytestmark = pytest.mark.django_db

SHEETS = ({"cards_left": [0, 5, 8, 12]}, {"cards_left": [3, 0, 4, 4]})


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


@pytest.fixture
def twice(club, players, people, season):
    """The sessions of one evening that was entered twice, the right one first."""
    sessions = []
    for _ in range(2):
        session, _ = session_recording.record_session(
            club, {"variant": "big-two"}, players=players, by=people.carol, season=season
        )
        for sheet in SHEETS:
            hand_recording.record_hand(session, sheet, by=people.carol)
        sessions.append(session)
    return sessions


def send(client, session, **changes):
    address = f"/sessions/{session.pk}/annul/"
    filled = form_data(client.get(address), **{"reason": "Entered twice.", "do": "save", **changes})
    return client.post(address, filled)


def hands_counted(season):
    return [row.line.hands for row in standings_table.table(season, Scope()).rows]


def test_none_of_its_hands_counts_any_more(browse, twice, season):
    before = hands_counted(season)
    page = send(browse("alice"), twice[1])
    assert page.url == f"/sessions/{twice[1].pk}/"
    assert hands_counted(season) == [n // 2 for n in before]
    session = Session.objects.get(pk=twice[1].pk)
    assert session.season is None
    assert Result.objects.get(session=session).totals == [0, 0, 0, 0]
    for hand in session.hands.select_related("head"):
        assert (hand.head.number, hand.head.text["annulled"]) == (2, "Entered twice.")
        assert hand.head.reason == "Entered twice."
    call_command("verify_records")


def test_the_session_is_read_at_its_link_and_says_that_it_does_not_count(browse, client, twice):
    publish(twice[1])
    send(browse("alice"), twice[1])
    for reader in (client, browse("dan")):
        page = html_of(reader.get(f"/sessions/{twice[1].pk}/"))
        assert "This session does not count: it was entered twice or by mistake." in page
        assert "Entered twice." in page
        assert "Let it count again" not in page
    assert "This session does not count" not in html_of(
        browse("dan").get(f"/sessions/{twice[0].pk}/")
    )


def test_the_same_page_undoes_it(browse, twice, season):
    before = hands_counted(season)
    send(browse("alice"), twice[1])
    page = html_of(browse("alice").get(f"/sessions/{twice[1].pk}/annul/"))
    assert "The session returns to Spring" in page
    assert send(browse("alice"), twice[1]).status_code == 302
    assert Session.objects.get(pk=twice[1].pk).season == season
    assert hands_counted(season) == before
    assert not Hand.objects.filter(head__content__contains='"annulled"').exists()
    call_command("verify_records")


@pytest.mark.parametrize("is_ruled_on_first", [True, False])
def test_a_hand_that_a_ruling_annulled_stays_annulled(browse, twice, people, is_ruled_on_first):
    hand = twice[1].hands.get(position=1)
    claim = filing.NewDispute(claim="Misdealt.")
    dispute = filing.raise_dispute(hand, claim, by=people.dan)[0]
    decision = NewRuling(decision=Decision.ANNULLED, reason="Misdealt.")
    if is_ruled_on_first:
        ruling.rule_on(dispute, decision, by=people.alice)
    send(browse("alice"), twice[1])
    if not is_ruled_on_first:
        ruling.rule_on(dispute, decision, by=people.alice)
    send(browse("alice"), twice[1])
    annulled = Hand.objects.filter(head__content__contains='"annulled"')
    assert [each.position for each in annulled] == [1]
    assert annulled[0].head.kind == Kind.RULED


def test_both_acts_are_in_the_audit_log(browse, twice, season, people):
    send(browse("alice"), twice[1])
    send(browse("alice"), twice[1])
    log = AuditEntry.objects.filter(subject=str(twice[1].pk)).order_by("pk")
    acts = [entry.act for entry in log]
    assert acts == [
        "session opened",
        "session filed",
        "session annulled",
        "session filed",
        "session reinstated",
    ]
    page = html_of(browse("alice").get(f"/clubs/{season.club_id}/audit/"))
    assert "alice annulled a session that was entered by mistake." in page


def test_it_needs_a_reason_and_a_referee(browse, twice):
    assert send(browse("alice"), twice[1], reason=" ").status_code == 422
    assert browse("carol").get(f"/sessions/{twice[1].pk}/annul/").status_code == 403
    assert browse("eve").get(f"/sessions/{twice[1].pk}/annul/").status_code == 404
    assert not Hand.objects.filter(head__number__gt=1).exists()


def test_an_outdated_page_changes_nothing(browse, twice, people):
    client = browse("alice")
    address = f"/sessions/{twice[1].pk}/annul/"
    form = form_data(client.get(address), reason="Twice.", do="save")
    hand_recording.record_hand(twice[1], SHEETS[0], by=people.carol)
    assert client.post(address, form).status_code == 412
    assert not Hand.objects.filter(head__number__gt=1).exists()


def test_a_repeated_annulment_adds_nothing(twice, people):
    annulled_sessions.annul(twice[1], reason="Twice.", by=people.alice)
    with pytest.raises(annulled_sessions.NothingCountsError):
        annulled_sessions.annul(twice[1], reason="Twice.", by=people.alice)
    assert set(twice[1].hands.values_list("head__number", flat=True)) == {2}


def annul_one(hand, people):
    """Annul a hand by an amendment of its own."""
    record = {**judging.hand_record(hand.head), "annulled": "Misdealt."}
    act = revisions.Act(by=people.alice, kind=Kind.AMENDED, reason="Misdealt.")
    hand_amendments.revise_all(hand.session, [(hand, record)], act)


def test_a_hand_that_was_annulled_before_stays_so_when_the_session_counts_again(twice, people):
    session = twice[1]
    single, other = session.hands.select_related("head", "adjudication", "session__head")
    annul_one(single, people)
    assert annulled_sessions.struck_hands(session) == []
    annulled_sessions.annul(session, reason="Entered twice.", by=people.alice)
    assert annulled_sessions.struck_hands(session) == [other]
    annulled_sessions.reinstate(session, reason="By mistake.", by=people.carol)
    heads = dict(session.hands.values_list("pk", "head__content"))
    assert ("annulled" in heads[single.pk], "annulled" in heads[other.pk]) == (True, False)
    assert annulled_sessions.struck_hands(session) == []


def test_no_hand_comes_back_where_annulling_the_session_struck_out_none(twice, people):
    session = twice[1]
    for hand in session.hands.select_related("head", "adjudication", "session__head"):
        annul_one(hand, people)
    annulled_sessions.annul(session, reason="Entered twice.", by=people.alice)
    with pytest.raises(annulled_sessions.NothingCountsError):
        annulled_sessions.reinstate(session, reason="By mistake.", by=people.alice)
