"""The standings page of a season with very many hands, beside that of one with ten thousand.

Both have as many players, so both pages are as long.  ``python -m benchmarks.standings_page 1000000`` does it alone.
"""

import http.client
import os
import sys
import time
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple

from benchmarks import service
from benchmarks.service import Installation, Web

FEW = 10_000
PLAYERS = 400
ROUNDS = 40
MANY = int(os.environ.get("SEASON") or 100_000)
"""Hands of the larger season; a million take some minutes to make."""


class Page(NamedTuple):
    """How long the page takes in seasons of so many hands, and how many queries."""

    hands: tuple[int, int]
    milliseconds: tuple[float, float]  # medians
    ratio: float  # the median of the rounds' own
    queries: tuple[int, int]
    size: int  # bytes of the longer one
    made_in: float  # seconds, the larger season
    made_with: float  # megabytes
    served_with: float  # megabytes


def measured(installation: Installation, hands: int) -> Page:
    """Both seasons in one database, each asked for in turn, round after round; the first one only warms up."""
    seasons = [
        installation.run("benchmarks.federation", str(number), str(PLAYERS))
        for number in (FEW, hands)
    ]
    with installation.serving() as web:
        rounds = [[_milliseconds(web, season) for season in seasons] for _ in range(ROUNDS + 1)][1:]
        size = len(_read(web, seasons[1]))
        megabytes = web.spent().megabytes
    queries = [
        installation.run("benchmarks.queries", path_of(said), said["token"]) for said in seasons
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
    with connection.getresponse() as answer:
        body = answer.read()
        assert answer.status == 200, body[:400]
    connection.close()
    return body


def path_of(season: Mapping[str, Any]) -> str:
    """The page as a program asks for it."""
    return f"/api/v1/seasons/{season['season']}/standings/"


def tell(hands: int = MANY) -> None:
    """Measure it in a database of its own, and say what was found."""
    try:
        with service.scratch() as installation:
            found = measured(installation, hands)
    except service.NoServerError as error:
        print(f"Not measured, for want of PostgreSQL: {error}")
        return
    for which, name in enumerate(("the page", "the same")):
        print(f"{f'{name}, {PLAYERS} players, {found.hands[which]:,} hands':56}{found.milliseconds[which]:9.1f} ms"
              f"{found.queries[which]:5} queries")  # fmt: skip
    print(
        f"{found.ratio:.2f} × as long; {found.size / 1000:.0f} kB, {found.served_with:.0f} MB a web process at the most"
    )
    print(
        f"The season was made in {found.made_in:.0f} s, with {found.made_with:.0f} MB at the most"
    )


if __name__ == "__main__":
    tell(*map(int, sys.argv[1:]))
