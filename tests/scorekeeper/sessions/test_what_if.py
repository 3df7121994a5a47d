"""What-if: other house rules are tried on recorded hands, and applied by a decision that is stored."""

import pytest

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import AuditEntry, Result, Season, SessionRevision
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import SHEET

pytestmark = pytest.mark.django_db

DOUBLED = {"multipliers": [[1, 1], [10, 2]]}


@pytest.fixture
def played_session(session, people):
    hand_recording.record_hand(session, SHEET, by=people.carol)
    return session


@pytest.fixture
def ask(played_session, people, signed):
    def _ask(body, who=None, etag=None):
        client = signed(who or people.bob)
        path = f"/api/v1/sessions/{played_session.pk}/"
        etag = etag or client.get(path).headers.get("ETag", '""')
        return client.post(f"{path}what-if/", body, format="json", headers={"If-Match": etag})

    return _ask


def test_changed_points_totals_and_places_are_previewed(ask):
    preview = ask({"house_rules": DOUBLED}).json()
    assert preview["hands"][0]["points"] == {
        "before": [25, -5, -8, -12],
        "after": [37, -5, -8, -24],
    }
    assert preview["totals"] == {"before": [25, -5, -8, -12], "after": [37, -5, -8, -24]}


def test_trying_rules_stores_nothing(ask, played_session):
    ask({"house_rules": DOUBLED})
    assert SessionRevision.objects.filter(session=played_session).count() == 1
    assert Result.objects.get(session=played_session).totals == [25, -5, -8, -12]
    assert not AuditEntry.objects.filter(act="house rules applied").exists()


def test_applying_rules_adds_a_revision_of_the_session_with_its_reason(ask, played_session, people):
    response = ask({"house_rules": DOUBLED, "apply": True, "reason": "As the club agreed."})
    assert response.json()["totals"]["after"] == [37, -5, -8, -24]
    assert Result.objects.get(session=played_session).totals == [37, -5, -8, -24]
    head = played_session.revisions.get(number=2)
    assert (head.by, head.cause, head.reason) == (
        people.bob,
        "rule-correction",
        "As the club agreed.",
    )
    assert head.content["house_rules"] == DOUBLED
    assert AuditEntry.objects.get(act="house rules applied").subject == str(played_session.pk)


def test_rules_already_in_force_are_not_applied_again(ask):
    ask({"house_rules": DOUBLED, "apply": True})
    again = ask({"house_rules": DOUBLED, "apply": True})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-to-apply")


def test_rules_are_applied_only_with_the_etag_of_the_current_version(ask):
    assert ask({"house_rules": DOUBLED, "apply": True}, etag='"old"').status_code == 412


def test_a_scorer_may_try_but_not_apply_rules(ask, people):
    assert ask({"house_rules": DOUBLED}, who=people.carol).status_code == 200
    assert ask({"house_rules": DOUBLED, "apply": True}, who=people.carol).status_code == 403


def test_unknown_house_rules_are_refused(ask):
    refused = ask({"house_rules": {"gangs": "four-only"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-house-rule")


@pytest.fixture
def season(played_session, open_session, people, club):
    season = Season.objects.create(club=club, name="Spring")
    session_recording.file_session(
        played_session, season=season, visibility="private", by=people.alice
    )
    other = open_session(season=season)
    hand_recording.record_hand(other, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    return season


def test_rules_are_tried_on_each_session_of_a_season(season, players, people, signed):
    path = f"/api/v1/seasons/{season.pk}/what-if/"
    body = {"variant": "big-two", "house_rules": DOUBLED}
    preview = signed(people.bob).post(path, body, format="json").json()
    assert (len(preview["sessions"]), preview["unchanged"]) == (1, 1)
    assert [row["change"] for row in preview["players"]] == [12, -12]
    assert preview["players"][0]["player"] == str(players[0].pk)
    assert preview["players"][0]["place"] == {"before": 1, "after": 1}
    assert (preview["players"][0]["before"], preview["players"][0]["after"]) == (31, 43)


def test_a_preview_includes_changed_places_in_the_season(season, ask, players):
    season_preview = ask({"house_rules": {"settlement": "pairwise"}}).json()["season"]
    assert season_preview["season"] == str(season.pk)
    last = next(row for row in season_preview["players"] if row["player"] == str(players[3].pk))
    assert last["points"] == {"before": -15, "after": -26}


def test_rules_are_applied_to_a_whole_season(season, people, signed):
    path = f"/api/v1/seasons/{season.pk}/what-if/"
    body = {"variant": "big-two", "house_rules": DOUBLED, "apply": True}
    assert signed(people.bob).post(path, body, format="json").status_code == 200
    rules = {s.head.content["house_rules"]["multipliers"][1][1] for s in season.sessions.all()}
    assert rules == {2}
