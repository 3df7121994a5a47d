"""Whether everything that a hand showed can have been in its deal, the exchange reckoned in (contract §3)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.record import Action, Event, HandRecord

NOBODY: frozenset[int] = frozenset()
OPEN = 1_000
"""So many cards may have gone in an action that nobody saw: any number."""


@dataclass
class _Account:
    """One seat's cards, as far as the events tell."""

    needed: Counter[Card] = field(default_factory=Counter)  # it must have been dealt these
    shown: Counter[Card] = field(default_factory=Counter)  # played, given, or left at the end
    received: Counter[Card] = field(default_factory=Counter)
    hidden: int = 0  # cards of it that nobody saw, or an action
    wild: int = 0  # unseen cards that it received: each may be any

    def show(self, cards: Counter[Card], *, stands: bool) -> None:
        for card, number in cards.items():
            lacking = self.shown[card] + number - self.received[card]
            if lacking > self.needed[card]:
                self.needed[card] = lacking
            if stands:
                self.shown[card] += number


@dataclass(frozen=True)
class Accounts:
    """What is on record of a hand beside its events: who was dealt what, and who held what at the end."""

    deck: Deck
    size: int  # cards dealt to each
    hand: HandRecord
    undone: Mapping[int, int]  # which event each ``takes back`` undoes
    seats: int

    @cached_property
    def dealt(self) -> tuple[Counter[Card], ...]:
        """By seat, the faces seen in the deal."""
        return tuple(_faces(cards or ()) for cards in self.hand.dealt or (None,) * self.seats)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The events that were taken back."""
        return frozenset(self.undone.values())

    def fit(
        self, events: Sequence[Event], *, strays: Collection[int] = NOBODY, to_the_end: bool = True
    ) -> bool:
        """May the cards of these events all have been held?  Exact where no face of a gift is unseen.

        ``strays`` are events whose cards were not held; without ``to_the_end`` the cards left prove nothing.
        """
        accounts = [_Account() for _ in range(self.seats)]
        for number, event in enumerate(events, 1):
            if event.cards:
                self._follow(
                    accounts, event, stands=number not in self.gone, held=number not in strays
                )
            elif event.action is Action.UNSEEN:
                for account in accounts if not event.seat else [accounts[event.seat - 1]]:
                    account.hidden += OPEN
        self._keep(accounts, to_the_end=to_the_end)
        return self._in_the_deck(accounts) and all(map(self._in_the_hand, accounts, self.dealt))

    def _follow(self, accounts: list[_Account], event: Event, *, stands: bool, held: bool) -> None:
        seen = _faces(event.cards)
        unseen = len(event.cards) - seen.total()
        if held:
            accounts[event.seat - 1].show(seen, stands=stands)
        if stands:
            accounts[event.seat - 1].hidden += unseen
        if stands and event.to:
            accounts[event.to - 1].received.update(seen)
            accounts[event.to - 1].wild += unseen

    def _keep(self, accounts: list[_Account], *, to_the_end: bool) -> None:
        for account, kept in zip(accounts, self.hand.left or (None,) * self.seats, strict=True):
            if kept is None or not to_the_end:
                account.hidden += OPEN if not to_the_end else self._rest(account)
                continue
            seen = _faces(kept)
            account.show(seen, stands=True)
            account.hidden += len(kept) - seen.total()

    def _rest(self, account: _Account) -> int:
        """How many cards it held at the end."""
        received = account.received.total() + account.wild
        return max(0, self.size + received - account.shown.total() - account.hidden)

    def _in_the_hand(self, account: _Account, dealt: Counter[Card]) -> bool:
        """Is there room for what must have been dealt, and did all that was dealt go somewhere?"""
        lacking = (account.needed - dealt).total()
        if lacking > self.size - dealt.total() + account.wild:
            return False
        spare = dealt + account.received
        return (spare - account.shown).total() <= account.hidden

    def _in_the_deck(self, accounts: list[_Account]) -> bool:
        """Are there so many copies, but for those that somebody may have received unseen?"""
        dealt: Counter[Card] = Counter()
        for account, seen in zip(accounts, self.dealt, strict=True):
            dealt.update(account.needed | seen)
        too_many = sum(
            number - self.deck.copies[card]
            for card, number in dealt.items()
            if number > self.deck.copies[card]
        )
        return too_many <= sum(account.wild for account in accounts)


@lru_cache(maxsize=1024)
def _faces(cards: Cards) -> Counter[Card]:
    faces = Counter(cards)
    del faces[UNSEEN]
    return faces
