"""What the documentation shows can be done as it is shown."""

import os
import re
import shutil
import subprocess

import pytest

import referee
from scorekeeper.models import AuditEntry, Hand, User
from tests.scorekeeper.conftest import ROOT

TOUR = (ROOT / "docs" / "api.md").read_text()
RECORDS = (ROOT / "docs" / "records.md").read_text()


def blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("jq")), reason="the tour of the API: install curl and jq"
)  # fmt: skip
@pytest.mark.django_db(transaction=True)
def test_the_tour_of_the_api_goes_from_the_token_to_the_audit_log(live_server, tmp_path):
    User.objects.create_user("demo", password="…")
    script = "".join(blocks(TOUR, "sh")).replace("http://127.0.0.1:8000", live_server.url)
    script = script.replace("curl -s ", "curl -s --fail ")
    ran = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-500:] + ran.stderr
    assert '"ok": true' in ran.stdout
    first = Hand.objects.get(position=1, session__created_by__username="demo", head__number__gt=1)
    assert first.head.content["events"][-1] == "4: takes back"
    assert AuditEntry.objects.filter(act="house rules applied").count() == 1
    assert AuditEntry.objects.latest("pk").act in {"player erased", "words erased"}


def test_the_record_that_is_shown_is_one():
    (shown,) = blocks(RECORDS, "toml")
    answer = referee.adjudicate(referee.read_record(shown, "toml")).as_json()
    assert answer["hands"][0]["status"] == "unfinished"


@pytest.mark.parametrize("key", [*referee.SESSION_KEYS, *referee.HAND_KEYS])
def test_every_key_of_a_record_is_explained(key):
    assert re.search(rf"\b{key}\b", RECORDS)
