"""Compare the standings of a season with very many hands with those of a season with ten thousand.

Both have the same number of players, so both pages have the same length. ``python -m benchmarks.standings_page 1000000``
runs this comparison alone.
"""

import http.client
import os
import sys
import time
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple

from benchmarks import service
from benchmarks.databases import NoServerError
from benchmarks.service import Installation, Scratch, Web
from benchmarks.timing import QUICK

FEW = 60 if QUICK else 10_000
PLAYERS = 8 if QUICK else 400
ROUNDS = 1 if QUICK else 40
MANY = int(os.environ.get("SEASON") or (120 if QUICK else 100_000))
"""Hands of the larger season; a million take some minutes to create."""


class Page(NamedTuple):
    """Times and queries of the page in the smaller and the larger season."""

    hands: tuple[int, int]
    milliseconds: tuple[float, float]  # medians
    ratio: float  # the median of the ratios of the rounds
    queries: tuple[int, int]
    size: int  # bytes of the longer one
    made_in: float  # seconds to create the larger season
    made_with: float  # megabytes
    served_with: float  # megabytes


def measure(installation: Installation, hands: int) -> Page:
    """Create both seasons in one database and read each in every round; the first round is a warm-up."""
    seasons = [
        installation.run("benchmarks.federation", str(number), str(PLAYERS))
        for number in (FEW, hands)
    ]
    with installation.serving() as web:
        rounds = [[_milliseconds(web, season) for season in seasons] for _ in range(ROUNDS + 1)][1:]
        size = len(_read(web, seasons[1]))
        megabytes = web.spent().megabytes
    queries = [
        installation.run("benchmarks.queries", path_of(season), season["token"])
        for season in seasons
    ]
    few, many = zip(*rounds, strict=True)
    return Page(
        hands=(seasons[0]["hands"], seasons[1]["hands"]),
        milliseconds=(median(few), median(many)),
        ratio=median(larger / smaller for smaller, larger in rounds),
        queries=(queries[0], queries[1]),
        size=size,
        made_in=seasons[1]["made_in"],
        made_with=seasons[1]["megabytes"],
        served_with=megabytes,
    )


def _milliseconds(web: Web, season: Mapping[str, Any]) -> float:
    start = time.perf_counter()
    _read(web, season)
    return 1000 * (time.perf_counter() - start)


def _read(web: Web, season: Mapping[str, Any]) -> bytes:
    connection = http.client.HTTPConnection(web.host, web.port, timeout=60)
    headers = {"Authorization": f"Bearer {season['token']}"}
    connection.request("GET", path_of(season), headers=headers)
    with connection.getresponse() as response:
        body = response.read()
        assert response.status == 200, body[:400]
    connection.close()
    return body


def path_of(season: Mapping[str, Any]) -> str:
    """Return the address of the standings in the API."""
    return f"/api/v1/seasons/{season['season']}/standings/"


def report(hands: int = MANY, *, scratch: Scratch = service.scratch) -> None:
    """Measure the page on a database of its own and print the figures."""
    try:
        with scratch() as installation:
            figures = measure(installation, hands)
    except NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return
    for index, name in enumerate(("smaller season", "larger season")):
        print(f"{f'{name}, {PLAYERS} players, {figures.hands[index]:,} hands':56}{figures.milliseconds[index]:9.1f} ms"
              f"{figures.queries[index]:5} queries")  # fmt: skip
    print(
        f"{figures.ratio:.2f} × as long; {figures.size / 1000:.0f} kB, {figures.served_with:.0f} MB peak per web process"
    )
    print(
        f"The larger season was created in {figures.made_in:.0f} s, with a peak of {figures.made_with:.0f} MB"
    )


if __name__ == "__main__":
    report(*map(int, sys.argv[1:]))
