"""Errors of the service, reported to SENTRY_DSN: to Sentry, or to a program that speaks its protocol.

An event says where in the code an error happened, in which route or task, and the id of the request or task, under which
the log has the rest.  The message of an exception stays here, because it may quote what somebody sent.

The library's integration of Django is left out: it wraps templates, middleware and queries for its traces, which made a
page of 20 queries take 16 ms longer, of 37.
"""

import os
from typing import Any

import sentry_sdk
from django.core.signals import got_request_exception
from django.http import HttpRequest
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.logging import ignore_logger
from sentry_sdk.types import Event, Hint

import referee
from scorekeeper.monitoring import logs

COPIED = (
    "event_id",
    "timestamp",
    "level",
    "platform",
    "logger",
    "release",
    "environment",
    "server_name",
    "sdk",
)
OF_EXCEPTION = ("type", "module", "mechanism")
OF_FRAME = (
    "filename",
    "function",
    "module",
    "lineno",
    "in_app",
    "pre_context",
    "context_line",
    "post_context",
)
OF_MECHANISM = ("type", "handled")
NAMED_IN_CODE = {"route", "task"}  # sources of a name that no user chose
LOGGERS_LEFT_OUT = (
    "django.request",  # the exception itself is reported
    "django.security.DisallowedHost",  # any stranger can make it log an error
)


def start() -> None:
    """Report errors of this process from now on."""
    got_request_exception.connect(_report_request)
    for logger in LOGGERS_LEFT_OUT:
        ignore_logger(logger)
    sentry_sdk.init(
        release=os.environ.get("SENTRY_RELEASE") or f"scorekeeper@{referee.__version__}",
        integrations=[CeleryIntegration(propagate_traces=False)],
        auto_enabling_integrations=False,
        before_send=reduce_event,
        # nothing but errors is sent, and nothing is collected that would not be sent
        auto_session_tracking=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        send_default_pii=False,
        trace_propagation_targets=[],
        traces_sample_rate=None,
    )


def _report_request(request: HttpRequest, **_: object) -> None:
    """Report the exception that is being handled, under the route of its request."""
    with sentry_sdk.new_scope() as scope:
        if request.resolver_match:
            scope.set_transaction_name(f"/{request.resolver_match.route}", source="route")
        sentry_sdk.capture_exception()


def reduce_event(event: Event, _hint: Hint) -> Event:
    """Return a new event with what is known not to be personal; the rest stays here, whatever it is."""
    values = (event.get("exception") or {}).get("values") or []
    reduced: dict[str, Any] = _parts(event, COPIED)
    reduced["exception"] = {"values": [_reduce_exception(value) for value in values]}
    reduced["tags"] = {"request": logs.request_id(), "task": logs.current_task_id()}
    if (event.get("transaction_info") or {}).get("source") in NAMED_IN_CODE:
        reduced["transaction"] = event["transaction"]
    if str(event.get("logger")).startswith("scorekeeper."):  # others put values into the template
        reduced["logentry"] = _parts(event.get("logentry") or {}, ("message",))
    return reduced  # type: ignore[return-value]


def _reduce_exception(value: dict[str, Any]) -> dict[str, Any]:
    frames = (value.get("stacktrace") or {}).get("frames") or []
    return {
        **_parts(value, OF_EXCEPTION),
        "mechanism": _parts(value.get("mechanism") or {}, OF_MECHANISM),
        "stacktrace": {"frames": [_parts(frame, OF_FRAME) for frame in frames]},
    }


def _parts(whole: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: whole[key] for key in keys if key in whole}
