"""The events of a hand, written anew as a text, become changes of single events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hands import amendment_form
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError, EventChange, Operation
from scorekeeper.models import Hand, HandRevision

# few different lines, so that many are alike
LINES = st.lists(st.sampled_from(["1: 3C", "2: 4D", "3: pass", "4: pass"]), max_size=8)


def rewritten(events, text):
    """The record after the changes were made to it."""
    hand = Hand(head=HandRevision(content={"events": events}, text={}))
    try:
        changed = Amendment(changes=amendment_form.diff_events(events, text))
        return hand_amendments.amended_record(hand, changed)["events"]
    except AmendmentError:
        return events  # "This changes nothing"


@given(LINES, LINES)
def test_a_record_becomes_what_was_written(before, after):
    assert rewritten(before, "\n".join(after)) == after


@given(LINES)
def test_what_is_left_alone_is_not_changed(events):
    assert amendment_form.diff_events(events, amendment_form.events_as_text(events)) == []


@pytest.mark.parametrize("text", ["1: 3C\r\n2: 4D\r\n", "\n 1: 3C \n\n2: 4D", "1: 3C\r2: 4D"])
def test_blanks_and_empty_lines_are_no_change(text):
    assert amendment_form.diff_events(["1: 3C", "2: 4D"], text) == []


def test_an_event_that_was_written_over_two_lines_is_one():
    events = ["1: 3C\n 4C", " 2: pass "]
    assert amendment_form.events_as_text(events) == "1: 3C 4C\n2: pass"
    assert amendment_form.diff_events(events, amendment_form.events_as_text(events)) == []


def test_a_line_in_between_moves_nothing_else():
    changes = amendment_form.diff_events(["1: 3C", "2: 4D"], "1: 3C\n1: takes back\n2: 4D")
    assert changes == [EventChange(Operation.INSERT, 2, "1: takes back")]


def test_a_line_at_the_end_comes_after_the_last():
    assert amendment_form.diff_events(["1: 3C"], "1: 3C\n2: 4D") == [
        EventChange(Operation.INSERT, 2, "2: 4D")
    ]


def test_fewer_lines_take_events_out():
    changes = amendment_form.diff_events(["1: 3C", "2: 4D", "3: pass"], "1: 3C\n2: 5D")
    assert changes == [EventChange(Operation.REPLACE, 2, "2: 5D"), EventChange(Operation.REMOVE, 3)]
