"""Remarks printed under an event: the referee's objection, witnesses, a human referee's ruling."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.record import Json
from referee.report.layout import Ink, Names, clean, hanging
from referee.verdicts import Illegal, Unproven, Verdict

NUMBERS = 9
"""Width of the column for marks and event numbers."""

WORD = 10
"""Width of the column for the first word: ILLEGAL, UNPROVEN, RULED."""


def verdict_mark(verdict: Verdict, ink: Ink) -> str:
    """Return the sign in front of an event."""
    return {Illegal: ink.bad("!"), Unproven: ink.open("?")}.get(type(verdict), " ")


def objection(
    verdict: Verdict, names: Names, ink: Ink, witnesses: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the sentence of a verdict that is not plainly legal, with its ruling; witnesses if it is unproven."""
    if isinstance(verdict, Illegal):
        sentence = f"{names.with_names(str(verdict.reason))} ({verdict.rule}, {verdict.fault})"
        yield from remark("ILLEGAL", sentence, ink.bad)
    if isinstance(verdict, Unproven):
        yield from remark(
            "UNPROVEN", f"{names.with_names(str(verdict.reason))} ({verdict.rule})", ink.open
        )
        needs = names.with_names("; ".join(map(str, verdict.needs)))
        yield from remark("", f"To settle it: {needs}.", str)
        for sentence in witnesses:
            yield from remark("", names.with_names(sentence), str)


def remark(word: str, sentence: str, paint: Callable[[str], str]) -> Iterator[str]:
    """Yield a remark under an event."""
    padding = " " * (WORD - len(word))
    yield from hanging(f"{' ' * NUMBERS}{paint(word)}{padding}", sentence, indent=NUMBERS + WORD)


def rulings_by_event(rulings: Json) -> dict[int, list[Mapping[str, Json]]]:
    """Return a human referee's decisions by event number, skipping unreadable ones."""
    by_event: dict[int, list[Mapping[str, Json]]] = {}
    for ruling in rulings if isinstance(rulings, list) else []:
        if isinstance(ruling, Mapping) and isinstance(ruling.get("event"), int):
            by_event.setdefault(ruling["event"], []).append(ruling)
    return by_event


def ruling_text(ruling: Mapping[str, Json]) -> str:
    """Return what a human referee decided, and why."""
    parts = [clean(ruling[key]) for key in ("decision", "reason") if ruling.get(key)]
    return ": ".join(parts) or "by a human referee"
