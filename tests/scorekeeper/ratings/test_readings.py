"""Reading ratings: what waits for a worker counts at once, and nobody waits, locks or writes."""

import re
from contextlib import contextmanager
from functools import partial
from threading import Event

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.management import ratings_check
from scorekeeper.models import Club, Player, RatingStep, Season, Session
from scorekeeper.ratings import history, readings, rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.lists import RatingListKey
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


def everything_read(club):
    """Return every list of the club as a reader gets it, and the history of each player in it."""
    found = {}
    for season in (None, *Season.objects.filter(club=club).values_list("pk", flat=True)):
        for variant in ("", "big-two", "gang-of-four"):
            key = RatingListKey(club.pk, season, variant)
            table = rating_table.table(key)
            players = [row.player for row in table.rows]
            found[key] = (table.sessions_left, table.rows, steps_read(key, table, players))
    return found


def steps_read(key, table, players):
    steps = history.find_history(
        key, table.new_steps, players=players, sessions=Session.objects.all()
    )
    return {(step.moment, step.player_id, step.mu, step.sigma, step.hands) for step in steps}


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
    monkeypatch.setattr(readings, "MOST_RERATINGS", 1)
    keeper.session(WON_BY_BOB, WON_BY_BOB)
    waiting = rated_season()
    assert (waiting.rows, waiting.sessions_left > 0) == (before.rows, True)
    assert waiting.counted_at is not None
    run_worker()
    assert rated_season().sessions_left == 0


@pytest.fixture
def rated_season(keeper):
    return lambda: rating_table.table(rating_table.season_key(keeper.season))


def test_changes_in_another_season_leave_a_list_as_it_is_stored(keeper, rated_season, people):
    keeper.session(WON_BY_ALICE)
    run_worker()
    autumn = Season.objects.create(club=keeper.club, name="Autumn")
    session = keeper.session()
    recording.file_session(session, season=autumn, visibility="private", by=people.bob)
    run_worker()
    keeper.hand(Session.objects.get(pk=session.pk), cards_left=WON_BY_BOB)
    assert rated_season().new_steps.start == ""
    assert rating_table.table(rating_table.season_key(autumn)).new_steps.start != ""


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


SESSIONS = st.integers(0, 3)
ACTIONS = st.one_of(
    st.tuples(st.just("hand"), SESSIONS, st.sampled_from([WON_BY_ALICE, WON_BY_BOB, [0, 7, 7, 7]])),
    st.tuples(st.just("amend"), SESSIONS, st.sampled_from([WON_BY_ALICE, WON_BY_BOB])),
    st.tuples(st.just("void"), SESSIONS),
    st.tuples(st.just("date"), SESSIONS, st.sampled_from(["2026-03-01", "2026-03-09"])),
    st.tuples(st.just("file"), SESSIONS, st.booleans()),
    st.tuples(st.just("worker"), st.integers(1, 6)),
)


class ChangingRatings:
    """A season with sessions of different players, which changes."""

    def __init__(self, keeper, people):
        self.keeper, self.people = keeper, people
        self.hands = {}
        eve, *_ = others = [Player.objects.create(club=keeper.club, name=name) for name in "EFGH"]
        tables = [keeper.players, [eve, *keeper.players[1:]], others, keeper.players[::-1]]
        games = ["big-two", "big-two", "big-two", "gang-of-four"]
        self.sessions = [
            keeper.session(players=table, variant=game, played_on=f"2026-03-0{day}")
            for day, (table, game) in enumerate(zip(tables, games, strict=True), start=2)
        ]

    def session(self, number):
        return Session.objects.select_related("head", "result").get(pk=self.sessions[number].pk)

    def hand(self, number, cards_left):
        self.hands[number] = self.keeper.hand(self.session(number), cards_left=cards_left)

    def amend(self, number, cards_left):
        if number in self.hands:
            self.keeper.amend(self.hands[number], cards_left=cards_left)

    def void(self, number):
        if hand := self.hands.pop(number, None):
            self.keeper.amend(hand, void="Misdeal.")

    def date(self, number, day):
        recording.amend_session(
            self.session(number), {"played_on": day}, players=None, by=self.people.bob
        )

    def file(self, number, elsewhere):
        season = None if elsewhere else self.keeper.season
        session = self.session(number)
        recording.file_session(session, season=season, visibility="private", by=self.people.bob)

    def worker(self, steps):
        """Run a worker that is stopped after some steps."""
        stops = iter([False] * steps)
        rerating.refresh_stale(stop=lambda: next(stops, True))


@given(st.lists(ACTIONS, max_size=12))
@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_after_any_changes_readers_get_what_a_count_from_scratch_gives(
    keeper, people, monkeypatch, actions
):
    monkeypatch.setattr(rerating, "BATCH", 1)
    with transaction.atomic():
        season = ChangingRatings(keeper, people)
        for name, *arguments in actions:
            getattr(season, name)(*arguments)
        read = everything_read(keeper.club)
        assert list(ratings_check.recount(keeper.club)) == []
        for key, stored in everything_read(keeper.club).items():
            assert read[key] == stored or read[key][0] > 0
        transaction.set_rollback(True)
