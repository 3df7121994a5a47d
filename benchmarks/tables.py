"""Print figures as tables."""

from collections.abc import Iterable

from benchmarks.solved_endings import SolvedEndings
from benchmarks.streaming import Stream
from benchmarks.timing import Figure
from benchmarks.workbooks import Reading

Row = tuple[str, str, Figure]


def print_heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def print_comparison(referee: Figure, rows: list[Row]) -> None:
    """Print hands per second, and the referee's rate as a multiple of each, by hands and by actions."""
    print(f"{'':72}hands/s  actions each   Big Two ÷ it   by action")
    for name, caption, row in rows:
        ratios = f"{referee.per_second / row.per_second:10.2f} ×{referee.actions_per_second / row.actions_per_second:10.2f} ×"
        print(f"{name:14}{caption:56}{row.per_second:9,.0f}{row.actions:14.0f}  {ratios if row is not referee else ''}".rstrip())  # fmt: skip


def print_single_plays(rows: list[Row]) -> None:
    """Print actions per second, each as a multiple of the last row."""
    *_, (_, _, peer) = rows
    print(f"{'':72}plays/s   ÷ python-chess")
    for name, caption, row in rows:
        ratio = f"{row.actions_per_second / peer.actions_per_second:12.2f} ×" if row is not peer else ""  # fmt: skip
        print(f"{name:14}{caption:56}{row.actions_per_second:9,.0f}  {ratio}".rstrip())


def print_steps(figures: dict[str, Figure]) -> None:
    """Print microseconds an action and milliseconds a hand, as multiples of python-chess's moves and of PokerKit's fastest hand."""
    chess, poker = figures["chess"], figures["many-folds"]
    print(f"{'':32}µs an action   ÷ python-chess   ms a hand   ÷ PokerKit   actions each")
    for name, row in figures.items():
        by_action = f"{chess.actions_per_second / row.actions_per_second:12.2f} ×"
        by_hand = f"{poker.per_second / row.per_second:9.2f} ×"
        print(f"{name:32}{1e6 / row.actions_per_second:12.1f}{by_action:>17}{1e3 / row.per_second:12.2f}{by_hand:>13}{row.actions:15.0f}")  # fmt: skip
    print(
        "chess: games of eighty plies; few-folds and many-folds: hold'em for six in PokerKit, dealt cards counted as actions."
    )


def print_endings(rows: Iterable[SolvedEndings]) -> None:
    """Print which share of endings is settled, and how many positions are looked at per second."""
    print(f"{'':28}cards left   won   not forced   settled   positions each   positions/s")
    for row in rows:
        number = row.won + row.not_forced + row.unsettled
        print(f"{row.variant:28}{row.cards:10}{row.won:6}{row.not_forced:13}{row.settled:10.0%}{row.steps / number:17,.0f}{row.steps / row.seconds:14,.0f}", flush=True)  # fmt: skip


def print_listings(rows: list[Row], peers: dict[str, dict[str, Figure]]) -> None:
    """Print milliseconds, plays, and plays per second as a multiple of each peer's with as much standing."""
    print(
        f"{'':62}ms each  plays each    plays/s" + "".join(f"{f'÷ {peer}':>14}" for peer in peers)
    )
    for name, caption, row in rows:
        compared = (figures.get(caption) for figures in peers.values())
        ratios = "".join(f"{row.actions_per_second / peer.actions_per_second:12.4f} ×" if peer else f"{'':14}" for peer in compared)  # fmt: skip
        print(f"{name:14}{caption:44}{1000 / row.per_second:11.3f}{row.actions:12.1f}{row.actions_per_second:11,.0f}{ratios}".rstrip())  # fmt: skip
    print("Gang of Four: the question is read, its play judged, and every set of cards written out. "
          "RLCard keeps a hand's ranks and looks up what beats the play in tables.")  # fmt: skip


def print_stream(stream: Stream, distinct: int) -> None:
    print(f"{stream.hands:,} hands, {distinct:,} of them distinct: {stream.per_second:,.0f} per second, "
          f"{stream.megabytes:.0f} MB peak memory")  # fmt: skip


def print_workbook(hands: int, bare: Reading, whole: Reading) -> None:
    print(f"{hands:,} hands of xlsx as records: {whole.seconds:.2f} s CPU, {whole.megabytes:.0f} MB peak memory; "
          f"python-calamine takes {bare.seconds:.2f} s and {bare.megabytes:.0f} MB for its cells alone: "
          f"{whole.seconds / bare.seconds:.1f} times as much")  # fmt: skip


def print_jobs(processes: int, ratio: float) -> None:
    print(f"with --jobs {processes} on as many cores: {ratio:.2f} times as fast, by the clock")


def print_start_times(times: list[tuple[float, float]]) -> None:
    (clock, processor), (bare_clock, bare_processor) = times
    print(f"{clock:.0f} ms wall clock, {processor:.0f} ms CPU; "
          f"Python alone takes {bare_clock:.0f} ms and {bare_processor:.0f} ms")  # fmt: skip
