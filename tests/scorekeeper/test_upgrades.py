"""A backup of any release is restored over the tables of this one, with everything in it; each release adds its own (``tests/scorekeeper/releases``)."""

import json
import lzma
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RELEASES = Path(__file__).parent / "releases"
VERSIONS = sorted({path.name.removesuffix(".sqlite3.xz") for path in RELEASES.glob("*.sqlite3.xz")})
STRUCTURE = {
    "sqlite": ("SELECT tbl_name, name, sql FROM sqlite_master WHERE type <> 'table'",),
    "postgresql": (
        "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity "
        "FROM information_schema.columns WHERE table_schema = 'public'",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
        "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    ),
}
"""Queries for the columns, indexes, constraints, triggers and functions of a database; on SQLite, for indexes and triggers."""

CAST_WORD = re.compile(r"\(('[^']*'::character varying)\)::text")
CAST_LIST = re.compile(r"\((ARRAY\[[^\]]*\])\)::text\[\]")
"""Lists of words in a constraint: one that was restored from a dump has each word cast, a new one the whole list."""

NO_DAY = re.compile(r"/ratings/ .*(last_played|date): '[0-9-]+' became None$")
"""Ratings told the day on which a session without a date was opened, which is no day of play."""

CARDS_LEFT = re.compile(r"/statistics/ .*average_cards_left: \S+ became \S+$")
"""Hands of which only the order of going out is written down counted in these averages as hands with no cards left."""

BYTE_ORDER_MARK = "\ufeff"
"""It begins every CSV file now, so that spreadsheets read its letters."""


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_an_earlier_release_is_restored_and_answers_as_it_did(
    own_database, tmp_path, version
):
    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=own_database,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
        return done.stdout

    kind = "sqlite3" if connection.vendor == "sqlite" else "dump"
    backup, answers = tmp_path / "backup", tmp_path / "answers.json"
    backup.write_bytes(lzma.decompress((RELEASES / f"{version}.{kind}.xz").read_bytes()))
    run("manage.py", "restore", str(backup))
    assert "everything is as it was written down" in run("manage.py", "verify_records")
    run("-m", "tests.scorekeeper.releases.answers", str(answers))
    given = json.loads(lzma.decompress((RELEASES / f"{version}.{kind}.json.xz").read_bytes()))
    found = lost(given, json.loads(answers.read_text()))
    assert not [text for text in found if not (NO_DAY.search(text) or CARDS_LEFT.search(text))]
    assert "every figure is what the records bring" in run("manage.py", "check_standings")
    assert structure_of_upgraded(own_database) == structure(connection.cursor())


def structure_of_upgraded(own_database: dict[str, str]) -> set[Any]:
    if connection.vendor == "sqlite":
        file = Path(own_database["DATA_DIR"]) / "scorekeeper.sqlite3"
        with closing(sqlite3.connect(file)) as upgraded:
            return structure(upgraded.cursor())
    with psycopg.connect(own_database["DATABASE_URL"]) as upgraded:
        return structure(upgraded.cursor())


def structure(cursor: Any) -> set[Any]:
    """Return what the tables of a database are like, in whatever order their columns came."""
    rows: set[Any] = set()
    for query in STRUCTURE[connection.vendor]:
        cursor.execute(query)
        rows |= {tuple(map(without_casts, row)) for row in cursor.fetchall()}
    if connection.vendor == "sqlite":
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        for name, text in cursor.fetchall():
            rows |= {(name, part) for part in text.partition("(")[2].removesuffix(")").split(", ")}
    return rows


def without_casts(value: Any) -> Any:
    """Return a definition without the casts of lists of words."""
    if not isinstance(value, str):
        return value
    return CAST_LIST.sub(r"\1", CAST_WORD.sub(r"\1", value))


def lost(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """Yield the places where an answer lacks what was in it before; it may have more keys and sentences."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            yield from lost(value, now.get(key, "(missing)"), f"{place} {key}")
    elif isinstance(before, list) and isinstance(now, list) and place.endswith(" sentences"):
        yield from (f"{place}: {text!r} is gone" for text in before if text not in now)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from lost(old, new, f"{place} {number}")
    elif before != now and now != f"{BYTE_ORDER_MARK}{before}":
        yield f"{place}: {before!r:.200} became {now!r:.200}"


def test_a_lost_value_is_found_and_a_new_key_is_not():
    before = {"a": [200, {"places": [1, 2], "total": 3}]}
    assert not list(lost(before, {"a": [200, {"places": [1, 2], "total": 3, "new": 1}], "b": []}))
    changed = {"a": [200, {"places": [2, 1]}]}
    assert [text.split(":")[0] for text in lost(before, changed)] == [
        " a 1 places 0",
        " a 1 places 1",
        " a 1 total",
    ]


def test_the_first_release_is_kept():
    assert "1.0.0" in VERSIONS
