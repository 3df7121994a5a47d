"""Pages of a season while a worker counts its standings."""

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from scorekeeper import tasks
from scorekeeper.clubs import merge_pieces, player_merges
from scorekeeper.models import Player, Recount, SeasonCount, SeasonReport
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import season_count, season_reports
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from tests.pages.forms_and_mail import one_line
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def played(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    return keeper


def address(keeper, page=""):
    return f"/seasons/{keeper.season.pk}/{page}"


def main_part(page):
    return page.partition("<main")[2].partition("</main>")[0]


PAGES = ("", "players/{player}/", "course/", "chances/", "changes/", "poster/", "print/")


@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
@pytest.mark.parametrize("page", PAGES)
def test_a_season_that_is_being_counted_says_so_with_the_date_of_what_is_shown(
    browse, played, page, language, monkeypatch
):
    standings_recount.refresh(played.season)
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)
    client, path = browse("dan"), address(played, page.format(player=played.players[0].pk))
    words = {"en": "is being counted", "de": "wird gerade gezählt", "zh-hant": "正在計算"}[language]
    headers = {"Accept-Language": language}
    assert words not in one_line(client.get(path, headers=headers))
    played.session(WON_BY_ALICE, played_on="2026-03-19")
    shown = one_line(client.get(path, headers=headers))
    counted_at = SeasonCount.objects.get().counted_at
    with translation.override(language):
        assert date_format(timezone.localtime(counted_at), "DATETIME_FORMAT") in shown
    assert words in shown
    standings_recount.refresh(played.season)
    assert words not in one_line(client.get(path, headers=headers))


def test_a_season_that_is_being_counted_for_the_first_time_does_not_say_that_it_is_empty(
    browse, played, monkeypatch
):
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)
    shown = one_line(browse("dan").get(address(played)))
    assert "This season is being counted." in shown
    assert "What is shown was counted" not in shown
    assert "No standings yet" not in shown


def test_a_table_with_very_many_tied_hands_is_compared_with_the_day_before_by_stored_ties(
    browse, played, people, monkeypatch
):
    plan = {"scoring": "place-points", "place_points": [0], "tie_breaks": ["median"]}
    plan_versions.decide(played.season, parse_plan(plan), by=people.alice)
    played.session(WON_BY_BOB, WON_BY_BOB, played_on="2026-03-12")
    standings_recount.refresh(played.season)
    client, arrows = browse("dan"), "Arrows tell who moved"
    monkeypatch.setattr(season_count, "MOST_TIED_HANDS", 0)
    assert arrows in one_line(client.get(address(played)))
    played.session(WON_BY_ALICE, played_on="2026-03-13")
    shown = one_line(client.get(address(played)))
    assert arrows in shown
    assert "This season is being counted." in shown


def test_the_standing_of_a_new_player_says_that_the_season_is_being_counted(
    browse, played, monkeypatch
):
    standings_recount.refresh(played.season)
    erin = Player.objects.create(club=played.club, name="Erin")
    page = address(played, f"players/{erin.pk}/")
    client = browse("dan")
    assert client.get(page).status_code == 404
    played.session(WON_BY_BOB, players=[erin, *played.players[1:]])
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)
    shown = one_line(client.get(page))
    assert "Erin in Spring 2026" in shown
    assert "This season is being counted." in shown


LONG = ("course/", "changes/", "head-to-head/")


@pytest.mark.parametrize("page", LONG)
def test_a_page_of_a_long_season_says_that_it_is_being_counted_until_a_worker_has_done_it(
    browse, played, page, monkeypatch
):
    client, path = browse("dan"), address(played, page)
    played.session(WON_BY_BOB, played_on="2026-03-12")
    short = one_line(client.get(path))
    sent = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: sent.append(options["kwargs"])
    )
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    waiting = one_line(client.get(path))
    assert "This season is being counted." in waiting
    for nothing in ("nothing to plot", "Nothing had been", "Nobody’s place", "have met yet"):
        assert nothing not in waiting
    for asked in sent:
        tasks.count_report(**asked)
    recorded = SeasonReport.objects.count()
    shown = one_line(client.get(path))
    assert "This season is being counted." not in shown
    assert main_part(shown) == main_part(short)
    assert (len(sent), SeasonReport.objects.count()) == (recorded, recorded)


def test_a_season_that_is_being_counted_says_how_much_is_left(browse, played, monkeypatch):
    standings_recount.refresh(played.season)
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)
    session = played.session(WON_BY_ALICE, played_on="2026-03-19")
    left = Recount.objects.count()
    assert f"{left} changes are still to be counted." in one_line(
        browse("dan").get(address(played))
    )
    Recount.objects.exclude(pk=Recount.objects.filter(session=session).first().pk).delete()
    shown = one_line(browse("dan").get(address(played, "?event=Cup")))
    assert "1 change is still to be counted." in shown


def test_a_table_counts_both_players_until_a_merge_is_done_and_says_so(
    browse, played, people, monkeypatch
):
    monkeypatch.setattr(player_merges, "AT_ONCE", 0)
    erin = Player.objects.create(club=played.club, name="Erin")
    played.session(WON_BY_BOB, players=[erin, *played.players[1:]])
    standings_recount.refresh(played.season)
    player_merges.merge(erin, played.players[0], by=people.alice)
    client = browse("dan")
    shown = client.get(address(played))
    assert "This season is being counted." in one_line(shown)
    assert len(shown.context["rows"]) == 5
    merge_pieces.finish_waiting(stop=lambda: False)
    shown = client.get(address(played))
    assert "This season is being counted." not in one_line(shown)
    assert len(shown.context["rows"]) == 4
