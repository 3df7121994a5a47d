"""What watchers ask of a season: the form of the last sessions, one player's way, who can catch whom, and the poster."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.models import Club, Player, Season, Session, Visibility
from scorekeeper.pages.standings.form_marks import season_form
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import DEFAULT
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.summaries import LastSession, SessionSummary
from tests.pages.forms_and_mail import one_line
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLACES = {"scoring": "place-points", "place_points": [5, 3, 2, 1], "per": "session"}
LEFT_OUT = "Private sessions are left out here"
COUNTED = "Private sessions count here, too."


def address(keeper, page=""):
    return f"/seasons/{keeper.season.pk}/{page}"


def form_of(page):
    return {row.name: "".join(mark.sign for mark in row.form) for row in page.context["rows"]}


@pytest.fixture
def published(keeper):
    """A public season with a public session that Bob won, and a private one that Alice won later."""
    public = keeper.session(WON_BY_BOB, played_on="2026-03-01")
    keeper.session(*[WON_BY_ALICE] * 2, played_on="2026-03-08")
    Club.objects.update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=public.pk).update(visibility=Visibility.PUBLIC)
    return keeper


def test_form_shows_the_last_five_sessions_and_the_latest_last(browse, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    for day in (6, 5, 4, 3):
        keeper.session(WON_BY_BOB if day < 6 else WON_BY_ALICE, played_on=f"2026-03-0{day}")
    page = browse("dan").get(address(keeper))
    assert form_of(page)["Alice"].endswith("−−−★")
    assert form_of(page)["Bob"].endswith("★★★−")
    assert {len(form) for form in form_of(page).values()} == {5}
    assert "below zero, below zero, below zero, won" in one_line(page)


@pytest.mark.parametrize(
    ("value", "place", "sign"),
    [(9, 1, "★"), (2, 2, "+"), (0, 3, "0"), (-1, 4, "−"), (None, None, "?")],
)
def test_each_result_has_its_sign(value, place, sign):
    summary = SessionSummary((LastSession(value, place, lowest_wins=False),), value, ())
    ((mark,),) = season_form(DEFAULT, {1: summary}).marks.values()
    assert (mark.sign, bool(mark.words)) == (sign, True)


def test_form_shows_places_where_places_bring_the_points(browse, keeper, people):
    plan_versions.decide(keeper.season, parse_plan(PLACES), by=people.alice)
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.session(WON_BY_BOB, played_on="2026-03-08")
    page = browse("dan").get(address(keeper))
    assert form_of(page) == {"Alice": "12", "Bob": "21", "Carol": "33", "Dan": "44"}
    assert "place 1, place 2" in one_line(page)


def test_form_shows_places_where_the_lowest_total_wins(browse, keeper):
    keeper.session(WON_BY_ALICE, variant="gang-of-four")
    assert form_of(browse("dan").get(address(keeper)))["Bob"] == "2"


def test_form_follows_a_correction(browse, keeper):
    hand = keeper.session(WON_BY_ALICE).hands.get()
    client = browse("dan")
    assert form_of(client.get(address(keeper)))["Alice"] == "★"
    keeper.amend(hand, cards_left=WON_BY_BOB)
    assert form_of(client.get(address(keeper)))["Alice"] == "−"


def test_form_counts_only_the_part_that_is_shown(browse, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-08")
    assert form_of(browse("dan").get(address(keeper, "?event=Cup")))["Alice"] == "★"
    assert form_of(browse("dan").get(address(keeper, "?as_of=2026-03-01")))["Alice"] == "★"


def test_outsiders_see_the_form_in_public_sessions_only(client, browse, published):
    outside, inside = client.get(address(published)), browse("dan").get(address(published))
    assert (form_of(outside)["Alice"], form_of(inside)["Alice"]) == ("−", "−★")
    assert "The column “Form” leaves them out." in one_line(outside)
    assert "Private sessions" not in one_line(inside)
    assert [row.total for row in outside.context["rows"]] == [
        row.total for row in inside.context["rows"]
    ]


def points_of(page, name):
    plot = next(plot for plot in page.context["plots"] if plot.name == name)
    return [(line.day.day, line.points[0].value) for line in plot.lines]


def test_a_standing_shows_total_and_place_after_each_session(browse, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(*[WON_BY_BOB] * 2, played_on="2026-03-05")
    keeper.session(*[WON_BY_ALICE] * 2, played_on="2026-03-12")
    page = browse("dan").get(address(keeper, f"players/{keeper.players[0].pk}/"))
    assert points_of(page, "session-totals") == [(5, 25), (5, 15), (12, 65)]
    assert points_of(page, "session-places") == [(5, 1), (5, 2), (12, 1)]
    text = one_line(page)
    assert "−10" in text  # what the second session brought
    assert "data-by-session" in text


def test_the_last_session_is_plotted_even_if_others_played_it(browse, keeper):
    erin = Player.objects.create(club=keeper.club, name="Erin")
    _, *others = keeper.players
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(*[WON_BY_ALICE] * 2, played_on="2026-03-12", players=[erin, *others])
    keeper.session(WON_BY_ALICE, played_on="2026-03-19", players=[erin, *others])
    page = browse("dan").get(address(keeper, f"players/{keeper.players[0].pk}/"))
    assert points_of(page, "session-totals") == [(5, 25), (19, 25)]
    assert points_of(page, "session-places") == [(5, 1), (19, 2)]
    assert "played by others" in one_line(page)


def test_outsiders_see_a_players_public_sessions_only(client, browse, published):
    path = address(published, f"players/{published.players[0].pk}/")
    assert points_of(client.get(path), "session-totals") == [(1, -5)]
    assert points_of(browse("dan").get(path), "session-totals") == [(1, -5), (8, 45)]
    text = one_line(client.get(path))
    assert text.index("<dl") < text.index(COUNTED) < text.index(LEFT_OUT) < text.index("<figure")


@pytest.mark.parametrize("page", ["ratings/", "head-to-head/", "print/"])
def test_numbers_that_count_private_sessions_say_so_to_outsiders(client, browse, published, page):
    inside, outside = (
        browse("dan").get(address(published, page)),
        client.get(address(published, page)),
    )
    assert COUNTED not in one_line(inside)
    assert one_line(outside).count(COUNTED) == 1


def test_outsiders_read_above_the_table_that_its_totals_count_private_sessions(client, published):
    text = one_line(client.get(address(published)))
    assert text.index("Private sessions count in this table, too.") < text.index("<table")
    assert LEFT_OUT not in text
    part = one_line(client.get(address(published, "?as_of=2026-03-31")))
    assert (LEFT_OUT in part, "count in this table" in part) == (True, False)


def test_a_players_page_shows_the_season_played_last(client, browse, published):
    path = f"/players/{published.players[0].pk}/"
    inside, outside = browse("dan").get(path), client.get(path)
    assert [len(page.context["season_plots"][0].lines) for page in (inside, outside)] == [2, 1]
    assert "Session by session in Spring 2026" in one_line(inside)
    assert (LEFT_OUT in one_line(inside), LEFT_OUT in one_line(outside)) == (False, True)


def test_place_points_tell_what_can_still_be_reached(browse, keeper, people):
    plan_versions.decide(keeper.season, parse_plan(PLACES), by=people.alice)
    for day in range(1, 4):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}")  # 15, 9, 6 and 3 points
    page = one_line(browse("dan").get(address(keeper, "chances/?left=2")))
    assert "one session brings at most 5 points" in page
    assert "Behind Alice by 6. Can gain at most 10." in page
    assert "Behind Alice by 12. Can gain at most 10." in page
    assert page.count("No longer possible") == 1


def test_game_points_tell_the_gap_and_the_largest_gain(browse, keeper):
    keeper.session(*[WON_BY_ALICE] * 2, played_on="2026-03-01")
    page = one_line(browse("dan").get(address(keeper, "chances/?left=4")))
    assert "there is no limit to what one session can change" in page
    assert "The most that one session has brought so far: +50 (Alice)." in page
    assert "Behind Alice by 60, on average 15 in each session." in page
    assert "No longer possible" not in page


def test_nothing_is_promised_while_nobody_says_how_many_sessions_are_left(browse, keeper):
    keeper.session(WON_BY_ALICE)
    page = one_line(browse("dan").get(address(keeper, "chances/")))
    assert "Behind Alice by 30." in page
    assert "possible" not in page


def test_after_the_last_day_no_chances_are_shown_unless_the_viewer_says_that_sessions_are_left(
    browse, keeper
):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    yesterday = timezone.localdate() - timedelta(days=1)
    Season.objects.update(starts_on=None, ends_on=yesterday)
    client = browse("dan")
    page = one_line(client.get(address(keeper, "chances/")))
    assert "the table is final" in page
    assert "<table" not in page
    page = one_line(client.get(address(keeper, "chances/?left=1")))
    assert "<table" in page
    assert "the table is final" not in page
    assert "Chances" not in one_line(client.get(address(keeper)))
    Season.objects.update(ends_on=timezone.localdate())
    assert "Chances" in one_line(client.get(address(keeper)))


def test_nobody_leads_before_anybody_has_enough_hands(browse, keeper, people):
    plan_versions.decide(keeper.season, parse_plan({"minimum_hands": 3}), by=people.alice)
    keeper.session(WON_BY_ALICE)
    page = one_line(browse("dan").get(address(keeper, "chances/?left=1")))
    assert page.count("needs 2 more hands for a place") == 4
    assert "In first place" not in page


@pytest.mark.parametrize("left", ["-1", "many", "1000"])
def test_an_impossible_number_of_sessions_is_refused(browse, keeper, left):
    keeper.session(WON_BY_ALICE)
    page = browse("dan").get(address(keeper, f"chances/?left={left}"))
    assert page.status_code == 422
    assert {row["first"]["short"] for row in page.context["rows"] if row["first"]} == {""}


def test_outsiders_do_not_learn_which_private_sessions_count(client, browse, published, people):
    plan = parse_plan({**PLACES, "best_sessions": 2})
    plan_versions.decide(published.season, plan, by=people.alice)
    inside = browse("dan").get(address(published, "chances/?left=1"))
    outside = client.get(address(published, "chances/?left=1"))
    most = [[row["most"] for row in page.context["rows"]] for page in (inside, outside)]
    assert most == [["+2", "+2", "+3", "+4"], ["+5"] * 4]
    assert "Perhaps still possible" in one_line(outside)
    assert "Perhaps" not in one_line(inside)


def test_the_most_that_a_session_brought_leaves_private_sessions_out(client, browse, published):
    text = "The most that one session has brought so far: "
    assert f"{text}+50 (Alice)" in one_line(browse("dan").get(address(published, "chances/")))
    outside = one_line(client.get(address(published, "chances/")))
    assert f"{text}+25 (Bob)" in outside
    assert f"{COUNTED} Only members" in outside, "the totals do count them"
    assert "The most that one session has brought leaves them out." in outside


def test_the_poster_has_the_first_ten_with_a_chart_drawn_by_the_server(browse, published):
    page = browse("dan").get(address(published, "poster/"))
    text = one_line(page)
    assert "Thursday night" in text
    assert "<h1>Spring 2026</h1>" in text
    assert text.count("<polyline") == 4
    assert text.count("stroke-dasharray") == 3  # the first line is solid
    assert form_of(page)["Alice"] == "−★"


def test_the_poster_of_outsiders_draws_public_sessions_only(client, published):
    page = client.get(address(published, "poster/"))
    assert "<polyline" not in one_line(page)  # a single day
    assert "Private sessions count in the totals, but not in the form" in one_line(page)
    assert form_of(page)["Alice"] == "−"


def test_the_poster_of_an_empty_season_says_so(browse, keeper):
    assert "No standings yet." in one_line(browse("dan").get(address(keeper, "poster/")))
