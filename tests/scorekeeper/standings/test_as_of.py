"""Standings as known at a past moment, and the changes since."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.models import Decision, Hand, Player, Season
from scorekeeper.sessions import recording
from scorekeeper.standings import season_count
from scorekeeper.standings.past import as_of
from scorekeeper.standings.past import changes as standings_changes
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def table_at(keeper):
    """Return place and total by name, as known at a moment."""

    def table_at(at, **scope):
        names = dict(Player.objects.filter(club=keeper.club).values_list("pk", "name"))
        report = as_of.table_known_at(season_count.read(keeper.season), Scope(**scope), at)
        rows = report.content.rows
        return {names[row.player]: (row.place, row.line.total) for row in rows}

    return table_at


@pytest.fixture
def changes_since(keeper):
    """Return a function that returns the changes since a moment."""

    def changes_since(since):
        count = season_count.read(keeper.season)
        return standings_changes.changes_since(count, since, Scope()).content

    return changes_since


@pytest.fixture
def list_changes(keeper, changes_since):
    """Return the text of each change since a moment, by name, step by step."""

    def list_changes(since):
        names = dict(Player.objects.filter(club=keeper.club).values_list("pk", "name"))
        steps = changes_since(since).steps
        return [{names[moved.player]: moved.text for moved in step.players} for step in steps]

    return list_changes


def test_what_was_recorded_later_was_not_known(keeper, table_at):
    session = keeper.session(WON_BY_ALICE)
    then = timezone.now()
    keeper.hand(session, cards_left=WON_BY_BOB)
    keeper.session(WON_BY_BOB)
    assert keeper.table()["Bob"] == (1, 45)
    assert table_at(then)["Alice"] == (1, 25)
    assert table_at(timezone.now()) == keeper.table()
    assert table_at(datetime(2020, 1, 1, tzinfo=UTC)) == {}


def test_a_hand_is_known_by_its_revision_of_the_moment(keeper, table_at):
    session = keeper.session()
    hand = keeper.hand(session, cards_left=WON_BY_ALICE)
    before = timezone.now()
    keeper.amend(hand, cards_left=[12, 5, 8, 0])
    between = timezone.now()
    keeper.amend(hand, void="misdeal")
    assert table_at(before)["Alice"] == (1, 25)
    assert table_at(between)["Dan"] == (1, 25)
    assert keeper.table()["Dan"] == (1, 0)


def test_plan_merges_and_filing_are_those_of_the_moment(keeper, table_at, people, club, players):
    ally = Player.objects.create(club=club, name="Ally")
    session = keeper.session(WON_BY_ALICE, WON_BY_BOB, players=[ally, *players[1:]])
    then = timezone.now()
    plan_versions.decide(keeper.season, parse_plan({"scoring": "average"}), by=people.bob)
    player_merges.merge(ally, players[0], by=people.bob)
    other = Season.objects.create(club=club, name="Autumn")
    keeper.session(WON_BY_ALICE)
    recording.file_session(session, season=other, visibility=session.visibility, by=people.carol)
    assert table_at(then)["Ally"] == (1, 20)
    assert keeper.table()["Alice"] == (1, 25)
    assert table_at(timezone.now()) == keeper.table()


def test_labels_are_those_of_the_moment(keeper, table_at, people):
    session = keeper.session(WON_BY_ALICE, event="Cup")
    then = timezone.now()
    recording.amend_session(session, {"event": "League"}, players=None, by=people.carol)
    assert table_at(then, event="League") == {}
    assert table_at(then, event="Cup")["Alice"] == (1, 25)
    assert keeper.table(event="Cup") == {}


def test_each_change_names_its_cause(keeper, list_changes):
    session = keeper.session(WON_BY_BOB, played_on="2026-03-05")
    hand = keeper.hand(session, cards_left=[0, 1, 7, 1])
    since = timezone.now()
    keeper.amend(hand, cards_left=[7, 1, 0, 1])
    assert list_changes(since) == [
        {
            "Alice": "2nd to 3rd: correction of hand 2, −16",
            "Carol": "4th to 2nd: correction of hand 2, +16",
            "Dan": "3rd to 4th: correction of hand 2, ±0",
        }
    ]


def test_a_ruling_is_named_as_the_cause(keeper, list_changes, people):
    session = keeper.session(WON_BY_BOB)
    hand = keeper.hand(session, cards_left=WON_BY_ALICE)
    since = timezone.now()
    about = NewDispute(claim="The deck was short.")
    dispute, _ = dispute_filing.raise_dispute(Hand.objects.get(pk=hand.pk), about, by=people.dan)
    ruling = NewRuling(decision=Decision.ANNULLED, reason="It was.")
    dispute_ruling.rule_on(dispute, ruling, by=people.bob)
    (step,) = list_changes(since)
    assert step["Alice"] == "1st to 2nd: ruling on hand 2, −25"


def test_hands_recorded_one_after_the_other_are_one_step(keeper, list_changes):
    session = keeper.session(WON_BY_ALICE)
    since = timezone.now()
    for _ in range(3):
        keeper.hand(session, cards_left=WON_BY_BOB)
    (step,) = list_changes(since)
    assert step["Bob"] == "2nd to 1st: 3 hands recorded, +75"


def test_plans_merges_and_filings_are_causes(keeper, list_changes, people, club, players):
    ally = Player.objects.create(club=club, name="Ally")
    session = keeper.session(WON_BY_ALICE, WON_BY_ALICE, players=[ally, *players[1:]])
    keeper.session(WON_BY_ALICE)
    since = timezone.now()
    plan_versions.decide(keeper.season, parse_plan({"scoring": "average"}), by=people.bob)
    player_merges.merge(ally, players[0], by=people.bob)
    recording.file_session(session, season=None, visibility=session.visibility, by=people.carol)
    steps = list_changes(since)
    assert [step["Ally"] for step in steps[:2]] == [
        "still 1st: scoring plan 1, −25",
        "1st to no place: two players turned out to be one, −25",
    ]
    assert len(steps) == 2  # the average is the same without the session


def test_the_last_step_leads_to_the_current_table(keeper, changes_since, people):
    other = keeper.session(WON_BY_ALICE)
    since = timezone.now()
    hand = keeper.hand(other, cards_left=WON_BY_BOB)
    keeper.amend(hand, void="misdeal")
    plan_versions.decide(
        keeper.season, parse_plan({"tie_breaks": ["median", "head-to-head"]}), by=people.bob
    )
    last = {}
    for step in changes_since(since).steps:
        last.update({moved.player: (moved.place[1], moved.total[1]) for moved in step.players})
    names = dict(Player.objects.values_list("pk", "name"))
    assert {names[player]: row for player, row in last.items()}.items() <= keeper.table().items()


def test_many_causes_are_returned_in_parts(keeper, changes_since, monkeypatch):
    first, second = keeper.session(), keeper.session()
    since = timezone.now()
    for _ in range(3):
        keeper.hand(first, cards_left=WON_BY_ALICE)
        keeper.hand(second, cards_left=WON_BY_BOB)
    whole = changes_since(since)
    monkeypatch.setattr(standings_changes, "MOST_STEPS", 4)
    part = changes_since(since)
    rest = changes_since(part.until)
    assert (*part.steps, *rest.steps) == whole.steps
    assert (rest.until, len(whole.steps)) == (None, 6)
