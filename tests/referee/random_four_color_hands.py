"""Random complete legal hands of Four Color Cards with the points that each must bring: a second opinion.

Written from the rulings alone and slow: melds are looked up in a list, hands are divided by trying everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

COLORS = "rgyw"
SWITCHES: dict[str, list[Any]] = {
    "threshold": [10, 8, 5, 0],
    "base": [1, 0, 2],
    "lucky_card": [True, False],
    "lucky_counts_for_threshold": [True, False],
    "lucky_on_forced": [True, False],
    "general_quad": [True, False],
    "general_quad_points": [[8, 6], [6, 8]],
    "soldier_points": [[3, 5], [1, 4]],
    "soldier_same_colour_sets": ["none", "triple-quad", "all"],
    "hu_card_counts_as_hand": ["never", "if-self-drawn"],
    "hu_requires_threshold": [True, False],
    "forced_hu": [True, False],
    "forced_gan": [True, False],
    "pair_chi": ["always", "only-for-hu"],
    "drawn_general_forced": [True, False],
    "next_may_chi_drawn": [True, False],
    "no_discard": ["score-as-hu", "always-pays"],
    "discarder_pays_all": [True, False],
    "dead_wall": [0, 6, 14],
}
DEFAULTS = {name: values[0] for name, values in SWITCHES.items()} | {
    "lucky_counts_for_threshold": True,
    "hu_requires_threshold": False,
    "forced_hu": False,
    "forced_gan": False,
    "discarder_pays_all": False,
}

Cards = tuple[str, ...]
Points = tuple[str, int, int]
"""The claim of a set, and its points exposed and concealed."""
MeldRules = tuple[tuple[int, ...], tuple[int, ...], str]
"""The house rules on melds: points of four generals, points of soldiers, sets of soldiers of one color."""


def random_house_rules(chance: Random) -> dict[str, Any]:
    """Return random values for some switches."""
    return {
        name: chance.choice(values) for name, values in SWITCHES.items() if chance.random() < 0.3
    }


def melds(rules: dict[str, Any]) -> dict[Cards, Points]:
    """Return every set of cards that is a meld (F5–F9, F36)."""
    return meld_list(_meld_rules(rules))


def _meld_rules(rules: dict[str, Any]) -> MeldRules:
    quad = tuple(rules["general_quad_points"]) if rules["general_quad"] else ()
    return quad, tuple(rules["soldier_points"]), rules["soldier_same_colour_sets"]


@cache
def meld_list(rules: MeldRules) -> dict[Cards, Points]:
    quad, soldiers, same = rules
    sets: dict[Cards, Points] = {}
    for color in COLORS:
        sets[("G" + color,)] = ("chi", 1, 1)
        sets[_key(kind + color for kind in "GAE")] = ("chi", 2, 2)
        sets[_key(kind + color for kind in "RHC")] = ("chi", 1, 1)
        kinds = "AERHC" + ("S" if same == "all" else "")
        sets |= {(kind + color,) * 2: ("chi", 0, 0) for kind in kinds}
        kinds = "AERHC" + ("S" if same != "none" else "")
        sets |= {(kind + color,) * 3: ("pong", 1, 3) for kind in kinds}
        sets |= {(kind + color,) * 4: ("gan", 6, 8) for kind in kinds}
        if quad:
            sets[("G" + color,) * 4] = ("gan", *quad)
    for size in (3, 4):
        points = soldiers[size - 3]
        sets |= {
            _key("S" + one for one in some): ("chi", points, points)
            for some in combinations(COLORS, size)
        }
    return sets


@cache
def melds_with(card: str, rules: MeldRules) -> list[tuple[str, Cards]]:
    """Return, for every meld with this card, its claim and its other cards."""
    ways = [(claim, list(meld)) for meld, (claim, *_) in meld_list(rules).items() if card in meld]
    for _, others in ways:
        others.remove(card)
    return [(claim, tuple(others)) for claim, others in ways]


def _key(cards: Iterator[str]) -> Cards:
    return tuple(sorted(cards))


@cache
def divisions(cards: Cards, rules: MeldRules) -> list[tuple[Cards, ...]]:
    """Return every complete division of sorted cards, some of them several times."""
    if not cards:
        return [()]
    first, rest = cards[0], cards[1:]
    ways = []
    for size in range(min(4, len(cards))):
        for others in sorted(set(combinations(rest, size))):
            if (first, *others) in meld_list(rules):
                left = remove_cards(rest, others)
                ways += [((first, *others), *more) for more in divisions(left, rules)]
    return ways


def remove_cards(cards: Cards, others: Cards) -> Cards:
    """Return the cards without the others, in their order."""
    left = list(cards)
    for card in others:
        left.remove(card)
    return tuple(left)


def independent_parts(cards: Cards) -> list[Cards]:
    """Return the cards in groups; no meld has cards of two groups."""
    groups: dict[str, list[str]] = {}
    for card in sorted(cards):
        family = "S" if card[0] == "S" else ("GAE" if card[0] in "GAE" else "RHC") + card[1]
        groups.setdefault(family, []).append(card)
    return [tuple(group) for group in groups.values()]


def concealed_points(sets: tuple[Cards, ...], rules: dict[str, Any]) -> int:
    return sum(melds(rules)[one][2] for one in sets)


def complete_divisions(cards: Cards, rules: dict[str, Any]) -> list[list[tuple[Cards, ...]]]:
    """Return the complete divisions of each part of a hand; an empty list if the part cannot be divided."""
    return [divisions(part, _meld_rules(rules)) for part in independent_parts(cards)]


def best_division(cards: Cards, rules: dict[str, Any]) -> tuple[Cards, ...] | None:
    """Return the division that scores most; None if there is no complete one."""
    ways = complete_divisions(cards, rules)
    if not all(ways):
        return None
    return tuple(
        one for way in ways for one in max(way, key=lambda sets: concealed_points(sets, rules))
    )


def any_division(cards: Cards, rules: dict[str, Any], chance: Random) -> tuple[Cards, ...]:
    """Return a random complete division."""
    return tuple(one for way in complete_divisions(cards, rules) for one in chance.choice(way))


@dataclass
class Round:
    """A hand at a table of 2 to 4 seats, numbered from 1, with its events and result."""

    seats: int
    chance: Random
    rules: dict[str, Any]
    first: int
    events: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        pack = [kind + color for kind in "GAERHCS" for color in COLORS for _ in range(4)]
        self.chance.shuffle(pack)
        self.hands: dict[int, list[str]] = {}
        for seat in range(1, self.seats + 1):
            size = 21 if seat == self.first else 20
            self.hands[seat], pack = pack[:size], pack[size:]
        self.dealt = [" ".join(self.hands[seat]) for seat in sorted(self.hands)]
        self.stock = (
            pack[: len(pack) - self.rules["dead_wall"]] if self.rules["dead_wall"] else pack
        )
        self.ground: dict[int, list[tuple[Cards, int]]] = {seat: [] for seat in self.hands}
        self.status, self.points = "", [0] * self.seats
        self.finisher = 0

    def play(self) -> "Round":
        """Play the whole hand and return it."""
        self._discard(self.first)
        while not self.status:
            if not self._resolve_claims() and not self._draw():
                self.status = "washed-out"
        return self

    def record(self) -> dict[str, Any]:
        return {"dealt": self.dealt, "events": self.events}

    def _discard(self, seat: int) -> None:
        card = self.chance.choice([card for card in self.hands[seat] if card[0] != "G"])
        self.hands[seat].remove(card)
        self._turn_up(seat, "discards", card)

    def _draw(self) -> bool:
        if not self.stock:
            return False
        self._turn_up(self.source % self.seats + 1, "draws", self.stock.pop(0))
        return True

    def _turn_up(self, seat: int, verb: str, card: str) -> None:
        self.events.append(f"{seat}: {verb} {card}")
        self.source, self.drawn, self.card = seat, verb == "draws", card

    def _order(self) -> list[int]:
        start = 0 if self.drawn else 1
        return [(self.source - 1 + step) % self.seats + 1 for step in range(start, self.seats)]

    def _resolve_claims(self) -> bool:
        """Let every seat claim: the best claim prevails, some others become calls.  Return whether there was a claim."""
        claims = [(seat, *claim) for seat in self._order() if (claim := self._choose_claim(seat))]
        if not claims:
            return False
        rank = {"hu": 0, "gan": 1, "pong": 1, "chi": 2}
        order = self._order()
        claims.sort(key=lambda claim: (rank[claim[1]], order.index(claim[0])))
        winner, losers = claims[0], claims[1:]
        for seat, claim, cards, rest in self.chance.sample(losers, len(losers)):
            if self.chance.random() < 0.6:
                self._write(seat, f"calls {claim}", cards, rest)
        self._write(*winner)
        self._take(*winner)
        return True

    def _write(self, seat: int, claim: str, cards: Cards, rest: tuple[Cards, ...] | None) -> None:
        self.events.append(f"{seat}: {claim} " + " / ".join(map(" ".join, (cards, *(rest or ())))))

    def _choose_claim(self, seat: int) -> tuple[str, Cards, tuple[Cards, ...] | None] | None:
        """Return a seat's claim to the card on offer: its name, the meld, and for hu the named melds; None for none."""
        hu = self._choose_hu(seat)
        if hu is not None:
            return hu
        claims = list(self._possible_claims(seat))
        gans = [cards for claim, cards in claims if claim == "gan"]
        if gans and (self.rules["forced_gan"] or self.chance.random() < 0.7):
            return "gan", gans[0], None
        must = (
            self.drawn
            and self.card[0] == "G"
            and self.rules["drawn_general_forced"]
            and seat == self.source
        )
        claims = [(claim, cards) for claim, cards in claims if claim != "gan"]
        if claims and (must or self.chance.random() < 0.5):
            return (*self.chance.choice(claims), None)
        return None

    def _choose_hu(self, seat: int) -> tuple[str, Cards, tuple[Cards, ...] | None] | None:
        hand = tuple(sorted(self.hands[seat]))
        ways = []
        for _, others in self._with_card(hand):
            cards, rest = (self.card, *others), remove_cards(hand, others)
            top = best_division(rest, self.rules)
            if top is not None:
                ways.append((cards, rest, top))
        if not ways:
            return None
        cards, rest, top = self.chance.choice(ways)
        named = None if self.chance.random() < 0.5 else any_division(rest, self.rules, self.chance)
        low = self.rules["threshold"] if self.rules["hu_requires_threshold"] else -1
        if self._meld_points(seat, cards, named or top) < low:
            ways = [way for way in ways if self._meld_points(seat, way[0], way[2]) >= low]
            if not ways:
                return None
            (cards, _, top), named = ways[0], None
        if self.rules["forced_hu"] or self.chance.random() < 0.8:
            return "hu", cards, named
        return None

    def _with_card(self, hand: Cards) -> Iterator[tuple[str, Cards]]:
        """Yield every meld of the card on offer with cards of a hand: its claim and these cards."""
        for claim, others in melds_with(self.card, _meld_rules(self.rules)):
            if all(hand.count(card) >= others.count(card) for card in others):
                yield claim, others

    def _possible_claims(self, seat: int) -> Iterator[tuple[str, Cards]]:
        """Yield every claim but hu that this seat may make (F11–F15)."""
        away = (seat - self.source) % self.seats
        chi = away == 0 or (away == 1 and (not self.drawn or self.rules["next_may_chi_drawn"]))
        if self.drawn and self.card[0] == "G" and self.rules["drawn_general_forced"]:
            chi = away == 0
        for claim, others in self._with_card(tuple(self.hands[seat])):
            pair = len(others) == 1 and self.rules["pair_chi"] == "only-for-hu"
            if claim != "chi" or (chi and not pair):
                yield claim, (self.card, *others)

    def _meld_points(self, seat: int, cards: Cards, rest: tuple[Cards, ...]) -> int:
        own = (
            self.drawn
            and seat == self.source
            and self.rules["hu_card_counts_as_hand"] == "if-self-drawn"
        )
        first = melds(self.rules)[tuple(sorted(cards))][2 if own else 1]
        return (
            sum(points for _, points in self.ground[seat])
            + first
            + concealed_points(rest, self.rules)
        )

    def _take(self, seat: int, claim: str, cards: Cards, rest: tuple[Cards, ...] | None) -> None:
        for card in cards[1:]:
            self.hands[seat].remove(card)
        hand = tuple(sorted(self.hands[seat]))
        if claim == "hu":
            rest = rest or best_division(hand, self.rules) or ()
            self._end(seat, self._meld_points(seat, cards, rest), [*hand, *cards], forced=False)
            return
        self.ground[seat].append((cards, melds(self.rules)[tuple(sorted(cards))][1]))
        if all(card[0] == "G" for card in hand):
            natural = sum(points for _, points in self.ground[seat]) + concealed_points(
                best_division(hand, self.rules) or (), self.rules
            )
            self._end(seat, natural, list(hand), forced=True)
        else:
            self._discard(seat)

    def _end(self, seat: int, natural: int, cards: list[str], *, forced: bool) -> None:
        """End the hand: turn the lucky card and settle (F19, F20, F26–F30)."""
        rules, lucky = self.rules, 0
        cards += [card for laid, _ in self.ground[seat] for card in laid]
        if self.stock and rules["lucky_card"] and (rules["lucky_on_forced"] or not forced):
            self.events.append(f"{seat}: lucky {self.stock[0]}")
            lucky = cards.count(self.stock[0])
        counted = natural + lucky * rules["lucky_counts_for_threshold"]
        wins = counted >= rules["threshold"] and not (
            forced and rules["no_discard"] == "always-pays"
        )
        pay = (
            natural + lucky - rules["threshold"] + rules["base"]
            if wins
            else -rules["threshold"] - rules["base"]
        )
        discarder_pays = wins and rules["discarder_pays_all"] and not self.drawn
        for other in self.hands:
            share = self.seats - 1 if other == self.source else 0
            if other != seat:
                self.points[other - 1] -= pay * (share if discarder_pays else 1)
        self.points[seat - 1] = pay * (self.seats - 1)
        self.status, self.finisher = "finished", seat


def random_round(
    chance: Random, house_rules: dict[str, Any] | None = None, *, seats: int = 0, first: int = 0
) -> Round:
    """Return a complete legal hand; seats and first player are random unless stated."""
    seats = seats or chance.randint(2, 4)
    rules = {**DEFAULTS, **(house_rules or {})}
    return Round(seats, chance, rules, first or chance.randint(1, seats)).play()
