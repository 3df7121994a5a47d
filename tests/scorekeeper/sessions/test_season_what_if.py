"""House rules on a long season: workers try them session by session, and apply them, while readers get the tables of before."""

from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
from django.utils import timezone

import referee
from scorekeeper import erasure, tasks
from scorekeeper.adjudication import effects
from scorekeeper.clubs import departures, memberships, player_merges
from scorekeeper.models import (
    Hand,
    HandRevision,
    Player,
    Recount,
    Role,
    Season,
    Session,
    SessionRevision,
    WhatIf,
    WhatIfSession,
    WhatIfStep,
)
from scorekeeper.sessions import corrections, season_what_if, what_if, what_if_pieces
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions.corrections import SessionCorrection
from scorekeeper.sessions.season_what_if import NotToBeAppliedError, WhatIfOverError, WhatIfState
from scorekeeper.standings import recount, season_count
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan, Scoring, TieBreak
from scorekeeper.statistics import recount as statistics_recount
from tests.scorekeeper.api_answers import API
from tests.scorekeeper.every_check import discrepancies
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer
from tests.scorekeeper.threads import run_in_threads
from tests.scorekeeper.turns import after, never

pytestmark = pytest.mark.django_db

DOUBLED = {"multipliers": [[1, 1], [10, 2]]}
UNKNOWN = {"gangs": "four-only"}


@pytest.fixture
def long(monkeypatch):
    """Two sessions are too many for a request, and workers do one at a time."""
    monkeypatch.setattr(season_what_if, "AT_ONCE", 1)
    monkeypatch.setattr(what_if_pieces, "PIECE", 1)


@pytest.fixture
def scorer(club, players, people, long):
    """A season with three sessions, of which DOUBLED changes two."""
    scorer = SeasonScorer(Season.objects.create(club=club, name="Spring"), players, people.carol)
    scorer.session(WON_BY_ALICE, played_on="2026-03-01")
    scorer.session(WON_BY_BOB, WON_BY_ALICE, played_on="2026-03-02")
    scorer.session([1, 0, 1, 1], played_on="2026-03-03")
    recount.refresh(scorer.season)
    return scorer


@pytest.fixture
def tried(scorer, people):
    """DOUBLED, tried on the whole season."""
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    what_if_pieces.finish_waiting(stop=never)
    row.refresh_from_db()
    return row


@pytest.fixture
def post(scorer, people, signed):
    def _post(body, who=None, path=f"seasons/{scorer.season.pk}/what-if/"):
        return signed(who or people.bob).post(f"{API}/{path}", body, format="json")

    return _post


def rules_of(scorer):
    """Return the house rules of every session, in the order of their days."""
    sessions = Session.objects.filter(season=scorer.season).order_by("played_on")
    return [session.head.content.get("house_rules") for session in sessions.select_related("head")]


def totals(scorer):
    return {name: total for name, (_, total) in scorer.table().items()}


def test_workers_find_what_the_rules_change_as_a_request_does(scorer, tried):
    at_once = what_if.preview_in_season(scorer.season, "big-two", DOUBLED)
    assert tried.players == at_once["players"] != []
    steps = season_what_if.listed_sessions(tried)
    found = {str(step.session_id): step.effects for step in steps}
    assert found == {row["session"]: row["effects"] for row in at_once["sessions"]}
    assert (tried.sessions, tried.left, tried.changed, tried.failed) == (3, 0, 2, 0)
    assert season_what_if.state_of(tried) is WhatIfState.TRIED


@pytest.mark.parametrize(
    "plan",
    [
        Plan(best_sessions=1),
        Plan(scoring=Scoring.AVERAGE),
        Plan(tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.MEDIAN)),
    ],
)
def test_the_projected_table_is_that_of_a_request_under_every_kind_of_plan(scorer, people, plan):
    mirrored = [12, 8, 5, 0]  # with WON_BY_ALICE, Alice and Dan are equal
    scorer.session(mirrored, mirrored, played_on="2026-03-04")
    plan_versions.decide(scorer.season, plan, by=people.bob)
    recount.refresh(scorer.season)
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    what_if_pieces.finish_waiting(stop=never)
    row.refresh_from_db()
    at_once = what_if.preview_in_season(scorer.season, "big-two", DOUBLED)
    assert row.players == at_once["players"] != []


def test_trying_saves_nothing_in_the_season(scorer, tried):
    assert rules_of(scorer) == [None, None, None]
    assert not SessionRevision.objects.filter(number=2).exists()
    assert not Recount.objects.exists()


def test_a_worker_that_stops_is_followed_by_another_that_goes_on(scorer, people):
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    assert (
        what_if_pieces.finish_waiting(stop=after(2)) == 2
    )  # the sessions are listed, and one is tried
    row.refresh_from_db()
    assert (row.sessions, row.left, row.tried_at) == (3, 2, None)
    assert what_if_pieces.finish_waiting(stop=never) == 3
    row.refresh_from_db()
    assert (row.left, row.tried_at is None) == (0, False)


def test_the_same_rules_asked_for_twice_are_tried_once(scorer, people):
    rows = [
        season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan) for _ in "12"
    ]
    assert rows[0] == rows[1]
    other = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.dan)
    assert other not in rows


def test_applied_rules_are_those_of_every_session_with_reason_and_author(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(stop=never)
    tried.refresh_from_db()
    assert season_what_if.state_of(tried) is WhatIfState.APPLIED
    assert rules_of(scorer) == [DOUBLED] * 3
    heads = SessionRevision.objects.filter(number=2)
    assert {(head.by, head.reason, head.cause) for head in heads} == {
        (people.bob, "As agreed.", "rule-correction")
    }
    recount.refresh(scorer.season)
    gained = {row["player"]: row["after"] for row in tried.players}
    lines = season_count.read(scorer.season).total_lines
    assert {player: lines[pk].total for pk in lines if (player := str(pk)) in gained} == gained
    assert tried.reason == ""


def test_until_the_last_session_readers_get_the_table_of_before(scorer, tried, people):
    before = totals(scorer)
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(
        stop=after(2)
    )  # the sessions are listed, and one is judged by the new rules
    assert rules_of(scorer).count(DOUBLED) == 1
    assert recount.refresh_waiting(stop=never) == 0
    count = season_count.read(scorer.season)
    assert (totals(scorer), count.is_current) == (before, False)
    assert count.changes_left > 0
    assert not statistics_recount.apply_next(scorer.club.pk)
    what_if_pieces.finish_waiting(stop=never)
    recount.refresh_waiting(stop=never)
    assert totals(scorer) != before
    assert season_count.read(scorer.season).is_current


def test_checks_finish_what_is_under_way(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(stop=after(2))
    assert not discrepancies(scorer)
    assert rules_of(scorer) == [DOUBLED] * 3


def test_sessions_recorded_after_somebody_asked_are_left_out(scorer, tried, people):
    scorer.session(WON_BY_ALICE, played_on="2026-03-04")
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    scorer.session(WON_BY_ALICE, played_on="2026-03-05")
    what_if_pieces.finish_waiting(stop=never)
    assert rules_of(scorer) == [DOUBLED] * 4 + [None]


def test_a_session_that_left_the_season_is_not_changed(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(stop=after(1))
    moved = Session.objects.get(played_on="2026-03-01")
    session_recording.file_session(moved, season=None, visibility=moved.visibility, by=people.bob)
    what_if_pieces.finish_waiting(stop=never)
    moved.refresh_from_db()
    assert moved.head.number == 1
    assert rules_of(scorer) == [DOUBLED] * 2


def test_rules_that_cannot_judge_every_session_are_not_applied(scorer, people, post):
    unreadable(scorer)
    answer = post({"variant": "big-two", "house_rules": DOUBLED, "apply": True, "reason": "So."})
    assert answer.status_code == 202
    what_if_pieces.finish_waiting(stop=never)
    row = WhatIf.objects.get()
    assert (season_what_if.state_of(row), row.failed) == (WhatIfState.FAILED, 1)
    assert rules_of(scorer) == [None] * 3
    (failed,) = row.steps.filter(failure__isnull=False)
    assert failed.failure["code"] == "unknown-card"
    with pytest.raises(NotToBeAppliedError):
        season_what_if.apply_rules(row, reason="So.", by=people.bob)


def test_a_hand_that_becomes_unreadable_meanwhile_leaves_its_session_as_it_was(
    scorer, tried, people
):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    unreadable(scorer)
    what_if_pieces.finish_waiting(stop=never)
    tried.refresh_from_db()
    assert (season_what_if.state_of(tried), tried.failed) == (WhatIfState.APPLIED, 1)
    assert rules_of(scorer) == [None, DOUBLED, DOUBLED]


def unreadable(scorer):
    """Make the first hand of the first session one that the referee cannot read."""
    hand = Hand.objects.get(session__played_on="2026-03-01")
    HandRevision.objects.filter(pk=hand.head_id).update(content={"events": ["1: 3Z"]})


def test_one_set_of_rules_is_applied_at_a_time(scorer, tried, people):
    other = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.bob)
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    with pytest.raises(NotToBeAppliedError):
        season_what_if.apply_rules(other, reason="No.", by=people.bob)
    again = season_what_if.apply_rules(tried, reason="Once more.", by=people.bob)
    assert again.reason == "As agreed."


def test_what_is_stopped_stays_as_it_is_and_holds_nothing_up(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(stop=after(2))
    stopped = season_what_if.cancel(tried)
    assert season_what_if.state_of(stopped) is WhatIfState.CANCELLED
    assert what_if_pieces.finish_waiting(stop=never) == 0
    assert rules_of(scorer).count(DOUBLED) == 1
    recount.refresh_waiting(stop=never)
    assert season_count.read(scorer.season).is_current
    assert not discrepancies(scorer)


def test_what_is_over_cannot_be_stopped(tried):
    with pytest.raises(WhatIfOverError):
        season_what_if.cancel(tried)


def test_nothing_is_applied_to_a_club_that_moved_away(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    departures.depart(scorer.club, address="https://elsewhere.example/")
    assert what_if_pieces.finish_waiting(stop=never) == 0
    departures.stay(scorer.club)
    assert what_if_pieces.finish_waiting(stop=never) > 0
    assert rules_of(scorer) == [DOUBLED] * 3


def test_the_task_works_until_everything_is_applied(
    scorer, people, post, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        post({"variant": "big-two", "house_rules": DOUBLED, "apply": True, "reason": "So."})
    while tasks.try_house_rules():
        pass
    assert rules_of(scorer) == [DOUBLED] * 3


def test_trials_are_forgotten_some_days_after_they_are_done(scorer, tried, people):
    waiting = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.dan)
    long_ago = timezone.now() - timedelta(days=season_what_if.DAYS_KEPT + 1)
    WhatIf.objects.update(at=long_ago)
    tasks.forget_old_what_ifs()
    assert WhatIf.objects.count() == 2
    WhatIf.objects.filter(pk=tried.pk).update(tried_at=long_ago)
    tasks.forget_old_what_ifs()
    assert list(WhatIf.objects.all()) == [waiting]
    assert not WhatIfSession.objects.exists()


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_share_the_sessions(scorer, people):
    for day in range(10, 20):
        scorer.session(WON_BY_ALICE, played_on=f"2026-03-{day}")
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    season_what_if.apply_rules(row, reason="As agreed.", by=people.bob)
    while season_what_if.under_way().exists():
        run_in_threads(lambda _: what_if_pieces.finish_waiting(stop=never))
    row.refresh_from_db()
    assert (row.sessions, row.left, row.changed, row.failed) == (13, 0, 12, 0)
    assert rules_of(scorer) == [DOUBLED] * 13
    assert not row.steps.exclude(next_step=WhatIfStep.NOTHING).exists()
    assert not discrepancies(scorer)


def test_the_api_answers_long_seasons_with_a_row_that_workers_fill_in(scorer, people, post, signed):
    answer = post({"variant": "big-two", "house_rules": DOUBLED}, who=people.dan)
    assert (answer.status_code, answer.json()["state"]) == (202, "trying")
    path = f"{API}/what-ifs/{answer.json()['id']}/"
    what_if_pieces.finish_waiting(stop=never)
    client = signed(people.dan)
    row = client.get(path).json()
    assert (row["state"], row["sessions"], row["left"], row["changed"]) == ("tried", 3, 0, 2)
    assert row["players"] == what_if.preview_in_season(scorer.season, "big-two", DOUBLED)["players"]
    listed = client.get(f"{path}sessions/").json()["results"]
    assert [each["effects"]["totals"] is not None for each in listed] == [True, True]
    assert client.post(f"{path}application/", {"reason": "So."}, format="json").status_code == 403
    applied = post({"reason": "So."}, path=f"what-ifs/{row['id']}/application/")
    assert (applied.status_code, applied.json()["state"]) == (202, "applying")
    stopped = client.post(f"{path}cancellation/")
    assert stopped.status_code == 403
    stopped = post(None, path=f"what-ifs/{row['id']}/cancellation/")
    assert (stopped.status_code, stopped.json()["state"]) == (200, "cancelled")


def test_unknown_rules_are_refused_before_anything_is_tried(post):
    refused = post({"variant": "big-two", "house_rules": UNKNOWN})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-house-rule")
    assert not WhatIf.objects.exists()


def test_without_rules_the_present_ones_are_tried_by_the_current_tables(scorer, post, monkeypatch):
    assert post({"variant": "big-two"}).json()["house_rules"] is None
    what_if_pieces.finish_waiting(stop=never)
    row = WhatIf.objects.get()
    assert (row.changed, row.players) == (0, [])


def test_a_trial_of_other_rules_cancels_the_one_before(scorer, people):
    first = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    season_what_if.try_rules(scorer.season, "big-two", {}, by=people.dan)
    others = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.bob)
    first.refresh_from_db()
    assert season_what_if.state_of(first) is WhatIfState.CANCELLED
    assert season_what_if.under_way().count() == 2
    assert others.by == people.bob


def test_an_application_that_is_sent_again_is_the_same(scorer, people, post):
    body = {"variant": "big-two", "house_rules": DOUBLED, "apply": True, "reason": "So."}
    first, second = post(body), post(body)
    assert (second.status_code, second.json()["id"]) == (202, first.json()["id"])


def test_a_session_that_changes_during_a_trial_is_tried_again(scorer, people):
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    what_if_pieces.finish_waiting(stop=after(4))  # all sessions are tried
    scorer.hand(Session.objects.get(played_on="2026-03-01"), cards_left=WON_BY_BOB)
    moved = scorer.session(WON_BY_BOB, played_on="2026-02-01")
    Session.objects.filter(pk=moved.pk).update(created_at=row.at - timedelta(days=1))
    what_if_pieces.finish_waiting(stop=never)
    row.refresh_from_db()
    at_once = what_if.preview_in_season(scorer.season, "big-two", DOUBLED)
    assert row.players == at_once["players"]
    assert (row.sessions, row.left, row.changed) == (4, 0, 3)
    assert not season_what_if.has_season_changed(row)


def test_a_trial_waits_while_nothing_of_the_club_is_counted(scorer, tried, people):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    what_if_pieces.finish_waiting(stop=after(2))
    other = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.dan)
    what_if_pieces.finish_waiting(stop=never)
    other.refresh_from_db()
    assert other.tried_at is not None
    assert other.players == what_if.preview_in_season(scorer.season, "big-two", {})["players"] != []


def test_whoever_lost_the_role_meanwhile_applies_nothing(scorer, people, post):
    post({"variant": "big-two", "house_rules": DOUBLED, "apply": True, "reason": "So."})
    memberships.give_role(scorer.club, people.bob, Role.MEMBER, by=people.alice)
    what_if_pieces.finish_waiting(stop=never)
    assert rules_of(scorer) == [None] * 3
    assert season_what_if.state_of(WhatIf.objects.get()) is WhatIfState.CANCELLED


def test_a_session_that_breaks_the_judging_holds_nobody_up(scorer, people, monkeypatch):
    broken, judge = Session.objects.get(played_on="2026-03-02"), effects.outcome_if

    def judge_all_but_one(session, **change):
        if session.pk == broken.pk:
            raise RuntimeError
        return judge(session, **change)

    monkeypatch.setattr(effects, "outcome_if", judge_all_but_one)
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.dan)
    other = season_what_if.try_rules(scorer.season, "big-two", {}, by=people.bob)
    what_if_pieces.finish_waiting(stop=never)
    (failed,) = row.steps.filter(failure__isnull=False)
    assert (failed.session, failed.failure["code"]) == (broken, "internal-error")
    assert not season_what_if.under_way().filter(pk__in=[row.pk, other.pk]).exists()


def test_stopping_an_application_in_which_a_session_failed_is_no_failed_trial(
    scorer, tried, people
):
    season_what_if.apply_rules(tried, reason="As agreed.", by=people.bob)
    unreadable(scorer)
    what_if_pieces.finish_waiting(stop=after(4))
    tried.refresh_from_db()
    assert tried.failed == 1
    assert season_what_if.state_of(season_what_if.cancel(tried)) is WhatIfState.CANCELLED


def test_only_who_asked_or_may_apply_rules_stops_a_trial(scorer, people, post, signed):
    path = f"what-ifs/{post({'variant': 'big-two', 'house_rules': DOUBLED}).json()['id']}/cancellation/"
    assert post(None, who=people.dan, path=path).status_code == 403
    assert post(None, who=people.alice, path=path).json()["state"] == "cancelled"


def test_an_erasure_takes_the_texts_of_what_ifs_too(scorer, tried, people, players):
    hand = Hand.objects.get(session__played_on="2026-03-01")
    fined = [{"seat": 1, "points": -3, "reason": "Alice smoked"}]
    ruled = {**hand.head.content, "adjustments": fined}
    HandRevision.objects.filter(pk=hand.head_id).update(content=ruled)
    row = season_what_if.try_rules(scorer.season, "big-two", DOUBLED, by=people.bob)
    what_if_pieces.finish_waiting(stop=never)
    assert "Alice smoked" not in str(list(row.steps.values_list("outcome", flat=True)))
    season_what_if.apply_rules(row, reason="Alice asked for it.", by=people.bob)
    erasure.erase(players[0], confirm="Alice", by=people.alice)
    assert not row.steps.filter(effects__isnull=False).exists()
    what_if_pieces.finish_waiting(stop=never)
    assert not SessionRevision.objects.filter(reason__contains="Alice").exists()
    assert rules_of(scorer) == [DOUBLED] * 3


LOSER_SCORES = "gang-of-four-loser-scores"


@pytest.mark.parametrize("at_once", [0, 100])
def test_a_reason_why_rules_cannot_judge_a_hand_names_no_hidden_card(
    scorer, people, post, signed, monkeypatch, at_once
):
    monkeypatch.setattr(season_what_if, "AT_ONCE", at_once)
    smaller = {"deck": "literal-42"}
    copies = referee.rules_for(LOSER_SCORES).deck.copies
    missing = sorted({*copies} - {*referee.rules_for(LOSER_SCORES, smaller).deck.copies})
    cards = [card for card, number in copies.items() for _ in range(number)]
    cards.insert(0, cards.pop(cards.index(missing[0])))
    deals = [" ".join(cards[start : start + 16]) for start in range(0, 64, 16)]
    session = scorer.session(variant=LOSER_SCORES)
    scorer.hand(session, dealt=deals, events=[f"1: {cards[15]}"])
    body = {"variant": LOSER_SCORES, "house_rules": smaller}
    answer = post(body, who=people.dan)
    alone = post({"house_rules": smaller}, who=people.dan, path=f"sessions/{session.pk}/what-if/")
    if at_once == 0:
        what_if_pieces.finish_waiting(stop=never)
        path = f"{API}/what-ifs/{answer.json()['id']}/sessions/"
        own, others = (signed(who).get(path).content.decode() for who in (people.carol, people.dan))
    else:
        own, others = post(body, who=people.carol).content.decode(), answer.content.decode()
    assert missing[0] in own  # whoever records the hand sees the cards
    for text in (others, alone.content.decode()):
        assert missing[0] not in text
        assert "dealt" not in text
        assert "cannot be judged by these rules" in text


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_correction_of_seats_and_a_merge_wait_for_each_other(
    scorer, players, people, monkeypatch
):
    zoe, alicia = (Player.objects.create(club=scorer.club, name=name) for name in ("Zoe", "Alicia"))
    session = Session.objects.get(played_on="2026-03-01")
    seats = [zoe, *players[1:]]
    correction = SessionCorrection(labels={}, season=scorer.season, players=seats)
    both_locked = Barrier(2)

    def after_meeting(act):
        def _after_meeting(*arguments):
            with suppress(BrokenBarrierError):  # the other one waits for the lock
                both_locked.wait(1)
            return act(*arguments)

        return _after_meeting

    monkeypatch.setattr(corrections, "compare", after_meeting(corrections.compare))
    monkeypatch.setattr(player_merges, "_check", after_meeting(player_merges._check))

    def act(number):
        if number % 2:
            return corrections.correct(session, correction, by=people.carol)
        return player_merges.merge(players[0], alicia, by=people.bob)

    run_in_threads(act)
    assert not discrepancies(scorer)
