"""A moment of a replay as a question to the referee, with what this person may see of it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from scorekeeper.pages.display.answer_types import Frame
from scorekeeper.pages.display.cards import UNSEEN


def question(frame: Frame, *, opens: bool = True) -> str | None:
    """Return the moment as the query of the page that asks the referee, without a play; None if nothing can be asked there.

    ``opens`` says that the first play of the hand must contain the opening card.

    >>> question({"turn": 2, "counts": [12, 2, 13], "standing": {"seat": 1, "cards": ["3C"], "combination": "single"},
    ...     "holdings": [None, ["4C", "?"], None], "out": [], "blocked": [], "direction": 1, "exchange": None, "over": False,
    ...     "trick": 1, "on_table": []})
    'standing=3C&next_holds=13'
    """
    if frame["over"] or frame.get("exchange"):
        return None
    facts = _claim(frame) if "must" in frame else _play(frame, opens=opens)
    return (
        None if facts is None else urlencode({name: fact for name, fact in facts.items() if fact})
    )


def _play(frame: Frame, *, opens: bool) -> dict[str, object] | None:
    standing, seat = frame["standing"], frame["turn"]
    cards = standing["cards"] if standing else []
    if UNSEEN in cards or (standing and not cards) or (standing and standing["seat"] == seat):
        cards = []
    return {
        "standing": " ".join(cards),
        "hand": _holding(frame, seat),
        "next_holds": _next_count(frame, seat),
        "opening": "on" if opens and _is_opening(frame) else "",
    }


def _claim(frame: Frame) -> dict[str, object] | None:
    offer = frame["offer"]
    if not offer or UNSEEN in offer["card"]:
        return None
    after = frame["counts"][1:] and (offer["seat"] or 1) % len(frame["counts"]) + 1
    return {
        "players": len(frame["counts"]),
        "offered": offer["card"],
        "offered_by": offer["seat"],
        "seat": offer["seat"] if offer["drawn"] else after,
        "drawn": "on" if offer["drawn"] else "",
    }


def _holding(frame: Frame, seat: int | None) -> str:
    """Return the cards of a seat if all of them are known."""
    known: Sequence[str] = (seat and frame["holdings"][seat - 1]) or ()
    return "" if UNSEEN in known else " ".join(known)


def _next_count(frame: Frame, seat: int | None) -> int | None:
    """Return how many cards the next seat that still plays holds."""
    seats = len(frame["counts"])
    order = [((seat or 1) - 1 + frame["direction"] * step) % seats + 1 for step in range(1, seats)]
    following = [
        one for one in order if seat and one not in frame["out"] and one not in frame["blocked"]
    ]
    return frame["counts"][following[0] - 1] if following else None


def _is_opening(frame: Frame) -> bool:
    """Return whether no card has been played yet."""
    return frame["trick"] == 1 and not frame["standing"] and not frame["on_table"]
