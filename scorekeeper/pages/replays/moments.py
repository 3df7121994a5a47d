"""The moments of a replay, drawn by ``templates/hands/felt.html`` and by ``replay_table.js``."""

from dataclasses import dataclass, field

from scorekeeper.pages.display.cards import UNSEEN, Card

EDITION = 3
"""Increase it whenever the moments of a hand come out differently."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card, with the event at which it is played, if that is known."""

    face: str
    event: int | None = None

    @property
    def card(self) -> Card:
        """The card for the template."""
        return Card(self.face)

    def as_json(self) -> list[str | int]:
        """Return a short list, because a replay has thousands of them."""
        return [self.face] if self.event is None else [self.face, self.event]


@dataclass(frozen=True, slots=True)
class Badge:
    """A word beside a name."""

    text: str
    kind: str = ""

    def as_json(self) -> list[str]:
        """Return the word and its CSS class."""
        return [self.text, self.kind]


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCards:
    """Cards on the table with the player and the action."""

    event: int | None
    name: str
    did: str  # the action in words; empty for a plain play
    faces: tuple[Face, ...] = ()
    stands: bool = False
    verdict: str = ""
    seat: int | None = None
    spot: str = (
        ""  # the CSS class of its place on the felt: ``from-2`` lies before the seat opposite
    )
    covered: bool = False  # has its seat played since?

    @property
    def classes(self) -> str:
        """The CSS classes of its line."""
        words = (
            "stands" if self.stands else "",
            self.verdict,
            self.spot,
            "covered" if self.covered else "",
        )
        return " ".join(filter(None, words))

    def as_json(self) -> dict[str, object]:
        """Return it as JSON for the script."""
        faces = [face.as_json() for face in self.faces]
        return {
            "event": self.event,
            "name": self.name,
            "did": self.did,
            "faces": faces,
            "classes": self.classes,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatMoment:
    """A seat at one moment."""

    number: int
    at: int  # places clockwise from the seat at the bottom
    name: str
    to_act: bool
    narrated: bool  # the sentence is about this seat
    badges: tuple[Badge, ...]
    count: str
    known: tuple[Face, ...]  # cards that the record proves
    unseen: int  # number of other cards
    unseen_text: str
    melds: tuple[TableCards, ...] = ()

    @property
    def classes(self) -> str:
        """The CSS classes of its place: who is to act has an arrow, whom the sentence is about has a frame."""
        narrated = " narrated" if self.narrated else ""
        return f"seat at-{self.at}{' to-act' if self.to_act else ''}{narrated}"

    @property
    def back(self) -> Card:
        """The picture of a card face down."""
        return Card(UNSEEN)

    def as_json(self) -> dict[str, object]:
        """Return it as JSON for the script."""
        return {
            "classes": self.classes,
            "name": self.name,
            "badges": [badge.as_json() for badge in self.badges],
            "count": self.count,
            "held": [face.as_json() for face in self.known],
            "unseen": self.unseen,
            "unseen_said": self.unseen_text,
            "melds": [meld.as_json() for meld in self.melds],
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayMoment:
    """The table after one event."""

    event: int
    sentence: str
    verdict: str
    group: int  # the trick; in a melding game, the card on offer
    heading: str
    facts: tuple[str, ...]
    laid: tuple[TableCards, ...]
    seats: tuple[SeatMoment, ...]
    nothing: str = field(default="")  # the text shown if no cards lie on the table
    rule: str = ""  # the ruling behind the verdict
    kind: str = ""  # the combination that was played
    question: str | None = None  # the moment as a query of the page that asks the referee
    is_open: bool = False  # can something else be tried from here, if the hand is over?

    def as_json(self) -> dict[str, object]:
        """Return it as JSON for the script."""
        return {
            "event": self.event,
            "said": self.sentence,
            "verdict": self.verdict,
            "group": self.group,
            "heading": self.heading,
            "facts": list(self.facts),
            "laid": [laid.as_json() for laid in self.laid],
            "seats": [seat.as_json() for seat in self.seats],
            "nothing": self.nothing,
            "rule": self.rule,
            "kind": self.kind,
            "question": self.question,
            "open": self.is_open,
        }
