"""The head of a journal is shown, and whoever kept it finds a history that was rewritten as a whole."""

from io import StringIO

import pytest
from django.core.management import call_command

from scorekeeper.hands import recording
from scorekeeper.journal import sealing, verification
from scorekeeper.models import JournalEntry, Season
from tests import without_triggers
from tests.scorekeeper.journal.conftest import seal_all
from tests.scorekeeper.sample_hands import SHEET

pytestmark = pytest.mark.django_db


def verified(**options):
    """Return what verify_records prints and its exit code."""
    out = StringIO()
    try:
        call_command("verify_records", stdout=out, stderr=StringIO(), **options)
    except SystemExit as end:
        return out.getvalue(), end.code
    return out.getvalue(), 0


def test_the_api_shows_the_head_to_whoever_sees_the_club(club, people, signed):
    path = f"/api/v1/clubs/{club.pk}/journal/"
    assert signed(people.dan).get(path).json() == {"entries": 0, "head": ""}
    seal_all()
    head = sealing.find_head(club.pk)
    assert signed(people.dan).get(path).json() == {"entries": head.number, "head": head.digest}
    assert signed(people.eve).get(path).status_code == 404


def test_the_clubs_page_and_printed_results_show_the_head(hand, people, client):
    season = Season.objects.create(club=hand.club, name="Spring")
    seal_all()
    head = sealing.find_head(hand.club_id)
    client.force_login(people.dan)
    pages = (
        f"/clubs/{hand.club_id}/",
        f"/sessions/{hand.session_id}/print/results/",
        f"/seasons/{season.pk}/print/",
    )
    for page in pages:
        text = client.get(page).content.decode()
        assert f"entry {head.number}: {head.digest}" in text, page


def test_a_journal_continues_from_every_earlier_head(session, people):
    seal_all()
    head = sealing.find_head(session.club_id).digest
    recording.record_hand(session, SHEET, by=people.carol)
    seal_all()
    for since in (head, head.removeprefix("sha256:")):
        assert verified(since=since, club=session.club_id)[1] == 0
        assert verified(since=since)[1] == 0


def test_a_history_rewritten_as_a_whole_is_found_by_whoever_kept_a_head(hand, people):
    seal_all()
    head = sealing.find_head(hand.club_id).digest
    club = hand.club
    without_triggers.drop_until_rollback()
    type(club).objects.filter(pk=club.pk).update(created_at="2020-01-01T00:00:00Z")
    rows = list(JournalEntry.objects.order_by("number").values_list("kind", "subject"))
    JournalEntry.objects.all().delete()
    sealing._seal(rows)  # the forger seals everything anew
    assert list(verification.verify()) == []
    assert verified()[1] == 0
    printed, code = verified(since=head)
    assert code == 1
    assert "head-unknown" in printed
