"""Dates as people, forms and office programs write them: in numbers in any order, or with the name of a month, with a time or without.

A year of three digits is one of the Republic (113 is 2024), and one after 2400 a Buddhist year (2567 is 2024): no day of these years
could have been played otherwise.
"""

import calendar
import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import NamedTuple

from referee.spreadsheets.columns import DateOrder

_WEEKDAY = re.compile(
    r"^(?:date:|datum:|[^\W\d_]{2,10}(?:[.,:]{1,2}\s*|\s+)(?=\d|[^\W\d_]{3,12}\.?\s*\d)|民國|民国|中華民國|le\s+)"
    r"|\s*[(（][^()（）\d]{1,12}[)）]|\s*(?:星期|週|周|礼拜|禮拜)[一二三四五六日天]|[월화수목금토일]요일"
    r"|,?\s+(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?$",
    re.IGNORECASE,
)
_DAYS_OF_WEEK = (
    "mon monday montag lundi lunes poniedziałek 一 月 월",
    "tue tues tuesday dienstag mardi martes wtorek 二 火 화",
    "wed wednesday mittwoch mercredi miércoles środa 三 水 수",
    "thu thur thurs thursday donnerstag jeudi jueves czwartek 四 木 목",
    "fri friday freitag vendredi viernes piątek 五 金 금",
    "sat saturday samstag sonnabend samedi sábado sobota 六 土 토",
    "sun sunday sonntag dimanche domingo niedziela 日 天 일",
)
_DAY_OF_WEEK = {
    name: number for number, names in enumerate(_DAYS_OF_WEEK) for name in names.split()
}
_NAMED_DAY = re.compile(
    r"^([^\W\d_]{3,12})[.,:]?\s|[(（]([^\W\d_]{1,12})\.?[)）]|(?:星期|週|周|礼拜|禮拜)([一二三四五六日天])"
    r"|([월화수목금토일])요일|([月火水木金土日])曜|,?\s([a-z]{3,9})\.?$",
    re.IGNORECASE,
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # signs and digits as wide as 字
_HALVES = {
    "am": 0, "a.m.": 0, "上午": 0, "早上": 0, "凌晨": 0, "午前": 0, "오전": 0,
    "pm": 12, "p.m.": 12, "下午": 12, "晚上": 12, "午後": 12, "오후": 12, "中午": 12,
}  # fmt: skip
_HALF = "|".join(map(re.escape, sorted(_HALVES, key=len, reverse=True)))
_TIME = re.compile(
    rf"(?:[T,\s]|(?<=[日日일号號]))\s*(?P<before>{_HALF})?\s*(?P<hour>\d{{1,2}})\s*(?:[:：時时点點시hH]\s*(?P<minute>\d\d)[分분]?(?:[:：]?(?P<second>\d\d)[秒초]?(?:[.,]\d+)?)?"
    rf"|(?=\s*(?:{_HALF}|uhr)))\s*(?P<after>{_HALF}|uhr|h)?\s*(?P<zone>Z|UTC|GMT|(?:GMT|UTC)?[+-]\d\d?(?::?\d\d)?)?$",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(\d{1,4})\s*([-./年년])\s*(\d{1,2})\s*([-./月월])\s*(\d{1,4})\s*(?:[日號号일]|г\.?)?\.?"
)
_COMPACT = re.compile(r"(19\d\d|20\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])")
_SERIAL = re.compile(r"([2-5]\d{4})(?:[.,](\d+))?")
_NO_YEAR = re.compile(r"(\d{1,2})\s*[-./月월]\s*(\d{1,2})\s*[日號号일]?\.?")
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?"
_MONTH = r"(?P<month>[^\W\d_]{3,12})\.?"
_YEAR = r"(?P<year>\d{4}|\d\d)(?:\s*(?:г\.?|r\.))?"
_OF = r"[\s-]*(?:of\s+|de\s+|d[e']\s*)?"
_WITH_NAMES = [
    re.compile(order, re.IGNORECASE)
    for order in (
        rf"{_DAY}{_OF}{_MONTH},?{_OF}{_YEAR}",
        rf"{_MONTH}[\s-]*{_DAY},?[\s-]+{_YEAR}",
        rf"(?P<year>\d{{4}}),?[\s-]*{_MONTH}[\s-]*{_DAY}",
        rf"{_DAY}{_OF}{_MONTH}(?P<year>)",
        rf"{_MONTH}[\s-]*{_DAY}(?P<year>)",
    )
]
_NAMES_OF_MONTHS = (
    "january januar jänner janvier enero gennaio janeiro januari stycznia styczeń ledna leden января январь jan ene gen sty led янв",
    "february februar feber février fevrier febrero febbraio fevereiro februari lutego luty února únor февраля февраль feb fév fev lut úno фев",
    "march märz maerz mars marzo março maart marca marzec března březen марта март mar mär mrz mrt bře мар",
    "april avril abril aprile kwietnia kwiecień dubna duben апреля апрель apr avr abr kwi dub апр",
    "may mai mayo maggio maio mei maja maj května květen мая май mag kvě",
    "june juni juin junio giugno junho czerwca czerwiec června červen июня июнь jun giu cze июн",
    "july juli juillet julio luglio julho lipca lipiec července červenec июля июль jul juil lug lip июл",
    "august août aout agosto augustus sierpnia sierpień srpna srpen августа август aug aoû ago sie srp авг",
    "september septembre septiembre settembre setembro września wrzesień září сентября сентябрь sep sept set wrz сен",
    "october oktober octobre octubre ottobre outubro października październik října říjen октября октябрь oct okt out ott paź říj окт",
    "november novembre noviembre novembro listopada listopad ноября ноябрь nov lis ноя",
    "december dezember décembre decembre diciembre dicembre dezembro grudnia grudzień prosince prosinec декабря декабрь dec dez déc dic gru дек",
)
_MONTHS = {
    name: number for number, names in enumerate(_NAMES_OF_MONTHS, 1) for name in names.split()
}
_OFFSET = re.compile(r"([+-]\d\d?)(?::?(\d\d))?$")
_DAY_IN_NAME = re.compile(
    r"(?<!\d)(?:\d{4}([-._ ])\d{1,2}\1\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}年\d{1,2}月\d{1,2}日?)(?!\d)"
)
_REPUBLIC = 1911  # years before the year 1 of the Republic of China
_BUDDHIST = 543
_HALF_A_YEAR = timedelta(days=180)
_SERIAL_BEGINS = date(
    1899, 12, 30
).toordinal()  # in office programs, whose numbers count a 29 February 1900


class MonthLength(NamedTuple):
    """How many days a month has."""

    year: int
    month: int
    days: int


class Clock(NamedTuple):
    """A time of day in minutes, and its zone as it is written: empty, ``Z``, or such as ``+08:00``."""

    minutes: int
    zone: str


def read_date(text: str, order: DateOrder, year: str = "") -> str | None:
    """Return a date as the record has it, None for what is no date; ``year`` is that of dates which have none.

    >>> read_date("3.4.2024", DateOrder.DAY_FIRST), read_date("4/3/24", DateOrder.MONTH_FIRST)
    ('2024-04-03', '2024-04-03')
    >>> read_date("2024-04-03", DateOrder.DAY_FIRST), read_date("31.4.2024", DateOrder.DAY_FIRST)
    ('2024-04-03', None)
    >>> read_date("113/3/14", DateOrder.DAY_FIRST), read_date("3/14/2024 7:30:12 PM", DateOrder.MONTH_FIRST)
    ('2024-03-14', '2024-03-14')
    >>> read_date("14 mars 2024", DateOrder.DAY_FIRST), read_date("3月14日", DateOrder.DAY_FIRST, "2024")
    ('2024-03-14', '2024-03-14')
    """
    numbers = _in_order(text, order, year)
    try:
        return date(*numbers).isoformat() if numbers else None
    except ValueError:
        return None


class DatesInCourse:
    """The dates of a sheet, read row by row: where those without a year go back by half a year, the next year has begun.

    >>> course = DatesInCourse(DateOrder.DAY_FIRST, "2025")
    >>> [course.read(text) for text in ("12月28日", "1月4日", "3月1日", "2月22日", "14 mars 2024")]
    ['2025-12-28', '2026-01-04', '2026-03-01', '2026-02-22', '2024-03-14']
    """

    def __init__(self, order: DateOrder, year: str) -> None:
        self._order, self._year = order, year
        self._before: date | None = None

    def read(self, text: str) -> str | None:
        """Return a date as the record has it, None for what is no date."""
        day = read_date(text, self._order, self._year)
        if day is None or not self._year or not lacks_year(text):
            return day
        if self._before and self._before - date.fromisoformat(day) > _HALF_A_YEAR:
            self._year = str(int(self._year) + 1)
            day = read_date(text, self._order, self._year)
        self._before = date.fromisoformat(day) if day else self._before
        return day


def month_exceeded(text: str, order: DateOrder) -> MonthLength | None:
    """Return the month that has fewer days than a date says; None for a possible date, and for what is no date at all.

    >>> month_exceeded("31.06.2026", DateOrder.DAY_FIRST), month_exceeded("31.13.2026", DateOrder.DAY_FIRST)
    (MonthLength(year=2026, month=6, days=30), None)
    """
    year, month, day = _in_order(text, order, "") or (0, 0, 0)
    if not (1 <= year <= 9999 and 1 <= month <= 12):
        return None
    days = calendar.monthrange(year, month)[1]
    return MonthLength(year, month, days) if day > days else None


def date_parts(text: str) -> tuple[str, str, str] | None:
    """Return the three numbers of what may be a date, also behind a weekday; the year first where a month has its name.

    >>> date_parts("Fr., 5.11.2026"), date_parts("Date: 2026-11-05"), date_parts("2026年3月3日")
    (('5', '11', '2026'), ('2026', '11', '05'), ('2026', '3', '3'))
    >>> date_parts("3. März 2026"), date_parts("Mar 3, 2026"), date_parts("3-Mar-26"), date_parts("Ana 3 2026")
    (('2026', '3', '3'), ('2026', '3', '3'), ('2026', '3', '3'), None)
    >>> date_parts("2024/3/14(四) 下午 7:30"), date_parts("20240314"), date_parts("March 14")
    (('2024', '3', '14'), ('2024', '03', '14'), None)
    """
    parts = _parts(text)
    return parts if parts and parts[0] else None


def lacks_year(text: str) -> bool:
    """Return whether a text may be a day and a month without a year.

    >>> lacks_year("3月14日"), lacks_year("14 mars"), lacks_year("3/14"), lacks_year("3/14/24"), lacks_year("3.5")
    (True, True, True, False, True)
    """
    parts = _parts(text)
    return parts is not None and not parts[0]


def day_of_week(text: str) -> int | None:
    """Return the day of the week that a date names, 0 for a Monday; None where it names none.

    >>> day_of_week("2024/3/14(四)"), day_of_week("Thursday, March 14, 2024"), day_of_week("2024-03-14")
    (3, 3, None)
    """
    named = _NAMED_DAY.search(_narrow(text))
    return _DAY_OF_WEEK.get(next(filter(None, named.groups())).casefold()) if named else None


def read_serial(text: str) -> date | None:
    """Return the day that office programs count as this number, in 1954 to 2064; None for any other text.

    >>> read_serial("45365"), read_serial("45365.8125"), read_serial("12")
    (datetime.date(2024, 3, 14), datetime.date(2024, 3, 14), None)
    """
    serial = _SERIAL.fullmatch(text.strip())
    return date.fromordinal(_SERIAL_BEGINS + int(serial[1])) if serial else None


def read_clock(text: str) -> Clock | None:
    """Return the time of day behind a date; None where there is none.

    >>> read_clock("3/14/2024 7:30:12 PM"), read_clock("2024-03-14T19:30:12.000Z"), read_clock("2024-03-14")
    (Clock(minutes=1170, zone=''), Clock(minutes=1170, zone='Z'), None)
    >>> read_clock("2024/3/14 下午 12:05"), read_clock("45365.5")
    (Clock(minutes=725, zone=''), Clock(minutes=720, zone=''))
    """
    text = _narrow(text)
    serial = _SERIAL.fullmatch(text)
    if serial:
        return Clock(round(float(f"0.{serial[2]}") * 1440), "") if serial[2] else None
    written = _TIME.search(text)
    if not written:
        return None
    half = _HALVES.get((written["before"] or written["after"] or "").casefold())
    hour, minute = int(written["hour"]), int(written["minute"] or 0)
    if half is not None and hour <= 12:
        hour = hour % 12 + half
    return (
        Clock(hour * 60 + minute, (written["zone"] or "").upper())
        if hour < 24 and minute < 60
        else None
    )


def in_zone(day: date, clock: Clock | None, zone: tzinfo | None) -> tuple[date, Clock | None]:
    """Return the day and the time of day of a moment in a time zone; as they are written where no zone is written, or none is asked for.

    >>> in_zone(date(2024, 3, 14), Clock(1410, "Z"), timezone(timedelta(hours=8)))
    (datetime.date(2024, 3, 15), Clock(minutes=450, zone=''))
    >>> in_zone(date(2024, 3, 14), Clock(30, "GMT+5:30"), timezone.utc)
    (datetime.date(2024, 3, 13), Clock(minutes=1140, zone=''))
    """
    if clock is None or not clock.zone or zone is None:
        return day, clock
    written = _OFFSET.search(clock.zone)
    hours, minutes = (written[1], f"{written[1][0]}{written[2] or 0}") if written else ("0", "0")
    try:
        offset = timezone(timedelta(hours=int(hours), minutes=int(minutes)))
        moment = datetime.combine(day, time(*divmod(clock.minutes, 60)), offset).astimezone(zone)
    except (OverflowError, ValueError):  # no such offset; the first or the last day that there is
        return day, clock
    return moment.date(), Clock(moment.hour * 60 + moment.minute, "")


def day_in_name(name: str) -> date | None:
    """Return the day that the name of a file, of a sheet or a title says: year first, as in 3.4.2024, or in words; None for no day, or for several.

    >>> day_in_name("scores-2023-03-03.txt"), day_in_name("Abend 3.4.2024.csv"), day_in_name("17.txt")
    (datetime.date(2023, 3, 3), datetime.date(2024, 4, 3), None)
    >>> day_in_name("Big Two, 5 May 2022"), day_in_name("March_9th_2023.csv"), day_in_name("Table 5 Anna 2022")
    (datetime.date(2022, 5, 5), datetime.date(2023, 3, 9), None)
    """
    written = [re.sub(r"[._ ]", ".", match[0]) for match in _DAY_IN_NAME.finditer(name)]
    for pattern in _WITH_NAMES[:3]:
        written += [
            match[0]
            for match in re.finditer(
                rf"(?<!\d){pattern.pattern}(?!\d)", name.replace("_", " "), re.I
            )
            if match["month"].casefold() in _MONTHS
        ]
    days = {read_date(text, DateOrder.DAY_FIRST) for text in written}
    day = days.pop() if len(days) == 1 else None
    return date.fromisoformat(day) if day else None


def _parts(text: str) -> tuple[str, str, str] | None:
    """Return the numbers of what may be a date; the first is empty where the year is missing: then month and day follow.

    Where neither the month has a name nor a sign, day and month are in the order in which they are written.
    """
    written = _narrow(text)
    if read_clock(written):
        written = _TIME.sub("", written).strip()
    written = _WEEKDAY.sub(_unless_month, written).strip(" ,")
    if compact := _COMPACT.fullmatch(written):
        return (compact[1], compact[2], compact[3])
    if (numbers := _NUMBERS.fullmatch(written)) and _agree(numbers[2], numbers[4]):
        return (numbers[1], numbers[3], numbers[5])
    if serial := read_serial(written):
        return (str(serial.year), str(serial.month), str(serial.day))
    for pattern in _WITH_NAMES:
        named = pattern.fullmatch(written)
        if named and (month := _MONTHS.get(named["month"].casefold())):
            year = str(_full(named["year"])) if named["year"] else ""
            return (year, str(month), named["day"])
    if without := _NO_YEAR.fullmatch(written):
        return ("", without[1], without[2])
    return None


def _narrow(text: str) -> str:
    """Return a text with signs and digits of the usual width.

    >>> read_date("２０２４／３／１４", DateOrder.DAY_FIRST)
    '2024-03-14'
    """
    return text.translate(_WIDE).strip()


def _unless_month(match: re.Match[str]) -> str:
    """Return nothing for a weekday or a word before a date, which says nothing, and the name of a month as it is."""
    return match[0] if _MONTHS.get(match[0].strip(" .,:").casefold()) else ""


def _agree(first: str, second: str) -> bool:
    return first == second or (first in "年년" and second in "月월")


def _in_order(text: str, order: DateOrder, missing: str) -> tuple[int, int, int] | None:
    """Return year, month and day of what may be a date."""
    parts = _parts(text)
    if parts is None or not (parts[0] or missing):
        return None
    if not parts[0]:
        first, second = int(parts[1]), int(parts[2])
        is_turned = order is DateOrder.DAY_FIRST and not re.search(r"[月월]|[^\W\d_]{3}", text)
        month, day = (second, first) if is_turned else (first, second)
        return int(missing), month, day
    if len(parts[0]) >= 3 or order in {DateOrder.YEAR_FIRST, DateOrder.REPUBLIC}:
        year, month_, day_ = parts
    elif order is DateOrder.DAY_FIRST:
        day_, month_, year = parts
    else:
        month_, day_, year = parts
    if order is DateOrder.REPUBLIC and len(year) == 2:
        return int(year) + _REPUBLIC, int(month_), int(day_)
    return _full(year), int(month_), int(day_)


def _full(year: str) -> int:
    """Return a year of the common era; one of two digits is of this century."""
    number = int(year)
    if len(year) <= 2:
        return number + 2000
    if len(year) == 3:
        return number + _REPUBLIC
    return number - _BUDDHIST if number > 2400 else number
