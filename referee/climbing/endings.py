"""How a hand of a climbing game ended, by its plays or its score sheet, and whether these agree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from referee.cards import UNSEEN, Card, Cards
from referee.carried_state import Carried
from referee.climbing.counts_left import CountBounds, count_bounds
from referee.climbing.results import UNKNOWN, HandResult, settle
from referee.climbing.rules import ClimbingRules
from referee.climbing.score_sheet import outcome_by_sheet, sheet_key
from referee.climbing.unknown_counts import settle_every_way
from referee.knowledge import Knowledge
from referee.position import Position
from referee.record import HandRecord, MalformedError, SeatAction
from referee.scoring import HandOutcome


def settle_hand(
    rules: ClimbingRules,
    knowledge: Knowledge,
    hand: HandRecord,
    end: Position,
    carried: Carried,
) -> HandResult:
    """Return the result of a hand.

    Raises MalformedError where the deal, the plays and the score sheet contradict each other.
    """
    bounds = count_bounds(rules, knowledge, hand, end, carried)
    _check_left(rules, knowledge, hand, end, bounds)
    sheet = outcome_by_sheet(rules, hand, seats=len(end.counts))
    played = _outcome_by_plays(rules, hand, end)
    if sheet and played:
        _check_sheet(hand, sheet, played)
    if played or (hand.events and not _has_unseen_actions(hand)):
        out = played.out if played and rules.weighs_unseen_actions else end.out
        _check_winner_and_blocked(rules, hand, end, out)
    if sheet and not played and hand.events and not _has_unseen_actions(hand):
        raise MalformedError(
            "result-mismatch",
            sheet_key(hand),
            "By the plays the hand is not over; the sheet says it is.",
        )
    if hand.events:
        _check_counts(hand, bounds)
    if sheet and hand.events:
        sheet = replace(sheet, blocked=(*sheet.blocked, *end.blocked))
    if sheet:
        sheet = _with_known_counts(sheet, hand, end)
    outcome = played or sheet
    if outcome is None:
        return HandResult(status="unfinished", cards_left=end.counts)
    settled = _settle(rules, hand, outcome, carried)
    if _depends_on_block(rules, hand, end, settled):
        return replace(settled, points=None, lines=())
    return settled


def _settle(
    rules: ClimbingRules, hand: HandRecord, outcome: HandOutcome, carried: Carried
) -> HandResult:
    if UNKNOWN in outcome.cards_left and None in (hand.cards_left or ()):
        every_way = partial(settle, rules, hand, carried=carried)
        return settle_every_way(every_way, outcome, hand_size=rules.hand_size)
    return settle(rules, hand, outcome, carried)


def _with_known_counts(sheet: HandOutcome, hand: HandRecord, end: Position) -> HandOutcome:
    """Return the outcome of a sheet; the plays or the cards left may tell a count that nobody wrote down.

    Raises MalformedError ``result-mismatch`` where these leave nobody without cards.
    """
    if UNKNOWN not in sheet.cards_left or None not in (hand.cards_left or ()):
        return sheet
    nothing = (None,) * len(sheet.cards_left)
    known = _counts_with_left(end.counts if hand.events else nothing, hand.left or nothing)
    pairs = zip(sheet.cards_left, known, strict=True)
    counts = [
        count if written == UNKNOWN and count is not None else written for written, count in pairs
    ]
    if not sheet.out and UNKNOWN not in counts:
        message = "By the plays every seat still has cards; the sheet says the hand is over."
        raise MalformedError("result-mismatch", sheet_key(hand), message)
    return replace(sheet, cards_left=tuple(counts))


def _depends_on_block(
    rules: ClimbingRules, hand: HandRecord, end: Position, settled: HandResult
) -> bool:
    """Return whether the points depend on an unseen block: a seat with one card may be blocked (L6)."""
    if rules.house_rules.get("scoring") != "loser-only" or hand.blocked:
        return False
    left = settled.cards_left or ()
    doubtful = end.perhaps_blocked.difference(end.blocked, {settled.loser})
    return any(left[seat - 1] in {1, None} for seat in doubtful)


def _has_unseen_actions(hand: HandRecord) -> bool:
    """Return whether the hand has an unseen action."""
    return SeatAction.UNSEEN in hand.actions


def _outcome_by_plays(rules: ClimbingRules, hand: HandRecord, end: Position) -> HandOutcome | None:
    if not hand.events:
        return None
    blocked = (*end.blocked, *hand.blocked) if _has_unseen_actions(hand) else end.blocked
    if end.over:
        counts = end.counts if hand.left is None else _counts_with_left(end.counts, hand.left)
        sheet_counts = hand.cards_left or (UNKNOWN,) * len(counts)
        left = tuple(
            (UNKNOWN if written is None else written) if count is None else count
            for count, written in zip(counts, sheet_counts, strict=False)
        )
        return HandOutcome(
            cards_left=left,
            out=end.out or (end.winner,),
            blocked=blocked,
            pays_all=hand.pays_all,
        )
    if hand.left is None or not _has_unseen_actions(hand):
        return None
    counts = _counts_with_left(end.counts, hand.left)
    empty = [seat for seat, count in enumerate(counts, 1) if count == 0]
    if None in counts or len(empty) != 1 or rules.play_to_last:
        return None
    return HandOutcome(
        cards_left=tuple(count or 0 for count in counts),
        out=(empty[0],),
        blocked=blocked,
        pays_all=hand.pays_all,
    )


def _counts_with_left(
    counts: tuple[int | None, ...], left: tuple[Cards | None, ...]
) -> tuple[int | None, ...]:
    return tuple(
        count if cards is None else len(cards) for count, cards in zip(counts, left, strict=True)
    )


def _check_sheet(hand: HandRecord, sheet: HandOutcome, played: HandOutcome) -> None:
    if sheet.out and sheet.out != played.out:
        message = f"By the plays seats {_join_seats(played.out)} went out, by the sheet {_join_seats(sheet.out)}."
        raise MalformedError("result-mismatch", sheet_key(hand), message)


def _check_winner_and_blocked(
    rules: ClimbingRules, hand: HandRecord, end: Position, out: tuple[int, ...]
) -> None:
    """Check that the winner and the blocked seats on record agree with the plays."""
    first = end.winner or next(iter(out), 0)
    if hand.winner is not None and hand.winner != first:
        message = f"By the plays seat {first} won." if first else "By the plays nobody has won yet."
        raise MalformedError("result-mismatch", "winner", message)
    announced = rules.last_card_announcement == "required"
    announced = announced and not _has_unseen_actions(hand)
    if announced and hand.blocked and set(hand.blocked) != set(end.blocked):
        message = f"By the plays {_join_seats(end.blocked) or 'nobody'} is blocked, by the sheet {_join_seats(hand.blocked)}."
        raise MalformedError("result-mismatch", "blocked", message)


def _check_counts(hand: HandRecord, bounds: Sequence[CountBounds]) -> None:
    for seat, (sheet_count, own) in enumerate(zip(hand.cards_left or (), bounds, strict=False), 1):
        if sheet_count is not None and not own.allow(sheet_count):
            message = f"By the plays seat {seat} has {own} left, by the sheet {sheet_count}."
            raise MalformedError("result-mismatch", "cards_left", message)


def _join_seats(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def _check_left(
    rules: ClimbingRules,
    knowledge: Knowledge,
    hand: HandRecord,
    end: Position,
    bounds: Sequence[CountBounds],
) -> None:
    """Check that the cards left agree with the deal, the plays and the sheet."""
    for place, (cards, own) in enumerate(zip(hand.left or (), bounds, strict=False)):
        if cards is None:
            continue
        if not own.allow(len(cards)):
            message = f"Seat {place + 1} has {own} left elsewhere in the record, not {len(cards)}."
            raise MalformedError("result-mismatch", f"left[{place}]", message)
        wrong = _contradicted_card(rules, knowledge, end, place, cards)
        if wrong is not None:
            message = f"Seat {place + 1} cannot have the {wrong} left: the deal or the plays have it elsewhere."
            raise MalformedError("result-mismatch", f"left[{place}]", message)


def _contradicted_card(
    rules: ClimbingRules, knowledge: Knowledge, end: Position, place: int, cards: Cards
) -> Card | None:
    left = Counter(card for card in cards if card != UNSEEN)
    for card, number in left.items():
        played_out = end.count_played(card) + number > rules.deck.copies[card]
        received = len(knowledge.unseen_givers.get(place + 1, ()))
        if played_out or end.holdings[place].get(card, 0) + received < number:
            return card
    missing = Counter(end.holdings[place]) - left
    unexplained = end.counts[place] == len(cards) and missing.total() > len(cards) - left.total()
    return next(iter(missing)) if unexplained else None
