"""*Find a hand*: filters combine in the address, a result shows its cards and leads to its moment."""

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Season, Visibility
from scorekeeper.replays import endings, frames
from scorekeeper.sessions import filing
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, GIVEN_AWAY, ILLEGAL, SHEET, TAKEN
from tests.scorekeeper.turns import never

STOOD = {**ILLEGAL, "events": [*ILLEGAL["events"][:4], "1: AC", "1: 2C"]}


@pytest.fixture
def hands(session, people):
    rows = [recording.record_hand(session, each, by=people.carol).hand for each in (CLEAN, STOOD, SHEET)]  # fmt: skip
    frames.rebuild_stale(stop=never)
    return rows


@pytest.fixture
def search(browse, session):
    """A function that returns the page of the club's hands for a member."""

    def page(query="", who="dan", path=None):
        address = path or f"/clubs/{session.club_id}/hand-search/"
        response = browse(who).get(f"{address}?{query}")
        assert response.status_code == 200
        return response.content.decode()

    return page


def test_a_result_shows_who_played_which_cards_and_leads_to_the_moment(hands, search):
    page = search("fault=does-not-beat")
    assert page.count("?event=") == 1
    assert f'href="/hands/{hands[1].pk}/?event=4"' in page
    assert "Bob" in page
    assert '<span class="spoken">3 of diamonds</span>' in page


def test_a_result_without_filters_shows_the_cards_that_end_its_longest_trick(hands, search):
    page = search("sort=longest-trick")
    assert page.count("the longest trick ends") == 2, "the score sheet has no plays"
    assert page.count('<span class="cards">') == 2


def test_filters_combine(hands, search):
    assert search("combination=straight-flush").count("?event=") == 2
    assert search("combination=straight-flush&fault=any").count("?event=") == 1
    assert search("sort=most-points&min_points=1").count("?event=") == 3


@pytest.mark.parametrize(
    ("name", "events", "event", "words"),
    [
        ("given_away", GIVEN_AWAY, 44, "certain win given away"),
        ("taken", TAKEN, 13, "certain win taken"),
    ],
)
def test_a_certain_win_is_found_once_it_is_solved(
    session, people, search, name, events, event, words
):
    hand = recording.record_hand(session, events, by=people.carol).hand
    frames.rebuild_stale(stop=never)
    assert "Nothing was found." in search(f"{name}=on")
    endings.solve_waiting(stop=never)
    page = search(f"{name}=on")
    assert f'href="/hands/{hand.pk}/?event={event}"' in page
    assert words in page


def test_an_empty_answer_says_what_could_be_left_out(hands, search):
    page = search("combination=full-house&since=2020-01-01")
    assert "Nothing was found." in page
    assert 'href="?since=2020-01-01"' in page


def test_fields_with_a_value_are_not_folded_away(hands, search):
    assert '<details class="more" open>' in search("comeback=on")
    assert '<details class="more" open>' not in search("beaten=on")


def test_a_field_that_cannot_be_read_says_so_and_the_others_count(hands, search):
    page = search("min_points=many&combination=straight-flush")
    assert 'aria-invalid="true"' in page
    assert page.count("?event=") == 2


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("p1:big-two:3C/3D/4C/4D:turn=1", "Nothing was found."),
        ("p1:big-two:3C/3D/4C/4D:turn=1;standing=5C;owner=2", "No trick is led in this position."),
        ("p1:four-color-cards:/:turn=1", "No trick is led in this position."),
        ("3C 3D", "This is no key of a position"),
    ],
)
def test_a_position_that_cannot_be_found_says_why(hands, search, position, words):
    assert words in search(f"position={position.replace(';', '%3B')}")


def test_a_page_says_how_many_hands_wait_for_the_index(hands, session, people, search):
    assert "not in the index" not in search()
    recording.record_hand(session, SHEET, by=people.carol)
    assert "1 finished hand is not in the index yet" in search()


def test_a_player_and_a_season_have_a_search_of_their_own(hands, session, players, search):
    season = Season.objects.create(club=session.club, name="Autumn")
    assert search(path=f"/players/{players[0].pk}/hand-search/").count("?event=") == 3
    assert search(path=f"/seasons/{season.pk}/hand-search/").count("?event=") == 0
    filing.move_to_season(session.club, [session.pk], season, by=session.created_by)
    assert search(path=f"/seasons/{season.pk}/hand-search/").count("?event=") == 3


def test_anybody_finds_public_hands_only(hands, session, people, client):
    assert "?event=" not in client.get("/hand-search/").content.decode()
    assert client.get(f"/clubs/{session.club_id}/hand-search/").status_code == 404
    session.club.visibility = Visibility.PUBLIC
    session.club.save()
    session_recording.file_session(
        session, season=session.season, visibility=Visibility.PUBLIC, by=people.alice
    )
    page = client.get("/hand-search/?combination=straight-flush").content.decode()
    assert page.count("?event=") == 2
    assert session.club.name in page


def test_a_cursor_that_is_none_is_not_found(hands, browse, session):
    address = f"/clubs/{session.club_id}/hand-search/?after=x"
    assert browse("dan").get(address).status_code == 404
