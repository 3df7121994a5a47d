"""Putting records right on a phone, counted in clicks: a session, a player, a season with its sessions."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorekeeper.models import Player, Season, Session
from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Phone:
    """Alice's phone, which counts how often she clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, locator: Locator) -> None:
        locator.click()
        self.clicks += 1

    def follow(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=True))

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True).last)


@pytest.fixture
def phone(window: Browser, live_server, browse) -> Iterator[Phone]:
    with open_page(window, live_server.url, browse("alice")) as page:
        yield Phone(page)


def test_a_wrong_player_is_replaced_in_four_clicks(phone, session, hand):
    Player.objects.create(club=session.club, name="Erika")
    phone.page.goto(f"/sessions/{session.pk}/")
    phone.click(phone.page.get_by_text("Correct…", exact=True))
    phone.follow("Correct this session")
    phone.page.get_by_label("Seat 2").select_option(label="Erika")
    phone.page.get_by_label("Why?").fill("It was Erika.")
    phone.press("Show what would change")
    expect(phone.page.get_by_text("Seat 2: Erika; before: Bob")).to_be_in_viewport()
    phone.press("Save the correction")
    expect(phone.page.get_by_text("The session has been corrected.")).to_be_visible()
    assert phone.clicks == 4
    assert session.seats.get(number=2).player.name == "Erika"
    phone.click(phone.page.get_by_text("Correct…", exact=True))
    phone.follow("History")
    expect(phone.page.get_by_text("It was Erika.")).to_be_visible()


def test_the_row_of_a_hand_leads_to_its_replay_with_one_link(phone, session, hand):
    phone.page.goto(f"/sessions/{session.pk}/")
    row = phone.page.locator(".row-links tbody tr")
    expect(row.get_by_role("link")).to_have_count(1)
    row.locator("td").last.click(force=True)  # the link covers the cells
    expect(phone.page).to_have_url(re.compile(f"/hands/{hand.pk}/"))


def test_enter_shows_what_would_change_and_does_not_save(phone, session):
    phone.page.goto(f"/sessions/{session.pk}/correct/")
    phone.page.get_by_label("Place").fill("Hall")
    phone.page.get_by_label("Place").press("Enter")
    expect(phone.page.get_by_text("Place: Hall")).to_be_visible()
    assert session.revisions.count() == 1


def test_a_player_is_renamed_in_two_clicks(phone, players):
    phone.page.goto(f"/players/{players[1].pk}/")
    phone.follow("Change name or account")
    phone.page.get_by_label("Name", exact=True).fill("Robert")
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Robert")).to_be_visible()
    assert phone.clicks == 2


def test_a_season_is_made_and_takes_its_sessions_in_with_three_clicks(phone, session):
    phone.page.goto(f"/clubs/{session.club_id}/")
    phone.click(phone.page.get_by_role("link", name="Add a season", exact=True).first)
    phone.page.get_by_label("Name of the season").fill("Spring")
    phone.page.get_by_label("First day").fill("2026-03-01")
    phone.page.get_by_label("Last day").fill("2026-05-31")
    phone.press("Add")
    expect(phone.page.get_by_role("checkbox")).to_be_checked()
    phone.press("Add the selected sessions")
    expect(phone.page.get_by_text("1 session now belongs to Spring.")).to_be_visible()
    assert phone.clicks == 3
    assert Season.objects.get().sessions.get() == session


def test_sessions_move_to_a_season_in_four_clicks(phone, session):
    season = Season.objects.create(club=session.club, name="Spring")
    phone.page.goto(f"/clubs/{session.club_id}/office/")
    phone.click(phone.page.get_by_role("link", name="Move sessions to a season"))
    phone.click(phone.page.get_by_role("checkbox", name="Spring cup"))
    phone.page.get_by_label("Move them to").select_option(label="Spring")
    phone.press("Show what would change")
    expect(phone.page.get_by_text("1 session then belongs to Spring.")).to_be_in_viewport()
    phone.press("Move them")
    expect(phone.page.get_by_text("1 session now belongs to Spring.")).to_be_visible()
    assert phone.clicks == 4
    assert Session.objects.get().season == season
