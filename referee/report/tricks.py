"""The account of a hand: trick by trick, with what the referee objects to."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.climbing import HandStep, JudgedHand
from referee.record import SeatAction
from referee.report.layout import Ink, Names, hanging
from referee.report.remarks import NUMBERS, mark, objection, remark, ruled, rulings_by_event
from referee.verdicts import Legal


def tricks(
    judged: JudgedHand, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """Every event of a hand, by tricks; with what is said by event of its witnesses."""
    rulings = rulings_by_event(judged.record.source.get("rulings"))
    for heading, steps in groupby(judged.steps, _heading):
        yield ink.strong(f"  {heading}")
        for together in _passes_together(list(steps)):
            yield from _row(together, names, ink)
            for step in together:
                yield from objection(step.verdict, names, ink, witnesses.get(step.number, ()))
                for ruling in rulings.get(step.number, ()):
                    yield from remark("RULED", ruled(ruling), ink.strong)


def _heading(step: HandStep) -> str:
    due = step.event.action is SeatAction.GIVES and step.before.exchange is not None
    return "Exchange" if due else f"Trick {step.trick}"


def _passes_together(steps: list[HandStep]) -> Iterator[list[HandStep]]:
    """Passes in a row are told in one line, unless there is something to say about them."""
    passes: list[HandStep] = []
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


def _row(steps: list[HandStep], names: Names, ink: Ink) -> Iterator[str]:
    first, last = steps[0], steps[-1]
    number = str(first.number) if first is last else f"{first.number}-{last.number}"
    if first is not last:
        everybody = names.joined([step.event.seat for step in steps])
        yield from hanging(
            f"{mark(first.verdict, ink)}{number:>6}  ", f"{everybody} pass", indent=NUMBERS
        )
        return
    name = names.column(first.event.seat) if first.event.seat else names.blank()
    indent = NUMBERS + len(name) + 2
    yield from hanging(
        f"{mark(first.verdict, ink)}{number:>6}  {name}  ", _told(first, names), indent=indent
    )


def _told(step: HandStep, names: Names) -> str:
    what = _done(step, names)
    if step.event.action is not SeatAction.TAKES_BACK and len(step.after.out) > len(
        step.before.out
    ):
        what += ", and is out"
    if len(step.after.blocked) > len(step.before.blocked):
        what += " (the last card not announced: blocked)"
    return what


def _done(step: HandStep, names: Names) -> str:
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
    return f"{cards}, {combination.kind.replace('-', ' ')}"
