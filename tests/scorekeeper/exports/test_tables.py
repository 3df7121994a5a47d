"""Every table that is sent for a spreadsheet: its first bytes, its name, and its separators."""

import csv
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import get_resolver

from scorekeeper import tasks
from scorekeeper.api import urls as api_urls
from scorekeeper.api.renderers import CSVRenderer, XLSXRenderer
from scorekeeper.exports import tables
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import ExportFile, Session, Visibility
from tests.scorekeeper.sample_hands import SHEET

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FILE = "exports/<uuid:pk>/file/"  # what a worker made; it has one format


def routes_of(media_type):
    """Return the routes of the API whose views answer with this type."""
    return [
        str(route.pattern)
        for route in api_urls.urlpatterns
        if media_type in {renderer.media_type for renderer in renderers_of(route.callback)}
    ]


def renderers_of(view):
    while hasattr(view, "__wrapped__") and not hasattr(view, "view_class"):
        view = view.__wrapped__
    return getattr(getattr(view, "view_class", None), "renderer_classes", [])


def address_of(route, ids):
    path = re.sub(r"([\w-]+)/<[^>]*>", lambda match: f"{match[1]}/{ids[match[1]]}", route)
    return f"/api/v1/{path}"


def name_of(answer):
    return re.fullmatch(r'attachment; filename="([^"]+)"', answer["Content-Disposition"])[1]


CSV_ROUTES = routes_of(CSVRenderer.media_type)


def test_the_routes_with_tables_are_found():
    assert {"clubs/<uuid:club>/hands/", "seasons/<uuid:season>/standings/", FILE} < {*CSV_ROUTES}
    assert len(CSV_ROUTES) >= 11
    assert "record" in {name for name in get_resolver().reverse_dict if isinstance(name, str)}


@pytest.mark.parametrize("route", [route for route in CSV_ROUTES if route != FILE])
def test_every_csv_begins_with_a_byte_order_mark_and_has_a_name(route, ids, signed, people):
    answer = signed(people.alice).get(address_of(route, ids), {"format": "csv"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    content, name = answer.getvalue(), name_of(answer)
    assert content.startswith(BYTE_ORDER_MARK)
    assert content.count(BYTE_ORDER_MARK) == 1
    assert name.startswith("thursday-night")
    assert name.endswith(".csv")
    assert ("spring" in name) == ("seasons/" in route or "sessions/" in route)


@pytest.mark.parametrize("route", [route for route in CSV_ROUTES if route != FILE])
def test_every_csv_has_semicolons_for_whoever_wants_them(route, ids, signed, people):
    client, address = signed(people.alice), address_of(route, ids)
    answers = {
        separator: client.get(address, {"format": "csv", "separator": separator})
        for separator in ("comma", "semicolon", "tab")
    }
    header = answers["comma"].getvalue().splitlines()[0]
    assert answers["semicolon"].getvalue().splitlines()[0] == header.replace(b",", b";")
    assert answers["tab"].status_code == 422
    assert client.get(address, {"format": "csv"}).getvalue().splitlines()[0] == header


@pytest.mark.parametrize("route", routes_of(XLSXRenderer.media_type))
def test_every_workbook_is_one_and_has_a_name(route, ids, signed, people):
    answer = signed(people.alice).get(address_of(route, ids), {"format": "xlsx"})
    assert answer["Content-Type"] == XLSXRenderer.media_type
    assert "xl/worksheets/sheet1.xml" in ZipFile(BytesIO(answer.getvalue())).namelist()
    assert name_of(answer).endswith(".xlsx")


def test_every_table_is_there_as_csv_and_as_a_workbook():
    assert {*routes_of(XLSXRenderer.media_type)} == {*CSV_ROUTES} - {FILE}


@pytest.mark.parametrize("kind", ["hands", "scores"])
def test_a_csv_file_of_a_worker_begins_and_is_named_as_all_others(
    kind, hand, club, season, export_folder, signed, people
):
    client, asked = signed(people.alice), {"kind": kind, "format": "csv", "season": str(season.pk)}
    client.post(f"/api/v1/clubs/{club.pk}/exports/", asked)
    tasks.make_export_files()
    address = f"/api/v1/exports/{ExportFile.objects.get().pk}/file/"
    whole = client.get(address)
    content = whole.getvalue()
    assert name_of(whole) == f"thursday-night-spring-2026-{kind}.csv"
    assert content.startswith(BYTE_ORDER_MARK)
    rest = client.get(address, headers={"Range": "bytes=10-"})
    assert (rest.status_code, rest.getvalue()) == (206, content[10:])
    assert content == client.get(f"/api/v1/seasons/{season.pk}/{kind}/?format=csv").getvalue()


def test_each_part_of_a_stream_is_a_file_of_its_own(session, club, signed, people):
    for _ in range(2):
        hand_recording.record_hand(session, SHEET, by=people.carol)
    client, address = signed(people.dan), f"/api/v1/clubs/{club.pk}/hands/"
    first = client.get(address, {"format": "csv", "limit": 1}).getvalue().decode("utf-8-sig")
    cursor = [*csv.reader(first.splitlines())][-1][-1]
    second = client.get(address, {"format": "csv", "after": cursor}).getvalue()
    assert second.startswith(BYTE_ORDER_MARK)
    assert second.decode("utf-8-sig").splitlines()[0] == first.splitlines()[0]


def test_the_name_of_a_table_says_which_part_of_the_season_it_has(season, signed, people):
    params = {"format": "csv", "as_of": "2026-03-31", "variant": "big-two", "event": "Cup"}
    answer = signed(people.dan).get(f"/api/v1/seasons/{season.pk}/standings/", params)
    assert name_of(answer) == "thursday-night-spring-2026-2026-03-31-cup-big-two-standings.csv"


def test_the_name_of_a_public_session_hides_its_private_season(session, hand, season, club, signed):
    public = {"visibility": Visibility.PUBLIC}
    Session.objects.filter(pk=session.pk).update(season=season, **public)
    type(club).objects.update(**public)
    answer = signed(None).get(f"/api/v1/sessions/{session.pk}/record/", {"format": "csv"})
    assert name_of(answer) == "thursday-night-2026-03-05-big-two-scores.csv"


def test_streams_of_lines_stay_as_they_are(hand, club, signed, people):
    answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/hands/")
    assert "Content-Disposition" not in answer
    assert answer.getvalue().startswith(b"{")


def test_a_workbook_of_too_many_rows_is_refused(hand, season, club, signed, people, monkeypatch):
    monkeypatch.setattr(tables, "MOST_ROWS_AT_ONCE", 3)
    client, address = signed(people.dan), f"/api/v1/clubs/{club.pk}/hands/"
    refused = client.get(address, {"format": "xlsx"})
    assert (refused.status_code, refused.json()["code"]) == (422, "too-many-rows")
    assert client.get(address, {"format": "csv"}).status_code == 200
