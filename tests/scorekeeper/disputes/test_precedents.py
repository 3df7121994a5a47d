"""Earlier rulings as precedents: search by fault, rule and words, and the closest ones beside a dispute."""

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Club, Decision, Player
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL

pytestmark = pytest.mark.django_db

TOO_LOW = {**ILLEGAL, "dealt": None}
OUT_OF_TURN = {"events": ["1: 3C", "3: 4D"]}


@pytest.fixture
def raise_dispute(people):
    """Raise a dispute about the last event of a new hand of a session."""

    def _raise_dispute(session, record, claim, grounds=""):
        hand = hand_recording.record_hand(session, record, by=people.carol).hand
        about = NewDispute(claim=claim, grounds=grounds, event=len(record["events"]))
        return dispute_filing.raise_dispute(hand, about, by=people.dan)[0]

    return _raise_dispute


@pytest.fixture
def make_ruling(raise_dispute, people):
    """Return a ruling on a new dispute about the last event of a new hand."""

    def _make_ruling(session, record, claim, reason, grounds=""):
        ruling = NewRuling(decision=Decision.STANDS, reason=reason)
        return dispute_ruling.rule_on(
            raise_dispute(session, record, claim, grounds), ruling, by=people.bob
        ).ruling

    return _make_ruling


@pytest.fixture
def pusoy_dos(open_session):
    return open_session(variant="pusoy-dos")


def closest_rulings(dispute, people, signed):
    response = signed(people.bob).get(f"/api/v1/disputes/{dispute.pk}/")
    return response.json()["closest"]


def test_the_closest_rulings_are_those_about_the_same_fault_rule_and_variant(
    session, pusoy_dos, raise_dispute, make_ruling, people, signed
):
    other_variant = make_ruling(pusoy_dos, OUT_OF_TURN, "Carol was early.", "Happens.")
    other_fault = make_ruling(session, TOO_LOW, "He played before Bob.", "He did.")
    alike = make_ruling(session, OUT_OF_TURN, "Wrong seat.", "Let it be.")
    make_ruling(session, CLEAN, "Nothing alike.", "Fine.")
    dispute = raise_dispute(session, OUT_OF_TURN, "Carol played before Bob.")
    closest = closest_rulings(dispute, people, signed)
    assert [row["ruling"]["id"] for row in closest] == [
        str(r.pk) for r in (alike, other_variant, other_fault)
    ]
    assert (
        closest[0].items() >= {"same_fault": True, "same_rule": True, "same_variant": True}.items()
    )
    assert (
        closest[1].items()
        >= {"same_fault": True, "same_variant": False, "words": ["carol"]}.items()
    )
    assert closest[2].items() >= {"same_fault": False, "words": ["before", "played"]}.items()
    assert closest[0]["ruling"]["reason"] == "Let it be."


def test_of_equally_close_rulings_those_with_more_words_in_common_come_first(
    session, raise_dispute, make_ruling, people, signed
):
    more_words = make_ruling(session, OUT_OF_TURN, "The dealer skipped Bob.", "So it was.")
    make_ruling(session, OUT_OF_TURN, "Bob slept.", "He did.")
    closest = closest_rulings(
        raise_dispute(session, OUT_OF_TURN, "Dealer skipped somebody."), people, signed
    )
    assert closest[0]["ruling"]["id"] == str(more_words.pk)
    assert closest[0]["words"] == ["dealer", "skipped"]


def test_only_the_five_latest_of_equally_close_rulings_are_shown(
    session, raise_dispute, make_ruling, people, signed
):
    for number in range(7):
        make_ruling(session, OUT_OF_TURN, f"Case {number}.", "Yes.")
    closest = closest_rulings(raise_dispute(session, OUT_OF_TURN, "Again."), people, signed)
    assert [row["ruling"]["claim"] for row in closest] == [
        f"Case {number}." for number in (6, 5, 4, 3, 2)
    ]


def test_later_rulings_and_those_of_other_clubs_are_no_precedents(
    session, raise_dispute, make_ruling, people, signed
):
    first = make_ruling(session, OUT_OF_TURN, "Wrong seat.", "Fine.")
    make_ruling(session, OUT_OF_TURN, "Wrong seat.", "Fine.")
    assert closest_rulings(first.dispute, people, signed) == []
    other = Club.objects.get(name="Elsewhere")
    other_players = [Player.objects.create(club=other, name=name) for name in "ABCD"]
    other_session, _ = session_recording.record_session(
        other, {"variant": "big-two"}, players=other_players, by=people.eve
    )
    dispute = raise_dispute(other_session, OUT_OF_TURN, "Wrong seat.")
    assert signed(people.eve).get(f"/api/v1/disputes/{dispute.pk}/").json()["closest"] == []


@pytest.mark.parametrize(
    ("query", "claims"),
    [
        ({}, ["Carol was early.", "Too low!"]),
        ({"fault": "out-of-turn"}, ["Carol was early."]),
        ({"fault": "blocked"}, []),
        ({"q": "EARLY"}, ["Carol was early."]),
        ({"q": "clock"}, ["Carol was early."]),
        ({"q": "kings rank"}, ["Too low!"]),
        ({"q": "kings early"}, []),
        ({"q": "does-not-beat", "fault": "does-not-beat"}, []),
        ({"decision": "annulled"}, []),
    ],
    ids=str,
)
def test_rulings_are_found_by_fault_and_words(
    session, make_ruling, people, club, signed, query, claims
):
    make_ruling(session, OUT_OF_TURN, "Carol was early.", "The clock said so.")
    make_ruling(session, TOO_LOW, "Too low!", "They do.", grounds="Kings rank higher.")
    answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/rulings/", query)
    assert sorted(row["claim"] for row in answer.json()["results"]) == claims


def test_rulings_are_found_by_the_rule_that_the_referee_cited(
    session, make_ruling, people, club, signed
):
    ruling = make_ruling(session, OUT_OF_TURN, "Carol was early.", "The clock said so.")
    make_ruling(session, TOO_LOW, "Too low!", "They do.")
    assert ruling.rule
    answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/rulings/", {"rule": ruling.rule})
    assert [row["id"] for row in answer.json()["results"]] == [str(ruling.pk)]


def test_rulings_are_found_by_a_fault_that_appears_once_the_hand_is_over(
    session, raise_dispute, people
):
    """While a hand is unfinished its dealt cards are hidden, though seat 2 holds no spades."""
    events = ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]
    record = {"dealt": DEAL, "events": events, "passes": "implied"}
    dispute = raise_dispute(session, record, "He had no such cards.")
    assert dispute.fault == ""
    rest = [EventChange(Operation.INSERT, 3, text) for text in CLEAN["events"][1:]]
    hand_amendments.amend(dispute.hand, Amendment(changes=rest), by=people.carol)
    ruling = NewRuling(decision=Decision.STANDS, reason="Let it be.")
    assert dispute_ruling.rule_on(dispute, ruling, by=people.bob).ruling.fault == "card-not-held"
