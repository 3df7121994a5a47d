"""What people outside a club see of a long season never reveals a session that was made private, or was private when it left."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import tasks
from scorekeeper.models import Club, Season, Visibility
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import progress, recount, scope_lines, season_count, season_reports
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.past import changes
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

MEMBER, STRANGER = Scope(), Scope(public_only=True)
CUP = {"event": "Cup"}
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def private(keeper, people, monkeypatch):
    """The only private session of a public season that is too long to be counted for a reader."""
    public = keeper.session(WON_BY_ALICE, played_on="2026-03-01", **CUP)
    private = keeper.session(WON_BY_BOB, played_on="2026-03-02", **CUP)
    file(public, people, visibility=Visibility.PUBLIC)
    for model in (Club, Season):
        model.objects.update(visibility=Visibility.PUBLIC)
    recount.refresh(keeper.season)
    keeper.season.refresh_from_db()
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    monkeypatch.setattr(season_count, "MOST_ROWS", 0)
    return private


def file(session, people, **filing):
    session.refresh_from_db()
    filing = {"season": session.season, "visibility": session.visibility, **filing}
    session_recording.file_session(session, by=people.bob, **filing)


def course(count, scope):
    return progress.daily_standings(count, scope)


def moves(count, scope):
    return changes.changes_since(count, SINCE, scope)


def part(count, scope):
    return standings_table.table_of(count, replace(scope, variant="big-two", **CUP)).report


@pytest.mark.parametrize("read", [course, moves, part])
def test_a_report_for_members_is_not_shown_to_others_once_the_last_private_session_left(
    private, keeper, people, read
):
    def report(scope):
        return read(season_count.read(keeper.season), scope)

    for scope in (MEMBER, STRANGER):
        asked = report(scope)
        tasks.count_report(str(keeper.season.pk), asked.kind, asked.question)
    secret = report(MEMBER).content
    assert secret
    assert report(STRANGER).content != secret
    file(private, people, season=None)
    assert report(STRANGER).content != secret


def test_a_stored_part_is_not_shown_to_others_once_the_last_private_session_left(
    private, keeper, people
):
    def rows(scope):
        return standings_table.table(keeper.season, replace(scope, **CUP)).rows

    secret = rows(MEMBER)
    assert rows(STRANGER) != secret
    file(private, people, season=None)
    assert rows(STRANGER) != secret


def test_the_api_does_not_name_a_private_session_that_left(private, signed, people, monkeypatch):
    asked = []
    monkeypatch.setattr(tasks.count_report, "apply_async", lambda **sent: asked.append(sent))
    path = f"/api/v1/seasons/{private.season_id}/standings/changes/?since=2026-01-01T00:00:00Z"
    member, stranger = signed(people.dan), signed(None)
    member.get(path)
    for message in asked:
        tasks.count_report(**message["kwargs"])
    assert str(private.pk) in member.get(path).content.decode()
    assert str(private.pk) not in stranger.get(path).content.decode()
    file(private, people, season=None)
    assert stranger.get(f"/api/v1/sessions/{private.pk}/").status_code == 404
    assert str(private.pk) not in stranger.get(path).content.decode()


def test_while_much_is_counted_others_see_the_last_public_part_unless_a_session_was_filed(
    private, keeper, people, monkeypatch
):
    monkeypatch.setattr(season_reports, "LONGEST_FILING", timedelta(0))
    cup = replace(STRANGER, **CUP)
    before = standings_table.table(keeper.season, cup).rows
    keeper.session(WON_BY_BOB, played_on="2026-03-03", **CUP)
    waiting = standings_table.table(keeper.season, cup)
    assert (waiting.is_current, waiting.rows) == (False, before)
    file(private, people, season=None)
    assert standings_table.table(keeper.season, cup).rows == ()


def test_a_private_hand_that_waits_to_be_counted_takes_no_label_from_public_sessions(
    private, keeper
):
    keeper.hand(private, cards_left=WON_BY_ALICE)
    labels = scope_lines.label_values(keeper.season, STRANGER)
    assert (set(labels["event"]), set(labels["variant"])) == ({"Cup"}, {"big-two"})
