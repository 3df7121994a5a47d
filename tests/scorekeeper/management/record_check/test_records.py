"""verify_records finds every change to stored records and derived rows and names the place."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.management.record_check import records as record_check
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
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.sample_hands import ILLEGAL, SHEET


@pytest.fixture
def amended_hand(session, people):
    """The first of two hands of a session, amended twice; session, hand and amendments have texts of every kind."""
    session_recording.amend_session(session, {"notes": "It rained."}, players=None, by=people.carol)
    hand = hand_recording.record_hand(
        session, {**ILLEGAL, "note": "Dan was late."}, by=people.carol
    ).hand
    hand_recording.record_hand(session, SHEET, by=people.carol)
    for text in ("2: 5D", "2: 4D"):
        change = hand_amendments.EventChange(hand_amendments.Operation.REPLACE, 5, text)
        hand_amendments.amend(
            hand, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
        )
    return hand


def problems_by_code(club):
    return {problem.code: problem for problem in record_check.verify_records(club)}


def revisions_numbered(amended_hand, number=2):
    return HandRevision.objects.filter(hand=amended_hand, number=number)


def test_untouched_records_have_no_problems(amended_hand, club):
    assert list(record_check.verify_records(club)) == []
    assert list(record_check.verify_records()) == []


def test_reasons_that_do_not_name_a_later_event_are_no_problem(session, people, club):
    """Version 1.0.0 did not name every later event that proves a verdict."""
    events = ["2: ?", "3: pass", "2: 3C"]
    hand = hand_recording.record_hand(session, {"events": events}, by=people.carol).hand
    adjudication = hand.adjudication
    later = [
        event
        for event in adjudication.answer["events"]
        if "This follows" in event.get("reason", "")
    ]
    for event in later:
        event |= {**event["parameters"]["reason"], "reason": event["reason"].partition(" This")[0]}
        hand.verdicts.filter(event=event["event"]).update(
            reason=event["reason"], template=event["template"], parameters=event["parameters"]
        )
    adjudication.save()
    assert later
    assert list(record_check.verify_records(club)) == []


def test_building_replays_causes_no_problems(amended_hand, club):
    assert replay_frames.rebuild_stale(stop=lambda: False) == 2
    assert list(record_check.verify_records(club)) == []


# a change to revision 2 of 3 -> the code of the problem
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


def test_a_change_to_any_column_of_a_revision_is_reported(amended_hand, club):
    for column, (values, code) in TAMPERED.items():
        with rolled_back():
            revisions_numbered(amended_hand).update(**values)
            problem = problems_by_code(club)[code]
        assert problem.subject == f"session {amended_hand.session_id}", column
        assert "hands[0]" in problem.where, column


def test_a_changed_author_of_a_revision_is_reported(amended_hand, club, people):
    revisions_numbered(amended_hand).update(by=people.eve)
    assert problems_by_code(club)["other-digest"].where == "hands[0].revisions[1].digest"


def test_a_revision_moved_to_another_club_is_reported(amended_hand, club, people):
    elsewhere = people.eve.memberships.get().club
    revisions_numbered(amended_hand).update(club=elsewhere)
    assert problems_by_code(club)["other-mirror"].where == "hands[0].revisions[1].club"


def test_a_revision_moved_to_another_hand_is_reported(amended_hand, club):
    other = Hand.objects.get(session=amended_hand.session_id, position=2)
    revisions_numbered(amended_hand).update(hand=other)
    assert {"number-gap", "broken-link"} <= problems_by_code(club).keys()


def test_a_revision_moved_to_another_session_is_reported(amended_hand, club, open_session):
    revisions_numbered(amended_hand).update(session=open_session())
    assert problems_by_code(club)["other-mirror"].where == "hands[0].revisions[1].session"


def test_a_changed_id_of_a_revision_is_reported(amended_hand, club):
    revisions_numbered(amended_hand).update(id="00000000-0000-0000-0000-000000000001")
    assert problems_by_code(club)["other-digest"].where == "hands[0].revisions[1].digest"


@pytest.mark.parametrize("column", ["content", "text"])
def test_json_that_is_not_canonical_is_reported(amended_hand, club, column):
    pk = revisions_numbered(amended_hand).values_list("pk", flat=True)[0]
    key = pk.hex if connection.vendor == "sqlite" else str(pk)
    statement = f"UPDATE scorekeeper_handrevision SET {column} = %s WHERE id = %s"
    for stored, code in (("{} ", "other-spelling"), ("{", "unreadable"), ("[]", "unreadable")):
        with rolled_back(), connection.cursor() as cursor:
            cursor.execute(statement, [stored, key])
            problem = problems_by_code(club)[code]
        assert problem.where == f"{amended_hand.pk}, revision 2, {column}", stored


@pytest.mark.parametrize("number", [1, 2])
def test_a_deleted_revision_is_reported(amended_hand, club, number):
    revisions_numbered(amended_hand, number).delete()
    assert {"number-gap", "broken-link", "revision-missing"} <= problems_by_code(club).keys()


def test_a_deleted_last_revision_is_reported(amended_hand, club):
    amended_hand.head = revisions_numbered(amended_hand).get()
    amended_hand.save()
    assert problems_by_code(club)["head-not-last"].where == "hands[0].head"
    revisions_numbered(amended_hand, 3).delete()
    assert problems_by_code(club)["revision-missing"].subject == f"hand {amended_hand.pk}"


@pytest.mark.parametrize(("model", "where"), [(Hand, "hands"), (Session, "session.head")])
def test_a_missing_head_is_reported(amended_hand, club, model, where):
    row = model.objects.get(pk={Hand: amended_hand.pk, Session: amended_hand.session_id}[model])
    model.objects.filter(pk=row.pk).update(head="00000000-0000-0000-0000-000000000001")
    assert problems_by_code(club)["head-missing"].where == where
    model.objects.filter(pk=row.pk).update(
        head=row.head_id
    )  # the database checks this at the end of the transaction


def test_swapped_heads_are_reported(amended_hand, club):
    other = Hand.objects.get(session=amended_hand.session_id, position=2)
    own_head, other_head = amended_hand.head_id, other.head_id
    earlier_head = revisions_numbered(amended_hand).get().pk
    for hand, head in ((amended_hand, earlier_head), (other, own_head), (amended_hand, other_head)):
        Hand.objects.filter(pk=hand.pk).update(head=head)
    where = [p.where for p in record_check.verify_records(club) if p.code == "head-not-last"]
    assert where == ["hands[0].head", "hands[1].head"]


def test_a_changed_session_revision_is_reported(amended_hand, club):
    SessionRevision.objects.filter(number=1).update(text={"event": "Friday night"})
    assert problems_by_code(club)["other-words"].where == "session.revisions[0].text"


def test_changed_columns_that_mirror_the_head_are_reported(amended_hand, club):
    later = F("created_at") + timedelta(1)
    changes = {
        "event": "Friday night",
        "played_on": None,
        "variant": "pusoy-dos",
        "created_at": later,
        "entered_on": date(2026, 1, 1),
    }
    for column, value in changes.items():
        with rolled_back():
            Session.objects.update(**{column: value})
            problem = problems_by_code(club)["other-mirror"]
        assert problem.where == f"session.{column}"


def test_seats_that_differ_from_the_head_are_reported(amended_hand, club, players):
    Seat.objects.filter(number=4).delete()
    assert "session.seats" in {problem.where for problem in record_check.verify_records(club)}


def test_a_missing_hand_is_reported(amended_hand, club):
    Hand.objects.filter(pk=amended_hand.pk).update(position=3)
    assert {"position-gap", "other-digest"} <= problems_by_code(club).keys()


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


def test_changed_derived_rows_are_reported(amended_hand, club):
    for name, (model, values) in DERIVED.items():
        with rolled_back():
            row = model.objects.first()
            model.objects.filter(pk=row.pk).update(**values)
            problems = {
                problem.where: problem.code for problem in record_check.verify_records(club)
            }
        assert any(
            where.endswith(f".{next(iter(values))}") and code == "other-derived"
            for where, code in problems.items()
        ), name


def test_missing_derived_rows_are_reported(amended_hand, club):
    for model in (Adjudication, Result, Score, Verdict):
        with rolled_back():
            model.objects.all().delete()
            problems = problems_by_code(club)
        assert "other-derived" in problems, model


def test_the_command_prints_problems_and_their_places(amended_hand, club):
    output, errors = StringIO(), StringIO()
    call_command("verify_records", club=club.pk, stdout=output, stderr=errors)
    assert output.getvalue() == "1 sessions checked: everything is as it was written down.\n"
    revisions_numbered(amended_hand).update(kind="ruled")
    with pytest.raises(SystemExit, match="1"):
        call_command("verify_records", club=club.pk, stdout=output, stderr=errors)
    assert (
        f"session {amended_hand.session_id}: hands[0].revisions[1].digest: Revision 2 was changed"
        in output.getvalue()
    )
