"""What a webhook is told is written with what it tells: never one without the other, and nothing that is hidden."""

import json
from uuid import uuid4

import pytest
from django.db import transaction

from scorekeeper import erasure
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import live_log, recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import Club, Decision, Delivery, Player, WebhookEvent
from scorekeeper.standings import plan_versions
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings.plans import Plan, Scoring, TieBreak
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db

ADDRESS = "https://wall.example/told"


@pytest.fixture
def hook(club, people):
    hook, _ = subscriptions.create(
        club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
    )
    return hook


@pytest.fixture
def told(hook):
    """What the webhook was told since it was asked for the last time."""
    last = 0

    def _told():
        nonlocal last
        rows = list(hook.deliveries.filter(pk__gt=last).order_by("pk"))
        last = rows[-1].pk if rows else last
        return rows

    return _told


def kinds(rows):
    return [row.kind for row in rows]


def test_a_hand_that_is_recorded_is_told_with_ids_and_nothing_else(session, people, told):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    (row,) = told()
    assert row.kind == "hand.recorded"
    assert row.at == hand.head.at
    assert row.data == {
        "club": str(session.club_id),
        "session": str(session.pk),
        "hand": str(hand.pk),
        "position": 1,
        "revision": 1,
        "digest": hand.head.digest,
        "links": {
            "session": f"/api/v1/sessions/{session.pk}/",
            "hand": f"/api/v1/hands/{hand.pk}/",
        },
        "act": "recorded",
        "status": "finished",
    }


def test_the_links_lead_to_what_is_meant(session, people, told, signed):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute_filing.raise_dispute(hand, NewDispute(claim="So?", event=2), by=people.dan)
    for row in told():
        for link in row.data["links"].values():
            assert signed(people.alice).get(link).status_code == 200, link


def test_a_hand_that_goes_on_is_told_once_it_is_over(session, people, told):
    hand = recording.record_hand(session, {**CLEAN, "events": []}, by=people.carol).hand
    events = [NewEvent(uuid4(), text) for text in CLEAN["events"]]
    live_log.append(hand, events[:2], after=0, by=people.carol)
    assert told() == []
    live_log.append(hand, events[2:], after=2, by=people.carol)
    (row,) = told()
    assert (row.kind, row.data["act"], row.data["revision"]) == ("hand.recorded", "appended", 3)


def test_events_that_come_again_are_not_told_again(session, people, told):
    hand = recording.record_hand(session, {**CLEAN, "events": []}, by=people.carol).hand
    events = [NewEvent(uuid4(), text) for text in CLEAN["events"]]
    for _ in range(2):
        live_log.append(hand, events, after=0, by=people.carol)
    assert kinds(told()) == ["hand.recorded"]


def test_a_hand_that_is_amended_undone_or_voided_has_changed(session, people, told):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    told()
    for amendment in (Amendment(keys={"note": "long"}), Amendment(undo=1), Amendment(keys={"void": "misdeal"})):  # fmt: skip
        hand_amendments.amend(hand, amendment, by=people.carol)
    rows = told()
    assert kinds(rows) == ["hand.changed"] * 3
    assert [row.data["act"] for row in rows] == ["amended", "amended", "voided"]
    assert [row.data["revision"] for row in rows] == [2, 3, 4]


def test_a_hand_that_is_open_again_has_changed_and_is_recorded_once_more(session, people, told):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    hand_amendments.amend(
        hand, Amendment(changes=[EventChange(Operation.REMOVE, 5)]), by=people.carol
    )
    live_log.append(hand, [NewEvent(uuid4(), "1: 2C")], after=4, by=people.carol)
    rows = told()
    assert kinds(rows) == ["hand.recorded", "hand.changed", "hand.recorded"]
    assert [row.data["status"] for row in rows] == ["finished", "unfinished", "finished"]


def test_a_dispute_and_its_ruling_are_told(session, people, told):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    told()
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="So?", event=2), by=people.dan)
    new = NewRuling(decision=Decision.ANNULLED, reason="Wrong deck.")
    ruled = dispute_ruling.rule_on(dispute, new, by=people.bob)
    raised, changed, decided = told()
    assert kinds([raised, changed, decided]) == ["dispute.raised", "hand.changed", "dispute.ruled"]
    assert (raised.data["dispute"], raised.data["event"]) == (str(dispute.pk), 2)
    assert decided.data["ruling"] == str(ruled.ruling.pk)
    assert (decided.data["decision"], decided.data["revision"]) == ("annulled", 2)
    assert changed.data["act"] == "ruled"


def test_the_same_request_twice_is_told_once(session, people, told):
    chosen = uuid4()
    for _ in range(2):
        hand = recording.record_hand(session, CLEAN, by=people.carol, id=chosen).hand
        dispute_filing.raise_dispute(hand, NewDispute(claim="So?"), by=people.dan, id=chosen)
    assert kinds(told()) == ["hand.recorded", "dispute.raised"]


def test_what_is_rolled_back_is_told_to_nobody(session, people, told):
    with transaction.atomic():
        recording.record_hand(session, CLEAN, by=people.carol)
        transaction.set_rollback(True)
    with pytest.raises(recording.RefusedError):
        recording.record_hand(
            session, ILLEGAL | {"events": ["2: 3D"]}, by=people.carol, strict=True
        )
    assert told() == []


def test_no_card_no_name_and_no_word_is_told(session, people, told):
    hand = recording.record_hand(session, {**CLEAN, "note": "A long one."}, by=people.carol).hand
    recording.record_hand(session, UNFINISHED, by=people.carol)
    dispute, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Too low!", event=2), by=people.dan
    )
    dispute_ruling.rule_on(
        dispute, NewRuling(decision=Decision.STANDS, reason="It was seen."), by=people.bob
    )
    said = json.dumps([row.data for row in told()])
    for word in (*DEAL, "KC", "long", "low", "seen", "Alice", "alice", "Thursday"):
        assert word not in said


def test_standings_that_changed_are_told_once_they_are_counted(keeper, told):
    keeper.session([0, 5, 8, 12], [4, 0, 1, 2])
    told()
    for _ in range(2):
        standings_recount.refresh(keeper.season)
    (row,) = told()
    assert row.kind == "standings.changed"
    assert row.data["season"] == str(keeper.season.pk)


def test_standings_that_are_what_they_were_are_not_told(keeper, people, told):
    plan_versions.decide(keeper.season, Plan(tie_breaks=()), by=people.bob)
    session = keeper.session()
    hand = keeper.hand(session, cards_left=[0, 5, 8, 12])
    standings_recount.refresh(keeper.season)
    told()
    hand_amendments.amend(hand, Amendment(keys={"note": "long"}), by=people.carol)
    standings_recount.refresh(keeper.season)
    assert kinds(told()) == ["hand.changed"]


def test_another_plan_may_change_the_standings(keeper, people, told):
    keeper.session([0, 5, 8, 12], [0, 5, 8, 12])
    standings_recount.refresh(keeper.season)
    told()
    plan_versions.decide(keeper.season, Plan(scoring=Scoring.AVERAGE), by=people.bob)
    standings_recount.refresh(keeper.season)
    assert kinds(told()) == ["standings.changed"]


def test_what_tells_equal_totals_apart_belongs_to_the_standings(keeper, people, told):
    keeper.session([0, 5, 8, 12])
    plan_versions.decide(keeper.season, Plan(tie_breaks=(TieBreak.HANDS_WON,)), by=people.bob)
    standings_recount.refresh(keeper.season)
    told()
    plan_versions.decide(
        keeper.season, Plan(tie_breaks=(TieBreak.FEWEST_ILLEGAL_PLAYS,)), by=people.bob
    )
    standings_recount.refresh(keeper.season)
    assert kinds(told()) == ["standings.changed"]


def test_a_webhook_is_told_what_it_was_made_for(session, people, hook, told):
    subscriptions.change(hook, {"kinds": ["dispute.raised"]}, by=people.alice)
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute_filing.raise_dispute(hand, NewDispute(claim="So?"), by=people.dan)
    assert kinds(told()) == ["dispute.raised"]


def test_another_club_and_a_paused_webhook_are_told_nothing(session, people, hook, told):
    other = Club.objects.get(name="Elsewhere")
    subscriptions.create(
        other, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.eve
    )
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    recording.record_hand(session, CLEAN, by=people.carol)
    assert not Delivery.objects.exists()


def test_every_webhook_has_a_message_of_its_own(session, people, hook):
    subscriptions.create(
        session.club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
    )
    recording.record_hand(session, CLEAN, by=people.carol)
    assert Delivery.objects.count() == Delivery.objects.values("message").distinct().count() == 2


def test_a_club_without_webhooks_pays_one_query_a_hand(
    session, people, club, django_assert_max_num_queries
):
    recording.record_hand(session, SHEET, by=people.carol)
    with django_assert_max_num_queries(60) as without:
        recording.record_hand(session, SHEET, by=people.carol)
    for _ in range(3):
        subscriptions.create(
            club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
        )
    with django_assert_max_num_queries(len(without) + 1):  # at the most: one insert for all of them
        recording.record_hand(session, SHEET, by=people.carol)


def test_an_erased_player_is_named_in_no_message(session, people, hook, signed):
    recording.record_hand(session, SHEET, by=people.carol)
    before = list(Delivery.objects.values_list("data", flat=True))
    player = Player.objects.get(club=session.club, name="Dan")
    erasure.erase(player, confirm="Dan", by=people.alice)
    assert list(Delivery.objects.values_list("data", flat=True)) == before


def test_neither_archive_nor_database_holds_a_secret(session, people, hook, signed, tmp_path):
    secret = signatures.secret_of(hook)
    archive = signed(people.alice).get(f"/api/v1/clubs/{session.club_id}/export/")
    assert ADDRESS.encode() not in b"".join(archive.streaming_content)
    assert secret not in repr(list(type(hook).objects.values_list()))
