"""A message is sent until it arrives or is given up; the same message has the same id, however often it is sent."""

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

ALL = list(WebhookEvent)


@pytest.fixture(autouse=True)
def _for_this_computer(settings):
    """As the embedded service has it, whatever the tests run on."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = settings.WEBHOOKS_OVER_HTTP = True


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def hook_to(club, people):
    def _hook_to(address):
        hook, _ = subscriptions.create(
            club, NewWebhook(address=address, kinds=ALL), by=people.alice
        )
        return hook

    return _hook_to


@pytest.fixture
def hook(hook_to, receiver):
    return hook_to(receiver.address)


def waiting(hook, *, times=1):
    """Messages that a webhook is to be told."""
    now = timezone.now()
    return Delivery.objects.bulk_create(
        Delivery(
            webhook=hook, club_id=hook.club_id, kind="hand.recorded", at=now, data={}, next_try_at=now
        )
        for _ in range(times)
    )  # fmt: skip


def deliver():
    return webhook_delivery.deliver_due(stop=lambda: False)


def later(by=None):
    """So much time goes by; without saying how much, enough for whatever waits."""
    rows = Delivery.objects.filter(state=DeliveryState.WAITING)
    for row in rows:
        row.next_try_at = row.next_try_at - by if by else timezone.now()
        row.save()


def told(hook):
    """What became of the one message."""
    (row,) = hook.deliveries.all()
    return row


def test_a_message_arrives_once(hook, receiver):
    (row,) = waiting(hook)
    assert deliver() == 1
    assert deliver() == 0
    assert receiver.ids == [str(row.message)]
    found = told(hook)
    assert (found.state, found.status_code, found.attempts) == (DeliveryState.DELIVERED, 204, 1)
    assert found.next_try_at is None


def test_it_says_what_happened_when_and_where_to_read_on(hook, receiver):
    (row,) = waiting(hook)
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


def test_one_that_fails_is_tried_eight_times_over_a_day_and_then_given_up(hook, receiver):
    receiver.answer = status(500)
    waiting(hook)
    waited = []
    for _ in range(20):
        deliver()
        if told(hook).next_try_at is None:
            break
        waited.append(told(hook).next_try_at - told(hook).tried_at)
        later()
    assert tuple(waited) == attempts.RETRY_DELAYS
    assert sum(waited, timedelta()) == timedelta(days=1, minutes=35, seconds=30)
    assert (told(hook).state, told(hook).attempts) == (DeliveryState.GIVEN_UP, 8)
    assert told(hook).problem == "It answered 500; 2xx was expected."
    assert len(receiver.ids) == 8
    assert len(set(receiver.ids)) == 1


def test_nothing_is_tried_before_its_time(hook, receiver):
    receiver.answer = status(503)
    waiting(hook)
    assert [deliver() for _ in range(2)] == [1, 0]
    later(by=attempts.RETRY_DELAYS[0] - timedelta(seconds=5))
    assert deliver() == 0
    later(by=timedelta(seconds=5))
    assert deliver() == 1


def test_every_try_is_signed_anew(hook, receiver):
    receiver.answer = status(500)
    waiting(hook)
    deliver()
    later()
    receiver.answer = status(200)
    deliver()
    first, second = receiver.messages
    assert first.body == second.body
    assert told(hook).state == DeliveryState.DELIVERED
    assert told(hook).problem == ""


@pytest.mark.parametrize("answer", [silent, trickling], ids=["silent", "trickling"])
def test_whoever_does_not_answer_in_time_is_hung_up_on(hook, receiver, answer, monkeypatch):
    monkeypatch.setattr(http_post, "READ_TIMEOUT", 0.2)
    monkeypatch.setattr(http_post, "TOTAL_TIMEOUT", 0.3)
    receiver.answer = answer
    waiting(hook)
    deliver()
    assert told(hook).state == DeliveryState.WAITING
    assert told(hook).status_code is None
    assert told(hook).problem


def test_of_an_answer_nothing_is_read_but_its_status(hook, receiver):
    receiver.answer = endless
    waiting(hook)
    deliver()
    assert (told(hook).state, told(hook).status_code) == (DeliveryState.DELIVERED, 200)


def test_a_redirect_is_not_followed(hook, receiver):
    with receiving() as elsewhere:
        receiver.answer = status(307, Location=elsewhere.address)
        waiting(hook)
        deliver()
        assert elsewhere.messages == []
    assert told(hook).problem == "It answered 307; redirects are not followed."
    assert told(hook).state == DeliveryState.WAITING


def test_an_address_that_is_gone_is_told_nothing_more(hook, receiver):
    receiver.answer = status(410)
    waiting(hook)
    deliver()
    hook.refresh_from_db()
    assert (hook.pause, told(hook).state) == ("gone", DeliveryState.GIVEN_UP)
    assert AuditEntry.objects.filter(act="webhook paused", by=None).count() == 1
    waiting(hook)
    assert deliver() == 0


def test_a_webhook_at_which_nothing_arrives_for_days_is_paused(hook, receiver):
    receiver.answer = status(500)
    waiting(hook)
    deliver()
    days_ago = timezone.now() - attempts.PAUSE_AFTER
    Webhook.objects.update(failing_since=days_ago)
    later()
    deliver()
    hook.refresh_from_db()
    assert hook.pause == "failing"
    assert told(hook).state == DeliveryState.WAITING


def test_once_something_arrives_it_fails_no_more(hook, receiver):
    receiver.answer = status(500)
    waiting(hook)
    deliver()
    hook.refresh_from_db()
    assert hook.failing_since is not None
    receiver.answer = status(200)
    later()
    deliver()
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_what_waited_when_it_was_paused_is_sent_when_it_goes_on(hook, receiver, people):
    waiting(hook)
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    assert deliver() == 0
    subscriptions.change(hook, {"paused": False}, by=people.alice)
    assert deliver() == 1


def test_a_paused_webhook_can_be_tried_out(hook, receiver, people):
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    subscriptions.ping(hook, by=people.alice)
    deliver()
    assert receiver.types == ["ping"]


def test_a_ping_that_fails_is_not_tried_again(hook, receiver, people):
    receiver.answer = status(500)
    subscriptions.ping(hook, by=people.alice)
    deliver()
    assert told(hook).state == DeliveryState.GIVEN_UP


def test_a_revoked_webhook_is_told_nothing(hook, receiver, people):
    waiting(hook)
    subscriptions.revoke(hook, by=people.alice)
    assert deliver() == 0
    assert receiver.messages == []


def test_many_messages_go_out_and_each_once(hook, receiver):
    rows = waiting(hook, times=12)
    assert deliver() == 12
    assert sorted(receiver.ids) == sorted(str(row.message) for row in rows)


def test_while_one_receiver_fails_its_other_messages_wait_untried(hook, receiver):
    receiver.answer = status(500)
    waiting(hook, times=7)
    assert deliver() == 1
    assert sorted(hook.deliveries.values_list("attempts", flat=True)) == [0] * 6 + [1]
    receiver.answer = status(200)
    later()
    assert deliver() == 7


def test_a_silent_receiver_holds_up_no_other(hook_to, receiver, monkeypatch):
    monkeypatch.setattr(http_post, "READ_TIMEOUT", 0.2)
    with receiving() as other:
        receiver.answer = silent
        waiting(hook_to(receiver.address), times=3)
        waiting(hook_to(other.address), times=3)
        deliver()
        assert len(other.messages) == 3
    assert len(receiver.messages) == 1


def test_a_worker_told_to_leave_begins_nothing(hook, receiver):
    waiting(hook)
    assert webhook_delivery.deliver_due(stop=lambda: True) == 0
    assert receiver.messages == []


def test_what_a_killed_worker_took_is_sent_again_under_the_same_id(hook, receiver):
    (row,) = waiting(hook)
    assert [taken.pk for taken in webhook_delivery.claim()] == [row.pk]  # and is killed
    assert deliver() == 0
    later(by=webhook_delivery.LEASE + timedelta(seconds=1))
    assert deliver() == 1
    assert receiver.ids == [str(row.message)]
    assert told(hook).attempts == 2


def test_whoever_was_believed_dead_overwrites_nothing(hook, receiver):
    waiting(hook)
    (slow,) = webhook_delivery.claim()
    later(by=webhook_delivery.LEASE + timedelta(seconds=1))
    deliver()
    attempts.record(attempts.Attempt(slow, http_post.PostResult(500, "late")))
    assert told(hook).state == DeliveryState.DELIVERED


def test_what_was_told_is_dropped_after_some_weeks(hook, receiver):
    old, new = waiting(hook, times=2)
    long_ago = timezone.now() - webhook_delivery.KEEP_FOR - timedelta(minutes=1)
    Delivery.objects.filter(pk=old.pk).update(at=long_ago)
    assert [webhook_delivery.delete_old() for _ in range(2)] == [1, 0]
    assert told(hook).pk == new.pk


@pytest.mark.django_db(transaction=True)
def test_two_workers_side_by_side_send_each_message_once(hook, receiver):
    rows = waiting(hook, times=30)
    tried = run_in_threads(lambda _: deliver(), times=4)
    deliver()
    assert sum(tried) <= 30
    assert sorted(receiver.ids) == sorted(str(row.message) for row in rows)


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_while_it_sends_loses_nothing(hook, receiver):
    (row,) = waiting(hook)
    receiver.answer = silent
    connection.close()  # nobody shares one with a child
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
    later(by=webhook_delivery.LEASE + timedelta(seconds=1))
    deliver()
    assert receiver.ids == [str(row.message)] * 2
    assert told(hook).state == DeliveryState.DELIVERED


def test_an_installation_for_others_reaches_nothing_inside(hook, receiver, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    waiting(hook)
    deliver()
    assert receiver.messages == []
    assert "private network" in told(hook).problem


def test_the_certificate_is_that_of_the_name(hook_to, settings):
    with receiving(secure=True) as receiver:
        settings.WEBHOOKS_CA_BUNDLE = str(CERTIFICATE)
        good = hook_to(receiver.address)
        wrong = hook_to(receiver.address.replace("localhost", "127.0.0.1"))
        waiting(good), waiting(wrong)
        deliver()
        assert told(good).state == DeliveryState.DELIVERED
        assert told(wrong).problem == "Its certificate is not good, or not for this name."
        assert len(receiver.messages) == 1


def test_a_certificate_that_nobody_vouches_for_is_not_good(hook_to):
    with receiving(secure=True) as receiver:
        hook = hook_to(receiver.address)
        waiting(hook)
        deliver()
        assert "certificate" in told(hook).problem
        assert receiver.messages == []


def test_the_connection_goes_where_the_name_led_when_it_was_checked(receiver, monkeypatch):
    """A name that means another address a moment later (DNS rebinding) leads nowhere."""
    asked, lookup = [], address_guard.socket.getaddrinfo

    def getaddrinfo(host, *args, **kwargs):
        asked.append(host)
        return lookup("127.0.0.1" if host == "wall.example" else host, *args, **kwargs)

    monkeypatch.setattr(address_guard.socket, "getaddrinfo", getaddrinfo)
    address = receiver.address.replace("127.0.0.1", "wall.example")
    assert http_post.post(address, "{}", {"webhook-id": "1"}).is_success
    assert asked.count("wall.example") == 1
    assert receiver.messages[0].headers["host"].startswith("wall.example:")
