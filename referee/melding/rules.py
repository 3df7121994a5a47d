"""The rules of a melding game as one table: what scores, who may claim what, how a hand ends and pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from referee import house_rules
from referee.cards import UNSEEN, Card, Cards, Deck, rank
from referee.house_rules import HouseRule
from referee.melding.division import Divider, FormedMeld
from referee.melding.melds import Meld, sorted_cards
from referee.record import Carried, Family, Json, Number, RulingId, SeatAction, Sheet
from referee.verdicts import Fault


@dataclass(frozen=True, kw_only=True, eq=False)
class MeldingRules:
    """One melding game, house rules applied."""

    family: ClassVar[Family] = Family.MELDING
    sheet: ClassVar[Sheet] = Sheet.MELDS

    variant: str
    name: str
    edition: str
    seats: tuple[int, ...]
    deck: Deck
    hand_size: int  # the first player has one more
    melds: tuple[Meld, ...]
    order_of_claims: tuple[
        tuple[SeatAction, ...], ...
    ]  # the strongest first; turn order among equals
    undiscardable_type: str  # the type that is never discarded
    switches: tuple[HouseRule, ...] = ()
    apply: Callable[["MeldingRules", Mapping[str, Json]], "MeldingRules"]
    citations: Mapping[Fault | str, RulingId] = field(default_factory=dict)
    hides_past_tricks: bool = False  # may nobody look at past turns while a hand goes on?
    doubts: tuple[str, ...] = ()  # the rulebook's last chapter, keys of referee.rulebook.doubts

    # What the switches set; rulings §7 has the meaning of each.
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
    house_rules: Mapping[str, Json] = field(default_factory=dict)  # every effective one

    @cached_property
    def digest(self) -> str:
        """Variant, edition and every effective house rule, in one word."""
        return house_rules.digest(self.variant, self.edition, self.house_rules)

    @cached_property
    def divider(self) -> Divider:
        """Divides hands by this table."""
        return Divider(self.melds)

    @property
    def lowest_wins(self) -> bool:
        """The highest total wins (F33)."""
        return False

    @property
    def finisher_card_count(self) -> int:
        """How many cards a finisher's melds have: a full hand and one more."""
        return self.hand_size + 1

    def under(self, chosen: Mapping[str, Json]) -> "MeldingRules":
        """The table under a club's house rules.

        Raises MalformedError ``unknown-house-rule`` or ``bad-house-rule-value``.
        """
        return self.apply(self, chosen)

    def identify(self, cards: Cards) -> FormedMeld | None:
        """The meld that exactly these cards are, or None."""
        made = self.divider.by_cards.get(sorted_cards(cards))
        return None if made is None else FormedMeld(made.meld, cards)

    def is_undiscardable(self, card: Card) -> bool:
        """May the card never be discarded (F15)?"""
        return card != UNSEEN and rank(card) == self.undiscardable_type

    def drawable_cards(self, seats: int) -> int:
        """How many cards can be drawn after the deal (F1, F31)."""
        return max(0, len(self.deck) - seats * self.hand_size - 1 - self.dead_wall)

    def is_over(self, carried: Carried) -> bool:
        """Have all the rounds been played (F33)?  A washed-out one is a round."""
        return carried.number > self.rounds

    def cite(self, *subjects: Fault | str) -> RulingId:
        """The ruling behind the first of these that has one."""
        return next(
            (self.citations[subject] for subject in subjects if subject in self.citations), "§6"
        )
