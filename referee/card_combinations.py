"""What cards are when they are played together, and whether they beat other cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.cards import UNSEEN
from referee.climbing import ClimbingRules
from referee.climbing.wording import describe
from referee.combinations import Combination
from referee.events import parse_cards
from referee.record import Json, MalformedError
from referee.variants import rules_for


@dataclass(frozen=True)
class CardCombination:
    """Cards that can be played together under the rules of a climbing game, as ``combination`` returns them.

    ``kind`` is a word as in adjudications, such as ``full-house``; ``cards`` go from the lowest up.  A bomb (in Gang of Four: a
    gang) beats combinations of other sizes.  Two are equal if their cards and their rules are.

    >>> import referee
    >>> fours = referee.combination("big-two", "4S 4H")
    >>> fours.kind, fours.cards, fours.is_bomb, str(fours)
    ('pair', ('4H', '4S'), False, 'pair of fours (4H 4S)')
    >>> sixes = referee.combination("big-two", "6C 6D")
    >>> sixes.beats(fours), fours.beats(sixes), fours == referee.combination("big-two", "4H 4S")
    (True, False, True)
    """

    kind: str
    cards: tuple[str, ...]
    is_bomb: bool
    rules_digest: str = field(repr=False)  # of the game with its house rules
    _rules: ClimbingRules = field(repr=False, compare=False)
    _combination: Combination = field(repr=False, compare=False)

    def beats(self, other: "CardCombination") -> bool:
        """Return whether these cards may be played on the other ones: they may follow them, and are higher.

        Duties that depend on the hands do not count.  Raises ValueError for a combination under other rules.
        """
        if self.rules_digest != other.rules_digest:
            raise ValueError(
                "Only combinations of one game with the same house rules can be compared."
            )
        return self._rules.beats(self._combination, other._combination)

    def __str__(self) -> str:
        return str(describe(self._combination))


def combination(
    variant: str, cards: str | Iterable[str], house_rules: Mapping[str, Json] | None = None
) -> CardCombination | None:
    """Return what cards are when they are played together; None if they are no combination.

    ``cards`` is a text as in a record, or a list of such cards.  Cards that may be several kinds, such as those with a wild
    phoenix, are the strongest one.

    >>> import referee
    >>> referee.combination("big-two", "3C 4D 5H 6S 7C").kind
    'straight'
    >>> print(referee.combination("big-two", "3C 3D 3H"), "-", referee.combination("big-two", ["3C", "3D", "3H"], {"triples": True}))
    None - triple of threes (3C 3D 3H)

    Raises MalformedError for an unknown game or house rule, a game of melds, or what is no card of the deck.
    """
    rules = rules_for(variant, house_rules)
    if not isinstance(rules, ClimbingRules):
        message = f"{rules.name} has melds, no combinations that beat each other."
        raise MalformedError("unknown-variant", "variant", message)
    try:
        parsed = parse_cards(rules.deck, cards if isinstance(cards, str) else " ".join(cards))
    except MalformedError as error:
        raise error.within("cards") from None
    if UNSEEN in parsed:
        raise MalformedError("unknown-card", "cards", "What an unknown card is cannot be said.")
    made = rules.identify(parsed)
    if made is None:
        return None
    return CardCombination(made.kind.name, made.cards, made.bomb, rules.digest, rules, made)
