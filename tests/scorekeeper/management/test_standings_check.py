"""Stored standings, ratings and statistics equal a recount from scratch after any changes in any order."""

from collections import defaultdict
from contextlib import contextmanager, suppress
from datetime import date
from io import StringIO
from itertools import product

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import referee
from scorekeeper.adjudication import judging
from scorekeeper.adjudication.recorded_rulings import DisputeError, NewRuling
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError
from scorekeeper.management import figures_check, ratings_check, standings_check
from scorekeeper.models import (
    CountedScope,
    Decision,
    FiguresChange,
    Hand,
    MonthFigures,
    Player,
    Rating,
    RatingStep,
    Season,
    SeasonReport,
    Session,
    SessionFigures,
    Standing,
    Tally,
    Visibility,
)
from scorekeeper.models.statistics import EVERY_SEASON
from scorekeeper.ratings import rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.sessions import recording
from scorekeeper.standings import progress, season_count, season_reports
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.past import as_of
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from scorekeeper.statistics import counted_hands, play_counts
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.statistics import reports as statistics_reports
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.latest_figures import Selection
from scorekeeper.statistics.player_figures import PlayerAccumulator
from tests.scorekeeper.sample_hands import ILLEGAL
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = [
    {},
    {"scoring": "average", "tie_breaks": ["median", "head-to-head"]},
    {
        "scoring": "place-points",
        "place_points": [3, 1.1],
        "bonuses": [{"for": "hand-won", "points": 0.1}],
    },
    {"scoring": "place-points", "place_points": [5, 2], "per": "session", "best_sessions": 1},
]
COUNTS = st.permutations([0, 1, 9, 13]).map(list)
ACTIONS = st.one_of(
    st.tuples(st.just("record"), st.integers(0, 2), COUNTS),
    st.tuples(st.just("log"), st.integers(0, 2)),
    st.tuples(st.just("amend"), st.integers(0, 9), COUNTS),
    st.tuples(st.just("void"), st.integers(0, 9)),
    st.tuples(st.just("annul"), st.integers(0, 9)),
    st.tuples(st.just("adjust"), st.integers(0, 9), st.sampled_from([-10, 0.1, 0.2])),
    st.tuples(
        st.just("file"), st.integers(0, 2), st.integers(0, 2), st.sampled_from(Visibility.values)
    ),
    st.tuples(st.just("plan"), st.integers(0, 3)),
    st.tuples(st.just("merge")),
    st.tuples(
        st.just("date"), st.integers(0, 2), st.sampled_from(["2026-03-01", "2026-02-01", None])
    ),
    st.tuples(st.just("read_tables")),
    st.tuples(st.just("count"), st.integers(0, 1), st.integers(1, 3)),
    st.tuples(st.just("run_worker"), st.integers(0, 5)),
    st.tuples(st.just("count_figures"), st.integers(1, 5)),
    st.tuples(st.just("recount_figures")),
)


class ChangingSeason:
    """A season of three sessions and the changes that may be made to it, in any order."""

    def __init__(self, keeper, people):
        spare = Player.objects.create(club=keeper.club, name="Spare")
        self.keeper, self.people, self.current_merge, self.spare = keeper, people, None, spare
        self.seasons = [keeper.season, Season.objects.create(club=keeper.club, name="Autumn")]
        self.sessions = [
            keeper.session(),
            keeper.session(players=[spare, *keeper.players[1:]], variant="gang-of-four"),
            keeper.session(house_rules={"target": 40}),
        ]

    def hand(self, number):
        hands = list(Hand.objects.filter(club=self.keeper.club).order_by("session", "position"))
        return hands[number % len(hands)] if hands else None

    def record(self, number, counts):
        self.keeper.hand(self.sessions[number], cards_left=counts)

    def log(self, number):
        if self.sessions[number].variant == "big-two":
            self.keeper.hand(self.sessions[number], **ILLEGAL)

    def amend(self, number, counts):
        self._amend(number, {"cards_left": counts, "events": None, "dealt": None, "passes": None})

    def void(self, number):
        self._amend(number, {"void": "misdeal"})

    def _amend(self, number, keys):
        if hand := self.hand(number):
            hand_amendments.amend(hand, Amendment(keys=keys), by=self.people.carol)

    def annul(self, number):
        self._rule(number, NewRuling(decision=Decision.ANNULLED, reason="Wrong deck."))

    def adjust(self, number, points):
        ruling = NewRuling(decision=Decision.ADJUSTMENT, reason="So.", seat=2, points=points)
        self._rule(number, ruling)

    def _rule(self, number, ruling):
        if hand := self.hand(number):
            about = NewDispute(claim="What of this?")
            dispute, _ = dispute_filing.raise_dispute(hand, about, by=self.people.dan)
            dispute_ruling.rule_on(dispute, ruling, by=self.people.bob)

    def file(self, number, where, visibility):
        session = Session.objects.get(pk=self.sessions[number].pk)
        season = [*self.seasons, None][where]
        recording.file_session(session, season=season, visibility=visibility, by=self.people.bob)

    def plan(self, number):
        for season in self.seasons:
            plan_versions.decide(season, parse_plan(PLANS[number]), by=self.people.bob)

    def merge(self):
        if self.current_merge is None:
            self.current_merge, _ = player_merges.merge(
                self.spare, self.keeper.players[0], by=self.people.bob
            )
        else:
            player_merges.reverse(self.current_merge, by=self.people.bob)
            self.current_merge = None

    def date(self, number, day):
        session = Session.objects.get(pk=self.sessions[number].pk)
        recording.amend_session(session, {"played_on": day}, players=None, by=self.people.bob)

    def read_tables(self):
        standings_table.table(self.keeper.season, Scope())
        rating_table.rating_list(rating_table.season_key(self.keeper.season))
        rating_table.rating_list(rating_table.all_time_key(self.keeper.club.pk, "big-two"))

    def count(self, number, pieces):
        """Run a worker that is stopped after some pieces of one season."""
        for _ in range(pieces):
            standings_recount.apply_next(self.seasons[number], wait=True)

    def count_figures(self, pieces):
        """Run a worker that is stopped after some pieces of the statistics."""
        stops = iter([False] * pieces)
        statistics_recount.refresh_waiting(stop=lambda: next(stops, True))

    def recount_figures(self):
        statistics_recount.request_recount(self.keeper.club.pk)

    def run_worker(self, steps):
        """Run a worker that is stopped after some steps."""
        stops = iter([False] * steps)
        rerating.refresh_stale(stop=lambda: next(stops, True))


@contextmanager
def rolled_back():
    """Roll back everything that is done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def from_scratch(hand_filter):
    """Return everybody's figures, added up hand after hand instead of session after session."""
    accumulators, players = defaultdict(PlayerAccumulator), {}
    scores = defaultdict(lambda: defaultdict(list))  # by player and session
    for hand in counted_hands.in_play_order(hand_filter):
        for seat in hand.seats:
            players[hand.session, seat.seat] = seat.player
            accumulators[seat.player].add_hand(hand, seat)
            points = seat.points if hand.counts else None
            scores[seat.player][hand.session] += [points or 0, seat.adjustments]
    for plays in play_counts.count_plays(hand_filter):
        accumulators[players[plays.session, plays.seat]].play_counts += plays.counts
    lowest = {
        session.pk
        for session in hand_filter.filtered_sessions()
        if judging.rules_of(session).lowest_wins
    }
    return {
        player: accumulator.figures()._replace(
            sessions=len(scores[player]),
            lowest_wins=len(lowest & scores[player].keys()),
            penalties=sum(sum(scores[player][one]) for one in lowest & scores[player].keys()),
        )
        for player, accumulator in accumulators.items()
    }


def assert_figures_are_those_of_the_hands(club):
    """Compare everybody's figures with a count of every hand: of all, of each season and game, and of a few days."""
    choices = [{}, {"variant": "big-two"}, {"since": date(2026, 3, 2)}, {"until": date(2026, 3, 9)}]
    choices += [{"season": season.pk} for season in club.seasons.all()]
    for choice, public_only in product(choices, (False, True)):
        sessions = Session.objects.filter(club=club)
        if public_only:
            sessions = sessions.filter(visibility="public")
        report = statistics_reports.of_club(Selection(club=club, public_only=public_only, **choice))
        assert report.is_current
        assert report.players == from_scratch(HandFilter(sessions=sessions, **choice))


@pytest.mark.slow
@given(st.lists(ACTIONS, max_size=12))
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_stored_figures_equal_a_recount_after_any_changes(keeper, people, monkeypatch, actions):
    monkeypatch.setattr(rerating, "BATCH", 1)
    monkeypatch.setattr(standings_recount, "PIECE", 2)
    monkeypatch.setattr(statistics_recount, "PIECE", 1)
    with rolled_back():
        season = ChangingSeason(keeper, people)
        for name, *arguments in actions:
            with suppress(referee.MalformedError, AmendmentError, DisputeError):
                getattr(season, name)(*arguments)
        for each in season.seasons:
            read = standings_table.table(each, Scope())
            assert list(standings_check.recount(each)) == []
            counted = standings_table.table(each, Scope())
            assert (read.plan, read.rows, read.is_current) == (counted.plan, counted.rows, True)
        assert list(ratings_check.recount(keeper.club)) == []
        if statistics_reports.of_club(Selection(club=keeper.club)).is_current:
            assert_figures_are_those_of_the_hands(keeper.club)
        assert list(figures_check.recount(keeper.club)) == []
        assert not FiguresChange.objects.exists()
        assert_figures_are_those_of_the_hands(keeper.club)
        count = season_count.read(keeper.season)
        known_now = as_of.table_known_at(count, Scope(), timezone.now())
        assert as_of.as_table(known_now) == standings_table.table_of(count, Scope())


@pytest.fixture
def check():
    def check(**options):
        output, errors = StringIO(), StringIO()
        try:
            call_command("check_standings", stdout=output, stderr=errors, **options)
        except SystemExit as stop:
            return stop.code, output.getvalue()
        return 0, output.getvalue()

    return check


def test_the_command_reports_that_all_figures_are_right(keeper, check):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert check() == (
        0,
        "1 seasons counted anew: every figure is what the records bring.\n",
    )
    assert check(season=keeper.season.pk)[0] == 0


@pytest.mark.parametrize("model", [Tally, Standing, Rating, RatingStep])
def test_the_command_reports_a_missing_row(keeper, check, model):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    rerating.refresh_stale(stop=lambda: False)
    model.objects.filter(player=keeper.players[0])[0].delete()
    code, out = check()
    assert (code, str(keeper.players[0].pk) in out) == (1, True)


def test_the_command_reports_a_wrong_tally(keeper, check):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    Tally.objects.filter(player=keeper.players[1]).update(points=1000)
    code, out = check()
    assert code == 1
    assert "points=1000.0" in out


def test_the_command_reports_a_wrong_rating(keeper, check):
    keeper.session(WON_BY_ALICE)
    rerating.refresh_stale(stop=lambda: False)
    Rating.objects.filter(player=keeper.players[1], list__season=keeper.season).update(mu=1000)
    for options in ({}, {"season": keeper.season.pk}):
        code, out = check(**options)
        assert (code, out.count("mu=1000")) == (1, 2)  # of all games, and of Big Two


def test_the_command_reports_wrong_statistics(keeper, check):
    session = keeper.session(WON_BY_ALICE)
    statistics_recount.refresh_waiting(stop=lambda: False)
    assert check()[0] == 0
    figures = SessionFigures.objects.get(session=session)
    figures.figures[0][1][0] += 1
    figures.save()
    code, out = check()
    assert (code, out.count("stored (SessionTotals(hands=2")) == (1, 1)


def test_the_command_has_workers_count_wrong_statistics_again(keeper, check):
    keeper.session(WON_BY_ALICE)
    statistics_recount.refresh_waiting(stop=lambda: False)
    MonthFigures.objects.all().delete()
    assert check()[0] == 1
    code, out = check(recount_statistics=True)
    assert (code, "of 2 clubs again" in out) == (0, True)
    statistics_recount.refresh_waiting(stop=lambda: False)
    assert check()[0] == 0


def test_the_command_reports_wrong_statistics_of_a_month(keeper, check):
    keeper.session(WON_BY_ALICE)
    statistics_recount.refresh_waiting(stop=lambda: False)
    row = MonthFigures.objects.get(player=keeper.players[0], season=EVERY_SEASON, variant="")
    row.totals[0] += 1
    row.save()
    code, out = check()
    assert (code, out.count("stored (SessionTotals(hands=2")) == (1, 1)


def test_the_command_refuses_an_unknown_season(keeper, check):
    with pytest.raises(CommandError, match="There is no season"):
        check(season=keeper.club.pk)


def test_the_command_reports_a_wrong_number_of_a_stored_tie(keeper, people, check):
    plan = parse_plan(
        {"scoring": "place-points", "place_points": [0], "tie_breaks": ["head-to-head", "median"]}
    )
    plan_versions.decide(keeper.season, plan, by=people.bob)
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert check()[0] == 0
    whole = CountedScope.objects.get(count=keeper.season.pk, variant="")
    for key in whole.ties:
        others = {other: row for other, row in whole.ties.items() if other != key}
        for ties in (others, {**others, key: dict.fromkeys(whole.ties[key], 99.5)}):
            CountedScope.objects.filter(pk=whole.pk).update(ties=ties)
            code, out = check()
            assert (code, out.count("the stored ties differ")) == (1, 1)


def test_the_command_reports_a_current_report_that_differs_from_the_records(keeper, check):
    keeper.session(WON_BY_ALICE)
    season_reports.refresh(progress.COURSE, keeper.season, {"scope": Scope().as_json()})
    assert check()[0] == 0
    stored = SeasonReport.objects.get()
    SeasonReport.objects.update(content=[])
    code, out = check()
    assert (code, "the stored report course/2 on {" in out) == (1, True)
    SeasonReport.objects.update(version="")
    assert check()[0] == 0, "it is to be counted again"
    SeasonReport.objects.update(version=stored.version, question=None)
    assert check()[0] == 0, "nobody knows what was asked"


def test_the_command_reports_a_wrong_digest_of_a_line(keeper, check):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    row = Standing.objects.get(player=keeper.players[1], scope__variant="")
    Standing.objects.filter(pk=row.pk).update(input_digest="sum256:" + "0" * 64)
    code, out = check()
    assert (code, out.count("input_digest='sum256:000")) == (1, 1)


def test_the_command_reports_a_wrong_summary_of_last_sessions(keeper, check):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    row = Standing.objects.get(player=keeper.players[1], scope__variant="")
    last, _, *others = row.summary
    Standing.objects.filter(pk=row.pk).update(summary=[last, 77.5, *others])
    code, out = check()
    assert (code, out.count("largest=77.5")) == (1, 1)
