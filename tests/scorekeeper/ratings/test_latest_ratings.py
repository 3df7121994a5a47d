"""Reading ratings: what waits for a worker counts at once, and nobody waits, locks or writes."""

import re
from contextlib import contextmanager
from functools import partial
from threading import Event

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper.management import ratings_check
from scorekeeper.models import Club, RatingStep, Season, Session
from scorekeeper.ratings import latest_ratings, rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.sessions import recording
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB
from tests.scorekeeper.threads import run_in_threads

CURSOR = re.compile("^DECLARE .* CURSOR (WITH HOLD )?FOR ")  # of PostgreSQL, before a SELECT
ROUTES = [
    "/api/v1/seasons/{season}/ratings/",
    "/api/v1/seasons/{season}/ratings/?format=csv",
    "/api/v1/clubs/{club}/ratings/?variant=big-two",
    "/api/v1/players/{player}/ratings/",
    "/api/v1/players/{player}/ratings/?format=csv",
    "/seasons/{season}/ratings/",
    "/seasons/{season}/head-to-head/",
    "/clubs/{club}/ratings/",
]


def run_worker():
    rerating.refresh_stale(stop=lambda: False)


@pytest.fixture
def addresses(keeper, club):
    ids = {"season": keeper.season.pk, "club": club.pk, "player": keeper.players[0].pk}
    return [route.format(**ids) for route in ROUTES]


@pytest.mark.parametrize("counted", ["nothing", "the first session"])
def test_reading_locks_no_row_and_writes_nothing(keeper, client, people, addresses, counted):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    if counted != "nothing":
        run_worker()
    keeper.amend(first, cards_left=WON_BY_BOB)
    keeper.session(WON_BY_ALICE, played_on="2026-03-08")
    client.force_login(people.carol)
    for address in addresses:
        with CaptureQueriesContext(connection) as context:
            assert client.get(address).status_code == 200
        statements = [CURSOR.sub("", query["sql"]) for query in context.captured_queries]
        assert [sql for sql in statements if not sql.startswith("SELECT")] == []
        assert [sql for sql in statements if " FOR " in sql] == []
    assert RatingStep.objects.filter(session__played_on="2026-03-08").count() == 0


def test_a_history_of_stored_and_new_ratings_is_paged_both_ways(keeper, carol, players):
    for day in range(1, 8):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}")
        if day == 4:
            run_worker()
    page = f"/api/v1/players/{players[0].pk}/ratings/?page_size=3"
    pages = []
    while page:
        pages.append(carol.get(page).json())
        page = pages[-1]["next"]
    dates = [[int(step["date"][-1]) for step in page["results"]] for page in pages]
    assert dates == [[1, 2, 3], [4, 5, 6], [7]]
    back, page = [], pages[-1]["previous"]
    while page:
        back.append(carol.get(page).json())
        page = back[-1]["previous"]
    assert [page["results"] for page in back] == [pages[1]["results"], pages[0]["results"]]
    run_worker()
    again = carol.get(f"/api/v1/players/{players[0].pk}/ratings/").json()
    assert again["results"] == [step for page in pages for step in page["results"]]


def test_more_queued_changes_than_a_reader_looks_at_are_left_to_the_worker(
    keeper, rated_season, monkeypatch
):
    keeper.session(WON_BY_ALICE)
    run_worker()
    before = rated_season()
    monkeypatch.setattr(latest_ratings, "MOST_RERATINGS", 1)
    keeper.session(WON_BY_BOB, WON_BY_BOB)
    waiting = rated_season()
    assert (waiting.rows, waiting.sessions_left > 0) == (before.rows, True)
    assert waiting.counted_at is not None
    run_worker()
    assert rated_season().sessions_left == 0


@pytest.fixture
def rated_season(keeper):
    return lambda: rating_table.rating_list(rating_table.season_key(keeper.season))


def test_changes_in_another_season_leave_a_list_as_it_is_stored(keeper, rated_season, people):
    keeper.session(WON_BY_ALICE)
    run_worker()
    autumn = Season.objects.create(club=keeper.club, name="Autumn")
    session = keeper.session()
    recording.file_session(session, season=autumn, visibility="private", by=people.bob)
    run_worker()
    keeper.hand(Session.objects.get(pk=session.pk), cards_left=WON_BY_BOB)
    assert rated_season().new_steps.start == ""
    assert rating_table.rating_list(rating_table.season_key(autumn)).new_steps.start != ""


@pytest.mark.slow
def test_whatever_a_worker_stores_between_two_queries_the_reader_gets_one_list(
    keeper, rated_season
):
    hand = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    later = keeper.hand(keeper.session(played_on="2026-03-08"), cards_left=WON_BY_BOB)
    run_worker()
    winners, number, interrupted = [WON_BY_ALICE, WON_BY_BOB], 0, True
    while interrupted:
        keeper.amend(later, cards_left=winners[number % 2])
        without = rated_season().rows
        number += 1
        winner = winners[number % 2]
        with before_query(number, partial(amend_and_rate, keeper, hand, winner)) as ran:
            read = rated_season()
        interrupted = bool(ran)
        run_worker()
        assert read.sessions_left == 0
        assert read.rows in (without, rated_season().rows)
    assert number > 10


def amend_and_rate(keeper, hand, cards_left):
    keeper.amend(hand, cards_left=cards_left)
    run_worker()


@contextmanager
def before_query(number, act):
    """Run something just before the n-th query inside; the list that is yielded then has an element."""
    ran, left = [], number

    def count(execute, *query):
        nonlocal left
        left -= 1
        if left == 0:
            ran.append(True)
            act()
        return execute(*query)

    with connection.execute_wrapper(count):
        yield ran


@pytest.mark.django_db(transaction=True)
def test_a_reader_does_not_wait_for_a_worker_that_holds_its_locks(
    keeper, addresses, client, people
):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    run_worker()
    keeper.amend(first, cards_left=WON_BY_BOB)
    client.force_login(people.carol)
    locked, read = Event(), Event()

    def worker():
        with transaction.atomic():
            rerating.refresh_club(keeper.club.pk)
            locked.set()
            return read.wait(timeout=60)

    def reader():
        assert locked.wait(timeout=60)
        try:
            return [client.get(address).status_code for address in addresses]
        finally:
            read.set()

    was_read_meanwhile, answers = run_in_threads(lambda number: (worker, reader)[number]())
    assert was_read_meanwhile
    assert set(answers) == {200}


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_rates_does_not_wait_for_who_holds_the_clubs_row(keeper):
    keeper.session(WON_BY_ALICE)
    locked, rated = Event(), Event()

    def holder():
        if connection.vendor != "postgresql":  # there the only lock is the database
            locked.set()
            return rated.wait(timeout=60)
        with transaction.atomic():
            Club.objects.select_for_update(no_key=True).get(pk=keeper.club.pk)
            locked.set()
            return rated.wait(timeout=60)

    def worker():
        assert locked.wait(timeout=60)
        run_worker()
        rated.set()

    was_rated_meanwhile, _ = run_in_threads(lambda number: (holder, worker)[number]())
    assert was_rated_meanwhile
    assert not rerating.is_work_waiting()


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_the_lists(keeper, monkeypatch):
    monkeypatch.setattr(rerating, "BATCH", 1)
    for day in range(1, 6):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}")
    transactions = run_in_threads(lambda _: rerating.refresh_stale(stop=lambda: False))
    while rerating.is_work_waiting():
        run_worker()
    assert sum(transactions) >= 5
    assert list(ratings_check.recount(keeper.club)) == []
