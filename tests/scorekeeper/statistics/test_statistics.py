"""Statistics of a club and of its players."""

from contextlib import suppress
from datetime import date

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.management import figures_check
from scorekeeper.models import (
    Club,
    FiguresCount,
    MonthFigures,
    Player,
    Result,
    Session,
    SessionFigures,
    Visibility,
)
from scorekeeper.replays import endings
from scorekeeper.sessions import recording as session_recording
from scorekeeper.statistics import latest_figures, points_series
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.latest_figures import Selection
from tests.scorekeeper.sample_hands import CLEAN, GIVEN_AWAY, ILLEGAL, TAKEN, UNFINISHED

WON_BY_ALICE = [0, 5, 8, 12]  # 25, -5, -8, -12
WON_BY_BOB = [5, 0, 8, 12]
GANGS = {
    "dealt": [
        "1M 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 8G",
        "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y",
        "1R 1R 2R 2R 3R 3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R",
        "1G PG PY DR 9G 9G 9Y 9Y 9R 9R 10G 10G 10Y 10Y 10R 10R",
    ],
    "passes": "implied",
    "events": [
        "1: 1M 2G 3G 4G 5G",
        "1: 6G 6G",
        "1: 7G 7G",
        "1: 8G 8G",
        "1: 2G",
        "1: 3G",
        "1: 4G",
        "1: 5G",
        "4: 9G 9G 9Y 9Y",
        "4: 10G 10G 10Y 10Y",
        "4: 9R 9R",
        "4: 10R 10R",
        "4: 1G",
        "4: PG",
        "4: PY last",
        "4: DR",
    ],
}


@pytest.fixture
def report(keeper):
    """Return the report on a player, by name."""

    def _report(name, **filters):
        player = Player.objects.get(club=keeper.club, name=name)
        return statistics_reports.of_player(player, Selection(club=keeper.club, **filters))

    return _report


def count_all():
    """Do what workers would do."""
    statistics_recount.refresh_waiting(stop=lambda: False)


@pytest.fixture
def series(keeper):
    """Return a player's points hand after hand, by name."""

    def _series(name):
        player = Player.objects.get(club=keeper.club, name=name)
        hands = HandFilter(sessions=Session.objects.filter(club=keeper.club))
        return list(points_series.of_player(player.pk, hands))

    return _series


@pytest.fixture
def of_club(keeper):
    """Return everybody's figures, by name."""

    def _of_club(**filters):
        by_player = statistics_reports.of_club(Selection(club=keeper.club, **filters)).players
        return {Player.objects.get(pk=player).name: row for player, row in by_player.items()}

    return _of_club


def test_score_sheets_give_wins_places_and_cards_left(keeper, of_club):
    keeper.session(WON_BY_ALICE, WON_BY_ALICE, WON_BY_BOB)
    rows = of_club()
    alice, dan = rows["Alice"], rows["Dan"]
    assert (alice.hands, alice.won, alice.points) == (3, 2, 45)
    assert (alice.average_place, alice.average_cards_left) == (1.33, 1.67)
    assert (dan.won, dan.average_place, dan.average_cards_left) == (0, 4, 12)
    assert (alice.left_with_most, dan.left_with_most) == (0, 3)


def test_the_average_of_cards_left_counts_hands_whose_every_number_is_known(keeper, of_club):
    keeper.session(WON_BY_BOB, [0, 9, "?", 12])
    rows = of_club()
    assert [row.hands for row in rows.values()] == [2] * 4
    assert [rows[name].average_cards_left for name in ("Alice", "Carol")] == [5, 8]
    assert rows["Dan"].points == -24
    assert [row.unproved for row in rows.values()].count(1) == 2


def test_a_sheet_with_only_the_order_of_going_out_has_no_average_of_cards_left(keeper, of_club):
    keeper.hand(keeper.session(variant="pusoy-dos"), out=[2, 4, 1])
    rows = of_club()
    assert {row.average_cards_left for row in rows.values()} == {None}
    assert rows["Bob"].won == 1


def test_of_several_with_the_most_cards_nobody_is_counted(keeper, of_club):
    keeper.session([0, 5, 12, 12])
    assert {row.left_with_most for row in of_club().values()} == {0}


def test_a_streak_continues_over_sessions_in_the_order_of_play(keeper, report):
    keeper.session(WON_BY_ALICE, played_on="2026-03-08")
    keeper.session(WON_BY_BOB, WON_BY_ALICE, WON_BY_ALICE, played_on="2026-03-01")
    assert report("Alice").figures.longest_streak == 3
    assert report("Bob").figures.longest_streak == 1


def test_the_biggest_swing_goes_either_way(keeper, report):
    session = keeper.session([0, 1, 1, 1])
    worst = keeper.hand(session, cards_left=[13, 0, 1, 2])
    keeper.hand(session, cards_left=[0, 1, 1, 1])
    swing = report("Alice").figures.biggest_swing
    assert (swing.points, swing.hand) == (-13, worst.pk)


def test_of_void_annulled_and_unfinished_hands_only_adjustments_count(keeper, report, series):
    session = keeper.session(WON_BY_ALICE)
    keeper.hand(
        session, void="Misdeal.", adjustments=[{"seat": 1, "points": -3, "reason": "Late."}]
    )
    keeper.hand(session, cards_left=WON_BY_ALICE, annulled="Wrong deck.")
    keeper.hand(session, **UNFINISHED)
    profile = report("Alice")
    figures = profile.figures
    assert (figures.hands, figures.won, figures.points, figures.adjustments) == (1, 1, 25, -3)
    assert [step.total for step in series("Alice")] == [25, 22]


def test_plays_of_an_annulled_hand_are_not_counted(keeper, report):
    keeper.hand(keeper.session(), **CLEAN, annulled="Wrong deck.")
    assert (report("Alice").figures.led, report("Alice").figures.bombs) == (0, 0)


def test_plays_give_bombs_and_who_led_the_first_trick(keeper, report):
    session = keeper.session(WON_BY_BOB)  # without plays
    keeper.hand(session, **CLEAN)
    figures = report("Alice").figures
    assert (figures.led, figures.won_when_leading) == (1, 1)
    assert (figures.bombs, figures.gangs) == (2, 0)  # two straights of one suit
    assert report("Bob").figures.led == 0


def test_gangs_and_unannounced_last_cards_count_for_their_player(keeper, report):
    keeper.hand(keeper.session(variant="gang-of-four"), **GANGS)
    alice, dan = report("Alice").figures, report("Dan").figures
    assert (alice.last_card_failures, dan.last_card_failures) == (1, 0)
    assert (alice.gangs, dan.gangs, dan.bombs) == (0, 2, 0)
    assert (alice.led, alice.won_when_leading, dan.won) == (1, 0, 1)


def test_without_the_announcement_rule_there_are_no_last_card_failures(keeper, report):
    session = keeper.session(variant="gang-of-four", house_rules={"last_card_announcement": "auto"})
    keeper.hand(session, **GANGS)
    assert report("Alice").figures.last_card_failures == 0


def test_a_score_sheet_names_who_was_blocked(keeper, report):
    keeper.hand(keeper.session(variant="gang-of-four"), cards_left=[0, 1, 8, 12], blocked=[2])
    assert (
        report("Alice").figures.last_card_failures,
        report("Bob").figures.last_card_failures,
    ) == (0, 1)


def test_illegal_plays_count_for_their_player(keeper, report):
    events = [*CLEAN["events"][:2], "2: 3D", *CLEAN["events"][2:]]
    keeper.hand(keeper.session(), **{**CLEAN, "events": events})
    assert (report("Bob").figures.illegal, report("Alice").figures.illegal) == (1, 0)


def test_plays_that_unseen_cards_leave_open_count_as_unproven(keeper, report):
    session = keeper.session(house_rules={"protect_last_card": True})
    events = [*CLEAN["events"][:-1], "2: pass", "3: pass", "4: pass", "1: 2C"]
    keeper.hand(session, events=events, passes="implied")  # could Dan beat the ace?
    assert (report("Dan").figures.unproven, report("Carol").figures.unproven) == (1, 0)


def test_an_illegal_play_in_an_unfinished_hand_does_not_count(keeper, report):
    keeper.hand(keeper.session(), **ILLEGAL)
    assert report("Bob").figures.illegal == 0


def test_head_to_head_counts_hands_that_both_played(keeper, report, club):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    others = [keeper.players[0], *(Player.objects.create(club=club, name=name) for name in "XYZ")]
    keeper.session(WON_BY_ALICE, players=others)
    by_opponent = {row.player: row for row in report("Alice").opponents}
    bob = by_opponent[keeper.players[1].pk]
    assert (bob.hands, bob.points, bob.their_points) == (2, 20, 20)
    assert (bob.ahead, bob.behind) == (1, 1)
    assert by_opponent[others[1].pk].hands == 1


def test_each_seat_has_its_average(keeper, report):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    keeper.session(
        WON_BY_ALICE, players=[keeper.players[1], keeper.players[0], *keeper.players[2:]]
    )
    first, second = report("Alice").seats
    assert (first.seat, first.hands, first.won, first.average_points) == (1, 2, 1, 10)
    assert (second.seat, second.hands, second.won, second.average_points) == (2, 1, 0, -5)


def test_points_add_up_hand_after_hand(keeper, series):
    session = keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.hand(
        session, cards_left=WON_BY_BOB, adjustments=[{"seat": 1, "points": -2, "reason": "Late."}]
    )
    assert [(step.day, step.points, step.total) for step in series("Alice")] == [
        (date(2026, 3, 1), 25, 25),
        (date(2026, 3, 1), -7, 18),
    ]


def test_merged_players_are_one_in_all_figures(keeper, report, club, people):
    alicia = Player.objects.create(club=club, name="Alicia")
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_ALICE, players=[alicia, *keeper.players[1:]])
    player_merges.merge(alicia, keeper.players[0], by=people.bob)
    assert report("Alicia") == report("Alice")
    assert (report("Alice").figures.hands, report("Alice").player) == (2, keeper.players[0].pk)


def test_days_variants_and_players_filter_the_figures(keeper, of_club):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    keeper.session(WON_BY_BOB, played_on="2026-03-08", variant="gang-of-four")
    assert of_club(since=date(2026, 3, 2))["Alice"].won == 0
    assert of_club(until=date(2026, 3, 1))["Alice"].won == 1
    assert of_club(variant="gang-of-four")["Bob"].won == 1
    assert list(of_club(player=keeper.players[1].pk)) == ["Bob"]


def test_figures_by_season(keeper, report):
    session = keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_BOB)
    Session.objects.filter(pk=session.pk).update(season=None)
    seasons = report("Alice").seasons
    assert (seasons[None].won, seasons[keeper.season.pk].won) == (1, 0)
    assert report("Alice", season=keeper.season.pk).figures.hands == 1


def test_the_numbers_of_a_club_over_http(keeper, carol, club):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    path = f"/api/v1/clubs/{club.pk}/statistics/"
    rows = carol.get(path).json()["rows"]
    assert [row["name"] for row in rows] == ["Alice", "Bob", "Carol", "Dan"]
    assert rows[0]["biggest_swing"]["points"] == 25
    assert carol.get(f"{path}?from=2026-03-02").json()["rows"] == []
    assert carol.get(f"{path}?to=tomorrow").json()["where"] == "to"
    assert carol.get(f"{path}?variant=chess").status_code == 422
    text = carol.get(path, headers={"Accept": "text/csv"}).content.decode()
    assert text.splitlines()[1].startswith("Alice,1,0,1,25,0,1,0,0,1,25,")


def test_the_numbers_of_a_player_over_http(keeper, carol):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    path = f"/api/v1/players/{keeper.players[0].pk}/statistics/"
    data = carol.get(path).json()
    assert (data["name"], data["won"], data["seasons"][0]["won"]) == ("Alice", 1, 1)
    assert {row["name"] for row in data["head_to_head"]} == {"Bob", "Carol", "Dan"}
    assert [(step["date"], step["total"]) for step in data["series"]] == [("2026-03-01", 25)]
    text = carol.get(path, headers={"Accept": "text/csv"}).content.decode()
    assert text.splitlines()[1].startswith("2026-03-01,")
    again = carol.get(path, headers={"If-None-Match": carol.get(path)["ETag"]})
    assert again.status_code == 304


def test_a_stranger_sees_figures_of_public_sessions_only(keeper, club, signed):
    keeper.session(WON_BY_ALICE)
    shown = keeper.session(WON_BY_BOB)
    path = f"/api/v1/clubs/{club.pk}/statistics/"
    assert signed(None).get(path).status_code == 404
    club.visibility = Visibility.PUBLIC
    club.save()
    assert signed(None).get(path).json()["rows"] == []
    Session.objects.filter(pk=shown.pk).update(visibility=Visibility.PUBLIC)
    rows = {row["name"]: row for row in signed(None).get(path).json()["rows"]}
    assert (rows["Alice"]["hands"], rows["Bob"]["won"]) == (1, 1)
    player = f"/api/v1/players/{keeper.players[0].pk}/statistics/"
    (season,) = signed(None).get(player).json()["seasons"]
    assert (season["season"], season["hands"]) == (None, 1)


@pytest.mark.parametrize(
    ("route", "queries"), [("clubs/{}/statistics/", 10), ("players/{}/statistics/", 13)]
)
def test_many_hands_take_as_many_queries_as_one_once_figures_are_stored(
    keeper, carol, route, queries, django_assert_num_queries
):
    ids = {"clubs": keeper.club.pk, "players": keeper.players[0].pk}
    path = f"/api/v1/{route.format(ids[route.partition('/')[0]])}"
    keeper.session(WON_BY_ALICE)
    count_all()
    with django_assert_num_queries(queries):
        assert carol.get(path).json()["current"]
    keeper.hand(keeper.session(WON_BY_BOB, WON_BY_ALICE), **CLEAN)
    count_all()
    with django_assert_num_queries(queries):
        assert carol.get(path).json()["current"]


def test_reading_statistics_writes_nothing_and_locks_nothing(keeper, of_club):
    keeper.session(WON_BY_ALICE)
    with CaptureQueriesContext(connection) as queries:
        assert of_club()["Alice"].won == 1
    assert queries
    assert not [row for row in queries if not row["sql"].startswith(("SELECT", "DECLARE"))]
    assert not [row for row in queries if "FOR UPDATE" in row["sql"]]


def test_figures_of_a_session_count_where_it_was_moved(keeper, of_club, people):
    session = keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    count_all()
    session_recording.amend_session(
        session, {"played_on": "2026-04-05"}, players=None, by=people.bob
    )
    session.refresh_from_db()
    session_recording.file_session(session, season=None, visibility="public", by=people.bob)
    for _ in ("counted for the reader", "counted by the worker"):
        assert of_club(until=date(2026, 3, 31)) == of_club(season=keeper.season.pk) == {}
        assert of_club(since=date(2026, 4, 1), public_only=True)["Alice"].won == 1
        count_all()
    assert not MonthFigures.objects.filter(month=date(2026, 3, 1)).exists()


def test_parts_of_months_are_added_up_from_their_sessions(keeper, of_club):
    for day in ("2026-03-31", "2026-04-09", "2026-04-10", "2026-05-02", "2026-06-15", "2026-06-16"):
        keeper.session(WON_BY_ALICE, played_on=day)
    count_all()
    period = {"since": date(2026, 4, 10), "until": date(2026, 6, 15)}
    assert of_club(**period)["Alice"].longest_streak == 3
    assert of_club(since=date(2026, 4, 10), until=date(2026, 4, 10))["Alice"].hands == 1


def test_a_reader_gets_the_figures_of_before_where_much_changed(keeper, carol, monkeypatch):
    monkeypatch.setattr(latest_figures, "MOST_CHANGES", 1)
    keeper.session(WON_BY_ALICE)
    count_all()
    path = f"/api/v1/clubs/{keeper.club.pk}/statistics/"
    before = carol.get(path).json()
    assert (before["current"], before["rows"][0]["hands"]) == (True, 1)
    keeper.session(WON_BY_BOB)
    keeper.session(WON_BY_BOB)
    assert carol.get(path).json() == {**before, "current": False}
    count_all()
    after = carol.get(path).json()
    assert (after["current"], after["rows"][0]["hands"]) == (True, 3)
    assert after["counted_at"] > before["counted_at"]


def test_a_hidden_session_is_in_no_figures_that_strangers_read(keeper, of_club, people):
    shown, hidden = keeper.session(WON_BY_ALICE), keeper.session(WON_BY_BOB)
    for session in (shown, hidden):
        session_recording.file_session(
            session, season=keeper.season, visibility="public", by=people.bob
        )
    count_all()
    assert of_club(public_only=True)["Bob"].won == 1
    session_recording.file_session(
        hidden, season=keeper.season, visibility="private", by=people.bob
    )
    for _ in ("counted for the reader", "counted by the worker"):
        assert of_club(public_only=True)["Bob"].won == 0
        assert of_club()["Bob"].won == 1
        count_all()


def test_only_the_changed_session_is_computed_again(keeper, of_club):
    first, second = keeper.session(WON_BY_ALICE), keeper.session(WON_BY_BOB)
    count_all()
    SessionFigures.objects.filter(pk=second.pk).update(input_digest="untouched")
    keeper.hand(first, cards_left=WON_BY_ALICE)
    assert list(Result.objects.filter(showings=None).values_list("pk", flat=True)) == [first.pk]
    count_all()
    assert SessionFigures.objects.get(pk=second.pk).input_digest == "untouched"
    assert of_club()["Alice"].won == 2


def test_certain_wins_are_counted_once_their_hand_is_solved(keeper, report, of_club):
    hand = keeper.hand(keeper.session(), **GIVEN_AWAY)
    keeper.hand(keeper.session(), **TAKEN)
    count_all()
    assert report("Bob").figures.settled_decisions == 0
    endings.solve_waiting(stop=lambda: False)
    for count in (lambda: None, count_all):
        count()
        alice, bob = of_club()["Alice"], report("Bob").figures
        assert (alice.certain_wins_taken, alice.certain_wins_given_away) == (1, 0)
        assert (bob.certain_wins_taken, bob.certain_wins_given_away) == (0, 1)
        assert sum(figures.settled_decisions for figures in of_club().values()) == 17
    keeper.amend(hand, note="Corrected.")
    assert report("Bob").figures.certain_wins_given_away == 0
    endings.solve_waiting(stop=lambda: False)
    count_all()
    assert report("Bob").figures.certain_wins_given_away == 1


def test_certain_wins_of_an_annulled_hand_are_not_counted(keeper, report):
    keeper.hand(keeper.session(), **GIVEN_AWAY, annulled="Wrong deck.")
    endings.solve_waiting(stop=lambda: False)
    assert report("Bob").figures.settled_decisions == 0


def test_a_club_without_solved_endings_has_no_figures_of_them(keeper, report, of_club):
    keeper.hand(keeper.session(), **GIVEN_AWAY)
    endings.solve_waiting(stop=lambda: False)
    count_all()
    Club.objects.update(solves_endings=False)
    keeper.club.refresh_from_db()
    assert report("Bob").figures.certain_wins_given_away == 0
    assert {each.settled_decisions for each in of_club().values()} == {0}


def test_figures_stored_in_another_format_are_counted_anew(keeper, of_club):
    keeper.session(WON_BY_ALICE)
    count_all()
    FiguresCount.objects.update(form=0)
    MonthFigures.objects.update(totals=["?"], details=["?"])
    SessionFigures.objects.update(figures=["?"])
    assert of_club()["Alice"].won == 1
    count_all()
    assert of_club()["Alice"].won == 1
    assert SessionFigures.objects.get().figures != ["?"]


def test_a_worker_stops_on_request(keeper):
    keeper.session(WON_BY_ALICE)
    assert statistics_recount.refresh_waiting(stop=lambda: True) == 0
    assert tasks.count_statistics() == 2  # the session, and its month
    assert tasks.count_statistics() == 0


class KilledError(Exception):
    """Ends a worker in the middle of a piece."""


@pytest.mark.parametrize("killed_at", range(8))
def test_a_recount_goes_on_where_a_worker_was_killed(keeper, of_club, monkeypatch, killed_at):
    monkeypatch.setattr(statistics_recount, "PIECE", 1)
    for day in ("2026-03-05", "2026-04-05", "2026-05-05"):
        keeper.session(WON_BY_ALICE, played_on=day)
    count_all()
    MonthFigures.objects.all().delete()  # what a repair has to find
    statistics_recount.request_recount(keeper.club.pk)
    stops = iter([False] * killed_at)
    statistics_recount.refresh_waiting(stop=lambda: next(stops, True))
    with suppress(KilledError), transaction.atomic():
        statistics_recount.apply_next(keeper.club.pk)
        raise KilledError
    count_all()
    assert MonthFigures.objects.count() == 48  # 3 months, 4 players, 2 seasons, 2 games
    assert of_club()["Alice"].won == 3
    assert list(figures_check.recount(keeper.club)) == []


def count_updates():
    """Return how many lines of months PostgreSQL has updated in this database, and how many of them in their page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = %s",
            [MonthFigures._meta.db_table],
        )
        return cursor.fetchone()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL's statistics")
@pytest.mark.django_db(transaction=True)
def test_counting_a_month_again_updates_its_lines_in_their_place(keeper):
    session = keeper.session(WON_BY_ALICE)
    count_all()
    before = count_updates()
    for _ in range(5):
        keeper.hand(session, cards_left=WON_BY_ALICE)
        count_all()
    updated, in_place = (new - old for new, old in zip(count_updates(), before, strict=True))
    assert updated >= 5 * 16
    assert (
        in_place > updated / 2
    )  # others find no room in their page; with an index on a changed column none is
