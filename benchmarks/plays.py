"""Big Two: single plays and passes of hands that have been read, judged."""

import referee
from benchmarks.timing import Work

RULES = referee.rules_for("big-two")
CARRIED = referee.Carried(number=1, totals=(0, 0, 0, 0), won=(0, 0, 0, 0))


def parsed(batch: list[str]) -> list[referee.HandRecord]:
    """The hands as records, read before the clock starts."""
    return [referee.read_record(text, "json").hands[0] for text in batch]


def judge(hands: list[referee.HandRecord]) -> Work:
    """A verdict on every play and pass, with what it cites and what it proves."""
    judged = [referee.adjudicate_hand(RULES, hand, CARRIED).judged for hand in hands]
    return Work(len(judged), sum(len(hand.events) for hand in judged))


def follow(hands: list[referee.HandRecord]) -> Work:
    """The same, and the position before and after each."""
    judged = [referee.adjudicate_hand(RULES, hand, CARRIED).judged for hand in hands]
    return Work(len(judged), sum(len(hand.steps) for hand in judged))
