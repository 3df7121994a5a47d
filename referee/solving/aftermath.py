"""What became of a certain win: who went out, since when that was certain, and who gave it back."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import cast

from referee.climbing.progress import ClimbingHandInProgress
from referee.events import find_takebacks
from referee.record import SeatAction
from referee.solving.decisions import HandDecision
from referee.solving.endings import NotForced, Outcome, Won, first_out
from referee.table import Table, progress_of
from referee.verdicts import Illegal


def certain_runs(
    table: Table, decisions: Sequence[HandDecision]
) -> Iterator[Sequence[HandDecision]]:
    """Yield, for each seat that went out, its decisions since when that was certain."""
    earlier = 0
    for seat, event in going_out(table):
        run: list[HandDecision] = []
        broken = max((number for number in own_illegal(table, seat) if number <= event), default=0)
        for decision in reversed(decisions):
            if decision.seat == seat and earlier < decision.event <= event:
                if not isinstance(decision.after, Won) or decision.event < broken:
                    break
                run.insert(0, decision)
        if run:
            yield run
        earlier = event


def going_out(table: Table) -> Iterator[tuple[int, int]]:
    """Yield each seat that went out, or that won because all others were blocked (G28), with the number of the event."""
    positions = cast(ClimbingHandInProgress, progress_of(table)).positions
    undone = set(find_takebacks(progress_of(table).events).values())
    for number, (before, after) in enumerate(pairwise(positions), 1):
        first = first_out(before, after)
        if first and number not in undone:
            yield first, number


def own_illegal(table: Table, seat: int) -> Iterator[int]:
    """Yield the events of a seat that broke a rule and stood."""
    events = progress_of(table).events
    undone = set(find_takebacks(events).values())
    for number, (event, verdict) in enumerate(zip(events, table.verdicts, strict=True), 1):
        if event.seat == seat and isinstance(verdict, Illegal) and number not in undone:
            yield number


def given_back(
    table: Table, decision: HandDecision, last: int, solve: Callable[[Table, int], Outcome]
) -> tuple[int, int] | None:
    """Return the seat by whose action a win was certain again after event ``last``, and the event; None if that is not settled."""
    earlier = before_event(table, last + 1)
    while len(earlier.events) > decision.event:
        number, event = len(earlier.events), progress_of(earlier).events[-1]
        earlier.pop()
        if event.action is SeatAction.TAKES_BACK:
            earlier.pop()
            continue
        outcome = solve(earlier, decision.seat)
        if isinstance(outcome, NotForced):
            return (event.seat, number) if event.seat != decision.seat else None
        if not isinstance(outcome, Won):
            break
    return None


def before_event(table: Table, number: int) -> Table:
    """Return the table before an event."""
    earlier = table.copy()
    while len(earlier.events) >= number:
        earlier.pop()
    return earlier
