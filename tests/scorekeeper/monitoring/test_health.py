"""What those who run the service are told: by its health, its figures and its log."""

import json
import logging
import sys
from collections import Counter

import pytest
from django.conf import settings
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.hands import recording
from scorekeeper.models import Delivery, Import, Webhook
from scorekeeper.monitoring import metrics as monitoring_metrics
from scorekeeper.monitoring.logs import HEADER, JSONFormatter, SecretPathFilter
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.webhooks import subscriptions
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.sample_rows import create_waiting_import, create_webhook_with_delivery

pytestmark = pytest.mark.django_db

TOKEN = "for the monitor"


@pytest.fixture
def figures(client):
    """What Prometheus would collect."""

    def collect():
        with override_settings(METRICS_TOKEN=TOKEN):
            answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {family.name: family.samples[0].value for family in families if family.samples}

    return collect


@pytest.fixture
def silent_queue(monkeypatch):
    """A broker that nobody can reach."""
    app = monitoring_metrics.current_app
    usual = app.connection_for_write
    monkeypatch.setattr(
        app,
        "connection_for_write",
        lambda **options: usual("amqp://guest:guest@127.0.0.1:1//", **options),
    )


def test_the_figures_are_those_of_this_moment(figures, session, hand, club, people):
    before = figures()
    assert (before["scorekeeper_replays"], before["scorekeeper_replays_stale"]) == (0, 1)
    replay_frames.rebuild_stale(stop=lambda: False)
    recording.record_hand(session, SHEET, by=people.carol)
    recording.record_hand(session, SHEET, by=people.carol)
    replay_rebuilds.request_rebuild(club, by=people.bob)
    create_waiting_import(club, by=people.carol)
    Import.objects.update(at="2026-01-01T00:00:00Z")
    after = figures()
    assert (after["scorekeeper_replays"], after["scorekeeper_replays_stale"]) == (1, 2)
    assert (after["scorekeeper_rebuilds_open"], after["scorekeeper_imports_open"]) == (1, 1)
    assert after["scorekeeper_imports_waiting_seconds"] > 0
    assert after["scorekeeper_queue_up"] == 1


def test_messages_to_webhooks_are_counted(figures, club, people):
    create_webhook_with_delivery(club, by=people.alice)
    hook = Webhook.objects.get()
    given_up, _ = (subscriptions.ping(hook, by=people.alice) for _ in range(2))
    Delivery.objects.filter(pk=given_up.pk).update(state="given up", next_try_at=None)
    found = figures()
    assert found["scorekeeper_deliveries_waiting"] == 1
    assert found["scorekeeper_deliveries_given_up"] == 1
    assert found["scorekeeper_deliveries_late_seconds"] >= 0
    assert found["scorekeeper_webhooks_paused"] == 0
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    assert figures()["scorekeeper_webhooks_paused"] == 1


@override_settings(METRICS_TOKEN=TOKEN)
def test_requests_are_counted_by_what_was_asked_for_and_how_it_ended(hand, people):
    def counted():
        answer = (
            Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
        )
        assert str(hand.pk) not in answer
        samples = [
            sample for family in text_string_to_metric_families(answer) for sample in family.samples
        ]
        return Counter({
            (sample.labels["route"], sample.labels["method"], sample.labels["status"]): sample.value
            for sample in samples if sample.name == "scorekeeper_request_duration_seconds_count"
        })  # fmt: skip

    member, stranger = Client(), Client()
    member.force_login(people.dan)
    before = counted()
    member.get(f"/hands/{hand.pk}/")
    stranger.get(f"/hands/{hand.pk}/")
    stranger.generic("BREW", "/coffee/")
    stranger.generic("BREW", "/tea/")
    added = counted() - before
    del added["metrics", "GET", "2xx"]
    assert added == {
        ("hand", "GET", "2xx"): 1,
        ("hand", "GET", "4xx"): 1,
        ("none", "other", "4xx"): 2,
    }


def test_messages_that_wait_are_counted(figures):
    with monitoring_metrics.current_app.connection_for_write() as link, link.channel() as channel:
        name = monitoring_metrics.current_app.conf.task_default_queue
        with link.SimpleQueue(name, channel=channel) as queue:
            queue.put({})
            queue.put({})
            assert figures()["scorekeeper_queue_messages"] == 2
            queue.clear()


@pytest.mark.parametrize("token", ["", TOKEN])
@pytest.mark.parametrize("shown", ["", "Bearer ", "Bearer something else"])
def test_nobody_else_is_told(client, token, shown):
    with override_settings(METRICS_TOKEN=token):
        assert client.get("/metrics/", headers={"Authorization": shown}).status_code == 404


def test_a_silent_queue_is_told_and_keeps_the_service_on_the_net(client, figures, silent_queue):
    answer = client.get("/readyz/")
    assert (answer.status_code, answer.content) == (200, b"ready, but the queue is silent\n")
    assert figures()["scorekeeper_queue_up"] == 0


@pytest.mark.parametrize("given", ["", "two words", "x" * 65, "<script>"])
def test_a_request_without_a_name_gets_one(client, given):
    names = {client.get("/healthz/", headers={HEADER: given})[HEADER] for _ in range(2)}
    assert len(names) == 2
    assert given not in names


@pytest.mark.parametrize("rest", ["/", "", "/more/", "//"])
def test_the_log_does_not_tell_how_to_choose_somebodys_password(client, db, caplog, monkeypatch, rest):  # fmt: skip
    monkeypatch.setattr(caplog.handler, "filters", [SecretPathFilter()])  # as every line is written
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        client.get(f"/password/abc/secret-word{rest}")
    assert "/password/abc/…" in caplog.text
    assert "secret-word" not in caplog.text
    (handler,) = settings.LOGGING["handlers"].values()
    assert [settings.LOGGING["filters"][name]["()"] for name in handler["filters"]] == ["scorekeeper.monitoring.logs.SecretPathFilter"]  # fmt: skip


def test_a_request_keeps_the_name_its_proxy_gave_it(client, caplog):
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        answer = client.get("/healthz/?q=secret", headers={HEADER: "proxy-17"})
    assert answer[HEADER] == "proxy-17"
    (record,) = [line for line in caplog.records if line.name == "scorekeeper.requests"]
    said = json.loads(JSONFormatter().format(record))
    assert (said["method"], said["path"], said["status"]) == ("GET", "/healthz/", 200)
    assert "secret" not in str(said)


def test_a_line_is_json_and_names_the_request_it_was_written_in(client, monkeypatch):
    lines = []

    class Collected(logging.Handler):
        def emit(self, record):
            lines.append(json.loads(JSONFormatter().format(record)))

    requests = logging.getLogger("scorekeeper.requests")
    monkeypatch.setattr(requests, "handlers", [Collected()])
    monkeypatch.setattr(requests, "level", logging.INFO)
    client.get("/healthz/", headers={HEADER: "proxy-17"})
    assert [line["request"] for line in lines] == ["proxy-17"]
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = requests.makeRecord("x", logging.ERROR, "", 0, "it failed", (), sys.exc_info())
    text = JSONFormatter().format(record)
    assert "\n" not in text
    said = json.loads(text)
    assert said["level"] == "ERROR"
    assert "ValueError: two\nlines" in said["exception"]
    assert "request" not in said


@pytest.mark.parametrize("odd", ["half \ud83c", 2**70, {1}, "梅花"])
def test_a_line_is_written_whatever_it_tells(odd):
    record = logging.getLogger("x").makeRecord("x", logging.INFO, "", 0, "odd", (), None, extra={"about": {"odd": odd}})  # fmt: skip
    said = json.loads(JSONFormatter().format(record).encode())
    assert said["odd"] == (odd if isinstance(odd, str | int) else str(odd))
