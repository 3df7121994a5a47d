"""Traces and metrics, as a collector receives them from a web server and a worker.  The first test starts both."""

from collections.abc import Iterator

import pytest
import requests
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.trace import Status, StatusCode

from scorekeeper.models import ALL_SCOPES, Token
from scorekeeper.monitoring import telemetry
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import GUNICORN
from tests.scorekeeper.monitoring.http_collector import Collector, collecting
from tests.scorekeeper.sample_hands import CLEAN
from tests.scorekeeper.worker_processes import FILE_BROKER, WorkerSetup

PREFORK = ("--concurrency", "1", "--without-gossip", "--without-mingle", "--without-heartbeat")
PRIVATE = (
    "Alice",
    "carol",
    "Thursday",
    "rainy evening",
    "secret-word",
    "what-was-typed",
    "python-requests",
    "traceparent-of",
)


def spans(collector: Collector) -> Iterator[Span]:
    for body in collector.bodies("/v1/traces"):
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                yield from scope.spans


def metrics(collector: Collector) -> dict[str, set[str]]:
    """Return the keys of the attributes of each metric."""
    keys: dict[str, set[str]] = {}
    for body in collector.bodies("/v1/metrics"):
        for resource in ExportMetricsServiceRequest.FromString(body).resource_metrics:
            for metric in (one for scope in resource.scope_metrics for one in scope.metrics):
                points = [*metric.histogram.data_points, *metric.sum.data_points]
                attributes = {item.key for point in points for item in point.attributes}
                keys.setdefault(metric.name, set()).update(attributes)
    return keys


def attributes(span: Span) -> dict[str, str]:
    return {item.key: item.value.string_value for item in span.attributes}


def family(trace: list[Span], top: Span) -> list[Span]:
    """Return a span and all spans below it."""
    below = [span for span in trace if span.parent_span_id == top.span_id]
    return [top, *(one for span in below for one in family(trace, span))]


def named(trace: list[Span], name: str) -> list[Span]:
    return [span for span in trace if span.name.startswith(name)]


@pytest.mark.slow
@pytest.mark.xdist_group("worker")
@pytest.mark.django_db(transaction=True)
def test_a_posted_hand_is_one_trace_of_request_queries_and_task_without_anything_private(
    session, people, tmp_path
):
    _, token = Token.objects.create(user=people.carol, scopes=ALL_SCOPES)
    port = free_port()
    with collecting() as collector:
        setup = WorkerSetup(
            FILE_BROKER,
            "celery",
            tmp_path,
            {
                "BIND": f"127.0.0.1:{port}",
                "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.port}",
                "OTEL_BSP_SCHEDULE_DELAY": "200",
                "OTEL_METRIC_EXPORT_INTERVAL": "500",  # milliseconds
            },
        )
        home = f"http://127.0.0.1:{port}"

        def answers(path: str, status: int) -> bool:
            try:
                return requests.get(home + path, timeout=60).status_code == status
            except requests.ConnectionError:
                return False

        with setup.worker("worker", *PREFORK) as worker, setup.running("web", *GUNICORN) as web:
            setup.wait_until_logged("worker", "ready.")
            setup.wait_until(lambda: answers("/readyz/", 200))
            assert answers("/nowhere/?q=what-was-typed", 404)
            assert answers("/password/abc/secret-word/", 200)
            answer = requests.post(
                f"{home}/api/v1/sessions/{session.pk}/hands/",
                json={**CLEAN, "remark": "rainy evening"},
                headers={"Authorization": f"Bearer {token}"},
                timeout=60,
            )
            assert answer.status_code == 201, answer.text

            def trace() -> list[Span]:
                everything = list(spans(collector))
                ids = {span.trace_id for span in named(everything, "POST")}
                return [span for span in everything if span.trace_id in ids]

            setup.wait_until(lambda: named(trace(), "run/"))
            setup.wait_until(
                lambda: (
                    {
                        "http.server.request.duration",
                        "db.client.operation.duration",
                        "flower.task.runtime.seconds",
                    }
                    <= metrics(collector).keys()
                )
            )
            for process in (web, worker):
                process.terminate()
                assert process.wait(timeout=60) == 0, setup.logs()

    (request,) = named(trace(), "POST api/v1/sessions/")
    assert attributes(request)["scorekeeper.request_id"] == answer.headers["X-Request-ID"]
    below = family(trace(), request)
    assert [
        span
        for span in named(below, "INSERT")
        if "scorekeeper_hand" in attributes(span)["db.query.text"]
    ]
    (task,) = named(below, "run/scorekeeper.tasks.rebuild_stale_replays")
    assert named(family(trace(), task), "SELECT")
    everything = collector.everything().decode("latin1")
    assert [word for word in (*PRIVATE, token, "127.0.0.1:") if word in everything] == []
    assert not [span for span in spans(collector) if "readyz" in span.name]
    keys = {key for span in spans(collector) for key in attributes(span)}
    assert keys <= telemetry.ATTRIBUTES
    assert set.union(*metrics(collector).values()) <= telemetry.ATTRIBUTES


def test_a_span_is_sent_without_the_text_of_an_error_and_without_unlisted_attributes():
    span = ReadableSpan(
        name="POST",
        attributes={"http.route": "clubs/", "url.query": "q=alice", "client.address": "192.0.2.7"},
        events=[
            Event(
                "exception",
                {
                    "exception.type": "KeyError",
                    "exception.message": "alice",
                    "exception.stacktrace": "… alice",
                },
            )
        ],
        status=Status(StatusCode.ERROR, "KeyError: alice"),
    )
    reduced = telemetry.reduce_span(span)
    assert dict(reduced.attributes or {}) == {"http.route": "clubs/"}
    assert [dict(event.attributes or {}) for event in reduced.events] == [
        {"exception.type": "KeyError"}
    ]
    assert (reduced.status.status_code, reduced.status.description) == (StatusCode.ERROR, None)
