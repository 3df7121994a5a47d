"""Everything is taken out from one page, by those who may."""

import re

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import AuditEntry, Season
from tests.pages.sample_hands import DEAL


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


def downloads(page):
    return re.findall(r'download="[^"]+" href="([^"]+)"', page.content.decode())


def test_every_download_of_the_page_is_there(browse, club, session, season, people):
    recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client = browse("alice")
    found = downloads(client.get(f"/clubs/{club.pk}/export/"))
    assert len(found) == 10
    for address in found:
        answer = client.get(address.replace("&amp;", "&"), headers={"Accept": "text/html,*/*;q=0.8"})  # fmt: skip
        assert answer.status_code == 200, address
        assert "html" not in answer["Content-Type"], address


def test_the_whole_club_is_for_its_owners(browse, club, session):
    archive = f"/api/v1/clubs/{club.pk}/export/"
    assert archive in downloads(browse("alice").get(f"/clubs/{club.pk}/export/"))
    assert archive not in downloads(browse("carol").get(f"/clubs/{club.pk}/export/"))


def test_looking_at_the_page_takes_nothing_out(browse, club, session):
    before = AuditEntry.objects.count()
    browse("alice").get(f"/clubs/{club.pk}/export/")
    assert AuditEntry.objects.count() == before


def test_cards_that_may_not_be_seen_yet_are_left_out(browse, club, session, people):
    unfinished = {"dealt": DEAL, "events": ["1: 3C"]}
    recording.record_hand(session, unfinished, by=people.carol)
    page = browse("alice").get(f"/clubs/{club.pk}/export/")
    assert f"/api/v1/clubs/{club.pk}/export/?leave_out=unfinished" in downloads(page)
    assert "no bundle before its hand is over" in page.content.decode()
    assert f"/api/v1/sessions/{session.pk}/bundle/" not in downloads(page)
    theirs = downloads(browse("carol").get(f"/clubs/{club.pk}/export/"))
    assert f"/api/v1/sessions/{session.pk}/bundle/" in theirs
