"""The duties of the seat before a one-card player (G29 to G32)."""

from referee.cards import Card
from referee.climbing.hidden import (
    Breach,
    hidden_hand,
    holds_none_higher,
    holds_none_of,
    unproven_by_hidden_cards,
)
from referee.climbing.plays import (
    combinations_in,
    find_bomb,
    find_several,
    may_have_several,
    may_lack_several,
)
from referee.climbing.reasons import EventContext
from referee.climbing.wording import describe
from referee.combinations import Combination
from referee.knowledge import SEARCH_BOUND
from referee.verdicts import LEGAL, Fault, Verdict

MUST_PLAY_HIGHEST = Breach(
    Fault.MUST_PLAY_HIGHEST,
    "G29",
    "Seat {seat} had to play its highest single, the next seat holding one card: it held the {card}; {proof}.",
    "Seat {seat} had to play its highest single: by elimination it held the {card} or a higher one.",
)


def check_pass(table: EventContext) -> Verdict:
    """A pass, though the highest single might beat the table (G29)."""
    standing = table.position.standing
    near = next_seat_has_one(table)
    if near is False or not isinstance(standing, Combination) or standing.size != 1:
        return LEGAL
    return _if_next_seat_has_one(table, _check_passed_single(table, standing), near=near)


def _check_passed_single(table: EventContext, standing: Combination) -> Verdict:
    if table.rules.protect_forces_gang:
        gangs = _check_no_gang(table)
        if gangs != LEGAL:
            return gangs
    beating = {card for card in table.rules.deck.copies if _beats(table, card, standing)}
    return holds_none_of(table, beating, MUST_PLAY_HIGHEST)


def check_follow(table: EventContext, play: Combination, standing: Combination) -> Verdict:
    """A lower single than the highest held (G29)."""
    near = next_seat_has_one(table)
    if near is False or play.size != 1 or standing.size != 1:
        return LEGAL
    verdict = holds_none_higher(table, play.cards[0], MUST_PLAY_HIGHEST)
    return _if_next_seat_has_one(table, verdict, near=near)


def check_lead(table: EventContext, play: Combination) -> Verdict:
    """A single led though several cards could have been, or not the highest one (G30)."""
    near = next_seat_has_one(table)
    if near is False or play.size != 1 or _is_only_opening(table, play):
        return LEGAL
    return _if_next_seat_has_one(table, _check_led_single(table, play), near=near)


def _is_only_opening(table: EventContext, play: Combination) -> bool:
    """Is it the opening card, with which nothing else of a known hand can be led?  No other lead was allowed then (G30)."""
    rules, opening = table.rules, table.rules.opening_card
    if table.position.opened or rules.opening == "free" or opening not in play.cards:
        return False
    hidden = hidden_hand(table)
    several = (other for other in combinations_in(rules, hidden.known) if other.size > 1)
    alone = rules.opening == "lowest-single"
    return alone or (not hidden.most and not any(opening in other.cards for other in several))


def _check_led_single(table: EventContext, play: Combination) -> Verdict:
    several = _check_led_several(table)
    if several != LEGAL or not table.rules.protect_lead_highest:
        return several
    return holds_none_higher(table, play.cards[0], MUST_PLAY_HIGHEST)


def next_seat_has_one(table: EventContext) -> bool | None:
    """Does the next active seat hold one card (G32)?  None: it may, for some of its cards left unseen."""
    if not table.rules.protect_last_card:
        return False
    following = table.position.seats_after(table.event.seat)
    if not following:
        return False
    count = table.position.counts[following[0] - 1]
    return _may_have_one(table, following[0]) if count is None else count == 1


def _may_have_one(table: EventContext, seat: int) -> bool | None:
    """What was seen to go, and what it shows from here on, bound the number of its cards."""
    standing = [move for move in table.knowledge.movements if move.stands]
    own = [move for move in standing if move.seat == seat]
    later = sum(len(move.cards) for move in own if move.event >= table.number)
    gone = sum(len(move.cards) for move in own if move.event < table.number)
    received = sum(len(move.cards) for move in standing if move.receiver == seat)
    most = table.rules.hand_size + received - gone
    least = later + len(table.knowledge.left[seat - 1] or ())
    largest = max(shape.size for rung in (*table.rules.ladder, table.rules.bombs) for shape in rung)
    shed = largest * table.position.unseen[seat - 1]
    return None if max(least, most - shed) <= 1 <= most else False


def _if_next_seat_has_one(table: EventContext, verdict: Verdict, *, near: bool | None) -> Verdict:
    """The verdict before a one-card player, if the next seat is known to be one."""
    if near or verdict == LEGAL:
        return verdict
    return table.unproven(
        "How many cards the seat after seat {seat} held decides whether this was allowed.",
        "how many cards the seat after seat {seat} held before event {event}",
        rule="G32",
    )


def _beats(table: EventContext, card: Card, standing: Combination) -> bool:
    single = table.rules.identify((card,))
    return single is not None and not table.position.closed and table.rules.beats(single, standing)


def _check_led_several(table: EventContext) -> Verdict:
    hidden = hidden_hand(table)
    shown = find_several(table.rules, hidden.known)
    if shown is not None:
        return table.illegal(
            Fault.MUST_LEAD_SEVERAL,
            "Seat {seat} had to lead several cards, the next seat holding one: it held a {several}; {proof}.",
            rule="G30",
            several=describe(shown),
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
        return unproven_by_hidden_cards(table, "G30")
    return table.illegal(
        Fault.MUST_LEAD_SEVERAL,
        "Seat {seat} had to lead several cards: whatever it held, it could.",
        rule="G30",
    )


def _check_no_gang(table: EventContext) -> Verdict:
    """Under ``protect_forces_gang`` a gang that is held must be played, if no single beats the table (G31)."""
    hidden = hidden_hand(table)
    shown = find_bomb(table.rules, hidden.known)
    if shown is not None:
        return table.illegal(
            Fault.MUST_PLAY_HIGHEST,
            "Seat {seat} had to play its gang, the next seat holding one card: it held a {gang}; {proof}.",
            rule="G31",
            gang=describe(shown),
            proof=table.proof(table.event.seat, shown.cards[-1]),
        )
    reach = (hidden.known, hidden.most)
    if find_bomb(table.rules, hidden.known + hidden.candidates, most=reach) is not None:
        return unproven_by_hidden_cards(table, "G31")
    return LEGAL
