"""What is left to workers of an erasure: nothing that anybody could read, and a session a piece."""

import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

import referee
from scorekeeper import erasure, tasks
from scorekeeper.clubs import departures
from scorekeeper.exports import club_archive, session_bundle
from scorekeeper.hands import recording as hand_recording
from scorekeeper.journal import sealing, verification
from scorekeeper.management import standings_check
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    Adjudication,
    CountedScope,
    ErasureProgress,
    ErasureStep,
    Player,
    Recount,
    Result,
    Session,
    SessionRevision,
)
from scorekeeper.sessions import erasure_pieces
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount
from tests.scorekeeper.erasure.conftest import NAME, WORD, naming_zoe, stored_values
from tests.scorekeeper.sample_hands import SHEET


def never_stop():
    return False


@pytest.fixture
def open_with_zoe(zoe, club, players, people):
    """Open another session of Zoë's, with a void hand."""

    def open_with_zoe(**labels):
        session, _ = session_recording.record_session(
            club,
            {"variant": "big-two", "notes": WORD, **labels},
            players=[*players[:3], zoe],
            by=people.carol,
        )
        hand_recording.record_hand(session, {**SHEET, "void": WORD}, by=people.carol)
        return session

    return open_with_zoe


@pytest.fixture
def erased(zoe, open_with_zoe, people, monkeypatch):
    """The progress of Zoë's erasure, with all work left to the workers."""
    monkeypatch.setattr(erasure, "AT_ONCE", 0)
    open_with_zoe(event="Cup", round=f"with {NAME}")
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    return ErasureProgress.objects.get()


def labels():
    return sorted(Session.objects.values_list("event", "round", "table", "place"))


def test_with_the_decision_nothing_names_the_player(erased, club, people):
    assert erased.left == erased.sessions == 2
    assert naming_zoe(stored_values()) == []
    with ZipFile(BytesIO(b"".join(club_archive.build_archive(club, by=people.alice)))) as archive:
        assert naming_zoe(archive.read(name).decode() for name in archive.namelist()) == []
    for hand in Adjudication.objects.all():
        assert naming_zoe([json.dumps(hand.answer)]) == []


def test_no_part_of_a_season_names_the_player_and_workers_count_the_others_again(
    zoe, open_with_zoe, season, people
):
    session = open_with_zoe(event="Cup", round=f"with {NAME}")
    Session.objects.filter(pk=session.pk).update(season=season)
    hand_recording.record_hand(session, SHEET, by=people.carol)
    Recount.objects.create(season=season)
    recount.refresh(season)
    assert CountedScope.objects.filter(round=session.round).exists()
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    assert naming_zoe(stored_values()) == []
    recount.refresh(season)
    assert {*CountedScope.objects.values_list("event", "round")} == {("", ""), ("Cup", "")}
    assert list(standings_check.recount(season)) == []


@pytest.mark.slow
def test_records_and_journals_verify_before_and_after_every_piece(erased, club):
    for left in (2, 1, 0):
        assert ErasureProgress.objects.get().left == left
        assert list(record_check.verify_records()) == []
        bundles = map(session_bundle.build_bundle, Session.objects.all())
        assert all(referee.verify(bundle).ok for bundle in bundles)
        sealing.seal_waiting(stop=never_stop)
        assert list(verification.verify(club)) == []
        erasure_pieces.finish_next()


def test_labels_without_the_name_come_back_with_the_piece_and_points_never_leave(erased):
    totals = dict(Result.objects.values_list("session", "totals"))
    assert labels() == [("", "", "", "")] * 2
    assert erasure_pieces.finish_waiting(stop=never_stop) == 2
    assert labels() == [("Cup", "", "", ""), ("Thursday night", "", "", "Hall")]
    assert dict(Result.objects.values_list("session", "totals")) == totals
    assert naming_zoe(stored_values()) == []


def test_a_stopped_worker_leaves_the_rest_to_the_next_and_a_third_finds_nothing(erased):
    answers = iter([False, True])
    assert erasure_pieces.finish_waiting(stop=lambda: next(answers)) == 1
    row = ErasureProgress.objects.get()
    assert (row.left, row.finished_at) == (1, None)
    assert [tasks.finish_erasures() for _ in range(2)] == [1, 0]
    row.refresh_from_db()
    assert (row.left, row.finished_at is None) == (0, False)
    heads = Session.objects.values_list("head__number", flat=True)
    assert sorted(heads) == [2, 3]
    assert SessionRevision.objects.count() == 5


def test_texts_written_after_the_decision_stay(erased, people):
    session = Session.objects.get(head__number=1)
    session_recording.amend_session(
        session, {"notes": "quiet", "place": "Attic"}, players=None, by=people.carol
    )
    erasure_pieces.finish_waiting(stop=never_stop)
    session.refresh_from_db()
    assert session.head.text == {"event": "Cup", "place": "Attic", "notes": "quiet"}


@pytest.mark.django_db(transaction=True)
def test_what_is_left_is_finished_before_a_club_moves(erased, club, tmp_path):
    archive = tmp_path / "club.zip"
    call_command(
        "export_club", club.pk, archive, moving_to="https://new.example", stdout=StringIO()
    )
    assert ErasureProgress.objects.get().left == 0
    assert labels() == [("Cup", "", "", ""), ("Thursday night", "", "", "Hall")]


def test_sessions_of_a_club_that_moved_wait_until_it_is_back(erased, club):
    departures.depart(club, address="https://new.example")
    assert erasure_pieces.finish_waiting(stop=never_stop) == 0
    departures.stay(club)
    assert erasure_pieces.finish_waiting(stop=never_stop) == 2


def test_two_erasures_of_one_session_take_the_labels_with_either_name(
    zoe, open_with_zoe, people, monkeypatch
):
    monkeypatch.setattr(erasure, "AT_ONCE", 0)
    session = open_with_zoe(event="Bob's cup", round=NAME, place="Hall")
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    erasure.erase(Player.objects.get(name="Bob"), confirm="Bob", by=people.alice)
    assert not any("Bob's" in value for value in stored_values())
    assert erasure_pieces.finish_waiting(stop=never_stop) == 2
    session.refresh_from_db()
    assert session.head.text == {"place": "Hall"}
    assert [row.left for row in ErasureProgress.objects.all()] == [0, 0]
    assert list(record_check.verify_records()) == []


def test_the_queries_of_a_decision_do_not_grow_with_the_sessions(
    zoe, open_with_zoe, players, people, monkeypatch
):
    monkeypatch.setattr(erasure, "AT_ONCE", 0)
    counts = []
    for player, name, more in ((players[0], players[0].name, 1), (zoe, NAME, 5)):
        for _ in range(more):
            open_with_zoe()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            erasure.erase(player, confirm=name, by=people.alice)
        counts.append(len(queries))
    few, many = counts
    assert many <= few
    assert ErasureProgress.objects.order_by("-sessions").first().sessions == 7


def test_the_queries_of_a_piece_are_those_of_its_session(erased):
    counts = []
    while ErasureStep.objects.exists():
        with CaptureQueriesContext(connection) as queries:
            erasure_pieces.finish_next()
        counts.append(len(queries))
    assert sorted(counts) == [25, 28]  # of one hand, and of four


def test_a_small_erasure_is_finished_with_the_decision(zoe, people, signed):
    route = f"/api/v1/players/{zoe.pk}/erasure/"
    answer = signed(people.alice).post(route, {"confirm": NAME}, format="json").json()
    assert answer["progress"]["finished_at"]
    assert (answer["progress"]["sessions"], answer["progress"]["left"]) == (1, 0)
    assert not ErasureStep.objects.exists()


def test_the_progress_of_a_large_erasure_is_read_by_sending_it_again(erased, zoe, people, signed):
    route = f"/api/v1/players/{zoe.pk}/erasure/"
    lefts = []
    for _ in range(2):
        answer = signed(people.alice).post(route, {"confirm": NAME}, format="json")
        assert answer.status_code == 200
        lefts.append(answer.json()["progress"]["left"])
        erasure_pieces.finish_next()
    assert lefts == [2, 1]
