"""A moment of a replay as an SVG picture."""

from scorekeeper.pages import drawing
from scorekeeper.pages.drawing import Pile, Scene, TableSeat
from scorekeeper.pages.replays.moments import Face, ReplayMoment, SeatMoment, TableCards


def replay_scene(moment: ReplayMoment, *, title: str, last: int) -> Scene:
    """Return the scene to draw; ``last`` is the number of the last event."""
    return Scene(
        title=f"{title} · {moment.event} / {last}",
        sentence=moment.sentence,
        heading=moment.heading,
        facts=" · ".join(moment.facts),
        piles=[_pile(laid, moment) for laid in moment.laid],
        places=[_place(seat) for seat in moment.seats],
        objected=moment.verdict not in {"", "legal"},
    )


def _pile(laid: TableCards, moment: ReplayMoment | None = None) -> Pile:
    label = " ".join(filter(None, (laid.name, laid.did)))
    seats = moment.seats if moment and moment.event == laid.event else ()
    played_from = next((seat.at for seat in seats if seat.number == laid.seat), None)
    faces = _drawable(laid.faces)
    return Pile(label=label, faces=faces, stands=laid.stands, played_from=played_from)


def _place(seat: SeatMoment) -> TableSeat:
    facts = ", ".join([seat.count, *(badge.text for badge in seat.badges)])
    return TableSeat(
        at=seat.at,
        name=seat.name,
        facts=facts,
        faces=_drawable(seat.known),
        unseen=seat.unseen,
        melds=[_pile(meld) for meld in seat.melds],
        to_act=seat.to_act,
    )


def _drawable(faces: tuple[Face, ...]) -> list[str]:
    return [one.face for one in faces if one.face in drawing.FACES]
