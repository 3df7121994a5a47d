"""What has been timed, in lines for people."""

from benchmarks.streaming import Stream
from benchmarks.timing import Figure

Row = tuple[str, str, Figure]


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def compared(ours: Figure, rows: list[Row]) -> None:
    """Hands a second and how many times as many the first row has, by hands and by actions."""
    print(f"{'':72}hands/s  actions each   Big Two ÷ it   by action")
    for name, what, row in rows:
        ratios = f"{ours.per_second / row.per_second:10.2f} ×{ours.actions_per_second / row.actions_per_second:10.2f} ×"
        print(f"{name:14}{what:56}{row.per_second:9,.0f}{row.actions:14.0f}  {ratios if row is not ours else ''}".rstrip())  # fmt: skip


def single(rows: list[Row]) -> None:
    """Actions a second, and how many times as many as the last row has."""
    *_, (_, _, peer) = rows
    print(f"{'':72}plays/s   ÷ python-chess")
    for name, what, row in rows:
        ratio = f"{row.actions_per_second / peer.actions_per_second:12.2f} ×" if row is not peer else ""  # fmt: skip
        print(f"{name:14}{what:56}{row.actions_per_second:9,.0f}  {ratio}".rstrip())


def listings(times: dict[str, float]) -> None:
    """Milliseconds by what stands."""
    for name, milliseconds in times.items():
        print(f"{f'with {name} standing':70}{milliseconds:9.2f} ms")


def streamed(found: Stream, different: int) -> None:
    print(f"{found.hands:,} hands, {different:,} of them different: {found.per_second:,.0f} a second, "
          f"{found.megabytes:.0f} MB at the most")  # fmt: skip


def started(times: list[tuple[float, float]]) -> None:
    (clock, processor), (bare_clock, bare_processor) = times
    print(f"{clock:.0f} ms by the clock, {processor:.0f} ms of the processor; "
          f"Python alone takes {bare_clock:.0f} ms and {bare_processor:.0f} ms")  # fmt: skip
