"""Judge single plays and passes of Big Two hands that were parsed before."""

import referee
from benchmarks.timing import Work

RULES = referee.rules_for("big-two")
CARRIED = referee.Carried(number=1, totals=(0, 0, 0, 0), won=(0, 0, 0, 0))


def parse(batch: list[str]) -> list[referee.HandRecord]:
    """Return the hands as records, parsed before the measurement."""
    return [referee.read_record(text, "json").hands[0] for text in batch]


def judge(hands: list[referee.HandRecord]) -> Work:
    """Judge every play and pass, with the rule it cites and what it proves."""
    hands_judged = [referee.adjudicate_hand(RULES, hand, CARRIED).judged for hand in hands]
    return Work(len(hands_judged), sum(len(hand.events) for hand in hands_judged))


def follow(hands: list[referee.HandRecord]) -> Work:
    """Judge every play and pass and build the positions before and after each."""
    hands_judged = [referee.adjudicate_hand(RULES, hand, CARRIED).judged for hand in hands]
    return Work(len(hands_judged), sum(len(hand.steps) for hand in hands_judged))
