"""Print the events of a climbing hand, trick by trick."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.climbing.hands import ClimbingHand
from referee.climbing.timeline import ClimbingStep
from referee.record import SeatAction
from referee.report.layout import Ink, Names, hanging
from referee.report.remarks import (
    NUMBERS,
    objection,
    remark,
    ruling_text,
    rulings_by_event,
    verdict_mark,
)
from referee.verdicts import Legal


def tricks(
    judged: ClimbingHand, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """Yield every event of a hand by tricks, with its witnesses below it."""
    rulings = rulings_by_event(judged.record.source.get("rulings"))
    for heading, steps in groupby(judged.steps, _heading):
        yield ink.strong(f"  {heading}")
        for group in _group_passes(list(steps)):
            yield from _row(group, names, ink)
            for step in group:
                yield from objection(step.verdict, names, ink, witnesses.get(step.number, ()))
                for ruling in rulings.get(step.number, ()):
                    yield from remark("RULED", ruling_text(ruling), ink.strong)


def _heading(step: ClimbingStep) -> str:
    due = step.event.action is SeatAction.GIVES and step.before.exchange is not None
    return "Exchange" if due else f"Trick {step.trick}"


def _group_passes(steps: list[ClimbingStep]) -> Iterator[list[ClimbingStep]]:
    """Yield the steps with legal passes in a row grouped, to be printed on one line."""
    passes: list[ClimbingStep] = []
    for step in steps:
        if step.event.action is SeatAction.PASS and isinstance(step.verdict, Legal):
            passes.append(step)
            continue
        if passes:
            yield passes
        passes = []
        yield [step]
    if passes:
        yield passes


def _row(steps: list[ClimbingStep], names: Names, ink: Ink) -> Iterator[str]:
    first, last = steps[0], steps[-1]
    number = str(first.number) if first is last else f"{first.number}-{last.number}"
    if first is not last:
        everybody = names.joined([step.event.seat for step in steps])
        yield from hanging(
            f"{verdict_mark(first.verdict, ink)}{number:>6}  ", f"{everybody} pass", indent=NUMBERS
        )
        return
    name = names.column(first.event.seat) if first.event.seat else names.blank()
    indent = NUMBERS + len(name) + 2
    yield from hanging(
        f"{verdict_mark(first.verdict, ink)}{number:>6}  {name}  ",
        _event_text(first, names),
        indent=indent,
    )


def _event_text(step: ClimbingStep, names: Names) -> str:
    what = _action_text(step, names)
    if step.event.action is not SeatAction.TAKES_BACK and len(step.after.out) > len(
        step.before.out
    ):
        what += ", and is out"
    if len(step.after.blocked) > len(step.before.blocked):
        what += " (the last card not announced: blocked)"
    return what


def _action_text(step: ClimbingStep, names: Names) -> str:
    event = step.event
    if not event.seat:
        return "Any number of actions that nobody saw."
    if event.action is SeatAction.PASS:
        return "passes"
    if event.action is SeatAction.TAKES_BACK:
        return "takes that back"
    if event.action is SeatAction.UNSEEN:
        return "did something that nobody saw"
    if event.action is SeatAction.GIVES:
        return f"gives {' '.join(event.cards)} to {names[event.to]}"
    cards = " ".join(event.cards) + (" (announced as the last)" if event.last else "")
    combination = step.combination
    if combination is None or combination.size == 1:
        return cards
    return f"{cards}, {combination.kind.title}"
