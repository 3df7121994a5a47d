"""In which order the dates of a file are written: what fits all of them, and the order of their rows; otherwise somebody is asked."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from referee.reason_texts import gettext_noop
from referee.spreadsheets.columns import ColumnRole, DateOrder
from referee.spreadsheets.questions import DATE_YEAR, SheetQuestion
from referee.spreadsheets.table import Spreadsheet
from referee.spreadsheets.written_dates import (
    DatesInCourse,
    date_parts,
    day_of_week,
    in_zone,
    lacks_year,
    read_clock,
    read_date,
)

_ORDERS = (DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST)  # the first where both fit
ANY_YEAR = 2024  # with which dates without a year are tried: it has every day
_EARLIEST = date(1900, 1, 1)
_REPUBLIC_BEGINS = date(1945, 1, 1)  # earlier years of the Republic are not on sheets
_LEAP = timedelta(days=180)  # between two dates of a sheet, so long that one of them may be a slip


def cells_with_dates(table: Spreadsheet, roles: Sequence[ColumnRole]) -> list[str]:
    """Return the cells of the column of dates; empty where no column holds dates."""
    return table.column(roles.index(ColumnRole.DATE)) if ColumnRole.DATE in roles else []


def possible_orders(cells: Sequence[str], today: date | None = None) -> list[DateOrder]:
    """Return the orders in which the dates are possible and give different days, the likeliest first.

    Most dates can be read, none lies in the future or on another day of the week than it names, and where one order has the rows
    in their course, it is one of those.

    >>> possible_orders(["03/04/2024", "04/13/2024"]), possible_orders(["24/03/14", "24/03/21"], date(2026, 1, 1))
    ([<DateOrder.MONTH_FIRST: 'mdy'>], [<DateOrder.YEAR_FIRST: 'ymd'>, <DateOrder.DAY_FIRST: 'dmy'>])
    >>> possible_orders(["Wed 3/4/2024"])
    [<DateOrder.DAY_FIRST: 'dmy'>]
    """
    written = [cell for cell in dict.fromkeys(cells) if date_parts(cell) or lacks_year(cell)]
    readings = [
        order
        for order in (*_ORDERS, DateOrder.YEAR_FIRST, DateOrder.REPUBLIC)
        if _is_tried(order, written)
    ]
    days = {order: [_day(cell, order) for cell in written] for order in readings}
    named = [day_of_week(cell) for cell in written]
    slips = {order: _slips(days[order], named, today) for order in readings}
    ranked = sorted(readings, key=lambda order: (*slips[order], _span(days[order])))
    best = slips[ranked[0]] if ranked else (0, 0)
    possible: dict[tuple[date | None, ...], DateOrder] = {}
    for order in ranked:
        if slips[order] == best:
            possible.setdefault(tuple(days[order]), order)
    if (
        written
        and all(len(parts[0]) == 4 for cell in written if (parts := date_parts(cell)))
        and not any(map(lacks_year, written))
    ):
        return [DateOrder.YEAR_FIRST]
    return [*possible.values()]


def guess_order(cells: Sequence[str]) -> DateOrder:
    """Return the likeliest order; the day is first where nothing tells.

    >>> guess_order(["03/04/2024", "04/13/2024"]), guess_order(["03/04/2024", "13/04/2024", "x"])
    (<DateOrder.MONTH_FIRST: 'mdy'>, <DateOrder.DAY_FIRST: 'dmy'>)
    """
    return next(iter(possible_orders(cells)), DateOrder.YEAR_FIRST)


def settled_order(cells: Sequence[str]) -> DateOrder | None:
    """Return the order of the dates that can be read in one way only; None if there are none, or if they disagree.

    >>> settled_order(["03/04/2024"]), settled_order(["03/04/2024", "13/04/2024"])
    (None, <DateOrder.DAY_FIRST: 'dmy'>)
    """
    readings = [[read_date(cell, order) for order in _ORDERS] for cell in cells]
    settled = {one.index(None) for one in readings if one.count(None) == 1}
    return _ORDERS[1 - settled.pop()] if len(settled) == 1 else None


def ambiguous_date(cells: Sequence[str]) -> str | None:
    """Return the first date that can be read in two ways; None if there is none, or if another date settles the order.

    >>> ambiguous_date(["3/3/2024", "03/04/2024"]), ambiguous_date(["03/04/2024", "13/04/2024"])
    ('03/04/2024', None)
    """
    readings = {cell: [read_date(cell, order) for order in _ORDERS] for cell in cells}
    if any(one.count(None) == 1 for one in readings.values()):
        return None
    return next((cell for cell, (one, other) in readings.items() if one != other), None)


def order_question(cells: Sequence[str], orders: Sequence[DateOrder]) -> SheetQuestion | None:
    """Return the question in which order the dates are written; None where only one is possible."""
    if len(orders) < 2:
        return None
    example = next(cell for cell in cells if len({_day(cell, order) for order in orders}) > 1)
    readings = ", ".join(str(_day(example, order)) for order in orders)
    is_calendar = DateOrder.REPUBLIC in orders
    return SheetQuestion(
        code="date-calendar" if is_calendar else "date-order",
        reason=(
            gettext_noop("%(text)s can be %(readings)s."),
            {"text": example, "readings": readings},
        ),
        assumed=str(orders[0]),
        answers=tuple(map(str, orders)),
    )


def missing_year(
    cells: Sequence[str], order: DateOrder, today: date | None
) -> SheetQuestion | None:
    """Return the question of which year dates without one are.

    The last year in which none of them lies in the future is assumed, and of those before it one that fits the days of the week that
    they name; where nobody says what is today, none is.
    """
    example = next(filter(lacks_year, cells), None)
    if example is None:
        return None
    years = tuple(_last_years(cells, order, today)) if today else ()
    reason = gettext_noop("%(text)s has no year.")
    return SheetQuestion(
        code=DATE_YEAR,
        reason=(reason, {"text": example}),
        assumed=next(iter(years), ""),
        answers=years,
    )


def _last_years(cells: Sequence[str], order: DateOrder, today: date) -> Iterator[str]:
    for year in (today.year, today.year - 1):
        course = DatesInCourse(order, str(year))
        days = [course.read(cell) for cell in cells if lacks_year(cell)]
        if all(day is None or day <= today.isoformat() for day in days):
            break
    years = [str(one) for one in range(year, year - 6, -1)]
    numbered = [*enumerate(cells)]
    return iter(sorted(years, key=lambda one: len([*other_day_of_week(numbered, order, one)])))


def name_zones(cells: Sequence[str]) -> bool:
    """Return whether any of these dates has a time with its zone.

    >>> name_zones(["2024-03-14", "2024-03-14T23:30:00Z"]), name_zones(["2024-03-14 23:30"])
    (True, False)
    """
    return any((clock := read_clock(cell)) and clock.zone for cell in cells)


def zone_question(
    cells: Sequence[str], order: DateOrder, zone: str, *, is_chosen: bool
) -> SheetQuestion | None:
    """Return the question which day counts where a moment is on another day in this time zone; None where none is.

    The day in the time zone is assumed if somebody chose that for the club, and the day as it is written if nobody did.
    """
    for cell in cells:
        written = read_date(cell, order)
        if written is None:
            continue
        day, _clock = in_zone(date.fromisoformat(written), read_clock(cell), ZoneInfo(zone))
        if day.isoformat() != written:
            reason = gettext_noop("%(text)s is %(day)s in the time zone %(zone)s.")
            answers = (day.isoformat(), written) if is_chosen else (written, day.isoformat())
            return SheetQuestion(
                code="time-zone",
                reason=(reason, {"text": cell, "day": day.isoformat(), "zone": zone}),
                assumed=answers[0],
                answers=answers,
            )
    return None


def other_day_of_week(
    cells: Sequence[tuple[int, str]], order: DateOrder, year: str
) -> Iterator[tuple[int, str, str]]:
    """Yield the dates, with the first line of each and the day in ISO format, that name another day of the week than they have.

    >>> [*other_day_of_week([(2, "2024/3/14(四)"), (3, "2024/3/21(五)")], DateOrder.YEAR_FIRST, "")]
    [(3, '2024/3/21(五)', '2024-03-21')]
    """
    course, lines = DatesInCourse(order, year), dict[str, int]()
    for line, cell in cells:
        day, named = course.read(cell), day_of_week(cell)
        is_other = day and named is not None and date.fromisoformat(day).weekday() != named
        if day and is_other and lines.setdefault(cell, line) == line:
            yield line, cell, day


def leap(days: Sequence[tuple[int, date]]) -> tuple[int, date] | None:
    """Return the only day, with its line, that is far away from those before and after it; None where there is none.

    >>> leap([(2, date(2024, 3, 7)), (3, date(2014, 3, 14)), (4, date(2024, 3, 21))])
    (3, datetime.date(2014, 3, 14))
    """
    far = [
        here
        for before, here, after in zip(days, days[1:], days[2:], strict=False)
        if abs(here[1] - before[1]) > _LEAP
        and abs(here[1] - after[1]) > _LEAP
        and abs(after[1] - before[1]) < _LEAP
    ]
    return far[0] if len(far) == 1 else None


def _is_tried(order: DateOrder, cells: Sequence[str]) -> bool:
    """Return whether an order may be meant: years of two digits come first only in dates of two digits each."""
    parts = [one for cell in cells if (one := date_parts(cell)) and len(one[0]) <= 2]
    if order is DateOrder.DAY_FIRST:
        return True
    if order is DateOrder.MONTH_FIRST:
        return bool(parts) or any(map(lacks_year, cells))
    return bool(parts) and all(len(one[0]) == 2 and len(one[2]) <= 2 for one in parts)


def _day(cell: str, order: DateOrder) -> date | None:
    day = read_date(cell, order, str(ANY_YEAR))
    if day is None:
        return None
    read = date.fromisoformat(day)
    return None if order is DateOrder.REPUBLIC and read < _REPUBLIC_BEGINS else read


def _slips(
    days: Sequence[date | None], named: Sequence[int | None], today: date | None
) -> tuple[int, int]:
    """Return how many dates are impossible in a reading, by the day of the week that they name too, and whether they go to and fro."""
    last = today + timedelta(days=1) if today else date.max
    wrong = sum(
        day is None
        or not _EARLIEST <= day <= last
        or (week_day is not None and week_day != day.weekday())
        for day, week_day in zip(days, named, strict=True)
    )
    possible = [day for day in days if day]
    ups = {after > before for before, after in pairwise(possible) if after != before}
    return wrong, int(len(ups) > 1)


def _span(days: Sequence[date | None]) -> int:
    possible = [day for day in days if day]
    return (max(possible) - min(possible)).days if possible else 0
