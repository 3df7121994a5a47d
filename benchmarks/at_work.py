"""What the service takes beside the least that could be done: hands logged over HTTP, records imported, replays built."""

from random import Random
from typing import Any

from benchmarks import logging_hands, service
from benchmarks.logging_hands import Beside

LOGGED, IMPORTED, BUILT = 0.5, 0.4, 0.5
"""The parts of its peer's rate that each is to reach."""


def tell() -> None:
    """Measure it on databases of their own, and say what was found."""
    try:
        with service.scratch() as installation:
            logged = logging_hands.measured(installation, "big-two", Random(20260303))
        with service.scratch() as installation:
            bulk = installation.run("benchmarks.bulk")
    except service.NoServerError as error:
        print(f"Not measured, for want of PostgreSQL: {error}")
        return
    _logged(logged)
    _bulk(bulk)


_ROWS = {
    "hands": "complete hands of Big Two logged",
    "kept": "a bare endpoint, rows of the same size",
    "sent": "a bare endpoint, rows as long as what was sent",
}


def _logged(found: list[Beside]) -> None:
    """Requests a second, what they take of the processor, and the part of the peer's rate that ours is."""
    for row in found:
        beside = "" if row.name == "hands" else f"   logging ÷ it {row.ratio:.2f}"
        print(f"{_ROWS[row.name]:56}{row.size:8,.0f} bytes{row.rate:9.1f} requests/s"
              f"{row.milliseconds:8.1f} ms of the processor each{row.megabytes:6.0f} MB a process{beside}")  # fmt: skip
    print(f"At least {LOGGED} is wanted beside a row of the same size.")


def _bulk(found: dict[str, Any]) -> None:
    """What import and building reach of the referee's own rate."""
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
    print(f"\n{'hands a second':20}" + "".join(f"{column:>13}" for column in columns))
    for name, row in found["games"].items():
        imported, built = row["imported"][0], row["built"][0]
        print(f"{name:20}{row['judged']:13,.0f}{row['answered']:13,.0f}{imported:13,.0f}{imported / row['answered']:13.2f}"
              f"{row['framed']:13,.0f}{built:13,.0f}{built / row['framed']:13.2f}{row['bytes'] / 1000:10.1f} kB")  # fmt: skip
        _beside(row)
    print(f"At least {IMPORTED} and {BUILT} are wanted.  {found['megabytes']:.0f} MB at the most")


def _beside(row: dict[str, Any]) -> None:
    """What the database takes, and the clock says."""
    for name in ("imported", "built"):
        _, database, clock = row[name]
        rate = f"{1000 / database:.1f} ms of the database's processor a hand" if database else ""
        print(f"{'':4}{name} by the clock: {clock:,.0f} hands a second; {rate}")


if __name__ == "__main__":
    tell()
