"""A table as text for terminals and as an SVG picture for notebooks."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple, Protocol

from referee.adjudication import HandAdjudication
from referee.card_pictures.faces import SIZE, face
from referee.cards import UNSEEN
from referee.frames import seat_to_act
from referee.text_width import padded, text_width

# the picture, in pixels
_CARD_WIDTH, _CARD_HEIGHT = 40, 56
_STEP = 26  # from card to card: the index of each stays visible
_MARGIN, _ROW_HEIGHT, _MIN_LABEL_WIDTH, _GAP = 8, 64, 120, 12


class JudgedTable(Protocol):
    """A table with one hand, such as ``referee.Table``."""

    @property
    def adjudication(self) -> HandAdjudication:
        """The hand so far."""
        ...


class _Row(NamedTuple):
    """What lies before one seat."""

    name: str
    number: str  # of cards in hand, in words; of a play, whose it is
    cards: tuple[str, ...] | None  # None: none is known
    melds: tuple[tuple[str, ...], ...]
    is_to_act: bool
    state: str  # "out", "blocked" or nothing


def text(table: JudgedTable, *, names: Sequence[str] = ()) -> str:
    """Return a table as lines of text: the cards of each seat, what stands, the last event; ``>`` marks the seat to act.

    ``names`` are the players by seat.  Without them, they are called Seat 1, Seat 2 ….

    >>> import referee
    >>> table = referee.Table("big-two", hand={"events": ["1: 3C", "2: 4D"]})
    >>> print(text(table, names=("Ann", "小明", "Cy", "Di")))
    Big Two, event 2
      Ann   12 cards
      小明  12 cards
    > Cy    13 cards
      Di    13 cards
    On the table: 4D, by 小明
    Seat 2 plays 4D.
    """
    hand = table.adjudication
    frame = hand.frames()[-1]
    rows = _rows(hand, frame, names)
    wide = max(text_width(row.name) for row in rows)
    lines = [f"{hand.rules.name}, event {frame['event']}"]
    for row in rows:
        cells = [padded(row.name, wide), f"{row.number:>8}", row.state, " ".join(row.cards or ())]
        laid = " / ".join(map(" ".join, row.melds))
        cells.append(f"[{laid}]" if laid else "")
        lines.append((">" if row.is_to_act else " ") + " " + "  ".join(filter(None, cells)))
    standing, seat = _standing(frame)
    if standing:
        by = f", by {rows[seat - 1].name}" if seat else ""
        lines.append(f"On the table: {' '.join(standing)}{by}")
    lines += [*_beside_table(frame), frame["narration"]]
    if hand.points is not None:
        points = zip(rows, hand.points, strict=True)
        lines.append(
            "Points: " + ", ".join(f"{row.name} {_or_unknown(one)}" for row, one in points)
        )
    return "\n".join(line.rstrip() for line in lines)


def svg(table: JudgedTable, *, names: Sequence[str] = ()) -> str:
    """Return a table as an SVG picture: a row of cards for each seat, and below them what stands and the last event.

    ``names`` are the players by seat.  Without them, they are called Seat 1, Seat 2 ….

    >>> import referee
    >>> picture = svg(referee.Table("big-two", hand={"events": ["1: 3C", "2: 4D"]}))
    >>> picture[:39], "<title>4D</title>" in picture, "<title>Seat 2 plays 4D.</title>" in picture
    ('<svg xmlns="http://www.w3.org/2000/svg"', True, True)
    """
    hand = table.adjudication
    frame = hand.frames()[-1]
    rows = _rows(hand, frame, names)
    standing, seat = _standing(frame)
    by = f"by {rows[seat - 1].name}" if seat else ""
    last = " ".join([f"{line}." for line in _beside_table(frame)] + [frame["narration"]])
    left = max(_MIN_LABEL_WIDTH, *(9 * text_width(row.name) + 24 for row in rows))
    parts = [_svg_row(row, left, place * _ROW_HEIGHT) for place, row in enumerate(rows)]
    table_top = len(rows) * _ROW_HEIGHT
    if standing:
        table_row = _Row("On the table", by, standing, (), is_to_act=False, state="")
        parts.append(_svg_row(table_row, left, table_top))
    last_line = table_top + _ROW_HEIGHT + 20
    parts.append(_words(_MARGIN, last_line, last, ""))
    groups = [(standing,), *((row.cards or (), *row.melds) for row in rows)]
    cards = max(sum(map(_group_width, row)) for row in groups)
    width = max(left + cards, 7 * len(last)) + _MARGIN
    height = last_line + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'font-family="sans-serif" font-size="14"><title>{escape(frame["narration"])}</title>{"".join(parts)}</svg>'
    )


def _rows(hand: HandAdjudication, frame: Mapping[str, Any], names: Sequence[str]) -> list[_Row]:
    faces: list[str] = [*hand.rules.deck.copies, UNSEEN]
    rows = []
    for seat, (count, cards) in enumerate(zip(frame["counts"], frame["holdings"], strict=True), 1):
        states = [state for state in ("out", "blocked") if seat in frame.get(state, ())]
        rows.append(
            _Row(
                name=_on_one_line(names[seat - 1]) if names else f"Seat {seat}",
                number=f"{_or_unknown(count)} card{'' if count == 1 else 's'}",
                cards=None if cards is None else tuple(sorted(cards, key=faces.index)),
                melds=tuple(tuple(laid["cards"]) for laid in _melds(frame, seat)),
                is_to_act=hand.status == "unfinished" and seat_to_act(frame) == seat,
                state=", ".join(states),
            )
        )
    return rows


def _melds(frame: Mapping[str, Any], seat: int) -> Sequence[Mapping[str, Any]]:
    """Return what a seat has laid down in a melding game; of the finisher, all its melds."""
    if frame.get("finish") and seat in frame["out"]:
        melds: Sequence[Mapping[str, Any]] = frame["finish"]
        return melds
    return frame["melds"][seat - 1] if "melds" in frame else ()


def _standing(frame: Mapping[str, Any]) -> tuple[tuple[str, ...], int | None]:
    """Return the cards to beat, or the card on offer, and the seat from which they come."""
    standing, offer = frame["standing"], frame.get("offer")
    if standing:
        return tuple(standing["cards"]) or (UNSEEN,), standing["seat"]
    return ((offer["card"],), offer["seat"]) if offer else ((), None)


def _beside_table(frame: Mapping[str, Any]) -> Iterator[str]:
    """Yield what belongs to no seat in Four Color Cards."""
    if frame.get("stock") is not None:
        yield f"Stock: {frame['stock']}"
    if frame.get("lucky"):
        yield f"Lucky card: {frame['lucky']}"


def _svg_row(row: _Row, left: int, top: int) -> str:
    name = f"▶ {row.name}" if row.is_to_act else row.name
    weight = ' font-weight="bold"' if row.is_to_act else ""
    parts = [
        _words(_MARGIN, top + 24, name, weight),
        _words(_MARGIN, top + 41, f"{row.number} {row.state}".rstrip(), ' opacity="0.7"'),
    ]
    for group in (row.cards or (), *row.melds):
        parts += _svg_cards(group, left, top + _MARGIN // 2)
        left += _group_width(group)
    return "".join(parts)


def _group_width(cards: Sequence[str]) -> int:
    return _STEP * (len(cards) - 1) + _CARD_WIDTH + _GAP if cards else 0


def _svg_cards(cards: Sequence[str], left: int, top: int) -> Iterator[str]:
    width, height = SIZE
    for place, card in enumerate(cards):
        yield (
            f'<svg x="{left + place * _STEP}" y="{top}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" '
            f'viewBox="0 0 {width} {height}"><title>{escape(card)}</title>{face(card)}</svg>'
        )


def _words(x: int, y: int, words: str, attributes: str) -> str:
    return f'<text x="{x}" y="{y}" fill="currentColor"{attributes}>{escape(words)}</text>'


def _or_unknown(number: float | None) -> str:
    return UNSEEN if number is None else str(number)


def _on_one_line(name: str) -> str:
    """Return a name without characters that would control a terminal."""
    return "".join(sign if sign.isprintable() else "�" for sign in " ".join(name.split()))
