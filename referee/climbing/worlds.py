"""What cards that nobody saw may have been, and what all the possibilities have in common."""

from collections import Counter
from collections.abc import Iterator

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.reasons import Table
from referee.combinations import Combination
from referee.position import Standing, Unseen
from referee.verdicts import LEGAL, Fault, Illegal, Reason, Unproven, Verdict

COUNTED = 2
"""So many unseen faces in one play are gone through one by one; with more, what depends on them is open."""


def faces(table: Table, *, seat: int, cards: Cards) -> list[Cards] | None:
    """Every set of faces that a seat's play may have shown; None: too many to go through."""
    seen = tuple(card for card in cards if card != UNSEEN)
    hidden = len(cards) - len(seen)
    if hidden > COUNTED:
        return None
    asked = Counter(seen) if table.asked else Counter[Card]()  # no movement accounts for these
    pool = table.knowledge.candidates(seat, unseen=1) - asked
    singles = sorted(pool, key=table.rules.order.heights.__getitem__)
    if hidden == 1:
        return [(*seen, card) for card in singles]
    pairs = [(a, b) for place, a in enumerate(singles) for b in singles[place:]]
    return [(*seen, a, b) for a, b in pairs if a != b or pool[a] > 1]


def standings(table: Table, standing: Unseen) -> list[Standing] | None:
    """What may stand: each combination it may have been, or, if it was none, what it was played on."""
    if not standing.cards or isinstance(standing.over, Unseen) or not table.position.owner:
        return None
    plays = faces(table, seat=table.position.owner, cards=standing.cards)
    if plays is None:
        return None
    found: list[Combination | None] = [table.rules.identify(play) for play in plays]
    return [standing.over if combination is None else combination for combination in found]


def owners(standing: Standing) -> Iterator[int]:
    """Whose combinations may stand, or have won the trick, under what nobody saw."""
    while isinstance(standing, Unseen):
        yield from standing.owners
        standing = standing.over


def together(verdicts: list[Verdict]) -> Verdict | None:
    """The verdict that holds in every possible case, or None.

    Where the cases break different rules, the one named is that of the cases which got furthest.
    """
    if all(verdict == LEGAL for verdict in verdicts):
        return LEGAL
    illegal = [verdict for verdict in verdicts if isinstance(verdict, Illegal)]
    if len(illegal) == len(verdicts):
        faults = list(Fault)
        furthest = max(illegal, key=lambda verdict: faults.index(verdict.fault))
        reason = Reason("Whatever the unseen cards were: {reason}", {"reason": furthest.reason})
        return Illegal(furthest.fault, furthest.rule, reason)
    return next((verdict for verdict in verdicts if isinstance(verdict, Unproven)), None)
