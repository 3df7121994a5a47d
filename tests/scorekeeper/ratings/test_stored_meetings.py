"""Who finished before whom in a long season is counted by workers and stored, once for all players."""

import pytest

from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, SeasonReport
from scorekeeper.ratings import changes as rating_changes
from scorekeeper.ratings import head_to_head, latest_ratings, rerating
from scorekeeper.standings import recount, season_count, season_reports
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def season(keeper, monkeypatch):
    """A season that is too long to be counted for a reader."""
    erin = Player.objects.create(club=keeper.club, name="Erin")
    keeper.session(WON_BY_ALICE, [0, 7, 7, 7], played_on="2026-03-01")
    keeper.session(WON_BY_BOB, players=[erin, *keeper.players[1:]])
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return keeper.season


def read(season, variant=""):
    return head_to_head.season_meetings(season_count.read(season), variant)


def count(report):
    """Do what a worker does that is woken for a report."""
    return tasks.count_report(str(report.season.pk), report.kind, report.question)


@pytest.mark.parametrize("variant", ["", "big-two", "gang-of-four"])
def test_a_worker_stores_what_a_reader_of_a_short_season_counts(season, monkeypatch, variant):
    assert read(season, variant).is_wanted
    count(read(season, variant))
    stored = read(season, variant)
    assert stored.is_current
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 100)
    assert stored.content == read(season, variant).content
    assert bool(stored.content) == (variant != "gang-of-four")


def test_everybody_who_met_is_in_one_report(season, keeper):
    count(read(season))
    meetings = read(season).content
    alice, bob = keeper.players[0].pk, keeper.players[1].pk
    assert meetings[alice, bob] == head_to_head.HeadToHead(hands=2, ahead=2, behind=0)
    assert meetings[bob, alice] == head_to_head.HeadToHead(hands=2, ahead=0, behind=2)
    assert len(meetings) == 2 * (6 + 3)


def test_another_hand_makes_the_meetings_stale_before_and_after_it_is_rated(season, keeper):
    count(read(season))
    former = read(season)
    keeper.session(WON_BY_BOB)
    assert read(season) == former._replace(is_current=False)
    rerating.refresh_stale(stop=lambda: False)
    assert not read(season).is_current
    count(read(season))
    assert read(season).is_current
    assert read(season).content != former.content


def test_a_merge_makes_the_meetings_stale(season, keeper, people):
    count(read(season))
    player_merges.merge(Player.objects.get(name="Erin"), keeper.players[0], by=people.bob)
    assert not read(season).is_current
    count(read(season))
    assert len(read(season).content) == 2 * 6


def test_a_correction_that_changes_no_place_leaves_the_meetings_current(season, keeper):
    rerating.refresh_stale(stop=lambda: False)
    count(read(season))
    hand = season.sessions.first().hands.first()
    keeper.amend(hand, cards_left=[6, 0, 8, 12])
    recount.refresh(season)
    rerating.refresh_stale(stop=lambda: False)
    assert read(season).is_current


def test_while_many_changes_wait_to_be_rated_no_report_is_current(season, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(latest_ratings, "MOST_RERATINGS", 0)
        count(read(season))
        waiting = read(season)
        assert (waiting.is_current, SeasonReport.objects.get().version) == (False, "")
        patch.setattr(season_reports, "MOST_SESSIONS", 100)
        assert not read(season).is_current
    rerating.refresh_stale(stop=lambda: False)
    assert not read(season).is_current
    count(read(season))
    assert read(season).is_current


def test_a_session_that_is_noted_in_a_list_which_is_stale_already_makes_the_report_stale(
    season, keeper
):
    while rating_changes.apply_reratings(season.club_id):
        pass
    count(read(season))
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    assert not read(season).is_current
    while rating_changes.apply_reratings(season.club_id):
        pass
    assert not read(season).is_current
    rerating.refresh_club(season.club_id)
    count(read(season))
    assert read(season).is_current
