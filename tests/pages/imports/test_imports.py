"""Pages that try an import, assign its names to players, import it, and report errors line by line."""

import json
import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from playwright.sync_api import expect

from scorekeeper.imports import dry_runs
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Import, Player, Session
from tests.pages import phones
from tests.pages.browser_pages import no_complaints
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import run_import
from tests.scorekeeper.worker_processes import FILE_BROKER, WorkerSetup

RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Alice", "Bob", "Ann", "Danny"],
    "hands": [{"cards_left": [0, 1, 2, 3]}],
}
WITH_ERROR = {
    **RECORD,
    "played_on": "2024-03-01",
    "players": ["Alice", "Bob", "Carol", "Dan"],
    "hands": [{"cards_left": [0, 1, 2, 3]}, {"events": ["1: 3C", "2: 1X"]}],
}
QUERIES = 14  # of the report of a trial
TOML = """
format = "session-record/1"
variant = "big-two"
players = ["Alice", "Bob", "Carol", "Dan"]
[[hands]]
cards_left = [0, 1, 2, 3]
"""


def ndjson(*records):
    return "\n".join(map(json.dumps, records))


def upload(client, club, text="", file=None, **fields):
    data = {"id": uuid.uuid4(), "text": text, "notation": "", **fields}
    return client.post(f"/clubs/{club.pk}/import/", data | ({"file": file} if file else {}))


def try_import(client, club, text=""):
    """Upload a text and return the page of its trial."""
    return client.get(upload(client, club, text or ndjson(RECORD))["Location"])


def stop(client):
    """Stop the import that began last."""
    return client.post(f"/imports/{Import.objects.latest('at').pk}/cancel/", follow=True)


def test_a_trial_saves_nothing_and_lists_unknown_names(scorer, club):
    page = try_import(scorer, club)
    assert not Session.objects.exists()
    assert [row.name for row in page.context["form"].rows()] == ["Ann", "Danny"]
    counts = page.context["counts"]
    assert (counts.sessions, counts.hands, counts.players) == (1, 1, 2)


def test_players_with_similar_names_are_proposed(scorer, club, players):
    rows = [*try_import(scorer, club).context["form"].rows()]
    offered = [label for _value, label in rows[1].choice.field.choices]
    assert offered == ["Dan", "a new player", "somebody else:"]


def test_a_name_is_assigned_to_the_chosen_player(scorer, club, players):
    page = try_import(scorer, club)
    page = run_import(scorer, page, {"Ann": "Carol", "Danny": players[3].pk})
    assert "The records have been imported." in html_of(page)
    seated = Session.objects.get().seats.order_by("number")
    assert [seat.player for seat in seated] == players
    assert club.players.count() == 4


def test_an_unknown_name_becomes_a_new_player_by_default(scorer, club):
    run_import(scorer, try_import(scorer, club))
    assert {"Ann", "Danny"} <= set(club.players.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"Ann": "other"}, "Choose who it is, or choose a new player."),
        ({"Ann": "Zoe"}, "The club has no player with this name"),
    ],
)
def test_the_name_of_another_player_must_exist(scorer, club, choices, message):
    page = run_import(scorer, try_import(scorer, club), choices)
    assert (page.status_code, Session.objects.count()) == (422, 0)
    assert message in html_of(page)


def test_the_form_sent_twice_imports_once(scorer, club):
    page = try_import(scorer, club)
    report, second_report = run_import(scorer, page), run_import(scorer, page)
    assert report.request["PATH_INFO"] == second_report.request["PATH_INFO"]
    assert Session.objects.count() == 1
    assert "The records have been imported." in html_of(scorer.get(page.request["PATH_INFO"]))


def test_an_error_is_reported_with_its_line_place_and_remedy(scorer, club):
    page = try_import(scorer, club, ndjson(RECORD, WITH_ERROR))
    line = page.context["parts"][0]["lines"][1]
    assert (line["line"], line["outcome"]) == (2, "malformed")
    assert line["wrong"]["where"] == "hand 2, move 2"
    assert line["wrong"]["what"] == "The deck has no such card"
    assert "1X" in line["wrong"]["details"]
    assert "The session of March 1, 2024 (2 hands) is left out" in html_of(page)
    assert "a question mark is a card that nobody saw" in line["wrong"]["right"]
    assert page.context["counts"].malformed == 1


def test_a_preview_says_whether_its_file_was_imported(scorer, club):
    page, past = try_import(scorer, club), f"/clubs/{club.pk}/imports/"
    for address in (past, page.request["PATH_INFO"]):
        assert "checked, not imported yet" in html_of(scorer.get(address))
    run_import(scorer, page)
    for address in (past, page.request["PATH_INFO"]):
        assert "checked, not imported yet" not in html_of(scorer.get(address))
        assert re.search(r'class="state \w+">\s*imported\s*<', html_of(scorer.get(address)))


def test_the_report_is_filtered_by_outcome(scorer, club):
    page = try_import(scorer, club, ndjson(RECORD, WITH_ERROR))
    address = page.request["PATH_INFO"]
    (part,) = scorer.get(f"{address}?outcome=malformed").context["parts"]
    assert [line["number"] for line in part["lines"]] == [2]
    (part,) = scorer.get(f"{address}?outcome=nonsense").context["parts"]
    assert len(part["lines"]) == 2


def test_a_file_of_which_nothing_can_be_read_says_so(scorer, club):
    page = try_import(scorer, club, ndjson(WITH_ERROR))
    assert "Nothing in this file can be imported." in html_of(page)
    assert "The file contains nothing new to import." not in html_of(page)


def test_a_record_imported_before_is_reported_as_known(scorer, club):
    run_import(scorer, try_import(scorer, club))
    page = try_import(scorer, club)
    assert "The file contains nothing new to import." in html_of(page)
    assert "already imported" in html_of(page)


@pytest.mark.parametrize(
    ("name", "content", "notation"),
    [
        ("evening.toml", TOML, "toml"),
        ("evening.json", json.dumps(RECORD), "json"),
        ("evenings.ndjson", ndjson(RECORD, WITH_ERROR), "ndjson"),
        ("sheet.txt", "Alice Bob Carol Dan\n0 1 2 3\n", "txt"),
        ("download", ndjson(RECORD, WITH_ERROR), "ndjson"),
        ("download", "\ufeff" + TOML, "toml"),
        ("download", "Alice Bob Carol Dan\n0 1 2 3\n", "txt"),
    ],
)
def test_the_format_of_a_file_is_detected_from_its_name_or_content(
    scorer, club, name, content, notation
):
    response = upload(scorer, club, file=SimpleUploadedFile(name, content.encode()))
    assert response.status_code == 302
    row = Import.objects.get()
    assert (row.notation, row.dry_run, row.report.filter(outcome="new").count()) == (
        notation,
        True,
        1,
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Choose a file, or paste its text."),
        ({"file": SimpleUploadedFile("x.json", b"\xff\xfe{")}, "not encoded in UTF-8"),
        ({"file": SimpleUploadedFile("x.json", b"{\0}")}, "This is not a text file."),
        (
            {"file": SimpleUploadedFile("x.json", b"{" * 101)},
            "At most 0 MB can be imported at once",
        ),
    ],
)
def test_an_unreadable_upload_is_refused_on_the_form(scorer, club, settings, fields, message):
    settings.IMPORT_LARGEST = 100
    page = upload(scorer, club, **fields)
    assert page.status_code == 422
    assert message in html_of(page)
    assert not Import.objects.exists()


def test_a_worker_processes_a_large_file_and_the_page_follows(scorer, club, settings):
    settings.IMPORT_AT_ONCE = 0
    page = try_import(scorer, club)
    assert 'hx-trigger="every 1s"' in html_of(page)
    assert '<noscript><meta http-equiv="refresh"' in html_of(page)
    assert "waiting to start" in html_of(page)
    import_worker.process_waiting_imports(stop=lambda: False)
    page = scorer.get(page.request["PATH_INFO"])
    assert "every 1s" not in html_of(page)
    assert page.context["form"] is not None


def test_a_running_import_is_stopped(scorer, club, settings):
    settings.IMPORT_AT_ONCE = 0
    try_import(scorer, club)
    assert "The preview was stopped." in html_of(stop(scorer))
    settings.IMPORT_AT_ONCE = 100_000
    try_import(scorer, club)
    assert "It had already finished and could not be stopped." in html_of(stop(scorer))


def test_a_trial_whose_file_was_deleted_must_be_uploaded_again(scorer, club):
    page = try_import(scorer, club)
    Import.objects.update(source="")
    assert "Uploaded files are deleted after a day." in html_of(run_import(scorer, page))


def test_a_failed_import_says_what_to_do(scorer, club):
    address = try_import(scorer, club).request["PATH_INFO"]
    Import.objects.update(state="failed")
    assert "your file is not the cause" in html_of(scorer.get(address))


def test_past_imports_are_listed_with_their_progress(scorer, club, settings):
    run_import(scorer, try_import(scorer, club))
    Import.objects.filter(dry_run=False).update(state="running", lines=10, done=4)
    page = html_of(scorer.get(f"/clubs/{club.pk}/imports/"))
    assert re.search(r'<progress max="10" value="4"', page)
    assert "4 of 10 records" in page


@pytest.mark.parametrize("records", [1, 30])
def test_the_number_of_queries_does_not_grow_with_the_report(
    scorer, club, django_assert_num_queries, records
):
    many = [
        {**RECORD, "notes": str(number), "players": ["Alice", "Bob", "Carol", f"New {number}"]}
        for number in range(records)
    ]
    address = try_import(scorer, club, ndjson(*many)).request["PATH_INFO"]
    with django_assert_num_queries(QUERIES):
        scorer.get(address)


def test_names_beyond_the_limit_become_new_players(scorer, club, monkeypatch):
    monkeypatch.setattr("scorekeeper.pages.imports.player_names_form.MOST", 1)
    page = try_import(scorer, club)
    assert [row.name for row in page.context["form"].rows()] == ["Ann"]
    assert "1 more name becomes a new player." in html_of(page)
    run_import(scorer, page)
    assert Player.objects.filter(name="Danny").exists()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.xdist_group("worker")
@pytest.mark.django_db(transaction=True)
def test_an_uploaded_file_is_followed_to_its_report(
    window, live_server, browse, club, players, settings, tmp_path
):
    file = tmp_path / "evenings.ndjson"
    file.write_text(ndjson(RECORD, WITH_ERROR))
    settings.IMPORT_AT_ONCE = 0  # so that a worker runs it
    with (
        phones.phone(window, live_server.url, browse("carol")) as page,
        no_complaints(page, live_server.url),
    ):
        page.goto(f"/clubs/{club.pk}/import/")
        page.get_by_label("Files").set_input_files(file)
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        settings.IMPORT_AT_ONCE = 100_000
        with WorkerSetup(FILE_BROKER, "celery", tmp_path).worker("worker"):
            import_button = page.get_by_role("button", name="Import these records")
            expect(import_button).to_be_visible(timeout=60_000)
        page.get_by_role("group", name="Who is Danny?").get_by_label("Dan", exact=True).check()
        page.get_by_label("Somebody else instead of Ann").fill("Carol")
        page.keyboard.press("Tab")
        expect(page.locator("#counts")).to_contain_text("0 new players")
        import_button.click()
        expect(page.get_by_role("main")).to_contain_text("A part of the records has been imported")
        expect(page.get_by_role("main")).to_contain_text("Record 2, line 2")
    assert [seat.player for seat in Session.objects.get().seats.order_by("number")] == players
    assert not dry_runs.can_import(Import.objects.get(dry_run=True))
