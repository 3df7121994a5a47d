"""One hand at a table, event by event: what is legal, what was played, who holds what."""

import json
import warnings
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from referee import boards, dispatch, frames
from referee.adjudication import HandAdjudication, adjudicate, adjudicate_hand, check_goes_on
from referee.cards import Cards, UnknownCardError
from referee.carried_state import Carried, for_seats
from referee.melding.frames import melding_holding, melding_sentence
from referee.melding.progress import MeldingHandInProgress
from referee.parsing import parse_event, parse_hand
from referee.record import (
    RECORD_FORMAT,
    Family,
    Json,
    MalformedError,
    Number,
    SessionRecord,
    to_json,
)
from referee.revision_content import HAND_KEYS
from referee.rules import Rules
from referee.variants import rules_for
from referee.verdicts import Verdict

_HAND = {"dealt": ["3C 5D …", "?", "?", "?"], "events": ["1: 3C"]}


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

    Each event is judged from the position before it, so ``play`` and ``pop`` take as long in a long hand as in a short one, where
    all cards were dealt openly, or every event so far was legal beyond doubt.  Otherwise the hand is judged from its beginning,
    since a later event may prove an earlier one.

    ``print`` shows a table as text, a notebook as a picture.  Tables are equal if rules, hand and events are.  ``copy`` goes on by itself; ``pickle`` takes a table to another process.
    The hash is that of the present moment: do not play on a table that is in a set.

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
    >>> table.seats, table.hand["events"], table.choices()[2][:2]
    (4, ['1: 3C'], ('3D', '4D'))
    >>> other = table.copy()
    >>> other.play("3D"), other == table, other.pop(), other == table
    (Legal(), False, '2: 3D', True)
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
        if seats not in self.rules.seats or not isinstance(seats, int):
            numbers = " or ".join(map(str, self.rules.seats))
            raise MalformedError(
                "wrong-player-count", "players", f"{self.rules.name} is for {numbers} players."
            )
        if not isinstance(hand or {}, Mapping):
            raise MalformedError("unreadable", "", f"A hand is a dict such as {_HAND}.")
        self._house_rules = deepcopy(dict(house_rules or {}))
        self._hand = {
            key: [*value] if isinstance(value, tuple) else deepcopy(value)
            for key, value in (hand or {}).items()
            if key != "events"
        }
        self._carried = for_seats(carried, seats) if carried else self._first_hand(seats)
        _warn_of_misspelled(self._hand)
        self._stock = _stock_cards(self.rules, self._hand.get("stock"))
        events = (hand or {}).get("events") or []
        events = list(events) if isinstance(events, tuple) else events
        record = parse_hand({**self._hand, "events": events}, self.rules, seats=seats)
        check_goes_on(self.rules, self._carried)
        self._adjudication: HandAdjudication | None = None
        self._progress = dispatch.begin(self.rules, record, self._carried, seats=seats)

    def _first_hand(self, seats: int) -> Carried:
        return Carried(number=1, totals=(self.rules.credits,) * seats, won=(0,) * seats)

    def copy(self) -> "Table":
        """Return a table with the same hand, which goes on by itself."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._progress = self._progress.copy()
        return other

    def __copy__(self) -> "Table":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (
            type(self),
            self.rules.variant,
            self.seats,
            self._house_rules,
            self.hand,
            self._carried,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        seats = "" if self.seats == 4 else f", seats={self.seats}"
        chosen = f", house_rules={self._house_rules}" if self._house_rules else ""
        is_first = self._carried == self._first_hand(self.seats)
        carried = "" if is_first else f", carried={self._carried}"
        return f"Table({self.rules.variant!r}{seats}{chosen}, hand={self.hand}{carried})"

    def __str__(self) -> str:
        return boards.text(self)

    def _repr_svg_(self) -> str:
        return boards.svg(self)

    def _repr_html_(self) -> str:
        return boards.svg(self)

    def _identity(self) -> tuple[Any, ...]:
        known = json.dumps(to_json(self._hand), sort_keys=True)
        return self.rules.digest, self.seats, known, self.events, self._carried

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._progress.seats

    @property
    def hand(self) -> dict[str, Json]:
        """The hand so far, as an entry of ``hands`` of a session record."""
        return {**deepcopy(self._hand), "events": list(self.events)}

    def record(self) -> dict[str, Json]:
        """Return the hand so far as a session record with this one hand, ``session-record/1``; players are named by their seats.

        What a record cannot say of the hands before is left out: who won how many, that their points are not known, and who starts a hand of Four Color Cards.

        >>> import referee
        >>> table = referee.Table("pusoy-dos", hand={"events": ["2: 3C"]})
        >>> next(referee.tables(referee.parse_record(table.record()))) == table
        True
        """
        before = self._carried
        known = {
            "house_rules": deepcopy(self._house_rules) or None,
            "first_hand": before.number,
            "previous_winner": before.previous_winner,
            "previous_loser": before.previous_loser,
            "carried": None if before.totals is None else list(before.totals),
        }
        return {
            "format": RECORD_FORMAT,
            "variant": self.rules.variant,
            "players": [f"Seat {seat}" for seat in range(1, self.seats + 1)],
            **{key: value for key, value in known.items() if value is not None},
            "hands": [self.hand],
        }

    @property
    def adjudication(self) -> HandAdjudication:
        """The verdicts and scores of the hand so far, as ``adjudicate_hand`` gives them."""
        if self._adjudication is None:
            record = parse_hand(self.hand, self.rules, seats=self.seats)
            self._adjudication = adjudicate_hand(self.rules, record, self._carried)
        return self._adjudication

    @property
    def events(self) -> tuple[str, ...]:
        """The events so far, as they were written."""
        return tuple(event.text for event in self._progress.events)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each event, given all events so far: later ones may settle an earlier one."""
        return tuple(event.verdict for event in self.adjudication.judged.events)

    @property
    def position(self) -> TablePosition:
        """The moment after the last event."""
        step = self._progress.step
        return TablePosition(
            number=len(self._progress.events),
            event=step.event.text if step else "",
            verdict=step.verdict if step else None,
            turn=self.turn,
            standing=self.standing,
            holdings=self.holdings,
            counts=self._progress.counts,
            is_over=self.is_over,
            sentence=self._sentence(),
        )

    @property
    def turn(self) -> int | None:
        """The seat to act, from 1; None if the hand is over, or if it is not known.

        After the highest single, which nobody can beat, the others may still pass one by one, or its seat leads at once
        (B14): then ``turn`` is the next seat, and ``choices`` has both.  Before the first play of a hand of Gang of Four, it
        is the seat that has to give a card, as long as one is due.
        """
        return None if self.is_over else self._progress.turn or None

    @property
    def standing(self) -> tuple[str, ...] | None:
        """The cards to beat, in Four Color Cards the card that may be claimed; None if there is none."""
        return self._progress.standing

    @property
    def holdings(self) -> tuple[tuple[str, ...] | None, ...]:
        """The cards of each seat as far as they are proved, ``?`` for the others; None where nothing is known."""
        progress = self._progress
        seats = progress.position.seats()
        if isinstance(progress, MeldingHandInProgress):
            listed = (melding_holding(progress.position, seat) for seat in seats)
        else:
            listed = (frames.holding(progress.position, seat) for seat in seats)
        return tuple(None if cards is None else tuple(cards) for cards in listed)

    @property
    def is_over(self) -> bool:
        """Whether the hand is over, finished or washed out.

        In Four Color Cards ``choices`` may still have the lucky card, or a claim on the last card of the stock: until somebody
        claims it, the hand is washed out.
        """
        return self._progress.is_over

    @property
    def status(self) -> str:
        """``unfinished``, ``finished``, ``washed-out`` or ``void``, as an adjudication says it."""
        return self.adjudication.status

    @property
    def result(self) -> tuple[Number | None, ...] | None:
        """The points by seat once the hand is over, None for a seat whose points are not proved; otherwise None.

        Also None where nothing is proved, as long as a lucky card is to be turned.
        """
        return self.adjudication.points if self.is_over else None

    def positions(self) -> Iterator[TablePosition]:
        """Yield the moment before the first event and the one after each event."""
        return map(self._position, self.adjudication.frames())

    def judge(self, event: str) -> Verdict:
        """Return the verdict that an event would get as the next one, and change nothing.  Raises MalformedError."""
        verdict = self._add(event)
        self._progress.remove()
        return verdict

    def play(self, event: str) -> Verdict:
        """Add an event, legal or not, and return its verdict.  Raises MalformedError, and then changes nothing.

        ``"2: 7H 7S"`` as in a record; without a seat it is the action of the seat to act.
        """
        verdict = self._add(event)
        self._adjudication = None
        return verdict

    def pop(self) -> str:
        """Remove the last event and return it.  Raises IndexError if there is none."""
        if not self._progress.events:
            raise IndexError("There is no event to remove.")
        last = self._progress.events[-1]
        self._progress.remove()
        self._adjudication = None
        return last.text

    def choices(self) -> dict[int, tuple[str, ...] | None]:
        """Return who may act next, and with what: by seat, each action as ``play(f"{seat}: {action}")`` takes it.

        None: the cards of the seat are not all known, or the card on offer is not.  Empty: nobody has anything left to do, or it is not known whose turn it is.
        Where a last card must be announced (G25), it can be played with and without.  Where passes are implied, every seat that
        still plays in the trick may play: those before it then passed.

        In Four Color Cards each seat that may claim the card on offer is there.  It gives the claim up with ``pass``, the seat to draw
        by drawing; until the next card is turned up, it is not asked again.  A claim that must be called (F15, F23) cannot be given up.
        A drawn card is ``?``, unless ``hand["stock"]`` lists the stock, the top card first, as ``deal`` does, and this card
        is not known to be elsewhere.

        >>> import referee
        >>> table = referee.Table("four-color-cards", hand=referee.deal("four-color-cards", seed=4))
        >>> while choices := table.choices():
        ...     seat, actions = next(iter(choices.items()))
        ...     verdict = table.play(f"{seat}: {actions[0]}")
        >>> table.is_over, table.status, table.events[-1]
        (True, 'washed-out', '4: discards Hy')
        """
        progress = self._progress
        if not isinstance(progress, MeldingHandInProgress):
            return progress.choices()
        return progress.choices(self._stock)

    def legal_plays(self, seat: int | None = None) -> tuple[str, ...] | None:
        """Return everything that a seat may do next, as actions without the seat; by default the seat to act.

        None if the cards of the seat are not all known, or the card that it may claim, or who is to act.  Plays come by size,
        then strength; a pass is last.  A card that will be drawn is ``?``.  Raises MalformedError ``bad-seat``.
        """
        if seat is None:
            seat = self.turn
        elif seat not in range(1, self.seats + 1):
            raise MalformedError(
                "bad-seat", "", f"{seat!r} is no seat here: seats are numbered 1 to {self.seats}."
            )
        if seat is None:
            return () if self.is_over else None
        return self._progress.legal_actions(seat)

    def _add(self, event: Json) -> Verdict:
        if not isinstance(event, str):
            message = f"{event!r} is no text: an event is a text such as '2: pass', or 'pass' for the seat to act."
            raise MalformedError("bad-event", "", message)
        try:
            return self._progress.add(parse_event(self.rules, self.seats, self._with_seat(event)))
        except MalformedError as error:
            where = "" if error.where.startswith("events[") else error.where
            raise MalformedError(error.code, where, error.message) from None

    def _with_seat(self, event: str) -> str:
        if ":" in event or event.strip().lower() == "unseen" or self.turn is None:
            return event
        return f"{self.turn}: {event}"

    def _sentence(self) -> str:
        progress = self._progress
        if isinstance(progress, MeldingHandInProgress):
            return melding_sentence(progress.position, progress.step)
        return frames.sentence(progress.position, progress.step)

    def _position(self, frame: Mapping[str, Any]) -> TablePosition:
        number = frame["event"]
        standing, offer = frame["standing"], frame.get("offer")
        cards = standing["cards"] if standing else offer and [offer["card"]]
        over = frame["over"] or bool(offer and frame["stock"] == 0)
        return TablePosition(
            number=number,
            event=frame["text"],
            verdict=self.verdicts[number - 1] if number else None,
            turn=None if over else frames.seat_to_act(frame),
            standing=tuple(cards) if cards is not None else None,
            holdings=tuple(None if one is None else tuple(one) for one in frame["holdings"]),
            counts=tuple(frame["counts"]),
            is_over=over,
            sentence=frame["narration"],
        )


def progress_of(table: Table) -> dispatch.HandInProgress:
    """Return the hand in progress on a table, with its positions; for the referee itself."""
    return table._progress


def _restore(
    kind: type[Table],
    variant: str,
    seats: int,
    house_rules: Mapping[str, Json],
    hand: Mapping[str, Json],
    carried: Carried,
) -> Table:
    return kind(variant, seats=seats, house_rules=house_rules, hand=hand, carried=carried)


def _warn_of_misspelled(hand: Mapping[str, Json]) -> None:
    """Warn of an unknown key that is spelled nearly like a known one.  Unknown keys are stored and mean nothing."""
    known = (*HAND_KEYS, "stock")
    for key in hand:
        near = [] if key in known else get_close_matches(str(key), known, n=2, cutoff=0.7)
        if near:
            message = f"Unknown key {key!r} of a hand; did you mean {' or '.join(map(repr, near))}?"
            warnings.warn(message, UserWarning, stacklevel=3)


def _stock_cards(rules: Rules, stock: Json) -> Cards | None:
    """Return the cards of the stock, the top one first; None if they are not known.  Warns of what is no list of cards."""
    if stock is None or rules.family is not Family.MELDING:
        return None
    try:
        return rules.deck.parse_all(stock)
    except (UnknownCardError, AttributeError, TypeError):
        example = " ".join(list(rules.deck.copies)[:3])
        message = f"'stock' is {stock!r}, no text of cards such as {example!r}: drawn cards are not known."
        warnings.warn(message, UserWarning, stacklevel=3)
        return None


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
