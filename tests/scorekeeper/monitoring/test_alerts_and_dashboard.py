"""docs/alerts.yml for Prometheus and docs/dashboard.json for Grafana, held against the metrics that the service publishes."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.models import TaskRun
from scorekeeper.monitoring.task_runs import TaskRunName
from tests.scorekeeper.conftest import ROOT

ALERTS = ROOT / "docs" / "alerts.yml"
CASES = Path(__file__).with_name("alert_cases.yml")
DASHBOARD = json.loads((ROOT / "docs" / "dashboard.json").read_text())
MANUAL = (ROOT / "docs" / "operations.md").read_text()
TOKEN = "for the monitor"


def expressions() -> Iterator[str]:
    """Yield every query of the dashboard, with Grafana's variables filled in."""
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"].replace("$__rate_interval", "5m").replace("$route", ".*")


def rules() -> list[dict[str, Any]]:
    return [
        rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]
    ]


def promtool(*arguments: object) -> None:
    process = subprocess.run(
        ["promtool", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr


@pytest.fixture
def published(client, db) -> set[str]:
    """The names that Prometheus stores of the service's metrics, after beat and a task have run."""
    TaskRun.objects.create(name="scorekeeper.tasks.count_standings", succeeded_at=timezone.now())
    TaskRun.objects.create(name=TaskRunName.BEAT, succeeded_at=timezone.now())
    with override_settings(METRICS_TOKEN=TOKEN):
        Client().get("/nowhere/")  # a request that is counted
        answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
    families = text_string_to_metric_families(answer.content.decode())
    return {sample.name for family in families for sample in family.samples}


def test_every_alert_and_every_panel_asks_for_metrics_that_the_service_publishes(published):
    queries = [*expressions(), *(rule["expr"] for rule in rules())]
    unknown = {
        name for query in queries for name in re.findall(r"scorekeeper_\w+", query)
    } - published
    assert len(queries) > 20
    assert unknown == set()


def test_every_metric_that_the_manual_explains_is_on_the_dashboard():
    (table,) = re.findall(r"^\| metric \|.*?\n\n", MANUAL, re.MULTILINE | re.DOTALL)
    explained = set(re.findall(r"`(scorekeeper_\w+)`", table))
    shown = {
        re.sub(r"_(bucket|count|sum)$", "", name)
        for query in expressions()
        for name in re.findall(r"scorekeeper_\w+", query)
    }
    assert explained == shown


def test_every_alert_says_what_is_wrong_and_how_urgent_it_is():
    for rule in rules():
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["labels"]["severity"] in {"warning", "critical"}


def test_there_are_cases_for_every_alert_that_fires_and_does_not_fire():
    cases = [
        case
        for test in yaml.safe_load(CASES.read_text())["tests"]
        for case in test["alert_rule_test"]
    ]
    firing = {case["alertname"] for case in cases if case.get("exp_alerts")}
    silent = {case["alertname"] for case in cases if not case.get("exp_alerts")}
    assert firing == silent == {rule["alert"] for rule in rules()}


@pytest.mark.needs("promtool")
def test_prometheus_fires_each_alert_when_its_cases_say_so():
    promtool("check", "rules", ALERTS)
    promtool("test", "rules", CASES)


@pytest.mark.needs("promtool")
def test_prometheus_understands_every_query_of_the_dashboard(tmp_path):
    recorded = [
        {"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(expressions())
    ]
    file = tmp_path / "rules.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": recorded}]}))
    promtool("check", "rules", file)


def test_the_panels_do_not_overlap_and_use_the_chosen_data_source():
    places: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        own = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not own & places
        assert max(x for x, _ in own) < 24
        assert panel["datasource"]["uid"] == "${datasource}"
        places |= own
