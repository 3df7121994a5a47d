"""A finished hand tried otherwise: from one of its moments something else is played, and the referee judges each step.

Nothing is stored.  A line is its hand, the event after which it begins, and its own events, as a record writes them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from typing import Any

from django.utils.translation import gettext_noop

import referee
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.models import Hand, HandRevision
from scorekeeper.models.limits import MAX_EVENTS

MAX_PLAYS = 150
"""The most events of a line, so that a line fits in an address and is judged in a moment."""
MAX_CARDS = 24
"""The most cards left, of all seats together, with which the solver is asked."""
SOLVING_STEPS = 20_000
"""Positions at which the solver looks in one request: usually less than half a second of the processor."""
SEPARATOR = ";"
"""Between the plays of a line in an address: ``2: 7H;3: pass``."""
UNSEEN = "?"

Frame = dict[str, Any]


class ClosedMomentError(ValueError):
    """Nothing can be tried from this moment of the hand: it is unfinished, or not all cards are known."""


class TriedLineError(ValueError):
    """The line cannot be read; ``where`` names the key, such as ``play[2]``."""

    def __init__(self, where: str, message: str, code: str = "invalid") -> None:
        super().__init__(message)
        self.where = where
        self.code = code


@dataclass(frozen=True, kw_only=True)
class TriedLine:
    """A line that was tried, with the hand up to its end as the referee judges it."""

    hand: Hand
    revision: HandRevision  # the version of the record from which the line begins
    event: int  # the last event of the hand before the line
    plays: tuple[str, ...]  # the events of the line, each with its seat
    table: referee.Table  # after the last play
    judged: referee.HandAdjudication

    @property
    def record(self) -> Mapping[str, Any]:
        """The hand in which the line was played."""
        return self.table.hand

    @property
    def is_stale(self) -> bool:
        """Whether the hand was changed since the version from which the line begins."""
        return self.revision.pk != self.hand.head_id

    @property
    def choices(self) -> Mapping[int, tuple[str, ...]]:
        """Who may act after the last play, and with what.

        Where the hand has no passes, those of a line are played one after another.  Where nobody knows the top card of the stock,
        there is a choice for every card that it may be.
        """
        is_in_turn = self.record.get("passes") == "implied"
        return {
            seat: tuple(chain.from_iterable(map(self._with_card, actions or ())))
            for seat, actions in self.table.choices().items()
            if not is_in_turn or seat == self.table.turn
        }

    @property
    def is_solvable(self) -> bool:
        """Whether the solver may be asked what can be forced after the last play: in the ending of a climbing game."""
        is_climbing = self.judged.rules.family is referee.Family.CLIMBING
        counts = self.judged.frames()[-1]["counts"]
        return is_climbing and not self.table.is_over and sum(counts) <= MAX_CARDS

    def _with_card(self, action: str) -> list[str]:
        """Return an action with each card that the unseen one may be."""
        if UNSEEN not in action:
            return [action]
        known = " ".join([*self.record["dealt"], str(self.record.get("stock", ""))]).split()
        left = Counter(map(str, self.table.rules.deck.cards)) - Counter(known)
        return [action.replace(UNSEEN, face) for face in left]


def parse_plays(text: str) -> list[str]:
    """Return the plays of a line in an address.

    >>> parse_plays("2: 7H 7S;3: pass;")
    ['2: 7H 7S', '3: pass']
    """
    return [play.strip() for play in text.split(SEPARATOR) if play.strip()]


def is_open(frame: Mapping[str, Any]) -> bool:
    """Return whether every card that the seats hold at this moment is known.

    >>> moment = {"counts": [1, 1], "out": []}
    >>> is_open({**moment, "holdings": [["3C"], ["?"]]}), is_open({**moment, "holdings": [["3C"], ["3D"]]})
    (False, True)
    """
    return all(
        seat in frame["out"] or (cards is not None and UNSEEN not in cards and len(cards) == count)
        for seat, (cards, count) in enumerate(
            zip(frame["holdings"], frame["counts"], strict=True), 1
        )
    )


def find_revision(hand: Hand, number: int | None) -> HandRevision | None:
    """Return the version of the record with this number; None without a number.  Raises TriedLineError."""
    if number is None or number == hand.head.number:
        return None
    revision = hand.revisions.filter(number=number).first()
    if revision is None:
        raise TriedLineError("revision", f"The hand has no revision {number}.")
    return revision


def try_line(
    hand: Hand, *, event: int, plays: Sequence[str] = (), revision: HandRevision | None = None
) -> TriedLine:
    """Judge what is played otherwise after an event of a finished hand; illegal plays are judged and played, too.

    An action without its seat is that of the seat to act.  ``revision`` is the version of the record, by default the
    current one.  The caller has asked whether the person may see the hand.  Choices follow the present edition of the
    rules, verdicts that of the hand.

    Raises ClosedMomentError, or TriedLineError for a missing event and for a play that cannot be read.
    """
    if hand.adjudication.status == hidden_cards.UNFINISHED:
        raise ClosedMomentError(
            gettext_noop("This hand is unfinished: try it otherwise when it is over.")
        )
    version = revision or hand.head
    record = judging.hand_record(version)
    frames = judging.judge_stored(hand, record).frames()
    if not 0 <= event < len(frames):
        raise TriedLineError("event", f"There is no event {event}: the hand has {len(frames) - 1}.")
    if not (is_open(frames[0]) and is_open(frames[event])):
        raise ClosedMomentError(
            gettext_noop("Not all cards of this moment are known, so nothing can be tried from it.")
        )
    if len(plays) > MAX_PLAYS or event + len(plays) > MAX_EVENTS:
        raise TriedLineError("play", f"A line has at most {MAX_PLAYS} plays.")
    table = _table(hand, _beginning(record, frames, event))
    for number, play in enumerate(plays):
        if UNSEEN in play or "unseen" in play.lower():
            raise TriedLineError(
                f"play[{number}]", "A line is played with open cards: name each card."
            )
        try:
            table.play(play)
        except referee.MalformedError as error:
            raise TriedLineError(f"play[{number}]", error.message, error.code) from error
    return TriedLine(
        hand=hand,
        revision=version,
        event=event,
        plays=table.events[event:],
        table=table,
        judged=judging.judge_stored(hand, table.hand),
    )


def check_seat(line: TriedLine, seat: int, where: str) -> None:
    """Raise TriedLineError for a seat that the hand does not have."""
    if not 1 <= seat <= line.table.seats:
        raise TriedLineError(where, f"There is no seat {seat}: the hand has {line.table.seats}.")


def solve(line: TriedLine, seat: int, *, steps: int = SOLVING_STEPS) -> referee.Outcome:
    """Return whether a seat can force going out first after the last play of a line, with all cards open.

    With more than ``MAX_CARDS`` cards it is not settled: ``many-cards``.
    """
    is_climbing = line.judged.rules.family is referee.Family.CLIMBING
    if is_climbing and not (line.table.is_over or line.is_solvable):
        return referee.NotSettled("many-cards")
    return referee.solve(line.table, seat, steps=steps)


def answer_seat(line: TriedLine, seat: int) -> tuple[TriedLine, referee.Outcome | None]:
    """Return a line with what the others play best against a seat until its next turn, and what was proved of that.

    Where the seat can force going out first, they resist long; otherwise they prevent it.  Nothing is played, and nothing
    proved (None), where the seat is to act or the hand is over; nothing is played where it is not settled.
    """
    if line.table.is_over or line.table.turn == seat:
        return line, None
    outcome = solve(line, seat)
    replies = [*takewhile(lambda event: not event.startswith(f"{seat}:"), way_of(outcome))]
    plays = [*line.plays, *replies][:MAX_PLAYS]
    answered = try_line(line.hand, event=line.event, plays=plays, revision=line.revision)
    return answered, outcome


def way_of(outcome: referee.Outcome) -> tuple[str, ...]:
    """Return the events by which a seat wins, or by which the others prevent it; nothing where it is not settled."""
    match outcome:
        case referee.Won():
            return outcome.line
        case referee.NotForced():
            return outcome.refutation
    return ()


def _beginning(
    record: Mapping[str, Any], frames: Sequence[Frame], event: int
) -> dict[str, referee.Json]:
    """Return the hand up to an event, dealt openly: what follows, rulings and the score sheet do not belong to it."""
    known = {key: record[key] for key in ("dealer", "passes") if key in record}
    drawn = [now["cards"][-1] for last, now in pairwise(frames) if _is_drawn(last, now)]
    return {
        **known,
        "dealt": [" ".join(cards) for cards in frames[0]["holdings"]],
        **({"stock": " ".join(drawn)} if drawn else {}),
        "events": list(record.get("events") or [])[:event],
    }


def _is_drawn(last: Frame, now: Frame) -> bool:
    """Return whether the top card of the stock was turned up between two moments."""
    return bool(now["cards"]) and (now.get("stock") or 0) < (last.get("stock") or 0)


def _table(hand: Hand, record: Mapping[str, referee.Json]) -> referee.Table:
    """Return the table on which a line is played.

    Raises ClosedMomentError for a hand after the end of its game.
    """
    try:
        return judging.table_of(hand, record)
    except referee.MalformedError as error:
        raise ClosedMomentError(error.message) from error
