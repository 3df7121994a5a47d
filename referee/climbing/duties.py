"""The duties of the seat before a one-card player (G29 to G32)."""

from collections import Counter
from typing import NamedTuple

from referee.cards import Card
from referee.climbing.plays import has_several, may_have_several, may_lack_several
from referee.climbing.reasons import Table
from referee.climbing.wording import described
from referee.combinations import Combination
from referee.knowledge import SEARCH_BOUND
from referee.record import RulingId
from referee.verdicts import LEGAL, Fault, Verdict


def on_pass(table: Table) -> Verdict:
    """A pass, though the highest single might beat the table (G29)."""
    standing = table.position.standing
    if not isinstance(standing, Combination) or standing.size != 1 or not before_last_card(table):
        return LEGAL
    beating = {card for card in table.rules.deck.copies if _beats(table, card, standing)}
    return _holds_none_of(
        table,
        beating,
        "Seat {seat} had to play its highest card, the next seat holding one: it held the {card}; {proof}.",
    )


def on_follow(table: Table, play: Combination, standing: Combination) -> Verdict:
    """A lower single than the highest held (G29)."""
    if play.size != 1 or standing.size != 1 or not before_last_card(table):
        return LEGAL
    return _highest(table, play)


def on_lead(table: Table, play: Combination) -> Verdict:
    """A single led though several cards could have been, or not the highest one (G30)."""
    if play.size != 1 or not before_last_card(table):
        return LEGAL
    several = _leads_several(table)
    if several != LEGAL or not table.rules.protect_lead_highest:
        return several
    return _highest(table, play)


def before_last_card(table: Table) -> bool:
    """Does the next active seat hold one card (G32)?"""
    if not table.rules.protect_last_card:
        return False
    following = table.position.following(table.event.seat)
    return bool(following) and table.position.counts[following[0] - 1] == 1


def _beats(table: Table, card: Card, standing: Combination) -> bool:
    single = table.rules.identify((card,))
    return single is not None and not table.position.closed and table.rules.beats(single, standing)


def _highest(table: Table, play: Combination) -> Verdict:
    heights = table.rules.order.heights
    floor = heights[play.cards[0]]
    higher = {card for card in table.rules.deck.copies if heights[card] > floor}
    return _holds_none_of(
        table,
        higher,
        "Seat {seat} had to play its highest single, the next seat holding one card: it held the {card}; {proof}.",
    )


def _holds_none_of(table: Table, faces: set[Card], breach: str) -> Verdict:
    """Is it proved that the seat held one of these, or none?"""
    hidden = hidden_hand(table)
    known, candidates = hidden.known, hidden.candidates
    heights = table.rules.order.heights
    shown = max((card for card in known if card in faces), key=heights.__getitem__, default=None)
    if shown is not None:
        return table.illegal(
            Fault.MUST_PLAY_HIGHEST,
            breach,
            rule="G29",
            card=shown,
            proof=table.proof(table.event.seat, shown),
        )
    open_faces = Counter({card: number for card, number in candidates.items() if card in faces})
    if not hidden.most or not open_faces:
        return LEGAL
    if hidden.least > candidates.total() - open_faces.total():
        lowest = min(open_faces, key=heights.__getitem__)
        return table.illegal(
            Fault.MUST_PLAY_HIGHEST,
            "Seat {seat} had to play its highest single: by elimination it held the {card} or a higher one.",
            rule="G29",
            card=lowest,
        )
    return _unproven(table, "G29")


def _leads_several(table: Table) -> Verdict:
    hidden = hidden_hand(table)
    shown = has_several(table.rules, hidden.known)
    if shown is not None:
        return table.illegal(
            Fault.MUST_LEAD_SEVERAL,
            "Seat {seat} had to lead several cards, the next seat holding one: it held a {several}; {proof}.",
            rule="G30",
            several=described(shown),
            proof=table.proof(table.event.seat, shown.cards[-1]),
        )
    if not may_have_several(table.rules, hidden.known, hidden.candidates, most=hidden.most):
        return LEGAL
    lacking = may_lack_several(table.rules, hidden.known, hidden.candidates, number=hidden.least)
    if lacking is None:
        return table.unproven(
            "Too much is open to prove what seat {seat} could lead.", SEARCH_BOUND, rule="G30"
        )
    if lacking:
        return _unproven(table, "G30")
    return table.illegal(
        Fault.MUST_LEAD_SEVERAL,
        "Seat {seat} had to lead several cards: whatever it held, it could.",
        rule="G30",
    )


class Hidden(NamedTuple):
    """A hand as far as it is known."""

    known: Counter[Card]  # faces proved to be held
    least: int  # how many others it holds, at the least
    most: int  # and at the most
    candidates: Counter[Card]  # what those may be


def hidden_hand(table: Table) -> Hidden:
    """What is proved of the acting seat's hand, the cards it plays among it."""
    position, seat = table.position, table.event.seat
    known = Counter(position.holdings[seat - 1])
    for card in table.event.cards:
        known[card] = max(known[card], 1)
    count = position.counts[seat - 1]
    candidates = table.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    if count is None:
        return Hidden(+known, 0, min(candidates.total(), table.rules.hand_size), candidates)
    others = max(0, count - known.total())
    return Hidden(+known, others, min(others, candidates.total()), candidates)


def _unproven(table: Table, rule: RulingId) -> Verdict:
    return table.unproven(
        "Cards of seat {seat} that nobody saw decide whether this was allowed.",
        "the hand of seat {seat}",
        rule=rule,
    )
