"""Limits of the questions to reports that wait for a worker at the same time: of one season, and of one asker.

They are counted in the cache, and a place that no worker gives back is free again after a minute.
"""

from django.core.cache import cache

MOST_OF_SEASON = 30
MOST_OF_ASKER = 10
SECONDS_HELD = 60
"""Time after which a question is taken for lost, and no longer counted."""


def take_place(season: str, question: str, asker: str) -> bool:
    """Return whether a question, given by its digest, waits for a worker already or there is a place for it, which is taken."""
    places = _places("season", season, MOST_OF_SEASON)
    holders = cache.get_many(places)
    if any(question in holder for holder in holders.values()):
        return True
    own = _add(_places("asker", asker, MOST_OF_ASKER), question)
    if own is None:
        return False
    free = [place for place in places if place not in holders]
    if _add(free, (question, own)) is not None:
        return True
    cache.delete(own)
    return False


def give_back(season: str, question: str) -> None:
    """Free the places of a question that was answered."""
    holders = cache.get_many(_places("season", season, MOST_OF_SEASON))
    for place, (waiting, own) in holders.items():
        if waiting == question:
            cache.delete_many([place, own])


def _places(kind: str, owner: str, number: int) -> list[str]:
    return [f"report-place-{kind}-{owner}-{place}" for place in range(number)]


def _add(places: list[str], holder: object) -> str | None:
    """Take the first free place and return it; None if there is none.  Adding to the cache is atomic."""
    return next((place for place in places if cache.add(place, holder, SECONDS_HELD)), None)
