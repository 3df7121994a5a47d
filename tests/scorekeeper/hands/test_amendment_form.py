"""The form that shows events as lines of text: an edited text becomes changes of single events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hands import amendment_form
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError, EventChange, Operation
from scorekeeper.models import Hand, HandRevision

# few different lines, so that many are alike
LINES = st.lists(st.sampled_from(["1: 3C", "2: 4D", "3: pass", "4: pass"]), max_size=8)


def amended_events(events, text):
    """Return the events after the edited text was applied as changes."""
    hand = Hand(head=HandRevision(content={"events": events}, text={}))
    try:
        amendment = Amendment(changes=amendment_form.diff_events(events, text))
        return hand_amendments.amended_record(hand, amendment)["events"]
    except AmendmentError:
        return events  # "This changes nothing"


@given(LINES, LINES)
def test_the_changes_lead_to_the_edited_text(before, after):
    assert amended_events(before, "\n".join(after)) == after


@given(LINES)
def test_an_unedited_text_makes_no_changes(events):
    assert amendment_form.diff_events(events, amendment_form.events_as_text(events)) == []


@pytest.mark.parametrize("text", ["1: 3C\r\n2: 4D\r\n", "\n 1: 3C \n\n2: 4D", "1: 3C\r2: 4D"])
def test_blanks_and_empty_lines_make_no_changes(text):
    assert amendment_form.diff_events(["1: 3C", "2: 4D"], text) == []


def test_an_event_over_two_lines_is_shown_in_one():
    events = ["1: 3C\n 4C", " 2: pass "]
    assert amendment_form.events_as_text(events) == "1: 3C 4C\n2: pass"
    assert amendment_form.diff_events(events, amendment_form.events_as_text(events)) == []


def test_an_inserted_line_changes_no_other():
    changes = amendment_form.diff_events(["1: 3C", "2: 4D"], "1: 3C\n1: takes back\n2: 4D")
    assert changes == [EventChange(Operation.INSERT, 2, "1: takes back")]


def test_a_line_at_the_end_is_inserted_after_the_last_event():
    assert amendment_form.diff_events(["1: 3C"], "1: 3C\n2: 4D") == [
        EventChange(Operation.INSERT, 2, "2: 4D")
    ]


def test_missing_lines_remove_events():
    changes = amendment_form.diff_events(["1: 3C", "2: 4D", "3: pass"], "1: 3C\n2: 5D")
    assert changes == [EventChange(Operation.REPLACE, 2, "2: 5D"), EventChange(Operation.REMOVE, 3)]
