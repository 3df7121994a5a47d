"""List what a seat whose cards are all known may do next in a hand of a climbing game."""

from collections.abc import Iterator

from referee.climbing.advancing import with_all_passed, with_implied_passes
from referee.climbing.judging import judge
from referee.climbing.plays import HandPlays
from referee.climbing.timeline import Walk
from referee.climbing.turns import is_lead, may_lead
from referee.combinations import Combination
from referee.events import format_event
from referee.knowledge import Knowledge
from referee.position import Position
from referee.record import HandEvent, SeatAction
from referee.verdicts import Legal


def legal_actions(
    walk: Walk, knowledge: Knowledge, plays: HandPlays, seat: int, *, number: int
) -> tuple[str, ...]:
    """Return every legal action of a seat as a text without the seat: plays by size, then strength; then gifts; a pass last.

    ``plays`` are all combinations of its hand; ``number`` is that of the next event.
    """
    position, fast_path = walk.position, walk.fast_path
    are_passes_implied = walk.record.implied_passes
    if are_passes_implied and seat != position.turn:
        position = with_implied_passes(walk.rules, position, seat)
    may_lead_now = are_passes_implied and with_all_passed(position, seat) is not None
    beating = plays.beating(None if may_lead_now else _must_beat(position, seat))
    opener = walk.rules.opening_card
    if (
        not position.opened
        and walk.rules.opening != "free"
        and opener in position.holdings[seat - 1]
    ):
        beating = [entry for entry in beating if opener in entry[1].cards]

    def is_legal(event: HandEvent) -> bool:
        if are_passes_implied:
            return isinstance(walk.verdict(knowledge, event, number=number), Legal)
        return isinstance(judge(walk.rules, knowledge, position, event, number=number), Legal)

    if fast_path is not None and seat == walk.position.turn:
        legal = [
            text
            for _, play, text in beating
            if fast_path.permits(seat, play)
            or is_legal(HandEvent(seat, SeatAction.PLAY, "", play.cards))
        ]
        if fast_path.permits_pass(seat):
            return (*legal, "pass")
    else:
        legal = [
            text
            for _, play, text in beating
            if is_legal(HandEvent(seat, SeatAction.PLAY, "", play.cards))
        ]
    others = [*_gifts(position, seat), HandEvent(seat, SeatAction.PASS, "")]
    return (
        *legal,
        *(format_event(event).partition(": ")[2] for event in others if is_legal(event)),
    )


def _must_beat(position: Position, seat: int) -> Combination | None:
    """Return the combination that a play of the seat must beat; None if it may lead, or if what stands is not known."""
    if is_lead(position, seat) or may_lead(position, seat) or position.worlds:
        return None
    return position.standing if isinstance(position.standing, Combination) else None


def _gifts(position: Position, seat: int) -> Iterator[HandEvent]:
    if position.exchange is None:
        return
    for card in position.holdings[seat - 1]:
        for to in position.seats():
            if to != seat:
                yield HandEvent(seat, SeatAction.GIVES, "", (card,), to=to)
