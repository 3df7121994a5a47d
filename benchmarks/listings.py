"""Every legal play of sixteen cards, listed by the referee and, for Dou Dizhu, by OpenSpiel and RLCard."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from benchmarks import dou_dizhu, listing_times, rlcard_listing
from benchmarks.listing_times import CARDS, STANDING
from benchmarks.tables import Row
from benchmarks.timing import Candidate, Figure, Work, measure, rounds


class Lister(NamedTuple):
    """A program that lists legal plays."""

    name: str
    captions: dict[str, str]  # by what stands
    prepare: Callable[[int], list[Any]]  # returns moments in which so many cards stand
    list_plays: Callable[[list[Any]], Work]


def compare(number: int, chance: Random) -> tuple[list[Row], dict[str, dict[str, Figure]]]:
    """List the plays of so many moments; return the rows, and by peer the figure beside each row of the referee."""
    listers = [lister for lister in _listers(number, chance) if lister]
    candidates = [
        Candidate(caption, rounds(partial(lister.prepare, STANDING[name])), lister.list_plays)
        for lister in listers
        for caption, name in {caption: name for name, caption in lister.captions.items()}.items()
    ]
    figures = measure(candidates)
    referee, *peers = listers
    compared = {
        peer.name: {referee.captions[name]: figures[peer.captions[name]] for name in STANDING}
        for peer in peers
    }
    first = {next(iter(lister.captions.values())): lister.name for lister in listers}
    return [(first.get(key, ""), key, figures[key]) for key in figures], compared


def _listers(number: int, chance: Random) -> list[Lister | None]:
    """Return the referee and the peers, None for one that is not installed."""
    return [
        Lister(
            "referee",
            {name: f"Gang of Four, {name} standing" for name in STANDING},
            lambda size: listing_times.questions(number, chance, size=size),
            listing_times.list_plays,
        ),
        Lister(
            "OpenSpiel",
            {name: f"Dou Dizhu in C++, {'something' if size else 'nothing'} standing" for name, size in STANDING.items()},
            lambda size: dou_dizhu.moments(number, chance, cards=CARDS, leading=not size),
            dou_dizhu.list_plays,
        ) if dou_dizhu.IS_INSTALLED else None,
        Lister(
            "RLCard",
            {name: f"Dou Dizhu, ranks only, {name} standing" for name in STANDING},
            lambda size: rlcard_listing.moments(number, chance, cards=CARDS, size=size),
            rlcard_listing.list_plays,
        ) if rlcard_listing.IS_INSTALLED else None,
    ]  # fmt: skip
