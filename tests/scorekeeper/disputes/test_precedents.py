"""Like cases are decided alike: earlier rulings are found by fault, rule and words, and the closest are shown."""

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
def case(people):
    """A dispute about the last event of a new hand of a session."""

    def _case(session, sheet, claim, grounds=""):
        hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
        about = NewDispute(claim=claim, grounds=grounds, event=len(sheet["events"]))
        return dispute_filing.raise_dispute(hand, about, by=people.dan)[0]

    return _case


@pytest.fixture
def decided(case, people):
    """An earlier ruling."""

    def _decided(session, sheet, claim, reason, grounds=""):
        ruling = NewRuling(decision=Decision.STANDS, reason=reason)
        return dispute_ruling.rule_on(
            case(session, sheet, claim, grounds), ruling, by=people.bob
        ).ruling

    return _decided


@pytest.fixture
def strict(club, players, people):
    """A session of another variant."""
    session, _ = session_recording.record_session(
        club, {"variant": "pusoy-dos"}, players=players, by=people.carol
    )
    return session


def closest(dispute, people, signed):
    shown = signed(people.bob).get(f"/api/v1/disputes/{dispute.pk}/")
    return shown.json()["closest"]


def test_the_closest_rulings_are_those_about_the_same_fault_rule_and_variant(
    session, strict, case, decided, people, signed
):
    elsewhere = decided(strict, OUT_OF_TURN, "Carol was early.", "Happens.")
    words = decided(session, TOO_LOW, "He played before Bob.", "He did.")
    alike = decided(session, OUT_OF_TURN, "Wrong seat.", "Let it be.")
    decided(session, CLEAN, "Nothing alike.", "Fine.")
    dispute = case(session, OUT_OF_TURN, "Carol played before Bob.")
    found = closest(dispute, people, signed)
    assert [row["ruling"]["id"] for row in found] == [str(r.pk) for r in (alike, elsewhere, words)]
    assert found[0].items() >= {"same_fault": True, "same_rule": True, "same_variant": True}.items()
    assert (
        found[1].items() >= {"same_fault": True, "same_variant": False, "words": ["carol"]}.items()
    )
    assert found[2].items() >= {"same_fault": False, "words": ["before", "played"]}.items()
    assert found[0]["ruling"]["reason"] == "Let it be."


def test_among_the_like_those_with_more_words_in_common_come_first(
    session, case, decided, people, signed
):
    more = decided(session, OUT_OF_TURN, "The dealer skipped Bob.", "So it was.")
    decided(session, OUT_OF_TURN, "Bob slept.", "He did.")
    found = closest(case(session, OUT_OF_TURN, "Dealer skipped somebody."), people, signed)
    assert found[0]["ruling"]["id"] == str(more.pk)
    assert found[0]["words"] == ["dealer", "skipped"]


def test_few_of_many_are_shown(session, case, decided, people, signed):
    for number in range(7):
        decided(session, OUT_OF_TURN, f"Case {number}.", "Yes.")
    found = closest(case(session, OUT_OF_TURN, "Again."), people, signed)
    assert [row["ruling"]["claim"] for row in found] == [f"Case {number}." for number in (6, 5, 4, 3, 2)]  # fmt: skip


def test_what_was_decided_later_or_in_another_club_is_not_looked_at(
    session, case, decided, people, signed
):
    first = decided(session, OUT_OF_TURN, "Wrong seat.", "Fine.")
    decided(session, OUT_OF_TURN, "Wrong seat.", "Fine.")
    assert closest(first.dispute, people, signed) == []
    other = Club.objects.get(name="Elsewhere")
    seated = [Player.objects.create(club=other, name=name) for name in "ABCD"]
    theirs, _ = session_recording.record_session(
        other, {"variant": "big-two"}, players=seated, by=people.eve
    )
    dispute = case(theirs, OUT_OF_TURN, "Wrong seat.")
    assert signed(people.eve).get(f"/api/v1/disputes/{dispute.pk}/").json()["closest"] == []


@pytest.mark.parametrize(
    ("query", "found"),
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
def test_rulings_are_found_by_fault_and_words(session, decided, people, club, signed, query, found):
    decided(session, OUT_OF_TURN, "Carol was early.", "The clock said so.")
    decided(session, TOO_LOW, "Too low!", "They do.", grounds="Kings rank higher.")
    answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/rulings/", query)
    assert sorted(row["claim"] for row in answer.json()["results"]) == found


def test_rulings_are_found_by_the_rule_that_the_referee_cited(session, decided, people, club, signed):  # fmt: skip
    made = decided(session, OUT_OF_TURN, "Carol was early.", "The clock said so.")
    decided(session, TOO_LOW, "Too low!", "They do.")
    assert made.rule
    answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/rulings/", {"rule": made.rule})
    assert [row["id"] for row in answer.json()["results"]] == [str(made.pk)]


def test_a_fault_that_shows_when_the_hand_is_over_is_found_too(session, case, people):
    """While a hand is unfinished its dealt cards say nothing: seat 2 holds no spades."""
    events = ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]
    sheet = {"dealt": DEAL, "events": events, "passes": "implied"}
    dispute = case(session, sheet, "He had no such cards.")
    assert dispute.fault == ""
    rest = [EventChange(Operation.INSERT, 3, text) for text in CLEAN["events"][1:]]
    hand_amendments.amend(dispute.hand, Amendment(changes=rest), by=people.carol)
    new = NewRuling(decision=Decision.STANDS, reason="Let it be.")
    assert dispute_ruling.rule_on(dispute, new, by=people.bob).ruling.fault == "card-not-held"
