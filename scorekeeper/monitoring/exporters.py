"""Start what sends traces, metrics and errors to other systems, in processes whose environment names one.

The modules that do it are imported only then: without these variables their packages need not be installed.
"""

import os
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured

TELEMETRY_VARIABLES = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
)
ERROR_VARIABLE = "SENTRY_DSN"


def start() -> None:
    """Start everything that the environment asks for; raise ImproperlyConfigured if its packages are missing."""
    start_telemetry()
    start_error_reports()


def start_telemetry(**_: object) -> None:
    """Send traces and metrics if a variable of OpenTelemetry names a collector.  Call it after a fork, not before."""
    is_disabled = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    variable = next(filter(os.environ.get, TELEMETRY_VARIABLES), None)
    if variable and not is_disabled:
        _start("telemetry", variable)


def start_error_reports(**_: object) -> None:
    """Report errors if SENTRY_DSN says where.  Processes that are forked later report theirs, too."""
    if os.environ.get(ERROR_VARIABLE):
        _start("error_reports", ERROR_VARIABLE)


def _start(module: str, variable: str) -> None:
    try:
        exporter = import_module(f"scorekeeper.monitoring.{module}")
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(
            f"{variable} is set, but {error.name} is not installed: "
            "pip install --require-hashes -r scorekeeper/monitoring/requirements.txt"
        ) from error
    exporter.start()
