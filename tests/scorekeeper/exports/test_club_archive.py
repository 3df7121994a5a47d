"""A club moves to another installation with its whole history, and nothing is different there."""

import json
from io import BytesIO, StringIO
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
from scorekeeper.management import record_check
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
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED


@pytest.fixture
def books(club, session, players, people):
    """A club with everything in it: corrections, a confirmation, a dispute ruled on, two accounts of a hand, a merge."""
    Season.objects.create(club=club, name="Spring", starts_on="2026-03-01")
    hand = hand_recording.record_hand(session, {**CLEAN, "note": "loud"}, by=people.carol).hand
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        hand, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
    )
    hand.refresh_from_db()
    hand_confirmations.confirm(hand, digest=hand.head.digest, by=people.dan)
    second_logs.transcribe(hand, SHEET, by=people.dan)
    dispute = Dispute.objects.create(club=club, hand=hand, revision=hand.head, event=4, claim="Out of turn.", raised_by=people.dan, raised_at=hand.head.at)  # fmt: skip
    DisputeStatement.objects.create(club=club, dispute=dispute, text="It was my turn.", by=people.eve, at=hand.head.at)  # fmt: skip
    Ruling.objects.create(club=club, dispute=dispute, revision=hand.head, decision="adjustment", seat=2, points=-2.5, reason="It was.", by=people.bob, at=hand.head.at)  # fmt: skip
    again = Player.objects.create(club=club, name="Alicia")
    other, _ = session_recording.record_session(
        club, {"variant": "pusoy-dos", "event": "Friday"}, players=[again, *players[1:]], by=people.bob
    )  # fmt: skip
    hand_recording.record_hand(other, {"out": [2, 4, 1]}, by=people.bob)
    player_merges.merge(again, players[0], by=people.bob)
    Player.objects.filter(name="Dan").update(user=people.dan)
    return club


def archived(club):
    return b"".join(club_archive.build_archive(club, by=None))


def contents(archive):
    with ZipFile(BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def wipe():
    """An installation where nothing was ever kept."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    kept = {"django_migrations", "django_content_type", "auth_permission"}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = ", ".join(f'"{name}"' for name in tables if name not in kept)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # nothing may be pending
            cursor.execute(f"TRUNCATE {names}")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        for name in tables:
            if name not in kept:
                cursor.execute(f'DELETE FROM "{name}"')


def standing():
    scores = Score.objects.order_by("hand", "seat").values_list(
        "hand", "seat", "player", "points", "place"
    )
    return [*scores], [*Result.objects.order_by("session").values_list("session", "totals", "over")]


@pytest.fixture
def moved(books):
    """The archive, what stood in the club, and another installation that has taken it in."""
    archive, stood = archived(books), standing()
    wipe()
    owner = User.objects.create_user("olga")
    taken = import_club_archive.restore(BytesIO(archive), owner=owner)
    return archive, stood, taken


def test_nothing_is_different_there(moved):
    _, stood, taken = moved
    assert (taken.new, taken.known) == (2, 0)
    assert standing() == stood
    assert list(record_check.verify_records()) == []


def test_the_archive_made_there_holds_the_same(moved):
    archive, _, taken = moved
    before, after = contents(archive), contents(archived(taken.club))
    manifests = [json.loads(files.pop("manifest.json")) for files in (before, after)]
    assert after == before
    added = {"members", "membership_changes"}  # whoever took it in became an owner
    was, now = ({key: rows[key] for key in rows.keys() - added} for rows in manifests)
    assert now == was


def test_taking_it_again_changes_nothing(moved):
    archive, _, taken = moved
    before = (
        archived(taken.club),
        standing(),
        AuditEntry.objects.exclude(act="club exported").count(),
    )
    again = import_club_archive.restore(BytesIO(archive), owner=User.objects.get(username="olga"))
    assert (again.new, again.known) == (0, 2)
    after = (
        archived(taken.club),
        standing(),
        AuditEntry.objects.exclude(act="club exported").count(),
    )
    assert after == before


def test_unknown_accounts_become_places_for_their_ids(moved, people):
    stranger = User.objects.get(pk=people.carol.pk)
    assert (stranger.username, stranger.is_active, stranger.email) == (f"account-{people.carol.pk}", False, "")  # fmt: skip
    assert not stranger.has_usable_password()
    roles = dict(Club.objects.get().members.values_list("user", "role"))
    assert roles[people.bob.pk] == "referee"
    assert roles[User.objects.get(username="olga").pk] == "owner"


def test_an_archive_names_no_account_but_by_its_id(books, people):
    User.objects.update(email="somebody@elsewhere.example")
    told = b"".join(contents(archived(books)).values()).decode()
    assert "elsewhere.example" not in told
    assert not any(json.dumps(name) in told for name in ("carol", "alice"))


def test_the_same_club_gives_the_same_archive(books):
    assert archived(books) == archived(books)


def test_a_bundle_that_was_changed_is_not_taken_in(books):
    files = contents(archived(books))
    name = next(name for name in files if name.startswith("sessions/"))
    files[name] = files[name].replace(b'"recorded"', b'"amended"', 1)
    wipe()
    with pytest.raises(import_club_archive.ArchiveError, match="was changed"):
        import_club_archive.restore(zipped(files), owner=User.objects.create_user("olga"))
    assert not Club.objects.exists()


def zipped(files):
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file


@pytest.mark.parametrize("files", [{}, {"manifest.json": b"{"}, {"manifest.json": b"{}"}, {"manifest.json": b'{"format": "club-archive/1"}'}])  # fmt: skip
def test_what_is_no_archive_is_refused(db, files):
    with pytest.raises(import_club_archive.ArchiveError):
        import_club_archive.restore(zipped(files), owner=User.objects.create_user("olga"))
    with pytest.raises(import_club_archive.ArchiveError):
        import_club_archive.restore(BytesIO(b"no zip"), owner=User.objects.get())


def test_a_session_that_went_on_stays_as_it_is(books, people):
    archive = archived(books)
    session = Session.objects.get(event="Friday")
    hand_recording.record_hand(session, {"out": [1, 4, 2]}, by=people.bob)
    taken = import_club_archive.restore(BytesIO(archive), owner=people.alice)
    assert (taken.new, taken.known, session.hands.count()) == (0, 2, 2)


def test_another_history_of_a_session_is_refused(books, people):
    hand = Session.objects.get(event="Friday").hands.get()
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"out": [1, 4, 2]}), by=people.bob)
    archive = archived(books)
    amended = HandRevision.objects.filter(hand=hand, number=2)
    HandRevision.objects.filter(pk=amended.get().pk).update(digest="sha256:0")
    with pytest.raises(import_club_archive.ArchiveError, match="another history"):
        import_club_archive.restore(BytesIO(archive), owner=people.alice)


def test_an_owner_takes_the_club_out_over_http(books, people, signed):
    route = f"/api/v1/clubs/{books.pk}/export/"
    assert signed(people.bob).get(route).status_code == 403
    answer = signed(people.alice).get(route)
    assert answer["Content-Type"] == "application/zip"
    files = contents(b"".join(answer.streaming_content))
    bundles = [json.loads(files[name]) for name in files if name.startswith("sessions/")]
    assert len(bundles) == 2
    assert all(referee.verify(bundle).ok for bundle in bundles)


def test_hidden_cards_stay_where_they_are_or_are_said_to(books, people, signed):
    session = Session.objects.get(event="Thursday night")
    hand_recording.record_hand(session, UNFINISHED, by=people.carol)
    route = f"/api/v1/clubs/{books.pk}/export/"
    refused = signed(people.alice).get(route)
    assert (refused.status_code, refused.json()["code"]) == (409, "cards-hidden")
    answer = signed(people.alice).get(f"{route}?leave_out=unfinished")
    files = contents(b"".join(answer.streaming_content))
    manifest = json.loads(files["manifest.json"])
    assert manifest["left_out"] == [str(session.pk)]
    assert len(manifest["sessions"]) == 1
    assert len(json.loads(contents(archived(books))["manifest.json"])["sessions"]) == 2


def test_a_club_is_moved_with_two_commands(books, tmp_path, people):
    out, path = StringIO(), tmp_path / "club.zip"
    call_command("export_club", books.pk, path, stdout=out)
    call_command("import_club", path, owner="alice", stdout=out)
    assert "Thursday night: 0 sessions are new, 2 were there." in out.getvalue()
    with pytest.raises(CommandError, match="There is no account"):
        call_command("import_club", path, owner="nobody")
    path.write_bytes(b"no zip")
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_club", path, owner="alice")


def test_an_archive_is_never_written_over_another_file(books, tmp_path):
    path = tmp_path / "club.zip"
    path.write_bytes(b"last month's")
    with pytest.raises(CommandError, match="File exists"):
        call_command("export_club", books.pk, path)
    assert path.read_bytes() == b"last month's"


def test_an_erased_player_stays_erased_there(books, people):
    erasure.erase(Player.objects.get(name="Bob"), confirm="Bob", by=people.alice)
    archive = archived(books)
    wipe()
    import_club_archive.restore(BytesIO(archive), owner=User.objects.create_user("olga"))
    assert list(record_check.verify_records()) == []
    erased = Player.objects.get(name="Player 1")
    assert erased.erasure.number == 1
