"""Statements on an open dispute: every member of the club may add them, nobody may change them."""

import json
from uuid import uuid4

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.filing import DisputeClosedError, NewDispute
from scorekeeper.exports import session_bundle
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import AuditEntry, Decision, DisputeStatement, Player, Visibility


@pytest.fixture
def open_dispute(hand, people):
    """A dispute that Alice raised about event 2."""
    about = NewDispute(event=2, claim="That was too low.")
    return dispute_filing.raise_dispute(hand, about, by=people.alice)[0]


@pytest.fixture
def path(open_dispute):
    return f"/api/v1/disputes/{open_dispute.pk}/statements/"


def test_a_statement_of_a_member_is_visible_to_all_members(path, people, signed):
    created = signed(people.dan).post(path, {"text": "It was high enough."}, format="json")
    assert created.status_code == 201
    (listed,) = signed(people.carol).get(path).json()["results"]
    assert listed == created.json()
    assert (listed["text"], listed["by"]) == ("It was high enough.", str(people.dan.pk))
    assert (listed["seat"], listed["own_play"], listed["recorder"]) == (None, False, False)


def test_a_statement_shows_the_authors_seat_own_play_and_recorder(open_dispute, hand, people):
    for name, user in (("Alice", people.alice), ("Carol", people.carol)):
        Player.objects.filter(club=hand.club, name=name).update(user=user)
    sides = dispute_statements.sides_in(
        open_dispute, [people.alice.pk, people.carol.pk, people.dan.pk]
    )
    assert sides[people.alice.pk] == (1, True, False)
    assert sides[people.carol.pk] == (3, False, True)
    assert sides[people.dan.pk] == (None, False, False)


def test_the_author_of_a_statement_may_have_sat_as_a_merged_player(open_dispute, hand, people):
    known = Player.objects.create(club=hand.club, name="Robert", user=people.bob)
    bob = Player.objects.get(club=hand.club, name="Bob")
    player_merges.merge(bob, known, by=people.alice)
    assert dispute_statements.sides_in(open_dispute, [people.bob.pk])[people.bob.pk].seat == 2


def test_sending_a_statement_again_with_its_id_adds_none(path, people, signed):
    client, body = signed(people.dan), {"id": str(uuid4()), "text": "It was high."}
    statuses = [client.post(path, body, format="json").status_code for _ in range(2)]
    other = client.post(path, {**body, "text": "It was low."}, format="json")
    assert (statuses, DisputeStatement.objects.count()) == ([201, 200], 1)
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_a_statement_sent_again_after_the_ruling_is_recognized(open_dispute, people):
    statement, _ = dispute_statements.add_statement(open_dispute, "It was high.", by=people.dan)
    ruling = NewRuling(decision=Decision.STANDS, reason="It was.")
    dispute_ruling.rule_on(open_dispute, ruling, by=people.alice)
    assert dispute_statements.add_statement(
        open_dispute, "It was high.", by=people.dan, id=statement.pk
    ) == (
        statement,
        False,
    )
    with pytest.raises(IdTakenError):
        dispute_statements.add_statement(
            open_dispute, "It was high.", by=people.carol, id=statement.pk
        )


def test_a_closed_dispute_takes_no_more_statements(open_dispute, path, people, signed):
    dispute_filing.withdraw(open_dispute, by=people.alice)
    refused = signed(people.dan).post(path, {"text": "Too late."}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "dispute-closed")
    with pytest.raises(DisputeClosedError):
        dispute_statements.add_statement(open_dispute, "Too late.", by=people.dan)


def test_the_list_of_statements_has_pages_and_an_etag(open_dispute, path, people, signed):
    for number in range(3):
        dispute_statements.add_statement(open_dispute, str(number), by=people.dan)
    client = signed(people.dan)
    first = client.get(f"{path}?page_size=2")
    rest = client.get(first.json()["next"]).json()
    texts = [statement["text"] for statement in first.json()["results"] + rest["results"]]
    assert texts == ["0", "1", "2"]
    known = {"If-None-Match": first["ETag"]}
    assert client.get(f"{path}?page_size=2", headers=known).status_code == 304
    dispute_statements.add_statement(open_dispute, "3", by=people.dan)
    assert client.get(f"{path}?page_size=2", headers=known).status_code == 200


def test_the_list_of_statements_takes_a_fixed_number_of_queries(
    open_dispute, path, people, signed, django_assert_num_queries
):
    client = signed(people.dan)
    for number in range(4):
        by = people.dan if number % 2 else people.carol
        dispute_statements.add_statement(open_dispute, str(number), by=by)
    with django_assert_num_queries(4):
        client.get(path)


def test_strangers_neither_read_nor_add_statements_on_a_public_hand(
    open_dispute, session, path, people, signed
):
    dispute_statements.add_statement(open_dispute, "It was high.", by=people.dan)
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
    eve = signed(people.eve)
    answers = [eve.get(path), eve.post(path, {"text": "Me too."}, format="json")]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_every_statement_is_in_the_audit_log_without_its_text(open_dispute, people):
    dispute_statements.add_statement(open_dispute, "Secret words.", by=people.dan)
    entry = AuditEntry.objects.get(act="statement made")
    assert (entry.by, entry.details["dispute"]) == (people.dan, str(open_dispute.pk))
    assert "Secret" not in json.dumps(entry.details)


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_a_statement_is_neither_empty_nor_too_long(path, people, signed, text):
    refused = signed(people.dan).post(path, {"text": text}, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "text")


def test_disputes_are_found_by_words_of_their_statements(open_dispute, hand, people, signed):
    for _ in range(2):
        dispute_statements.add_statement(open_dispute, "It was high.", by=people.dan)
    queue = f"/api/v1/clubs/{hand.club_id}/disputes/"
    pages = [signed(people.dan).get(f"{queue}?q={words}").json() for words in ("high+low", "nine")]
    assert [len(page["results"]) for page in pages] == [1, 0]


def test_statements_are_part_of_the_session_bundle(open_dispute, session, people):
    for text in ("One", "Two"):
        dispute_statements.add_statement(open_dispute, text, by=people.dan)
    (dispute,) = session_bundle.build_bundle(session)["hands"][0]["disputes"]
    assert [statement["text"] for statement in dispute["statements"]] == ["One", "Two"]
    assert {*dispute["statements"][0]} == {"id", "text", "by", "at"}
