"""Records come in through the admin as through the API: tried, kept, reported."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.models import AuditEntry, Import, ImportState, Player, Session
from tests.scorekeeper.admin_browser import address, seen
from tests.scorekeeper.sample_rows import waiting_import

pytestmark = pytest.mark.django_db

SCORES = b"2026-03-01\nAlice Bob Carol Erin\n0 11 12 13\n1 1 1 0\n"


@pytest.fixture
def send(club, browse):
    def _send(name="carol", source=SCORES, **given):
        body = {"source": SimpleUploadedFile("scores", source), "notation": "txt", **given}
        return browse(name).client.post(address(club, "import"), body, follow=True)

    return _send


def test_a_file_is_taken_in(send, club, people):
    page = send()
    assert "The file was taken in" in seen(page)
    assert (Import.objects.get().by, Import.objects.get().state) == (people.carol, "done")
    assert Session.objects.filter(club=club).count() == 1
    assert AuditEntry.objects.get(act="import begun").by == people.carol
    assert "1 new" in seen(page)


def test_a_dry_run_keeps_nothing(send):
    assert "1 new" in seen(send(dry_run="on"))
    assert not Session.objects.exists()


def test_names_are_mapped_to_players(send, club):
    player = Player.objects.create(club=club, name="Alicia")
    send(names=f'{{"Alice": "{player.pk}"}}')
    assert Session.objects.get().seats.get(number=1).player == player


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"source": b"\xff\xfe"}, "source", "not UTF-8"),
        ({"source": b"a\0b"}, "source", "the character NUL"),
        ({"source": b" \n"}, "source", "There is no session record here."),
        ({"names": '{"Alice": 7}'}, "names", "a player's id, or null"),
        ({"names": '{"Alice": "nobody"}'}, "names", "a player's id, or null"),
        ({"notation": "csv"}, "notation", "not one of the available choices"),
    ],
)
def test_what_cannot_be_taken_in_is_said(send, given, field, message):
    errors = send(**given).context["form"].errors
    assert list(errors) == [field]
    assert message in errors[field][0]
    assert not Import.objects.exists()


def test_a_file_that_is_too_large_is_not_read(send, settings):
    settings.IMPORT_LARGEST = 10
    assert "divide it" in send().context["form"].errors["source"][0]


def test_a_record_that_cannot_be_read_is_told_with_its_place(send, browse):
    send(source=SCORES.replace(b"13", b"x"))
    report = browse("carol").client.get(reverse("admin:scorekeeper_importline_changelist"))
    assert "expected a date (2026-03-01)" in seen(report)


@pytest.mark.parametrize("name", ["dan", "eve"])
def test_only_scorers_of_the_club_import(send, name):
    assert send(name).status_code == 403
    assert not Import.objects.exists()


def test_what_waits_is_cancelled_once(club, people, browse):
    row = waiting_import(club, by=people.carol)
    page = browse("carol").client
    assert page.post(address(row, "cancel"), {}).status_code == 302
    assert Import.objects.get().state == ImportState.CANCELLED
    again = page.post(address(row, "cancel"), {})
    assert "nothing left to cancel" in seen(again)
