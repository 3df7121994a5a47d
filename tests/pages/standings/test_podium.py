"""The first three of a season, and their lines."""

import re

import pytest

from scorekeeper.models import Club, Season, Session, Visibility
from scorekeeper.pages.drawing import monograms
from scorekeeper.pages.drawing.sparklines import sparkline
from scorekeeper.pages.standings.podium import first_places
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


class Row:
    def __init__(self, place):
        self.place = place


def address(keeper):
    return f"/seasons/{keeper.season.pk}/"


@pytest.fixture
def played(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(WON_BY_BOB, played_on="2026-03-12")
    return keeper


def test_the_podium_is_the_top_of_the_table_with_a_line_in_each_players_color(browse, played):
    page = browse("dan").get(address(played))
    podium, rows = page.context["podium"], page.context["rows"]
    assert [step.row for step in podium] == [row for row in rows if (row.place or 9) <= 3]
    assert all(f'stroke="{monograms.color(step.row.name)}"' in step.line for step in podium)


@pytest.mark.parametrize(
    ("places", "standing"),
    [
        ([1, 2, 3, 4], 3),
        ([1, 1, 3, 4], 3),
        ([1, 2, 3, 3, 5], 4),
        ([1, 2], 0),
        ([1, 2, None, None], 0),
        ([1, 1, 1, 1, 1, 1], 0),
    ],
)
def test_who_shares_a_place_stands_there_too_and_a_podium_has_three_to_five(places, standing):
    assert len(first_places([Row(place) for place in places])) == standing


def test_strangers_see_no_lines_where_private_sessions_count(client, browse, played):
    Club.objects.update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PRIVATE)
    for reader, has_lines in ((client, False), (browse("dan"), True)):
        podium = reader.get(address(played)).context["podium"]
        assert [step.line is not None for step in podium] == [has_lines] * len(podium)
        assert podium


def test_a_part_of_a_season_has_a_podium_without_lines(browse, played):
    page = browse("dan").get(f"{address(played)}?as_of=2026-03-05")
    assert page.context["podium"]
    assert {step.line for step in page.context["podium"]} == {None}


def points(drawn):
    (line,) = re.findall(r'points="([^"]*)"', drawn)
    return [tuple(map(float, pair.split(","))) for pair in line.split()]


def test_a_line_rises_with_its_numbers_and_keeps_its_gap_at_the_beginning():
    whole = points(sparkline([0, 5, 10], low=0, high=10, color="#000000"))
    late = points(sparkline([None, 5, 10], low=0, high=10, color="#000000"))
    assert [y for _, y in whole] == sorted((y for _, y in whole), reverse=True)
    assert late == whole[1:]


def test_a_line_of_a_long_season_stays_short_and_ends_at_the_last_day():
    drawn = sparkline(range(1000), low=0, high=999, color="#000000")
    assert len(points(drawn)) <= 34
    assert points(drawn)[-1] == (93, 3)


def test_one_number_or_none_is_no_line():
    assert sparkline([None, 3, None], low=0, high=3, color="#000000") is None
    assert sparkline([], low=0, high=0, color="#000000") is None


def test_equal_numbers_are_a_level_line():
    assert {y for _, y in points(sparkline([7, 7], low=7, high=7, color="#000000"))} == {25}
