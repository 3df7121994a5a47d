"""ETags: a repeated read is answered 304 until something changes.  Every route that reads is tested."""

import re
from functools import cache

import pytest
from django.core.cache import cache as throttles
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs import memberships
from scorekeeper.clubs import roster as club_roster
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.journal import sealing
from scorekeeper.models import (
    AuditEntry,
    Club,
    Hand,
    Import,
    Player,
    PlayerPicture,
    Rebuild,
    Role,
    Season,
    Session,
    Token,
)
from scorekeeper.replays import endings
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import what_if_pieces
from tests.scorekeeper.routes import ROUTES, fill_in
from tests.scorekeeper.sample_hands import SHEET, UNFINISHED
from tests.scorekeeper.sample_pictures import give_picture, picture
from tests.scorekeeper.sample_rows import create_waiting_import

READS = sorted({route.name.split()[1] for route in ROUTES if not route.writes})
NEVER_SAME = "clubs/{}/export/"  # the export is audited and so changes its own content
TAGGED = [name for name in READS if name != NEVER_SAME]
RELEASED = {
    "variants/",
    "variants/{}/rulebook/",
    "schemas/{}.json",
}  # the same for everybody until the next release
NOT_OF_THE_CLUB = {"links/", "hand-search/"} | {
    name for name in READS if name.startswith(("webhooks/", "puzzles/")) or "exports/" in name
}

READ_OFTEN = [
    "clubs/{}/disputes/",
    "clubs/{}/players/",
    "clubs/{}/records/",
    "clubs/{}/statistics/",
    "disputes/{}/",
    "hands/{}/replay/",
    "hands/{}/analysis/",
    "imports/{}/",
    "players/{}/statistics/",
    "seasons/{}/hands/",
    "seasons/{}/scores/",
    "seasons/{}/standings/",
    "seasons/{}/standings/{}/",
    "seasons/{}/standings/changes/",
    "seasons/{}/highlights/",
    "sessions/{}/hands/",
    "sessions/{}/record/",
]


@pytest.fixture
def read(ids, client_of):
    """Send a GET request, with If-None-Match if a tag is given."""

    endings.solve_waiting(stop=lambda: False)
    clients = cache(client_of)

    def _read(name, tag=None, who="owner"):
        headers = {"If-None-Match": tag} if tag else {}
        return clients(who).get(fill_in(f"/api/v1/{name}", ids), headers=headers)

    return _read


@pytest.fixture
def change_everything(ids, people):
    """Change everything that a club has."""

    def _change_everything():
        club, session = Club.objects.get(pk=ids["clubs"]), Session.objects.get(pk=ids["sessions"])
        renamed = (
            club,
            Season.objects.get(pk=ids["seasons"]),
            Player.objects.get(pk=ids["players"]),
        )
        for row in renamed:
            club_roster.change(row, {"name": f"{row} of old"}, by=people.alice)
        player = Player.objects.get(pk=ids["players"])
        PlayerPicture.objects.filter(player=player).delete()
        give_picture(player, picture("WEBP", size=(128, 128), color="navy"))
        hand = Hand.objects.get(pk=ids["hands"])
        swapped = [
            hand_amendments.EventChange(hand_amendments.Operation.REPLACE, event, text)
            for event, text in ((4, "1: 2C"), (5, "1: AC"))
        ]
        hand_amendments.amend(hand, hand_amendments.Amendment(changes=swapped), by=people.carol)
        recording.record_hand(session, SHEET, by=people.carol)
        dispute_filing.raise_dispute(hand, NewDispute(claim="Was it?", event=2), by=people.dan)
        memberships.give_role(club, people.eve, Role.MEMBER, by=people.alice)
        Token.objects.create(user=people.alice)
        session_links.create_link(session, by=people.carol)
        create_waiting_import(club, by=people.carol)
        import_uploads.cancel(Import.objects.get(pk=ids["imports"]), by=people.carol)
        replay_rebuilds.cancel(Rebuild.objects.get(pk=ids["rebuilds"]), by=people.bob)
        replay_frames.rebuild_stale(stop=lambda: False)
        endings.solve_waiting(stop=lambda: False)
        what_if_pieces.finish_waiting(stop=lambda: False)
        sealing.seal_waiting(stop=lambda: False)

    return _change_everything


def test_every_response_has_a_tag_and_is_not_sent_again_to_a_client_with_that_tag(read):
    for name in TAGGED:
        first = read(name)
        assert first.status_code == 200, name
        again = read(name, first["ETag"])
        assert (again.status_code, again.content) == (304, b""), name
        assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], first["Cache-Control"]), (
            name
        )
        assert "Content-Type" not in again, name


@pytest.mark.slow
def test_a_changed_response_has_another_tag(read, change_everything):
    before = {name: read(name)["ETag"] for name in TAGGED}
    change_everything()
    for name in {*TAGGED} - RELEASED - NOT_OF_THE_CLUB:
        answer = read(name, before[name])
        assert answer.status_code == 200, name
        assert answer["ETag"] != before[name], name


@pytest.mark.slow
def test_shared_caches_may_store_only_what_is_the_same_for_everybody(read):
    for name in TAGGED:
        answer = read(name)
        if name in RELEASED:
            assert answer["Cache-Control"].startswith("public")
        else:
            assert answer["Cache-Control"] == "private, no-cache", name
            assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", ")), name


@pytest.mark.parametrize("name", READ_OFTEN)
def test_a_304_takes_fewer_queries_on_routes_read_often(name, read):
    tag = read(name)["ETag"]
    with CaptureQueriesContext(connection) as whole:
        assert read(name).getvalue()
    with CaptureQueriesContext(connection) as nothing:
        assert read(name, tag).status_code == 304
    assert len(nothing) < len(whole)


@pytest.mark.slow
def test_a_304_never_takes_more_queries(read):
    for name in TAGGED:
        throttles.clear()  # these are more streams than one person may read in a minute
        tag = read(name)["ETag"]
        with CaptureQueriesContext(connection) as whole:
            read(name)
        with CaptureQueriesContext(connection) as nothing:
            read(name, tag)
        assert len(nothing) <= len(whole), name


@pytest.mark.parametrize("header", ['"other", {}', "W/{}", "*", '{}, "other"'])
def test_one_matching_tag_of_several_is_enough_and_may_be_weak(read, header):
    for name in ("sessions/{}/", "sessions/{}/hands/"):
        tag = read(name)["ETag"].removeprefix("W/")
        assert read(name, header.format(tag)).status_code == 304
    assert read("sessions/{}/", '"other", "another"').status_code == 200


def test_a_refusal_has_no_tag_and_no_tag_gives_access(read):
    tag = read("clubs/{}/audit/")["ETag"]
    assert read("clubs/{}/audit/", tag, who="member").status_code == 403
    assert read("seasons/{}/standings/", "*", who="stranger").status_code == 404
    for name in ("sessions/{}/hands/?cursor=made-up", "seasons/{}/standings/?as_of=noon"):
        answer = read(name, "*" if "cursor" not in name else '"x"')
        assert not (answer.status_code >= 400 and "ETag" in answer), name


def test_views_with_hidden_cards_have_another_tag_than_those_with_all_cards(
    read, ids, session, people
):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    ids["hands"] = hand.pk
    replay_frames.rebuild_stale(stop=lambda: False)
    for name in ("hands/{}/", "hands/{}/replay/", "hands/{}/revisions/", "sessions/{}/hands/"):
        tag = read(name, who="scorer")["ETag"]
        answer = read(name, tag, who="member")
        assert (answer.status_code, answer["ETag"] == tag) == (200, False), name


def test_another_filter_or_format_has_another_tag(read, ids, client_of):
    tags = {
        read(f"seasons/{{}}/standings/{query}")["ETag"]
        for query in ("", "?event=Cup", "?event=League", "?format=csv")
    }
    assert len(tags) == 4


def test_a_confirmation_changes_the_tag_but_does_not_block_amendments(read, ids, client_of, people):
    before = read("hands/{}/")["ETag"]
    hand = Hand.objects.get(pk=ids["hands"])
    hand_confirmations.confirm_hand(hand, digest=hand.head.digest, by=people.dan)
    confirmed = read("hands/{}/", before)
    assert (confirmed.status_code, confirmed.json()["agreement"]["confirmed"]) == (200, True)
    assert read("sessions/{}/hands/").json()["results"][0]["agreement"]["confirmed"]
    amendment = {"keys": {"note": "Late."}, "dry_run": True}
    path = f"/api/v1/hands/{hand.pk}/amendments/"
    for tag in (before, confirmed["ETag"]):
        assert (
            client_of("owner").post(path, amendment, headers={"If-Match": tag}).status_code == 200
        )


def test_an_audit_entry_committed_out_of_order_changes_the_tag(read, ids):
    """Of two concurrent transactions, the one with the higher number may commit first."""

    def create_entry(number):
        AuditEntry.objects.create(
            pk=number, club_id=ids["clubs"], at=timezone.now(), act="x", kind="x"
        )

    last = AuditEntry.objects.order_by("-pk").first().pk
    create_entry(last + 2)
    tag = read("clubs/{}/players/")["ETag"]
    assert read("clubs/{}/players/", tag).status_code == 304
    create_entry(last + 1)
    assert read("clubs/{}/players/", tag).status_code == 200


def test_the_openapi_document_has_a_tag(client):
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_the_openapi_document_describes_304_responses(document):
    for name in TAGGED:
        path = next(path for path in document["paths"] if _is_path_of(path, name))
        operation = document["paths"][path]["get"]
        assert "304" in operation["responses"], path
        assert "If-None-Match" in {parameter["name"] for parameter in operation["parameters"]}


def _is_path_of(path, name):
    return re.sub(r"{\w+}", "{}", path) == f"/api/v1/{name}"
