"""Recording hands: they are numbered, judged in order and scored."""

from uuid import uuid4

import pytest

import referee
from referee import Parts
from scorekeeper.adjudication import judging, revisions
from scorekeeper.hands import recording as hand_recording
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports import session_records
from scorekeeper.models import Hand, Kind, Player, Result, Session, SessionRevision, Verdict
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import score_sheet
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET, UNFINISHED


def test_a_recorded_hand_is_judged_and_scored(hand):
    assert (hand.position, hand.adjudication.status) == (1, "finished")
    assert [score.points for score in hand.scores.all()] == [39, -13, -13, -13]
    assert [score.player.name for score in hand.scores.all()] == ["Alice", "Bob", "Carol", "Dan"]


def test_only_plays_that_are_not_legal_have_a_verdict_row(session, people):
    hand = hand_recording.record_hand(session, ILLEGAL, by=people.carol).hand
    verdict = Verdict.objects.get(hand=hand, event=4)
    assert (verdict.verdict, verdict.fault, verdict.seat) == ("illegal", "does-not-beat", 2)
    assert verdict.template
    assert verdict.parameters["seat"] == 2
    assert verdict.template.format(**verdict.parameters)
    assert not Verdict.objects.filter(hand=hand, verdict="legal").exists()


def test_hands_are_numbered_in_the_order_of_recording(session, people):
    for _ in range(3):
        hand_recording.record_hand(session, SHEET, by=people.carol)
    assert [hand.position for hand in session.hands.all()] == [1, 2, 3]


def test_totals_run_from_hand_to_hand(session, people):
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    hand_recording.record_hand(session, SHEET, by=people.carol)
    assert Result.objects.get(session=session).totals == [64, -18, -21, -25]


def test_recording_a_hand_again_with_its_id_changes_nothing(session, people):
    chosen_id = uuid4()
    first = hand_recording.record_hand(session, CLEAN, by=people.carol, id=chosen_id)
    again = hand_recording.record_hand(session, CLEAN, by=people.carol, id=chosen_id)
    assert (first.is_new, again.is_new) == (True, False)
    assert Hand.objects.count() == 1


def test_an_id_cannot_be_used_for_another_hand(session, people):
    chosen_id = uuid4()
    hand_recording.record_hand(session, CLEAN, by=people.carol, id=chosen_id)
    with pytest.raises(IdTakenError):
        hand_recording.record_hand(session, SHEET, by=people.carol, id=chosen_id)


def test_an_id_cannot_be_used_for_another_session(club, session, players, people):
    content = {"variant": "big-two", "played_on": "2026-03-05", "event": "Thursday night"}
    arguments = {"players": players, "by": people.carol, "id": session.pk}
    assert session_recording.record_session(club, content, **arguments) == (session, False)
    with pytest.raises(IdTakenError):
        session_recording.record_session(club, {**content, "event": "Friday"}, **arguments)


def test_strict_recording_refuses_an_illegal_hand(session, people):
    with pytest.raises(hand_recording.RefusedError) as refused:
        hand_recording.record_hand(session, ILLEGAL, by=people.carol, strict=True)
    assert refused.value.answer["events"][3]["fault"] == "does-not-beat"
    assert not Hand.objects.exists()
    assert Result.objects.get(session=session).hands == 0


def test_a_preview_is_the_same_as_the_recorded_adjudication(session, people):
    hand_recording.record_hand(session, SHEET, by=people.carol)
    preview = hand_recording.judge_unsaved(session, ILLEGAL)
    assert session.hands.count() == 1
    hand = hand_recording.record_hand(session, ILLEGAL, by=people.carol).hand
    assert preview.as_json() == hand.adjudication.answer


def test_an_unreadable_hand_is_not_stored(session, people):
    with pytest.raises(referee.MalformedError) as malformed:
        hand_recording.record_hand(session, {"events": ["1: 3C", "9: 4C"]}, by=people.carol)
    assert (malformed.value.code, malformed.value.where) == ("bad-seat", "events[1]")
    assert not Hand.objects.exists()


@pytest.mark.parametrize("points", [10**30, 1.7e308, -(10**13)])
def test_points_too_large_to_add_up_are_refused(open_session, people, points):
    def record_hand():
        session = open_session(
            variant="pusoy-dos", house_rules={"placement_points": [points, 0, 0, 0]}
        )
        hand_recording.record_hand(session, {"out": [1, 2, 3]}, by=people.carol)

    with pytest.raises(referee.MalformedError) as refused:
        record_hand()
    assert refused.value.code in {"bad-house-rule-value", "impossible-result"}
    with pytest.raises(referee.MalformedError):
        open_session(carried=[points, 0, 0, 0])
    assert not Hand.objects.exists()


def test_no_hand_can_follow_the_end_of_the_game(open_session, people):
    session = open_session(house_rules={"hands_per_match": 1})
    hand_recording.record_hand(session, SHEET, by=people.carol)
    result = Result.objects.get(session=session)
    assert (result.over, result.winners) == (True, [1])
    with pytest.raises(referee.MalformedError, match="over"):
        hand_recording.record_hand(session, SHEET, by=people.carol)
    with pytest.raises(referee.MalformedError, match="over"):
        hand_recording.judge_unsaved(session, SHEET)


def amend(hand, content, by):
    """Add a revision of a hand without judging it."""
    revision = revisions.revise_hand(
        hand, Parts(content, {}), revisions.Act(by=by, kind=Kind.AMENDED)
    )
    revision.save(force_insert=True)
    hand.save()


def test_later_hands_are_judged_again_only_if_an_amendment_changes_what_is_carried(session, people):
    hands = [hand_recording.record_hand(session, SHEET, by=people.carol).hand for _ in range(3)]
    before = [hand.adjudication.input_digest for hand in hands]

    amend(hands[0], {**SHEET, "dealer": 2}, people.bob)  # changes no total
    judging.rejudge(session)
    after = [Hand.objects.get(pk=hand.pk).adjudication.input_digest for hand in hands]
    assert after[0] != before[0]
    assert after[1:] == before[1:]

    amend(hands[0], {"cards_left": [1, 0, 1, 1]}, people.bob)
    judging.rejudge(session)
    moved = [Hand.objects.get(pk=hand.pk).adjudication.input_digest for hand in hands]
    assert not set(moved) & set(after)


def test_derived_rows_are_rebuilt_to_the_byte(hand, session):
    answer = hand.adjudication.answer
    hand.adjudication.delete()
    judging.rejudge(session)
    assert Hand.objects.get().adjudication.answer == answer


def test_labels_can_always_change_but_rules_only_before_the_first_hand(session, people):
    session_recording.amend_session(
        session, {"house_rules": {"triples": True}}, players=None, by=people.carol
    )
    hand_recording.record_hand(session, SHEET, by=people.carol)
    session_recording.amend_session(session, {"event": "Friday"}, players=None, by=people.carol)
    with pytest.raises(session_recording.HandsRecordedError, match="house_rules"):
        session_recording.amend_session(session, {"house_rules": {}}, players=None, by=people.carol)
    session.refresh_from_db()
    assert (session.event, session.head.number) == ("Friday", 3)
    chain = SessionRevision.objects.filter(session=session)
    assert [revision.kind for revision in chain] == ["recorded", "amended", "amended"]


def test_an_amendment_of_a_session_keeps_other_keys(open_session, people):
    session = open_session(event="Cup", round=2, mine=None)
    session_recording.amend_session(
        session, {"event": None, "place": "Hall"}, players=None, by=people.carol
    )
    record = session_document.session_record(Session.objects.get())
    assert "event" not in record
    assert (record["place"], record["round"], record["mine"]) == ("Hall", 2, None)


def test_players_can_change_seats_before_the_first_hand(session, players, people):
    swapped = [players[1], players[0], *players[2:]]
    session_recording.amend_session(session, {}, players=swapped, by=people.carol)
    assert list(session_document.names_of(session).values()) == ["Bob", "Alice", "Carol", "Dan"]


RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "house_rules": {"pass_locks_out": True},
    "players": ["Ann", "Bo", "Cy", "Di"],
    "event": "Club championship",
    "round": 2,
    "table": "A",
    "played_on": "2026-03-01",
    "place": "At Ann's",
    "season": "Spring",
    "notes": "Rain.",
    "carried": [34, 12, 60, 8],
    "first_hand": 5,
    "scorer": {"name": "Bo", "pen": ["blue", None]},
    "hands": [
        {**CLEAN, "note": "quick", "timer": 3.5},
        {**SHEET, "adjustments": [{"seat": 3, "points": -10, "reason": "late", "witness": "Di"}]},
        {"events": ["1: 3C"], "void": "misdeal"},
    ],
}


def test_an_imported_record_is_exported_unchanged(club, people):
    record = referee.parse_record(RECORD)
    session, is_new = session_records.import_session(club, record, by=people.alice)
    assert is_new
    assert session_document.session_record(session) == RECORD
    assert (session.event, session.round, session.table) == ("Club championship", "2", "A")


def test_importing_a_record_again_changes_nothing(club, people):
    record = referee.parse_record(RECORD)
    chosen_id = uuid4()
    for _ in range(2):
        session_records.import_session(club, record, by=people.alice, id=chosen_id)
    assert Session.objects.count() == 1
    assert Hand.objects.count() == 3
    assert Player.objects.count() == 4


def test_an_imported_session_has_the_referees_totals(club, people):
    record = referee.parse_record(RECORD)
    session, _ = session_records.import_session(club, record, by=people.alice)
    judged = referee.adjudicate(record).as_json()
    result = Result.objects.get(session=session)
    assert result.totals == judged["totals"]
    answers = [hand.adjudication.answer for hand in session.hands.select_related("adjudication")]
    assert answers == judged["hands"]


def test_the_score_sheet_has_leaders_points_and_totals(session, people):
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    hand_recording.record_hand(session, ILLEGAL, by=people.carol)
    sheet = score_sheet.build_score_sheet(session, people.dan)
    assert [place.name for place in sheet.seats] == ["Alice", "Bob", "Carol", "Dan"]
    assert [line.leader for line in sheet.lines] == [1, 1]
    assert sheet.lines[0].points == (39, -13, -13, -13)
    assert sheet.lines[0].totals == (39, -13, -13, -13)
    assert [(line.number, line.illegal) for line in sheet.lines] == [(1, 0), (2, 1)]
    assert sheet.totals is None  # the second hand is not finished


def test_a_long_score_sheet_takes_as_many_queries_as_a_short_one(
    session, people, django_assert_num_queries
):
    for _ in range(4):
        hand_recording.record_hand(session, CLEAN, by=people.carol)
    session = Session.objects.select_related("head").get()
    with django_assert_num_queries(4):
        score_sheet.build_score_sheet(session, people.dan)


def test_an_unfinished_hand_has_no_points(session, people):
    hand = hand_recording.record_hand(session, UNFINISHED, by=people.carol).hand
    assert hand.adjudication.status == "unfinished"
    assert [score.points for score in hand.scores.all()] == [None] * 4
