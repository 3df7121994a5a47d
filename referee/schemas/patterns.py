"""Regular expressions for cards and events in JSON Schema: ECMAScript without flags, which Python reads alike.

No expression can match a text in more than a few ways, so that a search for a mismatch takes time in proportion to the text.
"""

import re
from collections import defaultdict

from referee.cards import SUIT_SIGNS, SUIT_WORDS, UNSEEN, Deck, rank, suit
from referee.record import SeatAction

_CLAIMS = (SeatAction.CHI, SeatAction.PONG, SeatAction.GAN)
_ONE_CARD = (SeatAction.DISCARDS, SeatAction.DRAWS, SeatAction.LUCKY)
_WORDS = (SeatAction.PASS, SeatAction.UNSEEN, SeatAction.TAKES_BACK)


def card(deck: Deck) -> str:
    """Return an expression for one card of a deck, or ``?``."""
    ranks_by_suit = defaultdict[str, list[str]](list)
    for face in deck.copies:
        ranks_by_suit[suit(face)].append(rank(face))
    suits_by_ranks = defaultdict[tuple[str, ...], list[str]](list)
    for one, ranks in ranks_by_suit.items():
        suits_by_ranks[tuple(ranks)].append(one)
    faces = [_ranks(ranks) + _suits(suits) for ranks, suits in suits_by_ranks.items()]
    if deck.reads_suit_first:
        faces += [
            _suits(suits, blanks=r"\s*") + _ranks(ranks) for ranks, suits in suits_by_ranks.items()
        ]
    return f"(?:{'|'.join(faces)}|\\{UNSEEN})"


def cards(deck: Deck, number: str = "*") -> str:
    """Return an expression for one card and so many more, separated by blanks and commas."""
    one = card(deck)
    return rf"{one}(?:[\s,]+{one}){number}"


def seat(most: int) -> str:
    """Return an expression for a seat in the text of an event, at the largest table of a game.

    >>> seat(4)
    '0{0,2}[1-4]'
    """
    return f"0{{0,2}}[1-{most}]" if most < 10 else "[0-9]{1,3}"


def climbing_event(deck: Deck, *, most_seats: int, gifts: bool) -> str:
    """Return an expression for an event of a climbing game."""
    last = rf"[\s,]*\s{_any_case('last')}\s*"
    gift = rf"{_any_case('gives')}\s+,*{card(deck)},*\s+{_any_case('to')}\s+{seat(most_seats)}"
    words = "|".join([*map(_any_case, _WORDS), *([gift] if gifts else [])])
    actions = rf"(?:{words})\s*|(?:,[\s,]*)?{cards(deck)}(?:{last}|[\s,]*)"
    return _event(actions, most_seats)


def melding_event(deck: Deck, *, most_seats: int) -> str:
    """Return an expression for an event of a melding game."""
    words = "|".join(map(_any_case, _WORDS))
    single = rf"(?:{'|'.join(map(_any_case, _ONE_CARD))})\s[\s,]*{card(deck)}[\s,]*"
    meld = rf"[\s,]*{cards(deck)}[\s,]*"
    claim = rf"(?:{'|'.join(map(_any_case, _CLAIMS))})\s{meld}"
    hu = rf"{_any_case(SeatAction.HU)}\s{meld}(?:/{meld})*"
    actions = rf"(?:{words})\s*|{single}|(?:{_any_case('calls')}\s+)?(?:{claim}|{hu})"
    return _event(actions, most_seats)


def _event(actions: str, most_seats: int) -> str:
    unseen = _any_case(SeatAction.UNSEEN)
    return rf"^\s*(?:{unseen}\s*|{seat(most_seats)}\s*:\s*(?:{actions}))$"


def _any_case(words: str) -> str:
    """Return an expression for words in capitals or not, with any blanks between them."""
    letters = (f"[{one.upper()}{one.lower()}]" if one.isalpha() else one for one in words)
    return "".join(letters).replace(" ", r"\s+")


def _ranks(ranks: tuple[str, ...]) -> str:
    """Return an expression for ranks, in which ``T`` is ``10``.

    >>> _ranks(("9", "10", "J")), _ranks(("9", "11"))
    ('(?:10|[9JjTt])', '(?:11|[9])')
    """
    single = sorted({case for one in ranks if len(one) == 1 for case in one.upper() + one.lower()})
    ten = ["T", "t"] if "10" in ranks else []
    letters = "".join(map(re.escape, single + ten))
    long = [_any_case(one) for one in ranks if len(one) > 1]
    every = [*long, *([f"[{letters}]"] if letters else [])]
    return f"(?:{'|'.join(every)})" if long else every[0]


def _suits(suits: list[str], *, blanks: str = "") -> str:
    """Return an expression for a suit: its letter, or its sign or a word for it, with blanks behind these."""
    letters = "".join(one.upper() + one.lower() for one in suits)
    signs = "".join(sign for sign, one in SUIT_SIGNS.items() if one in suits)
    words = "|".join(word for word, one in SUIT_WORDS.items() if one in suits)
    return (
        rf"(?:[{letters}]|(?:[{signs}][\ufe0e\ufe0f]?|{words}){blanks})"
        if signs
        else f"[{letters}]"
    )
