"""The examples of the documentation work as they are shown."""

import json
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

import referee
from referee.input_limits import check_toml
from scorekeeper.models import PING, AuditEntry, Hand, User, WebhookEvent
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.pages import message_catalogs
from tests.scorekeeper.conftest import ROOT

TOUR = (ROOT / "docs" / "api.md").read_text()
WEBHOOKS = (ROOT / "docs" / "webhooks.md").read_text()
RECORDS = (ROOT / "docs" / "records.md").read_text()


def blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.needs("curl")
@pytest.mark.django_db(transaction=True)
def test_the_tour_of_the_api_works(live_server, tmp_path):
    User.objects.create_user("demo", password="…")
    script = "".join(blocks(TOUR, "sh")).replace("http://127.0.0.1:8000", live_server.url)
    script = script.replace("curl -s ", "curl -s --fail ")
    process = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-500:] + process.stderr
    assert '"ok": true' in process.stdout
    first = Hand.objects.get(position=1, session__created_by__username="demo", head__number__gt=1)
    assert first.head.content["events"][-1] == "4: takes back"
    assert AuditEntry.objects.filter(act="house rules applied").count() == 1
    assert AuditEntry.objects.latest("pk").act in {"player erased", "words erased"}


@pytest.mark.django_db
def test_the_documented_check_of_signatures_works(club, people):
    names = {}
    exec(blocks(WEBHOOKS, "python")[0], names)
    subscription = NewWebhook(address="https://wall.example/", kinds=[WebhookEvent.HAND_RECORDED])
    hook, _ = subscriptions.create(club, subscription, by=people.alice)
    secret, body, now = signatures.secret_of(hook), '{"type":"ping"}', timezone.now()
    headers = signatures.signature_headers(hook, "1", body, at=now)
    assert names["is_genuine"](secret, headers, body.encode())
    assert not names["is_genuine"](secret, headers, b'{"type":"pong"}')
    assert not names["is_genuine"](secret, {**headers, "webhook-id": "2"}, body.encode())
    old = signatures.signature_headers(hook, "1", body, at=now - timedelta(minutes=6))
    assert not names["is_genuine"](secret, old, body.encode())
    renewed = subscriptions.renew_secret(hook, by=people.alice)
    both = signatures.signature_headers(renewed, "1", body, at=now)
    for good in (secret, signatures.secret_of(renewed)):
        assert names["is_genuine"](good, both, body.encode())


@pytest.mark.needs("node")
@pytest.mark.django_db
def test_the_documented_check_of_signatures_in_javascript_works(club, people, tmp_path):
    subscription = NewWebhook(address="https://wall.example/", kinds=[WebhookEvent.HAND_RECORDED])
    hook, _ = subscriptions.create(club, subscription, by=people.alice)
    headers = signatures.signature_headers(hook, "1", "{}", at=timezone.now())
    arguments = [signatures.secret_of(hook), headers]
    calls = f"console.log(isGenuine(...{json.dumps(arguments)}, '{{}}'), isGenuine(...{json.dumps(arguments)}, '[]'))"
    script = tmp_path / "genuine.mjs"
    script.write_text(blocks(WEBHOOKS, "js")[0] + calls)
    process = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    assert process.stdout.split() == ["true", "false"]


@pytest.mark.parametrize("kind", [*WebhookEvent, PING])
def test_every_kind_of_message_is_documented(kind):
    assert f"| `{kind}` |" in WEBHOOKS


def test_the_documented_record_can_be_judged():
    (record,) = blocks(RECORDS, "toml")
    answer = referee.adjudicate(referee.read_record(record, "toml")).as_json()
    assert answer["hands"][0]["status"] == "unfinished"


@pytest.mark.parametrize("key", [*referee.SESSION_KEYS, *referee.HAND_KEYS])
def test_every_key_of_a_record_is_documented(key):
    assert re.search(rf"\b{key}\b", RECORDS)


def test_every_example_of_toml_is_within_the_limits():
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    examples = [block for page in pages for block in blocks(page.read_text(), "toml")]
    examples += [file.read_text() for file in (ROOT / "scorekeeper/management").rglob("*.toml")]
    assert len(examples) >= 8
    for text in examples:
        check_toml(text)


@pytest.mark.parametrize("page", ["tutorial", "club", "disputes"])
def test_every_label_that_a_page_quotes_is_on_the_pages(page):
    text = (ROOT / "docs" / f"{page}.md").read_text()
    labels = re.findall(r"(?<![*\w])\*([A-Z][^*]+)\*(?!\*)", text)
    texts = {entry.text.text for entry in message_catalogs.entries("de", "django")}
    known = "|".join(re.sub(r"%\\\(\w+\\\)[sd]", r"\\w+", re.escape(one)) for one in texts)
    assert labels
    assert [label for label in labels if not re.fullmatch(known, label)] == []


def test_the_command_for_one_play_works():
    (command,) = blocks((ROOT / "docs/disputes.md").read_text(), "sh")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    process = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert json.loads(process.stdout)["verdict"] == "illegal"


def test_the_documented_plan_of_a_season_is_accepted(season, people, signed):
    (plan,) = blocks((ROOT / "docs/standings.md").read_text(), "json")
    answer = signed(people.bob).post(f"/api/v1/seasons/{season.pk}/plan/", json.loads(plan))
    assert answer.status_code == 201, answer.json()


BLOCKS_RUN_BY = {
    "README.md": "test_fresh_clone.py",
    "docs/api.md": "test_docs.py",
    "docs/bundles.md": "journal/test_bundles.py",
    "docs/conformance.md": "../conformance/test_docs.py",
    "docs/disputes.md": "test_docs.py",
    "docs/endings.md": "../referee/solving/test_endings_docs.py",
    "docs/engines.md": "../referee/matches/test_engine_docs.py",
    "docs/environments.md": "../referee/environments/test_environment_docs.py",
    "docs/games_from_outside.md": "../referee/test_outside_games.py",
    "docs/large_work.md": "test_library_programs.py",
    "docs/library.md": "test_library_programs.py",
    "docs/operations.md": "test_point_in_time_recovery.py",
    "docs/records.md": "test_docs.py",
    "docs/referee.md": "../referee/test_package.py",
    "docs/specification.md": "../referee/test_specification.py",
    "docs/standings.md": "test_docs.py",
    "docs/tutorial.md": "test_fresh_clone.py",
    "docs/webhooks.md": "test_docs.py",
}
"""The tests that run the commands and examples of each page."""


def test_every_page_with_examples_has_tests_that_run_them():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    kinds = "sh|console|python|js|json|toml|yaml|ebnf|digest"
    with_examples = {
        page.relative_to(ROOT).as_posix()
        for page in pages
        if blocks(page.read_text(), f"(?:{kinds})")
    }
    assert with_examples == set(BLOCKS_RUN_BY)
    assert all((ROOT / "tests/scorekeeper" / test).exists() for test in BLOCKS_RUN_BY.values())
