"""The account of a hand of a melding game: what was discarded, drawn and claimed, and the finisher's melds."""

from collections.abc import Iterator, Mapping, Sequence

from referee.melding import HandStep, JudgedHand
from referee.record import SeatAction
from referee.report.layout import Ink, Names, hanging
from referee.report.remarks import NUMBERS, mark, objection, remark, ruled, rulings_by_event


def claims(
    judged: JudgedHand, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """Every event of a hand, in order; with what is said by event of its witnesses."""
    rulings = rulings_by_event(judged.record.source.get("rulings"))
    for step in judged.steps:
        name = names.column(step.event.seat) if step.event.seat else names.blank()
        first = f"{mark(step.verdict, ink)}{step.number:>6}  {name}  "
        yield from hanging(first, _told(step), indent=NUMBERS + len(name) + 2)
        yield from objection(step.verdict, names, ink, witnesses.get(step.number, ()))
        for ruling in rulings.get(step.number, ()):
            yield from remark("RULED", ruled(ruling), ink.strong)


def _told(step: HandStep) -> str:
    what = _done(step)
    finish = step.after.finish
    if finish is None or step.before.over:
        return what
    return what + (", and has nothing to discard" if finish.forced else ", and the hand is over")


def _done(step: HandStep) -> str:
    event = step.event
    if not event.seat:
        return "Any number of actions that nobody saw."
    if event.action is SeatAction.UNSEEN:
        return "did something that nobody saw"
    if event.action is SeatAction.TAKES_BACK:
        return "takes that back"
    if event.action is SeatAction.PASS:
        return "claims nothing"
    cards = " / ".join(map(" ".join, event.melds or (event.cards,)))
    if event.action is SeatAction.LUCKY:
        return f"turns the lucky card {cards}"
    made = f", {step.made.meld.name}" if step.made and not event.melds else ""
    return f"{'calls ' if event.called else ''}{event.action} {cards}{made}"
