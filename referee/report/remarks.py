"""What is said under an event: the referee's objection, and what a human referee decided."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.record import Json
from referee.report.layout import Ink, Names, clean, hanging
from referee.verdicts import Illegal, Unproven, Verdict

NUMBERS = 9
"""Columns for the mark and the numbers of the events."""

WORD = 10
"""Columns for what the referee says first: ILLEGAL, UNPROVEN, RULED."""


def mark(verdict: Verdict, ink: Ink) -> str:
    """The sign in front of an event."""
    return {Illegal: ink.bad("!"), Unproven: ink.open("?")}.get(type(verdict), " ")


def objection(
    verdict: Verdict, names: Names, ink: Ink, witnesses: Sequence[str] = ()
) -> Iterator[str]:
    """The sentence of a verdict that is not plainly legal, with its ruling; if it is open, when it would be which."""
    if isinstance(verdict, Illegal):
        sentence = f"{names.said(str(verdict.reason))} ({verdict.rule}, {verdict.fault})"
        yield from remark("ILLEGAL", sentence, ink.bad)
    if isinstance(verdict, Unproven):
        yield from remark(
            "UNPROVEN", f"{names.said(str(verdict.reason))} ({verdict.rule})", ink.open
        )
        needs = names.said("; ".join(map(str, verdict.needs)))
        yield from remark("", f"To settle it: {needs}.", str)
        for sentence in witnesses:
            yield from remark("", names.said(sentence), str)


def remark(word: str, sentence: str, paint: Callable[[str], str]) -> Iterator[str]:
    """A line of its own under an event."""
    padding = " " * (WORD - len(word))
    yield from hanging(f"{' ' * NUMBERS}{paint(word)}{padding}", sentence, indent=NUMBERS + WORD)


def rulings_by_event(rulings: Json) -> dict[int, list[Mapping[str, Json]]]:
    """A human referee's decisions by event, as far as they can be read."""
    found: dict[int, list[Mapping[str, Json]]] = {}
    for ruling in rulings if isinstance(rulings, list) else []:
        if isinstance(ruling, Mapping) and isinstance(ruling.get("event"), int):
            found.setdefault(ruling["event"], []).append(ruling)
    return found


def ruled(ruling: Mapping[str, Json]) -> str:
    """What a human referee decided, and why."""
    said = [clean(ruling[key]) for key in ("decision", "reason") if ruling.get(key)]
    return ": ".join(said) or "by a human referee"
