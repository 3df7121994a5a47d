"""One hand at a table, event by event: what is legal, what was played, who holds what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import dispatch
from referee.adjudication import HandAdjudication, adjudicate, adjudicate_hand
from referee.carried_state import Carried
from referee.events import format_event
from referee.parsing import parse_hand
from referee.record import Json, MalformedError, Number, SessionRecord
from referee.rules import Rules
from referee.variants import rules_for
from referee.verdicts import Verdict


@dataclass(frozen=True)
class TablePosition:
    """One moment of a hand, as far as the record proves it.  What is listed by seat begins with seat 1.

    >>> import referee
    >>> position = referee.Table("big-two", hand={"events": ["1: 3C", "2: 3D"]}).position
    >>> position.turn, position.standing, position.counts, position.sentence
    (3, ('3D',), (12, 12, 13, 13), 'Seat 2 plays 3D.')
    """

    number: int  # of events so far
    event: str  # the last one, as it was written; empty before the first
    verdict: Verdict | None  # on the last event, given the whole hand; None before the first
    turn: int | None  # the seat to act; None: the hand is over, or it is not known
    standing: tuple[str, ...] | None  # the cards to beat, or the card that may be claimed
    holdings: tuple[tuple[str, ...] | None, ...]  # ``?`` is an unknown card; None: none is known
    counts: tuple[int | None, ...]  # how many cards each seat holds
    is_over: bool
    sentence: str  # what happened, in English


class Table:
    """A hand that grows by events: ``play`` adds one, ``pop`` takes it away, ``judge`` only asks.

    A real table goes on after a mistake, and so does this one: ``play`` adds an event whatever its verdict.  The cards may
    be known, partly known or unknown; a verdict is ``Unproven`` where they decide.

    ``variant`` and ``house_rules`` as in a session record.  ``hand`` is what is known besides the events, such as
    ``{"dealt": [...], "dealer": 2}``, with events so far, if any.  ``carried`` is what the hands before it left; without
    it, this is the first hand.  Raises MalformedError with a path inside the hand.

    >>> import referee
    >>> table = referee.Table("big-two", hand={"dealt": [
    ...     "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C", "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D", "?", "?"]})
    >>> table.turn, table.legal_plays()[:2]
    (1, ('3C', '3C 4C 5C AC 2C'))
    >>> table.play("3C")
    Legal()
    >>> table.judge("2: pass"), table.judge("2: 3S").fault
    (Legal(), <Fault.CARD_NOT_HELD: 'card-not-held'>)
    >>> table.turn, table.standing, table.legal_plays()[0]
    (2, ('3C',), '3D')
    >>> table.play("pass"), table.verdicts
    (Legal(), (Legal(), Legal()))
    >>> [position.sentence for position in table.positions()][1:]
    ['Seat 1 leads 3C.', 'Seat 2 passes.']
    >>> table.position.counts, table.holdings[0][:2], table.holdings[2]
    ((12, 13, 13, 13), ('4C', '5C'), None)
    >>> table.is_over, table.result, table.adjudication.status
    (False, None, 'unfinished')
    >>> table.pop(), table.events
    ('2: pass', ('1: 3C',))
    """

    def __init__(
        self,
        variant: str,
        *,
        seats: int = 4,
        house_rules: Mapping[str, Json] | None = None,
        hand: Mapping[str, Json] | None = None,
        carried: Carried | None = None,
    ) -> None:
        self.rules: Rules = rules_for(variant, house_rules)
        if seats not in self.rules.seats:
            numbers = " or ".join(map(str, self.rules.seats))
            raise MalformedError(
                "wrong-player-count", "players", f"{self.rules.name} is for {numbers} players."
            )
        self._hand = dict(hand or {})
        self._hand["events"] = list(self._hand.get("events") or ())
        self._carried = carried or Carried(
            number=1, totals=(self.rules.credits,) * seats, won=(0,) * seats
        )
        self._adjudication = self._adjudicate(self._hand["events"])

    @property
    def adjudication(self) -> HandAdjudication:
        """The verdicts and scores of the hand so far, as ``adjudicate_hand`` gives them."""
        return self._adjudication

    @property
    def events(self) -> tuple[str, ...]:
        """The events so far, as they were written."""
        return tuple(self._hand["events"])

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each event, given all events so far: later ones may settle an earlier one."""
        return tuple(event.verdict for event in self._adjudication.judged.events)

    @property
    def position(self) -> TablePosition:
        """The moment after the last event."""
        return self._position(self._adjudication.frames()[-1])

    @property
    def turn(self) -> int | None:
        """The seat to act, from 1; None if the hand is over, or if it is not known.

        After the highest single, which nobody can beat, the others may still pass one by one, or its seat leads at once
        (B14): then ``turn`` is the next seat, and ``legal_plays`` of the other seat lists its leads.
        """
        return self.position.turn

    @property
    def standing(self) -> tuple[str, ...] | None:
        """The cards to beat, in Four Color Cards the card that may be claimed; None if there is none."""
        return self.position.standing

    @property
    def holdings(self) -> tuple[tuple[str, ...] | None, ...]:
        """The cards of each seat as far as they are proved, ``?`` for the others; None where nothing is known."""
        return self.position.holdings

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.position.is_over

    @property
    def result(self) -> tuple[Number | None, ...] | None:
        """The points by seat once the hand is over, None for a seat whose points are not proved; otherwise None."""
        return self._adjudication.points

    def positions(self) -> Iterator[TablePosition]:
        """Yield the moment before the first event and the one after each event."""
        return map(self._position, self._adjudication.frames())

    def judge(self, event: str) -> Verdict:
        """Return the verdict that an event would get as the next one, and change nothing.  Raises MalformedError."""
        return _last_verdict(self._adjudicate([*self._hand["events"], self._with_seat(event)]))

    def play(self, event: str) -> Verdict:
        """Add an event, legal or not, and return its verdict.  Raises MalformedError, and then changes nothing.

        ``"2: 7H 7S"`` as in a record; without a seat it is the action of the seat to act.
        """
        events = [*self._hand["events"], self._with_seat(event)]
        self._adjudication = self._adjudicate(events)
        self._hand["events"] = events
        return _last_verdict(self._adjudication)

    def pop(self) -> str:
        """Remove the last event and return it.  Raises IndexError if there is none."""
        *events, last = self._hand["events"] or [None]
        if last is None:
            raise IndexError("There is no event to remove.")
        self._adjudication = self._adjudicate(events)
        self._hand["events"] = events
        return str(last)

    def legal_plays(self, seat: int | None = None) -> tuple[str, ...] | None:
        """Return everything that a seat may do next, as actions without the seat; by default the seat to act.

        None if the cards of the seat are not all known, or if it is not known who is to act.  Plays come by size, then
        strength; a pass is last.  A card that will be drawn is ``?``.
        """
        seat = seat or self.turn
        if seat is None:
            return () if self.is_over else None
        legal = dispatch.legal_actions(self._adjudication.judged, seat)
        if legal is None:
            return None
        return tuple(format_event(event).partition(": ")[2] for event in legal)

    def _adjudicate(self, events: Sequence[str]) -> HandAdjudication:
        seats = len(self._carried.won)
        hand = parse_hand({**self._hand, "events": list(events)}, self.rules, seats=seats)
        return adjudicate_hand(self.rules, hand, self._carried)

    def _with_seat(self, event: str) -> str:
        if ":" in event or event.strip() == "unseen" or self.turn is None:
            return event
        return f"{self.turn}: {event}"

    def _position(self, frame: Mapping[str, Any]) -> TablePosition:
        number = frame["event"]
        standing, offer = frame["standing"], frame.get("offer")
        cards = standing["cards"] if standing else offer and [offer["card"]]
        return TablePosition(
            number=number,
            event=frame["text"],
            verdict=self.verdicts[number - 1] if number else None,
            turn=None if frame["over"] else frame["turn"],
            standing=tuple(cards) if cards is not None else None,
            holdings=tuple(None if one is None else tuple(one) for one in frame["holdings"]),
            counts=tuple(frame["counts"]),
            is_over=frame["over"],
            sentence=frame["narration"],
        )


def _last_verdict(adjudication: HandAdjudication) -> Verdict:
    return adjudication.judged.events[-1].verdict


def tables(record: SessionRecord) -> Iterator[Table]:
    """Yield a table for each hand of a record, after its last event.  Raises MalformedError with a path.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> record = referee.parse_record({**game, "hands": [{"events": ["1: 3C", "2: 3D"]}]})
    >>> [position.sentence for table in referee.tables(record) for position in table.positions()]
    ['Seat 1 leads the first trick.', 'Seat 1 leads 3C.', 'Seat 2 plays 3D.']
    """
    for hand in adjudicate(record).hands:
        yield Table(
            record.variant,
            seats=len(record.players),
            house_rules=record.house_rules,
            hand=hand.judged.record.source,
            carried=hand.carried,
        )
