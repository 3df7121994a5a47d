"""Delivery of webhook messages: a message is retried with the same id until it arrives or is given up."""

import os
import signal
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from scorekeeper.models import AuditEntry, Delivery, DeliveryState, Webhook, WebhookEvent
from scorekeeper.webhooks import address_guard, attempts, http_post, subscriptions
from scorekeeper.webhooks import delivery as webhook_delivery
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.scorekeeper.threads import run_in_threads
from tests.scorekeeper.webhook_receiver import (
    CERTIFICATE,
    endless,
    receiving,
    silent,
    status,
    trickling,
)

pytestmark = pytest.mark.django_db

ALL_KINDS = list(WebhookEvent)


@pytest.fixture(autouse=True)
def _allow_private_addresses(settings):
    """Use the embedded service's settings, whichever database the tests run on."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = settings.WEBHOOKS_OVER_HTTP = True


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def hook_to(club, people):
    def _hook_to(address):
        hook, _ = subscriptions.create(
            club, NewWebhook(address=address, kinds=ALL_KINDS), by=people.alice
        )
        return hook

    return _hook_to


@pytest.fixture
def hook(hook_to, receiver):
    return hook_to(receiver.address)


def create_deliveries(hook, *, times=1):
    """Create due messages for a webhook."""
    now = timezone.now()
    return Delivery.objects.bulk_create(
        Delivery(
            webhook=hook,
            club_id=hook.club_id,
            kind="hand.recorded",
            at=now,
            data={},
            next_try_at=now,
        )
        for _ in range(times)
    )


def deliver():
    return webhook_delivery.deliver_due(stop=lambda: False)


def let_time_pass(by=None):
    """Move the next attempt of waiting messages closer by a duration, or to now."""
    rows = Delivery.objects.filter(state=DeliveryState.WAITING)
    for row in rows:
        row.next_try_at = row.next_try_at - by if by else timezone.now()
        row.save()


def only_delivery(hook):
    """Return the only delivery of a webhook."""
    (row,) = hook.deliveries.all()
    return row


def test_a_message_is_delivered_once(hook, receiver):
    (row,) = create_deliveries(hook)
    assert deliver() == 1
    assert deliver() == 0
    assert receiver.ids == [str(row.message)]
    delivery = only_delivery(hook)
    assert (delivery.state, delivery.status_code, delivery.attempts) == (
        DeliveryState.DELIVERED,
        204,
        1,
    )
    assert delivery.next_try_at is None


def test_a_message_has_type_time_sequence_and_data(hook, receiver):
    (row,) = create_deliveries(hook)
    deliver()
    (message,) = receiver.messages
    at = row.at.isoformat().replace("+00:00", "Z")
    assert message.content == {
        "type": "hand.recorded",
        "timestamp": at,
        "sequence": row.pk,
        "data": {},
    }
    assert message.headers["content-type"] == "application/json"
    assert message.headers["host"] == receiver.address.split("/")[2]


def test_a_failing_message_is_tried_eight_times_over_a_day_and_then_given_up(hook, receiver):
    receiver.answer = status(500)
    create_deliveries(hook)
    delays = []
    for _ in range(20):
        deliver()
        if only_delivery(hook).next_try_at is None:
            break
        delays.append(only_delivery(hook).next_try_at - only_delivery(hook).tried_at)
        let_time_pass()
    assert tuple(delays) == attempts.RETRY_DELAYS
    assert sum(delays, timedelta()) == timedelta(days=1, minutes=35, seconds=30)
    assert (only_delivery(hook).state, only_delivery(hook).attempts) == (DeliveryState.GIVEN_UP, 8)
    assert only_delivery(hook).problem == "It answered 500; 2xx was expected."
    assert len(receiver.ids) == 8
    assert len(set(receiver.ids)) == 1


def test_a_message_is_not_retried_before_its_time(hook, receiver):
    receiver.answer = status(503)
    create_deliveries(hook)
    assert [deliver() for _ in range(2)] == [1, 0]
    let_time_pass(by=attempts.RETRY_DELAYS[0] - timedelta(seconds=5))
    assert deliver() == 0
    let_time_pass(by=timedelta(seconds=5))
    assert deliver() == 1


def test_a_retried_message_has_the_same_body(hook, receiver):
    receiver.answer = status(500)
    create_deliveries(hook)
    deliver()
    let_time_pass()
    receiver.answer = status(200)
    deliver()
    first, second = receiver.messages
    assert first.body == second.body
    assert only_delivery(hook).state == DeliveryState.DELIVERED
    assert only_delivery(hook).problem == ""


@pytest.mark.parametrize("answer", [silent, trickling], ids=["silent", "trickling"])
def test_a_slow_receiver_is_disconnected(hook, receiver, answer, monkeypatch):
    monkeypatch.setattr(http_post, "READ_TIMEOUT", 0.2)
    monkeypatch.setattr(http_post, "TOTAL_TIMEOUT", 0.3)
    receiver.answer = answer
    create_deliveries(hook)
    deliver()
    assert only_delivery(hook).state == DeliveryState.WAITING
    assert only_delivery(hook).status_code is None
    assert only_delivery(hook).problem


def test_only_the_status_of_a_response_is_read(hook, receiver):
    receiver.answer = endless
    create_deliveries(hook)
    deliver()
    assert (only_delivery(hook).state, only_delivery(hook).status_code) == (
        DeliveryState.DELIVERED,
        200,
    )


def test_a_redirect_is_not_followed(hook, receiver):
    with receiving() as elsewhere:
        receiver.answer = status(307, Location=elsewhere.address)
        create_deliveries(hook)
        deliver()
        assert elsewhere.messages == []
    assert only_delivery(hook).problem == "It answered 307; redirects are not followed."
    assert only_delivery(hook).state == DeliveryState.WAITING


def test_a_webhook_whose_address_is_gone_is_paused(hook, receiver):
    receiver.answer = status(410)
    create_deliveries(hook)
    deliver()
    hook.refresh_from_db()
    assert (hook.pause, only_delivery(hook).state) == ("gone", DeliveryState.GIVEN_UP)
    assert AuditEntry.objects.filter(act="webhook paused", by=None).count() == 1
    create_deliveries(hook)
    assert deliver() == 0


def test_a_webhook_that_fails_for_days_is_paused(hook, receiver):
    receiver.answer = status(500)
    create_deliveries(hook)
    deliver()
    days_ago = timezone.now() - attempts.PAUSE_AFTER
    Webhook.objects.update(failing_since=days_ago)
    let_time_pass()
    deliver()
    hook.refresh_from_db()
    assert hook.pause == "failing"
    assert only_delivery(hook).state == DeliveryState.WAITING


def test_a_success_ends_the_failing_state(hook, receiver):
    receiver.answer = status(500)
    create_deliveries(hook)
    deliver()
    hook.refresh_from_db()
    assert hook.failing_since is not None
    receiver.answer = status(200)
    let_time_pass()
    deliver()
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_messages_waiting_during_a_pause_are_sent_afterwards(hook, receiver, people):
    create_deliveries(hook)
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    assert deliver() == 0
    subscriptions.change(hook, {"paused": False}, by=people.alice)
    assert deliver() == 1


def test_a_paused_webhook_can_be_pinged(hook, receiver, people):
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    subscriptions.ping(hook, by=people.alice)
    deliver()
    assert receiver.types == ["ping"]


def test_a_failed_ping_is_not_retried(hook, receiver, people):
    receiver.answer = status(500)
    subscriptions.ping(hook, by=people.alice)
    deliver()
    assert only_delivery(hook).state == DeliveryState.GIVEN_UP


def test_a_revoked_webhook_receives_nothing(hook, receiver, people):
    create_deliveries(hook)
    subscriptions.revoke(hook, by=people.alice)
    assert deliver() == 0
    assert receiver.messages == []


def test_many_messages_are_delivered_once_each(hook, receiver):
    rows = create_deliveries(hook, times=12)
    assert deliver() == 12
    assert sorted(receiver.ids) == sorted(str(row.message) for row in rows)


def test_other_messages_to_a_failing_receiver_wait(hook, receiver):
    receiver.answer = status(500)
    create_deliveries(hook, times=7)
    assert deliver() == 1
    assert sorted(hook.deliveries.values_list("attempts", flat=True)) == [0] * 6 + [1]
    receiver.answer = status(200)
    let_time_pass()
    assert deliver() == 7


def test_a_silent_receiver_does_not_delay_others(hook_to, receiver, monkeypatch):
    monkeypatch.setattr(http_post, "READ_TIMEOUT", 0.2)
    with receiving() as other:
        receiver.answer = silent
        create_deliveries(hook_to(receiver.address), times=3)
        create_deliveries(hook_to(other.address), times=3)
        deliver()
        assert len(other.messages) == 3
    assert len(receiver.messages) == 1


def test_a_stopping_worker_sends_nothing(hook, receiver):
    create_deliveries(hook)
    assert webhook_delivery.deliver_due(stop=lambda: True) == 0
    assert receiver.messages == []


def test_a_message_claimed_by_a_killed_worker_is_sent_again_with_its_id(hook, receiver):
    (row,) = create_deliveries(hook)
    assert [claimed.pk for claimed in webhook_delivery.claim()] == [
        row.pk
    ]  # then the worker is killed
    assert deliver() == 0
    let_time_pass(by=webhook_delivery.LEASE + timedelta(seconds=1))
    assert deliver() == 1
    assert receiver.ids == [str(row.message)]
    assert only_delivery(hook).attempts == 2


def test_a_late_result_of_an_expired_claim_is_ignored(hook, receiver):
    create_deliveries(hook)
    (slow,) = webhook_delivery.claim()
    let_time_pass(by=webhook_delivery.LEASE + timedelta(seconds=1))
    deliver()
    attempts.record(attempts.Attempt(slow, http_post.PostResult(500, "late")))
    assert only_delivery(hook).state == DeliveryState.DELIVERED


def test_old_deliveries_are_deleted(hook, receiver):
    old, new = create_deliveries(hook, times=2)
    long_ago = timezone.now() - webhook_delivery.KEEP_FOR - timedelta(minutes=1)
    Delivery.objects.filter(pk=old.pk).update(at=long_ago)
    assert [webhook_delivery.delete_old() for _ in range(2)] == [1, 0]
    assert only_delivery(hook).pk == new.pk


@pytest.mark.django_db(transaction=True)
def test_parallel_workers_send_each_message_once(hook, receiver):
    rows = create_deliveries(hook, times=30)
    counts = run_in_threads(lambda _: deliver(), times=4)
    deliver()
    assert sum(counts) <= 30
    assert sorted(receiver.ids) == sorted(str(row.message) for row in rows)


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_while_sending_loses_no_message(hook, receiver):
    (row,) = create_deliveries(hook)
    receiver.answer = silent
    connection.close()  # a child process must not share it
    child = os.fork()
    if child == 0:
        try:
            deliver()
        finally:
            os._exit(1)
    latest = time.monotonic() + 20
    while not receiver.messages and time.monotonic() < latest:
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    receiver.answer = status(200)
    let_time_pass(by=webhook_delivery.LEASE + timedelta(seconds=1))
    deliver()
    assert receiver.ids == [str(row.message)] * 2
    assert only_delivery(hook).state == DeliveryState.DELIVERED


def test_messages_do_not_reach_private_addresses(hook, receiver, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    create_deliveries(hook)
    deliver()
    assert receiver.messages == []
    assert "private network" in only_delivery(hook).problem


def test_the_certificate_must_match_the_host_name(hook_to, settings):
    with receiving(secure=True) as receiver:
        settings.WEBHOOKS_CA_BUNDLE = str(CERTIFICATE)
        good = hook_to(receiver.address)
        wrong = hook_to(receiver.address.replace("localhost", "127.0.0.1"))
        create_deliveries(good), create_deliveries(wrong)
        deliver()
        assert only_delivery(good).state == DeliveryState.DELIVERED
        assert only_delivery(wrong).problem == "Its certificate is not good, or not for this name."
        assert len(receiver.messages) == 1


def test_an_untrusted_certificate_is_refused(hook_to):
    with receiving(secure=True) as receiver:
        hook = hook_to(receiver.address)
        create_deliveries(hook)
        deliver()
        assert "certificate" in only_delivery(hook).problem
        assert receiver.messages == []


def test_the_checked_address_is_the_one_connected_to(receiver, monkeypatch):
    """A name that resolves to another address a moment later (DNS rebinding) has no effect."""
    resolved, lookup = [], address_guard.socket.getaddrinfo

    def getaddrinfo(host, *args, **kwargs):
        resolved.append(host)
        return lookup("127.0.0.1" if host == "wall.example" else host, *args, **kwargs)

    monkeypatch.setattr(address_guard.socket, "getaddrinfo", getaddrinfo)
    address = receiver.address.replace("127.0.0.1", "wall.example")
    assert http_post.post(address, "{}", {"webhook-id": "1"}).is_success
    assert resolved.count("wall.example") == 1
    assert receiver.messages[0].headers["host"].startswith("wall.example:")
