"""The form that says what strangers can see."""

import pytest

from scorekeeper.pages.standings import visibility_form
from scorekeeper.pages.standings.visibility_form import VisibilityForm
from scorekeeper.sessions import recording as session_recording

pytestmark = pytest.mark.django_db


def test_sessions_are_counted_up_to_a_bound(monkeypatch, club, session, players, people):
    other, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    session_recording.file_session(other, season=None, visibility="public", by=people.alice)
    first_choice = VisibilityForm(club).fields["sessions"].choices[0]
    assert first_choice == ("", "as they are now: 1 of 2 are public")
    monkeypatch.setattr(visibility_form, "MOST_COUNTED", 1)
    first_choice = VisibilityForm(club).fields["sessions"].choices[0]
    assert first_choice == ("", "as they are now: 1 of more than 1 are public")


def test_a_club_without_sessions_offers_no_choice_about_them(club):
    assert "sessions" not in VisibilityForm(club).fields
