"""Dates are written in one way: the month in full in sentences, in three letters in narrow columns."""

from datetime import UTC, date, datetime

import pytest
from django.utils import formats, translation


@pytest.mark.parametrize(
    ("language", "whole", "short"),
    [
        ("en", "{month} 3, 2026", "{month:.3} 3, 2026"),
        ("de", "3. {month} 2026", "03.{number:02}.2026"),
        ("zh-hant", "2026年{number}月3日", "2026年{number}月3日"),
    ],
)
def test_every_month_is_written_alike(language, whole, short):
    with translation.override(language):
        for number in range(1, 13):
            day = date(2026, number, 3)
            names = {"month": formats.date_format(day, "F"), "number": number}
            assert formats.date_format(day, "DATE_FORMAT") == whole.format(**names)
            assert formats.date_format(day, "SHORT_DATE_FORMAT") == short.format(**names)


def test_a_time_follows_its_day():
    moment = datetime(2026, 2, 3, 20, 30, tzinfo=UTC)
    assert formats.date_format(moment, "DATETIME_FORMAT") == "February 3, 2026, 8:30 PM"
    assert formats.date_format(moment, "SHORT_DATETIME_FORMAT") == "Feb 3, 2026, 8:30 PM"
