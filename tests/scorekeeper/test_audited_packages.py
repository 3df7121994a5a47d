"""Everything that a lock file pins is looked up for known vulnerabilities, once a week and by a command."""

import re
import subprocess

import yaml

from tests.scorekeeper.worker_processes import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "audit.yml").read_text())


def test_the_audit_reads_every_lock_file():
    command = subprocess.run(
        ["make", "--dry-run", "audit"], cwd=ROOT, text=True, capture_output=True, check=True
    ).stdout
    audited = re.findall(r"--requirement (\S+)", command)
    locked = re.findall(r"uv pip compile .* -o (\S+)", MAKEFILE)
    pinned = subprocess.run(
        ["git", "grep", "--files-with-matches", "-e", "--hash=sha256:", "--", "*.txt"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    ).stdout
    assert sorted(audited) == sorted(locked) == sorted(pinned.split())


def test_it_runs_once_a_week():
    steps = WORKFLOW["jobs"]["audit"]["steps"]
    assert {"run": "make audit"} in steps
    (schedule,) = WORKFLOW[True]["schedule"]  # YAML reads the key "on" as true
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", schedule["cron"])
