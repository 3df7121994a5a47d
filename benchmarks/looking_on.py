"""Screens that poll an unchanged session over HTTP, beside a bare Django view that answers 304 too.

The peer (``bare_endpoint``) has Django's default middleware and compares a constant ETag: no cache, no database.  Screens are
strangers to a public session, or one signed in as a member; ``before`` is the same poll with the cache switched off.
"""

import http.client
import threading
import time
from collections.abc import Mapping
from statistics import median
from typing import NamedTuple

from benchmarks import service
from benchmarks.databases import NoServerError
from benchmarks.logging_hands import BARE
from benchmarks.service import Installation, Scratch, Web
from benchmarks.timing import QUICK

ROUNDS = 1 if QUICK else 5
POLLS = 40 if QUICK else 1_000  # of a round
SCREENS = 4  # connections
CORES = 2
TARGET = 2_000  # screens a second on two cores


class Figure(NamedTuple):
    """CPU time of the server for each poll, and polls per second as the clients saw them; medians of the rounds."""

    milliseconds: float
    rate: float


def measure(installation: Installation) -> dict[str, Figure]:
    """Poll the service, the service without its cache, and the peer, in turn."""
    path = installation.run("benchmarks.live_session")["path"]
    alone = {**installation.environment, "CACHE_URL": "", "REDIS_URL": ""}
    rounds: dict[str, list[Figure]] = {"unchanged": [], "before": [], "bare": []}
    with (
        installation.serving() as web,
        installation._replace(environment=alone).serving() as before,
        installation.serving(f"{BARE}:application") as bare,
    ):
        for _ in range(ROUNDS + 1):
            rounds["unchanged"].append(_poll_all(web, path, POLLS))
            rounds["before"].append(_poll_all(before, path, POLLS // 8))
            rounds["bare"].append(_poll_all(bare, "/unchanged/", POLLS))
    return {name: _medians(own[1:]) for name, own in rounds.items()}


def _medians(rounds: list[Figure]) -> Figure:
    return Figure(median(one.milliseconds for one in rounds), median(one.rate for one in rounds))


def _poll_all(web: Web, path: str, polls: int) -> Figure:
    """Poll from all screens at once.  Raises RuntimeError unless every answer but the first is 304."""
    etag = _etag_of(web, path)
    statuses: list[int] = []

    def screen() -> None:
        connection = http.client.HTTPConnection(web.host, web.port, timeout=60)
        headers = {"If-None-Match": etag}
        statuses.extend(_get(connection, path, headers)[0] for _ in range(polls // SCREENS))

    before, start = web.spent(), time.perf_counter()
    threads = [threading.Thread(target=screen) for _ in range(SCREENS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    if set(statuses) != {304}:
        raise RuntimeError(f"{path}: {sorted(set(statuses))}")
    spent = web.spent().seconds - before.seconds
    return Figure(1000 * spent / len(statuses), len(statuses) / seconds)


def _etag_of(web: Web, path: str) -> str:
    connection = http.client.HTTPConnection(web.host, web.port, timeout=60)
    return _get(connection, path, {})[1]


def _get(
    connection: http.client.HTTPConnection, path: str, headers: Mapping[str, str]
) -> tuple[int, str]:
    connection.request("GET", path, headers=dict(headers))
    with connection.getresponse() as response:
        response.read()
        return response.status, response.headers.get("ETag", "")


def report(*, scratch: Scratch = service.scratch) -> None:
    """Measure on a new database, and print the figures."""
    try:
        with scratch() as installation:
            figures = measure(installation)
    except NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return
    captions = {
        "unchanged": "an unchanged session polled",
        "before": "the same, asked of the database each time",
        "bare": "a bare Django view that answers 304",
    }
    for name, figure in figures.items():
        share = f"   unchanged ÷ it {figure.milliseconds / figures['unchanged'].milliseconds:6.2f}"
        print(f"{captions[name]:56}{figure.milliseconds:8.2f} ms CPU each{figure.rate:9.0f} polls/s here"
              f"{CORES * 1000 / figure.milliseconds:9.0f} screens on {CORES} cores{share}")  # fmt: skip
    print(f"Target: {TARGET:,} screens, each polling once a second.")


if __name__ == "__main__":
    report()
