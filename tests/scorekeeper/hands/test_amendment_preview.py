"""What somebody wrote in a form becomes what is otherwise in a hand's record."""

import pytest

from scorekeeper.hands import amendment_form
from scorekeeper.models import Cause, Hand, HandRevision


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ({"note": "long", "dealer": 1}, {"note": "short"}, {"note": "short", "dealer": None}),
        ({"dealer": 1}, {"dealer": 1, "note": "new"}, {"note": "new"}),
        ({"out": {"a": 1, "b": 2}}, {"out": {"b": 2, "a": 1}}, {}),
    ],
)
def test_only_keys_that_were_written_otherwise_change_and_those_left_out_are_null(
    before, after, changed
):
    assert amendment_form.changed_keys(before, after) == changed


def test_a_change_is_named_as_the_event_that_it_changes():
    hand = Hand(head=HandRevision(content={"events": ["1: 3C", "2: 4D", "3: pass"]}, text={}))
    assert amendment_form.record_path("changes[0].text", hand, "1: 3C\n2: 4D\n3: 5D") == "events[2]"
    assert amendment_form.record_path("keys.note", hand, "") == "keys.note"


def test_a_look_at_an_earlier_revision_needs_no_reason():
    looked = amendment_form.undoing(2, {})
    assert (looked.undo, looked.cause, looked.reason) == (2, Cause.TRANSCRIPTION_FIX, "")
