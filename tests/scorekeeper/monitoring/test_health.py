"""Health checks, metrics and logs."""

import json
import logging
import re
import sys
from collections import Counter

import pytest
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.hands import recording
from scorekeeper.journal import sealing
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
def read_metrics(client):
    """Return a function that reads the first sample of each metric, as Prometheus would."""

    def collect():
        with override_settings(METRICS_TOKEN=TOKEN):
            answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {family.name: family.samples[0].value for family in families if family.samples}

    return collect


@pytest.fixture
def silent_queue(monkeypatch):
    """A broker that cannot be reached."""
    app = monitoring_metrics.current_app
    connect = app.connection_for_write
    monkeypatch.setattr(
        app,
        "connection_for_write",
        lambda **options: connect("amqp://guest:guest@127.0.0.1:1//", **options),
    )


def test_metrics_show_the_current_state(read_metrics, session, hand, club, people):
    before = read_metrics()
    assert (before["scorekeeper_replays"], before["scorekeeper_replays_stale"]) == (0, 1)
    replay_frames.rebuild_stale(stop=lambda: False)
    recording.record_hand(session, SHEET, by=people.carol)
    recording.record_hand(session, SHEET, by=people.carol)
    replay_rebuilds.request_rebuild(club, by=people.bob)
    create_waiting_import(club, by=people.carol)
    Import.objects.update(at="2026-01-01T00:00:00Z")
    after = read_metrics()
    assert (after["scorekeeper_replays"], after["scorekeeper_replays_stale"]) == (1, 2)
    assert (after["scorekeeper_rebuilds_open"], after["scorekeeper_imports_open"]) == (1, 1)
    assert after["scorekeeper_imports_waiting_seconds"] > 0
    assert after["scorekeeper_queue_up"] == 1
    assert after["scorekeeper_facts_unsealed"] > before["scorekeeper_facts_unsealed"] > 0
    sealing.seal_waiting(stop=lambda: False)
    assert read_metrics()["scorekeeper_facts_unsealed"] == 0


def test_metrics_count_webhook_deliveries(read_metrics, club, people):
    create_webhook_with_delivery(club, by=people.alice)
    hook = Webhook.objects.get()
    given_up, _ = (subscriptions.ping(hook, by=people.alice) for _ in range(2))
    Delivery.objects.filter(pk=given_up.pk).update(state="given up", next_try_at=None)
    current = read_metrics()
    assert current["scorekeeper_deliveries_waiting"] == 1
    assert current["scorekeeper_deliveries_given_up"] == 1
    assert current["scorekeeper_deliveries_late_seconds"] >= 0
    assert current["scorekeeper_webhooks_paused"] == 0
    subscriptions.change(hook, {"paused": True}, by=people.alice)
    assert read_metrics()["scorekeeper_webhooks_paused"] == 1


@override_settings(METRICS_TOKEN=TOKEN)
def test_requests_are_counted_by_route_method_and_status(hand, people):
    def request_counts():
        answer = (
            Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
        )
        assert str(hand.pk) not in answer
        samples = [
            sample for family in text_string_to_metric_families(answer) for sample in family.samples
        ]
        return Counter(
            {
                (
                    sample.labels["route"],
                    sample.labels["method"],
                    sample.labels["status"],
                ): sample.value
                for sample in samples
                if sample.name == "scorekeeper_request_duration_seconds_count"
            }
        )

    member, stranger = Client(), Client()
    member.force_login(people.dan)
    before = request_counts()
    member.get(f"/hands/{hand.pk}/")
    stranger.get(f"/hands/{hand.pk}/")
    stranger.generic("BREW", "/coffee/")
    stranger.generic("BREW", "/tea/")
    added = request_counts() - before
    assert added == {
        ("hand", "GET", "2xx"): 1,
        ("hand", "GET", "4xx"): 1,
        ("none", "other", "4xx"): 2,
    }


@override_settings(METRICS_TOKEN=TOKEN)
def test_answers_to_probes_are_not_counted_as_requests(client):
    MigrationRecorder(connection).record_unapplied("auth", "0001_initial")
    assert client.get("/readyz/").status_code == 503  # as while a process starts
    assert client.get("/healthz/").status_code == 200
    answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert not re.search(r'route="(ready|alive|metrics)"', answer)


def test_the_liveness_check_asks_neither_database_nor_broker(
    client, silent_queue, django_assert_num_queries
):
    with django_assert_num_queries(0):
        assert client.get("/healthz/").status_code == 200


def test_metrics_count_queued_messages(read_metrics):
    with (
        monitoring_metrics.current_app.connection_for_write() as broker,
        broker.channel() as channel,
    ):
        queue_name = monitoring_metrics.current_app.conf.task_default_queue
        with broker.SimpleQueue(queue_name, channel=channel) as queue:
            queue.clear()  # other tests of this process send messages, too
            queue.put({})
            queue.put({})
            assert read_metrics()["scorekeeper_queue_messages"] == 2
            queue.clear()


@pytest.mark.parametrize("token", ["", TOKEN])
@pytest.mark.parametrize("credentials", ["", "Bearer ", "Bearer something else"])
def test_metrics_need_the_token(client, token, credentials):
    with override_settings(METRICS_TOKEN=token):
        assert client.get("/metrics/", headers={"Authorization": credentials}).status_code == 404


def test_an_unreachable_queue_is_reported_but_the_service_stays_ready(
    client, read_metrics, silent_queue
):
    answer = client.get("/readyz/")
    assert (answer.status_code, answer.content) == (200, b"ready, but the queue is silent\n")
    assert read_metrics()["scorekeeper_queue_up"] == 0


@pytest.mark.parametrize("invalid_id", ["", "two words", "x" * 65, "<script>"])
def test_a_request_without_a_valid_id_gets_a_new_one(client, invalid_id):
    ids = {client.get("/healthz/", headers={HEADER: invalid_id})[HEADER] for _ in range(2)}
    assert len(ids) == 2
    assert invalid_id not in ids


@pytest.mark.parametrize("rest", ["/", "", "/more/", "//"])
def test_the_log_contains_no_password_reset_link(client, db, caplog, monkeypatch, rest):
    monkeypatch.setattr(caplog.handler, "filters", [SecretPathFilter()])  # as the handler does
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        client.get(f"/password/abc/secret-word{rest}")
    assert "/password/abc/…" in caplog.text
    assert "secret-word" not in caplog.text
    (handler,) = settings.LOGGING["handlers"].values()
    assert [settings.LOGGING["filters"][name]["()"] for name in handler["filters"]] == [
        "scorekeeper.monitoring.logs.SecretPathFilter",
        "scorekeeper.monitoring.outages.OutageFilter",
    ]


def test_a_request_keeps_the_id_that_its_proxy_gave_it(client, caplog):
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        answer = client.get("/healthz/?q=secret", headers={HEADER: "proxy-17"})
    assert answer[HEADER] == "proxy-17"
    (record,) = [line for line in caplog.records if line.name == "scorekeeper.requests"]
    entry = json.loads(JSONFormatter().format(record))
    assert (entry["method"], entry["path"], entry["status"]) == ("GET", "/healthz/", 200)
    assert "secret" not in str(entry)


def test_log_lines_are_json_with_the_id_of_their_request(client, monkeypatch, caplog):
    lines = []

    class CollectingHandler(logging.Handler):
        def emit(self, record):
            lines.append(json.loads(JSONFormatter().format(record)))

    requests = logging.getLogger("scorekeeper.requests")
    monkeypatch.setattr(requests, "handlers", [CollectingHandler()])
    caplog.set_level(logging.INFO, requests.name)  # forgets what loggers remember of levels
    client.get("/healthz/", headers={HEADER: "proxy-17"})
    assert [line["request"] for line in lines] == ["proxy-17"]
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = requests.makeRecord("x", logging.ERROR, "", 0, "it failed", (), sys.exc_info())
    text = JSONFormatter().format(record)
    assert "\n" not in text
    entry = json.loads(text)
    assert entry["level"] == "ERROR"
    assert "ValueError: two\nlines" in entry["exception"]
    assert "request" not in entry


@pytest.mark.parametrize("value", ["half \ud83c", 2**70, {1}, "梅花"])
def test_any_value_can_be_logged(value):
    record = logging.getLogger("x").makeRecord(
        "x", logging.INFO, "", 0, "odd", (), None, extra={"about": {"odd": value}}
    )
    entry = json.loads(JSONFormatter().format(record).encode())
    assert entry["odd"] == (value if isinstance(value, str | int) else str(value))
