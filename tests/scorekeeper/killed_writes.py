"""Kill every kind of write with SIGKILL wherever another state may remain; test_killed.py runs this as a process.

The database of the settings must have tables and no rows. The report is printed as JSON.
"""

import hashlib
import json
import os
import signal
import sys
import uuid
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.apps import apps
from django.db import connection
from rest_framework.test import APIClient

import referee
from scorekeeper import erasure
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships, player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import live_log, second_logs
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.imports import session_records
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.models import (
    Club,
    Decision,
    Delivery,
    Hand,
    Player,
    Role,
    Season,
    Session,
    User,
    Webhook,
    WebhookEvent,
)
from scorekeeper.ratings import changes as rating_changes
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings import rerating
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.sessions import corrections, deletions, filing, what_if
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions.corrections import SessionCorrection
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan
from scorekeeper.webhooks import attempts, http_post, subscriptions
from scorekeeper.webhooks import delivery as webhook_delivery
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET

EVERYTHING = [
    f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"'
    for model in apps.get_models()
]

Write = Callable[[], Any]


def scene() -> dict[str, Write]:
    """Create a club with a session and two hands; return writes that change it, by name."""
    alice, bob, carol = (User.objects.create_user(name) for name in ("alice", "bob", "carol"))
    club, _ = memberships.found_club("Thursday night", by=alice)
    memberships.give_role(club, bob, Role.REFEREE, by=alice)
    memberships.give_role(club, carol, Role.SCORER, by=alice)
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    season, _ = club_roster.add(Season(club=club, name="Spring"), by=bob)
    session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=carol, season=season
    )
    other_session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=carol, season=season
    )
    hand_recording.record_hand(other_session, SHEET, by=carol)
    hand = hand_recording.record_hand(session, ILLEGAL, by=carol).hand
    done = hand_recording.record_hand(session, SHEET, by=carol).hand
    transcript, _ = second_logs.transcribe(hand, CLEAN, by=bob)
    fix = Amendment(changes=[EventChange(Operation.REMOVE, 5)], reason="It was not played.")
    events = [live_log.NewEvent(uuid.uuid4(), "2: 5D"), live_log.NewEvent(uuid.uuid4(), "2: 6D")]
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": ["A", "B", "C", "E"],
        "hands": [CLEAN],
    }
    about = NewDispute(claim="That was too low.", event=4)
    dropped, dispute = (dispute_filing.raise_dispute(hand, about, by=alice)[0] for _ in range(2))
    back = NewRuling(decision=Decision.TAKEN_BACK, reason="It was too low.")
    file = import_uploads.RecordFile(
        notation="txt", source="A B C D\n0 1 2 3", names={}, dry_run=False
    )
    again, spare = (Player.objects.create(club=club, name=name) for name in ("A.", "C."))
    link = session_links.create_link(session, by=carol)[0]
    merged, _ = player_merges.merge(Player.objects.create(club=club, name="B."), players[1], by=bob)
    asked_for = replay_rebuilds.request_rebuild(session, by=bob)
    new_webhook = subscriptions.NewWebhook(
        address="https://wall.example/", kinds=list(WebhookEvent)
    )
    hook, other = (subscriptions.create(club, new_webhook, by=alice)[0] for _ in range(2))
    message = subscriptions.ping(other, by=alice)
    Delivery.objects.filter(pk=message.pk).update(state="delivered", next_try_at=None)
    rows = dict.fromkeys(range(8), second_logs.Take.HAND)
    return {
        "a club is founded": lambda: memberships.found_club("Elsewhere", by=alice),
        "a role is given": lambda: memberships.give_role(club, carol, Role.REFEREE, by=alice),
        "a session is opened": lambda: session_recording.record_session(
            club, {"variant": "pusoy-dos"}, players=players, by=carol
        ),
        "a session is changed": lambda: session_recording.amend_session(
            _session(session), {"place": "Here"}, players=None, by=carol
        ),
        "a session is corrected": lambda: corrections.correct(
            _session(other_session),
            SessionCorrection(
                labels={"place": "There"}, season=season, players=[again, *players[1:]]
            ),
            by=carol,
        ),
        "sessions move to a season": lambda: filing.move_to_season(
            club, [other_session.pk], None, by=carol
        ),
        "a player is deleted": lambda: deletions.delete(spare, by=carol),
        "a hand is recorded": lambda: hand_recording.record_hand(
            _session(session), CLEAN, by=carol
        ),
        "events are appended": lambda: live_log.append(_hand(hand), events, after=5, by=carol),
        "a hand is amended": lambda: hand_amendments.amend(_hand(hand), fix, by=carol),
        "a hand is confirmed": lambda: hand_confirmations.confirm_hand(
            _hand(done), digest=done.head.digest, by=bob
        ),
        "a hand is transcribed": lambda: second_logs.transcribe(_hand(hand), SHEET, by=bob),
        "two logs are merged": lambda: second_logs.merge(
            transcript, rows={**rows, 3: second_logs.Take.TRANSCRIPT}, keys={}, by=bob
        ),
        "a dispute is raised": lambda: dispute_filing.raise_dispute(_hand(hand), about, by=carol),
        "a dispute is withdrawn": lambda: dispute_filing.withdraw(dropped, by=alice),
        "a dispute is ruled on": lambda: dispute_ruling.rule_on(dispute, back, by=bob),
        "house rules are applied": lambda: what_if.apply(
            _session(session), {"bombs": False}, reason="", by=bob
        ),
        "a player is added": lambda: club_roster.add(Player(club=club, name="Erin"), by=carol),
        "a scoring plan is decided": lambda: plan_versions.decide(
            season, Plan(minimum_hands=3), by=bob
        ),
        "a season is counted": lambda: standings_recount.refresh(season),
        "sessions are noted for ratings": lambda: rating_changes.apply_reratings(club.pk),
        "a list of ratings is counted": lambda: rerating.rate_next_sessions(
            rating_lists.stale_lists()[0].pk, wait=True
        ),
        "a session is filed": lambda: session_recording.file_session(
            _session(session), season=None, visibility="private", by=bob
        ),
        "a link is made": lambda: session_links.create_link(session, by=carol),
        "a link is revoked": lambda: session_links.revoke_link(link, by=carol),
        "two players are merged": lambda: player_merges.merge(again, players[0], by=bob),
        "a merge is reversed": lambda: player_merges.reverse(merged, by=bob),
        "a hand is recorded under a key": lambda: _keyed(
            f"/api/v1/sessions/{session.pk}/hands/", SHEET, by=carol
        ),
        "a rebuild is asked for": lambda: replay_rebuilds.request_rebuild(club, by=bob),
        "a rebuild is cancelled": lambda: replay_rebuilds.cancel(asked_for, by=bob),
        "a webhook is made": lambda: subscriptions.create(club, new_webhook, by=alice),
        "a webhook is changed": lambda: subscriptions.change(hook, {"label": "The wall"}, by=alice),
        "a webhook is tried out": lambda: subscriptions.ping(hook, by=alice),
        "a webhook has another secret": lambda: subscriptions.renew_secret(hook, by=alice),
        "a message is sent again": lambda: subscriptions.send_again(message, by=alice),
        "messages are claimed": webhook_delivery.claim,
        "a message did not arrive": lambda: attempts.record(
            attempts.Attempt(_sent_once(hook), http_post.PostResult(410))
        ),
        "a webhook is revoked": lambda: subscriptions.revoke(other, by=alice),
        "a player is erased": lambda: erasure.erase(players[2], confirm="C", by=alice),
        "a file is taken in": lambda: import_uploads.create_import(club, file, by=carol),
        "a record is imported": lambda: session_records.import_session(
            club, referee.parse_record(record), by=carol
        ),
    }


def _sent_once(hook: Webhook) -> Delivery:
    return hook.deliveries.order_by("pk")[0]


def _keyed(path: str, body: dict[str, Any], *, by: User) -> None:
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(by)
    answer = client.post(path, body, format="json", headers={"Idempotency-Key": "once"})
    assert answer.status_code == 201, answer.content


def _session(session: Session) -> Session:
    return Session.objects.select_related("head", "result").get(pk=session.pk)


def _hand(hand: Hand) -> Hand:
    return Hand.objects.select_related("head", "adjudication", "session__head").get(pk=hand.pk)


def state() -> str:
    """Return a digest of every row in the database."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for statement in EVERYTHING:
            cursor.execute(statement)
            digest.update(repr(cursor.fetchall()).encode())
    return digest.hexdigest()


def killed(write: Write, point: int) -> bool:
    """Run a write in a child process that kills itself at its n-th point; return False if it has fewer and was carried out.

    Points are where another state may remain: before a change outside a transaction, before the first change of a
    transaction, and before its commit.  Whatever else happens in a transaction is undone by the database.
    """
    connection.close()  # a child process must not share it
    child = os.fork()
    if child == 0:
        _run_and_die(write, point)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return True
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("A write failed that was not killed.")
    return False


def _run_and_die(write: Write, point: int) -> None:
    left, has_changed = point, False  # has_changed: in the open transaction

    def reach() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def execute_or_die(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        nonlocal has_changed
        if not sql.startswith(("SELECT", "BEGIN")):
            if not has_changed:
                reach()
            has_changed = connection.in_atomic_block
        return execute(sql, params, many, context)

    def commit_or_die() -> None:
        nonlocal has_changed
        if has_changed:
            reach()
        has_changed = False
        commit()

    def roll_back() -> None:
        nonlocal has_changed
        has_changed = False
        rollback()

    commit, rollback = connection._commit, connection._rollback
    connection._commit, connection._rollback = commit_or_die, roll_back  # type: ignore[method-assign]
    status = 1
    try:
        with connection.execute_wrapper(execute_or_die):
            write()
        status = 0
    finally:
        os._exit(status)


def main() -> None:
    """Kill each write at every point, then carry it out, so that the next one starts from a new state."""
    report: dict[str, Any] = {}
    for name, write in scene().items():
        before, point, wrong = state(), 1, []
        while killed(write, point):
            if state() != before:
                wrong.append(point)
                before = state()
            point += 1
        report[name] = {"points": point - 1, "half_done": wrong, "happened": state() != before}
    json.dump({"clubs": Club.objects.count(), "writes": report}, sys.stdout)


if __name__ == "__main__":
    main()
