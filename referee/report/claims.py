"""Print the events of a melding hand: discards, draws, claims, and the finisher's melds."""

from collections.abc import Iterator, Mapping, Sequence

from referee.melding.hands import MeldingHand
from referee.melding.timeline import MeldingStep
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


def claims(
    judged: MeldingHand, names: Names, ink: Ink, witnesses: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """Yield every event of a hand in order, with its witnesses below it."""
    rulings = rulings_by_event(judged.record.source.get("rulings"))
    for step in judged.steps:
        name = names.column(step.event.seat) if step.event.seat else names.blank()
        first = f"{verdict_mark(step.verdict, ink)}{step.number:>6}  {name}  "
        yield from hanging(first, _event_text(step), indent=NUMBERS + len(name) + 2)
        yield from objection(step.verdict, names, ink, witnesses.get(step.number, ()))
        for ruling in rulings.get(step.number, ()):
            yield from remark("RULED", ruling_text(ruling), ink.strong)


def _event_text(step: MeldingStep) -> str:
    what = _action_text(step)
    finish = step.after.finish
    if finish is None or step.before.over:
        return what
    return what + (", and has nothing to discard" if finish.forced else ", and the hand is over")


def _action_text(step: MeldingStep) -> str:
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
