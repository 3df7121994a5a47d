"""The duties of the seat before a player with one card (G29 to G32)."""

from collections import Counter
from collections.abc import Callable, Set
from functools import lru_cache

from referee.cards import Card
from referee.climbing.event_context import EventContext
from referee.climbing.hidden import (
    Breach,
    hidden_hand,
    holds_none_higher,
    holds_none_of,
    unproven_by_hidden_cards,
)
from referee.climbing.plays import find_bomb, find_several, may_have_several, may_lack
from referee.climbing.rules import ClimbingRules
from referee.climbing.wording import describe
from referee.combinations import Combination
from referee.knowledge import SEARCH_BOUND
from referee.verdicts import LEGAL, Fault, Illegal, Unproven, Verdict

MUST_PLAY_HIGHEST = Breach(
    Fault.MUST_PLAY_HIGHEST,
    "G29",
    "Seat {seat} had to play its highest single, the next seat holding one card: it held the {card}; {proof}.",
    "Seat {seat} had to play its highest single: by elimination it held the {card} or a higher one.",
)


def check_pass(context: EventContext) -> Verdict:
    """Return the verdict on a pass where the highest single might beat what stands (G29)."""
    standing = context.position.standing
    near = next_seat_has_one(context)
    if near is False or not isinstance(standing, Combination) or standing.size != 1:
        return LEGAL
    return _if_next_seat_has_one(context, _check_passed_single(context, standing), near=near)


def _check_passed_single(context: EventContext, standing: Combination) -> Verdict:
    beating = _beating_singles(context.rules, standing)
    gangs = _check_no_gang(context) if context.rules.protect_forces_gang else LEGAL
    if isinstance(gangs, Unproven):
        lacks = _may_lack_both(context, beating, lambda hand: find_bomb(context.rules, hand))
        return gangs if lacks else _passed_with_either(context)
    return holds_none_of(context, beating, MUST_PLAY_HIGHEST) if gangs == LEGAL else gangs


def _passed_with_either(context: EventContext) -> Illegal:
    return context.illegal(
        Fault.MUST_PLAY_HIGHEST,
        "Seat {seat} had to play its highest single or a gang: whatever it held, it had one of them.",
        rule="G31",
    )


def check_follow(context: EventContext, play: Combination, standing: Combination) -> Verdict:
    """Return the verdict on a single that may be lower than the highest one held (G29)."""
    near = next_seat_has_one(context)
    if near is False or play.size != 1 or standing.size != 1:
        return LEGAL
    verdict = holds_none_higher(context, play.cards[0], MUST_PLAY_HIGHEST)
    return _if_next_seat_has_one(context, verdict, near=near)


def check_lead(context: EventContext, play: Combination) -> Verdict:
    """Return the verdict on a single led where several cards, or a higher single, may have been due (G30)."""
    near = next_seat_has_one(context)
    if near is False or play.size != 1:
        return LEGAL
    return _if_next_seat_has_one(context, _check_led_single(context, play), near=near)


def _check_led_single(context: EventContext, play: Combination) -> Verdict:
    if _must_open(context) and context.rules.opening == "lowest-single":
        return LEGAL
    several = _check_led_several(context)
    if _must_open(context) or not context.rules.protect_lead_highest:
        return several
    if isinstance(several, Unproven):
        heights = context.rules.order.heights
        higher = {card for card in heights if heights[card] > heights[play.cards[0]]}
        lacks = _may_lack_both(context, higher, lambda hand: find_several(context.rules, hand))
        return several if lacks else _neither_lead(context)
    return (
        holds_none_higher(context, play.cards[0], MUST_PLAY_HIGHEST)
        if several == LEGAL
        else several
    )


def _neither_lead(context: EventContext) -> Illegal:
    return context.illegal(
        Fault.MUST_LEAD_SEVERAL,
        "Seat {seat} had to lead several cards, or else its highest single: whatever it held, this was neither.",
        rule="G30",
    )


def _may_lack_both(
    context: EventContext, faces: Set[Card], find: Callable[[Counter[Card]], Combination | None]
) -> bool:
    """Return whether the hand may have none of these faces and at the same time nothing that ``find`` finds.

    True where the search reached its limit.
    """
    hidden = hidden_hand(context)
    others = Counter({card: n for card, n in hidden.candidates.items() if card not in faces})
    if faces & hidden.known.keys() or others.total() < hidden.least:
        return False
    return may_lack(find, hidden.known, others, number=hidden.least) is not False


def _must_open(context: EventContext) -> bool:
    """Return whether this is the opening lead, which only combinations with the opening card can be (B2, P2, G15)."""
    rules, position = context.rules, context.position
    leads_anything = position.opened or rules.opening == "free"
    return not leads_anything and rules.opening_card in context.event.cards


def next_seat_has_one(context: EventContext) -> bool | None:
    """Return whether the next active seat holds one card (G32).  None: it may, since some of its cards left unseen."""
    if not context.rules.protect_last_card:
        return False
    following = context.position.seats_after(context.event.seat)
    if not following:
        return False
    count = context.position.counts[following[0] - 1]
    return _may_have_one(context, following[0]) if count is None else count == 1


def _may_have_one(context: EventContext, seat: int) -> bool | None:
    """Return None if the seat may hold one card, by what was seen to go and what it shows later, else False."""
    standing = [move for move in context.knowledge.movements if move.stands]
    own = [move for move in standing if move.seat == seat]
    later = sum(len(move.cards) for move in own if move.event >= context.number)
    gone = sum(len(move.cards) for move in own if move.event < context.number)
    received = sum(len(move.cards) for move in standing if move.receiver == seat)
    most = context.rules.hand_size + received - gone
    least = later + len(context.knowledge.left[seat - 1] or ())
    shed = context.rules.largest_size * context.position.unseen[seat - 1]
    return None if max(least, most - shed) <= 1 <= most else False


def _if_next_seat_has_one(context: EventContext, verdict: Verdict, *, near: bool | None) -> Verdict:
    """Return the verdict if the next seat is known to hold one card, else unproven."""
    if near or verdict == LEGAL:
        return verdict
    return context.unproven(
        "How many cards the seat after seat {seat} held decides whether this was allowed.",
        "how many cards the seat after seat {seat} held before event {event}",
        rule="G32",
    )


@lru_cache(1024)
def _beating_singles(rules: ClimbingRules, standing: Combination) -> frozenset[Card]:
    singles = filter(None, (rules.identify((card,)) for card in rules.deck.copies))
    return frozenset(single.cards[0] for single in singles if rules.beats(single, standing))


def _check_led_several(context: EventContext) -> Verdict:
    hidden = hidden_hand(context)
    opening = context.rules.opening_card if _must_open(context) else None
    shown = find_several(context.rules, hidden.known, including=opening)
    if shown is not None:
        return context.illegal(
            Fault.MUST_LEAD_SEVERAL,
            "Seat {seat} had to lead several cards, the next seat holding one: it held a {several}; {proof}.",
            rule="G30",
            several=describe(shown),
            proof=context.proof(context.event.seat, shown.cards[-1]),
        )
    reach = (context.rules, hidden.known, hidden.candidates)
    if not may_have_several(*reach, most=hidden.most, including=opening):
        return LEGAL
    lacking = may_lack(
        lambda hand: find_several(context.rules, hand, including=opening),
        hidden.known,
        hidden.candidates,
        number=hidden.least,
    )
    if lacking is None:
        return context.unproven(
            "Too much is open to prove what seat {seat} could lead.", SEARCH_BOUND, rule="G30"
        )
    if lacking:
        return unproven_by_hidden_cards(context, "G30")
    return context.illegal(
        Fault.MUST_LEAD_SEVERAL,
        "Seat {seat} had to lead several cards: whatever it held, it could.",
        rule="G30",
    )


def _check_no_gang(context: EventContext) -> Verdict:
    """Return the verdict on the duty to play a gang if no single beats what stands, under ``protect_forces_gang`` (G31)."""
    hidden = hidden_hand(context)
    shown = find_bomb(context.rules, hidden.known)
    if shown is not None:
        return context.illegal(
            Fault.MUST_PLAY_HIGHEST,
            "Seat {seat} had to play its gang, the next seat holding one card: it held a {gang}; {proof}.",
            rule="G31",
            gang=describe(shown),
            proof=context.proof(context.event.seat, shown.cards[-1]),
        )
    reach = (hidden.known, hidden.most)
    if find_bomb(context.rules, hidden.known + hidden.candidates, most=reach) is not None:
        return unproven_by_hidden_cards(context, "G31")
    return LEGAL
