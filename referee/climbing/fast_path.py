"""A fast path for events that are legal beyond doubt, which most events are.

The turn is certain, every card played is proved to be held, and the only duty is to beat what stands.  All other events
go through ``judge`` and ``after``, which give the same answer for an event of the fast path.  A hand switches between
the two as often as needed.

A new rule of plays is a field of ``ClimbingRules``.  A game in which it is switched on has no fast path until ``KNOWN`` names it.
"""

from dataclasses import fields
from functools import lru_cache

from referee.cards import UNSEEN, Cards
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination
from referee.position import Position, UnseenPlay
from referee.record import HandEvent, SeatAction

_PASS, _PLAY = SeatAction.PASS, SeatAction.PLAY
KNOWN = frozenset(
    {
        # what is played and what beats what, through ``identify`` and ``beats``
        "deck",
        "order",
        "ladder",
        "bombs",
        "chops",
        "five_card_cross_category",
        "five_card_following",
        "bombs_beat_top_single",
        "wild_phoenix",
        # duties of a play or a pass
        "opens",
        "opening",
        "top_single_closes_trick",
        "pass_locks_out",
        "protect_last_card",
        "protect_lead_highest",
        "protect_forces_gang",
        "last_card_announcement",
        "play_to_last",
        # before a hand and after it
        "seats",
        "hand_size",
        "gifts",
        "exchange",
        "exchange_may_return_received",
        "direction",
        "next_hand_leader",
        "leads_if_undealt",
        "after_out",
        "one_loser",
        "settle",
        "lowest_wins",
        "settles_by_place",
        # names and texts, and the table of the house rules, of which each is one of these fields
        "variant",
        "name",
        "edition",
        "earlier_editions",
        "weighs_unseen_actions",
        "compares_left_with_sheet",
        "dealing",
        "citations",
        "doubts",
        "sentences",
        "hides_past_tricks",
        "switches",
        "apply",
        "house_rules",
    }
)
"""The fields of ``ClimbingRules`` that the fast path applies, or that have no part in a play that is legal beyond doubt."""


class FastPath:
    """A table that is updated in place, starting from a position for which ``allows_fast_path`` is true.

    A ``reusable`` one copies each holding before changing it, so ``position`` may be called after every event.  Otherwise
    ``position`` may be called once, at the end.

    >>> from referee.variants import rules_for
    >>> two = Position(({"5C": 1, "9C": 1}, {"7H": 1, "8H": 1}), (2, 2), (0, 0), (), turn=1, opened=True)
    >>> table = FastPath(rules_for("big-two", {}), two)
    >>> plays = HandEvent(1, SeatAction.PLAY, "1: 9C", ("9C",)), HandEvent(2, SeatAction.PLAY, "2: 8H", ("8H",))
    >>> tuple(map(table.try_event, plays))
    (True, False)
    """

    __slots__ = (
        "_beats",
        "_closing_cards",
        "_counts",
        "_following",
        "_holdings",
        "_identify",
        "_locks_out",
        "_opened",
        "_other_count",
        "_out_seat",
        "_owner",
        "_passed",
        "_played",
        "_protects_last_card",
        "_reusable",
        "_rules",
        "_start",
        "_turn",
        "standing",
        "trick",
    )

    def __init__(self, rules: ClimbingRules, start: Position, *, reusable: bool = False) -> None:
        active = start.active_seats()
        self._rules = rules
        self._start = start
        self._reusable = reusable
        self._holdings = [dict(cards) for cards in start.holdings]
        self._counts = [count or 0 for count in start.counts]
        self._played: list[Cards] = list(start.played)
        self._opened = start.opened
        self._turn = start.turn
        self._out_seat = 0
        self._owner = start.owner
        self._passed = set(start.passed)
        self._following = {seat: start.seats_after(seat)[0] for seat in active}
        self._other_count = len(active) - 1
        self._identify, self._beats = rules.identify, rules.beats
        self._locks_out, self._protects_last_card = rules.pass_locks_out, rules.protect_last_card
        self._closing_cards = (rules.top_single,) if rules.top_single_closes_trick else ()
        standing = start.standing
        self.standing = None if isinstance(standing, UnseenPlay) else standing
        self.trick = start.trick

    def try_event(self, event: HandEvent) -> bool:
        """Apply an event if it is legal beyond doubt and return True; otherwise change nothing."""
        if event.action is _PASS:
            return event.seat == self._turn and self._take_pass(event.seat)
        if event.action is not _PLAY:
            return False
        if event.seat == self._turn:
            return self._take_play(event, self.standing)
        return self._take_lead_again(event)

    def permits_pass(self, seat: int) -> bool:
        """Return whether no duty forbids the seat to act to pass."""
        standing = self.standing
        if standing is None:
            return False
        protects = self._protects_last_card and len(standing.cards) == 1
        return not (protects and self._is_before_last_card(seat))

    def permits(self, seat: int, played: Combination, *, last: bool = False) -> bool:
        """Return whether no duty forbids the seat to act to play this, if it holds the cards and they beat what stands."""
        cards = played.cards
        left = self._counts[seat - 1] - len(cards)
        if left < 2 and not self._may_be_left(left, last=last):
            return False
        if self._protects_last_card and len(cards) == 1 and self._is_before_last_card(seat):
            return False
        return self._opened or self._is_opening_lead(cards)

    def _take_pass(self, seat: int) -> bool:
        """Apply a pass that no duty forbids; the last of them gives the owner the lead."""
        if self.standing is None or (self._protects_last_card and not self.permits_pass(seat)):
            return False
        passed = self._passed
        passed.add(seat)
        if len(passed) == self._other_count:
            passed.clear()
            self.standing = None
            self.trick += 1
            self._turn, self._owner = self._owner, 0
        else:
            self._turn = self._next_seat(seat) if self._locks_out else self._following[seat]
        return True

    def _take_play(self, event: HandEvent, standing: Combination | None) -> bool:
        """Apply a combination that may be played, from a hand proved to hold it."""
        seat, cards = event.seat, event.cards
        if UNSEEN in cards:
            return False
        played = self._identify(cards)
        if played is None or not (standing is None or self._beats(played, standing)):
            return False
        left = self._counts[seat - 1] - len(cards)
        is_free = left > 1 and self._opened and not self._protects_last_card
        if not (is_free or self.permits(seat, played, last=event.last)):
            return False
        if not self._remove_cards(seat, cards):
            return False
        self._counts[seat - 1] = left
        self._played.append(cards)
        self._set_standing(seat, played)
        if not left:
            self._out_seat, self._turn = seat, 0
        return True

    def _take_lead_again(self, event: HandEvent) -> bool:
        """Apply the lead after a top single where the passes of the others are not written (B14)."""
        standing = self.standing
        closed = standing is not None and standing.cards == self._closing_cards
        if not closed or event.seat != self._owner:
            return False
        passed, self._passed = self._passed, set()
        if not self._take_play(event, None):
            self._passed = passed
            return False
        self.trick += 1
        return True

    def _set_standing(self, seat: int, played: Combination) -> None:
        """Make the play the standing combination."""
        self._opened = True
        self.standing = played
        self._owner = seat
        if self._locks_out:
            self._turn = self._next_seat(seat)
        else:
            self._passed.clear()
            self._turn = self._following[seat]

    def _may_be_left(self, left: int, *, last: bool) -> bool:
        """Return whether ``left`` cards need no closer look: one must be announced, none must end the hand (G25, B21)."""
        if left == 1:
            return last or self._rules.last_card_announcement != "required"
        return not left and not self._rules.play_to_last

    def _is_before_last_card(self, seat: int) -> bool:
        """Return whether the next seat holds one card (G32)."""
        return self._counts[self._following[seat] - 1] == 1

    def _is_opening_lead(self, cards: Cards) -> bool:
        """Return whether the cards are a correct opening lead (B2, P2, G15)."""
        rules = self._rules
        return rules.opening_card in cards and (rules.opening != "lowest-single" or len(cards) == 1)

    def _remove_cards(self, seat: int, cards: Cards) -> bool:
        """Remove cards from a hand if it is proved to hold them all; otherwise change nothing."""
        before = self._holdings[seat - 1]
        holding = before if len(cards) == 1 and not self._reusable else dict(before)
        for card in cards:
            number = holding.pop(card, 0)
            if not number:
                return False
            if number > 1:
                holding[card] = number - 1
        self._holdings[seat - 1] = holding
        return True

    def _next_seat(self, seat: int) -> int:
        """Return the next seat that has not passed itself out (B15, G18)."""
        following = self._following[seat]
        while following in self._passed:
            following = self._following[following]
        return following

    def position(self) -> Position:
        """Return the current position."""
        standing = self.standing
        return self._start._replace(
            holdings=tuple(self._holdings),
            counts=tuple(self._counts),
            played=tuple(self._played),
            turn=self._turn,
            standing=standing,
            owner=self._owner,
            passed=frozenset(self._passed),
            closed=standing is not None and standing.cards == self._closing_cards,
            opened=self._opened,
            out=(*self._start.out, self._out_seat) if self._out_seat else self._start.out,
            trick=self.trick,
            over=bool(self._out_seat),
        )


def allows_fast_path(rules: ClimbingRules, position: Position) -> bool:
    """Return whether nothing is in doubt, the turn, what stands, the number of cards of each seat, and every rule is ``KNOWN``."""
    return knows_every_rule(rules) and _is_certain(position)


@lru_cache
def knows_every_rule(rules: ClimbingRules) -> bool:
    """Return whether all rules that the fast path does not know are switched off."""
    others = (field for field in fields(rules) if field.name not in KNOWN)
    return all(getattr(rules, field.name) == field.default for field in others)


def _is_certain(position: Position) -> bool:
    active = position.active_seats()
    if (
        not position.is_turn_certain
        or position.over
        or position.exchange is not None
        or position.has_unproved_play
    ):
        return False
    if position.turn not in active or position.perhaps_blocked or None in position.counts:
        return False
    if position.standing is None:
        return not position.passed
    return not isinstance(position.standing, UnseenPlay) and _are_passes_in_order(position, active)


def _are_passes_in_order(position: Position, active: list[int]) -> bool:
    """Return whether exactly the seats between the owner and the turn have passed."""
    owner = position.owner
    if owner not in active or position.turn == owner or not position.passed.issubset(active):
        return False
    following = list(position.seats_after(owner))
    between = following[: following.index(position.turn)]
    return owner not in position.passed and position.passed.issuperset(between)
