"""Equal questions to reports are one question, and those that wait or are stored are limited."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from urllib.parse import quote

import pytest
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.models import HandRevision, SeasonReport, SessionRevision
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import (
    open_questions,
    progress,
    scope_lines,
    season_count,
    season_reports,
)
from scorekeeper.standings.past import as_of, changes, recorded_moments
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

CUP = Scope(event="Cup", variant="big-two")
MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def season(keeper, monkeypatch):
    """A season that is too long to be counted for a reader."""
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-08", event="Cup")
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return keeper.season


@pytest.fixture
def sent(monkeypatch):
    """The messages to workers."""
    messages = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: messages.append(options["kwargs"])
    )
    return messages


def known_at(season, at, scope=CUP):
    return as_of.table_known_at(season_count.read(season), scope, at)


def changed_since(season, at):
    return changes.changes_since(season_count.read(season), at, Scope(public_only=True))


def part(season, scope):
    return scope_lines.part_report(season_count.read(season), scope)


def later(seconds=0):
    return timezone.now() + timedelta(seconds=seconds)


def test_all_moments_between_two_changes_are_one_question(season, keeper):
    moments = [later(), later(), later(3600), datetime(9000, 1, 1, tzinfo=UTC)]
    questions = [known_at(season, at).question for at in moments]
    assert all(question == questions[0] for question in questions)
    keeper.session(WON_BY_BOB, played_on="2026-03-09")
    assert known_at(season, moments[0]).question == questions[0]
    assert known_at(season, later()).question != questions[0]


def test_the_moments_since_which_changes_are_asked_for_are_one_question_too(season, keeper):
    keeper.session(WON_BY_BOB, played_on="2026-03-09")
    one, other = later(), later()
    assert changed_since(season, one).question == changed_since(season, other).question


def test_all_moments_before_the_first_record_are_one_question(season):
    moments = [datetime(year, 5, 5, tzinfo=UTC) for year in (1, 1999, 2020)]
    assert {known_at(season, at).question["at"] for at in moments} == {
        recorded_moments.BEFORE_ALL.isoformat()
    }


def test_a_moment_between_two_changes_has_the_answer_of_the_earlier_change(season, keeper):
    hand = keeper.session(WON_BY_ALICE, event="Cup", played_on="2026-03-10").hands.get()
    keeper.amend(hand, cards_left=WON_BY_BOB)
    recorded = sorted(
        at
        for model in (HandRevision, SessionRevision)
        for at in model.objects.values_list("at", flat=True)
    )
    count = season_count.read(season)
    for at, following in pairwise(recorded):
        between = following - MICROSECOND
        assert recorded_moments.round_down(season, between) == at
        tables = [
            as_of.KNOWN_AT.count(count, {"scope": CUP.as_json(), "at": moment.isoformat()})
            for moment in (at, between)
        ]
        assert tables[0] == tables[1]


def test_all_days_between_two_days_of_play_are_one_question(season):
    days = [date(2026, 3, day) for day in (1, 2, 7)]
    questions = [
        part(season, Scope(event="Cup", variant="big-two", as_of=day)).question for day in days
    ]
    assert {question["scope"]["as_of"] for question in questions} == {"2026-03-01"}
    eighth = part(season, Scope(event="Cup", variant="big-two", as_of=date(2900, 1, 1)))
    assert eighth.question["scope"]["as_of"] == "2026-03-08"


def test_a_session_without_a_date_counts_as_a_day_of_play(season, keeper):
    keeper.session(WON_BY_BOB, event="Cup")
    asked = Scope(event="Cup", variant="big-two", as_of=date(2900, 1, 1))
    assert part(season, asked).question["scope"]["as_of"] == timezone.localdate().isoformat()


@pytest.mark.parametrize("label", ["event", "round", "table", "variant"])
def test_a_part_that_no_session_is_in_is_answered_without_a_worker(season, label):
    nothing = Scope(**{"event": "Cup", "variant": "big-two", label: "nobody's"})
    count = season_count.read(season)
    for report in (
        part(season, nothing),
        progress.daily_standings(count, nothing),
        progress.standings_of_player(count, nothing, season.pk),
        known_at(season, later(), nothing),
    ):
        assert (report.is_current, report.is_wanted) == (True, False)
        assert report.content is not None
    assert as_of.as_table(known_at(season, later(), nothing)).rows == ()


def test_a_label_that_a_session_had_once_is_a_question_about_the_past(season, people):
    at = later()
    for one in season.sessions.all():
        session_recording.amend_session(one, {"event": "League"}, players=None, by=people.carol)
    assert known_at(season, at).is_wanted
    assert not known_at(
        season, at, Scope(event="Cup", variant="big-two", public_only=True)
    ).is_wanted


def test_an_asker_has_so_many_questions_open_at_once(season, client, sent, monkeypatch, people):
    monkeypatch.setattr(open_questions, "MOST_OF_ASKER", 2)
    client.force_login(people.dan)
    path = f"/api/v1/seasons/{season.pk}/standings/?event=Cup&variant=big-two&as_of="
    first, second = (client.get(path + day) for day in ("2026-03-01", "2026-03-08"))
    assert (first.status_code, second.status_code) == (200, 200)
    third = client.get(
        f"/api/v1/seasons/{season.pk}/standings/?event=Cup&known_at={quote(later().isoformat())}"
    )
    assert (third.status_code, int(third["Retry-After"])) == (429, open_questions.SECONDS_HELD)
    assert third.json()["code"] == "throttled"
    assert client.get(path + "2026-03-01").status_code == 200
    tasks.count_report(**sent[0])
    assert client.get(third.wsgi_request.get_full_path()).status_code == 200
    assert len(sent) == 3


def test_a_season_has_so_many_questions_open_at_once_whoever_asks(
    season, client, sent, monkeypatch, people
):
    monkeypatch.setattr(open_questions, "MOST_OF_SEASON", 1)
    path = f"/api/v1/seasons/{season.pk}/standings/?event=Cup&variant=big-two&as_of="
    client.force_login(people.dan)
    assert client.get(path + "2026-03-01").status_code == 200
    client.force_login(people.carol)
    assert client.get(path + "2026-03-01").status_code == 200
    assert client.get(path + "2026-03-08").status_code == 429
    assert len(sent) == 1


def test_a_page_opens_while_too_many_questions_wait(season, client, sent, monkeypatch, people):
    monkeypatch.setattr(open_questions, "MOST_OF_SEASON", 0)
    client.force_login(people.dan)
    page = client.get(f"/seasons/{season.pk}/course/")
    assert (page.status_code, sent) == (200, [])
    assert "This season is being counted." in page.content.decode()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_the_addresses_of_one_ipv6_network_are_one_asker(
    season, client, sent, monkeypatch, one, other, same
):
    season.visibility = season.club.visibility = "public"
    season.save()
    season.club.save()
    season.sessions.update(visibility="public")
    monkeypatch.setattr(open_questions, "MOST_OF_ASKER", 1)
    path = f"/api/v1/seasons/{season.pk}/standings/?event=Cup&variant=big-two&as_of="
    assert client.get(f"{path}2026-03-01", REMOTE_ADDR=one).status_code == 200
    answer = client.get(f"{path}2026-03-08", REMOTE_ADDR=other)
    assert answer.status_code == (429 if same else 200)


def test_a_season_keeps_so_many_reports_and_deletes_the_oldest(season, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_STORED", 2)
    digests = []
    for day in (date(2026, 3, 1), date(2026, 3, 8), None):
        report = part(season, Scope(event="Cup", variant="big-two", as_of=day))
        tasks.count_report(str(season.pk), report.kind, report.question)
        digests.append(season_reports.digest(report.question))
    stored = SeasonReport.objects.order_by("counted_at")
    assert list(stored.values_list("question_digest", flat=True)) == digests[1:]
