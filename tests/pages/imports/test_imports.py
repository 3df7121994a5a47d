"""Records are tried, the names in them given to players, and taken in; the report says what was wrong, line by line."""

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
from tests.scorekeeper.worker_processes import FILE_BROKER, WorkerSetup

RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Alice", "Bob", "Ann", "Danny"],
    "hands": [{"cards_left": [0, 1, 2, 3]}],
}
WRONG = {**RECORD, "players": ["Alice", "Bob", "Carol", "Dan"], "hands": [{"cards_left": [0, 1, 2, 3]}, {"events": ["1: 3C", "2: 1X"]}]}  # fmt: skip
QUERIES = 12  # of a trial's report
TOML = """
format = "session-record/1"
variant = "big-two"
players = ["Alice", "Bob", "Carol", "Dan"]
[[hands]]
cards_left = [0, 1, 2, 3]
"""


def ndjson(*records):
    return "\n".join(map(json.dumps, records))


def sent(client, club, text="", file=None, **said):
    given = {"id": uuid.uuid4(), "text": text, "notation": "", **said}
    return client.post(f"/clubs/{club.pk}/import/", given | ({"file": file} if file else {}))


def tried(client, club, text=""):
    """The page of the trial."""
    return client.get(sent(client, club, text or ndjson(RECORD))["Location"])


def taken_in(client, page, **said):
    names = {"who_0": "new", "other_0": "", "who_1": "new", "other_1": ""}
    return client.post(page.request["PATH_INFO"], names | said, follow=True)


def text(page):
    return page.content.decode()


@pytest.fixture
def scorer(browse, players):
    return browse("carol")


def test_a_file_is_tried_before_anything_is_kept(scorer, club):
    page = tried(scorer, club)
    assert not Session.objects.exists()
    assert [asked.name for asked in page.context["form"].rows()] == ["Ann", "Danny"]
    assert "What would be kept: 1 session, 1 hand." in " ".join(text(page).split())


def test_players_with_names_like_it_are_proposed(scorer, club, players):
    asked = [*tried(scorer, club).context["form"].rows()]
    offered = [label for _value, label in asked[1].choice.field.choices]
    assert offered[0] == "a new player"
    assert "Dan" in offered
    assert offered[-1] == "somebody else:"


def test_a_name_means_whom_somebody_says(scorer, club, players):
    page = taken_in(
        scorer,
        tried(scorer, club),
        who_0="other",
        other_0="Carol",
        who_1=str(players[3].pk),
    )
    assert "It is in the books." in text(page)
    seated = Session.objects.get().seats.order_by("number")
    assert [seat.player for seat in seated] == players
    assert club.players.count() == 4


def test_a_new_player_is_made_where_nobody_says_otherwise(scorer, club):
    taken_in(scorer, tried(scorer, club))
    assert {"Ann", "Danny"} <= set(club.players.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"who_0": "other"}, "Say who it is, or choose a new player."),
        ({"who_0": "other", "other_0": "Zoe"}, "The club has no player of this name"),
    ],
)
def test_somebody_else_must_be_somebody(scorer, club, said, wrong):
    page = taken_in(scorer, tried(scorer, club), **said)
    assert (page.status_code, Session.objects.count()) == (422, 0)
    assert wrong in text(page)


def test_a_file_is_taken_in_once(scorer, club):
    page = tried(scorer, club)
    first, again = taken_in(scorer, page), taken_in(scorer, page)
    assert first.request["PATH_INFO"] == again.request["PATH_INFO"]
    assert Session.objects.count() == 1
    assert "It was taken in." in text(scorer.get(page.request["PATH_INFO"]))


def test_what_is_wrong_is_said_with_its_line_its_place_and_what_would_be_right(scorer, club):
    page = tried(scorer, club, ndjson(RECORD, WRONG))
    wrong = page.context["lines"][1]
    assert (wrong["line"], wrong["outcome"]) == (2, "malformed")
    assert wrong["wrong"]["where"] == "hand 2, event 2"
    assert wrong["wrong"]["what"] == "The deck has no such card"
    assert "1X" in wrong["wrong"]["details"]
    assert "a question mark is a card that nobody saw" in wrong["wrong"]["right"]
    assert "1 refused record is left out." in text(page)


def test_only_the_refused_records_are_listed_on_demand(scorer, club):
    page = tried(scorer, club, ndjson(RECORD, WRONG))
    address = page.request["PATH_INFO"]
    listed = scorer.get(f"{address}?outcome=malformed").context["lines"]
    assert [line["number"] for line in listed] == [2]
    assert len(scorer.get(f"{address}?outcome=nonsense").context["lines"]) == 2


def test_what_is_there_already_is_known(scorer, club):
    taken_in(scorer, tried(scorer, club))
    page = tried(scorer, club)
    assert "There is nothing new in it to be taken in." in text(page)
    assert "known already" in text(page)


@pytest.mark.parametrize(
    ("name", "content", "notation"),
    [
        ("evening.toml", TOML, "toml"),
        ("evening.json", json.dumps(RECORD), "json"),
        ("evenings.ndjson", ndjson(RECORD, WRONG), "ndjson"),
        ("sheet.txt", "Alice Bob Carol Dan\n0 1 2 3\n", "txt"),
        ("download", ndjson(RECORD, WRONG), "ndjson"),
        ("download", "\ufeff" + TOML, "toml"),
        ("download", "Alice Bob Carol Dan\n0 1 2 3\n", "txt"),
    ],
)
def test_a_file_tells_what_it_is_by_its_name_or_its_look(scorer, club, name, content, notation):
    answer = sent(scorer, club, file=SimpleUploadedFile(name, content.encode()))
    assert answer.status_code == 302
    row = Import.objects.get()
    assert (row.notation, row.dry_run, row.report.filter(outcome="new").count()) == (notation, True, 1)  # fmt: skip


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, "Choose a file, or paste its text."),
        ({"file": SimpleUploadedFile("x.json", b"\xff\xfe{")}, "not a text in UTF-8"),
        ({"file": SimpleUploadedFile("x.json", b"{\0}")}, "The file is not a text."),
        ({"file": SimpleUploadedFile("x.json", b"{" * 101)}, "at most 0 MB are taken in at once"),
    ],
)
def test_what_cannot_be_taken_in_is_said_on_the_form(scorer, club, settings, given, wrong):
    settings.IMPORT_LARGEST = 100
    page = sent(scorer, club, **given)
    assert page.status_code == 422
    assert wrong in text(page)
    assert not Import.objects.exists()


def test_a_large_file_is_left_to_a_worker_and_followed(scorer, club, settings):
    settings.IMPORT_AT_ONCE = 0
    page = tried(scorer, club)
    assert 'hx-trigger="every 1s"' in text(page)
    assert '<noscript><meta http-equiv="refresh"' in text(page)
    assert "waiting for its turn" in text(page)
    import_worker.run_waiting(stop=lambda: False)
    page = scorer.get(page.request["PATH_INFO"])
    assert "hx-trigger" not in text(page)
    assert page.context["form"] is not None


def test_an_import_is_stopped(scorer, club, settings):
    settings.IMPORT_AT_ONCE = 0
    address = tried(scorer, club).request["PATH_INFO"]
    assert "The trial was stopped." in text(scorer.post(f"{address}cancel/", follow=True))
    settings.IMPORT_AT_ONCE = 100_000
    address = tried(scorer, club).request["PATH_INFO"]
    assert "It was over before it could be stopped." in text(
        scorer.post(f"{address}cancel/", follow=True)
    )


def test_a_trial_that_was_left_too_long_is_sent_again(scorer, club):
    page = tried(scorer, club)
    Import.objects.update(source="")
    assert "The file was kept for a day and is gone." in text(taken_in(scorer, page))


def test_an_import_that_failed_says_what_to_do(scorer, club):
    address = tried(scorer, club).request["PATH_INFO"]
    Import.objects.update(state="failed")
    assert "Something went wrong here, not in your file" in text(scorer.get(address))


def test_past_imports_are_listed_with_how_far_they_are(scorer, club, settings):
    taken_in(scorer, tried(scorer, club))
    Import.objects.filter(dry_run=False).update(state="running", lines=10, done=4)
    page = text(scorer.get(f"/clubs/{club.pk}/imports/"))
    assert re.search(r'<progress max="10" value="4"', page)
    assert "4 of 10 records" in page


@pytest.mark.parametrize("records", [1, 30])
def test_a_report_costs_as_many_queries_however_long_it_is(
    scorer, club, django_assert_num_queries, records
):
    many = [
        {**RECORD, "notes": str(number), "players": ["Alice", "Bob", "Carol", f"New {number}"]}
        for number in range(records)
    ]
    address = tried(scorer, club, ndjson(*many)).request["PATH_INFO"]
    with django_assert_num_queries(QUERIES):
        scorer.get(address)


def test_more_names_than_are_asked_about_become_new_players(scorer, club, monkeypatch):
    monkeypatch.setattr("scorekeeper.pages.imports.player_names_form.MOST", 1)
    page = tried(scorer, club)
    assert [asked.name for asked in page.context["form"].rows()] == ["Ann"]
    assert "1 more name becomes a new player." in text(page)
    taken_in(scorer, page)
    assert Player.objects.filter(name="Danny").exists()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.xdist_group("worker")
@pytest.mark.django_db(transaction=True)
def test_a_chosen_file_is_followed_to_its_report(
    window, live_server, browse, club, players, settings, tmp_path
):
    file = tmp_path / "evenings.ndjson"
    file.write_text(ndjson(RECORD, WRONG))
    settings.IMPORT_AT_ONCE = 0  # so that it is a worker's
    with (
        phones.phone(window, live_server.url, browse("carol")) as page,
        no_complaints(page, live_server.url),
    ):
        page.goto(f"/clubs/{club.pk}/import/")
        page.get_by_label("A file").set_input_files(file)
        page.get_by_role("button", name="Try it").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        settings.IMPORT_AT_ONCE = 100_000
        with WorkerSetup(FILE_BROKER, "celery", tmp_path).worker("worker"):
            take_in = page.get_by_role("button", name="Take it in")
            expect(take_in).to_be_visible(timeout=60_000)
        page.get_by_label("Who is Danny?").select_option("Dan")
        page.get_by_label("Somebody else instead of Ann").fill("Carol")
        take_in.click()
        expect(page.get_by_role("main")).to_contain_text("It is in the books.")
        expect(page.get_by_role("main")).to_contain_text("Record 2, line 2")
    assert [seat.player for seat in Session.objects.get().seats.order_by("number")] == players
    assert not dry_runs.can_import(Import.objects.get(dry_run=True))
