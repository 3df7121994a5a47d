"""Random complete legal hands of Big Two and Pusoy Dos: turns follow the rulings, plays the second opinion."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import referee
from tests.referee.second_opinion import Play, every_play, height, is_top_single, legal_plays

CHOICES: dict[str, list[Any]] = {
    "suit_order": ["CDHS", "CSHD", "DCHS", "SHDC"],
    "straights": [
        "taiwan",
        "poker",
        "hongkong",
        "two-high",
        "circular",
        "a-and-2-low-only",
        "no-twos",
    ],
    "triples": [True, False],
    "flush": ["none", "by-rank", "by-suit"],
    "five_card_cross_category": [True, False],
    "bombs": [True, False],
    "bombs_beat_top_single": [True, False],
    "top_single_closes_trick": [True, False],
    "opening": ["lowest-in-any", "lowest-single", "free"],
    "pass_locks_out": [True, False],
    "protect_last_card": [True, False],
    "protect_lead_highest": [True, False],
    "direction": ["clockwise", "anticlockwise"],
    "settlement": ["winner-collects", "pairwise", "penalties"],
    "multipliers": [[[1, 1]], [[1, 1], [10, 2], [13, 3]], [[1, 1], [8, 2]]],
}
"""Values of the random house rules; ``play_to_last`` and the rules that depend on it are added for Pusoy Dos."""


def deck() -> list[str]:
    """Return the deck of 52 cards."""
    return [f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "CDHS"]


def random_house_rules(variant: str, chance: Random) -> dict[str, Any]:
    """Return random values for some switches."""
    chosen = {
        name: chance.choice(values) for name, values in CHOICES.items() if chance.random() < 0.4
    }
    if variant == "pusoy-dos":
        chosen["play_to_last"] = chance.random() < 0.7
        if chosen["play_to_last"]:
            chosen["after_out"] = chance.choice(["next-has-control", "answer-then-next-leads"])
            chosen.setdefault("settlement", "placement")
        else:
            chosen.setdefault("settlement", "winner-collects")
    elif chance.random() < 0.2:
        chosen["play_to_last"] = True
    return chosen


def random_hand(variant: str, house_rules: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a complete hand record with its deal; all events are legal."""
    return random_hand_with_options(variant, house_rules, chance)[0]


def random_hand_with_options(
    variant: str, house_rules: dict[str, Any], chance: Random
) -> tuple[dict[str, Any], list[list[Play | None]]]:
    """Return a complete legal hand with its deal, and the legal plays before each event; None is a pass."""
    pack = deck()
    chance.shuffle(pack)
    deal = [pack[start : start + 13] for start in (0, 13, 26, 39)]
    table = _Table(deal, referee.rules_for(variant, house_rules).house_rules, chance)
    return {"dealt": [" ".join(cards) for cards in deal], "events": table.play()}, table.options


@dataclass
class _Table:
    """A hand at a table of four seats, numbered from 0."""

    deal: list[list[str]]
    rules: dict[str, Any]
    chance: Random
    events: list[str] = field(default_factory=list)
    options: list[list[Play | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.holding = [list(cards) for cards in self.deal]
        self.playable = [every_play(cards, self.rules) for cards in self.deal]
        self.standing: Play | None = None
        self.owner = 0
        self.passed: set[int] = set()
        lowest = "3" + self.rules["suit_order"][0]
        self.turn = next(seat for seat in range(4) if lowest in self.holding[seat])

    def play(self) -> list[str]:
        while not self._over():
            self.options.append(self._options(self.turn))
            self._act(self.turn, self._choose(self.options[-1]))
        return self.events

    def _over(self) -> bool:
        holding = sum(map(bool, self.holding))
        return holding <= (1 if self.rules["play_to_last"] else 3)

    def _options(self, seat: int) -> list[Play | None]:
        following = self._following(seat)
        return legal_plays(
            self.playable[seat],
            max(self.holding[seat], key=lambda card: height(card, self.rules)),
            self.standing,
            self.rules,
            opening=not self.events,
            next_holds=len(self.holding[following[0]]),
        )

    def _choose(self, options: list[Play | None]) -> Play | None:
        """Return a random option: every size is equally likely, a pass is less likely."""
        sizes = sorted({len(play.cards) for play in options if play})
        if not sizes or (None in options and self.chance.random() < 0.25):
            return None
        size = self.chance.choice(sizes)
        return self.chance.choice([play for play in options if play and len(play.cards) == size])

    def _following(self, seat: int) -> list[int]:
        step = 1 if self.rules["direction"] == "clockwise" else -1
        order = [(seat + step * number) % 4 for number in (1, 2, 3)]
        return [other for other in order if self.holding[other]]

    def _act(self, seat: int, play: Play | None) -> None:
        self.events.append(f"{seat + 1}: {' '.join(play.cards) if play else 'pass'}")
        if play is None:
            self.passed.add(seat)
        else:
            for card in play.cards:
                self.holding[seat].remove(card)
            self.playable[seat] = [
                other for other in self.playable[seat] if not set(other.cards) & set(play.cards)
            ]
            self.standing, self.owner = play, seat
            self.passed = self.passed - {seat} if self.rules["pass_locks_out"] else set()
            if self._wins_at_once(seat, play):
                return self._lead(seat)
        return self._next(seat)

    def _wins_at_once(self, seat: int, play: Play) -> bool:
        """Return whether nobody may answer: the top single closes the trick, a last card may give the next seat the lead."""
        closes = self.rules["top_single_closes_trick"] and is_top_single(play, self.rules)
        open_to_bombs = self.rules["bombs"] and self.rules["bombs_beat_top_single"]
        control = self.rules.get("after_out", "next-has-control") == "next-has-control"
        return (closes and not open_to_bombs) or (control and not self.holding[seat])

    def _next(self, seat: int) -> None:
        waiting = [
            other
            for other in self._following(seat)
            if other not in self.passed and other != self.owner
        ]
        if waiting:
            self.turn = waiting[0]
        else:
            self._lead(self.owner)

    def _lead(self, winner: int) -> None:
        self.standing, self.passed = None, set()
        following = self._following(winner)
        self.turn = winner if self.holding[winner] or not following else following[0]


def without_passes(hand: dict[str, Any]) -> dict[str, Any]:
    """Return the hand without its passes, as implied."""
    events = [event for event in hand["events"] if not event.endswith("pass")]
    return {**hand, "events": events, "passes": "implied"}


def without_deal(hand: dict[str, Any]) -> dict[str, Any]:
    """Return the hand without its deal."""
    return {key: value for key, value in hand.items() if key != "dealt"}


def cards_left(hand: dict[str, Any]) -> list[int]:
    """Return the number of cards that each seat has at the end."""
    left = [13] * 4
    for event in hand["events"]:
        seat, action = event.split(": ")
        left[int(seat) - 1] -= 0 if action == "pass" else len(action.split())
    return left
