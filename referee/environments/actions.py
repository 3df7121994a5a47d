"""A number for everything that can be done in a game, for programs that learn or search."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from referee.cards import UNSEEN, Cards, Deck
from referee.climbing import ClimbingRules, combinations_in
from referee.digests import sha256
from referee.events import format_event
from referee.melding import MeldingRules
from referee.parsing import parse_event
from referee.record import HandEvent, Json, MalformedError, SeatAction
from referee.rules import Rules
from referee.variants import rules_for

HU = str(SeatAction.HU)
PASS = str(SeatAction.PASS)
_CLAIMS = (SeatAction.CHI, SeatAction.PONG, SeatAction.GAN)
_REMEMBERED_TABLES = 8


class ActionTable:
    """Every action of a game under its house rules, each with a number from 0.

    ``table[number]`` is the text of an action, and ``number`` finds the number of a text.  Two actions have one number if
    they are the same cards: twins are alike, and cards may be named in any order.

    The numbers stay as they are in every release:

    - In climbing games, 0 is ``pass``.  Then come all combinations, by their number of cards, then by the places of their
      cards in the deck, both lowest first; then, where a last card must be announced, the same combinations with ``last``;
      then, where cards are given, each card of the deck to seat 1, to seat 2 and so on.
    - In Four Color Cards, 0 is ``pass``, 1 ``draws ?``, 2 ``lucky ?`` and 3 ``hu``, whatever its melds are.  Then come the
      discards, in the order of the deck, without those that are never discarded; then the melds to chi, to pong and to gan,
      each ordered as combinations are.

    The deck is that of ``rules_for(variant).deck.copies``: 3C 3D 3H 3S 4C …; 1G 1Y 1R 2G …; Gr Gg Gy Gw Ar ….  The
    digest of a table is ``referee.sha256`` of its texts, a line each.

    >>> import referee
    >>> table = referee.action_table("big-two")
    >>> len(table), table[0], table[1], table[-1]
    (14739, 'pass', '3C', 'AS 2C 2D 2H 2S')
    >>> table.number("3d 3c") == table.number("3C 3D") == 53
    True
    >>> table.digest[:14]
    'sha256:fa96979'
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules, self.seats = rules, seats
        if isinstance(rules, MeldingRules):
            self._texts = tuple(_melding_actions(rules))
        else:
            self._texts = tuple(_climbing_actions(rules, seats))
        self._numbers = {text: number for number, text in enumerate(self._texts)}

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the texts, each ended by a line feed."""
        return sha256("".join(f"{text}\n" for text in self._texts))

    def number(self, action: str) -> int:
        """Return the number of an action, written without its seat.  Raises MalformedError if it has none."""
        number = self._numbers.get(action)
        if number is None:
            number = self._numbers.get(self._plainest(action))
        if number is None:
            message = f"{action!r} is no action of {self.rules.name}: no combination or meld has these cards."
            raise MalformedError("bad-action", "", message)
        return number

    def _plainest(self, action: str) -> str:
        """Return the text of an action in the spelling of the table."""
        if action.partition(" ")[0] == HU:
            return HU
        event = parse_event(self.rules, self.seats, f"1: {action}")
        cards = event.cards
        if event.action in {SeatAction.DRAWS, SeatAction.LUCKY}:
            cards = (UNSEEN,)
        elif isinstance(self.rules, ClimbingRules) and UNSEEN not in cards:
            cards = self.rules.order.sort(cards)
        elif UNSEEN not in cards:
            cards = self.rules.deck.in_order(cards)
        return _text(event.action, cards, to=event.to, last=event.last)


def action_table(
    variant: str, *, house_rules: Mapping[str, Json] | None = None, seats: int = 4
) -> ActionTable:
    """Return the numbered actions of a game.

    Raises MalformedError for an unknown game, house rule or number of seats.

    >>> import referee
    >>> len(referee.action_table("four-color-cards")), len(referee.action_table("gang-of-four", seats=3))
    (109, 24807)
    """
    rules = rules_for(variant, house_rules)
    if seats not in rules.seats:
        numbers = " or ".join(map(str, rules.seats))
        raise MalformedError(
            "wrong-player-count", "seats", f"{rules.name} is for {numbers} players."
        )
    return table_of(rules, seats)


def table_of(rules: Rules, seats: int) -> ActionTable:
    """Return the numbered actions under a rules table.  Cached by the digest of the rules."""
    return _table(_Key(rules, seats))


class _Key:
    """Rules that compare equal if their digests are."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.identity = rules.variant, rules.digest, seats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)


@lru_cache(_REMEMBERED_TABLES)
def _table(key: _Key) -> ActionTable:
    return ActionTable(key.rules, key.seats)


def _climbing_actions(rules: ClimbingRules, seats: int) -> Iterator[str]:
    deck = rules.deck
    plays = _ordered(deck, (play.cards for play in combinations_in(rules, deck.copies)))
    yield PASS
    yield from map(" ".join, plays)
    if rules.last_card_announcement == "required":
        yield from (_text(SeatAction.PLAY, play, last=True) for play in plays)
    if rules.exchange:
        for card in deck.copies:
            for seat in range(1, seats + 1):
                yield _text(SeatAction.GIVES, (card,), to=seat)


def _melding_actions(rules: MeldingRules) -> Iterator[str]:
    deck = rules.deck
    yield PASS
    yield _text(SeatAction.DRAWS, (UNSEEN,))
    yield _text(SeatAction.LUCKY, (UNSEEN,))
    yield HU
    for card in deck.copies:
        if not rules.is_undiscardable(card):
            yield _text(SeatAction.DISCARDS, (card,))
    for claim in _CLAIMS:
        sets = {
            deck.in_order(cards)
            for meld in rules.melds
            if meld.claim is claim
            for cards in meld.sets
        }
        yield from (_text(claim, cards) for cards in _ordered(deck, sets))


def _ordered(deck: Deck, sets: Iterable[Cards]) -> list[Cards]:
    """Return sets of cards by size, then by the places of their cards in the deck."""

    def key(cards: Cards) -> tuple[int, Sequence[int]]:
        return len(cards), sorted(map(deck.places.__getitem__, cards))

    return sorted(sets, key=key)


def _text(action: SeatAction, cards: Cards, *, to: int = 0, last: bool = False) -> str:
    event = HandEvent(1, action, "", cards, last=last, to=to)
    return format_event(event).partition(": ")[2]
