"""Create a club that shows everything to everybody, and read every address without an account; test_route_costs.py runs this.

    python -m tests.scorekeeper.monitoring.strangers_reads HANDS PLAYERS

Prints a line of JSON for each address: its name, the status, how many functions were called (which is the same at every run, as
processor time is not), and whether the route has limits.
"""

import json
import logging
import sys
from collections.abc import Iterator
from itertools import count
from random import Random
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

HOST = {"Host": "127.0.0.1"}
CALLS = {"call", "c_call"}
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
    for path in WARM_UP:
        Client(headers=HOST).get(path)
    for address in addresses(names):
        if "/admin/" in address.path or (address.is_api and "?" in address.name):
            continue
        cache.clear()  # in which requests are counted
        with transaction.atomic():
            yield _read(address.path, address.name)
            transaction.set_rollback(True)


def _read(path: str, name: str) -> StrangersRead:
    calls = count()
    sys.setprofile(lambda frame, event, argument: next(calls) if event in CALLS else None)
    response = Client(headers=HOST).get(path)
    for _ in response if response.streaming else ():
        pass
    sys.setprofile(None)
    cost = cost_of_route(resolve(path.partition("?")[0]).route)
    return StrangersRead(name, response.status_code, next(calls), cost in LIMITS)


def main() -> None:
    logging.disable(logging.CRITICAL)
    hands, players = map(int, sys.argv[1:])
    names = create_public_club(hands, players)
    for read in read_all(names):
        print(json.dumps(read._asdict()), flush=True)


if __name__ == "__main__":
    main()
