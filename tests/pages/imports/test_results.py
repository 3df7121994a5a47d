"""What became of each file is said as it is: imported, imported in part, rejected, or nothing new."""

from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.models import Import, Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import all_new, chosen, run_import, send

GOOD = "2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n"
BAD = "2024-04-07\nAlice, Bob, Carol\n"
NEVER = "Nothing in this file can be imported."


def files(**texts):
    return [SimpleUploadedFile(f"{name}.txt", text.encode()) for name, text in texts.items()]


def heading(page):
    return html_of(page).partition("<h1>")[2].partition("</h1>")[0]


def listed(client, club):
    """Return what the list of imports says about each: kind and file, badge and its color, outcomes."""
    return [
        (
            "preview" if item["row"].dry_run else "import",
            item["name"],
            item["badge"].words,
            item["badge"].color,
            [(count["count"], count["words"]) for count in item["outcomes"]],
        )
        for item in client.get(f"/clubs/{club.pk}/imports/").context["rows"]
    ]


def test_a_rejected_file_among_others_stays_rejected(scorer, club, players):
    page = send(scorer, club, *files(good=GOOD, bad=BAD))
    assert heading(page) == "Preview"
    page = run_import(scorer, page)
    badges = [part["badge"][:2] for part in page.context["parts"]]
    assert badges == [("imported", "done"), ("rejected", "malformed")]
    assert heading(page) == "Import"
    assert NEVER in html_of(page)
    assert (Session.objects.count(), Import.objects.filter(dry_run=False).count()) == (1, 1)


def test_the_form_of_several_files_sent_twice_imports_once(scorer, club, players):
    page = send(scorer, club, *files(good=GOOD, bad=BAD))
    data = chosen(page, {})
    for _ in range(2):
        answer = scorer.post(page.request["PATH_INFO"], data)
        assert answer.status_code == 302
    assert Session.objects.count() == 1


def test_a_file_of_which_a_part_was_rejected_says_so(scorer, club, players):
    page = run_import(scorer, send(scorer, club, *files(mixed=GOOD + BAD)))
    assert page.context["badge"][:2] == ("imported in part", "waiting")
    assert "the others were rejected" in html_of(page)
    assert "The records have been imported." not in html_of(page)


def test_a_result_without_a_session_does_not_say_that_anything_was_imported(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(good=GOOD)))
    row = Import.objects.get(dry_run=False)
    row.report.update(outcome="malformed", session=None)
    page = scorer.get(f"/imports/{row.pk}/")
    assert "Nothing has been imported." in html_of(page)
    assert page.context["badge"][:2] == ("rejected", "malformed")


def test_the_list_names_the_files_and_what_became_of_them(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(good=GOOD)))
    send(scorer, club, *files(again=GOOD))
    send(scorer, club, *files(bad=BAD))
    send(scorer, club, text=BAD)
    assert listed(scorer, club) == [
        ("preview", "a text score sheet of Big Two", "rejected", "malformed", [(1, "rejected")]),
        ("preview", "bad.txt", "rejected", "malformed", [(1, "rejected")]),
        ("preview", "again.txt", "nothing new", "", [(1, "already imported")]),
        ("import", "good.txt", "imported", "done", [(1, "new")]),
        ("preview", "good.txt", "imported", "done", [(1, "new")]),
    ]


def test_nothing_is_imported_where_all_records_are_rejected(scorer, club, players):
    page = send(scorer, club, text=GOOD.replace("Dan", "Dann"))
    answer = run_import(scorer, page, {**all_new(page), "Dann": "Alice"})
    assert answer.status_code == 422
    assert "None of these records can be imported." in html_of(answer)
    assert not Import.objects.filter(dry_run=False).exists()
