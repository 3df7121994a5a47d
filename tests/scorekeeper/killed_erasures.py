"""Kill workers that finish an erasure with SIGKILL at every point where another state may remain; erasure/test_killed_erasures.py runs this.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from django.db import connection

from scorekeeper import erasure
from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.journal import sealing, verification
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    AuditEntry,
    Club,
    ErasureProgress,
    ErasureStep,
    Hand,
    Player,
    Session,
    User,
)
from scorekeeper.sessions import erasure_pieces
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.killed_writes import EVERYTHING, killed
from tests.scorekeeper.sample_hands import SHEET

NAME = "Zoë Quux"
SESSIONS = 2


def main() -> None:
    """Erase a player of two sessions, kill a worker before its n-th point, and let the next one go on, for every n."""
    alice = User.objects.create_user("alice")
    club, _ = memberships.found_club("Thursday night", by=alice)
    others = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C")]
    reference = _facts(_erase(club, others, alice, at_once=SESSIONS))
    report: dict[str, Any] = {"points": 0, "readable": [], "left": [], "wrong": []}
    point, is_killed = 1, True
    while is_killed:
        player = _erase(club, others, alice, at_once=0)
        is_killed = killed(_run_worker, point)
        if _is_readable():
            report["readable"].append(point)
        _run_worker()
        if ErasureStep.objects.exists() or ErasureProgress.objects.exclude(left=0).exists():
            report["left"].append(point)
        if _facts(player) != reference:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["damaged"] = [str(row) for row in record_check.verify_records()]
    sealing.seal_waiting(stop=lambda: False)
    report["journal"] = [str(row) for row in verification.verify(Club.objects.get(pk=club.pk))]
    json.dump(report, sys.stdout)


def _erase(club: Club, others: list[Player], by: User, *, at_once: int) -> Player:
    """Add a player with two sessions, and erase them; sessions up to ``at_once`` are finished with the decision."""
    player = Player.objects.create(club=club, name=NAME)
    for place in ("Hall", f"at {NAME}'s"):
        labels = {"variant": "big-two", "event": "Cup", "place": place, "notes": NAME}
        session, _ = session_recording.record_session(
            club, labels, players=[*others, player], by=by
        )
        hand_recording.record_hand(session, {**SHEET, "note": NAME}, by=by)
        hand_recording.record_hand(session, {**SHEET, "void": f"{NAME} left."}, by=by)
    erasure.AT_ONCE = at_once
    erasure.erase(player, confirm=NAME, by=by)
    return player


def _facts(player: Player) -> list[object]:
    """Return what an erasure leaves of the player's sessions, without ids, salts and times."""
    sessions = Session.objects.filter(seats__player=player)
    hands = Hand.objects.filter(session__in=sessions).order_by("session__place", "position")
    acts = AuditEntry.objects.filter(
        subject__in=[str(pk) for pk in sessions.values_list("pk", flat=True)]
    )
    return [
        list(
            sessions.order_by("place").values_list(
                "event", "place", "head__text", "head__number", "result__totals", "result__hands"
            )
        ),
        list(
            hands.values_list(
                "position",
                "head__text",
                "head__text_salt",
                "adjudication__answer",
                "adjudication__carried_out",
            )
        ),
        [row.scores.count() for row in hands],
        sorted(acts.values_list("act", flat=True)),
    ]


def _is_readable() -> bool:
    with connection.cursor() as cursor:
        for point in EVERYTHING:
            cursor.execute(point)
            if any("Quux" in str(value) for row in cursor.fetchall() for value in row):
                return True
    return False


def _run_worker() -> None:
    erasure_pieces.finish_waiting(stop=lambda: False)


if __name__ == "__main__":
    main()
