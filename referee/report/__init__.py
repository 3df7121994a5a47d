"""Print an adjudication for people at a table: plays, faults, points.

``report`` prints a whole session, ``error_report`` a text that could not be judged, ``verification_report`` the check of an
exported session.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from referee.adjudication import HandAdjudication, SessionAdjudication
from referee.dispatch import JudgedHand
from referee.melding.hands import MeldingHand
from referee.record import Json
from referee.report.claims import claims
from referee.report.heading import session_heading, totals_line
from referee.report.layout import RULE, Ink, Names, clean, counted, hanging, signed
from referee.report.tricks import tricks
from referee.verdicts import Illegal, Unproven
from referee.verification import Verification

T = TypeVar("T")

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


WitnessSentences: TypeAlias = Mapping[tuple[int, int], Sequence[str]]
"""Sentences by hand (index in the record) and event number: when the event would be legal, and when not."""


def report(
    adjudication: SessionAdjudication,
    *,
    color: bool = False,
    witnesses: WitnessSentences | None = None,
) -> str:
    """Return the whole session as text in 80 columns; ``witnesses`` are printed below their events."""
    names, ink = Names(adjudication.record.players), Ink(color)
    lines = [*session_heading(adjudication.record, adjudication.rules, names, ink)]
    for index, hand in enumerate(adjudication.hands):
        by_event = {
            event: sentences
            for (hand_index, event), sentences in (witnesses or {}).items()
            if hand_index == index
        }
        lines += ["", *_hand(hand, names, ink, by_event)]
    return "\n".join([*lines, "", *_summary(adjudication, names, ink), ""])


def error_report(error: Mapping[str, Json], *, color: bool = False) -> str:
    """Return what is wrong with a text that could not be judged."""
    line = f"line {error['line']}" if "line" in error else ""
    place = ", ".join(part for part in (clean(error.get("file", "")), line, error["where"]) if part)
    sentence = clean(error["message"]) + f" ({error['code']})"
    text = f"{place}: {sentence}" if place else sentence
    heading = Ink(color).bad("MALFORMED") + "  "
    return "\n".join([RULE, *hanging(heading, text, indent=len("MALFORMED  ")), ""])


def verification_report(verification: Verification, *, file: str) -> str:
    """Return the result of checking an exported session: one line, and one more for each problem and note."""
    size = f"{counted(verification.revisions, 'revision')}, {counted(verification.hands, 'hand')}"
    if verification.ok:
        text = f"{clean(file)}: unchanged since it was sealed, and judged the same again ({size})"
        lines = [*hanging("OK     ", text, indent=7)]
    else:
        lines = [*hanging("WRONG  ", f"{clean(file)} ({size})", indent=7)]
    for problem in verification.problems:
        text = f"{clean(problem.message)} ({problem.where}: {problem.code})"
        lines += hanging("       ", text, indent=7)
    for note in verification.notes:
        lines += hanging("NOTE   ", f"{note.message} ({note.code})", indent=7)
    return "\n".join(lines)


def _hand(
    hand: HandAdjudication, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    record, result = hand.judged.record, hand.judged.result
    yield ink.strong(f"Hand {hand.carried.number}")
    if record.void is not None:
        yield from hanging("  ", f"Void: {clean(record.void)}. It counts for nothing.", indent=2)
    if record.annulled is not None:
        yield from hanging(
            "  ", f"Annulled: {clean(record.annulled)}. It brings no points.", indent=2
        )
    if record.source.get("note"):
        yield from hanging("  ", f"Note: {clean(record.source['note'])}", indent=2)
    if hand.judged.events:
        yield from _events(hand.judged, names, ink, witnesses)
    elif result.status == "finished":
        yield "  Known by its score sheet only."
    if record.void is None:
        yield from _result(hand, names, ink)
    yield from _adjustments(hand, names)


def _events(
    judged: JudgedHand, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    if isinstance(judged, MeldingHand):
        return claims(judged, names, ink, witnesses)
    return tricks(judged, names, ink, witnesses)


def _result(hand: HandAdjudication, names: Names, ink: Ink) -> Iterator[str]:
    """Yield places, cards, points and running totals, then the score lines."""
    result = hand.judged.result
    yield ink.strong("  Result") + ("" if result.status == "finished" else f": {result.status}")
    yield f"         {names.blank()}  {'cards':>7}  {'points':>7}  {'total':>7}"
    seats = range(1, len(names.players) + 1)
    for seat in sorted(seats, key=lambda seat: (_of_seat(result.places, seat) or 0, seat)):
        place = _ORDINALS.get(_of_seat(result.places, seat) or 0, "")
        cards, points = _of_seat(result.cards_left, seat), signed(_of_seat(hand.points, seat))
        total = signed(_of_seat(hand.carried_out.totals, seat))
        left = "?" if cards is None else str(cards) if cards else "out"
        yield f"    {place:>3}  {names.column(seat)}  {left:>7}  {points:>7}  {total:>7}"
    for line in result.lines if hand.points else ():
        text = f"{names[line.seat]} {signed(line.points)}: {names.with_names(str(line.reason))} ({line.rule})"
        yield from hanging("    ", text, indent=6)


def _adjustments(hand: HandAdjudication, names: Names) -> Iterator[str]:
    """Yield the points that a human referee gave or took; they count in totals, not in points."""
    rows = hand.judged.record.source.get("adjustments") or []
    for adjustment, row in zip(hand.judged.record.adjustments, rows, strict=True):
        reason = f": {clean(row['reason'])}" if row.get("reason") else ""
        text = f"{names[adjustment.seat]} {signed(adjustment.points)} by the referee{reason}"
        yield from hanging("    ", text, indent=6)


def _of_seat(values: tuple[T | None, ...] | None, seat: int) -> T | None:
    return None if values is None else values[seat - 1]


def _summary(adjudication: SessionAdjudication, names: Names, ink: Ink) -> Iterator[str]:
    """Yield totals, winners, and how many events were illegal or unproven."""
    totals = adjudication.carried_out.totals
    text = "not proved by this record" if totals is None else totals_line(totals, names)
    yield from hanging(ink.strong("Totals") + "       ", text, indent=13)
    if adjudication.winners and totals is not None:
        best = signed(totals[adjudication.winners[0] - 1])
        verb = "share the win" if len(adjudication.winners) > 1 else "wins"
        text = f"The game is over: {names.joined(adjudication.winners)} {verb} with {best}."
        yield from (ink.good(line) for line in hanging("", text, indent=0))
    yield ", ".join(_verdict_counts(adjudication)) + "."


def _verdict_counts(adjudication: SessionAdjudication) -> Iterator[str]:
    verdicts = [event.verdict for hand in adjudication.hands for event in hand.judged.events]
    yield counted(len(adjudication.hands), "hand")
    illegal = sum(isinstance(verdict, Illegal) for verdict in verdicts)
    unproven = sum(isinstance(verdict, Unproven) for verdict in verdicts)
    yield f"{counted(illegal, 'event')} illegal" if illegal else "nothing illegal"
    if unproven:
        yield f"{unproven} unproven"
