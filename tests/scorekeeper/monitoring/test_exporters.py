"""Traces, metrics and errors leave only where a variable says so."""

import os
import subprocess
import sys

import pytest

from scorekeeper.monitoring.exporters import ERROR_VARIABLE, TELEMETRY_VARIABLES
from tests.scorekeeper.embedded_service import INSTALLATION_VARIABLES, ROOT

VARIABLES = {*INSTALLATION_VARIABLES, *TELEMETRY_VARIABLES, ERROR_VARIABLE}
START = """
import sys
import scorekeeper.wsgi, scorekeeper.urls, scorekeeper.tasks
from celery.signals import beat_init, celeryd_init, worker_process_init
for signal in (celeryd_init, worker_process_init, beat_init):
    signal.send(sender=None)
print(sorted(name for name in sys.modules if name.startswith(("opentelemetry", "sentry_sdk", "google.protobuf"))))
"""
WITHOUT_PACKAGES = """
import sys
sys.modules["sentry_sdk"] = sys.modules["opentelemetry"] = None
import scorekeeper.wsgi
"""


def run(directory: object, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(directory), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
            "OTEL_SDK_DISABLED": "true",
            "SENTRY_DSN": "",
        },
    ],
)
@pytest.mark.slow
def test_nothing_of_it_is_imported_by_default(tmp_path, environment):
    process = run(tmp_path, START, **environment)
    assert process.stdout == "[]\n", process.stderr


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:1/v1/traces"),
        ("SENTRY_DSN", "http://public@127.0.0.1:1/7"),
    ],
)
def test_a_variable_without_its_packages_says_what_to_install(tmp_path, variable, value):
    process = run(tmp_path, WITHOUT_PACKAGES, **{variable: value})
    assert process.returncode == 1
    assert f"{variable} is set, but" in process.stderr
    assert (
        "pip install --require-hashes -r scorekeeper/monitoring/requirements.txt" in process.stderr
    )
