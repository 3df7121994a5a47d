"""A whole session adjudicated, hand after hand; each hand takes over the state that those before it left."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee import dispatch, frame_compression, frames
from referee.carried_state import Carried, check_beginning
from referee.dispatch import JudgedEvent, JudgedHand
from referee.match_totals import add_points, brings_no_points, is_match_played_out, is_over, winners
from referee.melding.frames import build_melding_frames, melding_situation
from referee.melding.hands import MeldingHand
from referee.melding.results import HandResult
from referee.melding.timeline import MeldingStep
from referee.record import (
    ADJUDICATION_FORMAT,
    HandRecord,
    MalformedError,
    Number,
    SessionRecord,
    to_json,
)
from referee.rules import Rules
from referee.variants import rules_for
from referee.verdicts import Illegal, verdict_json


@dataclass(frozen=True)
class HandAdjudication:
    """The verdicts and scores of one hand, and the state that the next hand takes over.

    >>> import referee
    >>> rules = referee.rules_for("big-two")
    >>> hand = referee.parse_hand({"events": ["1: 3C", "2: 5D", "3: 4H"]}, rules, seats=4)
    >>> judged = referee.adjudicate_hand(rules, hand, referee.Carried(number=1, totals=(0,) * 4, won=(0,) * 4))
    >>> judged.status, judged.has_illegal, judged.points, judged.over
    ('unfinished', True, None, False)
    >>> judged.situation["turn"], judged.situation["counts"]
    (4, [12, 12, 12, 13])
    >>> judged.as_json()["events"][2]["reason"]
    "Seat 3's 4H does not beat the 5D on the table."
    >>> [frame["narration"] for frame in judged.frames()][:2]
    ['Seat 1 leads the first trick.', 'Seat 1 leads 3C.']
    >>> judged.compressed_frames()[1]
    {'text': '1: 3C', 'holdings': {'0': None}}
    """

    rules: Rules
    judged: JudgedHand
    carried: Carried
    carried_out: Carried
    after_the_end: bool = False  # the game ended before this hand (contract §6)
    contradictions: tuple[MalformedError, ...] = ()  # between its score sheet and its plays

    @property
    def over(self) -> bool:
        """Whether the game is over after this hand."""
        return self.carried_out.over

    @property
    def has_illegal(self) -> bool:
        """Whether an event of the hand is illegal."""
        return any(isinstance(event.verdict, Illegal) for event in self.judged.events)

    @property
    def points(self) -> tuple[Number | None, ...] | None:
        """The points by seat; None where the hand does not count or the record does not prove them, of all or of one seat."""
        if self.after_the_end or brings_no_points(self.judged.record):
            return None
        return self.judged.result.points

    @property
    def status(self) -> str:
        """``finished``, ``unfinished``, ``washed-out``, ``void`` or ``after-the-end``."""
        if self.judged.record.void is not None:
            return "void"
        return "after-the-end" if self.after_the_end else self.judged.result.status

    @property
    def situation(self) -> dict[str, Any]:
        """What everybody at the table sees after the last event; for a score sheet without plays, how the hand ended."""
        if isinstance(self.judged, MeldingHand):
            table = melding_situation(self.judged.end)
        else:
            table = frames.situation(self.judged.end)
        if self.judged.record.events is not None or self.status == "unfinished":
            return table
        counts = _as_list(self.judged.result.cards_left) or table["counts"]
        ended = {"turn": None, "must": None, "exchange": None, "counts": counts, "over": True}
        return {key: ended.get(key, value) for key, value in table.items()}

    def as_json(self) -> dict[str, Any]:
        """Return an entry of ``hands`` (contract §3)."""
        hand, result = self.judged.record, self.judged.result
        answer: dict[str, Any] = {
            "number": self.carried.number,
            "status": self.status,
            "events": [_event_json(event) for event in self.judged.events],
            "places": _as_list(result.places),
            "cards_left": _as_list(result.cards_left),
            "card_points": None if brings_no_points(hand) else _as_list(result.card_points),
            "points": _as_list(self.points),
        }
        if result.loser is not None:
            answer["loser"] = result.loser
        answer["lines"] = [line.as_json() for line in result.lines] if self.points else []
        if isinstance(result, HandResult) and result.melds:
            answer["melds"] = result.melds_json()
        if self.contradictions:
            answer["contradictions"] = [error.as_json()["error"] for error in self.contradictions]
        for key in ("void", "annulled", "adjustments", "rulings"):
            if hand.source.get(key):
                answer[key] = to_json(hand.source[key])
        return answer

    def frames(self) -> list[dict[str, Any]]:
        """Return the replay: a frame before the first event and one after each event."""
        return frame_compression.with_narrations(self._build_frames())

    def compressed_frames(self) -> list[dict[str, Any]]:
        """Return the replay in about a twentieth of the space; ``decompress_frames`` is the inverse."""
        return frame_compression.compress_frames(self._build_frames())

    def _build_frames(self) -> list[dict[str, Any]]:
        if isinstance(self.judged, MeldingHand):
            return build_melding_frames(self.judged)
        return frames.build(self.judged)


@dataclass(frozen=True)
class SessionAdjudication:
    """The adjudicated hands of a session, and their totals.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> record = referee.parse_record({**game, "house_rules": {"target": 20}, "hands": [{"cards_left": [5, 0, 8, 12]}]})
    >>> session = referee.adjudicate(record)
    >>> session.winners, session.has_illegal, session.as_json()["totals"]
    ((2,), False, [-5, 25, -8, -12])
    """

    record: SessionRecord
    rules: Rules
    hands: tuple[HandAdjudication, ...]
    carried_out: Carried

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the game; none while it goes on."""
        return winners(self.rules, self.carried_out) if self.carried_out.over else ()

    @property
    def has_illegal(self) -> bool:
        """Whether an event of the session is illegal."""
        return any(hand.has_illegal for hand in self.hands)

    def as_json(self) -> dict[str, Any]:
        """Return ``adjudication/1`` (contract §3)."""
        return {
            "format": ADJUDICATION_FORMAT,
            "variant": self.rules.variant,
            "rules_digest": self.rules.digest,
            "hands": [hand.as_json() for hand in self.hands],
            "totals": _as_list(self.carried_out.totals),
            "over": self.carried_out.over,
            "winners": list(self.winners),
        }


def adjudicate(record: SessionRecord) -> SessionAdjudication:
    """Judge every event of a session and score its hands.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "gang-of-four", "players": ["Ann", "Bo", "Cy"]}
    >>> record = referee.parse_record({**game, "hands": [{"cards_left": [0, 5, 8]}, {"cards_left": [1, 0, 16]}]})
    >>> session = referee.adjudicate(record)
    >>> [hand.points for hand in session.hands], session.carried_out.totals
    ([(0, 5, 16), (1, 0, 80)], (1, 5, 96))

    Raises MalformedError with a path into the record where a score sheet contradicts its plays (``result-mismatch``), no
    hand can end so (``impossible-result``), or a hand lies after the end of the game (``after-the-end``).
    """
    rules = rules_for(record.variant, record.house_rules)
    hands = tuple(adjudicate_hands(rules, record))
    return SessionAdjudication(
        record, rules, hands, hands[-1].carried_out if hands else Carried.first(record)
    )


def adjudicate_hands(rules: Rules, record: SessionRecord) -> Iterator[HandAdjudication]:
    """Yield the hands of a record in order, each judged when it is requested.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "pusoy-dos", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> record = referee.parse_record({**game, "hands": [{"out": [2, 4, 1]}, {"out": [2, 1, 3]}]})
    >>> judged = referee.adjudicate_hands(referee.rules_for("pusoy-dos"), record)
    >>> next(judged).as_json()["places"]
    [3, 1, 4, 2]

    Raises MalformedError at the hand that cannot be judged, with a path into the record.
    """
    check_beginning(record.previous_winner, record.previous_loser, "previous_loser")
    carried = Carried.first(record)
    for number, hand in enumerate(record.hands):
        try:
            judged = adjudicate_hand(rules, hand, carried)
        except MalformedError as error:
            raise error.within(f"hands[{number}]") from None
        carried = judged.carried_out
        yield judged


def adjudicate_hand(rules: Rules, hand: HandRecord, carried: Carried) -> HandAdjudication:
    """Judge one hand, given the state that the hands before it left.

    >>> import referee
    >>> rules = referee.rules_for("big-two")
    >>> hand = referee.parse_hand({"cards_left": [0, 5, 8, 12]}, rules, seats=4)
    >>> second = referee.Carried(number=2, totals=(3, -1, -1, -1), won=(1, 0, 0, 0))
    >>> referee.adjudicate_hand(rules, hand, second).carried_out.totals
    (28, -6, -9, -13)

    Raises MalformedError with a path inside the hand; ``after-the-end`` where the game was over before it.
    """
    check_goes_on(rules, carried)
    if len(carried.won) not in rules.seats:
        message = f"won is {carried.won!r}: expected the hands won by each seat, 0 for those that won none."
        raise MalformedError("unreadable", "carried", message)
    judged = dispatch.adjudicate(rules, hand, carried, seats=len(carried.won))
    return HandAdjudication(rules, judged, carried, _carry(rules, judged, carried))


def check_goes_on(rules: Rules, carried: Carried) -> None:
    """Raise MalformedError ``after-the-end`` if the game was over before a hand."""
    if carried.over or is_match_played_out(rules, carried):
        raise MalformedError(
            "after-the-end", "", "The game was over before this hand: begin a new record."
        )


def _carry(rules: Rules, judged: JudgedHand, carried: Carried) -> Carried:
    hand, result = judged.record, judged.result
    totals = add_points(carried.totals, hand, result.points)
    if hand.void is not None:
        void = replace(carried, totals=totals)
        return replace(void, over=is_over(rules, void))
    won = tuple(
        number + (seat == result.winner and hand.annulled is None)
        for seat, number in enumerate(carried.won, 1)
    )
    after = Carried(
        number=carried.number + 1,
        previous_winner=result.winner,
        previous_loser=result.loser,
        totals=totals,
        won=won,
        next_first=judged.next_first if isinstance(judged, MeldingHand) else None,
    )
    open_end = totals is None and result.status == "unfinished"
    return replace(after, over=not open_end and is_over(rules, after))


def _as_list(values: tuple[Any, ...] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _event_json(event: JudgedEvent) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "event": event.number,
        "seat": event.event.seat or None,
        "text": event.event.text,
        "trick": event.trick,
    }
    if event.combination is not None:
        answer["combination"] = event.combination.kind.name
    if isinstance(event, MeldingStep):
        answer["meld"] = event.made.meld.name if event.made else None
    answer.update(verdict_json(event.verdict))
    return answer
