"""Webhook events: messages are queued in the transaction of the change and reveal nothing hidden."""

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
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan, Scoring, TieBreak
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db

ADDRESS = "https://wall.example/messages"


@pytest.fixture
def hook(club, people):
    hook, _ = subscriptions.create(
        club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
    )
    return hook


@pytest.fixture
def new_deliveries(hook):
    """Return a function that lists the deliveries queued since its last call."""
    last = 0

    def _new_deliveries():
        nonlocal last
        rows = list(hook.deliveries.filter(pk__gt=last).order_by("pk"))
        last = rows[-1].pk if rows else last
        return rows

    return _new_deliveries


def kinds(rows):
    return [row.kind for row in rows]


def test_a_recorded_hand_is_announced_with_ids_only(session, people, new_deliveries):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    (row,) = new_deliveries()
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


def test_the_links_of_an_event_work(session, people, new_deliveries, signed):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute_filing.raise_dispute(hand, NewDispute(claim="So?", event=2), by=people.dan)
    for row in new_deliveries():
        for link in row.data["links"].values():
            assert signed(people.alice).get(link).status_code == 200, link


def test_an_unfinished_hand_is_announced_once_it_is_over(session, people, new_deliveries):
    hand = recording.record_hand(session, {**CLEAN, "events": []}, by=people.carol).hand
    events = [NewEvent(uuid4(), text) for text in CLEAN["events"]]
    live_log.append(hand, events[:2], after=0, by=people.carol)
    assert new_deliveries() == []
    live_log.append(hand, events[2:], after=2, by=people.carol)
    (row,) = new_deliveries()
    assert (row.kind, row.data["act"], row.data["revision"]) == ("hand.recorded", "appended", 3)


def test_repeated_events_of_a_hand_are_not_announced_again(session, people, new_deliveries):
    hand = recording.record_hand(session, {**CLEAN, "events": []}, by=people.carol).hand
    events = [NewEvent(uuid4(), text) for text in CLEAN["events"]]
    for _ in range(2):
        live_log.append(hand, events, after=0, by=people.carol)
    assert kinds(new_deliveries()) == ["hand.recorded"]


def test_an_amended_undone_or_voided_hand_is_announced_as_changed(session, people, new_deliveries):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    new_deliveries()
    for amendment in (
        Amendment(keys={"note": "long"}),
        Amendment(undo=1),
        Amendment(keys={"void": "misdeal"}),
    ):
        hand_amendments.amend(hand, amendment, by=people.carol)
    rows = new_deliveries()
    assert kinds(rows) == ["hand.changed"] * 3
    assert [row.data["act"] for row in rows] == ["amended", "amended", "voided"]
    assert [row.data["revision"] for row in rows] == [2, 3, 4]


def test_a_reopened_hand_is_announced_as_changed_and_later_as_recorded(
    session, people, new_deliveries
):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    hand_amendments.amend(
        hand, Amendment(changes=[EventChange(Operation.REMOVE, 5)]), by=people.carol
    )
    live_log.append(hand, [NewEvent(uuid4(), "1: 2C")], after=4, by=people.carol)
    rows = new_deliveries()
    assert kinds(rows) == ["hand.recorded", "hand.changed", "hand.recorded"]
    assert [row.data["status"] for row in rows] == ["finished", "unfinished", "finished"]


def test_a_dispute_and_its_ruling_are_announced(session, people, new_deliveries):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    new_deliveries()
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="So?", event=2), by=people.dan)
    ruling = NewRuling(decision=Decision.ANNULLED, reason="Wrong deck.")
    outcome = dispute_ruling.rule_on(dispute, ruling, by=people.bob)
    raised, changed, decided = new_deliveries()
    assert kinds([raised, changed, decided]) == ["dispute.raised", "hand.changed", "dispute.ruled"]
    assert (raised.data["dispute"], raised.data["event"]) == (str(dispute.pk), 2)
    assert decided.data["ruling"] == str(outcome.ruling.pk)
    assert (decided.data["decision"], decided.data["revision"]) == ("annulled", 2)
    assert changed.data["act"] == "ruled"


def test_a_repeated_request_is_announced_once(session, people, new_deliveries):
    chosen_id = uuid4()
    for _ in range(2):
        hand = recording.record_hand(session, CLEAN, by=people.carol, id=chosen_id).hand
        dispute_filing.raise_dispute(hand, NewDispute(claim="So?"), by=people.dan, id=chosen_id)
    assert kinds(new_deliveries()) == ["hand.recorded", "dispute.raised"]


def test_a_rolled_back_change_is_not_announced(session, people, new_deliveries):
    with transaction.atomic():
        recording.record_hand(session, CLEAN, by=people.carol)
        transaction.set_rollback(True)
    with pytest.raises(recording.RefusedError):
        recording.record_hand(
            session, ILLEGAL | {"events": ["2: 3D"]}, by=people.carol, strict=True
        )
    assert new_deliveries() == []


def test_messages_contain_no_card_name_or_text(session, people, new_deliveries):
    hand = recording.record_hand(session, {**CLEAN, "note": "A long one."}, by=people.carol).hand
    recording.record_hand(session, UNFINISHED, by=people.carol)
    dispute, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Too low!", event=2), by=people.dan
    )
    dispute_ruling.rule_on(
        dispute, NewRuling(decision=Decision.STANDS, reason="It was seen."), by=people.bob
    )
    messages = json.dumps([row.data for row in new_deliveries()])
    for word in (*DEAL, "KC", "long", "low", "seen", "Alice", "alice", "Thursday"):
        assert word not in messages


def test_changed_standings_are_announced_after_the_recount(keeper, new_deliveries):
    keeper.session([0, 5, 8, 12], [4, 0, 1, 2])
    new_deliveries()
    for _ in range(2):
        standings_recount.refresh(keeper.season)
    (row,) = new_deliveries()
    assert row.kind == "standings.changed"
    assert row.data["season"] == str(keeper.season.pk)


def test_changed_standings_that_are_only_read_are_not_announced(keeper, new_deliveries):
    keeper.session([0, 5, 8, 12])
    new_deliveries()
    keeper.table()
    assert new_deliveries() == []


def test_unchanged_standings_are_not_announced(keeper, people, new_deliveries):
    plan_versions.decide(keeper.season, Plan(tie_breaks=()), by=people.bob)
    session = keeper.session()
    hand = keeper.hand(session, cards_left=[0, 5, 8, 12])
    standings_recount.refresh(keeper.season)
    new_deliveries()
    hand_amendments.amend(hand, Amendment(keys={"note": "long"}), by=people.carol)
    standings_recount.refresh(keeper.season)
    assert kinds(new_deliveries()) == ["hand.changed"]


def test_standings_changed_by_another_plan_are_announced(keeper, people, new_deliveries):
    keeper.session([0, 5, 8, 12], [0, 5, 8, 12])
    standings_recount.refresh(keeper.season)
    new_deliveries()
    plan_versions.decide(keeper.season, Plan(scoring=Scoring.AVERAGE), by=people.bob)
    standings_recount.refresh(keeper.season)
    assert kinds(new_deliveries()) == ["standings.changed"]


def test_standings_changed_by_another_tie_break_are_announced(keeper, people, new_deliveries):
    keeper.session([0, 5, 8, 12])
    plan_versions.decide(keeper.season, Plan(tie_breaks=(TieBreak.HANDS_WON,)), by=people.bob)
    standings_recount.refresh(keeper.season)
    new_deliveries()
    plan_versions.decide(
        keeper.season, Plan(tie_breaks=(TieBreak.FEWEST_ILLEGAL_PLAYS,)), by=people.bob
    )
    standings_recount.refresh(keeper.season)
    assert kinds(new_deliveries()) == ["standings.changed"]


def test_a_webhook_receives_only_its_kinds(session, people, hook, new_deliveries):
    subscriptions.change(hook, {"kinds": ["dispute.raised"]}, by=people.alice)
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute_filing.raise_dispute(hand, NewDispute(claim="So?"), by=people.dan)
    assert kinds(new_deliveries()) == ["dispute.raised"]


def test_other_clubs_and_paused_webhooks_receive_nothing(session, people, hook, new_deliveries):
    other = Club.objects.get(name="Elsewhere")
    subscriptions.create(
        other, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.eve
    )
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    recording.record_hand(session, CLEAN, by=people.carol)
    assert not Delivery.objects.exists()


def test_every_webhook_has_its_own_message(session, people, hook):
    subscriptions.create(
        session.club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
    )
    recording.record_hand(session, CLEAN, by=people.carol)
    assert Delivery.objects.count() == Delivery.objects.values("message").distinct().count() == 2


def test_webhooks_cost_one_query_per_hand(session, people, club, django_assert_max_num_queries):
    recording.record_hand(session, SHEET, by=people.carol)
    with django_assert_max_num_queries(60) as without:
        recording.record_hand(session, SHEET, by=people.carol)
    for _ in range(3):
        subscriptions.create(
            club, NewWebhook(address=ADDRESS, kinds=list(WebhookEvent)), by=people.alice
        )
    with django_assert_max_num_queries(len(without) + 1):  # at most one INSERT for all of them
        recording.record_hand(session, SHEET, by=people.carol)


def test_erasure_need_not_change_messages(session, people, hook, signed):
    recording.record_hand(session, SHEET, by=people.carol)
    before = list(Delivery.objects.values_list("data", flat=True))
    player = Player.objects.get(club=session.club, name="Dan")
    erasure.erase(player, confirm="Dan", by=people.alice)
    assert list(Delivery.objects.values_list("data", flat=True)) == before


def test_neither_archive_nor_database_contains_a_secret(session, people, hook, signed, tmp_path):
    secret = signatures.secret_of(hook)
    archive = signed(people.alice).get(f"/api/v1/clubs/{session.club_id}/export/")
    assert ADDRESS.encode() not in b"".join(archive.streaming_content)
    assert secret not in repr(list(type(hook).objects.values_list()))
