"""Whether everything that a hand showed can have been in its deal, gifts reckoned in (contract §3)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import CardMovement

ANY_NUMBER = 1_000
"""So many cards may have gone in an action that nobody saw, or be held while the hand goes on: any number."""


@dataclass
class _SeatAccount:
    """One seat's cards, as far as the movements tell."""

    needed: dict[Card, int]  # it must have been dealt these
    shown: dict[Card, int] = field(default_factory=dict)  # gone, or left at the end
    received: dict[Card, int] = field(default_factory=dict)
    hidden: int = 0  # cards that may be any: they went unseen, or are unknown at the end
    wild: int = 0  # unseen cards that it received
    went: int = 0
    came: int = 0

    def copy(self) -> "_SeatAccount":
        """The same, to go on in another way."""
        needed, shown, received = self.needed.copy(), self.shown.copy(), self.received.copy()
        return _SeatAccount(needed, shown, received, self.hidden, self.wild, self.went, self.came)

    def show(self, move: CardMovement) -> None:
        """Cards that are shown were held, but for those of a stray."""
        shown, needed = self.shown, self.needed
        for card, number in _faces(move.cards).items() if move.was_held else ():
            until_now = shown.get(card, 0) + number
            lacking = until_now - self.received.get(card, 0)
            if lacking > needed.get(card, 0):
                needed[card] = lacking
            if move.stands:
                shown[card] = until_now
        if move.stands:
            self.went += len(move.cards)
            self.hidden += move.cards.count(UNSEEN) if move.was_held else len(move.cards)

    def receive(self, cards: Cards) -> None:
        """What was received needs not have been dealt."""
        for card in cards:
            if card == UNSEEN:
                self.wild += 1
            else:
                self.received[card] = self.received.get(card, 0) + 1
        self.came += len(cards)


@dataclass(frozen=True)
class CardAccounts:
    """What is on record of a hand beside its movements: who was dealt what, and who held what at the end."""

    deck: Deck
    sizes: Sequence[int]  # by seat, the cards dealt to it
    dealt: Sequence[Cards | None]
    left: Sequence[Cards | None]  # at the end; None: unknown
    uncounted: frozenset[int] = frozenset()  # seats that did what nobody saw

    def can_be_held(self, moves: Sequence[CardMovement]) -> bool:
        """May the cards of these have been held?  Exact where no face of a gift is unseen."""
        seats = range(1, len(self.sizes) + 1)
        accounts = [self._close(seat, self._opened(seat, moves)) for seat in seats]
        return all(map(self._fits_hand, seats, accounts)) and self._fits_deck(accounts)

    def trial(self, moves: Sequence[CardMovement], place: int) -> "FaceTrial":
        """The same question for many faces of one movement."""
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
            account.hidden += max(0, self.sizes[seat - 1] + account.came - account.went)
        else:
            account.show(CardMovement(0, seat, left))
        return account

    def _fits_hand(self, seat: int, account: "_SeatAccount") -> bool:
        """Is there room for what must have been dealt, and did all that was dealt go somewhere?"""
        if sum(account.needed.values()) > self.sizes[seat - 1] + account.wild:
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
        """Are there so many copies, but for those that somebody may have received unseen?"""
        dealt: dict[Card, int] = {}
        for account in accounts:
            for card, number in account.needed.items():
                dealt[card] = dealt.get(card, 0) + number
        copies = self.deck.copies
        too_many = sum(n - copies[card] for card, n in dealt.items() if n > copies[card])
        return too_many <= sum(account.wild for account in accounts)


class FaceTrial:
    """One movement whose faces are tried, among others that stay as they are."""

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
        """May the movement have been of these cards?"""
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
    """How often each face is among them; every copy of a face that nobody saw is another."""
    faces = dict(Counter(cards))
    faces.pop(UNSEEN, None)
    return faces
