"""Every route has a class of cost, only routes that exist have one, and what costs much has limits."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.api.throttling import CostThrottle
from scorekeeper.monitoring import route_costs
from scorekeeper.monitoring.route_costs import ADMIN, API, LIMITS, READS, WRITES, Cost
from tests import empty_database

ROOT = Path(__file__).parents[3]
HANDS, PLAYERS = 600, 12
MOST_CALLS = 900_000
"""Calls of functions in about 0.3 s of the processor."""

SENDS_ALL = re.compile(r"Sends (every|the whole|a number for each)")
"""How the reasons begin for which an address may read more the more hands there are."""


def routes(patterns=None, prefix="/"):
    """Yield every route with its view, {} for what varies."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        name = prefix + re.sub(r"<[^>]*>", "{}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, name)
        elif isinstance(pattern, URLPattern):
            yield name, pattern.callback


ROUTES = dict(routes())


def test_every_route_has_a_class_of_cost():
    missing = {name for name in ROUTES if not name.startswith(ADMIN)} - route_costs.table().keys()
    assert not missing, f"add to scorekeeper/monitoring/route_costs.py: {sorted(missing)}"


def test_the_table_names_no_route_that_is_gone_and_none_twice():
    named = [API + word.removeprefix("/") if is_api else word for word, is_api in words()]
    assert not set(named) - ROUTES.keys()
    assert not {name for name in named if named.count(name) > 1}
    assert not WRITES.keys() - ROUTES.keys()


def words():
    for names in READS.values():
        pages, _, api = names.partition("api:")
        yield from ((word, False) for word in pages.split())
        yield from ((word, True) for word in api.split())


def test_a_route_without_a_class_counts_as_dear():
    assert route_costs.cost_of_route("brand/<uuid:new>/") is Cost.DEAR
    assert Cost.DEAR in LIMITS


def test_reading_and_writing_cost_what_the_table_says():
    hands = "api/v1/sessions/<uuid:session>/hands/"
    assert route_costs.cost_of_route(hands) is Cost.LIST
    assert route_costs.cost_of_route(hands, writes=True) is Cost.WRITE
    assert route_costs.cost_of_route("api/v1/adjudicate/", writes=True) is Cost.REFEREE
    assert route_costs.cost_of_route("admin/scorekeeper/club/") is Cost.STAFF


@pytest.mark.parametrize("path", ["/hands/{}/try/", "/api/v1/hands/{}/try/"])
@pytest.mark.parametrize(
    ("query", "cost"),
    [({}, Cost.ROWS), ({"event": 9, "solve": 2}, Cost.DEAR), ({"against": 1}, Cost.DEAR)],
)
def test_a_line_is_dear_where_an_ending_is_solved(rf, path, query, cost):
    request = rf.get(path.format(uuid4()), query)
    request.resolver_match = resolve(request.path)
    assert route_costs.cost_of(request) is cost


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, cost in (route_costs.table() | WRITES).items()
        if cost in LIMITS and name.startswith(API)
    ],
)
def test_views_of_the_api_with_limits_ask_for_them(name):
    view = ROUTES[name].cls
    assert CostThrottle in view.throttle_classes
    assert (WRITES.get(name) is Cost.REFEREE) == (AnonymousRateThrottle in view.throttle_classes)


def test_what_sends_every_hand_has_limits():
    reasons = tomllib.loads((ROOT / "benchmarks" / "accepted_growth.toml").read_text("utf-8"))
    names = {
        API + name.split()[1].partition("?")[0]
        for reason, addresses in reasons.items()
        if SENDS_ALL.match(reason)
        for name in addresses
        if name.startswith("GET ")
    }
    assert len(names) >= 7
    assert not {name for name in names if route_costs.table()[name] not in LIMITS}


@pytest.fixture
def database(transactional_db):
    """Yield the address of an empty database on PostgreSQL."""
    server, name = os.environ["DATABASE_URL"].rpartition("/")[0], f"apart_{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        empty_database.copy_on_server(connection, name)
        yield f"{server}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.slow
@pytest.mark.needs("postgresql")
def test_no_address_costs_a_stranger_much_without_limits(database):
    """In this club seasons are short, so that readers have reports counted at once; in longer ones workers count them."""
    command = [
        sys.executable,
        "-m",
        "tests.scorekeeper.monitoring.strangers_reads",
        str(HANDS),
        str(PLAYERS),
    ]
    environment = {
        **os.environ,
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "BENCH_QUICK": "1",  # shorter sessions, so fewer are recorded one by one
    }
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    reads = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sum(read["status"] == 200 for read in reads) > 100
    assert any(read["calls"] > MOST_CALLS for read in reads if read["has_limits"])
    dear = [read for read in reads if read["calls"] > MOST_CALLS and not read["has_limits"]]
    assert not dear, "make these cheaper, or give them limits in route_costs.py"
