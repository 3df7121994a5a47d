"""Of a long season, readers get the table of a moment ago and the changes since at once, where few sessions changed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.models import Decision, Hand, Player
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import what_if
from scorekeeper.standings import recount, season_count, season_reports
from scorekeeper.standings.past import as_of, changes, latest_changes
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = (
    {},
    {
        "minimum_hands": 2,
        "bonuses": [{"for": "session-attended", "points": 0.5}],
        "tie_breaks": ["hands-won", "lot"],
        "seed": "7",
    },
    {"scoring": "place-points", "place_points": [3, 1], "per": "session"},
)
NEEDS_ALL_SESSIONS = (
    {"scoring": "average"},
    {"best_sessions": 1},
    {"scoring": "place-points", "place_points": [3, 1], "tie_breaks": ["head-to-head"]},
)


@pytest.fixture
def read(keeper, monkeypatch):
    """Return a function that reads the table of a moment and the changes since, of a season of this length."""

    def read(moment, *, most_sessions=-1):
        monkeypatch.setattr(season_reports, "MOST_SESSIONS", most_sessions)
        count = season_count.read(keeper.season)
        return (
            as_of.table_known_at(count, Scope(), moment),
            changes.changes_since(count, moment, Scope()),
        )

    return read


@pytest.fixture
def decide(keeper, people):
    """Return a function that decides on a scoring plan."""

    def decide(plan):
        plan_versions.decide(keeper.season, parse_plan(plan), by=people.bob)

    return decide


@pytest.fixture(autouse=True)
def _old_entries_are_old(monkeypatch):
    """Tests record and read within a minute."""
    monkeypatch.setattr(latest_changes, "SPREAD", timedelta(0))


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("counted", ["never", "before", "after"])
def test_a_long_season_is_read_as_a_short_one(keeper, people, read, decide, plan, counted):
    decide(plan)
    first = keeper.session(WON_BY_ALICE, WON_BY_BOB, played_on="2026-03-01")
    erin = Player.objects.create(club=keeper.club, name="Erin")
    keeper.session(WON_BY_ALICE, played_on="2026-03-02")
    if counted == "before":
        recount.refresh(keeper.season)
    moments = [timezone.now()]
    keeper.session(WON_BY_BOB, players=[erin, *keeper.players[1:]])
    keeper.amend(first.hands.first(), cards_left=[12, 5, 8, 0])
    moments.append(timezone.now())
    keeper.amend(first.hands.first(), void="misdeal")
    session_recording.amend_session(first, {"event": "Cup"}, players=None, by=people.carol)
    moments.append(timezone.now())
    what_if.apply(first, {"multipliers": [[1, 2]]}, reason="", by=people.bob)
    about = NewDispute(claim="The deck was short.")
    hand = Hand.objects.get(pk=first.hands.last().pk)
    dispute, _ = dispute_filing.raise_dispute(hand, about, by=people.dan)
    ruling = NewRuling(decision=Decision.ANNULLED, reason="It was.")
    dispute_ruling.rule_on(dispute, ruling, by=people.bob)
    moments.append(timezone.now())
    if counted == "after":
        recount.refresh(keeper.season)
    for moment in moments:
        long = read(moment)
        assert [report.content for report in long] == [
            report.content for report in read(moment, most_sessions=100)
        ]
        assert all(report.is_current and not report.is_wanted for report in long)


def test_only_the_changed_sessions_are_read(keeper, read):
    for _ in range(3):
        keeper.session(WON_BY_ALICE)
    moment = timezone.now()
    session = keeper.session(WON_BY_BOB)
    recount.refresh(keeper.season)
    with CaptureQueriesContext(connection) as captured:
        assert all(report.content for report in read(moment))
    tables = [f'"scorekeeper_{name}"' for name in ("tally", "handrevision", "sessionrevision")]
    read_rows = [
        query["sql"]
        for query in captured
        if any(f"FROM {table}" in query["sql"] for table in tables)
    ]
    assert read_rows
    assert all(session.pk.hex in sql or str(session.pk) in sql for sql in read_rows)


@pytest.mark.parametrize("plan", NEEDS_ALL_SESSIONS)
def test_a_plan_that_needs_all_sessions_leaves_it_to_a_worker(keeper, read, decide, plan):
    decide(plan)
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    moment = timezone.now()
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert [report.content for report in read(moment)] == [None, None]


@pytest.mark.parametrize("change", ["plan", "merge", "filing"])
def test_what_is_no_record_leaves_it_to_a_worker(keeper, people, read, decide, change):
    erin = Player.objects.create(club=keeper.club, name="Erin")
    session = keeper.session(WON_BY_ALICE)
    moment = timezone.now()
    if change == "plan":
        decide({"minimum_hands": 1})
    elif change == "merge":
        player_merges.merge(erin, keeper.players[0], by=people.bob)
    else:
        session_recording.file_session(
            session, season=None, visibility=session.visibility, by=people.bob
        )
    assert [report.content for report in read(moment)] == [None, None]


@pytest.mark.parametrize("limit", ["MOST_ENTRIES", "MOST_REVISIONS"])
def test_many_changes_are_left_to_a_worker(keeper, read, monkeypatch, limit):
    keeper.session(WON_BY_ALICE)
    moment = timezone.now()
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert all(report.content for report in read(moment))
    monkeypatch.setattr(latest_changes, limit, 1)
    assert [report.content for report in read(moment)] == [None, None]
