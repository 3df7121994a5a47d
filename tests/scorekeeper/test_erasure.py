"""Erasure of a player: names and texts about them disappear everywhere, and the history still verifies."""

import json
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone

import referee
from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.exports import club_archive, session_bundle
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    AuditEntry,
    Comment,
    Dispute,
    DisputeStatement,
    GivenAnswer,
    Hand,
    HandRevision,
    Import,
    Link,
    Player,
    Result,
    Ruling,
    Session,
    UploadedFile,
)
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET

NAME = "Zoë Quux"
WORD = "xyzzy"
"""A word in every free text about Zoë's session."""


@pytest.fixture
def zoe(club, players, people):
    """Zoë, who sat in one session with texts of every kind about it."""
    zoe = Player.objects.create(club=club, name=NAME, user=people.dan)
    seated = [*players[:3], zoe]
    content = {
        "variant": "big-two", "event": "Thursday night", "table": f"{NAME}'s", "place": "Hall", "notes": WORD,
        "weather": {"mood": WORD},
    }  # fmt: skip
    session, _ = session_recording.record_session(club, content, players=seated, by=people.carol)
    session_recording.amend_session(
        session, {"notes": f"not {WORD}"}, players=None, by=people.carol
    )
    hand = hand_recording.record_hand(
        session, {**CLEAN, "note": f"{NAME}: {WORD}", WORD: 1}, by=people.carol
    ).hand
    for position, more in enumerate(
        (
            {"void": WORD},
            {"annulled": WORD},
            {"adjustments": [{"seat": 4, "points": 5, "reason": WORD}]},
        )
    ):
        hand_recording.record_hand(
            session, {**SHEET, **more, "note": str(position)}, by=people.carol
        )
    change = hand_amendments.EventChange(hand_amendments.Operation.INSERT, 4, "2: 3D")
    hand_amendments.amend(
        hand, hand_amendments.Amendment(changes=[change], reason=WORD), by=people.bob
    )
    second_logs.transcribe(hand, {**SHEET, "note": WORD}, by=people.dan)
    hand.refresh_from_db()
    at = timezone.now()
    dispute = Dispute.objects.create(club=club, hand=hand, revision=hand.head, claim=WORD, grounds=WORD, evidence=WORD, raised_by=people.dan, raised_at=at)  # fmt: skip
    Ruling.objects.create(club=club, dispute=dispute, revision=hand.head, decision="stands", reason=WORD, by=people.bob, at=at)  # fmt: skip
    DisputeStatement.objects.create(club=club, dispute=dispute, text=WORD, by=people.bob, at=at)
    Comment.objects.create(club=club, hand=hand, revision=hand.head, event=1, text=WORD, by=people.bob, at=at)  # fmt: skip
    Link.objects.create(club=club, session=session, label=f"{WORD} phone", created_by=people.carol, created_at=at, expires_at=at)  # fmt: skip
    source = json.dumps({"players": [NAME], "notes": WORD})
    Import.objects.create(club=club, by=people.carol, at=at, notation="json", source=source, source_digest="", names={NAME: str(zoe.pk)})  # fmt: skip
    trial = Import.objects.create(club=club, by=people.carol, at=at, notation="json", source_digest="", dry_run=True, state="done")  # fmt: skip
    trial.report.create(number=1, outcome="new", details={"players": [{"name": NAME}]})
    trial.report.create(
        number=2, outcome="known", session=session.pk, details={"error": {"message": WORD}}
    )
    trial.report.create(number=3, outcome="new", details={"line": 3})
    GivenAnswer.objects.create(owner="carol", key="1", request_digest="", status=201, body=json.dumps({"id": str(hand.pk), "note": WORD}), at=at)  # fmt: skip
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(user=people.alice, content_type=kind, object_id=str(zoe.pk), object_repr=NAME, action_flag=CHANGE)  # fmt: skip
    replay_frames.rebuild_stale(stop=lambda: False)
    return zoe


def stored_values():
    """Yield every value of every row of every table as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from (str(value) for row in cursor.fetchall() for value in row)


def naming_zoe(values):
    forms = (NAME, json.dumps(NAME)[1:-1], "Quux", WORD)
    return [value for value in values if any(form in value for form in forms)]


def test_no_stored_value_or_export_names_an_erased_player(zoe, people, club):
    assert len(naming_zoe(stored_values())) > 15
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert naming_zoe(stored_values()) == []
    with ZipFile(BytesIO(b"".join(club_archive.build_archive(club, by=people.alice)))) as archive:
        assert naming_zoe(archive.read(name).decode() for name in archive.namelist()) == []
    assert (
        naming_zoe(
            [json.dumps(session_bundle.build_bundle(session)) for session in Session.objects.all()]
        )
        == []
    )


def test_the_history_verifies_after_an_erasure(zoe, people):
    digests = set(HandRevision.objects.values_list("digest", "text_digest"))
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert set(HandRevision.objects.values_list("digest", "text_digest")) == digests
    assert list(record_check.verify_records()) == []
    assert all(
        referee.verify(session_bundle.build_bundle(session)).ok for session in Session.objects.all()
    )


def test_an_erasure_keeps_cards_and_points(zoe, people):
    session = zoe.seats.get().session
    before = Result.objects.get(session=session).totals
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert Result.objects.get(session=session).totals == before
    assert Hand.objects.get(session=session, position=1).head.content["events"][3] == "2: 3D"


def test_an_erased_player_becomes_a_number_without_an_account(zoe, people):
    erased, is_new = erasure.erase(zoe, confirm=NAME, by=people.alice)
    zoe.refresh_from_db()
    assert (is_new, erased.number, zoe.name, zoe.user) == (True, 1, "Player 1", None)
    assert not erasure.erase(zoe, confirm="anything", by=people.alice)[1]
    bob = Player.objects.get(name="Bob")
    assert erasure.erase(bob, confirm="Bob", by=people.alice)[0].number == 2


def test_the_number_skips_names_already_in_use(zoe, people, club):
    Player.objects.create(club=club, name="Player 1")
    assert erasure.erase(zoe, confirm=NAME, by=people.alice)[0].number == 2


def test_labels_without_the_name_stay_under_a_new_salt(zoe, people):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    session = zoe.seats.get().session
    assert (session.event, session.place, session.table) == ("Thursday night", "Hall", "")
    assert session.head.text == {"event": "Thursday night", "place": "Hall"}
    assert session.head.text_salt


def test_comments_by_or_naming_the_player_are_removed(zoe, people, hand):
    comments = [("A fine lead.", people.dan), ("Zoe would have passed.", people.bob), (f"{NAME} saw it.", people.bob)]  # fmt: skip
    for text, by in comments:
        hand_comments.comment(hand, text, by=by)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    left = [comment.text for comment in Comment.objects.filter(hand=hand)]
    assert left == ["removed", "Zoe would have passed.", "removed"]


def test_statements_by_or_naming_the_player_are_removed(zoe, people, hand):
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Too low."), by=people.bob)
    statements = [
        ("I saw it.", people.dan),
        ("It was high.", people.bob),
        (f"Ask {NAME}.", people.bob),
    ]
    for text, by in statements:
        dispute_statements.add_statement(dispute, text, by=by)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    left = [statement.text for statement in DisputeStatement.objects.filter(dispute=dispute)]
    assert left == ["removed", "It was high.", "removed"]


def test_texts_about_sessions_of_others_stay(zoe, session, people):
    hand = hand_recording.record_hand(session, {**SHEET, "note": "quiet"}, by=people.carol).hand
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert HandRevision.objects.get(hand=hand).text == {"note": "quiet"}


def test_merged_players_are_erased_together(zoe, club, players, people):
    other = Player.objects.create(club=club, name="Zed")
    content = {"variant": "big-two", "notes": "plugh"}
    session_recording.record_session(club, content, players=[other, *players[1:]], by=people.carol)
    player_merges.merge(other, zoe, by=people.bob)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert not any("Zed" in value or "plugh" in value for value in stored_values())
    assert list(record_check.verify_records()) == []


def test_the_audit_log_has_the_erasure_without_a_name(zoe, people):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    entry = AuditEntry.objects.get(act="player erased")
    assert (entry.by, entry.subject, entry.details) == (people.alice, str(zoe.pk), {"number": 1})


def test_only_owners_erase_over_http_and_must_repeat_the_name(zoe, people, signed):
    route = f"/api/v1/players/{zoe.pk}/erasure/"
    assert signed(people.bob).post(route, {"confirm": NAME}, format="json").status_code == 403
    refused = signed(people.alice).post(route, {"confirm": "Zoe"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-confirmed")
    response = signed(people.alice).post(route, {"confirm": NAME}, format="json")
    assert (response.status_code, response.json()["name"]) == (201, "Player 1")
    assert signed(people.alice).post(route, {"confirm": NAME}, format="json").status_code == 200


def test_an_erasure_changes_the_etag_of_the_hand(zoe, people, signed):
    hand = Hand.objects.get(position=1)
    before = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    answer = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/", headers={"If-None-Match": before})
    assert answer.status_code == 200


def test_an_erased_player_cannot_be_renamed(zoe, people, signed):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    route = f"/api/v1/players/{zoe.pk}/"
    refused = signed(people.carol).patch(route, {"name": NAME}, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "name")


def test_lines_of_imports_about_others_stay(zoe, people, signed):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    trial = Import.objects.get(dry_run=True)
    lines = signed(people.carol).get(f"/api/v1/imports/{trial.pk}/lines/").json()["results"]
    assert [row["line"] for row in lines] == [None, None, 3]


def test_a_waiting_import_that_names_the_player_is_cancelled(zoe, people):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    waiting = Import.objects.get(dry_run=False)
    assert (waiting.state, waiting.source, waiting.names) == ("cancelled", "", {})


def test_an_uploaded_file_that_names_the_player_is_erased(zoe, people, club):
    columns = {"club": club, "by": people.carol, "at": timezone.now(), "notation": "csv", "digest": ""}  # fmt: skip
    files = {"1.csv": f"Date,{NAME},Bo\n", f"{NAME}.csv": "Date,Ann,Bo\n", "3.csv": "Date,Ann\n"}
    for number, (name, text) in enumerate(files.items()):
        UploadedFile.objects.create(upload=uuid4(), number=number, name=name, text=text, **columns)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    rows = UploadedFile.objects.order_by("number").values_list("name", "text")
    assert list(rows) == [("", ""), ("", ""), ("3.csv", "Date,Ann\n")]


def test_an_idempotency_key_stays_but_its_response_is_erased(zoe, people):
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    stored = GivenAnswer.objects.get(owner="carol")
    assert (stored.key, stored.status, stored.body) == ("1", 201, "")
