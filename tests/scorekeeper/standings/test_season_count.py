"""Reading standings: what was just recorded is in the table, without a lock and without a write."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper import tasks
from scorekeeper.management import standings_check
from scorekeeper.models import Recount, SeasonCount, Standing, Tally
from scorekeeper.standings import queued_changes, season_count
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.queued_changes import Limit, TooMuchToCountError
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

TIES = {"scoring": "place-points", "place_points": [0], "tie_breaks": ["head-to-head", "median"]}
LOCKS = ("FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR KEY SHARE")


@pytest.fixture
def decide(season, people):
    def decide(**plan):
        plan_versions.decide(season, parse_plan(plan), by=people.bob)

    return decide


@pytest.fixture
def nothing_at_once(monkeypatch):
    """Let readers count nothing themselves."""
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)


def read(keeper):
    return standings_table.table(keeper.season, Scope())


def played_ties(keeper, decide):
    """A season in which all totals are equal, with one session that no worker has counted."""
    decide(**TIES)
    keeper.session(WON_BY_ALICE, WON_BY_BOB, played_on="2026-03-05", event="Cup")
    standings_recount.refresh(keeper.season)
    keeper.session([9, 0, 3, 1], variant="gang-of-four", played_on="2026-03-12")


API = (
    "",
    "?event=Cup",
    "?as_of=2026-03-05",
    "?known_at=2026-03-05T12:00:00Z",
    "{player}/",
    "changes/?since=2020-01-01T00:00:00Z",
)
PAGES = (
    "",
    "?event=Cup",
    "players/{player}/",
    "course/",
    "chances/",
    "changes/?since=2020-01-01",
    "poster/",
    "print/",
)


@pytest.mark.parametrize("tail", [f"/api/v1/seasons/{{season}}/standings/{tail}" for tail in API])
def test_no_answer_of_the_api_takes_a_row_lock_or_writes(keeper, carol, decide, tail):
    played_ties(keeper, decide)
    assert_reads_only(carol, keeper, tail)


@pytest.mark.parametrize("tail", [f"/seasons/{{season}}/{tail}" for tail in PAGES])
def test_no_page_takes_a_row_lock_or_writes(keeper, client, people, decide, tail):
    played_ties(keeper, decide)
    client.force_login(people.carol)
    assert_reads_only(client, keeper, tail)


def assert_reads_only(client, keeper, tail):
    path = tail.format(season=keeper.season.pk, player=keeper.players[0].pk)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    statements = [query["sql"] for query in captured]
    changed = [text for text in statements if not text.startswith(("SELECT", "WITH"))]
    locking = [text for text in statements if any(lock in text for lock in LOCKS)]
    assert (changed, locking) == ([], [])
    assert Recount.objects.exists()


def test_a_session_is_exchanged_in_a_line_without_reading_the_others(keeper, decide):
    for _ in range(3):
        keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    session = keeper.session(WON_BY_BOB)
    stored = season_count.read(keeper.season).lines

    def counted():
        limit = Limit(1)  # the hand
        changes = queued_changes.find(
            keeper.season, [session.pk], stored, stored_plan=0, limit=limit
        )
        return queued_changes.lines(keeper.season, changes, stored, limit=limit)

    assert set(counted()) == {player.pk for player in keeper.players}
    decide(scoring="average")
    with pytest.raises(TooMuchToCountError):
        counted()


def test_numbers_with_more_decimals_than_sums_are_never_added_to_a_rounded_sum(keeper, decide):
    decide(
        scoring="place-points", place_points=[1 / 3], bonuses=[{"for": "hand-won", "points": 1 / 7}]
    )
    for _ in range(4):
        keeper.session(WON_BY_ALICE)
        standings_recount.refresh(keeper.season)
    assert list(standings_check.recount(keeper.season)) == []


def test_a_lost_line_is_counted_from_all_sessions(keeper):
    keeper.session(WON_BY_ALICE)
    session = keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    Standing.objects.filter(player=keeper.players[0]).delete()
    keeper.hand(session, cards_left=WON_BY_BOB)
    assert keeper.table()["Alice"] == (1, 45)


def test_what_a_former_release_stored_is_read_and_counted_anew(keeper):
    session = keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    Standing.objects.update(input_digest="sha256:" + "0" * 64)
    Tally.objects.update(season=None)
    assert (read(keeper).is_current, keeper.table()["Alice"]) == (True, (1, 25))
    keeper.hand(session, cards_left=WON_BY_ALICE)
    assert keeper.table()["Alice"] == (1, 50)
    assert list(standings_check.recount(keeper.season)) == []


def test_ties_are_read_in_a_fresh_process_without_reading_hands(keeper, decide):
    played_ties(keeper, decide)
    standings_recount.refresh(keeper.season)
    with CaptureQueriesContext(connection) as captured:
        table = read(keeper)
    assert all(row.workings for row in table.rows)
    assert (
        len(captured) == 5
    )  # what is queued, with the plan; the ties; the lines' keys; the lines; what is queued
    assert not [query["sql"] for query in captured if "scorekeeper_score" in query["sql"]]


def test_a_large_change_shows_the_former_table_until_a_worker_has_counted(
    keeper, carol, decide, nothing_at_once
):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    path = f"/api/v1/seasons/{keeper.season.pk}/standings/"
    before = carol.get(path)
    decide(scoring="average")
    keeper.session(WON_BY_BOB)
    meanwhile = carol.get(path)
    assert tasks.count_standings() == 1
    after = carol.get(path)
    answers = [answer.json() for answer in (before, meanwhile, after)]
    assert [answer["current"] for answer in answers] == [True, False, True]
    assert [answer["plan"]["number"] for answer in answers] == [0, 0, 1]
    assert answers[0]["rows"] == answers[1]["rows"] != answers[2]["rows"]
    assert answers[0]["counted_at"] == answers[1]["counted_at"] < answers[2]["counted_at"]
    assert len({answer["ETag"] for answer in (before, meanwhile, after)}) == 3
    row = carol.get(f"{path}{keeper.players[0].pk}/").json()
    assert (row["current"], row["counted_at"]) == (True, answers[2]["counted_at"])


def test_a_season_that_was_never_counted_is_empty_while_it_is_too_much(keeper, nothing_at_once):
    keeper.session(WON_BY_ALICE)
    table = read(keeper)
    assert (table.rows, table.is_current, table.counted_at) == ((), False, None)


def test_more_queued_recounts_than_a_reader_applies_are_left_to_a_worker(keeper, monkeypatch):
    monkeypatch.setattr(season_count, "MOST_RECOUNTS", 2)
    session = keeper.session(WON_BY_ALICE)
    assert read(keeper).is_current
    keeper.hand(session, cards_left=WON_BY_BOB)
    assert not read(keeper).is_current


def test_ties_of_more_hands_than_a_reader_adds_up_are_left_to_a_worker(keeper, decide, monkeypatch):
    played_ties(keeper, decide)
    monkeypatch.setattr(season_count, "MOST_TIED_HANDS", 0)
    former = read(keeper)
    assert (former.is_current, former.rows[0].line.hands) == (False, 2)
    assert all(row.workings for row in former.rows)
    standings_recount.refresh(keeper.season)
    assert (read(keeper).is_current, read(keeper).rows[0].line.hands) == (True, 3)


def test_a_part_of_a_season_that_is_being_counted_is_not_cached(keeper, decide, nothing_at_once):
    keeper.session(WON_BY_ALICE, event="Cup")
    standings_recount.refresh(keeper.season)
    keeper.session(WON_BY_ALICE, event="Cup")
    part = standings_table.table(keeper.season, Scope(event="Cup"))
    assert (part.is_current, part.rows[0].line.total) == (False, 25)
    standings_recount.refresh(keeper.season)
    part = standings_table.table(keeper.season, Scope(event="Cup"))
    assert (part.is_current, part.rows[0].line.total) == (True, 50)


def test_many_changed_sessions_are_counted_in_pieces_which_any_worker_continues(
    keeper, monkeypatch
):
    monkeypatch.setattr(standings_recount, "PIECE", 2)
    for _ in range(5):
        keeper.session(WON_BY_ALICE)
    assert standings_recount.apply_next(keeper.season, wait=True)
    assert (Tally.objects.exists(), Standing.objects.exists()) == (True, False)
    assert keeper.table()["Alice"] == (1, 125)
    assert standings_recount.refresh_waiting(stop=lambda: False) == 5
    assert keeper.table()["Alice"] == (1, 125)
    assert list(standings_check.recount(keeper.season)) == []


def test_a_message_about_changed_records_wakes_the_counting_up(keeper, monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.count_standings, "apply_async", lambda **_: sent.append(1))
    tasks.rebuild_stale_replays()
    assert not sent
    keeper.session(WON_BY_ALICE)
    tasks.rebuild_stale_replays()
    assert sent == [1]


def read_elsewhere(keeper):
    """Read the table on a connection of its own."""

    def run():
        try:
            return read(keeper)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


@pytest.mark.django_db(transaction=True)
def test_a_reader_does_not_wait_for_a_worker_that_is_storing(keeper):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    keeper.session(WON_BY_ALICE)
    with transaction.atomic():
        assert standings_recount.apply_next(keeper.season, wait=True)
        table = read_elsewhere(keeper)
        assert (table.is_current, table.rows[0].line.total) == (True, 50)
        transaction.set_rollback(True)
    assert read(keeper) == table


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_worker_passes_over_a_season_that_another_one_is_counting(keeper):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    keeper.session(WON_BY_ALICE)

    def count_elsewhere():
        try:
            return standings_recount.refresh_waiting(stop=lambda: False)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        SeasonCount.objects.select_for_update().get(season=keeper.season)
        assert pool.submit(count_elsewhere).result() == 0
    assert standings_recount.refresh_waiting(stop=lambda: False) == 1
