"""What a change makes different, in sentences and tables."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorekeeper.adjudication import effects
from scorekeeper.models import Player, Session
from scorekeeper.pages.display.cards import signs
from scorekeeper.pages.display.event_text import done
from scorekeeper.pages.display.referee_messages import points, reason_of
from scorekeeper.sessions import document as session_document

STATUSES = {
    "finished": gettext_lazy("finished"),
    "washed-out": gettext_lazy("washed out"),
    "unfinished": gettext_lazy("unfinished"),
    "void": gettext_lazy("void"),
    "after-the-end": gettext_lazy("after the end"),
}
_EVENT = re.compile(r"events\[(\d+)\]")


class Cell(NamedTuple):
    """One seat's number, as it would be; with what it was, where that is another."""

    now: str
    was: str | None = None


class Row(NamedTuple):
    """Numbers by seat."""

    what: str
    cells: Sequence[Cell]


class Judged(NamedTuple):
    """A play and the referee on it."""

    text: str
    verdict: str
    reason: str
    rule: str


class VerdictRow(NamedTuple):
    """A verdict that would be another."""

    where: str
    before: Judged | None
    after: Judged | None


@dataclass(frozen=True, kw_only=True)
class Told:
    """Everything that would be different."""

    sentences: Sequence[str]
    names: Mapping[int, str]
    rows: Sequence[Row]
    verdicts: Sequence[VerdictRow]
    season: Sequence[str]

    @property
    def nothing(self) -> bool:
        """Is everything as it was?"""
        return not (self.sentences or self.rows or self.verdicts or self.season)


def told(session: Session, changes: effects.Answer) -> Told:
    """A difference for people; the verdicts are those that it holds."""
    names = session_document.names_of(session)
    return Told(
        sentences=[*_sentences(changes, names)],
        names=names,
        rows=[*_rows(changes, seats=len(names))],
        verdicts=[row for hand in changes["hands"] for row in _verdicts(hand, names)],
        season=[*_in_season(changes.get("season"))],
    )


def totals(
    what: str, changes: effects.Answer | None, now: Sequence[float] | None, *, seats: int
) -> Row:
    """The totals of a session after a change; nothing but question marks where they are not known."""
    pair = (changes or {}).get("totals") or {"before": now, "after": now}
    return Row(what, _cells(pair, seats))


def in_words(row: Row, names: Mapping[int, str]) -> str:
    """Only what is another, in a line.

    >>> in_words(Row("Totals", [Cell("3"), Cell("5", "4")]), {1: "Alice", 2: "Bob"})
    'Totals: Bob 4 → 5'
    """
    changed = (
        f"{name} {cell.was} → {cell.now}"
        for name, cell in zip(names.values(), row.cells, strict=True)
        if cell.was is not None
    )
    return f"{row.what}: {', '.join(changed)}"


def place(where: str) -> str:
    """A path into a record, in words."""
    found = _EVENT.match(where)
    return _("event %(number)d") % {"number": int(found[1]) + 1} if found else where


def deed(text: str, names: Mapping[int, str]) -> str:
    """An event with a name in the place of the seat, and the signs of suits.

    >>> deed("2: pass", {2: "Bob"})
    'Bob: passes'
    """
    seat, _colon, action = text.partition(":")
    name = names.get(int(seat)) if seat.strip().isdecimal() else None
    return f"{name}: {signs(done(action.strip()))}" if name else text


def _sentences(changes: effects.Answer, names: Mapping[int, str]) -> Iterator[str]:
    if first := changes.get("first_contradiction"):
        said = {"hand": first["position"], "where": place(first["where"]), "why": first["message"]}
        yield _("The first that would no longer fit: hand %(hand)d, %(where)s. %(why)s") % said
    for hand in changes["hands"]:
        yield from _of_hand(hand, names)
    if over := changes["over"]:
        yield _("The game would be over.") if over["after"] else _("The game would not be over.")
    if pair := changes.get("winners"):
        seats = {key: _seats(pair[key], names) for key in ("before", "after")}
        yield _("Won by: %(after)s. Before: %(before)s.") % seats
    if pair := changes.get("leaders"):
        seats = {key: _seats(pair[key], names) for key in ("before", "after")}
        yield _("In the lead: %(after)s. Before: %(before)s.") % seats


def _of_hand(hand: effects.Answer, names: Mapping[int, str]) -> Iterator[str]:
    number = {"hand": hand["position"]}
    if status := hand.get("status"):
        words = {key: str(STATUSES.get(word, word)) for key, word in status.items()}
        yield _("Hand %(hand)d, after: %(after)s. Before: %(before)s.") % (number | words)
    if loser := hand.get("loser"):
        seats = {key: _seats([seat] if seat else [], names) for key, seat in loser.items()}
        yield _("Lost hand %(hand)d: %(after)s. Before: %(before)s.") % (number | seats)


def _in_season(season: effects.Answer | None) -> Iterator[str]:
    """Points and places of those who would have others."""
    players = season["players"] if season else []
    named = Player.objects.in_bulk([row["player"] for row in players]) if players else {}
    who = {str(pk): player.name for pk, player in named.items()}
    for row in players:
        name = who.get(row["player"], "?")
        if pair := row["points"]:
            yield _("Season, points of %(name)s: %(before)s → %(after)s") % _said(name, pair)
        if pair := row["place"]:
            yield _("Season, place of %(name)s: %(before)s → %(after)s") % _said(name, pair)


def _said(name: str, pair: effects.Answer) -> dict[str, str]:
    return {"name": name, "before": _number(pair["before"]), "after": _number(pair["after"])}


def _rows(changes: effects.Answer, *, seats: int) -> Iterator[Row]:
    for hand in changes["hands"]:
        said = {"hand": hand["position"]}
        words = {
            "points": _("Hand %(hand)d, points") % said,
            "places": _("Hand %(hand)d, places") % said,
            "cards_left": _("Hand %(hand)d, cards left") % said,
        }
        for key, what in words.items():
            if pair := hand.get(key):
                yield Row(what, _cells(pair, seats))
    if changes["totals"]:
        yield Row(_("Totals"), _cells(changes["totals"], seats))


def _cells(pair: effects.Answer, seats: int) -> list[Cell]:
    unknown = [None] * seats
    before, after = pair["before"] or unknown, pair["after"] or unknown
    return [
        Cell(_number(now)) if now == was else Cell(_number(now), _number(was))
        for was, now in zip(before, after, strict=True)
    ]


def _verdicts(hand: effects.Answer, names: Mapping[int, str]) -> Iterator[VerdictRow]:
    for row in hand.get("verdicts", []):
        event, was = row["event"], row["was"]
        said = {"hand": hand["position"], "event": event or was, "was": was}
        where = _("Hand %(hand)d, event %(event)d") % said
        if event and was and event != was:
            where = _("Hand %(hand)d, event %(event)d (was %(was)d)") % said
        yield VerdictRow(where, _judged(row["before"], names), _judged(row["after"], names))


def _judged(event: effects.Answer | None, names: Mapping[int, str]) -> Judged | None:
    if event is None:
        return None
    rule = event.get("rule") or ""
    return Judged(deed(event["text"], names), event["verdict"], reason_of(event, names), rule)


def _seats(seats: Sequence[int] | None, names: Mapping[int, str]) -> str:
    if seats is None:
        return pgettext("seats", "not known")
    return ", ".join(names[seat] for seat in seats) or pgettext("seats", "nobody")


def _number(value: Any) -> str:
    """A number of points or a place; a dash for what is not known."""
    return "–" if value is None else points(value, signed=False)
