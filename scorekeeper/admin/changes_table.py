"""What a change makes different, in sentences and tables (``effects.difference`` and what hangs on a dispute)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.adjudication import effects
from scorekeeper.admin.refusals import place
from scorekeeper.models import Player, Session
from scorekeeper.sessions import document as session_document

Names = Mapping[int, str]

NOTHING = "Nothing would be different: no verdict, no points, no totals."
COUNTED = {"points": "points", "places": "places", "cards_left": "cards left"}


class Cell(NamedTuple):
    """One seat's number, as it would be; with what it was, where that is another."""

    now: str
    was: str | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """Numbers by seat."""

    what: str
    cells: Sequence[Cell]

    def in_words(self, names: Names) -> str:
        """Only what is another.

        >>> Row(what="Totals", cells=[Cell("3"), Cell("5", "4")]).in_words({1: "Alice", 2: "Bob"})
        'Totals: Bob 4 → 5'
        """
        changed = (
            f"{name} {cell.was} → {cell.now}"
            for name, cell in zip(names.values(), self.cells, strict=True)
            if cell.was is not None
        )
        return f"{self.what}: {', '.join(changed)}"


class Judged(NamedTuple):
    """A play and the referee on it."""

    text: str
    verdict: str
    why: str


class VerdictRow(NamedTuple):
    """A verdict that would be another."""

    where: str
    before: Judged | None
    after: Judged | None


@dataclass(frozen=True, kw_only=True)
class Told:
    """Everything that would be different."""

    sentences: Sequence[str]
    names: Names
    rows: Sequence[Row]
    verdicts: Sequence[VerdictRow]
    season: str

    def lines(self) -> list[str]:
        """All but the verdicts, a line each."""
        rows = (row.in_words(self.names) for row in self.rows)
        return [line for line in (*self.sentences, *rows, self.season) if line]


def told(session: Session, changes: effects.Answer) -> Told:
    """A difference for people; the verdicts and names are those that it holds."""
    names = session_document.names_of(session)
    rows = [*_rows(changes, seats=len(names))]
    verdicts = [row for hand in changes["hands"] for row in _verdicts(hand)]
    sentences = [*_sentences(changes, names)]
    season = _in_season(changes.get("season"))
    if not (sentences or rows or verdicts or season):
        sentences = [NOTHING]
    return Told(sentences=sentences, names=names, rows=rows, verdicts=verdicts, season=season)


def _sentences(changes: effects.Answer, names: Names) -> Iterator[str]:
    first = changes.get("first_contradiction")
    if first:
        yield f"The first that would no longer fit: hand {first['position']}, {place(first['where']).lower()}. {first['message']}"
    for hand in changes["hands"]:
        if status := hand.get("status"):
            yield f"Hand {hand['position']} would be {status['after']} instead of {status['before']}."
        if loser := hand.get("loser"):
            before, after = ([seat] if (seat := loser[key]) else [] for key in ("before", "after"))
            yield f"Hand {hand['position']} would be lost by {_seats(after, names)} instead of {_seats(before, names)}."
    if over := changes["over"]:
        yield "The game would be over." if over["after"] else "The game would not be over."
    for key, words in (("winners", "game would be won by"), ("leaders", "lead would be with")):
        if pair := changes.get(key):
            yield f"The {words} {_seats(pair['after'], names)} instead of {_seats(pair['before'], names)}."


def _in_season(season: effects.Answer | None) -> str:
    """Points and places of those who would have others, in a line."""
    players = season["players"] if season else []
    named = Player.objects.in_bulk([row["player"] for row in players]) if players else {}
    who = {str(pk): player.name for pk, player in named.items()}
    rows = (f"{who[row['player']]} {', '.join(_standing(row))}" for row in players)
    return f"In the season: {'; '.join(rows)}." if players else ""


def _standing(row: effects.Answer) -> Iterator[str]:
    if points := row["points"]:
        yield f"{number(points['before'])} → {number(points['after'])} points"
    if ranks := row["place"]:
        yield f"place {number(ranks['before'])} → {number(ranks['after'])}"


def _rows(changes: effects.Answer, *, seats: int) -> Iterator[Row]:
    for hand in changes["hands"]:
        for key, word in COUNTED.items():
            if pair := hand.get(key):
                yield Row(what=f"Hand {hand['position']}, {word}", cells=_cells(pair, seats))
    if changes["totals"]:
        yield Row(what="Totals", cells=_cells(changes["totals"], seats))


def _cells(pair: effects.Answer, seats: int) -> list[Cell]:
    unknown = [None] * seats
    before, after = pair["before"] or unknown, pair["after"] or unknown
    return [
        Cell(number(now)) if now == was else Cell(number(now), number(was))
        for was, now in zip(before, after, strict=True)
    ]


def _verdicts(hand: effects.Answer) -> Iterator[VerdictRow]:
    for row in hand.get("verdicts", []):
        number, was = row["event"], row["was"]
        where = f"Hand {hand['position']}, event {number or was}"
        moved = f" (was {was})" if number and was and number != was else ""
        yield VerdictRow(where + moved, _judged(row["before"]), _judged(row["after"]))


def _judged(event: effects.Answer | None) -> Judged | None:
    if event is None:
        return None
    why = f"{event['reason']} [{event['rule']}]" if event.get("reason") else ""
    return Judged(event["text"], event["verdict"], why)


def _seats(seats: Sequence[int] | None, names: Names) -> str:
    if seats is None:
        return "nobody known"
    return " and ".join(names[seat] for seat in seats) or "nobody"


def number(value: Any) -> str:
    """A number of points as people write it.

    >>> number(-13), number(2.5), number(None)
    ('−13', '2.5', '–')
    """
    if value is None:
        return "–"
    return f"{value:.12g}".replace("-", "−") if isinstance(value, int | float) else str(value)
