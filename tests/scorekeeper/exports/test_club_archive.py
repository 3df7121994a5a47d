"""Club archives: a club moves to another installation with its whole history and nothing changes."""

import json
from io import BytesIO, StringIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

import referee
from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.exports import club_archive
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs
from scorekeeper.imports import club_archive as import_club_archive
from scorekeeper.imports.archive_files import ArchiveError
from scorekeeper.journal import sealing
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    AuditEntry,
    Club,
    Dispute,
    DisputeStatement,
    HandRevision,
    Player,
    Result,
    Ruling,
    Score,
    Season,
    Session,
    User,
)
from scorekeeper.replays.hand_search import HandQuestion, HandSort
from scorekeeper.sessions import recording as session_recording
from scorekeeper.statistics import awards
from tests import without_triggers
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED


@pytest.fixture
def full_club(club, session, players, people):
    """A club with a row of every kind: amendment, confirmation, dispute with statement and ruling, second log and merge."""
    Season.objects.create(club=club, name="Spring", starts_on="2026-03-01")
    hand = hand_recording.record_hand(session, {**CLEAN, "note": "loud"}, by=people.carol).hand
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        hand, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
    )
    hand.refresh_from_db()
    hand_confirmations.confirm_hand(hand, digest=hand.head.digest, by=people.dan)
    second_logs.transcribe(hand, SHEET, by=people.dan)
    dispute = Dispute.objects.create(
        club=club,
        hand=hand,
        revision=hand.head,
        event=4,
        claim="Out of turn.",
        raised_by=people.dan,
        raised_at=hand.head.at,
    )
    DisputeStatement.objects.create(
        club=club, dispute=dispute, text="It was my turn.", by=people.eve, at=hand.head.at
    )
    Ruling.objects.create(
        club=club,
        dispute=dispute,
        revision=hand.head,
        decision="adjustment",
        seat=2,
        points=-2.5,
        reason="It was.",
        by=people.bob,
        at=hand.head.at,
    )
    alicia = Player.objects.create(club=club, name="Alicia")
    other, _ = session_recording.record_session(
        club,
        {"variant": "pusoy-dos", "event": "Friday"},
        players=[alicia, *players[1:]],
        by=people.bob,
    )
    hand_recording.record_hand(other, {"out": [2, 4, 1]}, by=people.bob)
    player_merges.merge(alicia, players[0], by=people.bob)
    Player.objects.filter(name="Dan").update(user=people.dan)
    awards.make(club, "Best pair", HandQuestion(combination="pair"), by=people.alice)
    gone, _ = awards.make(club, "Long", HandQuestion(sort=HandSort.TRICK), by=people.bob)
    awards.take_away(gone, by=people.alice)
    return club


def build_archive(club):
    return b"".join(club_archive.build_archive(club, by=None))


def files_in(archive):
    with ZipFile(BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def delete_everything():
    """Delete every row, as in a new installation."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    preserved = {"django_migrations", "django_content_type", "auth_permission"}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = ", ".join(f'"{name}"' for name in tables if name not in preserved)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # nothing may be pending
            cursor.execute(f"TRUNCATE {names}")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        deletions = [f'DELETE FROM "{name}"' for name in tables if name not in preserved]
        for statement in without_triggers.enclose(deletions):
            cursor.execute(statement)


def results():
    """Return the scores and results of all hands and sessions."""
    scores = Score.objects.order_by("hand", "seat").values_list(
        "hand", "seat", "player", "points", "place"
    )
    return [*scores], [*Result.objects.order_by("session").values_list("session", "totals", "over")]


@pytest.fixture
def moved(full_club):
    """The archive of a club, its results, and its import into an empty installation."""
    archive, results_before = build_archive(full_club), results()
    delete_everything()
    owner = User.objects.create_user("olga")
    imported = import_club_archive.restore(BytesIO(archive), owner=owner)
    return archive, results_before, imported


def test_a_restored_club_has_the_same_results(moved):
    _, results_before, imported = moved
    assert (imported.new, imported.known) == (2, 0)
    assert results() == results_before
    assert list(record_check.verify_records()) == []
    sealing.seal_waiting(stop=lambda: False)
    assert list(record_check.verify_records()) == []


def test_an_archive_of_a_restored_club_is_the_same(moved):
    archive, _, imported = moved
    before, after = files_in(archive), files_in(build_archive(imported.club))
    manifests = [json.loads(files.pop("manifest.json")) for files in (before, after)]
    assert after == before
    # the user who imported it became an owner, and it begins a new journal
    added = {"members", "membership_changes", "journal"}
    manifest_before, manifest_after = (
        {key: rows[key] for key in rows.keys() - added} for rows in manifests
    )
    assert manifest_after == manifest_before


def test_a_restored_club_gives_the_same_awards(moved, people):
    award, gone = moved[2].club.awards.all()
    assert (award.name, award.search, award.by_id) == (
        "Best pair",
        {"combination": "pair"},
        people.alice.pk,
    )
    assert (gone.name, gone.removed_by_id, gone.by_id) == ("Long", people.alice.pk, people.bob.pk)


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ([{"search": {"flavor": "sweet"}}], "of another release: No award searches for flavor"),
        ([{"search": {"combination": "pair"}}] * 13, "up to 12 awards"),
    ],
)
def test_awards_that_no_club_can_have_are_refused(full_club, listed, says):
    manifest = club_archive.build_manifest(full_club, sessions=[], left_out=[])
    like = next(row for row in manifest["awards"] if row["removed_at"] is None)
    manifest["awards"] = [{**like, **one, "id": str(uuid4())} for one in listed]
    with pytest.raises(ArchiveError, match=says):
        import_club_archive.restore_awards(manifest, full_club)


def test_an_archive_of_before_has_no_awards(full_club):
    manifest = club_archive.build_manifest(full_club, sessions=[], left_out=[])
    del manifest["awards"]
    import_club_archive.restore_awards(manifest, full_club)
    assert full_club.awards.count() == 2


def test_restoring_an_archive_again_changes_nothing(moved):
    archive, _, imported = moved
    before = (
        build_archive(imported.club),
        results(),
        AuditEntry.objects.exclude(act="club exported").count(),
    )
    again = import_club_archive.restore(BytesIO(archive), owner=User.objects.get(username="olga"))
    assert (again.new, again.known) == (0, 2)
    after = (
        build_archive(imported.club),
        results(),
        AuditEntry.objects.exclude(act="club exported").count(),
    )
    assert after == before


def test_unknown_accounts_become_inactive_accounts_with_their_ids(moved, people):
    placeholder = User.objects.get(pk=people.carol.pk)
    assert (placeholder.username, placeholder.is_active, placeholder.email) == (
        f"account-{people.carol.pk}",
        False,
        "",
    )
    assert not placeholder.has_usable_password()
    roles = dict(Club.objects.get().members.values_list("user", "role"))
    assert roles[people.bob.pk] == "referee"
    assert roles[User.objects.get(username="olga").pk] == "owner"


def test_an_archive_contains_no_user_name_or_mail_address(full_club, people):
    User.objects.update(email="somebody@elsewhere.example")
    text = b"".join(files_in(build_archive(full_club)).values()).decode()
    assert "elsewhere.example" not in text
    assert not any(json.dumps(name) in text for name in ("carol", "alice"))


def test_archives_of_an_unchanged_club_are_identical(full_club):
    assert build_archive(full_club) == build_archive(full_club)


def test_a_changed_bundle_is_refused(full_club):
    files = files_in(build_archive(full_club))
    name = next(name for name in files if name.startswith("sessions/"))
    files[name] = files[name].replace(b'"recorded"', b'"amended"', 1)
    delete_everything()
    with pytest.raises(import_club_archive.ArchiveError, match="was changed"):
        import_club_archive.restore(zip_files(files), owner=User.objects.create_user("olga"))
    assert not Club.objects.exists()


def zip_files(files):
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"manifest.json": b"{"},
        {"manifest.json": b"{}"},
        {"manifest.json": b'{"format": "club-archive/1"}'},
    ],
)
def test_an_invalid_archive_is_refused(db, files):
    with pytest.raises(import_club_archive.ArchiveError):
        import_club_archive.restore(zip_files(files), owner=User.objects.create_user("olga"))
    with pytest.raises(import_club_archive.ArchiveError):
        import_club_archive.restore(BytesIO(b"no zip"), owner=User.objects.get())


def test_restoring_keeps_a_session_that_went_on_meanwhile(full_club, people):
    archive = build_archive(full_club)
    session = Session.objects.get(event="Friday")
    hand_recording.record_hand(session, {"out": [1, 4, 2]}, by=people.bob)
    imported = import_club_archive.restore(BytesIO(archive), owner=people.alice)
    assert (imported.new, imported.known, session.hands.count()) == (0, 2, 2)


def test_a_session_with_a_different_history_is_refused(full_club, people):
    hand = Session.objects.get(event="Friday").hands.get()
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"out": [1, 4, 2]}), by=people.bob)
    archive = build_archive(full_club)
    amended = HandRevision.objects.filter(hand=hand, number=2)
    HandRevision.objects.filter(pk=amended.get().pk).update(digest="sha256:0")
    with pytest.raises(import_club_archive.ArchiveError, match="a different history"):
        import_club_archive.restore(BytesIO(archive), owner=people.alice)


def test_only_owners_export_a_club_over_http(full_club, people, signed):
    route = f"/api/v1/clubs/{full_club.pk}/export/"
    assert signed(people.bob).get(route).status_code == 403
    answer = signed(people.alice).get(route)
    assert answer["Content-Type"] == "application/zip"
    files = files_in(b"".join(answer.streaming_content))
    bundles = [json.loads(files[name]) for name in files if name.startswith("sessions/")]
    assert len(bundles) == 2
    assert all(referee.verify(bundle).ok for bundle in bundles)


def test_a_club_with_hidden_cards_is_exported_without_them_or_refused(full_club, people, signed):
    session = Session.objects.get(event="Thursday night")
    hand_recording.record_hand(session, UNFINISHED, by=people.carol)
    route = f"/api/v1/clubs/{full_club.pk}/export/"
    refused = signed(people.alice).get(route)
    assert (refused.status_code, refused.json()["code"]) == (409, "cards-hidden")
    answer = signed(people.alice).get(f"{route}?leave_out=unfinished")
    files = files_in(b"".join(answer.streaming_content))
    manifest = json.loads(files["manifest.json"])
    assert manifest["left_out"] == [str(session.pk)]
    assert len(manifest["sessions"]) == 1
    assert len(json.loads(files_in(build_archive(full_club))["manifest.json"])["sessions"]) == 2


def test_a_club_is_exported_and_imported_by_commands(full_club, tmp_path, people):
    out, path = StringIO(), tmp_path / "club.zip"
    call_command("export_club", full_club.pk, path, stdout=out)
    call_command("import_club", path, owner="alice", stdout=out)
    assert "Thursday night: 0 sessions are new, 2 were there." in out.getvalue()
    with pytest.raises(CommandError, match="There is no account"):
        call_command("import_club", path, owner="nobody")
    path.write_bytes(b"no zip")
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_club", path, owner="alice")


def test_an_export_never_overwrites_a_file(full_club, tmp_path):
    path = tmp_path / "club.zip"
    path.write_bytes(b"last month's")
    with pytest.raises(CommandError, match="File exists"):
        call_command("export_club", full_club.pk, path)
    assert path.read_bytes() == b"last month's"


def test_an_erased_player_stays_erased_in_a_restored_club(full_club, people):
    erasure.erase(Player.objects.get(name="Bob"), confirm="Bob", by=people.alice)
    archive = build_archive(full_club)
    delete_everything()
    import_club_archive.restore(BytesIO(archive), owner=User.objects.create_user("olga"))
    assert list(record_check.verify_records()) == []
    erased = Player.objects.get(name="Player 1")
    assert erased.erasure.number == 1
