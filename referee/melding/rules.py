"""The rules table of a melding game: melds, claims, the end of a hand, payments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from referee import house_rules
from referee.cards import Card, Cards, Deck, rank
from referee.carried_state import Carried
from referee.house_rules import HouseRule
from referee.melding.division import REMEMBERED, Divider, FormedMeld
from referee.melding.melds import Meld, sorted_cards
from referee.record import Family, Json, Number, RulingId, SeatAction, SheetKind
from referee.verdicts import Fault


@dataclass(frozen=True, kw_only=True, eq=False)
class MeldingRules:
    """The rules of one melding game with its house rules applied."""

    family: ClassVar[Family] = Family.MELDING
    sheet: ClassVar[SheetKind] = SheetKind.MELDS
    gifts: ClassVar[bool] = False  # no exchange of cards before a hand

    variant: str
    name: str
    edition: str
    # editions under which stored hands are still checked, each with the fields that were other than now
    earlier_editions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seats: tuple[int, ...]
    deck: Deck
    hand_size: int  # the first player gets one more
    melds: tuple[Meld, ...]
    # strongest first; equal ones in turn order
    order_of_claims: tuple[tuple[SeatAction, ...], ...]
    undiscardable_type: str  # never discarded (F15)
    switches: tuple[HouseRule, ...] = ()
    apply: Callable[["MeldingRules", Mapping[str, Json]], "MeldingRules"]
    citations: Mapping[Fault | str, RulingId] = field(default_factory=dict)
    hides_past_tricks: bool = False  # may nobody look at past turns while a hand goes on?
    # whether what is laid down around an unseen action bounds the cards left
    weighs_unseen_actions: bool = True
    doubts: tuple[str, ...] = ()  # the rulebook's last chapter, keys of referee.rulebook.doubts

    # Set by house rules; rulings §7 explains each one.
    threshold: Number = 10
    base: Number = 1
    rounds: int = 3
    credits: Number = 100
    lucky_card: bool = True
    lucky_counts_for_threshold: bool = True
    lucky_on_forced: bool = True
    hu_card_counts_as_hand: str = "never"
    hu_requires_threshold: bool = False
    forced_hu: bool = False
    forced_gan: bool = False
    pair_chi: str = "always"
    drawn_general_forced: bool = True
    next_may_chi_drawn: bool = True
    no_discard: str = "score-as-hu"
    discarder_pays_all: bool = False
    heavenly_hu: bool = False
    dead_wall: int = 0
    next_first: str = "finisher"
    house_rules: Mapping[str, Json] = field(
        default_factory=dict
    )  # all, with their effective values

    @cached_property
    def digest(self) -> str:
        """The digest of variant, edition and every effective house rule."""
        return house_rules.digest(self.variant, self.edition, self.house_rules)

    @cached_property
    def divider(self) -> Divider:
        """The divider of hands under these melds."""
        return Divider(self.melds)

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins; here the highest does (F33)."""
        return False

    @property
    def finisher_card_count(self) -> int:
        """The number of cards in a finisher's melds: a full hand and one more."""
        return self.hand_size + 1

    def with_house_rules(self, chosen: Mapping[str, Json]) -> "MeldingRules":
        """Return these rules under a club's house rules.

        Raises MalformedError ``unknown-house-rule`` or ``bad-house-rule-value``.
        """
        return self.apply(self, chosen)

    @cached_property
    def identify(self) -> Callable[[Cards], FormedMeld | None]:
        """A cached function that returns the meld that exactly these cards form, or None."""
        return lru_cache(REMEMBERED)(self._recognize)

    def _recognize(self, cards: Cards) -> FormedMeld | None:
        made = self.divider.by_cards.get(sorted_cards(cards))
        return None if made is None else FormedMeld(made.meld, cards)

    def is_undiscardable(self, card: Card) -> bool:
        """Return whether the card may never be discarded (F15)."""
        return card in self._undiscardable

    @cached_property
    def _undiscardable(self) -> frozenset[Card]:
        return frozenset(card for card in self.deck.cards if rank(card) == self.undiscardable_type)

    def drawable_cards(self, seats: int) -> int:
        """Return how many cards of the stock can be drawn after the deal (F1, F31)."""
        return max(0, len(self.deck) - seats * self.hand_size - 1 - self.dead_wall)

    def is_over(self, carried: Carried) -> bool:
        """Return whether all rounds have been played; a washed-out hand is a round (F33)."""
        return carried.number > self.rounds

    def cite(self, *subjects: Fault | str) -> RulingId:
        """Return the ruling of the first subject that has one, or the section of general rules."""
        return next(
            (self.citations[subject] for subject in subjects if subject in self.citations), "§6"
        )
