"""Pictures of players: who chooses and who sees them, and what becomes of them with merges, erasures and archives."""

import io
import json
from zipfile import ZipFile

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from scorekeeper import erasure
from scorekeeper.clubs import departures, pictures, player_merges
from scorekeeper.exports import club_archive
from scorekeeper.imports import club_archive as import_club_archive
from scorekeeper.imports.archive_files import ArchiveError
from scorekeeper.models import AuditEntry, Club, Player, PlayerPicture, Session, User, Visibility
from scorekeeper.sessions import deletions
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.sample_pictures import STORED, encoded, give_picture, picture

OTHER = picture("WEBP", size=(128, 128), color="navy")


@pytest.fixture
def alice(players):
    return players[0]


@pytest.fixture
def dans(players, people):
    """The player who is Dan's account."""
    Player.objects.filter(pk=players[3].pk).update(user=people.dan)
    return Player.objects.get(pk=players[3].pk)


def address(player):
    return f"/api/v1/players/{player.pk}/picture/"


def send(client, player, content=None, kind="image/png"):
    return client.put(address(player), content or picture(), content_type=kind)


def stored():
    return {row.player.name: bytes(row.content) for row in PlayerPicture.objects.all()}


def open_to_all(session):
    Club.objects.filter(pk=session.club_id).update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=session.pk).update(visibility=Visibility.PUBLIC)


def test_a_picture_is_set_read_replaced_and_removed(carol, alice):
    assert carol.get(address(alice)).status_code == 404
    assert send(carol, alice).status_code == 204
    first = carol.get(address(alice))
    assert (first["Content-Type"], first["Cache-Control"]) == ("image/webp", "private, no-cache")
    in_json = carol.get(f"{address(alice)}?format=json")
    assert (in_json.content, in_json["Content-Type"]) == (first.content, "image/webp")
    assert send(carol, alice, picture(color="blue")).status_code == 204
    second = carol.get(address(alice))
    assert (second.content, second["ETag"]) != (first.content, first["ETag"])
    assert carol.get(address(alice), headers={"If-None-Match": second["ETag"]}).status_code == 304
    for _ in range(2):
        assert carol.delete(address(alice)).status_code == 204
    assert carol.get(address(alice)).status_code == 404


def test_a_repeated_request_with_a_large_picture_has_one_effect(carol, alice):
    large = encoded(Image.effect_noise((1_300, 1_300), 100).convert("RGB"), "PNG")
    assert 3_000_000 < len(large) < 5_000_000
    for _ in range(2):
        headers = {"Idempotency-Key": "k"}
        sent = carol.put(address(alice), large, content_type="image/png", headers=headers)
        assert sent.status_code == 204
    assert AuditEntry.objects.filter(act="player picture set").count() == 1


def test_a_deleted_player_leaves_no_picture(club, people):
    erika = Player.objects.create(club=club, name="Erika")
    give_picture(erika)
    deletions.delete(erika, by=people.carol)
    assert stored() == {}


def test_a_player_says_where_the_picture_is(carol, club, alice):
    assert carol.get(f"/api/v1/players/{alice.pk}/").json()["picture"] is None
    send(carol, alice)
    listed = carol.get(f"/api/v1/clubs/{club.pk}/players/").json()["results"]
    assert [row["picture"] for row in listed] == [address(alice), None, None, None]


def test_a_list_of_players_does_not_read_their_pictures(
    carol, club, players, django_assert_num_queries
):
    path = f"/api/v1/clubs/{club.pk}/players/"
    with django_assert_num_queries(4) as without:
        carol.get(path)
    for player in players:
        give_picture(player)
    with django_assert_num_queries(len(without)) as queries:
        carol.get(path)
    assert not any("content" in query["sql"] for query in queries)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<svg/>", (400, "bad-picture")),
        (picture("GIF"), (400, "bad-picture")),
        (b"\0" * 5_000_001, (413, "too-large")),
    ],
)
def test_what_is_no_picture_is_refused_whatever_it_says_it_is(carol, alice, content, problem):
    check_problem(send(carol, alice, content), *problem, "")
    assert stored() == {}


def test_other_kinds_of_bodies_are_refused_with_what_is_accepted(carol, alice):
    refused = send(carol, alice, picture(), "application/json")
    assert refused.status_code == 415
    assert "image/*" in refused.json()["detail"]


def test_the_same_picture_again_is_no_change(alice, people):
    for _ in range(2):
        pictures.put(alice, picture(), by=people.carol)
    assert AuditEntry.objects.filter(act="player picture set").count() == 1


def test_the_audit_log_says_that_a_picture_changed_and_nothing_of_it(alice, people):
    pictures.put(alice, picture(), by=people.carol)
    pictures.remove(alice, by=people.carol)
    pictures.remove(alice, by=people.carol)
    entries = AuditEntry.objects.filter(act__contains="picture").order_by("id")
    assert [(entry.act, entry.subject, entry.details) for entry in entries] == [
        ("player picture set", str(alice.pk), {}),
        ("player picture removed", str(alice.pk), {}),
    ]


def test_a_member_chooses_the_picture_of_their_own_player_only(signed, people, dans, alice):
    dan = signed(people.dan)
    assert send(dan, dans).status_code == 204
    assert dan.delete(address(dans)).status_code == 204
    assert send(dan, alice).status_code == 403
    assert dan.delete(address(alice)).status_code == 403


def test_whoever_left_the_club_chooses_no_picture_in_it(signed, people, dans, session):
    open_to_all(session)
    session.club.members.filter(user=people.dan).delete()
    assert send(signed(people.dan), dans).status_code == 403


def test_a_token_that_only_reads_chooses_no_picture(signed, people, dans, club):
    assert send(signed(people.dan, scopes=["read"]), dans).status_code == 403
    elsewhere = Club.objects.exclude(pk=club.pk).get()
    assert send(signed(people.dan, only_club=elsewhere), dans).status_code == 404


def test_strangers_see_the_pictures_of_players_of_public_sessions_only(
    signed, session, alice, club
):
    erin = Player.objects.create(club=club, name="Erin")
    for player in (alice, erin):
        give_picture(player)
    stranger = signed(None)
    assert stranger.get(address(alice)).status_code == 404
    open_to_all(session)
    assert stranger.get(address(alice)).status_code == 200
    assert stranger.get(address(erin)).status_code == 404
    assert send(stranger, alice).status_code == 401


def test_an_erased_player_has_no_picture_and_gets_none(alice, people):
    alicia = Player.objects.create(club=alice.club, name="Alicia")
    give_picture(alicia)
    player_merges.merge(alicia, alice, by=people.bob)
    assert len(stored()) == 2
    erasure.erase(alice, confirm="Alice", by=people.alice)
    assert stored() == {}
    with pytest.raises(ValidationError, match="erased"):
        pictures.put(alice, picture(), by=people.alice)


def test_merged_players_have_the_picture_of_the_one_who_stays(alice, people):
    alicia = Player.objects.create(club=alice.club, name="Alicia")
    give_picture(alice)
    give_picture(alicia, OTHER)
    merge, _ = player_merges.merge(alicia, alice, by=people.bob)
    assert stored() == {"Alice": STORED, "Alicia": OTHER}
    player_merges.reverse(merge, by=people.bob)
    assert stored() == {"Alice": STORED, "Alicia": OTHER}


def test_a_player_without_picture_has_that_of_the_merged_one_until_the_merge_is_reversed(
    alice, people
):
    alicia = Player.objects.create(club=alice.club, name="Alicia")
    give_picture(alicia)
    merge, _ = player_merges.merge(alicia, alice, by=people.bob)
    assert stored() == {"Alice": STORED, "Alicia": STORED}
    player_merges.reverse(merge, by=people.bob)
    assert stored() == {"Alicia": STORED}


def test_the_removed_picture_of_a_merged_player_does_not_come_back(alice, people):
    alicia = Player.objects.create(club=alice.club, name="Alicia")
    give_picture(alicia)
    merge, _ = player_merges.merge(alicia, alice, by=people.bob)
    pictures.remove(alice, by=people.alice)
    player_merges.reverse(merge, by=people.bob)
    assert stored() == {}


@pytest.mark.django_db(transaction=True)
def test_a_club_that_moved_away_changes_no_picture(carol, alice):
    departures.depart(alice.club, address="https://second.example")
    check_problem(send(carol, alice), 409, "club-moved", "")
    assert stored() == {}


def archive_of(club):
    return b"".join(club_archive.build_archive(club, by=None))


def changed(archive, change):
    """Return an archive with another manifest."""
    file = io.BytesIO()
    with ZipFile(io.BytesIO(archive)) as before, ZipFile(file, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            if name == club_archive.MANIFEST_NAME:
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            after.writestr(name, content)
    return file.getvalue()


def restore(archive):
    owner, _ = User.objects.get_or_create(username="olga")
    return import_club_archive.restore(io.BytesIO(archive), owner=owner)


@pytest.fixture
def archive(club, alice):
    give_picture(alice)
    return archive_of(club)


def test_an_archive_carries_the_pictures_and_does_not_replace_any(archive, alice, club):
    assert archive_of(club) == archive
    PlayerPicture.objects.all().delete()
    restore(archive)
    assert stored() == {"Alice": STORED}
    PlayerPicture.objects.all().delete()
    give_picture(alice, OTHER)
    restore(archive)
    assert stored() == {"Alice": OTHER}


def test_an_archive_gives_an_erased_player_no_picture_back(archive, alice, people):
    erasure.erase(alice, confirm="Alice", by=people.alice)
    restore(archive)
    assert stored() == {}


def test_an_archive_of_before_has_no_pictures(archive):
    restore(changed(archive, lambda manifest: manifest.pop("pictures")))
    assert stored() == {"Alice": STORED}


@pytest.mark.parametrize(
    "webp", ["", "PHN2Zy8+", "no base64", 7, "UklGRgoAAABXRUJQVlA4IA=="], ids=str
)
def test_an_archive_brings_no_other_content_than_such_a_picture(archive, webp):
    PlayerPicture.objects.all().delete()
    with pytest.raises(ArchiveError):
        restore(changed(archive, lambda manifest: manifest["pictures"][0].update(webp=webp)))
    assert stored() == {}


def test_an_archive_brings_pictures_for_players_of_its_club_only(archive, people):
    elsewhere = Club.objects.get(name="Elsewhere")
    eve = Player.objects.create(club=elsewhere, name="Eve")
    restore(changed(archive, lambda manifest: manifest["pictures"][0].update(player=str(eve.pk))))
    assert stored() == {"Alice": STORED}


def test_a_club_that_comes_back_brings_its_pictures_in_place_of_those_that_are_here(club, players):
    give_picture(players[0])
    give_picture(players[1])
    listed = pictures.to_json(club)[:1]
    pictures.bring_back(club, listed)
    assert pictures.to_json(club) == listed
    pictures.bring_back(club, None)
    assert pictures.to_json(club) == listed
