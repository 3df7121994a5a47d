"""A moment of a hand as a picture of its own."""

from scorekeeper.pages import drawing
from scorekeeper.pages.drawing import Pile, Place, Scene
from scorekeeper.pages.replays.moments import Face, Laid, Moment, SeatNow


def scene(moment: Moment, *, title: str, last: int) -> Scene:
    """What is drawn of it."""
    return Scene(
        title=f"{title} · {moment.event} / {last}",
        sentence=moment.said,
        heading=moment.heading,
        facts=" · ".join(moment.facts),
        piles=[_pile(laid) for laid in moment.laid],
        places=[_place(seat) for seat in moment.seats],
        objected=moment.verdict not in {"", "legal"},
    )


def _pile(laid: Laid) -> Pile:
    label = " ".join(filter(None, (laid.name, laid.did)))
    return Pile(label=label, faces=_drawable(laid.faces), stands=laid.stands)


def _place(seat: SeatNow) -> Place:
    said = ", ".join([seat.count, *(badge.text for badge in seat.badges)])
    return Place(
        at=seat.at,
        name=seat.name,
        said=said,
        faces=_drawable(seat.held),
        unseen=seat.unseen,
        melds=[_pile(meld) for meld in seat.melds],
        to_act=seat.to_act,
    )


def _drawable(faces: tuple[Face, ...]) -> list[str]:
    return [one.face for one in faces if one.face in drawing.FACES]
