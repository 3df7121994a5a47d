"""Judge recorded hands again: a true correction is never refused because of later hands (contract §6).

A hand that now lies after the end of the game keeps its verdicts and brings no points.  Where its score sheet
contradicts its plays, the plays count and the contradiction is listed.
"""

from collections.abc import Mapping
from dataclasses import replace

from referee import dispatch
from referee.adjudication import HandAdjudication, adjudicate_hand
from referee.carried_state import Carried
from referee.match_totals import is_match_played_out
from referee.parsing import parse_hand
from referee.record import Json, MalformedError
from referee.rules import Rules

CONTRADICTABLE_KEYS = frozenset(
    {
        "left",
        "cards_left",
        "out",
        "winner",
        "blocked",
        "pays_all",
        "finisher",
        "exposed",
        "concealed",
        "lucky",
        "washed_out",
    }
)
"""Keys of a hand record that the plays and the deal can contradict."""

CONTRADICTION_CODES = frozenset({"result-mismatch", "impossible-result"})


def readjudicate_hand(
    rules: Rules, record: Mapping[str, Json], carried: Carried
) -> HandAdjudication:
    """Judge a hand that was recorded before, whatever is carried into it now, and list how its sheet contradicts its plays.

    The plays count.  A hand after the end of the game keeps its verdicts and brings no points.

    >>> import referee
    >>> hand = {"events": ["1: 3C"], "left": ["3C", "?", "?", "?"]}
    >>> first = referee.Carried(number=1, totals=(0,) * 4, won=(0,) * 4)
    >>> judged = referee.readjudicate_hand(referee.rules_for("big-two"), hand, first)
    >>> [str(error) for error in judged.contradictions]
    ['left[0]: Seat 1 has 12 cards left elsewhere in the record, not 1.']

    Raises MalformedError for what cannot have been recorded before, such as ``bad-event``.
    """
    contradictions: list[MalformedError] = []
    while True:
        try:
            judged = _adjudicate(rules, record, carried)
        except MalformedError as error:
            key = error.where.partition("[")[0].partition(".")[0]
            if error.code not in CONTRADICTION_CODES or key not in CONTRADICTABLE_KEYS.intersection(
                record
            ):
                raise
            contradictions.append(error)
            record = {name: value for name, value in record.items() if name != key}
        else:
            return replace(judged, contradictions=tuple(contradictions))


def _adjudicate(rules: Rules, record: Mapping[str, Json], carried: Carried) -> HandAdjudication:
    seats = len(carried.won)
    hand = parse_hand(record, rules, seats=seats)
    if not carried.over and not is_match_played_out(rules, carried):
        return adjudicate_hand(rules, hand, carried)
    judged = dispatch.adjudicate(rules, hand, carried, seats=seats)
    return HandAdjudication(rules, judged, carried, carried, after_the_end=True)
