"""After any changes in any order, ratings are those of a count from scratch, for readers and as stored."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.management import ratings_check
from scorekeeper.models import Player, Season, Session
from scorekeeper.ratings import history, rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.sessions import recording
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

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


def everything_read(club):
    """Return every list of the club as a reader gets it, and the history of each player in it."""
    found = {}
    for season in (None, *Season.objects.filter(club=club).values_list("pk", flat=True)):
        for variant in ("", "big-two", "gang-of-four"):
            key = RatingListKey(club.pk, season, variant)
            table = rating_table.rating_list(key)
            players = [row.player for row in table.rows]
            found[key] = (table.sessions_left, table.rows, steps_read(key, table, players))
    return found


def steps_read(key, table, players):
    steps = history.find_history(
        key, table.new_steps, players=players, sessions=Session.objects.all()
    )
    return {(step.moment, step.player_id, step.mu, step.sigma, step.hands) for step in steps}


@pytest.mark.slow
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
