"""The house rules of Tiến Lên, and how each changes the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee import house_rules, scoring
from referee.cards import rank
from referee.climbing import ClimbingRules
from referee.combinations import Combination
from referee.house_rules import NONE, boolean, choice, limit
from referee.reason_texts import Reason
from referee.record import Json
from tien_len.kinds import QUARTET
from tien_len.sentences import sentences

SWITCHES = (
    choice("chops_on_two_twos", "quartet-or-four-pairs", ("quartet-or-four-pairs", "four-pairs", "none"), "T9", "Which chops beat a pair of twos."),
    choice("opening", "lowest-in-any", ("lowest-in-any", "lowest-single", "free"), "T10", "What the first play of a hand must contain."),
    choice("next_hand_leader", "previous-winner", ("lowest-card", "previous-winner"), "T10", "Who leads the later hands."),
    boolean("pass_locks_out", default=True, rule="T12", text="Who has passed may not play again in that trick."),
    boolean("play_to_last", default=True, rule="T13", text="Play goes on until one seat holds cards."),
    choice("after_out", "answer-then-next-leads", ("next-has-control", "answer-then-next-leads"), "T13", "Who leads after a seat has gone out."),
    choice("direction", "clockwise", ("clockwise", "anticlockwise"), "T2", "Which way round the table plays."),
    limit("target", NONE, "T16", "The total that ends the game."),
    limit("hands_per_match", NONE, "T16", "The number of hands of a game.", whole=True),
    choice("final_tie", "shared", ("shared", "extra-hand", "most-hands-won"), "T16", "What happens when the best totals are equal."),
)  # fmt: skip
_COPIED = (
    "opening", "next_hand_leader", "pass_locks_out", "play_to_last", "after_out", "direction",
)  # fmt: skip


def apply(rules: ClimbingRules, chosen: Mapping[str, Json]) -> ClimbingRules:
    """Return the rules with a club's house rules applied.

    Raises MalformedError for a switch that the game lacks, or a value outside its choices.
    """
    values = house_rules.effective_values(rules.switches, chosen)
    plain: dict[str, Any] = {name: values[name] for name in _COPIED}
    return replace(
        rules,
        house_rules=values,
        sentences=sentences(values),
        chops=_chops(values["chops_on_two_twos"]),
        settle=_last_pays if values["play_to_last"] else _winner_is_paid,
        lowest_wins=False,
        settles_by_place=values["play_to_last"],
        **plain,
    )


def _chops(on_pair: str) -> Callable[[Combination, Combination], bool]:
    """Return the function that says whether a chop beats a play that is none (T8, T9)."""

    def chops(chop: Combination, standing: Combination) -> bool:
        if any(rank(card) != "2" for card in standing.cards):
            return False
        pairs = 0 if chop.kind is QUARTET else chop.size // 2
        if standing.size == 1:
            return True
        if standing.size == 2:
            with_quartet = on_pair == "quartet-or-four-pairs" and chop.kind is QUARTET
            return with_quartet or (on_pair != "none" and pairs >= 4)
        return pairs >= 5

    return chops


def _last_pays(outcome: scoring.HandOutcome) -> scoring.SettledPoints:
    """Let the seat that is last pay one stake to each of the others (T14)."""
    seats = len(outcome.cards_left)
    points = tuple(1 if seat in outcome.out else 1 - seats for seat in range(1, seats + 1))
    lines = [
        scoring.ScoreLine(
            seat, won, Reason("gets one stake" if won > 0 else "is last and pays each"), "T14"
        )
        for seat, won in enumerate(points, 1)
    ]
    return scoring.SettledPoints(points, tuple(lines))


def _winner_is_paid(outcome: scoring.HandOutcome) -> scoring.SettledPoints:
    """Let every other seat pay one stake to the first who is out (T14)."""
    seats, winner = len(outcome.cards_left), outcome.out[0]
    points = tuple(seats - 1 if seat == winner else -1 for seat in range(1, seats + 1))
    lines = [
        scoring.ScoreLine(
            seat, won, Reason("went out first" if won > 0 else "pays one stake"), "T14"
        )
        for seat, won in enumerate(points, 1)
    ]
    return scoring.SettledPoints(points, tuple(lines))
