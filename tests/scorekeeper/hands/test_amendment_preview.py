"""The amendment form: keys that were changed, and places of mistakes."""

import pytest

from scorekeeper.hands import amendment_form
from scorekeeper.hands.actions import RevertHand
from scorekeeper.models import Cause, Hand, HandRevision, User


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ({"note": "long", "dealer": 1}, {"note": "short"}, {"note": "short", "dealer": None}),
        ({"dealer": 1}, {"dealer": 1, "note": "new"}, {"note": "new"}),
        ({"out": {"a": 1, "b": 2}}, {"out": {"b": 2, "a": 1}}, {}),
    ],
)
def test_only_different_keys_change_and_missing_ones_become_null(before, after, changed):
    assert amendment_form.changed_keys(before, after) == changed


def test_the_place_of_a_change_is_that_of_its_event():
    hand = Hand(head=HandRevision(content={"events": ["1: 3C", "2: 4D", "3: pass"]}, text={}))
    assert amendment_form.record_path("changes[0].text", hand, "1: 3C\n2: 4D\n3: 5D") == "events[2]"
    assert amendment_form.record_path("keys.note", hand, "") == "keys.note"


def test_a_preview_of_an_undo_needs_no_reason():
    amendment = RevertHand(Hand(), User(), number=2).amendment()
    assert (amendment.undo, amendment.cause, amendment.reason) == (2, Cause.TRANSCRIPTION_FIX, "")
