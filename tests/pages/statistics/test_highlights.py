"""The page of a season's records, on screen and on paper."""

import re

import pytest

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Season, Session, Visibility
from scorekeeper.statistics import highlights
from tests.pages.sample_hands import DEAL

GONE_OUT = {
    "dealt": DEAL,
    "events": ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: KC", "1: AC", "1: 2C"],
    "passes": "implied",
}


@pytest.fixture
def season(club, session, people):
    season = Season.objects.create(club=club, name="Spring")
    Session.objects.filter(pk=session.pk).update(season=season)
    session.refresh_from_db()
    for hand in ({"cards_left": [2, 0, 1, 1]}, GONE_OUT):
        hand_recording.record_hand(session, hand, by=people.carol)
    return season


def text(answer):
    assert answer.status_code == 200
    without_marks = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(without_marks.split())


def test_the_best_hand_is_shown_with_its_cards_and_a_link(browse, season, session):
    page = browse("dan").get(f"/seasons/{season.pk}/highlights/")
    assert "Most points in one hand 39 points Alice March 5, 2026" in text(page)
    assert "3 of clubs, 3 4 of clubs, 4 5 of clubs, 5" in text(page)
    hand = session.hands.get(position=2)
    assert f'href="/hands/{hand.pk}/"' in page.content.decode()


def test_a_play_is_linked_at_its_moment_in_the_replay(browse, season, session):
    page = browse("dan").get(f"/seasons/{season.pk}/highlights/").content.decode()
    hand = session.hands.get(position=2)
    assert f'href="/hands/{hand.pk}/?event=2#replay"' in page  # its second straight flush


def test_those_who_share_a_record_are_all_named(browse, season):
    page = text(browse("dan").get(f"/seasons/{season.pk}/highlights/"))
    assert "Most hands played 2 hands a tie of 4 Alice Bob Carol Dan" in page


def test_paper_has_the_records_without_links(browse, season):
    page = browse("dan").get(f"/seasons/{season.pk}/print/highlights/")
    assert "Most points in one hand 39 points Alice March 5, 2026" in text(page)
    assert "See the hand" not in text(page)


def test_the_page_of_a_season_leads_to_its_records(browse, season):
    page = browse("dan").get(f"/seasons/{season.pk}/").content.decode()
    assert f'href="/seasons/{season.pk}/highlights/"' in page


def test_a_season_without_hands_says_that_there_are_no_records_yet(browse, club):
    season = Season.objects.create(club=club, name="Autumn")
    page = text(browse("dan").get(f"/seasons/{season.pk}/highlights/"))
    assert "There are no records yet." in page


def test_strangers_read_of_public_sessions_only(client, club, season, session):
    for row in (club, season):
        row.visibility = Visibility.PUBLIC
        row.save()
    Session.objects.update(visibility=Visibility.PRIVATE)
    page = text(client.get(f"/seasons/{season.pk}/highlights/"))
    assert "39 points" not in page
    assert "Private sessions are left out here" in page


def test_a_long_season_says_that_it_is_being_counted(browse, season, monkeypatch):
    monkeypatch.setattr(highlights, "MOST_HANDS_READ", 0)
    page = text(browse("dan").get(f"/seasons/{season.pk}/highlights/"))
    assert "This season is being counted." in page
    assert "There are no records yet." not in page
