"""Revisions form a chain of digests that reveals every change."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from referee import Parts, canonical, revision_digest, sha256, text_digest
from scorekeeper.adjudication import revisions
from scorekeeper.hands import recording
from scorekeeper.models import Hand, HandRevision, Kind, SessionRevision
from tests.scorekeeper.sample_hands import SHEET

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


def digest_of(**changes):
    defaults = {
        "id": str(UUID(int=1)),
        "of": {"club": "c", "session": "s"},
        "number": 1,
        "previous": "",
        "kind": "recorded",
        "by": str(UUID(int=2)),
        "at": NOON,
        "content": {"events": ["1: 3♣"]},
        "text": "sha256:0",
    }
    return revision_digest(**{**defaults, **changes})


def test_the_digest_is_of_canonical_json():
    text = (
        '{"at":"2026-03-05T12:00:00.000000+00:00","by":"00000000-0000-0000-0000-000000000002",'
        '"content":{"events":["1: 3♣"]},"id":"00000000-0000-0000-0000-000000000001","kind":"recorded",'
        '"number":1,"of":{"club":"c","session":"s"},"previous":"","text":"sha256:0"}'
    )
    assert digest_of() == sha256(text)


def test_the_digest_does_not_depend_on_the_time_zone():
    assert digest_of(at=NOON.astimezone(timezone(timedelta(hours=8)))) == digest_of()


@pytest.mark.parametrize(
    "change",
    [
        {"id": str(UUID(int=3))},
        {"of": {"club": "c", "session": "t"}},
        {"number": 2},
        {"previous": "sha256:1"},
        {"kind": Kind.AMENDED},
        {"by": str(UUID(int=3))},
        {"at": NOON + timedelta(microseconds=1)},
        {"content": {"events": ["1: 3♦"]}},
        {"text": "sha256:1"},
        {"cause": "ruling"},
    ],
)
def test_any_change_changes_the_digest(change):
    assert digest_of(**change) != digest_of()


def test_a_stored_revision_verifies(hand):
    revision = HandRevision.objects.get()
    assert revision.digest == revisions.digest_of(revision)
    assert revision.text_digest == text_digest(
        salt=revision.text_salt, reason=revision.reason, text=revision.text
    )
    session_revision = SessionRevision.objects.get()
    assert session_revision.digest == revisions.digest_of(session_revision)


def test_changed_content_does_not_verify(hand):
    HandRevision.objects.update(content={**hand.head.content, "passes": "written"})
    revision = HandRevision.objects.get()
    assert revision.digest != revisions.digest_of(revision)


def test_each_revision_has_the_digest_of_the_previous_one(hand, people):
    first = hand.head
    act = revisions.Act(by=people.bob, kind=Kind.AMENDED, reason="misread")
    second = revisions.revise_hand(hand, Parts(first.content, {"note": "read again"}), act)
    assert (second.number, second.previous_digest) == (2, first.digest)
    assert second.digest == revisions.digest_of(second)


def test_a_revision_with_erased_texts_verifies(session, people):
    hand = recording.record_hand(session, {**SHEET, "note": "Dan was late"}, by=people.carol).hand
    HandRevision.objects.update(text={}, text_salt="", reason="")
    revision = HandRevision.objects.get(hand=hand)
    assert revision.digest == revisions.digest_of(revision)


def test_unusual_values_are_stored_exactly(session, people):
    record = {**SHEET, "mine": {"z": 1e22, "a": [-0.0, 1.0, "\u0000", "\u2028"], "": 10**30}}
    hand = recording.record_hand(session, record, by=people.carol).hand
    revision = HandRevision.objects.get(hand=hand)
    assert canonical(revision.text) == canonical({"mine": record["mine"]})
    assert revision.digest == revisions.digest_of(revision)


def test_a_hand_has_one_revision_of_each_number(hand):
    with pytest.raises(IntegrityError), transaction.atomic():
        HandRevision.objects.create(
            hand=hand,
            club=hand.club,
            session=hand.session,
            position=1,
            number=1,
            kind=Kind.AMENDED,
            by=hand.recorded_by,
            at=NOON,
            content={},
            text={},
        )


def test_a_hand_with_a_history_cannot_be_deleted(hand):
    with pytest.raises(ProtectedError):
        Hand.objects.all().delete()
