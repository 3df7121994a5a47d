"""The home page: clubs and waiting work of a signed-in user."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import live_log
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.management import demo_club
from scorekeeper.models import (
    Decision,
    HandRevision,
    Player,
    Result,
    Ruling,
    Season,
    Session,
    User,
)
from scorekeeper.pages import home as pages_home
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import OUT


@pytest.fixture
def session(session):
    """An evening of three days ago, opened today to enter it from paper."""
    Session.objects.update(played_on=session.club.today - timedelta(days=3))
    session.refresh_from_db()
    return session


@pytest.fixture
def finished(session, people):
    """A finished hand that Dan played in and Carol recorded."""
    Player.objects.filter(name="Dan").update(user=people.dan)
    return hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand


def test_a_user_sees_their_clubs_with_the_last_session_of_each(browse, session, club):
    page = html_of(browse("dan").get("/"))
    assert f"/clubs/{club.pk}/" in page
    assert f"/sessions/{session.pk}/" in page
    assert "Spring cup" in page
    assert "Elsewhere" not in page


def test_scorers_can_continue_a_session_and_members_cannot(browse, session):
    log = f"/sessions/{session.pk}/log/"
    assert log in html_of(browse("carol").get("/"))
    assert log not in html_of(browse("dan").get("/"))


def test_an_old_session_is_not_offered_for_logging(browse, session):
    Session.objects.update(created_at="2026-01-01T20:00:00Z")
    assert "Continue logging" not in html_of(browse("carol").get("/"))


def to_continue(user):
    return list(pages_home.sessions_to_continue(user))


def import_record(club, by):
    """Import a score sheet of today; return its session."""
    source = "Alice Bob Carol Dan\n0 1 2 3\n5 0 8 12\n"
    file = RecordFile(notation="txt", source=source, names={}, dry_run=False)
    row, _ = import_uploads.create_import(club, file, by=by)
    import_worker.process(row, stop=lambda: False)
    return Session.objects.get(pk=row.report.get().session)


def test_imported_sessions_are_not_offered_for_logging(browse, session, club, people):
    imported = import_record(club, people.carol)
    assert to_continue(people.carol) == [session]
    assert f"/sessions/{imported.pk}/log/" not in html_of(browse("carol").get("/"))


def test_an_imported_session_that_is_logged_live_is_offered(club, players, people):
    imported = import_record(club, people.carol)
    hand = hand_recording.record_hand(imported, {"events": []}, by=people.carol).hand
    live_log.append(hand, [NewEvent(uuid4(), "1: 3C")], after=0, by=people.carol)
    assert to_continue(people.carol) == [imported]


@pytest.mark.parametrize("days_ago", [0, 1, 6])
def test_nobody_is_asked_to_continue_the_sessions_of_a_new_demo_club(db, days_ago):
    demo = demo_club.create_demo_club().club
    owner = User.objects.get(username=demo_club.USERNAME)
    Session.objects.update(played_on=demo.today - timedelta(days=days_ago))
    assert list(pages_home.sessions_being_played(owner)) == []
    assert to_continue(owner) == []


def test_the_session_that_was_logged_on_last_comes_first(session, club, players, people):
    later, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    assert to_continue(people.carol) == [later, session]
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    assert to_continue(people.carol) == [session, later]


def touched_before(age):
    """Let everything have been opened and logged that long ago."""
    Session.objects.update(created_at=timezone.now() - age)
    HandRevision.objects.update(at=timezone.now() - age)


def test_only_what_was_touched_in_the_last_day_is_continued(session, people):
    hand_recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol)
    Session.objects.update(created_at=timezone.now() - timedelta(days=100))
    assert to_continue(people.carol) == [session]  # the hand is of now, and unfinished
    touched_before(timedelta(hours=23))
    assert to_continue(people.carol) == [session]
    touched_before(timedelta(hours=25))
    assert to_continue(people.carol) == []


def test_an_evening_of_months_ago_that_was_entered_today_is_continued_only_inside_a_hand(
    session, people
):
    assert to_continue(people.carol) == [session]
    Session.objects.update(played_on="2026-03-05")
    assert to_continue(people.carol) == []
    hand_recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol)
    assert to_continue(people.carol) == [session]


def test_a_session_of_today_comes_first_while_it_is_played_and_is_continued_until_the_next_day(
    browse, session, people
):
    Session.objects.update(played_on=session.club.today)
    log, watch = f'"/sessions/{session.pk}/log/"', f'"/sessions/{session.pk}/"'
    page = html_of(browse("carol").get("/"))
    assert page.index("On now") < page.index(log)
    assert "Continue logging</h2>" not in page
    page = html_of(browse("dan").get("/"))
    assert page.index("On now") < page.index(watch)
    assert "On now" not in html_of(browse("eve").get("/"))
    touched_before(timedelta(hours=4))
    page = html_of(browse("carol").get("/"))
    assert "On now" not in page
    assert "Continue logging</h2>" in page


def test_an_older_evening_whose_hand_a_ruling_reopened_is_on_now_only_when_it_is_played_on(
    finished, session, people
):
    dispute, _ = dispute_filing.raise_dispute(
        finished, NewDispute(event=5, claim="Too low."), by=people.dan
    )
    back = NewRuling(decision=Decision.TAKEN_BACK, reason="It was.")
    dispute_ruling.rule_on(dispute, back, by=people.alice)
    assert list(pages_home.sessions_being_played(people.carol)) == []
    assert to_continue(people.carol) == [session]
    live_log.append(finished, [NewEvent(uuid4(), "1: 8D")], after=len(OUT) + 1, by=people.carol)
    assert list(pages_home.sessions_being_played(people.carol)) == [session]


def test_imported_hands_are_confirmed_after_those_that_were_played_here(
    browse, finished, club, people
):
    import_record(club, people.carol)
    hands = list(pages_home.unconfirmed_hands(people.dan))
    assert hands[0] == finished
    assert len(hands) == 3


def test_a_player_is_asked_to_confirm_hands_that_somebody_else_recorded(browse, finished, people):
    confirm = f"/hands/{finished.pk}/confirm/"
    assert confirm in html_of(browse("dan").get("/"))
    assert confirm not in html_of(browse("carol").get("/"))  # recorded it
    assert confirm not in html_of(browse("alice").get("/"))  # did not play in it
    hand_confirmations.confirm_hand(finished, digest=finished.head.digest, by=people.dan)
    assert confirm not in html_of(browse("dan").get("/"))


def test_open_disputes_are_counted(browse, hand, people, club):
    dispute_filing.raise_dispute(hand, NewDispute(claim="Too low."), by=people.dan)
    page = html_of(browse("alice").get("/"))
    assert "1 dispute waits for a referee" in page
    assert "dispute" not in html_of(browse("eve").get("/"))


@pytest.fixture
def fined(finished, people):
    """Alice, who referees, takes thirteen points from Dan's seat."""
    dispute, _ = dispute_filing.raise_dispute(
        finished, NewDispute(claim="He looked."), by=people.carol
    )
    fine = NewRuling(decision=Decision.ADJUSTMENT, reason="He did.", seat=4, points=-13)
    dispute_ruling.rule_on(dispute, fine, by=people.alice)
    return dispute


def test_a_ruling_is_announced_to_players_who_lost_points_until_they_open_it(browse, fined):
    client = browse("dan")
    page = html_of(client.get("/"))
    assert f"/disputes/{fined.pk}/" in page
    assert "Ruling on hand 1 of" in page
    assert "you −13" in page
    client.get(f"/disputes/{fined.pk}/")
    assert "Ruling on hand" not in html_of(client.get("/"))


def test_opening_the_printed_ruling_counts_as_reading_it(browse, fined):
    client = browse("dan")
    client.get(f"/disputes/{fined.pk}/ruling/")
    assert "Ruling on hand" not in html_of(client.get("/"))


def test_a_ruling_is_announced_for_two_weeks_and_only_to_players_it_affected(browse, fined, people):
    Player.objects.filter(name="Bob").update(user=people.carol)
    for name in ("alice", "carol", "eve"):
        assert "Ruling on hand" not in html_of(browse(name).get("/")), name
    Ruling.objects.update(at=timezone.now() - timedelta(days=15))
    assert "Ruling on hand" not in html_of(browse("dan").get("/"))


def test_a_player_whose_place_a_ruling_changed_is_notified(browse, fined, people):
    dan, totals = Player.objects.get(name="Dan"), Result.objects.get().totals
    fine = NewRuling(decision=Decision.ADJUSTMENT, reason="Again.", seat=1, points=-100)
    dispute, _ = dispute_filing.raise_dispute(
        fined.hand, NewDispute(claim="She too."), by=people.carol
    )
    dispute_ruling.rule_on(dispute, fine, by=people.carol)
    assert totals[0] > totals[dan.seats.get().number - 1]
    assert "you are now in place" in html_of(browse("dan").get("/"))


def test_hands_recorded_since_are_not_counted_as_effects_of_the_ruling(
    browse, fined, session, people
):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    assert "you −13" in html_of(browse("dan").get("/"))


def test_the_number_of_queries_does_not_grow_with_the_clubs(
    browse, people, session, django_assert_num_queries
):
    client = browse("alice")
    client.get("/")
    for number in range(3):
        memberships.found_club(f"Another {number}", by=people.alice)
    with django_assert_num_queries(10):
        client.get("/")


def test_a_user_without_a_club_is_shown_how_to_found_one(browse, people):
    page = html_of(browse("dan").get("/"))
    assert "You are not a member of any club yet." in page
    assert "/clubs/new/" in page


def next_steps(client, address):
    """Return titles and addresses of the steps that a club's page offers next."""
    return [(step.title, step.url) for step in client.get(address).context["steps"] if step.is_next]


def test_a_new_club_is_led_step_by_step_and_offered_a_season_before_the_session(
    browse, club, people
):
    client, address = browse("alice"), f"/clubs/{club.pk}/"
    assert next_steps(client, address) == [("Add the players", f"{address}players/")]
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    season = ("Add a season", f"{address}seasons/")
    assert next_steps(client, address) == [
        season,
        ("Open the first session", f"{address}sessions/new/"),
    ]
    session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.alice
    )
    assert next_steps(client, address) == [
        season,
        ("Log the hands", f"/sessions/{session.pk}/log/"),
    ]
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.alice)
    assert next_steps(client, address) == [season]
    assert "The first steps" not in html_of(browse("dan").get(address))
    Season.objects.create(club=club, name="Spring")
    assert "The first steps" not in html_of(client.get(address))


def test_a_new_club_with_a_season_is_led_on_to_its_hands(browse, club, people):
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    Season.objects.create(club=club, name="Spring")
    session_recording.record_session(club, {"variant": "big-two"}, players=players, by=people.alice)
    titles = [title for title, _ in next_steps(browse("alice"), f"/clubs/{club.pk}/")]
    assert titles == ["Log the hands"]


def test_a_club_with_a_second_session_is_no_longer_led(browse, club, people, session):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.alice)
    players = [seat.player for seat in session.seats.all()]
    session_recording.record_session(club, {"variant": "big-two"}, players=players, by=people.alice)
    assert "The first steps" not in html_of(browse("alice").get(f"/clubs/{club.pk}/"))


def test_a_hand_that_is_not_over_is_counted_apart(browse, session, club, players, people):
    hand_recording.record_hand(session, {"events": []}, by=people.carol)
    sessions = f"/clubs/{club.pk}/?page=1"
    pages = ("/", sessions, f"/players/{players[0].pk}/")
    for page in pages:
        assert "0 hands · 1 unfinished" in html_of(browse("carol").get(page))
    annulled = {"events": ["1: 3C"], "annulled": "Wrong deck."}
    hand_recording.record_hand(session, annulled, by=people.carol)
    assert "1 hand · 1 unfinished" in html_of(browse("carol").get(sessions))
    other, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    hand_recording.record_hand(other, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    assert "1 hand<" in html_of(browse("carol").get(sessions))
