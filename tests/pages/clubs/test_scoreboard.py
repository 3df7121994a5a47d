"""The page of a club is its scoreboard: what is on now, who leads, how the last evening ended, and what is next."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.hands import annulled_sessions
from scorekeeper.models import HandRevision, Season, Session, Visibility
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import html_of
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def board(browse, club):
    """Open the club's page as a member of the cast."""
    return lambda name="dan": browse(name).get(f"/clubs/{club.pk}/")


@pytest.fixture
def evenings(keeper):
    """Two evenings of the season, entered later: Alice won the first, Bob the second by more."""
    return [
        keeper.session(WON_BY_ALICE, played_on="2026-01-08"),
        keeper.session(WON_BY_BOB, WON_BY_BOB, played_on="2026-01-15", event="Second"),
    ]


def test_the_first_of_the_season_are_shown_with_who_moved_on_the_last_day(board, evenings):
    rows = board().context["leaders"].rows
    assert [(row.name, row.place, row.total) for row in rows[:2]] == [
        ("Bob", 1, "45"),
        ("Alice", 2, "15"),
    ]
    assert [row.moved.places for row in rows[:2]] == [1, -1]


def test_those_who_share_the_last_place_shown_are_counted(board, club, keeper):
    for number in range(2):
        others = [club.players.create(name=f"{seat} of {number}") for seat in ("Third", "Fourth")]
        keeper.session([0, 2, 8, 8], players=[*keeper.players[:2], *others])
    leaders = board().context["leaders"]
    assert [row.place for row in leaders.rows] == [1, 2, 3, 3, 3]
    assert leaders.more_tied == 1


def test_a_season_that_is_over_shows_its_final_table_until_the_next_has_a_hand(
    board, keeper, evenings
):
    Season.objects.update(starts_on="2026-01-01", ends_on="2026-01-31")
    page = board()
    assert "final table" in html_of(page)
    assert page.context["leaders"].rows[0].name == "Bob"
    Season.objects.create(club=keeper.club, name="Later", starts_on="2199-01-01")
    assert board().context["leaders"].season == keeper.season
    following = Season.objects.create(club=keeper.club, name="Next", starts_on="2026-02-01")
    assert board().context["leaders"].season == keeper.season
    replace(keeper, season=following).session(WON_BY_ALICE)
    assert board().context["leaders"].season == following


def test_a_season_without_a_hand_says_so(board, keeper):
    assert "No finished hands yet." in html_of(board())


def test_a_club_without_a_season_or_a_session_offers_a_session_to_who_may_open_one(board, club):
    page = board("carol")
    assert [page.context[name] for name in ("live", "leaders", "evening", "again")] == [None] * 4
    assert f"/clubs/{club.pk}/sessions/new/" in html_of(page)
    assert f"/clubs/{club.pk}/sessions/new/" not in html_of(board("dan"))


def let_hours_pass():
    HandRevision.objects.update(at=timezone.now() - timedelta(hours=4))
    Session.objects.update(created_at=timezone.now() - timedelta(hours=4))


def seats_of(tables):
    (table,) = tables.tables
    return [(seat.name, seat.total, seat.place) for seat in table.seats]


def test_the_last_evening_is_the_latest_day_with_a_finished_hand(board, keeper, evenings, people):
    keeper.session(played_on="2026-01-22")  # nothing was played
    struck = keeper.session(WON_BY_ALICE, played_on="2026-01-23")
    annulled_sessions.annul(struck, reason="Entered twice.", by=people.alice)
    page = board()
    assert page.context["evening"].day.isoformat() == "2026-01-15"
    assert seats_of(page.context["evening"]) == [
        ("Bob", "50", 1),
        ("Alice", "−10", 2),
        ("Carol", "−16", 3),
        ("Dan", "−24", 4),
    ]
    assert html_of(page).count('class="crown"') == 1


def test_equal_winners_share_the_crown(board, keeper):
    keeper.session(WON_BY_ALICE, WON_BY_BOB, played_on="2026-01-15")
    assert [place for _, _, place in seats_of(board().context["evening"])] == [1, 1, 3, 4]


def test_an_evening_stopped_in_the_middle_of_a_hand_shows_the_totals_before_it(board, keeper):
    session = keeper.session(WON_BY_ALICE, played_on="2026-01-15")
    keeper.hand(session, events=["1: 3C"])
    assert board().context["live"].tables[0].session == session
    let_hours_pass()
    assert [total for _, total, _ in seats_of(board().context["evening"])] == [
        "25",
        "−5",
        "−8",
        "−12",
    ]


def test_of_an_evening_with_many_tables_two_are_shown_and_the_others_counted(board, keeper):
    for _ in range(4):
        keeper.session(WON_BY_ALICE, played_on="2026-01-15")
    evening = board().context["evening"]
    assert (len(evening.tables), evening.more) == (2, 2)


def test_a_session_that_was_logged_on_lately_is_live_and_not_the_last_evening(
    board, keeper, evenings
):
    session = keeper.session(WON_BY_ALICE)
    page = board()
    assert seats_of(page.context["live"])[0] == ("Alice", "25", 1)
    assert page.context["evening"].day.isoformat() == "2026-01-15"
    assert f"/sessions/{session.pk}/log/" in html_of(board("carol"))
    assert f"/sessions/{session.pk}/log/" not in html_of(page)
    let_hours_pass()
    page = board()
    assert page.context["live"] is None
    assert seats_of(page.context["evening"])[0] == ("Alice", "25", 1)


def test_outsiders_see_no_private_session_and_no_movement_that_would_tell_of_it(
    client, board, club, keeper, evenings
):
    keeper.session(WON_BY_ALICE, event="Private and live")
    club.visibility = Visibility.PUBLIC
    club.save()
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=evenings[0].pk).update(visibility=Visibility.PUBLIC)
    page = client.get(f"/clubs/{club.pk}/")
    assert page.context["live"] is None
    assert page.context["evening"].day.isoformat() == "2026-01-08"
    assert {row.moved for row in page.context["leaders"].rows} == {None}
    for hidden in ("Private and live", "Second", "Same table again", "alice", "Members"):
        assert hidden not in html_of(page), hidden
    Season.objects.update(visibility=Visibility.PRIVATE)
    assert client.get(f"/clubs/{club.pk}/").context["leaders"] is None


@pytest.mark.parametrize("query", ["?page=1", "?q=second", "?q=", "?season="])
def test_with_a_parameter_of_the_search_the_address_shows_the_list(browse, club, evenings, query):
    page = browse("dan").get(f"/clubs/{club.pk}/{query}")
    assert evenings[1] in list(page.context["page"])
    assert "leaders" not in page.context


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestFirstView:
    """The whole scoreboard with a live table, five leaders, the last evening and both buttons."""

    @pytest.fixture
    def full(self, keeper, evenings, club):
        keeper.session(WON_BY_ALICE, event="Tonight")
        zoe = club.players.create(name="Zoe")
        keeper.session(WON_BY_BOB, players=[*keeper.players[:3], zoe], played_on="2026-01-01")
        return club

    def test_a_phone_shows_all_of_it_without_scrolling(self, window, live_server, browse, full):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(f"/clubs/{full.pk}/")
            box = page.locator(".scoreboard").bounding_box()
            assert box["y"] + box["height"] <= 844
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            assert page.locator(".leaders tbody tr").count() == 5
            for part in (".live", ".leaders", ".evening", ".next button"):
                assert page.locator(part).is_visible(), part
            assert list_violations(page) == []

    def test_a_desk_shows_the_table_beside_the_evening(self, window, live_server, browse, full):
        size = {"width": 1280, "height": 800}
        with open_page(window, live_server.url, browse("carol"), viewport=size) as page:
            page.goto(f"/clubs/{full.pk}/")
            leaders, evening = (
                page.locator(part).bounding_box() for part in (".leaders", ".evening")
            )
            assert evening["x"] >= leaders["x"] + leaders["width"]
            box = page.locator(".scoreboard").bounding_box()
            assert box["y"] + box["height"] <= 800
            assert list_violations(page) == []

    def test_one_tap_opens_the_same_table_again(self, window, live_server, browse, full):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(f"/clubs/{full.pk}/")
            page.get_by_role("button", name="Same table again").click()
            page.locator("#event").wait_for()
            phones.wait_until_sent(page)
        assert Session.objects.latest("created_at").hands.count() == 1
