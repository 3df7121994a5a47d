"""Create a club that shows everything to everybody, and read every address without an account; test_route_costs.py runs this.

    python -m tests.scorekeeper.monitoring.strangers_reads HANDS PLAYERS

Prints a line of JSON for each address: its name, the status, how many functions were called (which is the same at every run, as
processor time is not; 0 for what takes little), and whether the route has limits.  Of those with limits, calls are counted of the API's schema only,
which shows that they are.
"""

import json
import logging
import sys
from collections.abc import Iterator
from cProfile import Profile
from random import Random
from time import process_time
from typing import NamedTuple

import django

django.setup()

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve

from benchmarks import growing_club
from benchmarks.addresses import addresses
from scorekeeper.models import Club, Season, Session, Visibility
from scorekeeper.monitoring.route_costs import LIMITS, cost_of_route

MUCH = 0.1
"""Seconds of the processor from which calls are counted, which takes several times as long; 900,000 calls take more."""
HOST = {"Host": "127.0.0.1"}
COUNTED = "service: api-schema"
"""An address with limits whose calls are counted all the same."""
WARM_UP = ("/", "/sign-in/", "/rules/", "/api/v1/variants/", "/api/v1/schema/?format=json")


class StrangersRead(NamedTuple):
    """What one address costs somebody without an account."""

    name: str
    status: int
    calls: int
    has_limits: bool


def create_public_club(hands: int, players: int) -> dict[str, str]:
    """Create the club, and publish everything before workers count it."""
    names = growing_club.create(hands, players, Random(20261127))
    for model in (Club, Season, Session):
        model.objects.update(visibility=Visibility.PUBLIC)
    growing_club.settle()
    return {key: str(value) for key, value in names.items()}


def read_all(names: dict[str, str]) -> Iterator[StrangersRead]:
    """Read the routes of the API without parameters, and all pages; what a read writes is undone."""
    client = Client(headers=HOST)  # one for all: each new one lists all static files
    for path in WARM_UP:
        client.get(path)
    for address in addresses(names):
        if "/admin/" in address.path or (address.is_api and "?" in address.name):
            continue
        cache.clear()  # in which requests are counted
        with transaction.atomic():
            yield _read(client, address.path, address.name)
            transaction.set_rollback(True)


def _read(client: Client, path: str, name: str) -> StrangersRead:
    has_limits = cost_of_route(resolve(path.partition("?")[0]).route) in LIMITS
    started, calls = process_time(), 0
    status = _status(client, path)
    if process_time() - started > MUCH and (not has_limits or name == COUNTED):
        with Profile() as profile:
            _status(client, path)
        calls = sum(function.callcount for function in profile.getstats())
    return StrangersRead(name, status, calls, has_limits)


def _status(client: Client, path: str) -> int:
    client.cookies.clear()
    response = client.get(path)
    for _ in response if response.streaming else ():
        pass
    return response.status_code


def main() -> None:
    logging.disable(logging.CRITICAL)
    hands, players = map(int, sys.argv[1:])
    names = create_public_club(hands, players)
    for read in read_all(names):
        print(json.dumps(read._asdict()), flush=True)


if __name__ == "__main__":
    main()
