"""A corrected sheet brings the session up to date that the club has: nothing counts twice, and the history stays."""

import pytest

from scorekeeper.imports import worker as import_worker
from scorekeeper.models import AuditEntry, Hand, HandRevision, Import, Member, Role, Session
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.import_files import never_stop
from tests.scorekeeper.imports.test_sent_sheets import review, send

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
    said = {"points": "hand", "values": "points"}
    send_sheet(carol, club, text, answers=said, assume="true")
    assert totals() == [33, -4, -13, -15]
    corrected = text.replace("11,-5,-3,-2", "11,-5,-3,-4")
    known, _asked = known_session(carol, club, corrected, answers=said)
    assert changes(known) == [
        (3, "changed", {"points": [11, -5, -3, -2]}, {"points": [11, -5, -3, -4]})
    ]
    send_sheet(carol, club, corrected, answers={**said, **BRING}, assume="true")
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
    import_worker.run_waiting(stop=never_stop)
    line = Import.objects.get(source_digest=Import.objects.first().source_digest).report.get()
    assert (line.outcome, line.details["error"]["code"]) == ("malformed", "not-brought-up-to-date")
    assert (Hand.objects.count(), Hand.objects.get(position=3).head.number) == (3, 2)


def test_whoever_may_not_correct_hands_brings_nothing_up_to_date(alice, club, session):
    check_problem(send_sheet(alice, club, CORRECTED, answers=BRING), 403, "permission-denied")
    assert HandRevision.objects.count() == 3


def test_whoever_may_no_more_correct_hands_when_a_worker_comes_to_it_changes_nothing(
    carol, club, people, session, settings
):
    settings.IMPORT_AT_ONCE = 1
    send_sheet(carol, club, CORRECTED, answers=BRING)
    Member.objects.filter(club=club, user=people.carol).update(role=Role.MEMBER)
    import_worker.run_waiting(stop=never_stop)
    assert HandRevision.objects.count() == 3
