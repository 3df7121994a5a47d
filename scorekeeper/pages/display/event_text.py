"""A hand's tricks as lines round the table: read from left to right, they are in the order of play."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from scorekeeper.pages.display.answer_types import Event
from scorekeeper.pages.display.cards import Card, cards
from scorekeeper.pages.display.referee_messages import Names, needs_of, reason_of

PASSED = "pass"
PUTS_UP = frozenset({"discards", "draws"})
ACTION = re.compile(r"^\s*(?:\d+\s*:)?\s*(.*?)\s*$", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Said:
    """One event as it is shown: what was done, and what the referee says."""

    number: int
    seat: int
    name: str
    cards: tuple[Card, ...]
    action: str
    verb: str  # what was done with the cards, where they are not simply played
    words: str  # what was done, where no cards were laid
    combination: str
    verdict: str
    rule: str
    reason: str
    needs: tuple[str, ...]
    taken_back: bool

    @property
    def passed(self) -> bool:
        """Nothing but a pass, to be written small."""
        return self.action == PASSED and self.verdict == "legal"

    @property
    def illegal(self) -> bool:
        return self.verdict == "illegal"

    @property
    def unproven(self) -> bool:
        return self.verdict == "unproven"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What one seat did in one round of a trick."""

    name: str
    said: Said | None


@dataclass(frozen=True, kw_only=True)
class Trick:
    """A lead and all that follows."""

    number: int
    led_by: str
    rounds: tuple[tuple[Cell, ...], ...]
    loose: tuple[Said, ...] = field(default=())  # events of nobody in particular


def said(events: Sequence[Event], names: Names) -> list[Said]:
    """Every event of a hand, in order."""
    taken_back = {
        before["event"]
        for before, after in pairwise(events)
        if _action(after).lower() == "takes back"
    }
    return [_said(event, names, taken_back=event["event"] in taken_back) for event in events]


def tricks(events: Sequence[Event], names: Names, order: Sequence[int]) -> list[Trick]:
    """The tricks; ``order`` is that of the columns, in which the table plays."""
    shown = said(events, names)
    pairs = zip(events, shown, strict=True)
    grouped = groupby(pairs, key=lambda pair: pair[0].get("trick") or 0)
    return [
        _trick(number, [one for _event, one in found], names, order) for number, found in grouped
    ]


def turns(events: Sequence[Event], names: Names) -> list[list[Said]]:
    """The turns of a melding game: a card that is put up, and what becomes of it."""
    found: list[list[Said]] = []
    for one in said(events, names):
        if not found or one.action.partition(" ")[0] in PUTS_UP:
            found.append([])
        found[-1].append(one)
    return found


def _trick(number: int, events: list[Said], names: Names, order: Sequence[int]) -> Trick:
    seated = [event for event in events if event.seat in order]
    rounds: list[dict[int, Said]] = []
    column = len(order)
    for event in seated:
        if order.index(event.seat) <= column:
            rounds.append({})
        column = order.index(event.seat)
        rounds[-1][event.seat] = event
    return Trick(
        number=number,
        led_by=seated[0].name if seated else "",
        rounds=tuple(
            tuple(Cell(name=str(names[seat]), said=line.get(seat)) for seat in order)
            for line in rounds
        ),
        loose=tuple(event for event in events if event.seat not in order),
    )


def _said(event: Event, names: Names, *, taken_back: bool) -> Said:
    laid = cards(_action(event).split())
    seat = event.get("seat") or 0
    return Said(
        number=event["event"],
        seat=seat,
        name=str(names.get(seat, "")),
        cards=laid,
        action=_action(event).lower(),
        verb=_verb(_action(event)) if laid else "",
        words="" if laid else done(_action(event)),
        combination=combination(event.get("combination")),
        verdict=event["verdict"],
        rule=event.get("rule", ""),
        reason=reason_of(event, names),
        needs=needs_of(event, names),
        taken_back=taken_back,
    )


def _action(event: Event) -> str:
    found = ACTION.match(event["text"])
    return " ".join(found[1].split()) if found else ""


def claim(word: str) -> str:
    """A claim as it is called out; nothing for another word."""
    claims = {"chi": _("chi"), "pong": _("pong"), "gan": _("gan"), "hu": _("hu")}
    return claims.get(word, "")


def _verb(action: str) -> str:
    word, _space, rest = action.lower().partition(" ")
    known = {
        "discards": _("discards"),
        "draws": _("draws"),
        "lucky": _("lucky card"),
        "gives": _("gives"),
    }
    if word == "calls":
        return _("%(claim)s, in vain") % {"claim": claim(rest.partition(" ")[0])}
    return known.get(word) or claim(word)


def done(action: str) -> str:
    """What was done without cards, in words."""
    known = {PASSED: _("passes"), "takes back": _("takes back"), "unseen": _("unseen")}
    return known.get(action.lower(), action)


def combination(kind: str | None) -> str:
    """A kind of combination in words."""
    kinds = {
        "single": _("single"),
        "pair": _("pair"),
        "triple": _("triple"),
        "straight": _("straight"),
        "flush": _("flush"),
        "full-house": _("full house"),
        "four-of-a-kind": _("four of a kind"),
        "straight-flush": _("straight flush"),
    }
    return kinds.get(kind) or _(kind.replace("-", " ")) if kind else ""
