"""Random complete legal sessions of both Gangs of Four, with the points that each must bring by the second opinion."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import referee
from tests.referee.cast import CAST
from tests.referee.second_opinion_gang import (
    Outcome,
    Play,
    Rules,
    deck,
    every_play,
    highest,
    legal_plays,
    winners,
)

CHOICES: dict[str, list[Any]] = {
    "phoenix": ["official", "wild-in-pairs", "wild"],
    "five_card_following": ["any-higher", "same-type"],
    "gangs": ["four-to-seven", "four-only"],
    "pass_locks_out": [True, False],
    "protect_last_card": [True, False],
    "protect_lead_highest": [True, False],
    "protect_forces_gang": [True, False],
    "last_card_announcement": ["required", "auto"],
    "exchange": [True, False],
    "exchange_may_return_received": [True, False],
    "direction": ["clockwise", "anticlockwise", "alternate"],
    "scoring": ["table", "one-per-card", "loser-only"],
    "target": ["none", 20, 50, 100],
    "hands_per_match": ["none", 2, 3],
    "final_tie": ["shared", "extra-hand", "most-hands-won"],
}
"""Values of the random house rules; ``deck`` is added for the loser-scores edition."""

VARIANTS = ["gang-of-four", "gang-of-four-loser-scores"]


def random_house_rules(variant: str, chance: Random) -> dict[str, Any]:
    """Return random values for some switches."""
    choices = {**CHOICES, "deck": ["literal-42", "published-64"]}
    if variant == "gang-of-four":
        del choices["deck"]
    return {
        name: chance.choice(values) for name, values in choices.items() if chance.random() < 0.3
    }


@dataclass
class Session:
    """A session as it was played: its hands, and the expected results."""

    variant: str
    house_rules: dict[str, Any]
    seats: int
    keys: dict[str, Any] = field(default_factory=dict)  # of the record: the state carried in
    hands: list[dict[str, Any]] = field(default_factory=list)
    left: list[list[str] | None] = field(default_factory=list)  # by hand; None: void
    expected: list[dict[str, Any]] = field(default_factory=list)  # by hand
    moments: list[list["Moment"]] = field(default_factory=list)  # by hand and event
    totals: list[int] = field(default_factory=list)
    winners: list[int] | None = None  # None: the game goes on

    @property
    def rules(self) -> Rules:
        """Every effective house rule."""
        return referee.rules_for(self.variant, self.house_rules).house_rules

    def record(self, *hands: dict[str, Any]) -> dict[str, Any]:
        """Return the session as a record; ``hands`` replace its own if there are any."""
        return {
            "format": "session-record/1",
            "variant": self.variant,
            "house_rules": self.house_rules,
            "players": CAST[: self.seats],
            **self.keys,
            "hands": list(hands) or self.hands,
        }

    def adjudicate(self, *hands: dict[str, Any]) -> dict[str, Any]:
        """Return the referee's answer to the session, as JSON."""
        return referee.adjudicate(referee.parse_record(self.record(*hands))).as_json()


class Moment(NamedTuple):
    """What a seat held before an event, and its legal options; None where it gave a card."""

    seat: int
    holding: list[str]
    options: list[Play | None] | None = None


class _Carried(NamedTuple):
    """The state carried into a hand."""

    number: int
    totals: list[int]
    won: list[int]
    winner: int = 0
    loser: int = 0


def random_session(
    chance: Random, variant: str = "", *, most: int = 4, house_rules: dict[str, Any] | None = None
) -> Session:
    """Return a session of up to ``most`` hands; all events are legal, and it stops where the game ends."""
    variant = variant or chance.choice(VARIANTS)
    seats = 3 if variant == "gang-of-four" and chance.random() < 0.3 else 4
    chosen = random_house_rules(variant, chance) if house_rules is None else house_rules
    session = Session(variant, chosen, seats)
    carried = _starting_state(session, chance)
    for _ in range(chance.randint(1, most)):
        carried = _add_hand(session, carried, chance)
        session.totals = carried.totals
        if session.winners is not None:
            break
    return session


def _starting_state(session: Session, chance: Random) -> _Carried:
    """Return the state at the first hand, or in the middle of a game."""
    nothing = [0] * session.seats
    if chance.random() < 0.6 or session.rules["hands_per_match"] != "none":
        return _Carried(1, nothing, nothing)
    target = session.rules["target"]
    totals = [chance.randrange(60 if target == "none" else target) for _ in nothing]
    winner, loser = chance.sample(range(1, session.seats + 1), 2)
    number = chance.randint(2, 5)
    session.keys = {
        "carried": totals,
        "first_hand": number,
        "previous_winner": winner,
        "previous_loser": loser,
    }
    return _Carried(number, totals, nothing, winner, loser)


def _add_hand(session: Session, carried: _Carried, chance: Random) -> _Carried:
    if chance.random() < 0.05:
        session.hands.append({"void": "misdeal", "events": []})
        session.left.append(None)
        session.moments.append([])
        session.expected.append({"number": carried.number, "status": "void"})
    rules, seats = session.rules, session.seats
    pack = deck(rules)
    chance.shuffle(pack)
    size = 10 if len(pack) == 42 else 16
    deal = [pack[size * seat : size * (seat + 1)] for seat in range(seats)]
    hand: dict[str, Any] = {"dealt": [" ".join(cards) for cards in deal]}
    if chance.random() < 0.5:
        hand["dealer"] = chance.randint(1, seats)
    table = _Table([list(cards) for cards in deal], rules, chance, carried, hand.get("dealer"))
    hand["events"] = table.play()
    result = table.outcome()
    loser = _settle(session, hand, result, carried, chance)
    session.left.append([" ".join(cards) for cards in table.holding])
    session.moments.append(table.moments)
    won = [number + (seat == result.winner) for seat, number in enumerate(carried.won, 1)]
    after = _Carried(carried.number + 1, session.totals, won, result.winner, loser)
    session.winners = winners(session.totals, won, carried.number, rules)
    return after


def _settle(
    session: Session, hand: dict[str, Any], result: Outcome, carried: _Carried, chance: Random
) -> int:
    """Add the hand with its expected result to the session, and return its loser."""
    adjustments = [0] * session.seats
    if chance.random() < 0.15:
        seat, points = chance.randint(1, session.seats), chance.choice([-5, 5, 10])
        adjustments[seat - 1] = points
        hand["adjustments"] = [{"seat": seat, "points": points, "reason": "late"}]
    before = [total + more for total, more in zip(carried.totals, adjustments, strict=True)]
    points = result.points(before, session.rules)
    session.totals = [total + more for total, more in zip(before, points, strict=True)]
    session.hands.append(hand)
    session.expected.append(
        {
            "number": carried.number,
            "status": "finished",
            "points": points,
            "loser": result.loser(before),
            "places": result.places(),
            "cards_left": result.cards_left,
        }
    )
    return result.loser(before)


@dataclass
class _Table:
    """A hand at a table of 3 or 4 seats, numbered from 1."""

    holding: list[list[str]]
    rules: Rules
    chance: Random
    carried: _Carried
    dealer: int | None
    events: list[str] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = list(range(1, len(self.holding) + 1))
        anticlockwise = {
            "clockwise": False,
            "anticlockwise": True,
            "alternate": self.carried.number % 2 == 1,
        }
        self.step = -1 if anticlockwise[self.rules["direction"]] else 1
        self.standing: Play | None = None
        self.passed: set[int] = set()
        self.blocked: set[int] = set()
        self.turn, self.opening = self._leader()
        self.owner = self.turn

    def _leader(self) -> tuple[int, bool]:
        """Return the seat that leads the hand, and whether the lead must contain the 1M (G15, G16, G39)."""
        if self.carried.winner:
            return self.carried.winner, False
        for seat in self.seats:
            if "1M" in self.holding_of(seat):
                return seat, True
        if self.dealer:
            return (self.dealer - 2) % len(self.seats) + 1, False
        return self.chance.choice(self.seats), False

    def holding_of(self, seat: int) -> list[str]:
        return self.holding[seat - 1]

    def play(self) -> list[str]:
        if self.carried.winner and self.rules["exchange"]:
            self._exchange()
        self.playable = [every_play(cards, self.rules) for cards in self.holding]
        while not self._over():
            options = self._options(self.turn)
            self.moments.append(Moment(self.turn, list(self.holding_of(self.turn)), options))
            self._act(self.turn, self._choose(options))
        return self.events

    def outcome(self) -> Outcome:
        active = [seat for seat in self.seats if seat not in self.blocked]
        winner = next((seat for seat in self.seats if not self.holding_of(seat)), active[0])
        return Outcome([len(cards) for cards in self.holding], winner, self.blocked)

    def _exchange(self) -> None:
        """Let the loser give its highest card, and the winner any other card back (G22, G23)."""
        winner, loser = self.carried.winner, self.carried.loser
        gift = highest(self.holding_of(loser))
        self._give(gift, loser, to=winner)
        others = list(self.holding_of(winner))
        if not self.rules["exchange_may_return_received"]:
            others.remove(gift)
        self._give(self.chance.choice(others), winner, to=loser)

    def _give(self, card: str, seat: int, *, to: int) -> None:
        self.moments.append(Moment(seat, list(self.holding_of(seat))))
        self.holding_of(seat).remove(card)
        self.holding_of(to).append(card)
        self.events.append(f"{seat}: gives {card} to {to}")

    def _over(self) -> bool:
        return len(self.seats) - len(self.blocked) == 1 or not all(self.holding)

    def _options(self, seat: int) -> list[Play | None]:
        return legal_plays(
            self.playable[seat - 1],
            self.holding_of(seat),
            self.standing,
            self.rules,
            opening=self.opening,
            next_holds=len(self.holding_of(self._following(seat)[0])),
        )

    def _choose(self, options: list[Play | None]) -> Play | None:
        """Return a random option: every size is equally likely, a pass is less likely."""
        sizes = sorted({len(play.cards) for play in options if play})
        if not sizes or (None in options and self.chance.random() < 0.3):
            return None
        size = self.chance.choice(sizes)
        return self.chance.choice([play for play in options if play and len(play.cards) == size])

    def _following(self, seat: int) -> list[int]:
        """Return the other active seats in the order of play."""
        order = [
            (seat - 1 + self.step * number) % len(self.seats) + 1 for number in self.seats[:-1]
        ]
        return [other for other in order if other not in self.blocked]

    def _act(self, seat: int, play: Play | None) -> None:
        if play is None:
            self.events.append(f"{seat}: pass")
            self.passed.add(seat)
        else:
            self._lay(seat, play)
        self._next(seat)

    def _lay(self, seat: int, play: Play) -> None:
        holding = self.holding_of(seat)
        for card in play.cards:
            holding.remove(card)
        laid = set(play.cards)
        self.playable[seat - 1] = [
            play
            for play in self.playable[seat - 1]
            if all(
                play.cards.count(card) <= holding.count(card)
                for card in laid.intersection(play.cards)
            )
        ]
        self.standing, self.owner, self.opening = play, seat, False
        if not self.rules["pass_locks_out"]:
            self.passed = set()
        cards = list(play.cards)
        self.chance.shuffle(cards)
        words = [f"{seat}:", *cards]
        if len(self.holding_of(seat)) == 1 and self.rules["last_card_announcement"] == "required":
            if self.chance.random() < 0.6:
                words.append("last")
            else:
                self.blocked.add(seat)
        self.events.append(" ".join(words))

    def _next(self, seat: int) -> None:
        waiting = [
            other
            for other in self._following(seat)
            if other not in self.passed and other != self.owner
        ]
        if waiting:
            self.turn = waiting[0]
            return
        self.standing, self.passed = None, set()
        self.turn = self._following(self.owner)[0] if self.owner in self.blocked else self.owner


def without_deals(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the hands without their deals."""
    return [{key: value for key, value in hand.items() if key != "dealt"} for hand in hands]


def without_passes(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the hands without their passes, as implied."""
    return [
        {
            **hand,
            "events": [event for event in hand["events"] if not event.endswith("pass")],
            "passes": "implied",
        }
        for hand in hands
    ]
