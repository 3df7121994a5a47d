"""What a change of a record makes different, in sentences and tables for a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorekeeper.adjudication import effects
from scorekeeper.models import Player
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.pages.display import conflicts
from scorekeeper.pages.display.event_text import action_text
from scorekeeper.pages.display.referee_messages import points, reason_of

STATUSES = {
    "finished": gettext_lazy("finished"),
    "washed-out": gettext_lazy("washed out"),
    "unfinished": gettext_lazy("unfinished"),
    "void": gettext_lazy("void"),
    "after-the-end": gettext_lazy("after the end"),
}


class ChangedNumber(NamedTuple):
    """A number of one seat after the change, and before it where it differs."""

    now: str
    was: str | None = None


class NumberRow(NamedTuple):
    """Numbers by seat."""

    what: str
    cells: Sequence[ChangedNumber]


class EventVerdict(NamedTuple):
    """An event and the referee's verdict on it."""

    text: str
    verdict: str
    reason: str
    rule: str


class VerdictRow(NamedTuple):
    """A verdict before and after the change; None where the record has no such event."""

    where: str
    before: EventVerdict | None
    after: EventVerdict | None


@dataclass(frozen=True, kw_only=True)
class ChangeText:
    """Everything that a change makes different, in words."""

    sentences: Sequence[str]
    names: Mapping[int, str]
    rows: Sequence[NumberRow]
    verdicts: Sequence[VerdictRow]
    season: Sequence[str]

    @property
    def nothing(self) -> bool:
        """Whether the change makes no difference."""
        return not (self.sentences or self.rows or self.verdicts or self.season)


def describe(
    names: Mapping[int, str],
    changes: effects.Answer,
    in_season: Mapping[str, str] | None = None,
) -> ChangeText:
    """Return a result of ``effects.difference`` in words, with names by seat; it has to be free of hidden cards.

    ``in_season`` are the names of ``names_in_season``, where they were read already.
    """
    if in_season is None:
        in_season = names_in_season([changes])
    return ChangeText(
        sentences=[*_sentences(changes, names)],
        names=names,
        rows=[*_rows(changes, seats=len(names))],
        verdicts=[row for hand in changes["hands"] for row in _verdicts(hand, names)],
        season=[*_season_sentences(changes.get("season"), in_season, [*names.values()])],
    )


def totals(
    what: str, changes: effects.Answer | None, now: Sequence[float] | None, *, seats: int
) -> NumberRow:
    """Return the totals of a session after a change, or those of now where ``changes`` is None."""
    pair = (changes or {}).get("totals") or {"before": now, "after": now}
    return NumberRow(what, _cells(pair, seats))


def in_words(row: NumberRow, names: Mapping[int, str]) -> str:
    """Return the numbers of a row that change, in one line.

    >>> in_words(NumberRow("Totals", [ChangedNumber("3"), ChangedNumber("5", "4")]), {1: "Alice", 2: "Bob"})
    'Totals: Bob 4 → 5'
    """
    changed = (
        f"{name} {cell.was} → {cell.now}"
        for name, cell in zip(names.values(), row.cells, strict=True)
        if cell.was is not None
    )
    return f"{row.what}: {', '.join(changed)}"


def lines(changes: ChangeText) -> Iterator[str]:
    """Yield everything that a change makes different, in the order of its tables, one line per sentence or row."""
    yield from changes.sentences
    for numbers in changes.rows:
        yield in_words(numbers, changes.names)
    yield from changes.season
    for row in changes.verdicts:
        before, after = (_verdict_words(one) for one in (row.before, row.after))
        yield f"{row.where}: {before or _('not recorded')} → {after or _('removed')}"


def event_words(text: str, names: Mapping[int, str]) -> str:
    """Return an event with names instead of seats, and cards as people read them.

    >>> event_words("2: pass", {2: "Bob"}), event_words("2: pong Hg Hg Hg", {2: "Bob"})
    ('Bob: passes', 'Bob: pong 3 × green horseman')
    """
    seat, _colon, action = text.partition(":")
    name = names.get(int(seat)) if seat.strip().isdecimal() else None
    return f"{name}: {action_text(action.strip(), names)}" if name else text


def _sentences(changes: effects.Answer, names: Mapping[int, str]) -> Iterator[str]:
    if conflict := conflicts.first_conflict(changes, names):
        yield conflict
    for hand in changes["hands"]:
        yield from _hand_sentences(hand, names)
    if over := changes["over"]:
        yield (
            _("After this the game is over.")
            if over["after"]
            else _("After this the game goes on.")
        )
    if pair := changes.get("winners"):
        seats = {key: _seats(pair[key], names) for key in ("before", "after")}
        yield _("Won by: %(after)s. Before: %(before)s.") % seats
    if pair := changes.get("leaders"):
        seats = {key: _seats(pair[key], names) for key in ("before", "after")}
        yield _("In the lead: %(after)s. Before: %(before)s.") % seats


def _hand_sentences(hand: effects.Answer, names: Mapping[int, str]) -> Iterator[str]:
    number = {"hand": hand["position"]}
    status = hand.get("status")
    if status:
        words = {key: str(STATUSES.get(word, word)) for key, word in status.items()}
        yield _("Hand %(hand)d, after: %(after)s. Before: %(before)s.") % (number | words)
        if status["after"] == UNFINISHED:
            yield (
                _(
                    "Hand %(hand)d is then to be finished: its points, and the totals from it on, stay open until a scorer has entered how it went on, or a referee annuls it."
                )
                % number
            )
    loser = hand.get("loser")
    if loser and not (status and status["after"] == UNFINISHED):
        seats = {key: _seats([seat] if seat else [], names) for key, seat in loser.items()}
        yield _("Lost hand %(hand)d: %(after)s. Before: %(before)s.") % (number | seats)


def names_in_season(many: Iterable[effects.Answer]) -> dict[str, str]:
    """Return the names, by id, of the players whose points or places in the season these changes move."""
    seasons = [changes["season"] for changes in many if changes.get("season")]
    moved = {row["player"] for season in seasons for row in season["players"]}
    players = Player.objects.in_bulk(moved) if moved else {}
    return {str(pk): player.name for pk, player in players.items()}


def _season_sentences(
    season: effects.Answer | None, names: Mapping[str, str], seated: Sequence[str]
) -> Iterator[str]:
    """Yield the points and places in the season that change, with names by player: those at the table first, by seat."""
    rows = [(names.get(row["player"], "?"), row) for row in season["players"]] if season else []
    rank = {name: seat for seat, name in enumerate(seated)}
    for name, row in sorted(rows, key=lambda pair: rank.get(pair[0], len(rank))):
        if pair := row["points"]:
            yield _("Season, points of %(name)s: %(before)s → %(after)s") % _params(name, pair)
        if pair := row["place"]:
            yield _("Season, place of %(name)s: %(before)s → %(after)s") % _params(name, pair)


def _params(name: str, pair: effects.Answer) -> dict[str, str]:
    return {"name": name, "before": _number(pair["before"]), "after": _number(pair["after"])}


def _rows(changes: effects.Answer, *, seats: int) -> Iterator[NumberRow]:
    for hand in changes["hands"]:
        params = {"hand": hand["position"]}
        words = {
            "points": _("Hand %(hand)d, points") % params,
            "places": _("Hand %(hand)d, places") % params,
            "cards_left": _("Hand %(hand)d, cards left") % params,
        }
        for key, what in words.items():
            if pair := hand.get(key):
                yield NumberRow(what, _cells(pair, seats))
    if changes["totals"]:
        yield NumberRow(_("Totals"), _cells(changes["totals"], seats))


def _cells(pair: effects.Answer, seats: int) -> list[ChangedNumber]:
    unknown = [None] * seats
    before, after = pair["before"] or unknown, pair["after"] or unknown
    return [
        ChangedNumber(_number(now), None if now == was else _number(was))
        for was, now in zip(before, after, strict=True)
    ]


def _verdicts(hand: effects.Answer, names: Mapping[int, str]) -> Iterator[VerdictRow]:
    for row in hand.get("verdicts", []):
        event, was = row["event"], row["was"]
        params = {"hand": hand["position"], "event": event or was, "was": was}
        where = _("Hand %(hand)d, move %(event)d") % params
        if event and was and event != was:
            where = _("Hand %(hand)d, move %(event)d (was %(was)d)") % params
        yield VerdictRow(where, _judged(row["before"], names), _judged(row["after"], names))


def _judged(event: effects.Answer | None, names: Mapping[int, str]) -> EventVerdict | None:
    if event is None:
        return None
    rule = event.get("rule") or ""
    return EventVerdict(
        event_words(event["text"], names), event["verdict"], reason_of(event, names), rule
    )


def _verdict_words(event: EventVerdict | None) -> str:
    """Return an event with its verdict; empty for None."""
    return f"{event.text} ({_(event.verdict)})" if event else ""


def _seats(seats: Sequence[int] | None, names: Mapping[int, str]) -> str:
    if seats is None:
        return pgettext("seats", "not known")
    return ", ".join(names[seat] for seat in seats) or pgettext("seats", "nobody")


def _number(value: Any) -> str:
    """Return points or a place as text; a dash for an unknown number."""
    return "–" if value is None else points(value, signed=False)
