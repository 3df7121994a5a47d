"""The pages of a season: table, players, plots, head to head, changes, plan and visibility."""

import re
from datetime import timedelta
from html import unescape
from uuid import UUID

import pytest
from django.db import connection
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Player, Season, Session, Visibility
from scorekeeper.pages.ratings import progress
from scorekeeper.pages.standings import changes
from scorekeeper.pages.standings.charts import choose_players
from scorekeeper.ratings.head_to_head import HeadToHead
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from tests.pages.crawler import words_of
from tests.pages.forms_and_mail import one_line
from tests.pages.untranslated import untranslated_texts
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PAGES = ("", "course/", "ratings/", "head-to-head/", "chances/", "poster/", "changes/")


@pytest.fixture
def played(keeper):
    """Two sessions: after the first Alice leads, after the second Bob does."""
    keeper.session(WON_BY_ALICE, played_on="2026-03-05", event="Spring cup")
    keeper.session(*[WON_BY_BOB] * 3, played_on="2026-03-12")
    return keeper


def address(keeper, page=""):
    return f"/seasons/{keeper.season.pk}/{page}"


def rows_by_name(response):
    return {row.name: row for row in response.context["rows"]}


def test_the_table_shows_totals_places_and_changes_since_the_last_session(browse, played):
    page = browse("dan").get(address(played))
    rows = rows_by_name(page)
    assert [(row.place, row.name, row.total) for row in rows.values()] == [
        (1, "Bob", "70"),
        (2, "Alice", "10"),
        (3, "Carol", "−32"),
        (4, "Dan", "−48"),
    ]
    assert (rows["Bob"].moved.places, rows["Alice"].moved.places) == (1, -1)
    assert "1 place up" in one_line(page)
    assert "Each hand counts its game points" in one_line(page)


def test_the_table_of_an_earlier_day_and_of_an_event(browse, played):
    client = browse("dan")
    assert "Standings of the part" in one_line(client.get(address(played, "?as_of=2026-03-05")))
    rows = rows_by_name(client.get(address(played, "?as_of=2026-03-05")))
    assert rows["Alice"].total == "25"
    rows = rows_by_name(client.get(address(played, "?event=Spring+cup")))
    assert rows["Bob"].total == "−5"


def test_invalid_filters_are_ignored(browse, played):
    page = browse("dan").get(address(played, "?as_of=yesterday&event=Nowhere"))
    assert rows_by_name(page)["Bob"].total == "70"
    for day in ("0001-01-01", "9999-12-31"):
        assert browse("dan").get(address(played, f"?as_of={day}&since={day}")).status_code == 200


def test_changes_of_place_are_shown_since_any_day(browse, played):
    page = browse("dan").get(address(played, "?since=2026-03-04"))
    assert {row.moved for row in rows_by_name(page).values()} == {None}  # nobody had a place before
    page = browse("dan").get(address(played, "?since=2026-03-12"))
    assert {row.moved.places for row in rows_by_name(page).values()} == {0}


def test_a_season_without_hands_says_so_on_every_page(browse, keeper):
    client = browse("dan")
    assert "No standings yet" in one_line(client.get(address(keeper)))
    assert "nothing to plot yet" in one_line(client.get(address(keeper, "course/")))
    assert "No ratings yet" in one_line(client.get(address(keeper, "ratings/")))
    assert "No two players have met yet" in one_line(client.get(address(keeper, "head-to-head/")))
    assert "points have changed since then" in one_line(client.get(address(keeper, "changes/")))


def test_a_players_standing_lists_its_sessions_and_hands(browse, played):
    alice = played.players[0]
    page = one_line(browse("dan").get(address(played, f"players/{alice.pk}/")))
    assert "Alice in Spring 2026" in page
    assert page.count("Score sheet") == 2
    assert page.count("Hand 1") == 2
    assert "+25" in page


def test_equal_totals_are_shown_with_each_tie_break(browse, keeper, people):
    plan = parse_plan({"tie_breaks": ["hands-won", "lot"], "seed": "2026-06-30"})
    plan_versions.decide(keeper.season, plan, by=people.alice)
    keeper.session([0, 7, 7, 7])
    page = one_line(browse("dan").get(address(keeper)))
    assert "Bob, Carol, Dan: −7 each" in page or "−7 each" in page
    assert "Still equal." in page
    assert "This decided the order." in page
    assert "hands won → lot" in page


def test_the_plots_show_totals_and_places_of_each_day(browse, played):
    page = browse("dan").get(address(played, "course/"))
    points, places = page.context["plots"]
    assert points.series == ["Bob", "Alice", "Carol", "Dan"]
    assert [[point.value for point in line.points] for line in points.lines] == [
        [-5, 25, -8, -12],
        [70, 10, -32, -48],
    ]
    assert [[point.value for point in line.points] for line in places.lines] == [
        [2, 1, 3, 4],
        [1, 2, 3, 4],
    ]
    assert 'data-value="70"' in one_line(page)


def test_ratings_are_plotted_with_their_uncertainty(browse, played):
    page = browse("dan").get(address(played, "ratings/"))
    assert "needs 10 hands for a place" in one_line(page)
    assert 'data-give="' in one_line(page)
    assert len(page.context["plots"][0].lines) == 2


def test_head_to_head_of_two_hundred_players_is_a_page_that_loads_at_once(browse, keeper):
    """As many as are drawn, with long names, everybody having met everybody."""
    page = browse("dan").get(address(keeper, "head-to-head/"))
    players = [UUID(int=number << 96) for number in range(200)]
    names = {player: f"{player.fields[0]:03} Maximiliane" for player in players}
    choice = choose_players(QueryDict(""), players, names, most=progress.MATRIX)
    drawn = [names[player] for player in choice.drawn]
    field = HeadToHead(1234, 600, 634)
    rows = [(one, [progress._field(field, one, other) for other in drawn]) for one in drawn]
    shown = {key: page.context[key] for key in page.context.keys()}  # noqa: SIM118
    context = {**shown, "choice": choice, "names": drawn, "rows": rows}
    html = render_to_string("seasons/meetings.html", context)
    assert "25 of 200 players are shown" in html
    assert len(html.encode()) < 200_000


def test_head_to_head_counts_who_came_before_whom(browse, played):
    page = one_line(browse("dan").get(address(played, "head-to-head/")))
    assert "Of 4 hands, Bob finished ahead of Alice in 3 and behind in 1" in page
    assert "Of 4 hands, Alice finished ahead of Bob in 1 and behind in 3" in page
    assert "never met" not in page, "everybody met everybody else, and nobody themselves"


def test_chosen_players_are_plotted_first_and_all_stay_in_the_table(browse, played):
    dan = Player.objects.get(name="Dan").pk
    client = browse("dan")
    for page in ("course/", "ratings/"):
        plot = client.get(address(played, f"{page}?player={dan}")).context["plots"][0]
        assert (plot.series[0], plot.drawn, len(plot.series)) == ("Dan", 1, 4), page
    page = client.get(address(played, f"head-to-head/?player={dan}&player={played.players[0].pk}"))
    assert {*page.context["names"]} == {"Alice", "Dan"}


MANY = {UUID(int=number << 96): f"Player {number}" for number in range(1, 61)}


@pytest.mark.parametrize(
    ("query", "drawn", "in_table", "more_ticked"),
    [
        ("", range(1, 9), 8, False),  # the first of the list
        ("player=00000009&player=00000003", (3, 9), 2, False),
        ("player=00000009&everybody=1", (9,), 60, False),
        ("player=nobody", range(1, 9), 8, False),
        ("&".join(f"player={number:08x}" for number in range(20, 30)), range(20, 28), 8, True),
    ],
)
def test_at_most_eight_players_are_plotted(query, drawn, in_table, more_ticked):
    choice = choose_players(QueryDict(query), [*MANY], MANY)
    assert [MANY[player] for player in choice.drawn] == [f"Player {number}" for number in drawn]
    assert (len(choice.table_players), choice.more_ticked) == (in_table, more_ticked)
    assert [name for _, name, ticked in choice.ticks if ticked] == [
        MANY[player] for player in choice.drawn
    ]


def test_choosing_players_keeps_the_other_parameters():
    choice = choose_players(QueryDict("variant=big-two&player=00000001&everybody=1"), [*MANY], MANY)
    assert choice.other_params == [("variant", "big-two")]
    assert len(choose_players(QueryDict(""), [*MANY], MANY, most=100).drawn) == 60


def test_the_changes_of_a_season_list_each_cause_with_its_effect(browse, keeper):
    session = keeper.session(WON_BY_ALICE)
    yesterday = timezone.localdate() - timedelta(days=1)
    keeper.amend(session.hands.get(), cards_left=WON_BY_BOB)
    page = one_line(browse("dan").get(address(keeper, f"changes/?since={yesterday}")))
    assert "Correction of hand 1" in page
    assert "Bob: from place 2 to 1, +30" in page


def test_then_and_now_lists_only_players_whose_place_or_total_differs(browse, keeper, monkeypatch):
    hand = keeper.session(WON_BY_ALICE).hands.get()
    now = timezone.now()
    monkeypatch.setattr(changes, "end_of_day", lambda day, club: now)
    client, path = browse("dan"), address(keeper, "changes/")
    as_then = client.get(path)
    assert as_then.context["rows"] == []
    assert "The places and totals of 4 players are as they were." in one_line(as_then)
    keeper.amend(hand, cards_left=WON_BY_BOB)
    changed = client.get(path)
    rows = [(row["name"], row["change"]) for row in changed.context["rows"]]
    assert rows == [("Bob", "+30"), ("Alice", "−30")]
    assert "The places and totals of 2 players are as they were." in one_line(changed)


def test_a_public_season_hides_its_private_sessions_from_strangers(client, played, people):
    club_roster.change(played.club, {"visibility": Visibility.PUBLIC}, by=people.alice)
    assert client.get(address(played)).status_code == 404
    club_roster.change(played.season, {"visibility": Visibility.PUBLIC}, by=people.alice)
    assert "Bob" in one_line(client.get(address(played)))
    page = one_line(client.get(address(played, f"players/{played.players[0].pk}/")))
    assert "Private sessions are left out here" in page
    assert "/hands/" not in page
    assert "/sessions/" not in page
    for name in PAGES:
        page = one_line(client.get(address(played, name)))
        assert "/sessions/" not in page
        assert 'href="/players/' not in page


def test_strangers_see_no_part_of_a_season_with_its_private_sessions(client, browse, keeper):
    keeper.session(WON_BY_BOB, event="League", played_on="2026-03-01")
    private = keeper.session(WON_BY_ALICE, event="Cup", played_on="2026-03-08")
    for model in (Club, Season, Session):
        model.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=private.pk).update(visibility=Visibility.PRIVATE)
    outside = one_line(client.get(address(keeper)))
    assert ("League" in outside, "Cup" in outside) == (True, False)
    assert "Standings after" not in outside, "the totals count a later day"
    inside = one_line(browse("dan").get(address(keeper)))
    assert "Cup" in inside
    assert "Standings after March 8, 2026" in inside
    for name in ("", "course/", "changes/"):
        page = one_line(client.get(address(keeper, f"{name}?as_of=2026-03-31")))
        assert "Private sessions are left out here" in page


def test_the_changes_page_is_throttled_for_strangers(client, played, monkeypatch):
    Club.objects.update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "1/min")
    statuses = [client.get(address(played, "changes/")).status_code for _ in range(2)]
    assert statuses == [200, 429]


@pytest.mark.parametrize("page", [*PAGES, "plan/", "visibility/"])
def test_another_clubs_season_does_not_exist(browse, keeper, page):
    assert browse("eve").get(address(keeper, page)).status_code == 404


def test_an_owner_saves_a_plan_and_reads_it_as_sentences(browse, played):
    client = browse("alice")
    assert client.get(address(played, "plan/")).status_code == 200
    data = {
        "scoring": "place-points",
        "place_points": "5, 3 2 1",
        "per": "session",
        "best_sessions": "8",
        "bonus-session-attended": "1",
        "tie-1": "hands-won",
        "tie-3": "lot",
        "seed": "7",
        "reason": "Fairer.",
    }
    page = one_line(client.post(address(played, "plan/"), data, follow=True))
    assert "The new scoring plan now applies to the season." in page
    assert "5 · 3 · 2 · 1" in page
    assert "best 8 count" in page
    plan = plan_versions.in_force(played.season).plan
    assert (plan.place_points, plan.seed, plan.best_sessions) == ((5, 3, 2, 1), "7", 8)
    page = one_line(client.post(address(played, "plan/"), data, follow=True))
    assert "This plan is already in force." in page


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scoring": "place-points"}, "Enter the points for each place."),
        ({"tie-1": "lot"}, "Drawing lots needs a seed"),
        ({"tie-1": "median", "tie-2": "median"}, "Each tie-break can be used only once"),
        ({"place_points": "5 many"}, "Enter numbers with spaces"),
        ({"place_points": "nan"}, "Enter numbers with spaces"),
    ],
)
def test_an_invalid_plan_is_refused_with_a_message(browse, keeper, changes, message):
    data = {"scoring": "points", "per": "hand", **changes}
    page = browse("alice").post(address(keeper, "plan/"), data)
    assert page.status_code == 422
    assert message in page.content.decode()
    assert keeper.season.plans.count() == 0


def test_scorers_and_members_change_neither_plan_nor_visibility(browse, played):
    session = Session.objects.first()
    for name in ("carol", "dan"):
        client = browse(name)
        assert client.get(address(played, "plan/")).status_code == 403
        assert (
            client.post(address(played, "visibility/"), {"visibility": "public"}).status_code == 403
        )
        assert (
            client.post(f"/sessions/{session.pk}/visibility/", {"visibility": "public"}).status_code
            == 403
        )
        assert "Change the scoring plan" not in one_line(client.get(address(played)))


def test_an_owner_publishes_club_season_and_session(browse, client, played):
    owner, session = browse("alice"), Session.objects.first()
    assert "Strangers see nothing of this club now." in one_line(
        owner.get(address(played, "visibility/"))
    )
    for path in (f"/clubs/{played.club.pk}/", address(played), f"/sessions/{session.pk}/"):
        assert client.get(path).status_code == 404
        assert "The visibility has been saved" in one_line(
            owner.post(f"{path}visibility/", {"visibility": "public"}, follow=True)
        )
        assert client.get(path).status_code == 200
    assert Session.objects.get(pk=session.pk).season == played.season
    owner.post(address(played, "visibility/"), {"visibility": "private"})
    assert client.get(address(played)).status_code == 404


@pytest.mark.parametrize("page", ["clubs/{club}", "seasons/{season}", "sessions/{session}"])
def test_one_form_publishes_the_club_its_season_and_its_sessions(browse, client, played, page):
    owner, session = browse("alice"), Session.objects.filter(season=played.season).first()
    ids = {"club": played.club.pk, "season": played.season.pk, "session": session.pk}
    sent = {"visibility": "public", "club": "public", "seasons": [str(played.season.pk)]}
    sent |= {"sessions": "public", "complete": "1"}
    answer = one_line(owner.post(f"/{page.format(**ids)}/visibility/", sent, follow=True))
    assert "Public seasons: 1 of 1." in answer
    for path in (f"/clubs/{played.club.pk}/", address(played), f"/sessions/{session.pk}/"):
        assert client.get(path).status_code == 200


def test_seasons_that_are_not_ticked_become_private_and_sessions_stay_as_they_are(browse, played):
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PUBLIC)
    sent = {"visibility": "public", "sessions": "", "complete": "1"}
    browse("alice").post(f"/clubs/{played.club.pk}/visibility/", sent)
    assert not Season.objects.filter(visibility=Visibility.PUBLIC).exists()
    assert not Session.objects.exclude(visibility=Visibility.PUBLIC).exists()


def test_a_browser_downloads_the_files_that_a_season_links_to(browse, played):
    client = browse("dan")
    for page in (
        address(played),
        address(played, "?event=Spring+cup"),
        address(played, "ratings/"),
    ):
        links = re.findall(r'href="(/api/v1/seasons/[^"]+)"', one_line(client.get(page)))
        assert links
        for link in links:
            response = client.get(unescape(link), headers={"Accept": "text/html,*/*;q=0.8"})
            assert response.headers["Content-Type"].split(";")[0] in {
                "text/csv",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "application/x-ndjson",
            }


def test_no_text_of_a_season_is_left_untranslated(browse, played, people, marked):
    plan = {
        "scoring": "place-points",
        "place_points": [1, 1],
        "tie_breaks": ["head-to-head", "lot"],
        "seed": "1",
        "best_sessions": 1,
        "bonuses": [{"for": "hand-won", "points": 1}],
    }
    plan_versions.decide(played.season, parse_plan(plan), by=people.alice)
    played.amend(Session.objects.first().hands.first(), cards_left=[0, 7, 7, 7])
    club_roster.change(played.season, {"name": "Spring cup"}, by=people.alice)
    client, player, club = browse("alice"), played.players[0].pk, f"/clubs/{played.club.pk}/"
    for path in (
        *(address(played, page) for page in (*PAGES, "plan/", "visibility/", f"players/{player}/")),
        address(played, "changes/?since=2026-03-01"),
        address(played, "?event=Spring+cup&as_of=2026-03-05"),
        f"/players/{player}/",
        club,
        f"{club}ratings/",
        f"{club}statistics/",
        f"{club}visibility/",
    ):
        texts = words_of(client.get(path)).texts
        assert untranslated_texts(texts) == [], path


@pytest.mark.parametrize("page", [*PAGES[:-1], "players/{player}/"])
def test_the_number_of_queries_does_not_grow_with_the_season(browse, played, page):
    client = browse("dan")
    path = address(played, page.format(player=played.players[0].pk))
    client.get(path)
    with CaptureQueriesContext(connection) as queries_before:
        client.get(path)
    for day in range(1, 5):
        played.session(WON_BY_ALICE, WON_BY_BOB, played_on=f"2026-04-0{day}")
    client.get(path)  # counts the new sessions
    with CaptureQueriesContext(connection) as queries_after:
        client.get(path)
    assert len(queries_after) == len(queries_before)
