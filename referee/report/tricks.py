"""The account of a hand: trick by trick, with what the referee objects to."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from referee.climbing import Judged, Step
from referee.record import Action, Json
from referee.report.layout import Ink, Names, clean, hanging
from referee.verdicts import Illegal, Legal, Unproven

_NUMBERS = 9
"""Columns for the mark and the numbers of the events."""

_WORD = 10
"""Columns for what the referee says first: ILLEGAL, UNPROVEN, RULED."""


def tricks(judged: Judged, names: Names, ink: Ink) -> Iterator[str]:
    """Every event of a hand, by tricks."""
    rulings = _rulings(judged.record.source.get("rulings"))
    for heading, steps in groupby(judged.steps, _heading):
        yield ink.strong(f"  {heading}")
        for together in _passes_together(list(steps)):
            yield from _row(together, names, ink)
            for step in together:
                yield from _objection(step, names, ink)
                for ruling in rulings.get(step.number, ()):
                    yield from _remark("RULED", _ruled(ruling), ink.strong)


def _heading(step: Step) -> str:
    due = step.event.action is Action.GIVES and step.before.exchange is not None
    return "Exchange" if due else f"Trick {step.trick}"


def _passes_together(steps: list[Step]) -> Iterator[list[Step]]:
    """Passes in a row are told in one line, unless there is something to say about them."""
    passes: list[Step] = []
    for step in steps:
        if step.event.action is Action.PASS and isinstance(step.verdict, Legal):
            passes.append(step)
            continue
        if passes:
            yield passes
        passes = []
        yield [step]
    if passes:
        yield passes


def _row(steps: list[Step], names: Names, ink: Ink) -> Iterator[str]:
    first, last = steps[0], steps[-1]
    number = str(first.number) if first is last else f"{first.number}-{last.number}"
    mark = {Illegal: ink.bad("!"), Unproven: ink.open("?")}.get(type(first.verdict), " ")
    if first is not last:
        everybody = names.joined([step.event.seat for step in steps])
        yield from hanging(f"{mark}{number:>6}  ", f"{everybody} pass", indent=_NUMBERS)
        return
    name = names.column(first.event.seat) if first.event.seat else names.blank()
    indent = _NUMBERS + len(name) + 2
    yield from hanging(f"{mark}{number:>6}  {name}  ", _told(first, names), indent=indent)


def _told(step: Step, names: Names) -> str:
    what = _done(step, names)
    if step.event.action is not Action.TAKES_BACK and len(step.after.out) > len(step.before.out):
        what += ", and is out"
    if len(step.after.blocked) > len(step.before.blocked):
        what += " (the last card not announced: blocked)"
    return what


def _done(step: Step, names: Names) -> str:
    event = step.event
    if not event.seat:
        return "Any number of actions that nobody saw."
    if event.action is Action.PASS:
        return "passes"
    if event.action is Action.TAKES_BACK:
        return "takes that back"
    if event.action is Action.UNSEEN:
        return "did something that nobody saw"
    if event.action is Action.GIVES:
        return f"gives {' '.join(event.cards)} to {names[event.to]}"
    cards = " ".join(event.cards) + (" (announced as the last)" if event.last else "")
    combination = step.combination
    if combination is None or combination.size == 1:
        return cards
    return f"{cards}, {combination.kind.replace('-', ' ')}"


def _objection(step: Step, names: Names, ink: Ink) -> Iterator[str]:
    """The sentence of a verdict that is not plainly legal, with its ruling."""
    verdict = step.verdict
    if isinstance(verdict, Illegal):
        sentence = f"{names.said(str(verdict.reason))} ({verdict.rule}, {verdict.fault})"
        yield from _remark("ILLEGAL", sentence, ink.bad)
    if isinstance(verdict, Unproven):
        yield from _remark(
            "UNPROVEN", f"{names.said(str(verdict.reason))} ({verdict.rule})", ink.open
        )
        needs = names.said("; ".join(verdict.needs))
        yield from _remark("", f"To settle it: {needs}.", str)


def _remark(word: str, sentence: str, paint: Callable[[str], str]) -> Iterator[str]:
    padding = " " * (_WORD - len(word))
    yield from hanging(f"{' ' * _NUMBERS}{paint(word)}{padding}", sentence, indent=_NUMBERS + _WORD)


def _rulings(rulings: Json) -> dict[int, list[Mapping[str, Json]]]:
    """A human referee's decisions by event, as far as they can be read."""
    found: dict[int, list[Mapping[str, Json]]] = {}
    for ruling in rulings if isinstance(rulings, list) else []:
        if isinstance(ruling, Mapping) and isinstance(ruling.get("event"), int):
            found.setdefault(ruling["event"], []).append(ruling)
    return found


def _ruled(ruling: Mapping[str, Json]) -> str:
    said = [clean(ruling[key]) for key in ("decision", "reason") if ruling.get(key)]
    return ": ".join(said) or "by a human referee"
