"""The events of a hand for display, in order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from scorekeeper.pages.display.answer_types import EventAnswer
from scorekeeper.pages.display.cards import Card, format_cards, parse_cards
from scorekeeper.pages.display.referee_messages import Names, needs_of, reason_of

PASSED = "pass"
PUTS_UP = frozenset({"discards", "draws"})  # actions that put a card on offer
ACTION = re.compile(r"^\s*(?:\d+\s*:)?\s*(.*?)\s*$", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class EventLine:
    """One event with its verdict, ready for a template."""

    number: int
    seat: int
    name: str
    cards: tuple[Card, ...]
    action: str
    verb: str  # what was done with the cards; empty for a plain play
    words: str  # what was done without cards; empty if there are cards
    kind: str  # the combination as the referee calls it
    combination: str  # and in words
    verdict: str
    rule: str
    reason: str
    needs: tuple[str, ...]
    taken_back: bool

    @property
    def passed(self) -> bool:
        """Whether it is a legal pass, which is shown in small print."""
        return self.action == PASSED and self.verdict == "legal"

    @property
    def illegal(self) -> bool:
        return self.verdict == "illegal"

    @property
    def unproven(self) -> bool:
        return self.verdict == "unproven"


def event_lines(events: Sequence[EventAnswer], names: Names) -> list[EventLine]:
    """Return every event of a hand, in order."""
    taken_back = {
        before["event"]
        for before, after in pairwise(events)
        if _action(after).lower() == "takes back"
    }
    return [_event_line(event, names, taken_back=event["event"] in taken_back) for event in events]


def _event_line(event: EventAnswer, names: Names, *, taken_back: bool) -> EventLine:
    laid = parse_cards(_action(event).split())
    seat = event.get("seat") or 0
    return EventLine(
        number=event["event"],
        seat=seat,
        name=str(names.get(seat, "")),
        cards=laid,
        action=_action(event).lower(),
        verb=verb_of(_action(event)) if laid else "",
        words="" if laid else action_text(_action(event)),
        kind=event.get("combination") or "",
        combination=combination_name(event.get("combination")),
        verdict=event["verdict"],
        rule=event.get("rule", ""),
        reason=reason_of(event, names),
        needs=needs_of(event, names),
        taken_back=taken_back,
    )


def _action(event: EventAnswer) -> str:
    match = ACTION.match(event["text"])
    return " ".join(match[1].split()) if match else ""


def claim_name(word: str) -> str:
    """Return the translated name of a claim; empty for any other word."""
    claims = {"chi": _("chi"), "pong": _("pong"), "gan": _("gan"), "hu": _("hu")}
    return claims.get(word, "")


def verb_of(action: str) -> str:
    """Return what is done with the cards, translated; empty for a plain play."""
    word, _space, rest = action.lower().partition(" ")
    known = {
        "discards": _("discards"),
        "draws": _("draws"),
        "lucky": _("lucky card"),
        "gives": _("gives"),
    }
    if word == "calls":
        return _("%(claim)s, in vain") % {"claim": claim_name(rest.partition(" ")[0])}
    return known.get(word) or claim_name(word)


def action_text(action: str, names: "Names | None" = None) -> str:
    """Return an action in words, with its cards: passes, discards green horseman."""
    known = {PASSED: _("passes"), "takes back": _("takes back"), "unseen": _("unseen")}
    if action.lower() in known:
        return known[action.lower()]
    if verb := verb_of(action):
        is_vain = action.lower().startswith("calls ")
        cards, _to, seat = action.split(maxsplit=1 + is_vain)[-1].partition(" to ")
        words = f"{verb} ({format_cards(cards)})" if is_vain else f"{verb} {format_cards(cards)}"
        return f"{words} → {(names or {}).get(int(seat), seat)}" if seat.isdecimal() else words
    cards = action.removesuffix(" last")
    return format_cards(cards) + (f" ({_('last card!')})" if cards != action else "")


def combination_name(kind: str | None) -> str:
    """Return the translated name of a combination or meld; empty for None.

    The names come from the tables of the variants; ``referee_message_catalog`` lists them for translators.
    """
    return _(kind.replace("-", " ")) if kind else ""
