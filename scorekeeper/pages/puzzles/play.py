"""A puzzle as it is played: the reader's plays, the toughest replies, and the table as it then lies."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import referee
from scorekeeper.models import Puzzle
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.replays.moments import Badge, Face, ReplayMoment, SeatMoment, TableCards

OUT = -1  # in a tree: the seat has gone out first
PASS_WORD = "pass"  # noqa: S105 - in events
LAST = " last"  # behind the cards of an event: the last card is announced


class Outcome(StrEnum):
    """What became of the reader's last play."""

    NOTHING = ""
    RIGHT = "right"
    ALSO = "also"  # another play wins as well; the tree goes on with its own
    WRONG = "wrong"
    SOLVED = "solved"


class PlayedEvent(NamedTuple):
    """An event for a template."""

    seat: int
    name: str
    cards: Sequence[Card]  # none: a pass


class Option(NamedTuple):
    """A play of the reader, as a button."""

    value: str
    cards: Sequence[Card]  # none: a pass


@dataclass
class PlayedPuzzle:
    """A puzzle after the reader's plays; of a play that the puzzle does not know, the ones before it."""

    row: Puzzle
    plays: Sequence[str] = ()
    node: int = 0
    events: list[str] = field(default_factory=list)  # since the position
    refutation: Sequence[str] = ()  # with the reader's wrong play
    outcome: Outcome = Outcome.NOTHING
    right: list[str] = field(default_factory=list)  # the plays that count, for the address

    def __post_init__(self) -> None:
        for play in self.plays:
            if self.node == OUT or not self._play(play):
                return

    @cached_property
    def table(self) -> referee.Table:
        """The position of the puzzle."""
        return referee.table_from_key(self.row.key)

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The positions of the tree."""
        return cast("list[dict[str, Any]]", self.row.tree["nodes"])

    @property
    def is_solved(self) -> bool:
        """Whether the reader's seat is out."""
        return self.node == OUT

    @property
    def facts(self) -> tuple[str, ...]:
        """What is unusual about the position."""
        is_against = "anticlockwise" in self.row.key.split(":")[3].split(";")
        return (_("Played anticlockwise"),) if is_against else ()

    def _play(self, play: str) -> bool:
        """Take a play of the reader; return whether it goes on."""
        node = self.nodes[self.node]
        event = f"{self.row.seat}: {play}"
        if play in node["loses"]:
            self.refutation, self.outcome = [event, *node["loses"][play]], Outcome.WRONG
            return False
        if play in node.get("also", ()):
            self.outcome = Outcome.ALSO
            play = next(iter(node["wins"]))
        elif play in node["wins"]:
            self.outcome = Outcome.RIGHT
        else:
            return False
        self.right.append(play)
        self._follow(play, node["wins"][play])
        while self.node != OUT and "replies" in self.nodes[self.node]:
            reply, follows = next(iter(self.nodes[self.node]["replies"].items()))
            self._follow(reply, follows)
        if self.node == OUT:
            self.outcome = Outcome.SOLVED
        return True

    def _follow(self, action: str, follows: Sequence[Any]) -> None:
        number, *passes = follows
        self.events += [f"{self.nodes[self.node]['turn']}: {action}", *passes]
        self.node = number

    def options(self) -> list[Option]:
        """Return what the reader may play now, pass last."""
        if self.is_solved:
            return []
        return list(options_of(self.nodes[self.node], self.order))

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Where each card of the deck is among the others."""
        cards = self.table.rules.deck.copies
        heights = getattr(self.table.rules, "order").heights  # noqa: B009 - climbing games have one
        return {str(card): heights[card] for card in cards}

    def moment(self) -> ReplayMoment:
        """Return the table for the template that draws replays."""
        names = names_of(self.row)
        events = [parse_event(event) for event in self.events]
        played = {seat: Counter[str]() for seat in names}
        for seat, cards in events:
            played[seat].update(cards)
        turn = 0 if self.is_solved else self.nodes[self.node]["turn"]
        return ReplayMoment(
            event=len(events),
            sentence="",
            verdict="",
            group=0,
            heading=heading(names, turn),
            facts=self.facts,
            laid=tuple(self._laid(events, names)),
            nothing="",
            seats=tuple(self._seat(seat, names, played[seat], turn) for seat in names),
        )

    def _seat(
        self, seat: int, names: Mapping[int, str], played: Counter[str], turn: int
    ) -> SeatMoment:
        left = Counter(self.table.holdings[seat - 1] or ()) - played
        cards = sorted(left.elements(), key=self.order.__getitem__)
        return SeatMoment(
            number=seat,
            at=(seat - self.row.seat) % len(names),
            name=names[seat],
            to_act=seat == turn,
            narrated=seat == turn,
            badges=(Badge(_("to act")),) if seat == turn else (),
            count=ngettext("%(count)s card", "%(count)s cards", len(cards)) % {"count": len(cards)},
            known=tuple(map(Face, cards)),
            unseen=0,
            unseen_text="",
        )

    def _laid(
        self, events: Sequence[tuple[int, Sequence[str]]], names: Mapping[int, str]
    ) -> Iterator[TableCards]:
        """Yield the cards to beat; after the end, the reader's last ones."""
        last = next(((seat, cards) for seat, cards in reversed(events) if cards), None)
        standing = self.nodes[self.node]["standing"].split() if not self.is_solved else ()
        if self.is_solved and last:
            seat, cards = last
        elif last and standing:
            seat, cards = last[0], standing
        elif standing:
            seat, cards = self._first_owner(), standing
        else:
            return
        yield TableCards(
            event=None,
            name=names[seat],
            did="",
            faces=tuple(map(Face, cards)),
            stands=True,
            seat=seat,
            spot=f"from-{(seat - self.row.seat) % len(names)}",
        )

    def _first_owner(self) -> int:
        """Return the seat whose cards stand in the position itself."""
        return next(
            seat
            for seat, cards in map(parse_event, reversed(self.table.events))
            if cards
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Return all that the script needs to go on without a network."""
        table, row, names = self.table, self.row, names_of(self.row)
        faces = {card for cards in table.holdings for card in cards or ()} | {
            *(table.standing or ())
        }
        return {
            "id": str(row.pk),
            "seat": row.seat,
            "names": {str(seat): name for seat, name in names.items()},
            "cards": {
                face: {
                    "name": Card(face).name,
                    "rank": Card(face).rank,
                    "suit": Card(face).suit,
                    "pip": Card(face).pip,
                    "order": self.order[face],
                }
                for face in sorted(faces, key=self.order.__getitem__)
            },
            "facts": self.facts,
            "holdings": [list(cards or ()) for cards in table.holdings],
            "owner": self._first_owner() if table.standing else 0,
            "nodes": row.tree["nodes"],
        }


def options_of(node: Mapping[str, Any], order: Mapping[str, int]) -> Iterator[Option]:
    """Yield the plays of a node in the order of their size and cards, pass last."""
    actions = [*node["wins"], *node.get("also", ()), *node["loses"]]

    def place(action: str) -> tuple[bool, int, list[int]]:
        cards = parse_event(f"1: {action}")[1]
        return not cards, len(cards), [order[card] for card in reversed(cards)]

    for action in sorted(actions, key=place):
        yield Option(action, parse_cards(parse_event(f"1: {action}")[1]))


def parse_event(event: str) -> tuple[int, list[str]]:
    """Return the seat of an event and its cards; none for a pass.

    >>> parse_event("2: 7H 7S last"), parse_event("3: pass")
    ((2, ['7H', '7S']), (3, []))
    """
    seat, _colon, action = event.partition(": ")
    return int(seat), [] if action == PASS_WORD else action.removesuffix(LAST).split()


def heading(names: Mapping[int, str], turn: int) -> str:
    """Return what stands above the cards to beat."""
    return _("%(name)s to act") % {"name": names[turn]} if turn else _("Out!")


def names_of(row: Puzzle) -> dict[int, str]:
    """Return what the seats are called: no names of players."""
    seats = len(referee.table_from_key(row.key).holdings)
    return {
        seat: _("You") if seat == row.seat else _("Seat %(number)s") % {"number": seat}
        for seat in range(1, seats + 1)
    }


def shown_events(row: Puzzle, events: Sequence[str]) -> list[PlayedEvent]:
    """Return events for a template."""
    names = names_of(row)
    parsed = map(parse_event, events)
    return [PlayedEvent(seat, names[seat], parse_cards(cards)) for seat, cards in parsed]
