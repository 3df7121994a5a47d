"""Tampering with anything that is stored is found and named."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.management import record_check
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Result,
    Score,
    Seat,
    Session,
    SessionRevision,
    Verdict,
)
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import ILLEGAL, SHEET


@pytest.fixture
def books(session, people):
    """A session of two hands, the first of which was corrected twice; it has words of every sort."""
    session_recording.amend_session(session, {"notes": "It rained."}, players=None, by=people.carol)
    first = hand_recording.record_hand(
        session, {**ILLEGAL, "note": "Dan was late."}, by=people.carol
    ).hand
    hand_recording.record_hand(session, SHEET, by=people.carol)
    for text in ("2: 5D", "2: 4D"):
        change = hand_amendments.EventChange(hand_amendments.Operation.REPLACE, 5, text)
        hand_amendments.amend(
            first, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
        )
    return first


def found(club):
    return {problem.code: problem for problem in record_check.verify_records(club)}


def revision(books, number=2):
    return HandRevision.objects.filter(hand=books, number=number)


def test_books_that_nobody_touched_are_as_they_were(books, club):
    assert list(record_check.verify_records(club)) == []
    assert list(record_check.verify_records()) == []


def test_books_whose_replays_are_built_are_as_they_were(books, club):
    assert replay_frames.rebuild_stale(stop=lambda: False) == 2
    assert list(record_check.verify_records(club)) == []


# what somebody might do to revision 2 of 3 -> how it is found
TAMPERED = {
    "kind": ({"kind": "ruled"}, "other-digest"),
    "cause": ({"cause": ""}, "other-digest"),
    "reason": ({"reason": "misreaD"}, "other-words"),
    "text": ({"text": {"note": "Dan was drunk."}}, "other-words"),
    "text_salt": ({"text_salt": "0" * 64}, "other-words"),
    "no salt": ({"text_salt": "", "text": {}, "reason": ""}, "words-missing"),
    "salt alone": ({"text_salt": ""}, "words-after-erasure"),
    "text_digest": ({"text_digest": "sha256:" + "0" * 64}, "other-digest"),
    "previous_digest": ({"previous_digest": "sha256:" + "0" * 64}, "broken-link"),
    "digest": ({"digest": "sha256:" + "0" * 64}, "other-digest"),
    "number": ({"number": 7}, "number-gap"),
    "content": ({"content": {"events": ["1: 3C"]}}, "other-digest"),
    "at": ({"at": F("at") + timedelta(microseconds=1)}, "other-digest"),
    "position": ({"position": 2}, "other-mirror"),
}


@pytest.mark.parametrize("column", TAMPERED)
def test_every_column_of_a_revision_is_watched(books, club, column):
    values, code = TAMPERED[column]
    revision(books).update(**values)
    problem = found(club)[code]
    assert problem.subject == f"session {books.session_id}"
    assert "hands[0]" in problem.where


def test_the_author_of_a_revision_is_watched(books, club, people):
    revision(books).update(by=people.eve)
    assert found(club)["other-digest"].where == "hands[0].revisions[1].digest"


def test_a_revision_given_to_another_club_is_found(books, club, people):
    elsewhere = people.eve.memberships.get().club
    revision(books).update(club=elsewhere)
    assert found(club)["other-mirror"].where == "hands[0].revisions[1].club"


def test_a_revision_given_to_another_hand_is_found(books, club):
    other = Hand.objects.get(session=books.session_id, position=2)
    revision(books).update(hand=other)
    assert {"number-gap", "broken-link"} <= found(club).keys()


def test_a_revision_given_to_another_session_is_found(books, club, players, people):
    other, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.bob
    )
    revision(books).update(session=other)
    assert found(club)["other-mirror"].where == "hands[0].revisions[1].session"


def test_another_id_of_a_revision_is_found(books, club):
    revision(books).update(id="00000000-0000-0000-0000-000000000001")
    assert found(club)["other-digest"].where == "hands[0].revisions[1].digest"


@pytest.mark.parametrize("column", ["content", "text"])
@pytest.mark.parametrize(("stored", "code"), [("{} ", "other-spelling"), ("{", "unreadable"), ("[]", "unreadable")])  # fmt: skip
def test_bytes_that_are_stored_otherwise_are_found(books, club, column, stored, code):
    pk = revision(books).values_list("pk", flat=True)[0]
    with connection.cursor() as cursor:
        key = pk.hex if connection.vendor == "sqlite" else str(pk)
        statement = f"UPDATE scorekeeper_handrevision SET {column} = %s WHERE id = %s"
        cursor.execute(statement, [stored, key])
    assert found(club)[code].where == f"{books.pk}, revision 2, {column}"


@pytest.mark.parametrize("number", [1, 2])
def test_a_revision_that_was_deleted_is_found(books, club, number):
    revision(books, number).delete()
    assert {"number-gap", "broken-link", "revision-missing"} <= found(club).keys()


def test_the_last_revision_cannot_be_cut_off_in_silence(books, club):
    books.head = revision(books).get()
    books.save()
    assert found(club)["head-not-last"].where == "hands[0].head"
    revision(books, 3).delete()
    assert found(club)["revision-missing"].subject == f"hand {books.pk}"


@pytest.mark.parametrize(("model", "where"), [(Hand, "hands"), (Session, "session.head")])
def test_a_head_that_is_nowhere_is_found(books, club, model, where):
    row = model.objects.get(pk={Hand: books.pk, Session: books.session_id}[model])
    model.objects.filter(pk=row.pk).update(head="00000000-0000-0000-0000-000000000001")
    assert found(club)["head-missing"].where == where
    model.objects.filter(pk=row.pk).update(head=row.head_id)  # the database looks at the end


def test_swapped_heads_are_found(books, club):
    other = Hand.objects.get(session=books.session_id, position=2)
    mine, theirs = books.head_id, other.head_id
    spare = revision(books).get().pk
    for hand, head in ((books, spare), (other, mine), (books, theirs)):
        Hand.objects.filter(pk=hand.pk).update(head=head)
    where = [p.where for p in record_check.verify_records(club) if p.code == "head-not-last"]
    assert where == ["hands[0].head", "hands[1].head"]


def test_a_session_is_watched_as_its_hands_are(books, club):
    SessionRevision.objects.filter(number=1).update(text={"event": "Friday night"})
    assert found(club)["other-words"].where == "session.revisions[0].text"


@pytest.mark.parametrize(
    "values",
    [{"event": "Friday night"}, {"played_on": None}, {"variant": "pusoy-dos"}, {"created_at": F("created_at") + timedelta(1)}],
)  # fmt: skip
def test_columns_that_mirror_the_head_are_watched(books, club, values):
    Session.objects.update(**values)
    assert found(club)["other-mirror"].where == f"session.{next(iter(values))}"


def test_seats_are_those_of_the_head(books, club, players):
    Seat.objects.filter(number=4).delete()
    assert "session.seats" in {problem.where for problem in record_check.verify_records(club)}


def test_a_hand_that_is_gone_leaves_a_gap(books, club):
    Hand.objects.filter(pk=books.pk).update(position=3)
    assert {"position-gap", "other-digest"} <= found(club).keys()


DERIVED = {
    "points": (Score, {"points": 99}),
    "place": (Score, {"place": 3}),
    "verdict": (Verdict, {"verdict": "unproven"}),
    "reason": (Verdict, {"reason": "Because."}),
    "input": (Adjudication, {"input_digest": "sha256:0"}),
    "carried in": (Adjudication, {"carried_in": {}}),
    "carried out": (Adjudication, {"carried_out": {}}),
    "answer": (Adjudication, {"answer": {}}),
    "rules": (Adjudication, {"rules_digest": "sha256:0"}),
    "totals": (Result, {"totals": [1, 2, 3, 4]}),
    "winners": (Result, {"winners": [4]}),
    "result": (Result, {"input_digest": "sha256:0"}),
}


@pytest.mark.parametrize("what", DERIVED)
def test_what_is_derived_follows_from_the_record(books, club, what):
    model, values = DERIVED[what]
    row = model.objects.first()
    model.objects.filter(pk=row.pk).update(**values)
    problems = {problem.where: problem.code for problem in record_check.verify_records(club)}
    assert any(where.endswith(f".{next(iter(values))}") and code == "other-derived" for where, code in problems.items())  # fmt: skip


@pytest.mark.parametrize("model", [Adjudication, Result, Score, Verdict])
def test_what_is_derived_is_there(books, club, model):
    model.objects.all().delete()
    assert "other-derived" in found(club)


def test_the_command_says_what_is_wrong_and_where(books, club):
    out, err = StringIO(), StringIO()
    call_command("verify_records", club=club.pk, stdout=out, stderr=err)
    assert out.getvalue() == "1 sessions checked: everything is as it was written down.\n"
    revision(books).update(kind="ruled")
    with pytest.raises(SystemExit, match="1"):
        call_command("verify_records", club=club.pk, stdout=out, stderr=err)
    assert f"session {books.session_id}: hands[0].revisions[1].digest: Revision 2 was changed" in out.getvalue()  # fmt: skip
