"""``make growth`` reads every address with few and with many hands, and fails where the rows that are read grow."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from benchmarks.growth import Growth, Read, print_summary
from tests import empty_database

ROOT = Path(__file__).parents[2]
FEW, MANY = 200, 600
EVERY_HAND, EVERY_RECORD = "GET clubs/{}/hands/", "GET clubs/{}/records/"
"""Routes that read every hand of a club."""
OTHERS = ("GET clubs/{}/", "GET hands/{}/", "GET variants/", "page: hand", "admin: hand, one row")
"""Addresses of each kind that read no more of a larger club."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def growth(few: int, many: int, **changes: object) -> Growth:
    reads = [Read(3, rows, 0, 0, 1.0, 1.0, 100, "")._replace(**changes) for rows in (few, many)]
    return Growth("GET somewhere/", *reads, again=reads[1])


def test_more_than_half_as_many_rows_again_are_growth():
    assert growth(1000, 1501).grows
    assert not growth(1000, 1500).grows


def test_some_rows_more_in_a_short_list_are_no_growth():
    assert not growth(10, 90).grows
    assert growth(0, 1000).grows


def test_a_read_that_was_given_up_counts_as_growth():
    assert growth(10, 10, error="TimeoutError").grows


def test_a_read_that_writes_or_locks_is_marked():
    assert growth(10, 10, written=1).writes
    assert growth(10, 10, locks=1).writes
    assert not growth(10, 10).writes


def test_the_command_fails_only_for_growth_that_is_not_accepted():
    grown = growth(100, 1000)
    assert print_summary([grown], set()) == 1
    assert print_summary([grown], {grown.name}) == 0
    assert print_summary([growth(100, 100)], set()) == 0


@pytest.fixture
def run(transactional_db: None) -> Iterator[Run]:
    """Run the command on two databases that are kept until the end of the test."""
    server, prefix = os.environ["DATABASE_URL"].rpartition("/")[0], f"apart_{uuid4().hex}"

    def run(*options: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "benchmarks.growth", "--keep", prefix]
        command += ["--hands", f"{FEW},{MANY}", "--players", "40", *options]
        environment = {
            **os.environ,
            "BENCH_QUICK": "1",
        }  # shorter sessions, so fewer are recorded one by one
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )

    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        for hands in (FEW, MANY):
            empty_database.copy_on_server(connection, f"{prefix}_{hands}")
        yield run
        for hands in (FEW, MANY):
            connection.execute(f"DROP DATABASE {prefix}_{hands} WITH (FORCE)")


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_addresses_are_read_and_one_that_reads_every_hand_is_refused_unless_accepted(run, tmp_path):
    accepted = tmp_path / "accepted.toml"
    accepted.write_text(f'"Its readers ask for every hand." = ["{EVERY_HAND}"]\n')
    pattern = "|".join(f"^{re.escape(name)}$" for name in (EVERY_HAND, EVERY_RECORD, *OTHERS))
    refused = run("--accepted", str(accepted), "--only", pattern)
    assert refused.returncode == 1, refused.stdout + refused.stderr
    assert "Answered wrongly" not in refused.stdout
    assert f"\n*  {EVERY_HAND} " in refused.stdout
    assert f"\n!  {EVERY_RECORD} " in refused.stdout
    assert all(f"\n   {name} " in refused.stdout for name in OTHERS)
    _, _, named = refused.stdout.partition("Grow and are not in accepted_growth.toml:")
    assert named.split() == EVERY_RECORD.split()
