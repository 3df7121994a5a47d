"""A score sheet that no hand can have is refused in an amendment with the error of a new hand."""

import pytest

import referee
from scorekeeper.adjudication import judging, revisions
from scorekeeper.hands import amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Cause, HandRevision, Kind
from tests.scorekeeper.sample_hands import CLEAN, SHEET

pytestmark = pytest.mark.django_db

IMPOSSIBLE = {
    "nobody went out": {"cards_left": [3, 5, 8, 12]},
    "two went out": {"cards_left": [0, 0, 8, 12]},
    "more cards than were dealt": {"cards_left": [0, 5, 8, 14]},
    "a number is missing": {"cards_left": [0, 5, 8]},
    "the winner pays for all": {**SHEET, "pays_all": 1},
}


@pytest.fixture
def hand(session, people):
    return hand_recording.record_hand(session, SHEET, by=people.carol).hand


def write(**keys):
    return Amendment(keys=keys, reason="Read again.")


@pytest.mark.parametrize("sheet", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_it_is_refused_as_a_new_hand_is(session, people, hand, sheet):
    with pytest.raises(referee.MalformedError) as posted:
        hand_recording.record_hand(session, sheet, by=people.carol)
    for act in (amendments.preview, lambda *parts: amendments.amend(*parts, by=people.carol)):
        with pytest.raises(referee.MalformedError) as amended:
            act(hand, write(**sheet))
        assert amended.value.as_json() == posted.value.as_json()
    assert hand.revisions.count() == 1


def test_the_api_answers_with_its_code_and_place(hand, people, signed):
    client, path = signed(people.carol), f"/api/v1/hands/{hand.pk}/"
    body = {"keys": {"cards_left": [3, 5, 8, 12]}, "reason": "Read again."}
    headers = {"If-Match": client.get(path)["ETag"]}
    answer = client.post(f"{path}amendments/", body, format="json", headers=headers).json()
    assert (answer["code"], answer["where"]) == ("impossible-result", "cards_left")


def test_a_sheet_that_contradicts_the_plays_is_refused(session, people):
    hand = hand_recording.record_hand(session, CLEAN, by=people.carol).hand
    with pytest.raises(referee.MalformedError, match="cards_left"):
        amendments.amend(hand, write(cards_left=[0, 5, 8, 12]), by=people.carol)


def test_a_part_of_the_sheet_cannot_make_another_part_impossible(open_session, people):
    session = open_session(variant="pusoy-dos")
    sheet = {"out": [1, 2, 3], "cards_left": [0, 0, 0, 4]}
    hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    with pytest.raises(referee.MalformedError, match="cards_left"):
        amendments.amend(hand, write(out=[4, 2, 3]), by=people.carol)


def test_corrected_plays_are_accepted_though_the_sheet_disagrees_now(session, people):
    record = {**CLEAN, "cards_left": [0, 13, 13, 13]}
    hand = hand_recording.record_hand(session, record, by=people.carol).hand
    insert = EventChange(Operation.INSERT, 2, "2: 8D 9D 10D JD QD")
    correction = Amendment(changes=[insert], keys={"note": "One play was missing."})
    hand, _ = amendments.amend(hand, correction, by=people.carol)
    assert [row["where"] for row in hand.adjudication.answer["contradictions"]] == ["cards_left"]


class TestAnImpossibleSheetThatAnEarlierReleaseStored:
    @pytest.fixture
    def stored(self, hand, people):
        act = revisions.Act(by=people.carol, kind=Kind.AMENDED, cause=Cause.TRANSCRIPTION_FIX)
        return amendments.revise(hand, {"cards_left": [3, 5, 8, 12]}, act)

    def test_can_be_read(self, stored, people, signed):
        answer = signed(people.dan).get(f"/api/v1/hands/{stored.pk}/").json()
        assert answer["record"] == {"cards_left": [3, 5, 8, 12]}
        assert answer["adjudication"]["contradictions"][0]["code"] == "impossible-result"

    def test_is_corrected(self, stored, people):
        hand, _ = amendments.amend(stored, write(**SHEET), by=people.carol)
        assert judging.hand_record(hand.head) == SHEET

    def test_keeps_a_note(self, stored, people):
        hand, _ = amendments.amend(stored, write(note="Ask Bob."), by=people.carol)
        assert HandRevision.objects.filter(hand=hand).count() == 3
