"""The page with all downloads of a club, and what each role finds on it."""

import re
import sys
from html import escape
from urllib.parse import quote

import pytest
from rest_framework.throttling import SimpleRateThrottle

from scorekeeper.hands import recording
from scorekeeper.models import AuditEntry, Season, Visibility
from tests.pages.sample_hands import DEAL


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


def downloads(page):
    return re.findall(r'download(?:="[^"]+")? href="([^"]+)"', page.content.decode())


def links(page):
    """Return the addresses of the CSV files of a page."""
    return [one for one in re.findall(r'href="([^"]+)"', page.content.decode()) if "csv" in one]


def test_every_download_of_the_page_exists(browse, club, session, season, people, monkeypatch):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "streams", "100/min")  # all at once
    recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client = browse("alice")
    addresses = downloads(client.get(f"/clubs/{club.pk}/export/"))
    assert len(addresses) == 26
    for address in addresses:
        response = client.get(
            address.replace("&amp;", "&"), headers={"Accept": "text/html,*/*;q=0.8"}
        )
        assert response.status_code == 200, address
        assert "html" not in response["Content-Type"], address


def test_the_downloads_of_other_pages_exist_also_for_a_part_of_the_season(
    browse, club, session, season, players, people
):
    session.season = season
    session.save()
    recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client, found = browse("alice"), []
    for path in (
        f"/seasons/{season.pk}/?event=Spring+cup&as_of=2026-03-31",
        f"/seasons/{season.pk}/ratings/",
        f"/clubs/{club.pk}/statistics/?variant=big-two",
        f"/clubs/{club.pk}/ratings/?variant=big-two",
        f"/players/{players[0].pk}/",
    ):
        found += downloads(client.get(path))
    for address in found:
        assert client.get(address.replace("&amp;", "&")).status_code == 200, address
    assert len(found) >= 12
    assert any("event=Spring+cup&amp;as_of=2026-03-31&amp;format=csv" in one for one in found)


def test_files_are_named_by_club_season_day_and_game(browse, club, session, season):
    session.season = season
    session.save()
    client = browse("alice")
    page = client.get(f"/clubs/{club.pk}/export/").content.decode()
    for name in (
        "thursday-night.zip",
        "thursday-night-statistics.csv",
        "thursday-night-statistics.xlsx",
        "thursday-night-spring-standings.csv",
        "thursday-night-spring-2026-03-05-big-two-bundle.json",
    ):
        assert f'download="{name}"' in page
    for form, name in (
        ("toml", "thursday-night-spring-2026-03-05-big-two.toml"),
        ("csv", "thursday-night-spring-2026-03-05-big-two-scores.csv"),
        ("xlsx", "thursday-night-spring-2026-03-05-big-two-scores.xlsx"),
    ):
        sent = client.get(f"/sessions/{session.pk}/record.{form}")
        assert sent["Content-Disposition"] == f'attachment; filename="{name}"'
    archive = client.get(f"/api/v1/clubs/{club.pk}/export/")
    assert archive["Content-Disposition"] == 'attachment; filename="thursday-night.zip"'
    table = client.get(f"/seasons/{season.pk}/?as_of=2026-03-31").context["table_name"]
    assert table == "thursday-night-spring-2026-03-31-standings.csv"


def test_a_public_session_does_not_name_its_private_season(client, club, session, season):
    session.season, session.visibility = season, Visibility.PUBLIC
    session.save()
    type(club).objects.update(visibility=Visibility.PUBLIC)
    sent = client.get(f"/sessions/{session.pk}/record.toml")
    name = "thursday-night-2026-03-05-big-two.toml"
    assert sent["Content-Disposition"] == f'attachment; filename="{name}"'


def test_the_file_of_a_club_with_a_chinese_name_has_this_name(browse, club):
    type(club).objects.filter(pk=club.pk).update(name="週四 牌局")
    archive = browse("alice").get(f"/api/v1/clubs/{club.pk}/export/")
    name = quote("週四-牌局.zip")
    assert archive["Content-Disposition"] == f"attachment; filename*=utf-8''{name}"


def test_only_owners_download_the_whole_club(browse, club, session):
    archive = f"/api/v1/clubs/{club.pk}/export/"
    assert archive in downloads(browse("alice").get(f"/clubs/{club.pk}/export/"))
    assert archive not in downloads(browse("carol").get(f"/clubs/{club.pk}/export/"))


def test_opening_the_page_is_no_export(browse, club, session):
    entries = AuditEntry.objects.count()
    browse("alice").get(f"/clubs/{club.pk}/export/")
    assert AuditEntry.objects.count() == entries


def test_hidden_cards_are_left_out_of_the_downloads(browse, club, session, people):
    unfinished = {"dealt": DEAL, "events": ["1: 3C"]}
    recording.record_hand(session, unfinished, by=people.carol)
    page = browse("alice").get(f"/clubs/{club.pk}/export/")
    assert f"/api/v1/clubs/{club.pk}/export/?leave_out=unfinished" in downloads(page)
    assert "no bundle until its hand is over" in page.content.decode()
    assert f"/api/v1/sessions/{session.pk}/bundle/" not in downloads(page)
    links_of_carol = downloads(browse("carol").get(f"/clubs/{club.pk}/export/"))
    assert f"/api/v1/sessions/{session.pk}/bundle/" in links_of_carol


def test_csv_of_pages_has_separators_and_headings_of_the_readers_language(
    browse, club, session, hand
):
    client, sheet = browse("alice"), f"/sessions/{session.pk}/record.csv"
    for language, query, first in (
        ("de", "&separator=semicolon&headings=de", "Hand;Stand;"),
        ("en", "", "hand,status,"),
        ("zh-hant", "&headings=zh-hant", "局,狀態,"),
    ):
        client.post("/language/", {"language": language})
        addresses = downloads(client.get(f"/clubs/{club.pk}/export/"))
        assert f"/api/v1/clubs/{club.pk}/statistics/?format=csv{escape(query)}" in addresses
        assert client.get(sheet).content.decode("utf-8-sig").startswith(first)
    written = client.get(sheet, {"separator": "semicolon"}).content.decode("utf-8-sig")
    assert written.startswith("局;")


def test_the_other_separator_can_be_chosen_beside_the_links(browse, club, session, season, people):
    session.season = season
    session.save()
    recording.record_hand(session, {"cards_left": [0, 1, 2, 3]}, by=people.carol)
    client = browse("alice")
    for language, offered in (("de", "comma"), ("en", "semicolon")):
        client.post("/language/", {"language": language})
        for path in (
            f"/seasons/{season.pk}/?as_of=2026-03-31",
            f"/clubs/{club.pk}/statistics/?variant=big-two",
            f"/clubs/{club.pk}/export/",
            f"/sessions/{session.pk}/",
        ):
            page = client.get(path).content.decode()
            query = re.search(rf'href="(\?[^"]*separator={offered})"', page)
            assert query, path
            assert path.partition("?")[2] in query[1].replace("&amp;", "&")
            other = client.get(path.partition("?")[0] + query[1].replace("&amp;", "&"))
            assert ("separator=semicolon" in "".join(links(other))) is (offered == "semicolon")


def test_without_pyarrow_the_page_says_what_is_missing(browse, club, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    page = browse("alice").get(f"/clubs/{club.pk}/export/").content.decode()
    assert "the package pyarrow is missing" in page
    assert "format=parquet&amp;table" not in page
    asked = {"kind": "hands", "format": "parquet"}
    answer = browse("alice").post(f"/clubs/{club.pk}/export/files/", asked, follow=True)
    assert "the package pyarrow is missing" in answer.content.decode()
