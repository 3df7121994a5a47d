"""Whoever has an answer is not sent it again: every route that reads, asked twice, and once more after a change."""

from functools import cache

import pytest
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
from scorekeeper.models import (
    AuditEntry,
    Club,
    Hand,
    Import,
    Player,
    Rebuild,
    Role,
    Season,
    Session,
    Token,
)
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.routes import ROUTES, fill_in
from tests.scorekeeper.sample_hands import SHEET, UNFINISHED
from tests.scorekeeper.sample_rows import create_waiting_import

READS = sorted({route.name.split()[1] for route in ROUTES if not route.writes})
WRITTEN_DOWN = "clubs/{}/export/"  # each time it is asked for, so that it is never the same
TAGGED = [name for name in READS if name != WRITTEN_DOWN]
RELEASED = {"variants/", "variants/{}/rulebook/"}  # the same for all until the next release
NOT_OF_THE_CLUB = {"links/"} | {name for name in READS if name.startswith("webhooks/")}

READ_OFTEN = [
    "clubs/{}/disputes/",
    "clubs/{}/players/",
    "clubs/{}/records/",
    "clubs/{}/statistics/",
    "disputes/{}/",
    "hands/{}/",
    "hands/{}/replay/",
    "imports/{}/",
    "players/{}/statistics/",
    "seasons/{}/hands/",
    "seasons/{}/scores/",
    "seasons/{}/standings/",
    "seasons/{}/standings/{}/",
    "seasons/{}/standings/changes/",
    "sessions/{}/hands/",
    "sessions/{}/record/",
]


@pytest.fixture
def read(ids, client_of):
    """Ask a route, with the tag of an answer that one has."""

    clients = cache(client_of)

    def _read(name, tag=None, who="owner"):
        headers = {"If-None-Match": tag} if tag else {}
        return clients(who).get(fill_in(f"/api/v1/{name}", ids), headers=headers)

    return _read


@pytest.fixture
def evening(ids, people):
    """Something happens to everything that a club has."""

    def _evening():
        club, session = Club.objects.get(pk=ids["clubs"]), Session.objects.get(pk=ids["sessions"])
        for row in (club, Season.objects.get(pk=ids["seasons"]), Player.objects.get(pk=ids["players"])):  # fmt: skip
            club_roster.change(row, {"name": f"{row} of old"}, by=people.alice)
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

    return _evening


def test_every_answer_has_a_tag_and_is_not_sent_to_whoever_has_it(read):
    for name in TAGGED:
        first = read(name)
        assert first.status_code == 200, name
        again = read(name, first["ETag"])
        assert (again.status_code, again.content) == (304, b""), name
        assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], first["Cache-Control"]), name  # fmt: skip
        assert "Content-Type" not in again, name


def test_what_changed_is_sent_under_another_tag(read, evening):
    before = {name: read(name)["ETag"] for name in TAGGED}
    evening()
    for name in {*TAGGED} - RELEASED - NOT_OF_THE_CLUB:
        answer = read(name, before[name])
        assert answer.status_code == 200, name
        assert answer["ETag"] != before[name], name


def test_what_depends_on_who_asks_is_kept_by_nobody_in_between(read):
    for name in TAGGED:
        answer = read(name)
        if name in RELEASED:
            assert answer["Cache-Control"].startswith("public")
        else:
            assert answer["Cache-Control"] == "private, no-cache", name
            assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", ")), name


@pytest.mark.parametrize("name", READ_OFTEN)
def test_that_nothing_changed_costs_less_to_find_out(name, read):
    tag = read(name)["ETag"]
    with CaptureQueriesContext(connection) as whole:
        assert read(name).getvalue()
    with CaptureQueriesContext(connection) as nothing:
        assert read(name, tag).status_code == 304
    assert len(nothing) < len(whole)


def test_that_nothing_changed_never_costs_more(read):
    for name in TAGGED:
        tag = read(name)["ETag"]
        with CaptureQueriesContext(connection) as whole:
            read(name)
        with CaptureQueriesContext(connection) as nothing:
            read(name, tag)
        assert len(nothing) <= len(whole), name


@pytest.mark.parametrize("sent", ['"other", {}', "W/{}", "*", '{}, "other"'])
def test_any_of_several_tags_will_do_and_a_weakened_one(read, sent):
    for name in ("sessions/{}/", "sessions/{}/hands/"):
        tag = read(name)["ETag"].removeprefix("W/")
        assert read(name, sent.format(tag)).status_code == 304
    assert read("sessions/{}/", '"other", "another"').status_code == 200


def test_a_refusal_has_no_tag_and_none_opens_what_one_may_not_see(read):
    tag = read("clubs/{}/audit/")["ETag"]
    assert read("clubs/{}/audit/", tag, who="member").status_code == 403
    assert read("seasons/{}/standings/", "*", who="stranger").status_code == 404
    for name in ("sessions/{}/hands/?cursor=made-up", "seasons/{}/standings/?as_of=noon"):
        answer = read(name, "*" if "cursor" not in name else '"x"')
        assert not (answer.status_code >= 400 and "ETag" in answer), name


def test_hidden_cards_have_another_tag_than_shown_ones(read, ids, session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    ids["hands"] = hand.pk
    replay_frames.rebuild_stale(stop=lambda: False)
    for name in ("hands/{}/", "hands/{}/replay/", "hands/{}/revisions/", "sessions/{}/hands/"):
        tag = read(name, who="scorer")["ETag"]
        answer = read(name, tag, who="member")
        assert (answer.status_code, answer["ETag"] == tag) == (200, False), name


def test_another_page_or_form_has_another_tag(read, ids, client_of):
    tags = {
        read(f"seasons/{{}}/standings/{query}")["ETag"]
        for query in ("", "?event=Cup", "?event=League", "?format=csv")
    }
    assert len(tags) == 4


def test_that_somebody_agreed_is_news_and_in_nobodys_way(read, ids, client_of, people):
    before = read("hands/{}/")["ETag"]
    hand = Hand.objects.get(pk=ids["hands"])
    hand_confirmations.confirm(hand, digest=hand.head.digest, by=people.dan)
    agreed = read("hands/{}/", before)
    assert (agreed.status_code, agreed.json()["agreement"]["confirmed"]) == (200, True)
    assert read("sessions/{}/hands/").json()["results"][0]["agreement"]["confirmed"]
    fix = {"keys": {"note": "Late."}, "dry_run": True}
    path = f"/api/v1/hands/{hand.pk}/amendments/"
    for tag in (before, agreed["ETag"]):
        assert client_of("owner").post(path, fix, headers={"If-Match": tag}).status_code == 200


def test_a_line_that_is_committed_late_shows(read, ids):
    """Two people write at once: the later number may be seen first."""

    def line(number):
        AuditEntry.objects.create(pk=number, club_id=ids["clubs"], at=timezone.now(), act="x", kind="x")  # fmt: skip

    last = AuditEntry.objects.order_by("-pk").first().pk
    line(last + 2)
    tag = read("clubs/{}/players/")["ETag"]
    assert read("clubs/{}/players/", tag).status_code == 304
    line(last + 1)
    assert read("clubs/{}/players/", tag).status_code == 200


def test_the_document_is_made_once(client):
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_the_document_says_what_is_not_sent_again(document):
    for name in TAGGED:
        path = next(path for path in document["paths"] if _same(path, name))
        read = document["paths"][path]["get"]
        assert "304" in read["responses"], path
        assert "If-None-Match" in {parameter["name"] for parameter in read["parameters"]}


def _same(path, name):
    parts = path.removeprefix("/api/v1/").split("/"), name.split("/")
    return len(parts[0]) == len(parts[1]) and all(
        said == here or (said.startswith("{") and here == "{}")
        for said, here in zip(*parts, strict=True)
    )
