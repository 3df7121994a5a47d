"""A second, slow implementation of the rules of Big Two and Pusoy Dos, written from the rulings alone."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
CIRCLE = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
KINDS = ["straight", "flush", "full-house", "four-of-a-kind", "straight-flush"]

# rulings §7: the straights of each house rule, lowest first, with the rank whose suit decides
PLAIN = [(tuple(RANKS[start : start + 5]), RANKS[start + 4]) for start in range(8)]
LOW_ACE, LOW_TWO, HIGH_TWO = tuple("A2345"), tuple("23456"), tuple("JQKA2")
WINDOWS = {
    "taiwan": [(LOW_ACE, "5"), *PLAIN, (LOW_TWO, "2")],
    "poker": [(LOW_ACE, "5"), (LOW_TWO, "6"), *PLAIN],
    "hongkong": [*PLAIN, (LOW_TWO, "2"), (LOW_ACE, "2")],
    "two-high": [*PLAIN, (HIGH_TWO, "2")],
    "no-twos": PLAIN,
}
CIRCULAR = [tuple(CIRCLE[(start + step) % 13] for step in range(5)) for start in range(13)]
NOT_QUITE_CIRCULAR = [window for window in CIRCULAR if {"K", "A", "2", "3"} - set(window)]


class Play(NamedTuple):
    """Cards with their kind, and a key that orders plays of one kind."""

    kind: str
    key: tuple[int, ...]
    cards: tuple[str, ...]


def classify(cards: tuple[str, ...], rules: dict[str, Any]) -> Play | None:
    """Return the strongest combination that the cards make under effective house rules; None if they make none."""
    ranks = Counter([card[:-1] for card in cards])
    shape = sorted(ranks.values(), reverse=True)
    known = heights(rules["suit_order"])
    key = tuple(sorted([known[card] for card in cards], reverse=True))
    if len(shape) == 1 and len(cards) < 4:
        kind = ("single", "pair", "triple")[len(cards) - 1]
        return Play(kind, key, cards) if kind != "triple" or rules["triples"] else None
    if len(cards) != 5:
        return None
    if shape[0] > 2:
        kind = {4: "four-of-a-kind", 3: "full-house"}[shape[0]]
        most = RANKS.index(ranks.most_common(1)[0][0])
        return Play(kind, (most,), cards) if shape in ([4, 1], [3, 2]) else None
    run = straight(cards, rules)
    suited = len({card[-1] for card in cards}) == 1
    if run is not None:
        return Play("straight-flush" if suited else "straight", run, cards)
    return flush(cards, rules) if suited else None


def height(card: str, rules: dict[str, Any]) -> int:
    return heights(rules["suit_order"])[card]


@cache
def heights(suits: str) -> dict[str, int]:
    """Return every card's place in the deck, by rank and then by suit."""
    pack = [rank + suit for rank in RANKS for suit in suits]
    return {card: place for place, card in enumerate(pack)}


def straight(cards: tuple[str, ...], rules: dict[str, Any]) -> tuple[int, ...] | None:
    ranks = {card[:-1] for card in cards}
    if rules["straights"] in {"circular", "a-and-2-low-only"}:
        windows = CIRCULAR if rules["straights"] == "circular" else NOT_QUITE_CIRCULAR
        is_window = any(ranks == set(window) for window in windows) and len(ranks) == 5
        return (max(height(card, rules) for card in cards),) if is_window else None
    for place, (window, decider) in enumerate(WINDOWS[rules["straights"]]):
        if ranks == set(window):
            suit = next(card[-1] for card in cards if card[:-1] == decider)
            return place, rules["suit_order"].index(suit)
    return None


def flush(cards: tuple[str, ...], rules: dict[str, Any]) -> Play | None:
    ranks = tuple(sorted((RANKS.index(card[:-1]) for card in cards), reverse=True))
    suit = rules["suit_order"].index(cards[0][-1])
    keys = {"none": None, "by-rank": (*ranks, suit), "by-suit": (suit, *ranks)}
    key = keys[rules["flush"]]
    return None if key is None else Play("flush", key, cards)


def is_bomb(play: Play, rules: dict[str, Any]) -> bool:
    return bool(rules["bombs"]) and play.kind in {"four-of-a-kind", "straight-flush"}


def is_top_single(play: Play, rules: dict[str, Any]) -> bool:
    return play.cards == ("2" + rules["suit_order"][-1],)


def beats(play: Play, standing: Play, rules: dict[str, Any]) -> bool:
    """Return whether the play beats the standing one, apart from duties."""
    if is_top_single(standing, rules):
        return is_bomb(play, rules) and rules["bombs_beat_top_single"]
    if is_bomb(play, rules) != is_bomb(standing, rules):
        return is_bomb(play, rules)
    if len(play.cards) != len(standing.cards):
        return False
    if play.kind == standing.kind:
        return play.key > standing.key
    same_only = not rules["five_card_cross_category"] and not is_bomb(play, rules)
    return not same_only and KINDS.index(play.kind) > KINDS.index(standing.kind)


def every_play(hand: list[str], rules: dict[str, Any]) -> list[Play]:
    """Return every combination that a hand makes."""
    classified = (classify(cards, rules) for cards in _candidates(hand))
    return [play for play in classified if play is not None]


def _candidates(hand: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield sets of cards that may be combinations, each once."""
    groups = {rank: [card for card in hand if card[:-1] == rank] for rank in RANKS}
    for group in groups.values():
        for size in (1, 2, 3):
            yield from combinations(group, size)
        for four in combinations(group, 4):
            yield from ((*four, card) for card in hand if card not in four)
        for three in combinations(group, 3):
            others = (other for other in groups.values() if other is not group)
            yield from ((*three, *pair) for other in others for pair in combinations(other, 2))
    runs = [cards for window in CIRCULAR for cards in product(*(groups[rank] for rank in window))]
    yield from runs
    known = {frozenset(run) for run in runs}
    for suit in "CDHS":
        suited = combinations([card for card in hand if card[-1] == suit], 5)
        yield from (cards for cards in suited if frozenset(cards) not in known)


def legal_plays(
    playable: list[Play],
    highest: str,
    standing: Play | None,
    rules: dict[str, Any],
    *,
    opening: bool = False,
    next_holds: int | None = None,
) -> list[Play | None]:
    """Return every legal action of a seat that can make these plays; None is a pass."""
    guarded = rules["protect_last_card"] and next_holds == 1
    if standing is None:
        return [*_leads(playable, highest, rules, opening=opening, guarded=guarded)]
    playable = [play for play in playable if beats(play, standing, rules)]
    singles = [play for play in playable if len(play.cards) == 1]
    if not guarded or not singles:
        return [*playable, None]
    return [play for play in playable if len(play.cards) > 1 or play.cards == (highest,)]


def _leads(
    playable: list[Play], highest: str, rules: dict[str, Any], *, opening: bool, guarded: bool
) -> list[Play]:
    lowest = "3" + rules["suit_order"][0]
    if opening and rules["opening"] != "free":
        playable = [play for play in playable if lowest in play.cards]
        return [
            play
            for play in playable
            if play.cards == (lowest,) or rules["opening"] != "lowest-single"
        ]
    several = [play for play in playable if len(play.cards) > 1]
    if guarded and several:
        return several
    if guarded and rules["protect_lead_highest"]:
        return [play for play in playable if play.cards == (highest,)]
    return playable
