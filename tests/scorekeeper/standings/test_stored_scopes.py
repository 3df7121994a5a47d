"""Tables of the parts of a season are read from stored rows, and equal those that are added up from all of their sessions."""

from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs import player_merges
from scorekeeper.hands import annulled_sessions
from scorekeeper.management import standings_check
from scorekeeper.models import (
    CountedScope,
    Hand,
    HandRevision,
    Player,
    ScopeStanding,
    SeasonCount,
    Session,
    Visibility,
)
from scorekeeper.sessions import filing
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import scope_lines, season_count, tie_results
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = (
    {},
    {"scoring": "average", "best_sessions": 2, "tie_breaks": ["median"]},
    {"scoring": "place-points", "place_points": [3, 1.1], "tie_breaks": ["head-to-head", "median"]},
    {
        "scoring": "place-points",
        "place_points": [1 / 3],
        "minimum_hands": 2,
        "bonuses": [{"for": "session-won", "points": 1 / 7}],
    },
    {"best_sessions": 1, "tie_breaks": ["hands-won", "head-to-head", "lot"], "seed": "1"},
)
SCOPES = (
    *(Scope(as_of=date(2026, 3, day)) for day in (1, 2, 3)),
    Scope(event="Cup"),
    Scope(round="1"),
    Scope(table="A"),
    Scope(variant="big-two"),
    Scope(event="Nowhere"),
    Scope(event="Cup", as_of=date(2026, 3, 3)),
    Scope(event="Cup", as_of=date(2026, 3, 1)),
    Scope(event="Cup", round="1"),
    Scope(public_only=True),
    Scope(as_of=date(2026, 3, 2), public_only=True),
    Scope(event="Cup", public_only=True),
    Scope(event="Cup", as_of=date(2026, 3, 3), public_only=True),
    Scope(event="Nowhere", public_only=True),
)


@pytest.fixture
def added_up(season):
    """Return a function that adds up the table and the summaries of a scope from all of its sessions."""

    def added_up(count, scope):
        scope = scope.under(count.plan.plan)
        scores = scope_lines.session_scores(count, scope, None)

        def find_hands(players):
            return standings_table.tied_hands(count, scope.sessions(season), scope, players)

        lines = standings_totals.lines(count.plan.plan, scores)
        rows = standings_table.rank(count.plan, lines, find_hands).rows
        return rows, scope_lines.summaries.of_session_scores(count.plan.plan, scores)

    return added_up


@pytest.fixture
def assert_equal(season, added_up):
    def assert_equal():
        count = season_count.read(season)
        for scope in SCOPES:
            read = standings_table.table_of(count, scope)
            rows, summaries = added_up(count, scope)
            assert (scope, read.rows, read.is_current) == (scope, rows, True)
            assert scope_lines.session_summaries(count, scope) == summaries

    return assert_equal


@pytest.fixture
def record(keeper):
    """Return a function that records sessions on random days with random labels; some have no date and go on for days."""
    erin = Player.objects.create(club=keeper.club, name="Erin")

    def record(chance, sessions):
        for _ in range(sessions):
            labels = {
                "event": chance.choice(["Cup", "League", ""]),
                "round": chance.choice(["1", ""]),
                "table": chance.choice(["A", ""]),
            }
            day = chance.choice([None, *(f"2026-03-0{day}" for day in range(1, 5))])
            players = chance.choice([keeper.players, [erin, *keeper.players[1:]]])
            if chance.random() < 0.3:
                session = keeper.session(
                    [3, 2, 0, 1], variant="gang-of-four", players=players, **labels
                )
            else:
                hands = [chance.choice([WON_BY_ALICE, WON_BY_BOB, [0, 7, 7, 7]]) for _ in range(2)]
                session = keeper.session(
                    *hands, players=players, **labels, **({"played_on": day} if day else {})
                )
            move_to_march(session, chance)
            visibility = chance.choice([Visibility.PUBLIC, Visibility.PRIVATE])
            Session.objects.filter(pk=session.pk).update(visibility=visibility)

    return record


def move_to_march(session, chance):
    """Let the session be opened on a day in March, and each hand be recorded on that day or later."""
    first = chance.randint(1, 3)
    Session.objects.filter(pk=session.pk).update(
        created_at=datetime(2026, 3, first, 11, tzinfo=UTC)
    )
    for hand in session.hands.all():
        later = datetime(2026, 3, chance.randint(first, 4), 12, tzinfo=UTC)
        HandRevision.objects.filter(hand=hand).update(at=later)


@pytest.mark.parametrize(
    "plan", [PLANS[0], *(pytest.param(plan, marks=pytest.mark.slow) for plan in PLANS[1:])]
)
def test_a_part_is_what_its_sessions_add_up_to_after_every_kind_of_change(
    keeper, people, record, assert_equal, plan
):
    chance = Random(str(plan))
    record(chance, 6)
    edition = 1 if plan in PLANS[::2] else 2  # of the first, sessions without a date have days
    decided = replace(parse_plan(plan), edition=edition)
    plan_versions.decide(keeper.season, decided, by=people.bob)
    standings_recount.refresh(keeper.season)
    assert_equal()
    record(chance, 1)
    assert_equal()  # a reader counts what was just recorded
    hand = Hand.objects.filter(session__variant="big-two").order_by("pk").first()
    keeper.amend(hand, cards_left=[9, 3, 0, 1])
    standings_recount.refresh(keeper.season)
    assert_equal()
    assert list(standings_check.recount(keeper.season)) == []


@pytest.mark.slow
def test_a_part_follows_sessions_that_change_their_labels_their_season_or_their_players(
    keeper, people, record, assert_equal
):
    chance = Random(7)
    record(chance, 5)
    standings_recount.refresh(keeper.season)
    first, second, third = Session.objects.order_by("pk")[:3]
    session_recording.amend_session(
        first,
        {"event": "Cup", "round": "1", "played_on": "2026-03-02"},
        players=None,
        by=people.bob,
    )
    standings_recount.refresh(keeper.season)
    assert_equal()
    annulled_sessions.annul(second, by=people.bob, reason="entered twice")
    standings_recount.refresh(keeper.season)
    assert_equal()
    filing.move_to_season(keeper.club, [third.pk], None, by=people.bob)
    standings_recount.refresh(keeper.season)
    assert_equal()
    for visibility in (Visibility.PUBLIC, Visibility.PRIVATE):
        session_recording.file_session(
            first, season=keeper.season, visibility=visibility, by=people.bob
        )
        assert_equal()
        standings_recount.refresh(keeper.season)
        assert_equal()
    ally = Player.objects.create(club=keeper.club, name="Ally")
    keeper.session(
        WON_BY_BOB, players=[ally, *keeper.players[1:]], event="Cup", played_on="2026-03-04"
    )
    player_merges.merge(ally, keeper.players[0], by=people.bob)
    standings_recount.refresh(keeper.season)
    assert_equal()
    assert list(standings_check.recount(keeper.season)) == []


def test_a_row_that_no_recount_changes_is_kept(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    session = keeper.session(WON_BY_ALICE, played_on="2026-03-02", event="Cup")
    standings_recount.refresh(keeper.season)
    before = set(ScopeStanding.objects.values_list("pk", "day"))
    keeper.hand(session, cards_left=WON_BY_BOB)
    standings_recount.refresh(keeper.season)
    kept = before & set(ScopeStanding.objects.values_list("pk", "day"))
    assert {day for _, day in kept} == {date(2026, 3, 1)}
    assert len(kept) == len(before) / 2


def test_of_a_label_the_last_two_days_of_each_player_are_kept_and_of_the_season_all(keeper):
    for day in range(1, 5):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}", event="Cup")
        standings_recount.refresh(keeper.season)
    days = {
        scope.event: sorted(row.day.day for row in scope.standings.filter(player=keeper.players[0]))
        for scope in CountedScope.objects.filter(variant="", public_count=None)
    }
    assert days == {"": [1, 2, 3, 4], "Cup": [3, 4]}


@pytest.mark.parametrize("scope", [Scope(event="Cup"), Scope(as_of=date(2026, 3, 2))])
def test_a_stored_part_reads_no_session_and_as_many_queries_for_a_long_season(keeper, scope):
    counts = []
    for sessions in (2, 5):
        for _ in range(sessions):
            keeper.session(WON_BY_ALICE, played_on="2026-03-02", event="Cup")
        standings_recount.refresh(keeper.season)
        with CaptureQueriesContext(connection) as captured:
            standings_table.table(keeper.season, scope)
        statements = [query["sql"] for query in captured]
        assert not [
            text
            for text in statements
            if 'FROM "scorekeeper_tally"' in text or 'FROM "scorekeeper_session"' in text
        ]
        counts.append(len(statements))
    assert counts == [7, 7]


@pytest.fixture
def mixed(keeper):
    """A season with a public session and, on the next day, a private one."""
    public = keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-02", event="League")
    Session.objects.filter(pk=public.pk).update(visibility=Visibility.PUBLIC)
    standings_recount.refresh(keeper.season)
    return keeper


def totals(season, scope):
    """Return the totals of a part in the order of the table, and the queries that read tallies."""
    with CaptureQueriesContext(connection) as captured:
        rows = standings_table.table(season, scope).rows
    of_tallies = [query for query in captured if "scorekeeper_tally" in query["sql"]]
    return [row.line.total for row in rows], len(of_tallies)


WON = [25, -5, -8, -12]  # what the players of one session get, the best first


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(public_only=True), WON),
        (Scope(public_only=True, event="Cup"), WON),
        (Scope(public_only=True, event="League"), []),
        (Scope(public_only=True, as_of=date(2026, 3, 1)), WON),
        (Scope(public_only=True, as_of=date(2026, 2, 28)), []),
    ],
)
def test_what_public_sessions_alone_bring_is_stored(mixed, scope, expected):
    assert totals(mixed.season, scope) == (expected, 0)


def test_labels_of_private_sessions_are_not_offered_to_people_outside(mixed):
    assert scope_lines.label_values(mixed.season, Scope())["event"] == {"Cup", "League"}
    of_public = scope_lines.label_values(mixed.season, Scope(public_only=True))
    assert of_public["event"] == {"Cup"}


def test_a_session_that_is_made_private_leaves_the_public_part_before_it_is_counted(
    mixed, people, monkeypatch
):
    public = Session.objects.get(event="Cup")
    private = Visibility.PRIVATE
    session_recording.file_session(public, season=mixed.season, visibility=private, by=people.bob)
    part = Scope(public_only=True)
    assert totals(mixed.season, part)[0] == []
    assert scope_lines.label_values(mixed.season, part)["event"] == set()
    monkeypatch.setattr(season_count, "MOST_RECOUNTS", 0)  # too much for a reader to count
    assert not season_count.read(mixed.season).is_current
    assert totals(mixed.season, part)[0] == []


def test_after_a_count_by_a_release_that_knows_no_public_parts_the_next_one_stores_all_of_them(
    mixed,
):
    SeasonCount.objects.update(public_scopes_at=None)
    part = Scope(public_only=True, as_of=date(2026, 3, 1))
    assert totals(mixed.season, part)[0] == WON
    erin = Player.objects.create(club=mixed.club, name="Erin")
    fay, gus, hal = (Player.objects.create(club=mixed.club, name=name) for name in ("F", "G", "H"))
    mixed.session(WON_BY_BOB, played_on="2026-03-03", players=[erin, fay, gus, hal])
    standings_recount.refresh(mixed.season)
    assert totals(mixed.season, part) == (WON, 0)
    assert list(standings_check.recount(mixed.season)) == []


def test_public_sessions_are_stored_on_their_own_while_the_season_has_private_ones(mixed, people):
    def parts():
        scopes = CountedScope.objects.filter(public_count=mixed.season.pk, variant="")
        return {scope.event: scope.standings.count() for scope in scopes}

    assert parts() == {"": 4, "Cup": 4}
    private = Session.objects.get(event="League")
    public = Visibility.PUBLIC
    session_recording.file_session(private, season=mixed.season, visibility=public, by=people.bob)
    others = [Player.objects.create(club=mixed.club, name=name) for name in ("Erin", "F", "G", "H")]
    secret = mixed.session(WON_BY_BOB, players=others)
    session_recording.file_session(secret, season=mixed.season, visibility=public, by=people.bob)
    standings_recount.refresh(mixed.season)
    assert parts() == {}
    private = Visibility.PRIVATE
    session_recording.file_session(secret, season=mixed.season, visibility=private, by=people.bob)
    standings_recount.refresh(mixed.season)
    assert parts() == {"": 8, "Cup": 4, "League": 4}
    assert list(standings_check.recount(mixed.season)) == []


def test_the_check_finds_a_stored_line_of_public_sessions_that_is_wrong(mixed):
    wrong = ScopeStanding.objects.filter(scope__public_count=mixed.season.pk, scope__event="Cup")
    wrong.filter(player=mixed.players[0]).delete()
    (found,) = standings_check.recount(mixed.season)
    assert (found.labels, found.public_only) == (("Cup", "", "", ""), True)


def test_ties_of_a_part_and_of_the_day_before_are_stored(keeper, people, monkeypatch):
    plan = {
        "scoring": "place-points",
        "place_points": [0],
        "tie_breaks": ["head-to-head", "median"],
    }
    plan_versions.decide(keeper.season, parse_plan(plan), by=people.bob)
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-02", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    standings_recount.refresh(keeper.season)
    scopes = [Scope(event="Cup"), *(Scope(as_of=date(2026, 3, day)) for day in (1, 2))]
    counted = [standings_table.table(keeper.season, scope) for scope in scopes]
    monkeypatch.setattr(tie_results, "count", None)  # nothing is added up now
    assert [standings_table.table(keeper.season, scope) for scope in scopes] == counted


def test_ties_that_are_not_stored_wait_for_the_worker_if_they_take_too_many_hands(
    keeper, people, monkeypatch
):
    plan = {"scoring": "place-points", "place_points": [0], "tie_breaks": ["head-to-head"]}
    plan_versions.decide(keeper.season, parse_plan(plan), by=people.bob)
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    standings_recount.refresh(keeper.season)
    plan_versions.decide(
        keeper.season, parse_plan(plan | {"tie_breaks": ["median"]}), by=people.bob
    )
    count = season_count.read(keeper.season)
    monkeypatch.setattr(season_count, "MOST_TIED_HANDS", 0)
    assert count.is_current
    assert not standings_table.table_of(count, Scope(event="Cup")).is_current


def test_when_too_much_changed_a_part_is_shown_as_it_was_counted_last(keeper, monkeypatch):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    standings_recount.refresh(keeper.season)
    former = standings_table.table(keeper.season, Scope(event="Cup"))
    keeper.session(WON_BY_BOB, WON_BY_BOB, played_on="2026-03-02", event="Cup")
    monkeypatch.setattr(
        season_count, "MOST_ROWS", 7
    )  # the hands are fewer, the players' sessions more
    assert season_count.read(keeper.season).is_current
    read = standings_table.table(keeper.season, Scope(event="Cup"))
    assert read == former._replace(is_current=False, changes_left=3)


def test_what_a_worker_stores_while_somebody_reads_is_read_with_its_own_plan(keeper, people):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    standings_recount.refresh(keeper.season)
    before = season_count.read(keeper.season)
    plan_versions.decide(keeper.season, parse_plan({"scoring": "average"}), by=people.bob)
    standings_recount.refresh(keeper.season)
    read = standings_table.table_of(before, Scope(event="Cup"))
    assert read == standings_table.table(keeper.season, Scope(event="Cup"))
    assert read.plan.number == 1


def test_the_check_finds_a_stored_line_of_a_part_that_is_wrong(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    standings_recount.refresh(keeper.season)
    ScopeStanding.objects.filter(scope__event="Cup", player=keeper.players[0]).delete()
    assert len(list(standings_check.recount(keeper.season))) == 1
