"""A row that cannot be worked on stops nothing but itself; it is noted, tried again, set aside and taken up again."""

import json
import logging
from uuid import NAMESPACE_OID, UUID, uuid5

import pytest
from django.contrib.admin.models import LogEntry
from django.db import InterfaceError, OperationalError, connection
from django.urls import reverse
from django.utils import timezone
from psycopg import errors

from scorekeeper import erasure, set_aside, tasks
from scorekeeper.accounts import mail
from scorekeeper.clubs import memberships
from scorekeeper.models import (
    MonthFigures,
    Rating,
    Rerating,
    Season,
    Session,
    Standing,
    User,
    WorkFailure,
)
from scorekeeper.ratings import changes as rating_changes
from scorekeeper.ratings import rerating
from scorekeeper.sessions import corrections
from scorekeeper.sessions.corrections import SessionCorrection
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.standings import recount
from scorekeeper.statistics import recount as statistics_recount
from tests import without_triggers
from tests.scorekeeper.poisoned_rows import (
    DAY,
    POISONS,
    break_answer,
    break_figures,
    break_rated_session,
    make_day_unreadable,
    restore_answer,
    scorer_of,
)
from tests.scorekeeper.season_scorer import WON_BY_ALICE
from tests.scorekeeper.turns import never

pytestmark = pytest.mark.django_db

each_poison = pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS.keys())


@pytest.fixture(autouse=True)
def _to_private_addresses(settings):
    """Messages to an address of this computer, where nothing answers."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True


@pytest.fixture
def found(people):
    """Found a club with this number as its id, with one session of one hand."""

    def found(number):
        club, _ = memberships.found_club(f"Club {number}", by=people.alice, id=UUID(int=number))
        scorer = scorer_of(club)
        scorer.session(WON_BY_ALICE, played_on=DAY)
        return scorer

    return found


@pytest.fixture
def clubs(found):
    """Two clubs, of which the first is the one that a loop in the order of ids begins with."""
    return found(1), found(2)


@pytest.fixture
def poisoned(clubs, poison, export_folder):
    """The club with the damaged row, and the other one, after a worker was there."""
    without_triggers.drop_until_rollback()
    for scorer in clubs:
        poison.prepare(scorer)
    poison.damage(clubs[0])
    poison.run()
    return clubs


def try_until_set_aside(poison):
    """Return how long the item waits after each try."""
    waits = []
    for _ in range(set_aside.MOST_TRIES - 1):
        row = WorkFailure.objects.first()
        waits.append(row.next_try_at - row.last_at)
        WorkFailure.objects.update(next_try_at=timezone.now())
        poison.end_lease()
        poison.run()
    poison.end_lease()
    assert not WorkFailure.objects.exclude(next_try_at=None).exists()
    return waits


def set_all_aside(poison):
    WorkFailure.objects.update(next_try_at=None)
    poison.end_lease()


@each_poison
def test_a_damaged_row_stops_nothing_else_and_is_noted(poisoned, poison):
    bad, good = poisoned
    assert (poison.is_done(bad), poison.is_done(good)) == (False, True)
    assert {row.kind for row in WorkFailure.objects.all()} == {poison.kind}
    row = WorkFailure.objects.first()
    assert row.club_id in {bad.club.pk, None}
    assert (row.tries, row.next_try_at > row.last_at >= row.first_at) == (1, True)
    assert "Error" in row.error
    assert not poison.is_waiting()  # so a task does not enqueue itself for it


@pytest.mark.parametrize("poison", [POISONS["a session that ratings cannot read"]])
def test_two_changes_of_one_damaged_session_do_not_take_each_other_up(poisoned, poison):
    club = poisoned[0].club
    session = Session.objects.values_list("pk", flat=True).get(club=club)
    for _ in range(2):
        Rerating.objects.create(club=club, session_id=session)
    pieces = iter(range(10))
    rerating.refresh_stale(stop=lambda: next(pieces, None) is None)
    assert next(pieces, None) is not None  # it came to an end before
    assert not rerating.is_work_waiting()
    assert WorkFailure.objects.get().tries == 1


@pytest.mark.slow
@each_poison
def test_what_failed_waits_longer_and_longer_and_is_set_aside(poisoned, poison):
    poison.run()
    assert {row.tries for row in WorkFailure.objects.all()} == {1}
    waits = try_until_set_aside(poison)
    assert len(waits) == set_aside.MOST_TRIES - 1
    assert waits == sorted(set(waits))
    poison.run()
    assert {row.tries for row in WorkFailure.objects.all()} == {set_aside.MOST_TRIES}


@pytest.mark.slow
@each_poison
def test_what_was_set_aside_is_taken_up_by_hand(poisoned, poison):
    set_all_aside(poison)
    poison.repair(poisoned[0])
    poison.run()
    assert not poison.is_done(poisoned[0])
    set_aside.take_up(WorkFailure.objects.all())
    poison.run()
    assert poison.is_done(poisoned[0])
    assert not WorkFailure.objects.exists()


@pytest.mark.parametrize(
    "poison", [pytest.param(each, id=name) for name, each in POISONS.items() if each.change]
)
def test_what_was_set_aside_is_taken_up_when_its_row_changes(poisoned, poison):
    set_all_aside(poison)
    poison.change(poisoned[0])
    poison.run()
    assert poison.is_done(poisoned[0])
    assert not WorkFailure.objects.exists()


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_session_at_an_end_of_the_calendar_is_counted_with_all_others(clubs, people, signed, day):
    at_the_end, _ = clubs
    without_triggers.drop_until_rollback()  # which refuse such a day since
    Session.objects.filter(club=at_the_end.club).update(played_on=day)
    statistics_recount.refresh_waiting(stop=never)
    rerating.refresh_stale(stop=never)
    assert not WorkFailure.objects.exists()
    for scorer in clubs:
        assert MonthFigures.objects.filter(club=scorer.club, month__day=1).exists()
        assert Rating.objects.filter(club=scorer.club).exists()
    client = signed(people.alice)
    for query in ({}, {"from": day, "to": day}):
        path = f"/api/v1/clubs/{at_the_end.club.pk}/statistics/"
        assert client.get(path, query).status_code == 200


def test_a_corrected_day_heals_its_session_at_once(found, people):
    scorer = found(1)
    without_triggers.drop_until_rollback()
    break_answer(scorer)
    statistics_recount.refresh_waiting(stop=never)
    WorkFailure.objects.update(next_try_at=None)
    restore_answer(scorer)
    session = Session.objects.get(club=scorer.club)
    labels = {**corrections.labels_of(session), "played_on": "2026-03-06"}
    correction = SessionCorrection(labels=labels, season=session.season, players=scorer.players)
    corrections.correct(session, correction, by=people.alice)
    statistics_recount.refresh_waiting(stop=never)
    assert not WorkFailure.objects.exists()
    assert MonthFigures.objects.exists()


@pytest.mark.parametrize(
    "damage", [break_answer, make_day_unreadable, break_figures, break_rated_session]
)
def test_readers_get_what_was_counted_before(clubs, people, signed, damage):
    bad, _ = clubs
    client = signed(people.alice)
    run_workers()
    without_triggers.drop_until_rollback()
    bad.session(WON_BY_ALICE, played_on=DAY)
    damage(bad)
    paths = [
        f"clubs/{bad.club.pk}/statistics",
        f"seasons/{bad.season.pk}/standings",
        f"clubs/{bad.club.pk}/ratings",
    ]
    answers = [client.get(f"/api/v1/{path}/").status_code for path in paths]
    assert answers == [200, 200, 200]
    run_workers()
    answers = [client.get(f"/api/v1/{path}/").status_code for path in paths]
    assert answers == [200, 200, 200]
    assert WorkFailure.objects.exists()


def run_workers():
    for run in LOOPS.values():
        run(never)


LOOPS = {
    "statistics": lambda stop: statistics_recount.refresh_waiting(stop=stop),
    "standings": lambda stop: recount.refresh_waiting(stop=stop),
    "ratings": lambda stop: rerating.refresh_stale(stop=stop),
}
COUNTED = {"statistics": MonthFigures, "standings": Standing, "ratings": Rating}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_small_club_does_not_wait_until_a_large_one_is_counted(clubs, monkeypatch, loop):
    large, small = clubs
    for _ in range(5):
        large.session(WON_BY_ALICE, played_on=DAY)
    for module, name in (
        (statistics_recount, "PIECE"),
        (recount, "PIECE"),
        (rerating, "BATCH"),
        (rating_changes, "BATCH"),
    ):
        monkeypatch.setattr(module, name, 1)
    rows = COUNTED[loop].objects

    def is_small_one_counted():
        return rows.filter(club=small.club).exists()

    LOOPS[loop](is_small_one_counted)
    assert is_small_one_counted()
    assert not rows.filter(club=large.club).exists()
    LOOPS[loop](never)
    assert rows.filter(club=large.club).exists()


@pytest.mark.slow  # a worker is killed wherever another state may remain, in its own process and database
def test_a_worker_that_is_killed_while_it_notes_a_failure_leaves_nothing_half_done(ran_apart):
    report = json.loads(ran_apart("killed_failures").splitlines()[-1])
    assert report["points"] > 2 * 2  # two sessions
    assert report["half_done"] == report["left"] == report["not_noted"] == []


def item(row="x", **values):
    return Item(WorkKind.IMPORT, uuid5(NAMESPACE_OID, row), **values)


def test_items_take_turns():
    left, done = {"long": 3, "short": 1}, []

    def work(row):
        left[row] -= 1
        done.append(row)
        return left[row] >= 0

    assert set_aside.in_turn(left, item, work, stop=never) == 4
    assert done == ["long", "short", "long", "short", "long", "long"]


def test_what_an_item_wrote_before_it_failed_is_undone(club):
    def work(row):
        Season.objects.create(club=club, name=row)
        if row == "bad":
            raise KeyError(row)

    set_aside.in_turn(["bad", "good"], item, work, stop=never)
    assert list(Season.objects.values_list("name", flat=True)) == ["good"]


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
def test_a_lost_connection_is_nobodys_failure(error):
    def work():
        raise error

    with pytest.raises(type(error)):
        set_aside.attempt(item(), work)
    with pytest.raises(type(error)):
        set_aside.together_or_alone([item()], lambda _: work())
    assert not WorkFailure.objects.exists()


def test_a_statement_that_the_database_refuses_is_the_items_failure():
    def work():
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM nowhere")

    set_aside.attempt(item(), work)
    assert "nowhere" in WorkFailure.objects.get().error


@pytest.mark.parametrize(
    ("cause", "is_lost"),
    [
        (errors.AdminShutdown(), True),
        (errors.DeadlockDetected(), True),
        (errors.QueryCanceled(), False),  # it took longer than it may
        (errors.StatementTooComplex(), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_statement_that_is_too_large_or_too_slow_is_the_items_failure(cause, is_lost):
    error = OperationalError("refused")
    error.__cause__ = cause
    assert set_aside.is_of_the_connection(error) == is_lost


def test_of_many_items_only_those_fail_that_cannot_be_worked_on():
    items, done = [item(f"{number}") for number in range(5)], []

    def work(some):
        if items[3] in some:
            raise KeyError
        done.extend(some)

    assert set_aside.together_or_alone(items, work) == [items[3]]
    assert done == [*items[:3], items[4]]
    assert WorkFailure.objects.get().row == items[3].row


def test_a_failure_is_logged_with_its_traceback(caplog):
    set_aside.attempt(item(), lambda: {}["missing"])
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info[0] is KeyError


@pytest.mark.parametrize("text", ["\0", "\ud800", "long" * 1000], ids=["nul", "surrogate", "long"])
def test_any_error_can_be_noted(text, caplog):
    caplog.set_level(logging.CRITICAL)  # the report of a test is UTF-8

    def work():
        raise ValueError(text)

    set_aside.attempt(item(), work)
    assert WorkFailure.objects.get().error.startswith("ValueError")


def test_another_version_begins_anew():
    for version in ("1", "1", "2"):
        set_aside.note(item(version=version), ValueError())
    assert WorkFailure.objects.get().tries == 1
    assert set_aside.only_ready([item(version="1"), item(version="2")]) == [item(version="1")]


def test_what_nobody_tries_again_is_forgotten():
    set_aside.note(item("gone"), ValueError())
    WorkFailure.objects.update(next_try_at=timezone.now() - 2 * set_aside.FORGET_AFTER)
    set_aside.note(item("waits"), ValueError())
    set_aside.note(item("aside"), ValueError())
    WorkFailure.objects.filter(row=item("aside").row).update(next_try_at=None)
    assert tasks.forget_gone_failures() == 1
    assert WorkFailure.objects.count() == 2


def test_an_erasure_deletes_what_errors_say(club, players, people):
    set_aside.note(item(club=club.pk), ValueError("Alice sits here twice"))
    erasure.erase(players[0], confirm="Alice", by=people.alice)
    assert WorkFailure.objects.get().error == ""


def test_the_admin_lists_failures_and_has_them_tried_again(
    root, club, django_capture_on_commit_callbacks
):
    set_aside.note(item(club=club.pk), ValueError("out of range"))
    WorkFailure.objects.update(next_try_at=None, tries=8)
    address = reverse("admin:scorekeeper_workfailure_changelist")
    assert "out of range" in root.get(address).content.decode()
    chosen = {"action": "try_again", "_selected_action": [WorkFailure.objects.get().pk]}
    assert root.post(address, chosen).status_code == 302
    row = WorkFailure.objects.get()
    assert (row.tries, row.next_try_at <= timezone.now()) == (0, True)
    assert LogEntry.objects.filter(change_message="tried again").exists()


def test_failures_are_counted_by_kind(root, settings):
    set_aside.note(item("1"), ValueError())
    set_aside.note(item("2"), ValueError())
    WorkFailure.objects.filter(row=item("1").row).update(next_try_at=None)
    settings.METRICS_TOKEN = "token"
    page = root.get("/metrics/", headers={"Authorization": "Bearer token"}).content.decode()
    assert 'scorekeeper_work_failing{kind="import"} 1.0' in page
    assert 'scorekeeper_work_set_aside{kind="import"} 1.0' in page
    assert 'scorekeeper_work_set_aside{kind="replay of a hand"} 0.0' in page


def test_a_mail_that_cannot_be_written_does_not_keep_others_from_theirs(people, mailoutbox):
    User.objects.filter(pk=people.alice.pk).update(email="alice\n@club.example")
    User.objects.filter(pk=people.bob.pk).update(email="bob@club.example")
    users = [str(people.alice.pk), str(people.bob.pk)]
    assert mail.mail_resets(users, "https://club.example", "en") == 1
    assert [message.to for message in mailoutbox] == [["bob@club.example"]]


def test_every_kind_of_item_has_a_damaged_row():
    assert {poison.kind for poison in POISONS.values()} == {*WorkKind}
