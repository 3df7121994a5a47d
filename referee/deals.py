"""Deal the cards of a hand from a seed, so that the deal can be repeated by anybody at any time."""

from collections import Counter
from collections.abc import Mapping

from referee.cards import Cards, Deck
from referee.digests import sha256
from referee.melding import MeldingRules
from referee.record import Json, MalformedError
from referee.rules import Rules
from referee.variants import rules_for


def deal(
    variant: str,
    *,
    seed: int | str,
    seats: int = 4,
    house_rules: Mapping[str, Json] | None = None,
    first: int = 1,
) -> dict[str, Json]:
    """Return the keys of a hand that is dealt: ``dealt``, and what else the game needs to be played.

    A seed gives the same cards in every release, on every machine.  To shuffle, each card of the deck gets the SHA-256
    digest of the text ``SEED:COPY:CARD``, such as ``7:1:3C`` (the second of two twins is copy 2), and the digests in
    hexadecimal are sorted as texts.  Seat 1 gets the first cards of this order, as many as the game deals; seat 2 the next,
    and so on.  Games with the same deck share their deals.

    ``first`` is the seat that leads where no card decides it.  In Four Color Cards this seat gets one card more, after the
    others; ``stock`` is the cards left, the top one first, of which the last ones lie in the dead wall, if there is one.
    The referee stores ``stock`` like any unknown key and never looks at it.  In games that leave cards over, and perhaps
    the card of the opening lead among them, ``dealer`` is the seat whose deal lets ``first`` lead.

    >>> import referee
    >>> hand = referee.deal("big-two", seed=7)
    >>> hand["dealt"][0]
    '5C 5S 6S 7D 8D 8S 9C 10D 10S JC JS QD AD'
    >>> table = referee.Table("big-two", hand=hand)
    >>> table.turn, len(table.legal_plays())
    (3, 2)
    >>> referee.deal("gang-of-four", seed=7, seats=3, first=2)["dealer"]
    3
    >>> referee.deal("four-color-cards", seed="club night, hand 1")["stock"].split()[:3]
    ['Ay', 'Ar', 'Hy']

    Raises MalformedError for an unknown game, house rule, number of seats or first seat, and TypeError for a seed that is
    neither a whole number nor a text.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"{seed!r} is no seed: a seed is a whole number or a text.")
    rules = rules_for(variant, house_rules)
    if seats not in rules.seats:
        numbers = " or ".join(map(str, rules.seats))
        raise MalformedError(
            "wrong-player-count", "seats", f"{rules.name} is for {numbers} players."
        )
    if first not in range(1, seats + 1):
        raise MalformedError(
            "bad-seat", "first", f"{first!r} is no seat: seats are numbered 1 to {seats}."
        )
    return _dealt(rules, shuffle(rules.deck, seed), seats=seats, first=first)


def shuffle(deck: Deck, seed: int | str) -> Cards:
    """Return the cards of a deck in the order that belongs to a seed."""
    copies = ((card, copy + 1) for card, number in deck.copies.items() for copy in range(number))
    digests = {sha256(f"{seed}:{copy}:{card}"): card for card, copy in copies}
    return tuple(card for _, card in sorted(digests.items()))


def _dealt(rules: Rules, pack: Cards, *, seats: int, first: int) -> dict[str, Json]:
    size = rules.hand_size
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(seats)]
    rest = pack[seats * size :]
    if isinstance(rules, MeldingRules):
        hands[first - 1] += rest[:1]
        return {"dealt": [_as_text(rules, cards) for cards in hands], "stock": " ".join(rest[1:])}
    dealt: dict[str, Json] = {"dealt": [_as_text(rules, cards) for cards in hands]}
    return {**dealt, "dealer": first % seats + 1} if rest else dealt


def _as_text(rules: Rules, cards: Cards) -> str:
    """Return cards in the order of the deck, whatever house rules say of suits."""
    counts = Counter(cards)
    return " ".join(card for face in rules.deck.copies for card in (face,) * counts[face])
