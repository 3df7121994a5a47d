"""Players and seasons that were added by mistake are deleted on a page; what records refer to stays."""

import pytest
from django.core.management import call_command

from scorekeeper.imports import uploads
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import AuditEntry, Player, Season
from scorekeeper.sessions import filing
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of


@pytest.fixture
def erika(club):
    return Player.objects.create(club=club, name="Erika")


@pytest.fixture
def spring(club):
    return Season.objects.create(club=club, name="Spring")


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 302), ("carol", 302), ("dan", 403), ("eve", 404)]
)
def test_a_player_who_never_played_is_deleted_by_scorers_and_owners(browse, erika, name, status):
    assert browse(name).post(f"/players/{erika.pk}/delete/").status_code == status
    assert Player.objects.filter(pk=erika.pk).exists() == (status != 302)


def test_a_second_click_finds_nothing_more(browse, erika):
    client = browse("alice")
    assert client.get(f"/players/{erika.pk}/delete/").status_code == 200
    assert client.post(f"/players/{erika.pk}/delete/").status_code == 302
    assert client.post(f"/players/{erika.pk}/delete/").status_code == 404
    assert AuditEntry.objects.filter(act="player deleted").count() == 1
    call_command("verify_records")


def test_a_player_who_sits_or_once_sat_in_a_session_stays(browse, session, players, erika):
    client, bob = browse("alice"), players[1]
    page = client.post(f"/players/{bob.pk}/delete/")
    assert page.status_code == 409
    assert "records refer to it" in html_of(page)
    seated = [players[0], erika, *players[2:]]
    session_recording.amend_session(session, {}, players=seated, by=session.created_by)
    assert client.post(f"/players/{bob.pk}/delete/").status_code == 409
    assert not AuditEntry.objects.filter(act="player deleted").exists()


def test_a_player_chosen_in_an_import_that_waits_stays_until_it_is_over(browse, erika, people):
    file = RecordFile(
        notation="txt", source="E B C D\n0 1 2 3\n", names={"E": erika.pk}, dry_run=False
    )
    row, _is_new = uploads.create_import(erika.club, file, by=people.carol, may_start=False)
    assert browse("alice").post(f"/players/{erika.pk}/delete/").status_code == 409
    uploads.cancel(row, by=people.carol)
    assert browse("alice").post(f"/players/{erika.pk}/delete/").status_code == 302


def test_a_season_without_sessions_is_deleted_and_another_stays(browse, session, spring, people):
    filing.move_to_season(session.club, [session.pk], spring, by=people.carol)
    client = browse("alice")
    assert browse("carol").post(f"/seasons/{spring.pk}/delete/").status_code == 403
    assert client.post(f"/seasons/{spring.pk}/delete/").status_code == 409
    filing.move_to_season(session.club, [session.pk], None, by=people.carol)
    assert client.post(f"/seasons/{spring.pk}/delete/").status_code == 302
    assert not Season.objects.exists()
    page = html_of(client.get(f"/sessions/{session.pk}/history/"))
    assert "Taken out of its season" in page
