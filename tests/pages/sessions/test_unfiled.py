"""A session that counts in no season says so on its page and in the logger, with one tap to mend it."""

import pytest
from playwright.sync_api import expect

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Season, Session
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.forms_and_mail import html_of

UNFILED = "This session counts in no season."


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring", starts_on="2026-03-01")


@pytest.mark.parametrize("part", ["", "log/"])
def test_the_season_of_its_day_is_offered_and_one_tap_files_it(browse, session, season, part):
    client, address = browse("carol"), f"/sessions/{session.pk}/{part}"
    assert "Count it in Spring" in html_of(client.get(address))
    sent = {"season": season.pk, **({"log": "1"} if part else {})}
    for _ in range(2):
        answer = client.post(f"/sessions/{session.pk}/season/", sent)
        assert answer["Location"] == address
    session.refresh_from_db()
    assert session.season == season
    assert UNFILED not in html_of(client.get(address))


def test_a_tap_on_an_old_page_does_not_move_a_session_that_was_filed_meanwhile(
    browse, session, season, club
):
    other = Season.objects.create(club=club, name="Cup")
    Session.objects.update(season=other)
    browse("carol").post(f"/sessions/{session.pk}/season/", {"season": season.pk})
    session.refresh_from_db()
    assert session.season == other


def test_without_a_season_for_its_day_one_is_offered_to_who_may_add_it(browse, session, club):
    Season.objects.create(club=club, name="Over", ends_on="2026-02-01")
    address, add = f"/sessions/{session.pk}/", f"/clubs/{club.pk}/seasons/"
    assert add in html_of(browse("alice").get(address))
    scorer = html_of(browse("carol").get(address))
    assert UNFILED in scorer
    assert add not in scorer
    assert "Count it in" not in scorer


def test_members_are_not_bothered_and_may_not_file(browse, session, season):
    client = browse("dan")
    assert UNFILED not in html_of(client.get(f"/sessions/{session.pk}/"))
    sent = {"season": season.pk}
    assert client.post(f"/sessions/{session.pk}/season/", sent).status_code == 403
    assert browse("eve").post(f"/sessions/{session.pk}/season/", sent).status_code == 404


def test_a_season_of_another_club_is_refused(browse, session, people):
    club = people.eve.memberships.get().club
    season = Season.objects.create(club=club, name="Elsewhere")
    browse("carol").post(f"/sessions/{session.pk}/season/", {"season": season.pk})
    session.refresh_from_db()
    assert session.season is None


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_logger_says_so_before_and_after_a_hand_and_not_while_it_is_played(
    window, live_server, browse, session, season
):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        line = page.locator(".unfiled")
        expect(line).to_be_visible()
        assert list_violations(page) == []
        phones.begin(page)
        expect(line).to_be_hidden()
        phones.wait_until_sent(page)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_after_a_hand_one_tap_files_the_session_and_the_next_hand_begins(
    window, live_server, browse, session, season
):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=session.created_by)
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.goto(f"/sessions/{session.pk}/log/")
        page.locator(".unfiled").get_by_role("button", name="Count it in Spring").click()
        expect(page.locator(".unfiled")).to_have_count(0)
        phones.begin(page)
    assert Session.objects.get().season == season
