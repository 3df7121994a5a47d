"""The page of the files that workers prepare, and how people come there."""

import re

import pytest

from scorekeeper import tasks
from scorekeeper.exports import files
from scorekeeper.hands import recording
from scorekeeper.models import ExportFile, Season, WorkFailure
from tests.pages.sample_hands import DEAL

pytestmark = pytest.mark.usefixtures("export_folder", "hand")


@pytest.fixture
def large(monkeypatch):
    """Let every export be a large one."""
    monkeypatch.setattr(files, "LARGE_HANDS", 0)


@pytest.fixture
def season(club, session):
    season = Season.objects.create(club=club, name="Spring")
    session.season = season
    session.save()
    return season


def forms_of(page):
    """Return what each form of a page sends."""
    sent = re.findall(
        r'<form method="post" action="([^"]+)">(.*?)</form>', page.content.decode(), re.DOTALL
    )
    return [
        (
            address,
            dict(
                re.findall(
                    r'name="(kind|format|season|leave_out|separator)" value="([^"]*)"', inner
                )
            ),
        )
        for address, inner in sent
    ]


def questions(page):
    return [question for _, question in forms_of(page) if question]


def test_a_small_club_downloads_at_once(browse, club, season):
    assert questions(browse("alice").get(f"/clubs/{club.pk}/export/")) == []


def test_each_large_download_is_prepared_downloaded_and_deleted(browse, club, season, large):
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    asked = questions(alice.get(f"/clubs/{club.pk}/export/"))
    assert len(asked) == 15
    for question in asked:
        assert alice.post(address, question).url == address
        tasks.make_export_files()
    page = alice.get(address)
    downloads = re.findall(r'download="([^"]+)" href="([^"]+)"', page.content.decode())
    assert sorted(name for name, _ in downloads) == [
        "thursday-night-facts.parquet",
        "thursday-night-hands.csv",
        "thursday-night-hands.ndjson",
        "thursday-night-hands.parquet",
        "thursday-night-records.ndjson",
        "thursday-night-scores.parquet",
        "thursday-night-spring-facts.parquet",
        "thursday-night-spring-hands.ndjson",
        "thursday-night-spring-hands.parquet",
        "thursday-night-spring-records.ndjson",
        "thursday-night-spring-scores.csv",
        "thursday-night-spring-scores.parquet",
        "thursday-night-spring-verdicts.parquet",
        "thursday-night-verdicts.parquet",
        "thursday-night.zip",
    ]
    for name, path in downloads:
        sent = alice.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert sent["Content-Disposition"] == f'attachment; filename="{name}"'
        assert b"".join(sent.streaming_content)
    deletes = [path for path, _ in forms_of(page) if path.startswith("/exports/")]
    assert len(deletes) == 15
    for path in deletes:
        assert alice.post(path).url == address
    assert not ExportFile.objects.exists()
    assert "No files have been prepared." in alice.get(address).content.decode()


def test_the_page_asks_again_while_a_file_is_prepared(browse, club, large):
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    alice.post(address, {"kind": "records", "format": "ndjson"})
    waiting = alice.get(address).content.decode()
    assert 'hx-trigger="every 2s"' in waiting
    assert "<progress aria-label=" in waiting
    tasks.make_export_files()
    ready = alice.get(address).content.decode()
    assert "hx-trigger" not in ready
    assert "No file is being prepared any more." in ready
    assert "Your prepared files" in alice.get(f"/clubs/{club.pk}/export/").content.decode()
    assert (
        "Your prepared files"
        not in browse("carol").get(f"/clubs/{club.pk}/export/").content.decode()
    )


def test_what_failed_can_be_tried_again(browse, club, large, settings, tmp_path):
    (tmp_path / "exports").write_text("no folder")
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    alice.post(address, {"kind": "records", "format": "ndjson"})
    tasks.make_export_files()
    page = alice.get(address)
    assert "could not be prepared" in page.content.decode()
    (tmp_path / "exports").unlink()
    (again,) = questions(page)
    alice.post(address, again)
    tasks.make_export_files()
    assert "thursday-night-records.ndjson" in alice.get(address).content.decode()
    assert not WorkFailure.objects.exists()


def test_sessions_with_hidden_cards_are_left_out_of_the_archive(
    browse, club, session, people, large
):
    recording.record_hand(session, {"dealt": DEAL, "events": ["1: 3C"]}, by=people.carol)
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    archive = questions(alice.get(f"/clubs/{club.pk}/export/"))[0]
    assert archive == {"kind": "archive", "format": "zip", "leave_out": "unfinished"}
    assert alice.post(address, archive).url == address
    assert "The whole club, without sessions in progress" in alice.get(address).content.decode()
    refused = alice.post(address, {"kind": "archive", "format": "zip"}, follow=True)
    assert "holds cards that you may not see yet" in refused.content.decode()


def test_too_many_at_once_are_refused_in_words(browse, club, season, large):
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    asked = questions(alice.get(f"/clubs/{club.pk}/export/"))
    pages = [alice.post(address, question, follow=True).content.decode() for question in asked[:4]]
    refusals = ["Some of your files are being prepared already" in page for page in pages]
    assert refusals == [False, False, False, True]


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"kind": "archive", "format": "csv"},
        {"kind": "archive", "format": "zip", "season": "of the club"},
        {"kind": "records", "format": "ndjson", "leave_out": "unfinished"},
        {"kind": "records", "format": "ndjson", "separator": "semicolon"},
        {"kind": "scores", "format": "csv"},
        {"kind": "scores", "format": "csv", "season": "no"},
    ],
)
def test_what_no_button_asks_is_refused(browse, club, season, question):
    if question.get("season") == "of the club":
        question = {**question, "season": str(season.pk)}
    assert browse("alice").post(f"/clubs/{club.pk}/export/files/", question).status_code == 400


def test_prepared_csv_has_the_separator_that_the_page_offers(browse, club, large):
    alice = browse("alice")
    asked = questions(alice.get(f"/clubs/{club.pk}/export/?separator=semicolon"))
    offered = [(one["format"], one.get("separator")) for one in asked if one["kind"] == "hands"]
    assert offered == [("ndjson", None), ("csv", "semicolon"), ("parquet", None)]
    (as_csv,) = [one for one in asked if one["kind"] == "hands" and one["format"] == "csv"]
    alice.post(f"/clubs/{club.pk}/export/files/", as_csv)
    assert ExportFile.objects.get().separator == "semicolon"


def test_prepared_csv_has_headings_in_the_language_of_the_reader(browse, club, large):
    alice, address = browse("alice"), f"/clubs/{club.pk}/export/files/"
    for form in ("csv", "ndjson"):
        question = {"kind": "hands", "format": form}
        assert alice.post(address, question, HTTP_ACCEPT_LANGUAGE="de").status_code == 302
    asked = ExportFile.objects.values_list("format", "language")
    assert {*asked} == {("csv", "de"), ("ndjson", "")}


def test_roles(browse, club, large):
    address = f"/clubs/{club.pk}/export/files/"
    archive = {"kind": "archive", "format": "zip", "leave_out": "unfinished"}
    assert browse("carol").post(address, archive).status_code == 403
    assert browse("eve").get(address).status_code == 404
    browse("alice").post(address, archive)
    delete = f"/exports/{ExportFile.objects.get().pk}/delete/"
    assert browse("carol").post(delete).status_code == 404
    assert browse("alice").get(delete).status_code == 405
