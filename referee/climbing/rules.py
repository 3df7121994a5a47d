"""The rules of a climbing game as a table: what is played, what beats what, how a hand ends and pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from referee import house_rules
from referee.cards import Card, Cards, Deck
from referee.combinations import Combination, CombinationKind, Order, Shape
from referee.house_rules import HouseRule
from referee.record import Family, Json, Number, RulingId, SheetKind
from referee.scoring import Settlement
from referee.verdicts import Fault

CACHE_SIZE = 1 << 16
"""The number of recognized plays that are cached per rules table."""
CHOOSING = frozenset({"bombs", "deck"})
"""House rules that choose the value of the field of the same name, and are not the value."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ClimbingRules:
    """One climbing game with its house rules applied.

    A sister edition states only what differs: ``replace(BIG_TWO, variant=…, name=…).with_house_rules({})``.  What a switch decides
    (suits, straights, bombs …) is changed by the switch's default, with ``house_rules.with_defaults``.
    """

    family: ClassVar[Family] = Family.CLIMBING
    credits: ClassVar[Number] = 0  # the total that everybody starts with

    variant: str
    name: str
    edition: str
    # editions under which stored hands are still checked, each with the fields that were other than now
    earlier_editions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seats: tuple[int, ...]
    deck: Deck
    hand_size: int
    order: Order
    # the rungs, lowest first; a later shape on a rung beats an earlier one
    ladder: tuple[tuple[Shape, ...], ...]
    bombs: tuple[Shape, ...] = ()  # lowest first; beat every rung, or what ``chops`` names
    # whether a bomb beats a play that is none; None: any but, perhaps, the highest single
    chops: Callable[[Combination, Combination], bool] | None = None
    opens: Card | None = None  # the card of the opening lead; None: the lowest single
    switches: tuple[HouseRule, ...] = ()
    apply: Callable[["ClimbingRules", Mapping[str, Json]], "ClimbingRules"]
    citations: Mapping[Fault | str, RulingId] = field(default_factory=dict)
    hides_past_tricks: bool = False  # may nobody look at past tricks while a hand goes on (G36)?
    doubts: tuple[str, ...] = ()  # the rulebook's last chapter, keys of referee.rulebook.doubts
    # a game's own sentences in the rulebook, by their place: "bombs", "settlement", "doubts"
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # whether what is played around an unseen action bounds the cards left
    weighs_unseen_actions: bool = True
    # whether the cards left must agree with a sheet that names who went out
    compares_left_with_sheet: bool = True
    dealing: str = ""  # who shuffles and deals, a key of referee.rulebook.play; empty: not said
    leads_if_undealt: str = (
        "dealer's right"  # or "anybody", where nobody was dealt the opening card (G16)
    )

    # set by the switches; rulings §7 explains each
    five_card_cross_category: bool = True
    bombs_beat_top_single: bool = False
    top_single_closes_trick: bool = False
    opening: str = "lowest-in-any"
    next_hand_leader: str = "lowest-card"
    play_to_last: bool = False
    after_out: str = "next-has-control"
    pass_locks_out: bool = False
    protect_last_card: bool = False
    protect_lead_highest: bool = False
    protect_forces_gang: bool = False
    last_card_announcement: str = "auto"
    five_card_following: str = "any-higher"
    gifts: bool = False  # whether the game has an exchange of cards before a hand
    one_loser: bool = False  # whether one seat loses of several with the most cards (G21)
    wild_phoenix: bool = False
    exchange: bool = False
    exchange_may_return_received: bool = False
    direction: str = "clockwise"
    settle: Settlement | None = None
    lowest_wins: bool = True  # whether points are penalties (B19, G34)
    settles_by_place: bool = False  # whether the order of going out alone decides the points
    house_rules: Mapping[str, Json] = field(default_factory=dict)  # all effective values

    @cached_property
    def digest(self) -> str:
        """The digest of variant, edition and every effective house rule."""
        return house_rules.digest(self.variant, self.edition, self.house_rules)

    @cached_property
    def opening_card(self) -> Card:
        """The card that the opening lead must contain (B2, P2, G15)."""
        return self.opens or min(self.deck.cards, key=self.order.heights.__getitem__)

    @cached_property
    def top_single(self) -> Card:
        """The highest single (B14)."""
        return max(self.deck.cards, key=self.order.heights.__getitem__)

    @cached_property
    def card_places(self) -> Mapping[Card, int]:
        """By face, the bit of its first copy where cards are counted in bits; those of its other copies come next."""
        most = max(self.deck.copies.values())
        return {card: 1 << most * place for place, card in enumerate(self.deck.copies)}

    @property
    def winner_leads(self) -> bool:
        """Whether the winner of a hand leads the next one (B3, G39)."""
        return self.next_hand_leader == "previous-winner"

    def direction_of(self, number: int) -> int:
        """Return 1 if the hand of this number is played clockwise, -1 if anticlockwise (B20, G17)."""
        if self.direction == "alternate":
            return -1 if number % 2 else 1
        return -1 if self.direction == "anticlockwise" else 1

    @property
    def sheet(self) -> SheetKind:
        """What a score sheet without plays holds: the order of going out where places score (P16)."""
        return SheetKind.ORDER_OUT if self.settles_by_place else SheetKind.CARDS_LEFT

    def with_house_rules(self, chosen: Mapping[str, Json]) -> "ClimbingRules":
        """Return these rules with a club's house rules applied.

        Raises MalformedError ``unknown-house-rule`` or ``bad-house-rule-value``.
        """
        return self.apply(self, chosen)

    def with_values(self, values: Mapping[str, Json]) -> "ClimbingRules":
        """Return these rules with all effective house rules; one that is named as a field is the value of that field."""
        named = {field.name for field in fields(self)} & values.keys() - CHOOSING
        plain: dict[str, Any] = {name: values[name] for name in named}
        return replace(self, house_rules=values, **plain)

    @cached_property
    def identify(self) -> Callable[[Cards], Combination | None]:
        """A cached function that returns the strongest combination of exactly these cards, or None."""
        return lru_cache(CACHE_SIZE)(self._recognize)

    def beats(self, play: Combination, standing: Combination) -> bool:
        """Return whether a play is higher than the standing combination and of a kind that may follow it."""
        if play.bomb != standing.bomb:
            return play.bomb and self._bomb_beats(play, standing)
        if play.rung != standing.rung:
            return False
        if play.tier != standing.tier:
            return play.tier > standing.tier and not self.needs_same_kind(play, standing)
        return play.strength > standing.strength

    def _bomb_beats(self, bomb: Combination, standing: Combination) -> bool:
        """Return whether a bomb beats a combination that is none."""
        if self.chops is not None:
            return self.chops(bomb, standing)
        return self.bombs_beat_top_single or standing.cards != (self.top_single,)  # B10

    def needs_same_kind(self, play: Combination, standing: Combination) -> bool:
        """Return whether a house rule forbids following the standing kind with this one (B9)."""
        any_kind = self.five_card_cross_category and self.five_card_following == "any-higher"
        if play.bomb or standing.bomb or any_kind:
            return False
        return play.kind.name != standing.kind.name

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """Every shape that may be played, lowest first, bombs last."""
        return tuple(shape for rung in (*self.ladder, self.bombs) for shape in rung)

    def shapes_above(self, standing: Combination) -> tuple[Shape, ...]:
        """Return the shapes of which a combination may beat this one."""
        if standing.bomb:
            return self.bombs[standing.tier :]
        return (*self.ladder[standing.rung][standing.tier :], *self.bombs)

    @cached_property
    def largest_size(self) -> int:
        """The number of cards of the largest combination."""
        return max(shape.size for shape in self.shapes)

    def kinds(self) -> list[CombinationKind]:
        """Return the kinds that may be played, lowest first, bombs last; each once."""
        return list({shape.kind.name: shape.kind for shape in self.shapes}.values())

    def cite(self, *subjects: Fault | str) -> RulingId:
        """Return the ruling of the first of these subjects that has one."""
        return next(
            (self.citations[subject] for subject in subjects if subject in self.citations), "§6"
        )

    def _recognize(self, cards: Cards) -> Combination | None:
        ranks = len({card[:-1] for card in cards})
        for rung, tier, shape in self._strongest_first.get(len(cards), ()):
            if shape.ranks and shape.ranks != ranks:
                continue
            strength = shape.kind.recognize(cards, self.order)
            if strength is not None:
                return Combination(shape, self.order.sort(cards), strength, rung, tier, rung < 0)
        return None

    @cached_property
    def _strongest_first(self) -> dict[int, list[tuple[int, int, Shape]]]:
        """By number of cards: rung (-1 for bombs), tier and shape."""
        rows = [(-1, tier, shape) for tier, shape in enumerate(self.bombs)]
        rows = [
            *reversed(rows),
            *reversed(
                [(r, t, s) for r, rung in enumerate(self.ladder) for t, s in enumerate(rung)]
            ),
        ]
        return {
            size: [row for row in rows if row[2].size == size]
            for size in {row[2].size for row in rows}
        }
