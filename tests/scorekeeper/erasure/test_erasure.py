"""Erasure of a player: names and texts about them disappear everywhere, and the history still verifies."""

import json
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

from django.utils import timezone

import referee
from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.exports import club_archive, session_bundle
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import variations as hand_variations
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    AuditEntry,
    Comment,
    DisputeStatement,
    GivenAnswer,
    Hand,
    HandRevision,
    HandVariation,
    Import,
    Player,
    Result,
    Session,
    UploadedFile,
)
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.erasure.conftest import NAME, naming_zoe, stored_values
from tests.scorekeeper.sample_hands import SHEET


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
    comments = [
        ("A fine lead.", people.dan),
        ("Zoe would have passed.", people.bob),
        (f"{NAME} saw it.", people.bob),
    ]
    for text, by in comments:
        hand_comments.comment(hand, text, by=by)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    left = [comment.text for comment in Comment.objects.filter(hand=hand)]
    assert left == ["removed", "Zoe would have passed.", "removed"]


def test_variations_by_or_naming_the_player_lose_their_words_and_keep_their_plays(
    zoe, people, hand
):
    for name, by in (("A fine line", people.dan), ("Bob waits", people.bob), (NAME, people.bob)):
        comments = [{"event": 2, "text": "So what?"}]
        words = {"name": name, "comments": comments}
        hand_variations.keep(hand, first=2, events=["2: pass"], words=words, by=by)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    rows = HandVariation.objects.filter(hand=hand)
    assert sorted(row.text.get("name", "") for row in rows) == ["", "", "Bob waits"]
    assert {tuple(row.events) for row in rows} == {("2: pass",)}
    assert [line.line.name for line in hand_variations.named_lines(rows)].count("") == 2


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


def test_a_corrected_line_that_names_the_player_is_erased(zoe, people):
    edited = {"edited_lines": {"1": f"Ann Bo Cy {NAME}"}}
    Import.objects.filter(dry_run=False).update(source="Ann Bo Cy Jo\n", names={}, options=edited)
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    waiting = Import.objects.get(dry_run=False)
    assert (waiting.source, waiting.options) == ("", {"edited_lines": {"1": ""}})


def test_an_uploaded_file_that_names_the_player_is_erased(zoe, people, club):
    columns = {
        "club": club,
        "by": people.carol,
        "at": timezone.now(),
        "notation": "csv",
        "digest": "",
    }
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
