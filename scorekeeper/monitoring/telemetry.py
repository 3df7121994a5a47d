"""Traces and metrics in OpenTelemetry's format, sent over HTTP as its standard variables (OTEL_…) say.

A request, its queries, the tasks that it enqueues and their queries are one trace.  Attributes leave only if they are
listed here: no address, query, header, parameter, name or text of an error does.
"""

import os
from collections.abc import Sequence

from celery.signals import worker_process_shutdown
from django.http import HttpRequest
from opentelemetry import metrics, trace
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.instrumentation.sqlite3 import SQLite3Instrumentor
from opentelemetry.sdk.metrics import AlwaysOffExemplarFilter, MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.metrics.view import View
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Span, Status
from opentelemetry.util.types import Attributes

import referee
from scorekeeper.monitoring import logs

ATTRIBUTES = frozenset(
    {
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "url.scheme",
        "db.system.name",
        "db.namespace",
        "db.operation.name",
        "db.query.text",
        "celery.action",
        "celery.state",
        "celery.task_name",
        "messaging.message.id",
        "task",
        "error.type",
        "exception.type",
        "scorekeeper.request_id",
    }
)
"""What is sent of spans and metrics.  ``db.query.text`` has placeholders instead of values."""

CONVENTIONS = {"OTEL_SEMCONV_STABILITY_OPT_IN": "http,database"}
"""The stable names of attributes, which are those above; the default is names of a draft."""
MAX_LENGTH = "2000"  # letters of an attribute: a query that inserts many rows is long
PROBES = "/healthz/,/readyz/,/metrics/"


class ListedAttributesExporter(SpanExporter):
    """Hands spans on to another exporter, with the listed attributes only."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export these spans; return whether it succeeded."""
        return self._exporter.export([reduce_span(span) for span in spans])

    def shutdown(self) -> None:
        """Stop exporting."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        """Send what waits; return whether it was sent within the time."""
        return self._exporter.force_flush(timeout_millis)


def reduce_span(span: ReadableSpan) -> ReadableSpan:
    """Return a span without the attributes and texts that are not listed in ATTRIBUTES."""
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=_listed(span.attributes),
        events=[
            Event(event.name, _listed(event.attributes), event.timestamp) for event in span.events
        ],
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def start() -> None:
    """Send the traces and metrics of this process from now on, except those that a variable turns off."""
    os.environ.update(CONVENTIONS)
    os.environ.setdefault("OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", MAX_LENGTH)
    resource = _resource()
    if _is_on("TRACES"):
        provider = TracerProvider(resource=resource)
        exporter = ListedAttributesExporter(OTLPSpanExporter())
        provider.add_span_processor(BatchSpanProcessor(exporter))
        trace.set_tracer_provider(provider)
        # children of a worker end without Python's own clean-up
        worker_process_shutdown.connect(lambda **_: provider.force_flush(), weak=False)
    if _is_on("METRICS"):
        reader = PeriodicExportingMetricReader(OTLPMetricExporter())
        view = View(instrument_name="*", attribute_keys=set(ATTRIBUTES))
        # an exemplar would have the attributes that the view drops
        exemplars = AlwaysOffExemplarFilter()
        metrics.set_meter_provider(MeterProvider([reader], resource, exemplars, views=[view]))
    excluded_urls = os.environ.get("OTEL_PYTHON_DJANGO_EXCLUDED_URLS") or PROBES
    # after the middleware that gives a request its id
    DjangoInstrumentor().instrument(
        request_hook=_add_request_id, excluded_urls=excluded_urls, middleware_position=1
    )
    for instrumentor in (PsycopgInstrumentor, SQLite3Instrumentor, CeleryInstrumentor):
        instrumentor().instrument()


def _is_on(signal: str) -> bool:
    """Return whether one of the signals, TRACES or METRICS, has a collector and is not turned off."""
    endpoints = ("OTEL_EXPORTER_OTLP_ENDPOINT", f"OTEL_EXPORTER_OTLP_{signal}_ENDPOINT")
    is_turned_off = os.environ.get(f"OTEL_{signal}_EXPORTER") == "none"
    return any(map(os.environ.get, endpoints)) and not is_turned_off


def _resource() -> Resource:
    """Return what the environment says about this service, with a name and version if it says none."""
    ours = {"service.name": "scorekeeper", "service.version": referee.__version__}
    return Resource.create({**ours, **OTELResourceDetector().detect().attributes})


def _add_request_id(span: Span, request: HttpRequest) -> None:
    span.set_attribute("scorekeeper.request_id", logs.request_id())


def _listed(attributes: Attributes) -> Attributes:
    return {key: value for key, value in (attributes or {}).items() if key in ATTRIBUTES}
