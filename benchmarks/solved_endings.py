"""Random endings solved: how many are settled by the number of cards left, and how many positions are looked at per second."""

import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import referee

CARDS = (20, 24, 28)
_KINDS = (referee.Won, referee.NotForced, referee.NotSettled)


class SolvedEndings(NamedTuple):
    """How the endings of one game with so many cards came out."""

    variant: str
    cards: int
    won: int
    not_forced: int
    unsettled: int
    steps: int
    seconds: float  # of the processor

    @property
    def settled(self) -> float:
        """The share of endings that are settled."""
        number = self.won + self.not_forced + self.unsettled
        return (self.won + self.not_forced) / number


def report(number: int, chance: Random) -> Iterator[SolvedEndings]:
    """Yield how endings of each climbing game come out, so many of each game and number of cards."""
    for variant, rules in referee.VARIANTS.items():
        if rules.family is referee.Family.CLIMBING:
            for cards in CARDS:
                yield _solve(variant, cards, number, chance)


def _solve(variant: str, cards: int, number: int, chance: Random) -> SolvedEndings:
    counts = [0, 0, 0]
    steps, seconds = 0, 0.0
    for _ in range(number):
        table = ending(variant, cards, chance)
        begin = time.process_time()
        outcome = referee.solve(table)
        seconds += time.process_time() - begin
        counts[_KINDS.index(type(outcome))] += 1
        steps += outcome.steps
    return SolvedEndings(variant, cards, counts[0], counts[1], counts[2], steps, seconds)


def ending(variant: str, cards: int, chance: Random) -> referee.Table:
    """Return a hand that was played by chance until at most so many cards were left, all seats together."""
    while True:
        table = referee.Table(variant, hand=referee.deal(variant, seed=chance.getrandbits(32)))
        while not table.is_over:
            if sum(count or 0 for count in table.position.counts) <= cards:
                return table
            actions = table.choices()[table.turn or 0] or ()
            table.play(
                chance.choice([action for action in actions if f"{action} last" not in actions])
            )
