"""The standings of a season: what counts, and what a change does to them."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.models import HandRevision, Player, Recount, Season, Session, Standing
from scorekeeper.sessions import recording
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.sample_hands import DEAL
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

EXPOSED = ["Rr Rr Rr", "Gg Ag Eg", "Er Er Er"]
CONCEALED = ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Cg Cg", "Ay Ay"]


@pytest.fixture
def decide(season, people):
    def decide(**plan):
        plan_versions.decide(season, parse_plan(plan), by=people.bob)

    return decide


def row_of(keeper, name, **scope):
    player = Player.objects.get(club=keeper.club, name=name)
    rows = standings_table.table(keeper.season, Scope(**scope)).rows
    return next(row for row in rows if row.player == player.pk)


def test_hands_are_added_up_over_sessions(keeper):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    keeper.session(WON_BY_ALICE)
    assert keeper.table() == {"Alice": (1, 45), "Bob": (2, 15), "Carol": (3, -24), "Dan": (4, -36)}
    total_line = row_of(keeper, "Alice").line
    assert (total_line.hands, total_line.sessions, total_line.won) == (3, 2, 2)


def test_what_was_carried_into_a_session_does_not_count_again(keeper):
    keeper.session(WON_BY_ALICE, carried=[1000, 0, 0, 0])
    assert keeper.table()["Alice"] == (1, 25)


def test_adjustments_count_and_are_listed_separately(keeper):
    session = keeper.session()
    keeper.hand(
        session,
        cards_left=WON_BY_ALICE,
        adjustments=[{"seat": 1, "points": -40, "reason": "Late."}],
    )
    assert keeper.table()["Alice"] == (4, -15)
    assert row_of(keeper, "Alice").line[6:8] == (25, -40)


def test_of_void_hands_only_the_adjustments_count(keeper):
    session = keeper.session(WON_BY_ALICE)
    keeper.hand(
        session,
        cards_left=WON_BY_BOB,
        void="misdeal",
        adjustments=[{"seat": 4, "points": -3, "reason": "He dealt."}],
    )
    assert keeper.table()["Bob"] == (2, -5)
    assert keeper.table()["Dan"] == (4, -15)
    assert row_of(keeper, "Bob").line.hands == 1


def test_annulled_hands_do_not_count(keeper):
    session = keeper.session(WON_BY_ALICE)
    keeper.hand(session, cards_left=WON_BY_BOB, annulled="wrong deck")
    total_line = row_of(keeper, "Bob").line
    assert (total_line.total, total_line.hands, total_line.unproved, total_line.won) == (
        -5,
        1,
        0,
        0,
    )


def test_hands_after_the_end_of_their_game_do_not_count(keeper):
    session = keeper.session(house_rules={"target": 30})
    first = keeper.hand(session, cards_left=[0, 1, 1, 1])
    keeper.hand(
        session, cards_left=WON_BY_BOB, adjustments=[{"seat": 2, "points": 9, "reason": "?"}]
    )
    keeper.amend(first, cards_left=[0, 12, 12, 12])
    assert keeper.table()["Bob"][1] < 0
    assert row_of(keeper, "Bob").line.adjustments == 0


def test_an_unfinished_hand_does_not_count(keeper):
    session = keeper.session(WON_BY_BOB)
    keeper.hand(session, dealt=DEAL, events=["1: 3C 4C 5C 6C 7C"], passes="implied")
    assert row_of(keeper, "Alice").line.hands == 1


def test_hands_whose_points_are_not_proved_are_counted_separately(keeper):
    session = keeper.session(variant="four-color-cards")
    keeper.hand(
        session, finisher=2, exposed=EXPOSED, concealed=CONCEALED
    )  # the lucky card is not known
    total_line = row_of(keeper, "Bob").line
    assert (total_line.points, total_line.hands, total_line.unproved) == (0, 0, 1)


def test_the_lowest_total_wins_where_the_game_says_so(keeper):
    keeper.session([0, 5, 8, 12], variant="gang-of-four")
    assert [place for place, _ in keeper.table().values()] == [1, 2, 3, 4]
    assert keeper.table()["Alice"] == (1, 0)
    assert row_of(keeper, "Dan").line.points > 0
    assert row_of(keeper, "Dan").line.total < 0


def test_games_of_different_kinds_are_compared_by_their_places(keeper, decide):
    decide(scoring="place-points", place_points=[4, 2, 1], per="session")
    keeper.session(WON_BY_ALICE)
    keeper.session([9, 0, 3, 1], variant="gang-of-four")
    assert keeper.table() == {"Bob": (1, 6), "Alice": (2, 4), "Carol": (3, 2), "Dan": (3, 2)}


def test_equal_totals_share_a_place(keeper):
    keeper.session(WON_BY_ALICE, WON_BY_BOB, [0, 9, 1, 1], [9, 0, 1, 1])
    places = keeper.table()
    assert places["Alice"] == (1, places["Bob"][1])
    assert places["Bob"][0] == 1
    assert places["Carol"][0] == 3


def test_players_with_too_few_hands_have_no_place(keeper, decide, players, club):
    decide(minimum_hands=2)
    erin = Player.objects.create(club=club, name="Erin")
    keeper.session(WON_BY_BOB, WON_BY_ALICE)
    keeper.session(WON_BY_ALICE, players=[erin, *players[1:]])
    assert keeper.table()["Erin"] == (None, 25)
    assert list(keeper.table())[-1] == "Erin"


def test_a_scope_is_some_of_the_sessions(keeper):
    keeper.session(WON_BY_ALICE, event="Cup", round="1", table="A")
    keeper.session(WON_BY_BOB, event="Cup", round="2", table="A")
    keeper.session([1, 2, 3, 0], variant="gang-of-four")
    assert keeper.table(event="Cup")["Alice"] == (1, 20)
    assert keeper.table(round="2")["Bob"] == (1, 25)
    assert keeper.table(table="A", variant="big-two")["Dan"] == (4, -24)
    assert keeper.table(variant="gang-of-four")["Dan"] == (1, 0)
    assert keeper.table(event="League") == {}


def test_the_table_of_a_day_counts_what_was_played_until_then(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.session(WON_BY_BOB, played_on="2026-03-08")
    assert keeper.table(as_of=date(2026, 2, 28)) == {}
    assert keeper.table(as_of=date(2026, 3, 7))["Alice"] == (1, 25)
    assert keeper.table(as_of=date(2026, 3, 8))["Alice"] == (1, 20)


def test_under_a_plan_of_before_hands_without_a_date_count_by_when_they_were_recorded(
    keeper, people
):
    def decide(**plan):
        old = replace(parse_plan(plan), edition=1)
        plan_versions.decide(keeper.season, old, by=people.bob)

    decide(minimum_hands=1)
    session = keeper.session()
    hands = [keeper.hand(session, cards_left=counts) for counts in (WON_BY_ALICE, WON_BY_BOB)]
    for day, hand in enumerate(hands, 1):
        noon = datetime(2026, 3, day, 12, tzinfo=UTC)
        HandRevision.objects.filter(hand=hand).update(at=noon)
    Session.objects.update(created_at=datetime(2026, 3, 1, 11, tzinfo=UTC))
    keeper.amend(hands[0], note="A long one.")
    assert keeper.table(as_of=date(2026, 3, 1))["Alice"] == (1, 25)
    assert row_of(keeper, "Bob", as_of=date(2026, 3, 1)).line.hands == 1
    assert row_of(keeper, "Bob", as_of=date(2026, 3, 2)).line.hands == 2
    decide(tie_breaks=["median"])
    assert keeper.table(as_of=date(2026, 3, 1))["Alice"] == (1, 25)


def test_merged_players_have_one_row(keeper, club, people, players):
    ally = Player.objects.create(club=club, name="Ally")
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_ALICE, players=[ally, *players[1:]])
    assert keeper.table()["Ally"] == (1, 25)
    merge, _ = player_merges.merge(ally, players[0], by=people.bob)
    assert keeper.table()["Alice"] == (1, 50)
    assert "Ally" not in keeper.table()
    player_merges.reverse(merge, by=people.bob)
    assert keeper.table()["Ally"] == (1, 25)


def test_a_session_filed_elsewhere_leaves_the_table(keeper, club, people):
    filed = keeper.session(WON_BY_BOB)
    moved = keeper.session(WON_BY_ALICE)
    assert keeper.table()["Alice"][1] == 20
    other = Season.objects.create(club=club, name="Autumn")
    recording.file_session(moved, season=other, visibility=moved.visibility, by=people.carol)
    assert keeper.table()["Alice"][1] == -5
    assert len(standings_table.table(other, Scope()).rows) == 4
    recording.file_session(filed, season=None, visibility=filed.visibility, by=people.carol)
    assert keeper.table() == {}


def test_a_correction_is_counted_at_once(keeper):
    session = keeper.session()
    hand = keeper.hand(session, cards_left=WON_BY_ALICE)
    assert keeper.table()["Alice"] == (1, 25)
    keeper.amend(hand, cards_left=[12, 5, 8, 0])
    assert keeper.table()["Dan"] == (1, 25)


def test_another_plan_is_in_force_for_the_whole_season_at_once(keeper, decide):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert keeper.table()["Alice"] == (1, 20)
    decide(scoring="average")
    assert keeper.table()["Alice"] == (1, 10)
    decide(scoring="average")
    assert keeper.season.plans.count() == 1


def test_only_what_changed_is_counted_again(keeper, players, club):
    others = [Player.objects.create(club=club, name=name) for name in "EFGH"]
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    before = set(Standing.objects.values_list("pk", flat=True))
    keeper.session(WON_BY_ALICE, players=others)
    standings_recount.refresh(keeper.season)
    assert before < set(Standing.objects.values_list("pk", flat=True))
    assert not Recount.objects.exists()


def test_a_cached_scope_follows_every_change(keeper, decide, club, people):
    first = keeper.session(WON_BY_ALICE, event="Cup")
    keeper.session(WON_BY_BOB)
    assert keeper.table(event="Cup")["Alice"] == (1, 25)
    keeper.hand(first, cards_left=WON_BY_BOB)
    assert keeper.table(event="Cup")["Bob"] == (1, 20)
    others = [Player.objects.create(club=club, name=name) for name in ("Alicia", "X", "Y", "Z")]
    keeper.session(WON_BY_ALICE, event="Cup", players=others)
    assert keeper.table(event="Cup")["Alicia"] == (1, 25)
    player_merges.merge(others[0], keeper.players[0], by=people.bob)
    assert keeper.table(event="Cup")["Alice"] == (1, 45)
    assert "Alicia" not in keeper.table(event="Cup")
    decide(scoring="place-points", place_points=[1])
    assert keeper.table(event="Cup")["Alice"] == (1, 2)
    recording.amend_session(first, {"event": "League"}, players=None, by=people.bob)
    assert keeper.table(event="Cup")["Alice"] == (1, 1)
    assert "Bob" not in keeper.table(event="Cup")


def test_a_scope_in_which_nothing_changed_reads_no_tallies(keeper, django_assert_num_queries):
    keeper.session(WON_BY_ALICE, event="Cup")
    standings_recount.refresh(keeper.season)
    scope = Scope(event="Cup")
    # what waits, with the plan; the keys of the lines, and these; what waits; the stored part, the keys of its lines, and these
    with django_assert_num_queries(7):
        standings_table.table(keeper.season, scope)


def test_a_long_season_takes_as_many_queries_as_a_short_one(keeper, django_assert_num_queries):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    with django_assert_num_queries(4):
        standings_table.table(keeper.season, Scope())
    for _ in range(5):
        keeper.session(WON_BY_ALICE, WON_BY_BOB)
    standings_recount.refresh(keeper.season)
    with django_assert_num_queries(4):
        standings_table.table(keeper.season, Scope())
    with django_assert_num_queries(7):
        standings_table.table(keeper.season, Scope(variant="big-two"))


def test_tie_breaks_use_the_current_hands(keeper, decide):
    decide(tie_breaks=["head-to-head"])
    session = keeper.session()
    counts = [[0, 1, 1, 1], [0, 1, 1, 1], [9, 1, 0, 1]]  # two small wins and a large loss
    hands = [keeper.hand(session, cards_left=row) for row in counts]
    total_line = keeper.table()
    assert (total_line["Alice"][1], total_line["Alice"][0] + 1) == (
        total_line["Bob"][1],
        total_line["Bob"][0],
    )
    for hand, row in zip(hands, counts, strict=True):
        keeper.amend(hand, cards_left=[row[1], row[0], *row[2:]])
    total_line = keeper.table()
    assert (total_line["Alice"][1], total_line["Alice"][0] - 1) == (
        total_line["Bob"][1],
        total_line["Bob"][0],
    )


def test_the_worker_refreshes_seasons_with_queued_recounts(keeper, club):
    keeper.session(WON_BY_ALICE)
    assert standings_recount.refresh_waiting(stop=lambda: True) == 0
    assert tasks.count_standings() == 1
    assert tasks.count_standings() == 0
    assert Standing.objects.filter(scope__variant="").count() == 4
