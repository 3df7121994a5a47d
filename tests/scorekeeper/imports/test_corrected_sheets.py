"""A corrected sheet brings the session up to date that the club has: nothing counts twice, and the history stays."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper import erasure
from scorekeeper.adjudication import judging
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments, recording
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import (
    AuditEntry,
    Decision,
    Hand,
    HandRevision,
    Import,
    Member,
    Player,
    Role,
    Season,
    Session,
)
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.import_files import never_stop
from tests.scorekeeper.imports.test_sent_sheets import review, send
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED

NAME = "big two 14 March.csv"
SHEET = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n2024-03-14,3,0,2,1\n2024-03-14,0,3,5,1\n"
CORRECTED = SHEET.replace("0,3,5,1", "0,3,6,1") + "2024-03-14,1,2,0,4\n"
BRING = {"known-session": "bring-up-to-date"}


def send_sheet(client, club, text, **query):
    return send(client, club, text, file_name=NAME, **query)


def known_session(client, club, text, **query):
    """Return the only known session of the review of a sheet, and the answers to the question about it, the assumed one first."""
    read = review(client, club, text, file_name=NAME, **query)
    (known,) = read["known_sessions"]
    asked = [[one["assumed"], *one["answers"]] for one in read["questions"]]
    return known, asked


def changes(known):
    return [(one["hand"], one["change"], one["before"], one["after"]) for one in known["hands"]]


def totals():
    return Session.objects.get().result.totals


@pytest.fixture
def session(carol, club):
    """The session of the sheet."""
    assert send_sheet(carol, club, SHEET).status_code == 201
    return Session.objects.get()


def test_the_review_shows_hand_by_hand_what_the_sheet_says_otherwise(carol, club, session):
    known, asked = known_session(carol, club, CORRECTED)
    assert changes(known) == [
        (3, "changed", {"cards_left": [0, 3, 5, 1]}, {"cards_left": [0, 3, 6, 1]}),
        (4, "new", None, {"cards_left": [1, 2, 0, 4]}),
    ]
    assert (known["session"], known["answer"]) == (str(session.pk), "bring-up-to-date")
    assert asked == [["bring-up-to-date", "bring-up-to-date", "second-session", "leave-out"]]
    assert HandRevision.objects.count() == 3


def test_a_sheet_of_less_hands_lists_those_that_it_lacks(carol, club, session):
    known, _asked = known_session(carol, club, SHEET.replace("2024-03-14,0,3,5,1\n", ""))
    assert changes(known) == [(3, "missing", {"cards_left": [0, 3, 5, 1]}, None)]
    assert known["answer"] == "leave-out"


def test_a_session_brought_up_to_date_has_the_totals_of_the_corrected_sheet(carol, club, session):
    expected = known_session(carol, club, CORRECTED)[0]["totals"]
    answer = send_sheet(carol, club, CORRECTED, answers=BRING)
    assert answer.status_code == 201
    assert answer.json()["report"]["outcomes"]["corrected"] == 1
    assert totals() == expected == [31, -4, -9, -18]
    assert send_sheet(carol, club, CORRECTED, answers={"known-session": "second-session"})
    assert [one.result.totals for one in Session.objects.all()] == [expected, expected]


def test_each_changed_hand_gets_a_revision_that_names_the_file(carol, club, people, session):
    answer = send_sheet(carol, club, CORRECTED, answers=BRING).json()
    hands = Hand.objects.order_by("position").select_related("head")
    assert [(hand.head.number, hand.head.kind) for hand in hands] == [
        (1, "recorded"),
        (1, "recorded"),
        (2, "amended"),
        (1, "recorded"),
    ]
    revision = hands[2].head
    assert (revision.by, revision.reason) == (people.carol, f"from the corrected sheet {NAME}")
    acts = AuditEntry.objects.filter(subject__in=[str(hands[2].pk), str(hands[3].pk)])
    assert sorted(acts.values_list("act", flat=True)) == [
        "hand amended",
        "hand recorded",
        "hand recorded",
    ]
    (line,) = carol.get(f"/api/v1/imports/{answer['id']}/lines/").json()["results"]
    assert (line["outcome"], line["session"]) == ("corrected", str(session.pk))
    assert line["corrected"] == {"changed": [3], "recorded": [4]}


def test_the_corrected_sheet_sent_again_changes_nothing(carol, club, session):
    key = "5b0f6a0e-7c0f-4f5e-9d32-3a1f3a6f0f10"
    for _ in range(2):  # also the request that is repeated with its id
        answer = send_sheet(carol, club, CORRECTED, answers=BRING, id=key)
        assert answer.status_code in {200, 201}
    known, asked = known_session(carol, club, CORRECTED)
    assert (known["hands"], known["answer"], asked[0][0]) == ([], "leave-out", "leave-out")
    for query in ({"assume": "true"}, {"answers": BRING}):
        again = send_sheet(carol, club, CORRECTED, **query).json()
        assert again["report"]["outcomes"]["known"] == 1
    assert (Session.objects.count(), Hand.objects.count()) == (1, 4)
    assert HandRevision.objects.count() == 5


def test_a_sheet_that_was_corrected_again_since_is_proposed_to_be_left_out(carol, club, session):
    first, second, third = (SHEET.replace("0,3,5,1", f"0,3,{left},1") for left in (6, 7, 8))
    for sheet in (first, second):
        send_sheet(carol, club, sheet, answers=BRING)
    [question] = review(carol, club, first, file_name=NAME)["questions"]
    assert (question["assumed"], question["answers"][0]) == ("leave-out", "leave-out")
    assert question["message"].endswith("the file says what was corrected since: 3.")
    [question] = review(carol, club, third, file_name=NAME)["questions"]
    assert question["assumed"] == "bring-up-to-date", "This number is a new one."


@pytest.mark.parametrize("again", ["0,3,6,1", "0,?,6,1"])
def test_it_is_left_out_also_after_a_note_and_with_an_open_number(
    carol, club, people, session, again
):
    send_sheet(carol, club, SHEET.replace("0,3,5,1", "0,3,6,1"), answers=BRING)
    corrected = {"cards_left": [0, 4, 7, 1], "note": "recounted"}
    amendment = amendments.Amendment(keys=corrected)
    amendments.amend(Hand.objects.get(position=3), amendment, by=people.carol)
    sheet = SHEET.replace("0,3,5,1", again)
    [question] = review(carol, club, sheet, file_name=NAME)["questions"]
    assert question["assumed"] == "leave-out"


def test_former_numbers_are_looked_up_once_a_session(carol, club, session):
    first = SHEET.replace("0,5,8,12", "0,5,8,11").replace("3,0,2,1", "4,0,2,1")
    for sheet in (first, SHEET.replace("0,5,8,12", "0,5,8,10").replace("3,0,2,1", "5,0,2,1")):
        send_sheet(carol, club, sheet, answers=BRING)
    with CaptureQueriesContext(connection) as queries:
        known, _asked = known_session(carol, club, first)
    assert len(known["hands"]) == 2
    former = [one for one in queries if "handrevision" in one["sql"] and "NOT" in one["sql"]]
    assert len(former) == 1


def test_seats_in_another_order_are_the_same_session(carol, club, session):
    text = "Date,Di,Ann,Cy,Bo\n2024-03-14,12,0,8,5\n2024-03-14,1,3,2,0\n2024-03-14,1,0,6,3\n"
    known, _asked = known_session(carol, club, text)
    assert changes(known) == [
        (3, "changed", {"cards_left": [0, 3, 5, 1]}, {"cards_left": [0, 3, 6, 1]})
    ]
    send_sheet(carol, club, text, answers=BRING)
    assert totals() == [32, -2, -16, -14]


def test_house_rules_and_players_of_the_session_stay(carol, club, session):
    head = session.head_id
    send_sheet(carol, club, CORRECTED, answers=BRING)
    assert Session.objects.get().head_id == head


def test_points_of_which_no_more_is_known_are_compared_as_points(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,25,-5,-8,-12\n2024-03-14,-3,6,-2,-1\n2024-03-14,11,-5,-3,-2\n"
    send_sheet(carol, club, text, assume="true")
    assert totals() == [33, -4, -13, -15]
    corrected = text.replace("11,-5,-3,-2", "11,-5,-3,-4")
    known, _asked = known_session(carol, club, corrected)
    assert changes(known) == [
        (3, "changed", {"points": [11, -5, -3, -2]}, {"points": [11, -5, -3, -4]})
    ]
    send_sheet(carol, club, corrected, answers=BRING, assume="true")
    assert totals() == [33, -4, -13, -17]


def test_a_sheet_of_which_most_hands_differ_is_proposed_as_no_correction(carol, club, session):
    other = "Date,Ann,Bo,Cy,Di\n2024-03-14,7,0,1,1\n2024-03-14,1,1,0,2\n2024-03-14,9,3,0,1\n"
    known, asked = known_session(carol, club, other)
    assert (len(known["hands"]), known["answer"]) == (3, "leave-out")
    assert asked[0][1:] == ["leave-out", "bring-up-to-date", "second-session"]


def test_an_answer_that_the_session_does_not_have_is_refused(carol, club, session):
    answer = send_sheet(carol, club, CORRECTED, answers={"known-session": "replace"})
    check_problem(answer, 422, "bad-answer", "answers.known-session:2")


def test_a_session_that_was_changed_meanwhile_is_left_as_it_is(carol, club, session, settings):
    settings.IMPORT_AT_ONCE = 1
    assert send_sheet(carol, club, CORRECTED, answers=BRING).status_code == 202
    hand = Hand.objects.get(position=3)
    url = f"/api/v1/hands/{hand.pk}/amendments/"
    version = carol.get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    body = {
        "keys": {"cards_left": [0, 3, 7, 1]},
        "reason": "read again",
        "cause": "transcription-fix",
    }
    carol.post(url, body, content_type="application/json", headers={"If-Match": version})
    assert Hand.objects.get(position=3).head.number == 2
    import_worker.process_waiting_imports(stop=never_stop)
    line = Import.objects.first().report.get()
    assert (line.outcome, line.details["error"]["code"]) == ("malformed", "not-brought-up-to-date")
    assert (Hand.objects.count(), Hand.objects.get(position=3).head.number) == (3, 2)


def test_whoever_may_not_correct_hands_brings_nothing_up_to_date(signed, people, club, session):
    check_problem(
        send_sheet(signed(people.dan), club, CORRECTED, answers=BRING), 403, "permission-denied"
    )
    assert HandRevision.objects.count() == 3


def test_whoever_may_no_more_correct_hands_when_a_worker_comes_to_it_changes_nothing(
    carol, club, people, session, settings
):
    settings.IMPORT_AT_ONCE = 1
    send_sheet(carol, club, CORRECTED, answers=BRING)
    Member.objects.filter(club=club, user=people.carol).update(role=Role.MEMBER)
    import_worker.process_waiting_imports(stop=never_stop)
    assert HandRevision.objects.count() == 3


# hands that were logged play by play


@pytest.fixture
def logged(open_session, people):
    """A session of two hands: one with its plays, in which Alice went out, and one of which only the cards left are known."""
    session = open_session(played_on="2024-03-14")
    for hand in (CLEAN, {"cards_left": [5, 0, 8, 12], "note": "late"}):
        recording.record_hand(session, hand, by=people.carol)
    return session


LOGGED = "Date,Alice,Bob,Carol,Dan\n2024-03-14,0,13,13,13\n2024-03-14,5,0,8,12\n"


def test_counts_that_agree_with_the_plays_are_no_difference(carol, club, logged):
    known, _asked = known_session(carol, club, LOGGED)
    assert (known["hands"], known["answer"]) == ([], "leave-out")
    points = "Date,Alice,Bob,Carol,Dan\n2024-03-14,39,-13,-13,-13\n2024-03-14,-5,25,-8,-12\n"
    known, _asked = known_session(carol, club, points)
    assert known["hands"] == []


def test_a_count_that_contradicts_the_plays_is_shown_and_changes_nothing(carol, club, logged):
    text = LOGGED.replace("13,13,13", "13,12,13").replace("5,0,8,12", "5,0,8,11")
    known, _asked = known_session(carol, club, text)
    one, other = known["hands"]
    assert (one["change"], one["before"]["cards_left"]) == ("left-alone", [0, 13, 13, 13])
    assert (one["after"]["cards_left"], "plays" in one["reason"]) == ([0, 13, 12, 13], True)
    assert (other["change"], other["after"]) == ("changed", {"cards_left": [5, 0, 8, 11]})
    send_sheet(carol, club, text, answers=BRING)
    numbers = logged.hands.order_by("position").values_list("head__number", flat=True)
    assert [*numbers] == [1, 2]


def test_what_only_the_session_has_stays_with_a_changed_hand(carol, club, logged):
    send_sheet(carol, club, LOGGED.replace("5,0,8,12", "5,0,8,?"), answers=BRING)
    assert logged.hands.get(position=2).head.number == 1  # a number left open says nothing
    send_sheet(carol, club, LOGGED.replace("5,0,8,12", "?,0,9,12"), answers=BRING)
    record = judging.hand_record(logged.hands.get(position=2).head)
    assert record == {"cards_left": [5, 0, 9, 12], "note": "late"}
    assert Session.objects.get().listed_on == logged.listed_on  # it is no session from a file


def test_a_hand_that_is_still_played_keeps_its_session_from_being_brought_up_to_date(
    carol, club, people, logged
):
    recording.record_hand(logged, UNFINISHED, by=people.carol)
    known, asked = known_session(carol, club, LOGGED)
    assert known["refusal"] == "A hand of the session is not finished yet."
    assert asked == [["leave-out", "leave-out", "second-session"]]
    answer = send_sheet(carol, club, LOGGED, answers=BRING)
    check_problem(answer, 422, "bad-answer", "answers.known-session:2")


def test_hands_that_do_not_count_may_lack_in_the_sheet(carol, club, open_session, people):
    session = open_session(played_on="2024-03-14")
    hands = [[0, 5, 8, 12], [3, 0, 2, 1], [0, 3, 5, 1]]
    for left in hands:
        recording.record_hand(session, {"cards_left": left}, by=people.carol)
        recording.record_hand(session, {"events": [], "void": "misdeal"}, by=people.carol)
    text = CORRECTED.replace("Ann,Bo,Cy,Di", "Alice,Bob,Carol,Dan")
    known, _asked = known_session(carol, club, text)
    assert [change[:2] for change in changes(known)] == [(5, "changed"), (7, "new")]
    send_sheet(carol, club, text, answers=BRING)
    assert totals() == [31, -4, -9, -18]


def test_a_hand_that_was_annulled_stays_so(carol, club, people, logged):
    dispute, _ = filing.raise_dispute(logged.hands.last(), NewDispute(claim="So?"), by=people.dan)
    annulled = NewRuling(decision=Decision.ANNULLED, reason="wrong deck")
    ruling.rule_on(dispute, annulled, by=people.bob)
    known, _asked = known_session(carol, club, LOGGED.replace("5,0,8,12", "5,0,8,11"))
    assert known["hands"] == []


# other notations, other sessions


def record_of(hands, **keys):
    return json.dumps(
        {
            "format": "session-record/1",
            "variant": "big-two",
            "players": ["Alice", "Bob", "Carol", "Dan"],
            "played_on": "2024-03-14",
            "hands": hands,
            **keys,
        }
    )


COUNTS = {"cards_left": [5, 0, 8, 12]}


def outcomes(answer):
    counts = answer.json()["report"]["outcomes"]
    return {outcome: count for outcome, count in counts.items() if count}


def send_record(client, club, text, kind="application/json", **query):
    return send(client, club, text, content_type=kind, file_name="evening.json", **query)


def test_a_record_with_a_hand_more_is_asked_about_as_a_sheet_is(carol, club, logged):
    text = record_of([CLEAN, COUNTS, {**CLEAN, "note": "the third"}])
    read = send_record(carol, club, text, dry_run="true").json()["review"]
    assert [change[:2] for change in changes(read["known_sessions"][0])] == [(3, "new")]
    check_problem(send_record(carol, club, text), 409, "unanswered", "answers")
    assert send_record(carol, club, text, answers=BRING).status_code == 201
    (session,) = Session.objects.all()
    assert session.hands.count() == 3
    assert judging.hand_record(session.hands.get(position=3).head)["note"] == "the third"


@pytest.mark.parametrize("lacks", [0, 1])
def test_the_record_of_a_session_is_that_session(carol, club, logged, lacks):
    logged.refresh_from_db()
    record = carol.get(f"/api/v1/sessions/{logged.pk}/record/").json()
    record["hands"] = record["hands"][: 2 - lacks]
    for _ in range(2):
        sent = send_record(carol, club, json.dumps(record), assume="true")
        assert outcomes(sent) == {"known": 1}
    assert (Session.objects.count(), Hand.objects.count()) == (1, 2)


def test_what_came_in_as_one_record_goes_out_and_in_again_as_amended(carol, club, people):
    send_record(carol, club, record_of([COUNTS, CLEAN]))
    amend(carol, 1, [5, 0, 8, 11])
    session = Session.objects.get()
    record = carol.get(f"/api/v1/sessions/{session.pk}/record/").json()
    sent = send_record(carol, club, json.dumps(record))
    assert outcomes(sent) == {"known": 1}
    assert Session.objects.count() == 1


def test_the_record_of_a_session_under_way_is_that_session(carol, club, people, open_session):
    session = open_session(played_on="2024-03-14")
    recording.record_hand(session, UNFINISHED, by=people.carol)
    record = carol.get(f"/api/v1/sessions/{session.pk}/record/").json()
    assert outcomes(send_record(carol, club, json.dumps(record))) == {"known": 1}


@pytest.mark.parametrize(
    "record",
    [
        record_of([{"cards_left": [1, 2, 3, 0]}, CLEAN]),
        record_of([CLEAN, COUNTS, CLEAN], round=2),
    ],
    ids=["other hands", "another round"],
)
def test_a_record_of_another_sitting_is_a_second_session_unasked(carol, club, people, record):
    send_record(carol, club, record_of([CLEAN, COUNTS], round=1))
    assert outcomes(send_record(carol, club, record)) == {"new": 1}
    assert Session.objects.count() == 2


def test_other_plays_are_shown_and_not_written(carol, club, logged):
    text = record_of([{**CLEAN, "events": [*CLEAN["events"][:-1], "1: pass"]}, COUNTS])
    read = send_record(carol, club, text, dry_run="true").json()["review"]
    (hand,) = read["known_sessions"][0]["hands"]
    assert (hand["change"], "other plays" in hand["reason"]) == ("left-alone", True)


def test_points_that_a_referee_gave_are_not_written(carol, club, logged):
    given = [{"seat": 2, "points": -5, "reason": "late"}]
    text = record_of([CLEAN, {**COUNTS, "adjustments": given}])
    read = send_record(carol, club, text, dry_run="true").json()["review"]
    (hand,) = read["known_sessions"][0]["hands"]
    assert (hand["change"], "referee" in hand["reason"]) == ("left-alone", True)


@pytest.mark.parametrize(
    ("keys", "refusal"),
    [
        ({"carried": [1, 2, 3, 4]}, "The session begins with other totals."),
        (
            {"players": ["Bob", "Alice", "Carol", "Dan"]},
            "The seats are in another order, and the file has plays.",
        ),
    ],
)
def test_a_record_that_cannot_be_compared_says_why(carol, club, logged, keys, refusal):
    text = record_of([CLEAN, COUNTS], **keys)
    read = send_record(carol, club, text, dry_run="true").json()["review"]
    assert read["known_sessions"][0]["refusal"] == refusal


def test_a_hand_after_the_end_by_the_house_rules_of_the_session_is_refused(
    carol, club, open_session, people
):
    session = open_session(played_on="2024-03-14", house_rules={"hands_per_match": 1})
    recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    read = send_record(
        carol, club, record_of([{"cards_left": [0, 5, 8, 12]}, COUNTS]), dry_run="true"
    )
    (known,) = read.json()["review"]["known_sessions"]
    assert known["refusal"] == "The house rules of the session do not allow a hand of the file."


def test_a_text_sheet_brings_its_session_up_to_date_and_the_payer_with_it(carol, club):
    text = "2024-03-14\nAnn, Bo, Cy, Di\n0 5 8 12\n3 0 2 1\n"
    assert send_record(carol, club, text, "text/plain").status_code == 201
    corrected = text.replace("0 5 8 12", "0 5t 8 12")
    assert send_record(carol, club, corrected, "text/plain", answers=BRING).status_code == 201
    record = judging.hand_record(Session.objects.get().hands.get(position=1).head)
    assert record == {"cards_left": [0, 5, 8, 12], "pays_all": 2}


def test_of_several_sessions_of_a_day_each_record_corrects_its_own(carol, club):
    rows = "Date,Round,Ann,Bo,Cy,Di\n14.3.2024,1,0,5,8,12\n14.3.2024,1,3,0,2,1\n14.3.2024,2,0,9,9,9\n14.3.2024,2,0,1,1,4\n"
    assert send_sheet(carol, club, rows).status_code == 201
    corrected = rows.replace("3,0,2,1", "3,0,2,2").replace("0,1,1,4", "0,1,1,5")
    read = review(carol, club, corrected, file_name=NAME)
    assert [change["before"] for one in read["known_sessions"] for change in one["hands"]] == [
        {"cards_left": [3, 0, 2, 1]},
        {"cards_left": [0, 1, 1, 4]},
    ]
    send_sheet(carol, club, corrected, answers=BRING)
    assert sorted(one.result.totals for one in Session.objects.all()) == [
        [22, 2, -10, -14],
        [34, -10, -10, -14],
    ]


def test_the_season_counts_the_corrected_hands_once(carol, club, session):
    season = Season.objects.create(club=club, name="2024")
    session_recording.file_session(session, season=season, by=None)
    send_sheet(carol, club, CORRECTED, answers=BRING)
    lines = carol.get(f"/api/v1/seasons/{season.pk}/standings/").json()["rows"]
    assert [one["points"] for one in lines] == [31, -4, -9, -18]


def test_a_deleted_row_moves_no_hand_to_another_number(carol, club, open_session, people):
    session = open_session(played_on="2024-03-14")
    for left in ([0, 5, 8, 12], [3, 0, 2, 1], [0, 3, 5, 1], [0, 2, 2, 2]):
        recording.record_hand(session, {"cards_left": left}, by=people.carol)
    rows = "".join(f"2024-03-14,{row}\n" for row in ("0,5,8,12", "0,3,5,1", "0,2,2,2"))
    known, asked = known_session(carol, club, f"Date,Alice,Bob,Carol,Dan\n{rows}")
    assert asked == [["leave-out", "leave-out", "second-session"]]
    assert "fewer hands" in known["refusal"]


def test_rows_pass_over_a_void_hand(carol, club, open_session, people):
    session = open_session(played_on="2024-03-14")
    for hand in ({"cards_left": [0, 5, 8, 12]}, {"void": "Misdeal."}, {"cards_left": [3, 0, 2, 1]}):
        recording.record_hand(session, hand, by=people.carol)
    rows = "".join(f"2024-03-14,{row}\n" for row in ("0,5,8,12", "3,0,2,2", "4,0,5,6"))
    known, _asked = known_session(carol, club, f"Date,Alice,Bob,Carol,Dan\n{rows}")
    assert [(hand["hand"], hand["change"]) for hand in known["hands"]] == [
        (3, "changed"),
        (4, "new"),
    ]


def test_points_that_have_a_referee_s_penalty_in_them_are_not_counted_again(
    carol, club, open_session, people
):
    session = open_session(played_on="2024-03-14")
    late = {"seat": 2, "points": -10, "reason": "late"}
    recording.record_hand(
        session, {"cards_left": [0, 5, 8, 12], "adjustments": [late]}, by=people.carol
    )
    recording.record_hand(session, {"cards_left": [3, 0, 2, 1]}, by=people.carol)
    for points, changes in (("25,-15,-8,-12", []), ("25,-14,-8,-12", [(1, "left-alone")])):
        text = f"Date,Alice,Bob,Carol,Dan\n2024-03-14,{points}\n2024-03-14,-3,6,-2,-1\n"
        known, _asked = known_session(carol, club, text)
        assert [(hand["hand"], hand["change"]) for hand in known["hands"]] == changes


def test_points_read_under_other_house_rules_correct_no_session(carol, club, open_session, people):
    session = open_session(played_on="2024-03-14", house_rules={"multipliers": [[1, 1], [12, 2]]})
    recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    later = open_session(played_on="2024-03-21", house_rules={})
    recording.record_hand(later, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    text = "Date,Alice,Bob,Carol,Dan\n2024-03-14,25,-5,-8,-12\n2024-03-14,36,-12,-12,-12\n"
    known, asked = known_session(carol, club, text)
    assert "other house rules" in known["refusal"]
    assert asked[-1][0] == "leave-out"


def test_a_name_in_other_capitals_is_of_the_same_evening(carol, club, session):
    known, _asked = known_session(carol, club, SHEET.replace("Ann", "ANN"))
    assert known["hands"] == []


def test_an_all_blocked_hand_is_corrected_to_one_that_somebody_won(
    carol, club, open_session, people
):
    session = open_session(played_on="2024-03-14", variant="gang-of-four")
    recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    blocked = {"cards_left": [3, 1, 1, 1], "winner": 1, "blocked": [2, 3, 4]}
    recording.record_hand(session, blocked, by=people.carol)
    names = ["Alice", "Bob", "Carol", "Dan"]
    hands = [{"cards_left": [0, 5, 8, 12]}, {"cards_left": [3, 0, 8, 12]}]
    record = record_of(hands, variant="gang-of-four", players=names)
    send_record(carol, club, record, answers=BRING)
    last = Session.objects.get(pk=session.pk).hands.get(position=2)
    assert judging.hand_record(last.head)["cards_left"] == [3, 0, 8, 12]


def test_the_name_of_a_file_goes_with_the_person_that_it_names(carol, club, people, session):
    stranger = Player.objects.create(club=club, name="Zoe Quill")
    row = Import.objects.create(
        club=club,
        by=people.carol,
        at=timezone.now(),
        notation="csv",
        source_digest="",
        options={"file_name": "Zoe Quill in March.csv"},
        state="waiting",
    )
    erasure.erase(stranger, confirm="Zoe Quill", by=people.alice)
    row.refresh_from_db()
    assert "file_name" not in row.options


@pytest.mark.parametrize("answered", ["known_session", "total-rows:4"])
def test_an_answer_to_what_is_never_asked_is_refused(carol, club, session, answered):
    answer = send_sheet(carol, club, CORRECTED, answers={answered: "leave-out"}, assume="true")
    check_problem(answer, 422, "bad-answer", f"answers.{answered}")
    assert Session.objects.get().hands.count() == 3


# a session that changes between the review and the import, or after it


def amend(client, position, cards_left):
    """Have somebody correct a hand of the only session."""
    hand = Hand.objects.get(position=position)
    url = f"/api/v1/hands/{hand.pk}/amendments/"
    version = client.get(f"/api/v1/hands/{hand.pk}/")["ETag"]
    body = {
        "keys": {"cards_left": cards_left},
        "reason": "read again",
        "cause": "transcription-fix",
    }
    answer = client.post(url, body, content_type="application/json", headers={"If-Match": version})
    assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("accepted", [{}, {"assume": "true"}])
def test_an_answer_for_an_older_version_of_a_session_changes_nothing(
    carol, club, session, accepted
):
    before, _asked = known_session(carol, club, CORRECTED)
    answer = {"known-session:2": f"bring-up-to-date@{before['version']}"}
    amend(carol, 3, [0, 3, 7, 1])
    problem = check_problem(
        send_sheet(carol, club, CORRECTED, answers=answer, **accepted),
        409,
        "unanswered",
        "answers",
    )
    assert "changed since the review" in problem["detail"]
    (known,) = problem["review"]["known_sessions"]
    assert changes(known)[0][2:] == ({"cards_left": [0, 3, 7, 1]}, {"cards_left": [0, 3, 6, 1]})
    assert [one["id"] for one in problem["review"]["questions"]] == ["known-session:2"]
    assert Hand.objects.get(position=3).head.number == 2
    answer = {"known-session": f"bring-up-to-date@{known['version']}"}
    assert send_sheet(carol, club, CORRECTED, answers=answer).status_code == 201
    assert judging.hand_record(Hand.objects.get(position=3).head)["cards_left"] == [0, 3, 6, 1]
    again = send_sheet(carol, club, CORRECTED, answers=answer)
    assert again.json()["report"]["outcomes"]["known"] == 1


def test_a_repeated_request_with_a_version_has_the_first_answer(carol, club, session):
    known, _asked = known_session(carol, club, CORRECTED)
    answer = {"known-session": f"bring-up-to-date@{known['version']}"}
    key = "5b0f6a0e-7c0f-4f5e-9d32-3a1f3a6f0f11"
    first = send_sheet(carol, club, CORRECTED, answers=answer, id=key)
    again = send_sheet(carol, club, CORRECTED, answers=answer, id=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["report"] == again.json()["report"]


def test_the_first_sheet_that_comes_again_after_a_correction_is_offered_and_left_out(
    carol, club, session
):
    send_sheet(carol, club, CORRECTED, answers=BRING)
    known, asked = known_session(carol, club, SHEET)
    assert changes(known) == [
        (3, "changed", {"cards_left": [0, 3, 6, 1]}, {"cards_left": [0, 3, 5, 1]}),
        (4, "missing", {"cards_left": [1, 2, 0, 4]}, None),
    ]
    assert asked == [["leave-out", "leave-out", "bring-up-to-date"]]
    check_problem(send_sheet(carol, club, SHEET), 409, "unanswered", "answers")
    left = send_sheet(carol, club, SHEET, assume="true").json()
    assert (left["report"]["outcomes"]["known"], totals()) == (1, [31, -4, -9, -18])
    back = send_sheet(carol, club, SHEET, answers=BRING).json()
    assert back["report"]["outcomes"]["corrected"] == 1
    assert (totals(), Session.objects.count()) == ([30, -4, -8, -18], 1)


def test_the_first_sheet_corrects_whoever_its_names_were_said_to_be(carol, club, players):
    text = SHEET.replace("Ann", "Alicia")
    names = {"Alicia": str(players[0].pk)}
    send_sheet(carol, club, text, names=names)
    amend(carol, 3, [0, 3, 7, 1])
    back = send_sheet(carol, club, text, answers=BRING).json()
    assert back["report"]["outcomes"]["corrected"] == 1
    assert judging.hand_record(Hand.objects.get(position=3).head)["cards_left"] == [0, 3, 5, 1]


def test_a_hand_more_in_a_session_is_no_question_about_its_first_sheet(
    carol, club, people, session
):
    recording.record_hand(session, {"cards_left": [0, 1, 1, 1]}, by=people.carol)
    read = review(carol, club, SHEET, file_name=NAME)
    assert (read["questions"], read["known_sessions"]) == ([], [])
    assert [one["known"] for one in read["sessions"]] == [True]


TIMED = "created_at,Ann,Bo,Cy,Di\n2024-03-14T23:30:00Z,0,5,8,12\n2024-03-14T23:40:00Z,3,0,2,1\n"


@pytest.mark.parametrize("zone", ["Asia/Taipei", "America/New_York"])
def test_an_evening_is_found_by_its_day_as_written_after_the_club_chose_a_time_zone(
    carol, club, zone
):
    send_sheet(carol, club, TIMED)
    club.time_zone = zone
    club.save()
    known, asked = known_session(carol, club, TIMED.replace("2,1\n", "4,1\n"), assume="true")
    assert changes(known) == [
        (2, "changed", {"cards_left": [3, 0, 2, 1]}, {"cards_left": [3, 0, 4, 1]})
    ]
    assert "bring-up-to-date" in asked[-1]
    send_sheet(carol, club, TIMED.replace("2,1\n", "4,1\n"), assume="true")
    assert str(Session.objects.get().played_on) == "2024-03-14"


def test_the_evening_of_a_record_is_found_by_its_day_as_written(carol, club):
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "played_on": "2024-03-14T23:30:00Z",
        "hands": [{"cards_left": [0, 5, 8, 12]}, {"cards_left": [0, 1, 1, 1]}],
    }
    url = f"/api/v1/clubs/{club.pk}/imports/"
    body = {"notation": "json", "source": json.dumps(record)}
    carol.post(url, body, content_type="application/json")
    club.time_zone = "Asia/Taipei"
    club.save()
    record["hands"][1] = {"cards_left": [0, 1, 1, 2]}
    body = {"notation": "json", "source": json.dumps(record), "dry_run": True}
    read = carol.post(url, body, content_type="application/json").json()["review"]
    assert [one["hands"][0]["change"] for one in read["known_sessions"]] == ["changed"]


def test_a_record_that_comes_again_says_that_its_session_was_changed_since(carol, club):
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "hands": [{"cards_left": [0, 5, 8, 12]}],
    }
    body = {"notation": "json", "source": json.dumps(record)}
    said = []
    for _ in range(3):
        url = f"/api/v1/clubs/{club.pk}/imports/"
        row = carol.post(url, body, content_type="application/json").json()
        (line,) = carol.get(f"/api/v1/imports/{row['id']}/lines/").json()["results"]
        said.append((line["outcome"], line["changed_since"]))
        if len(said) == 2:
            amend(carol, 1, [0, 5, 8, 11])
    assert said == [("new", False), ("known", False), ("known", True)]
