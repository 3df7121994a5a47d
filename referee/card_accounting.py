"""Check whether the cards that a hand showed can have been dealt, gifts included (contract §3)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import CardMovement

ANY_NUMBER = 1_000
"""A number larger than any hand: how many cards an unseen action, or a hand that is not over, may account for."""


@dataclass
class _SeatAccount:
    """One seat's cards, as far as the movements tell."""

    needed: dict[Card, int]  # must have been dealt to it
    shown: dict[Card, int] = field(default_factory=dict)  # played, given, or left at the end
    received: dict[Card, int] = field(default_factory=dict)
    hidden: int = 0  # cards that went unseen, or are unknown at the end
    received_unseen: int = 0  # unseen cards that it received
    removed: int = 0
    added: int = 0

    def copy(self) -> "_SeatAccount":
        """Return an independent copy."""
        needed, shown, received = self.needed.copy(), self.shown.copy(), self.received.copy()
        return _SeatAccount(
            needed, shown, received, self.hidden, self.received_unseen, self.removed, self.added
        )

    def show(self, move: CardMovement) -> None:
        """Count the cards of a movement as held, unless they cannot have been."""
        shown, needed = self.shown, self.needed
        for card, number in _faces(move.cards).items() if move.was_held else ():
            until_now = shown.get(card, 0) + number
            lacking = until_now - self.received.get(card, 0)
            if lacking > needed.get(card, 0):
                needed[card] = lacking
            if move.stands:
                shown[card] = until_now
        if move.stands:
            self.removed += len(move.cards)
            self.hidden += move.cards.count(UNSEEN) if move.was_held else len(move.cards)

    def receive(self, cards: Cards) -> None:
        """Count cards as received: they need not have been dealt to the seat."""
        for card in cards:
            if card == UNSEEN:
                self.received_unseen += 1
            else:
                self.received[card] = self.received.get(card, 0) + 1
        self.added += len(cards)


@dataclass(frozen=True)
class CardAccounts:
    """The deal and the cards left at the end of a hand, against which movements of cards are checked."""

    deck: Deck
    sizes: Sequence[int]  # by seat, the cards dealt to it
    dealt: Sequence[Cards | None]
    left: Sequence[Cards | None]  # at the end; None: unknown
    uncounted: frozenset[int] = frozenset()  # seats with unseen actions

    def can_be_held(self, moves: Sequence[CardMovement]) -> bool:
        """Return whether the seats can have held the cards of these movements.  Exact if no gift is unseen."""
        seats = range(1, len(self.sizes) + 1)
        accounts = [self._close(seat, self._opened(seat, moves)) for seat in seats]
        return all(map(self._fits_hand, seats, accounts)) and self._fits_deck(accounts)

    def trial(self, moves: Sequence[CardMovement], place: int) -> "FaceTrial":
        """Return a check of many faces for one of the movements."""
        return FaceTrial(self, list(moves), place)

    def _opened(self, seat: int, moves: Iterable[CardMovement]) -> "_SeatAccount":
        account = _SeatAccount(needed=_faces(self.dealt[seat - 1] or ()).copy())
        return self._apply(seat, account, moves)

    def _apply(
        self, seat: int, account: "_SeatAccount", moves: Iterable[CardMovement]
    ) -> "_SeatAccount":
        for move in moves:
            if move.seat == seat:
                account.show(move)
            if move.receiver == seat and move.stands:
                account.receive(move.cards)
        return account

    def _close(self, seat: int, account: "_SeatAccount") -> "_SeatAccount":
        left = self.left[seat - 1]
        if seat in self.uncounted:
            account.hidden += ANY_NUMBER
        if left is None:
            account.hidden += max(0, self.sizes[seat - 1] + account.added - account.removed)
        else:
            account.show(CardMovement(0, seat, left))
        return account

    def _fits_hand(self, seat: int, account: "_SeatAccount") -> bool:
        """Return whether a hand has room for what must have been dealt, and all that was dealt is accounted for."""
        if sum(account.needed.values()) > self.sizes[seat - 1] + account.received_unseen:
            return False
        spare, dealt = account.hidden, _faces(self.dealt[seat - 1] or ())
        shown, received = account.shown, account.received
        for card, number in dealt.items():
            spare -= max(0, number + received.get(card, 0) - shown.get(card, 0))
        for card, number in received.items():
            if card not in dealt:
                spare -= max(0, number - shown.get(card, 0))
        return spare >= 0

    def _fits_deck(self, accounts: Sequence["_SeatAccount"]) -> bool:
        """Return whether the deck has enough copies; cards received unseen may stand for missing ones."""
        dealt: dict[Card, int] = {}
        for account in accounts:
            for card, number in account.needed.items():
                dealt[card] = dealt.get(card, 0) + number
        copies = self.deck.copies
        too_many = sum(n - copies[card] for card, n in dealt.items() if n > copies[card])
        return too_many <= sum(account.received_unseen for account in accounts)


class FaceTrial:
    """A movement for which different faces are tried, among movements that stay as they are."""

    def __init__(self, accounts: CardAccounts, moves: list[CardMovement], place: int) -> None:
        self._accounts = accounts
        self._move = moves[place]
        self._concerned = sorted({self._move.seat, self._move.receiver} - {0})
        self._after = moves[place + 1 :]
        self._before = {seat: accounts._opened(seat, moves[:place]) for seat in self._concerned}
        seats = range(1, len(accounts.sizes) + 1)
        self._others = [
            accounts._close(seat, accounts._opened(seat, moves))
            for seat in seats
            if seat not in self._concerned
        ]

    def can_be(self, cards: Cards) -> bool:
        """Return whether the movement can have been of these cards."""
        moves = (self._move._replace(cards=cards), *self._after)
        accounts, own = self._accounts, []
        for seat in self._concerned:
            account = accounts._apply(seat, self._before[seat].copy(), moves)
            own.append(accounts._close(seat, account))
            if not accounts._fits_hand(seat, account):
                return False
        return accounts._fits_deck([*self._others, *own])


@lru_cache(maxsize=4096)
def _faces(cards: Cards) -> dict[Card, int]:
    """Return how often each face occurs; unseen cards are left out."""
    faces = dict(Counter(cards))
    faces.pop(UNSEEN, None)
    return faces
