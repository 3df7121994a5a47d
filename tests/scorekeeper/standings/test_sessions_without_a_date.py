"""A session without a date has no day; under plans that were decided before this held, it has the day on which it was entered."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.management import standings_check
from scorekeeper.models import CountedScope, Delivery, ScopeStanding, SeasonCount
from scorekeeper.standings import progress, recount, scope_lines, season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.past import as_of
from scorekeeper.standings.plans import plan_input, plan_versions
from scorekeeper.standings.plans.plan import DEFAULT, Scoring
from scorekeeper.standings.plans.plan_sentences import sentences
from scorekeeper.standings.scope import Scope
from scorekeeper.webhooks import subscriptions
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

FIRST = date(2026, 3, 1)
OLD = replace(DEFAULT, edition=1)
OLD_SENTENCE = "A session without a date counts on the day on which it was entered."


@pytest.fixture
def season(keeper):
    """A season of a session with a date, and one without."""
    keeper.session(WON_BY_ALICE, played_on=str(FIRST), event="Cup")
    keeper.session(WON_BY_BOB, event="Cup")
    return keeper.season


@pytest.fixture
def old_season(season, people):
    """The season under a plan of before."""
    plan_versions.decide(season, OLD, by=people.bob)
    return season


def course(season):
    return progress.daily_standings(season_count.read(season), Scope()).content


def steps(season, player):
    report = progress.standings_of_player(season_count.read(season), Scope(), player.pk)
    return report.content


def rows(season, **scope):
    table = standings_table.table(season, Scope(**scope))
    return {row.player: (row.place, row.line.total) for row in table.rows}


def last_day(season, **scope):
    return scope_lines.last_day(season_count.read(season), Scope(**scope))


@pytest.mark.parametrize("is_stored", [True, False])
@pytest.mark.parametrize("scope", [{}, {"event": "Cup"}, {"event": "Cup", "variant": "big-two"}])
def test_the_table_counts_it_and_the_table_of_a_day_does_not(season, keeper, scope, is_stored):
    if is_stored:
        recount.refresh(season)
    alice = keeper.players[0].pk
    assert rows(season, **scope)[alice] == (1, 20)
    for day in (FIRST, timezone.localdate(), date(9998, 12, 31)):
        assert rows(season, as_of=day, **scope)[alice] == (1, 25)
    assert last_day(season, **scope) is None


def test_the_course_of_a_season_ends_with_a_step_that_has_no_day(season):
    days = course(season)
    assert [row.day for row in days] == [FIRST, None]
    assert days[0].rows == rows(season, as_of=FIRST)
    assert days[-1].rows == rows(season)


def test_among_the_sessions_of_a_player_it_comes_where_it_was_entered(season, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-02")
    found = steps(season, keeper.players[0])
    assert [(step.day, step.value) for step in found] == [
        (FIRST, 25),
        (date(2026, 3, 2), 25),
        (None, -5),
    ]


def test_a_stored_report_says_no_day_either(season, keeper):
    days, own = course(season), steps(season, keeper.players[0])
    assert progress.COURSE.from_json(progress.COURSE.to_json(days)) == days
    kind = progress.COURSE_OF_PLAYER
    assert kind.from_json(kind.to_json(own)) == own


def test_a_table_known_at_a_moment_has_it_but_not_by_a_day(season, keeper):
    def known(scope):
        count = season_count.read(season)
        found = as_of.table_known_at(count, scope, timezone.now()).content.rows
        return {row.player: row.line.total for row in found}[keeper.players[0].pk]

    assert known(Scope()) == 20
    assert known(Scope(as_of=timezone.localdate())) == 25


@pytest.mark.parametrize("plan", [DEFAULT, OLD], ids=["now", "before"])
def test_what_is_stored_is_what_is_counted_again(season, keeper, people, plan):
    plan_versions.decide(season, plan, by=people.bob)
    recount.refresh(season)
    keeper.session(WON_BY_BOB)
    recount.refresh(season)
    assert list(standings_check.recount(season)) == []


def test_a_plan_of_before_keeps_the_day_of_entry_and_says_so(old_season, keeper):
    today, alice = timezone.localdate(), keeper.players[0]
    assert rows(old_season, as_of=FIRST)[alice.pk] == (1, 25)
    assert rows(old_season, as_of=today)[alice.pk] == (1, 20)
    assert [row.day for row in course(old_season)] == [FIRST, today]
    assert [step.day for step in steps(old_season, alice)] == [FIRST, today]
    assert last_day(old_season) == today
    assert OLD_SENTENCE in sentences(plan_versions.in_force(old_season).plan)


def test_the_same_plan_decided_again_has_a_new_number_and_takes_the_day_away(old_season, people):
    recount.refresh(old_season)
    again = plan_input.parse_plan(plan_versions.in_force(old_season).plan.as_json())
    version, is_new = plan_versions.decide(old_season, again, by=people.bob)
    assert (version.number, is_new) == (2, True)
    recount.refresh(old_season)
    assert [row.day for row in course(old_season)] == [FIRST, None]
    assert set(ScopeStanding.objects.values_list("day", flat=True)) == {FIRST, date.max}
    assert OLD_SENTENCE not in sentences(plan_versions.in_force(old_season).plan)
    assert plan_versions.decide(old_season, again, by=people.bob) == (version, False)


def test_a_plan_is_stored_with_its_edition_and_one_without_is_the_first():
    assert plan_input.parse_stored(DEFAULT.stored_json()) == DEFAULT
    assert plan_input.parse_stored(DEFAULT.as_json()) == OLD
    assert OLD.stored_json() == OLD.as_json() == DEFAULT.as_json()


@pytest.mark.parametrize(
    ("plan", "queued"),
    [(None, [None]), (OLD, []), (replace(OLD, scoring=Scoring.AVERAGE), [None])],
    ids=["default", "decided", "averages"],
)
def test_what_an_earlier_release_counted_otherwise_is_counted_again(
    season, keeper, people, plan, queued
):
    if plan:
        plan_versions.decide(season, plan, by=people.bob)
    recount.refresh(season)
    assert recount.queue_outdated() == 0
    SeasonCount.objects.update(counted_at=timezone.now())  # as a release does that knows no more
    assert recount.queue_outdated() == len(queued)
    assert recount.queue_outdated() == 0
    assert list(season.recounts.values_list("session", flat=True)) == queued
    recount.refresh(season)
    assert recount.queue_outdated() == 0


@pytest.mark.parametrize("rows", [CountedScope, SeasonCount])
def test_a_season_whose_lines_no_release_stored_is_counted(season, keeper, people, rows):
    plan_versions.decide(season, OLD, by=people.bob)
    recount.refresh(season)
    lines = season_count.read(season).lines
    SeasonCount.objects.update(edition_at=None)
    rows.objects.all().delete()
    assert tasks.count_outdated_seasons() == 1
    recount.refresh(season)
    assert season_count.read(season).lines == lines != {}
    assert recount.queue_outdated() == 0


@pytest.mark.parametrize("edition", [0, 3, "2", 1.5, None])
def test_a_plan_of_an_edition_that_there_is_not_is_not_read_as_another(edition):
    with pytest.raises(plan_input.UnreadablePlanError):
        plan_input.parse_stored({**DEFAULT.as_json(), "edition": edition})


def test_counting_the_same_again_announces_nothing(season, keeper, people):
    recount.refresh(season)
    ScopeStanding.objects.update(input_digest="sum256:" + 64 * "0")  # of another edition
    SeasonCount.objects.update(edition_at=None)
    webhook = subscriptions.NewWebhook(address="https://wall.example/", kinds=["standings.changed"])
    subscriptions.create(season.club, webhook, by=people.alice)
    recount.queue_outdated()
    recount.refresh(season)
    assert not Delivery.objects.exists()


def test_pages_say_that_it_has_no_date(season, keeper, client, people):
    client.force_login(people.dan)
    page = f"/seasons/{season.pk}/"
    player = keeper.players[0].pk
    for address in ("course/", "ratings/", f"players/{player}/"):
        assert "no date" in client.get(page + address).content.decode()
    text = client.get(page).content.decode()
    assert "Standings after" not in text
    assert "on that day" not in text
    assert "no date" in client.get(f"{page}poster/").content.decode()


def test_ratings_count_it_in_the_order_of_entry_and_say_no_day(season, keeper, carol):
    later = keeper.session(WON_BY_ALICE, played_on="2026-03-02")
    found = carol.get(f"/api/v1/players/{keeper.players[0].pk}/ratings/").json()
    assert [step["date"] for step in found["results"]] == ["2026-03-01", "2026-03-02", None]
    assert found["results"][1]["session"] == str(later.pk)
    assert found["now"]["last_played"] is None
    csv = carol.get(f"/api/v1/seasons/{season.pk}/ratings/", headers={"Accept": "text/csv"})
    assert ",3,,yes," in csv.content.decode()
