"""The first pages of a long list are read without counting all of it."""

import pytest

from scorekeeper.models import Player
from scorekeeper.pages.display import long_lists
from scorekeeper.pages.display.long_lists import LongListPaginator


@pytest.fixture
def names(club, monkeypatch):
    """Read two names a page, and count three beyond the page."""
    monkeypatch.setattr(long_lists, "AHEAD", 3)
    Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(9))
    return Player.objects.filter(club=club).order_by("name")


def page_of(names, number):
    return LongListPaginator(names, 2, number).asked_page()


def test_the_rows_beyond_some_pages_are_not_counted(names):
    page = page_of(names, "1")
    assert (page.paginator.count, page.paginator.has_more) == (5, True)
    assert [row.name for row in page] == ["Player 0", "Player 1"]


def test_every_page_is_reached_one_after_another(names):
    number, read = 1, []
    while True:
        page = page_of(names, str(number))
        read += [row.name for row in page]
        if not page.has_next():
            break
        number = page.next_page_number()
    assert read == [f"Player {number}" for number in range(9)]
    assert (page.paginator.num_pages, page.paginator.has_more) == (5, False)


@pytest.mark.parametrize("number", [None, "", "x", "-1", "9" * 40])
def test_what_is_no_number_of_a_page_means_the_first(names, number):
    assert page_of(names, number).number == 1


def test_after_the_last_page_there_is_the_last(names):
    assert page_of(names, "99").number == 5
