"""One moment of a hand, in words and cards: what the template draws, and a script in the browser in the same way."""

from dataclasses import dataclass, field

from scorekeeper.pages.display.cards import UNSEEN, Card


@dataclass(frozen=True, slots=True)
class Face:
    """A card on the table, and the event at which it is played or was played."""

    face: str
    event: int | None = None

    @property
    def card(self) -> Card:
        """As it is drawn."""
        return Card(self.face)

    def as_json(self) -> list[str | int]:
        """As short as there are many."""
        return [self.face] if self.event is None else [self.face, self.event]


@dataclass(frozen=True, slots=True)
class Badge:
    """A word beside a name."""

    text: str
    kind: str = ""

    def as_json(self) -> list[str]:
        """The word and its class."""
        return [self.text, self.kind]


@dataclass(frozen=True, kw_only=True, slots=True)
class Laid:
    """Cards on the table, and who laid them how."""

    event: int | None
    name: str
    did: str
    faces: tuple[Face, ...] = ()
    stands: bool = False
    verdict: str = ""

    @property
    def classes(self) -> str:
        """Of its line."""
        return " ".join(filter(None, ("stands" if self.stands else "", self.verdict)))

    def as_json(self) -> dict[str, object]:
        """For the script."""
        faces = [face.as_json() for face in self.faces]
        return {"name": self.name, "did": self.did, "faces": faces, "classes": self.classes}


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatNow:
    """A seat at one moment."""

    number: int
    at: int  # how many places clockwise of whoever sits below
    name: str
    to_act: bool
    badges: tuple[Badge, ...]
    count: str
    held: tuple[Face, ...]  # proved to be there
    unseen: int  # cards more
    unseen_said: str
    melds: tuple[Laid, ...] = ()

    @property
    def classes(self) -> str:
        """Of its place."""
        return f"seat at-{self.at}{' to-act' if self.to_act else ''}"

    @property
    def back(self) -> Card:
        """A card that lies face down."""
        return Card(UNSEEN)

    def as_json(self) -> dict[str, object]:
        """For the script."""
        return {
            "classes": self.classes,
            "name": self.name,
            "badges": [badge.as_json() for badge in self.badges],
            "count": self.count,
            "held": [face.as_json() for face in self.held],
            "unseen": self.unseen,
            "unseen_said": self.unseen_said,
            "melds": [meld.as_json() for meld in self.melds],
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """The table after one event."""

    event: int
    said: str
    verdict: str
    group: int  # the trick; in a melding game, the card on offer
    heading: str
    facts: tuple[str, ...]
    laid: tuple[Laid, ...]
    seats: tuple[SeatNow, ...]
    nothing: str = field(default="")  # what is said where no cards lie

    def as_json(self) -> dict[str, object]:
        """For the script."""
        return {
            "event": self.event,
            "said": self.said,
            "verdict": self.verdict,
            "group": self.group,
            "heading": self.heading,
            "facts": list(self.facts),
            "laid": [laid.as_json() for laid in self.laid],
            "seats": [seat.as_json() for seat in self.seats],
            "nothing": self.nothing,
        }
