"""Compare the service with the least possible work: logging over HTTP, importing records, building replays."""

from random import Random
from typing import Any

from benchmarks import logging_hands, service
from benchmarks.databases import NoServerError
from benchmarks.logging_hands import Comparison

LOGGED, IMPORTED, BUILT = 0.3, 0.3, 0.5
"""The share of its peer's rate that each should reach."""


def report(*, scratch: service.Scratch = service.scratch) -> None:
    """Measure all three, each on a database of its own, and print the figures."""
    try:
        with scratch() as installation:  # first: it builds every replay that is missing
            bulk = installation.run("benchmarks.bulk")
        with scratch() as installation:
            logged = logging_hands.measure(installation, "big-two", Random(20260303))
    except NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return
    _print_logged(logged)
    _print_bulk(bulk)


_ROWS = {
    "hands": "complete hands of Big Two logged",
    "stored": "a bare endpoint, rows of the size of the stored rows",
    "sent": "a bare endpoint, rows of the size of the request",
}


def _print_logged(comparisons: list[Comparison]) -> None:
    """Print requests per second, CPU time, memory, and the service's rate as a share of the peer's."""
    for row in comparisons:
        ratio = "" if row.name == "hands" else f"   logging ÷ it {row.ratio:.2f}"
        print(f"{_ROWS[row.name]:56}{row.size:8,.0f} bytes{row.rate:9.1f} requests/s"
              f"{row.milliseconds:8.1f} ms CPU each{row.megabytes:6.0f} MB a process{ratio}")  # fmt: skip
    print(f"Target: at least {LOGGED} beside a row of the size of the stored rows.")


def _print_bulk(figures: dict[str, Any]) -> None:
    """Print the rates of importing and building as a share of the referee's own rate."""
    columns = (
        "judged alone",
        "and answered",
        "imported",
        "÷ it",
        "and framed",
        "built",
        "÷ it",
        "a replay",
    )
    print(f"\n{'hands per second':20}" + "".join(f"{column:>13}" for column in columns))
    for name, row in figures["games"].items():
        imported, built = row["imported"][0], row["built"][0]
        print(f"{name:20}{row['judged']:13,.0f}{row['answered']:13,.0f}{imported:13,.0f}{imported / row['answered']:13.2f}"
              f"{row['framed']:13,.0f}{built:13,.0f}{built / row['framed']:13.2f}{row['bytes'] / 1000:10.1f} kB")  # fmt: skip
        _print_database_time(row)
    print(f"Targets: at least {IMPORTED} and {BUILT}. Peak memory: {figures['megabytes']:.0f} MB")


def _print_database_time(row: dict[str, Any]) -> None:
    """Print the database's CPU time and the rate by wall clock."""
    for name in ("imported", "built"):
        _, database, clock = row[name]
        rate = f"{1000 / database:.1f} ms of database CPU per hand" if database else ""
        print(f"{'':4}{name} by wall clock: {clock:,.0f} hands per second; {rate}")


if __name__ == "__main__":
    report()
