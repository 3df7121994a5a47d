"""Whether everything that a hand showed can have been in its deal, gifts reckoned in (contract §3)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.knowledge import Movement

OPEN = 1_000
"""So many cards may have gone in an action that nobody saw, or be held while the hand goes on: any number."""


@dataclass
class _Account:
    """One seat's cards, as far as the movements tell."""

    needed: Counter[Card]  # it must have been dealt these
    shown: Counter[Card] = field(default_factory=Counter)  # gone, or left at the end
    received: Counter[Card] = field(default_factory=Counter)
    hidden: int = 0  # cards that may be any: they went unseen, or are unknown at the end
    wild: int = 0  # unseen cards that it received
    went: int = 0
    came: int = 0

    def show(self, move: Movement) -> None:
        """Cards that are shown were held, but for those of a stray."""
        for card in set(move.cards) if move.held else ():
            if card == UNSEEN:
                continue
            number = move.cards.count(card)
            lacking = self.shown[card] + number - self.received[card]
            if lacking > self.needed[card]:
                self.needed[card] = lacking
            if move.stands:
                self.shown[card] += number
        if move.stands:
            self.went += len(move.cards)
            self.hidden += move.cards.count(UNSEEN) if move.held else len(move.cards)

    def receive(self, cards: Cards) -> None:
        """What was received needs not have been dealt."""
        for card in cards:
            if card == UNSEEN:
                self.wild += 1
            else:
                self.received[card] += 1
        self.came += len(cards)


@dataclass(frozen=True)
class Accounts:
    """What is on record of a hand beside its movements: who was dealt what, and who held what at the end."""

    deck: Deck
    sizes: Sequence[int]  # by seat, the cards dealt to it
    dealt: Sequence[Cards | None]
    left: Sequence[Cards | None]  # at the end; None: unknown
    uncounted: frozenset[int] = frozenset()  # seats that did what nobody saw

    def fit(self, moves: Sequence[Movement]) -> bool:
        """May the cards of these have been held?  Exact where no face of a gift is unseen."""
        seats = range(1, len(self.sizes) + 1)
        accounts = [self._account(seat, moves) for seat in seats]
        return all(map(self._in_the_hand, seats, accounts)) and self._in_the_deck(accounts)

    def trial(self, moves: Sequence[Movement], place: int) -> "Trial":
        """The same question for many faces of one movement."""
        return Trial(self, list(moves), place)

    def _account(self, seat: int, moves: Iterable[Movement]) -> "_Account":
        account = _Account(needed=Counter(_faces(self.dealt[seat - 1] or ())))
        for move in moves:
            if move.seat == seat:
                account.show(move)
            if move.to == seat and move.stands:
                account.receive(move.cards)
        kept = self.left[seat - 1]
        if seat in self.uncounted:
            account.hidden += OPEN
        if kept is None:
            account.hidden += max(0, self.sizes[seat - 1] + account.came - account.went)
        else:
            account.show(Movement(0, seat, kept))
        return account

    def _in_the_hand(self, seat: int, account: "_Account") -> bool:
        """Is there room for what must have been dealt, and did all that was dealt go somewhere?"""
        if account.needed.total() > self.sizes[seat - 1] + account.wild:
            return False
        spare = account.hidden
        for card, number in _faces(self.dealt[seat - 1] or ()).items():
            spare -= max(0, number + account.received[card] - account.shown[card])
        for card, number in account.received.items():
            if card not in (self.dealt[seat - 1] or ()):
                spare -= max(0, number - account.shown[card])
        return spare >= 0

    def _in_the_deck(self, accounts: Sequence["_Account"]) -> bool:
        """Are there so many copies, but for those that somebody may have received unseen?"""
        dealt: Counter[Card] = Counter()
        for account in accounts:
            dealt.update(account.needed)
        copies = self.deck.copies
        too_many = sum(n - copies[card] for card, n in dealt.items() if n > copies[card])
        return too_many <= sum(account.wild for account in accounts)


class Trial:
    """One movement whose faces are tried, among others that stay as they are."""

    def __init__(self, accounts: Accounts, moves: list[Movement], place: int) -> None:
        self._accounts = accounts
        self._move = moves[place]
        self._concerned = sorted({self._move.seat, self._move.to} - {0})
        self._moves = [m for m in moves if m.seat in self._concerned or m.to in self._concerned]
        self._place = next(at for at, move in enumerate(self._moves) if move is self._move)
        seats = range(1, len(accounts.sizes) + 1)
        self._others = [
            accounts._account(seat, moves) for seat in seats if seat not in self._concerned
        ]

    def fits(self, cards: Cards) -> bool:
        """May the movement have been of these cards?"""
        self._moves[self._place] = self._move._replace(cards=cards)
        accounts = self._accounts
        own = [accounts._account(seat, self._moves) for seat in self._concerned]
        in_hand = all(map(accounts._in_the_hand, self._concerned, own))
        return in_hand and accounts._in_the_deck([*self._others, *own])


@lru_cache(maxsize=256)
def _faces(cards: Cards) -> Counter[Card]:
    faces = Counter(cards)
    del faces[UNSEEN]
    return faces
