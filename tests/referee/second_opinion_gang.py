"""A second, slow implementation of the rules of both Gangs of Four, written from the rulings alone."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

COLORS = "GYRBM"
FIVES = ["straight", "flush", "full-house", "straight-flush"]
GANGS = {4: "gang-of-four", 5: "gang-of-five", 6: "gang-of-six", 7: "gang-of-seven"}
EVERY_GANG = frozenset(GANGS.values())
PHOENIX, DRAGON = 11, 12

Rules = dict[str, Any]


class Play(NamedTuple):
    """Cards with their kind, and a key that orders plays of one kind."""

    kind: str
    key: tuple[Any, ...]
    cards: tuple[str, ...]

    @property
    def gang(self) -> bool:
        return self.kind in EVERY_GANG


class _Face(NamedTuple):
    """A card as it is compared: number first, then color (G3, G9)."""

    number: int
    color: int


def deck(rules: Rules) -> list[str]:
    """Return the deck: 64 cards (G1), or 42 (L1)."""
    if rules.get("deck") == "literal-42":
        return [f"{number}{color}" for number in range(1, 11) for color in "GYRB"] + ["1M", "PB"]
    twice = [f"{number}{color}" for number in range(1, 11) for color in "GYR"] * 2
    return [*twice, "1M", "PG", "PY", "DR"]


@cache
def face(card: str) -> _Face:
    """Return number and color of a card, which order single cards (G3)."""
    number = {"P": PHOENIX, "D": DRAGON}.get(card[0]) or int(card[:-1])
    return _Face(number, COLORS.index(card[-1]))


def highest(cards: list[str]) -> str:
    """Return the highest card of a hand (G22)."""
    return max(cards, key=face)


def classify(cards: tuple[str, ...], rules: Rules) -> Play | None:
    """Return the strongest combination that the cards make under effective house rules; None if they make none."""
    faces = tuple(sorted(map(face, cards), reverse=True))
    reading = _best_reading(
        faces, rules["phoenix"], "B" if rules.get("deck") == "literal-42" else "R"
    )
    if reading is None or (reading[0] in EVERY_GANG and not _gang_counts(cards, rules)):
        return None
    return Play(*reading, cards)


def _gang_counts(cards: tuple[str, ...], rules: Rules) -> bool:
    return len(cards) == 4 or rules["gangs"] == "four-to-seven"


@cache
def _best_reading(faces: tuple[_Face, ...], phoenix: str, top: str) -> tuple[str, Any] | None:
    """Return kind and key of the best reading: with all cards as printed, or with phoenixes as wild cards (L3)."""
    readings = [_plain(faces)]
    numbers = [one for one in faces if one.number < PHOENIX]
    wild = len(faces) - len(numbers)
    if phoenix != "official" and wild and all(one.number != DRAGON for one in faces):
        best = _Face(0, COLORS.index(top))
        readings += [_wild_pair(numbers, wild, best), _wild_house(numbers, wild, best)]
        if phoenix == "wild":
            readings += [_wild_straight(numbers, wild, best), _wild_flush(numbers, wild)]
    possible = [reading for reading in readings if reading]
    return max(
        possible,
        key=lambda one: (FIVES.index(one[0]) if one[0] in FIVES else 0, one[1]),
        default=None,
    )


def _wild_pair(numbers: list[_Face], wild: int, best: _Face) -> tuple[str, Any] | None:
    """Return the pair of a card and a phoenix, which counts as the highest color of the number, but never as 1M."""
    if (len(numbers), wild) != (1, 1):
        return None
    return _plain((numbers[0], best._replace(number=numbers[0].number)))


def _wild_house(numbers: list[_Face], wild: int, best: _Face) -> tuple[str, Any] | None:
    """Return the full house of three equal cards, another and a phoenix, which is never one of the three."""
    count = Counter(one.number for one in numbers)
    if wild != 1 or sorted(count.values()) != [1, 3]:
        return None
    alone = min(count, key=count.__getitem__)
    return _plain((*numbers, best._replace(number=alone)))


def _wild_straight(numbers: list[_Face], wild: int, best: _Face) -> tuple[str, Any] | None:
    """Return the highest straight that the numbers allow, in one color if the cards are of one color."""
    have = {one.number for one in numbers}
    if len(numbers) + wild != 5 or len(have) != len(numbers):
        return None
    color = _one_color(numbers)
    read = best if color is None else best._replace(color=color)
    for start in range(6, 0, -1):
        window = set(range(start, start + 5))
        if have <= window:
            return _plain((*numbers, *(read._replace(number=number) for number in window - have)))
    return None


def _wild_flush(numbers: list[_Face], wild: int) -> tuple[str, Any] | None:
    """Return the flush with the phoenix as a ten of the color, even if both tens are played elsewhere."""
    color = _one_color(numbers)
    if len(numbers) + wild != 5 or color is None:
        return None
    return "flush", tuple(sorted([*numbers, *[_Face(10, color)] * wild], reverse=True))


def _one_color(faces: list[_Face]) -> int | None:
    """Return the common color of the cards, of which 1M has any (G8); None if there is none."""
    colors = {one.color for one in faces if one.color != COLORS.index("M")}
    return colors.pop() if len(colors) == 1 else None


def _plain(cards: tuple[_Face, ...]) -> tuple[str, Any] | None:
    """Return kind and key of the cards as printed; None for no combination."""
    faces = tuple(sorted(cards, reverse=True))
    count = Counter(one.number for one in faces)
    shape = sorted(count.values(), reverse=True)
    if len(faces) == 1:
        return "single", faces
    if faces[0].number >= PHOENIX:
        return _with_phoenixes(faces, shape)
    if len(shape) == 1:
        size = len(faces)
        return (
            (GANGS[size], (size, faces[0].number))
            if size > 3
            else (("pair", "triple")[size - 2], faces)
        )
    if len(faces) != 5:
        return None
    if shape == [3, 2]:
        return "full-house", _house(faces, count)
    run = len(shape) == 5 and faces[0].number - faces[4].number == 4
    suited = _one_color(list(faces)) is not None
    if run:
        return ("straight-flush" if suited else "straight"), faces
    return ("flush", faces) if suited else None


def _with_phoenixes(faces: tuple[_Face, ...], shape: list[int]) -> tuple[str, Any] | None:
    """Return the pair of phoenixes, alone or with three equal cards (G11)."""
    if [one.number for one in faces[:2]] != [PHOENIX, PHOENIX]:
        return None
    if len(faces) == 2:
        return "pair", faces
    if len(faces) == 5 and shape == [3, 2]:
        return "full-house", (*faces[2:], *faces[:2])
    return None


def _house(faces: tuple[_Face, ...], count: Counter[int]) -> tuple[_Face, ...]:
    """Return the faces with the three equal cards first (G10)."""
    return tuple(sorted(faces, key=lambda one: (count[one.number], one), reverse=True))


def beats(play: Play, standing: Play, rules: Rules) -> bool:
    """Return whether the play beats the standing one, apart from duties (G5, G6, L4)."""
    if play.gang or standing.gang:
        return play.gang and (not standing.gang or play.key > standing.key)
    if len(play.cards) != len(standing.cards):
        return False
    if play.kind == standing.kind:
        return play.key > standing.key
    higher = FIVES.index(play.kind) > FIVES.index(standing.kind)
    return higher and rules["five_card_following"] == "any-higher"


def every_play(hand: list[str], rules: Rules) -> list[Play]:
    """Return every combination that a hand makes; equal faces count once."""
    faces = {tuple(sorted(cards)) for cards in _candidates(hand)}
    classified = (classify(cards, rules) for cards in sorted(faces))
    return [play for play in classified if play is not None]


def _candidates(hand: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield sets of cards that may be combinations, with and without phoenixes."""
    phoenixes = [card for card in hand if card[0] == "P"]
    numbers = [card for card in hand if card[0] not in "PD"]
    groups = {n: [card for card in numbers if card[:-1] == str(n)] for n in range(1, 11)}
    yield from ((card,) for card in hand)
    for size in range(2, 8):
        yield from _equal_numbers(size, groups, phoenixes)
    threes = [three for group in groups.values() for three in set(combinations(group, 3))]
    twos = [*_equal_numbers(2, groups, phoenixes)]
    yield from (
        (*three, *two) for three, two in product(threes, twos) if three[0][:-1] != two[0][:-1]
    )
    for number in range(len(phoenixes) + 1):
        for some in combinations(phoenixes, number):
            for color in "GYRB":
                suited = [card for card in numbers if card[-1] in (color, "M")]
                yield from ((*cards, *some) for cards in combinations(suited, 5 - number))
            for start in range(1, 7):
                for run in combinations(range(start, start + 5), 5 - number):
                    faces = (set(groups[one]) for one in run)
                    yield from ((*cards, *some) for cards in product(*faces))


def _equal_numbers(
    size: int, groups: dict[int, list[str]], phoenixes: list[str]
) -> Iterator[tuple[str, ...]]:
    for group in groups.values():
        yield from set(combinations(group, size))
        if size == 2:
            yield from product(group, phoenixes)
    if size == 2 and len(phoenixes) == 2:
        yield tuple(phoenixes)


def legal_plays(
    playable: list[Play],
    holding: list[str],
    standing: Play | None,
    rules: Rules,
    *,
    opening: bool = False,
    next_holds: int | None = None,
) -> list[Play | None]:
    """Return every legal action of a seat with this holding that can make these plays; None is a pass."""
    guarded = rules["protect_last_card"] and next_holds == 1
    if standing is None:
        return [*_leads(playable, holding, rules, opening=opening, guarded=guarded)]
    playable = [play for play in playable if beats(play, standing, rules)]
    if not guarded or len(standing.cards) > 1:
        return [*playable, None]
    gangs = [play for play in playable if play.gang]
    singles = [play for play in playable if play.cards == (highest(holding),)]
    must = singles or (gangs and rules["protect_forces_gang"])
    return [*singles, *gangs] if must else [*gangs, None]


def _leads(
    playable: list[Play], holding: list[str], rules: Rules, *, opening: bool, guarded: bool
) -> list[Play]:
    if opening:
        playable = [play for play in playable if "1M" in play.cards]
    several = [play for play in playable if len(play.cards) > 1]
    if guarded and several:
        return several
    if guarded and rules["protect_lead_highest"]:
        return [play for play in playable if play.cards == (highest(holding),)]
    return playable


class Outcome(NamedTuple):
    """The end of a hand; seats are numbered from 1."""

    cards_left: list[int]
    winner: int
    blocked: set[int]

    def places(self) -> list[int]:
        """Return the places by seat: the winner, then the fewest cards; equal numbers share a place."""
        order = [
            -1 if seat == self.winner else left for seat, left in enumerate(self.cards_left, 1)
        ]
        return [1 + sum(other < mine for other in order) for mine in order]

    def loser(self, totals: list[int]) -> int:
        """Return the loser (G21); totals before the hand suffice, because equal cards cost equal points."""
        seats = len(totals)
        others = [(self.winner - 1 - step) % seats + 1 for step in range(1, seats)]
        return max(others, key=lambda seat: (self.cards_left[seat - 1], totals[seat - 1]))

    def points(self, totals: list[int], rules: Rules) -> list[int]:
        """Return the points by seat (G33, L6)."""
        return [self._points_of(seat, totals, rules) for seat in range(1, len(totals) + 1)]

    def _points_of(self, seat: int, totals: list[int], rules: Rules) -> int:
        left = self.cards_left[seat - 1]
        if seat == self.winner:
            return 0
        if rules["scoring"] == "table":
            return left * (1 + (left > 7) + (left > 10) + (left > 13) + (left > 15))
        if rules["scoring"] == "one-per-card" or seat == self.loser(totals):
            return left
        return int(seat in self.blocked)


def winners(totals: list[int], won: list[int], hands: int, rules: Rules) -> list[int] | None:
    """Return the winners of the game (G34, G35, B20); None while it goes on."""
    target, limit = rules["target"], rules["hands_per_match"]
    reached = target != "none" and max(totals) >= target
    if not reached and (limit == "none" or hands < limit):
        return None
    best = [seat for seat, total in enumerate(totals, 1) if total == min(totals)]
    if rules["final_tie"] == "extra-hand" and len(best) > 1:
        return None
    if rules["final_tie"] == "most-hands-won":
        most = max(won[seat - 1] for seat in best)
        best = [seat for seat in best if won[seat - 1] == most]
    return best
