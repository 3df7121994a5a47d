"""Zoë, an erased player, and what of her is left in the database."""

import json

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs
from scorekeeper.models import (
    Comment,
    Dispute,
    DisputeStatement,
    GivenAnswer,
    HandVariation,
    Import,
    Link,
    Player,
    Ruling,
)
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET

NAME = "Zoë Quux"
WORD = "xyzzy"
"""A word in every free text about Zoë's session."""


@pytest.fixture
def zoe(club, players, people):
    """Zoë, who sat in one session with texts of every kind about it."""
    zoe = Player.objects.create(club=club, name=NAME, user=people.dan)
    seated = [*players[:3], zoe]
    content = {
        "variant": "big-two",
        "event": "Thursday night",
        "table": f"{NAME}'s",
        "place": "Hall",
        "notes": WORD,
        "weather": {"mood": WORD},
    }
    session, _ = session_recording.record_session(club, content, players=seated, by=people.carol)
    session_recording.amend_session(
        session, {"notes": f"not {WORD}"}, players=None, by=people.carol
    )
    hand = hand_recording.record_hand(
        session, {**CLEAN, "note": f"{NAME}: {WORD}", WORD: 1}, by=people.carol
    ).hand
    for position, more in enumerate(
        (
            {"void": WORD},
            {"annulled": WORD},
            {"adjustments": [{"seat": 4, "points": 5, "reason": WORD}]},
        )
    ):
        hand_recording.record_hand(
            session, {**SHEET, **more, "note": str(position)}, by=people.carol
        )
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        hand, hand_amendments.Amendment(changes=[change], reason=WORD), by=people.bob
    )
    second_logs.transcribe(hand, {**SHEET, "note": WORD}, by=people.dan)
    hand.refresh_from_db()
    at = timezone.now()
    dispute = Dispute.objects.create(
        club=club,
        hand=hand,
        revision=hand.head,
        claim=WORD,
        grounds=WORD,
        evidence=WORD,
        raised_by=people.dan,
        raised_at=at,
    )
    Ruling.objects.create(
        club=club,
        dispute=dispute,
        revision=hand.head,
        decision="stands",
        reason=WORD,
        by=people.bob,
        at=at,
    )
    DisputeStatement.objects.create(club=club, dispute=dispute, text=WORD, by=people.bob, at=at)
    Comment.objects.create(
        club=club, hand=hand, revision=hand.head, event=1, text=WORD, by=people.bob, at=at
    )
    HandVariation.objects.create(
        club=club,
        hand=hand,
        revision=hand.head,
        first=2,
        events=["2: pass"],
        text={"name": WORD},
        by=people.bob,
        at=at,
    )
    Link.objects.create(
        club=club,
        session=session,
        label=f"{WORD} phone",
        created_by=people.carol,
        created_at=at,
        expires_at=at,
    )
    source = json.dumps({"players": [NAME], "notes": WORD})
    Import.objects.create(
        club=club,
        by=people.carol,
        at=at,
        notation="json",
        source=source,
        source_digest="",
        names={NAME: str(zoe.pk)},
    )
    trial = Import.objects.create(
        club=club,
        by=people.carol,
        at=at,
        notation="json",
        source_digest="",
        dry_run=True,
        state="done",
    )
    trial.report.create(number=1, outcome="new", details={"players": [{"name": NAME}]})
    trial.report.create(
        number=2, outcome="known", session=session.pk, details={"error": {"message": WORD}}
    )
    trial.report.create(number=3, outcome="new", details={"line": 3})
    GivenAnswer.objects.create(
        owner="carol",
        key="1",
        request_digest="",
        status=201,
        body=json.dumps({"id": str(hand.pk), "note": WORD}),
        at=at,
    )
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=people.alice,
        content_type=kind,
        object_id=str(zoe.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )
    replay_frames.rebuild_stale(stop=lambda: False)
    return zoe


def stored_values():
    """Yield every value of every row of every table as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from (str(value) for row in cursor.fetchall() for value in row)


def naming_zoe(values):
    forms = (NAME, json.dumps(NAME)[1:-1], "Quux", WORD)
    return [value for value in values if any(form in value for form in forms)]
