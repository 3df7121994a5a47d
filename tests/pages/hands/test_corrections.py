"""A hand's history on pages: corrected after a look, gone back to, confirmed; other house rules tried on a session."""

import pytest

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording, second_logs
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Confirmation, Session, Visibility

pytestmark = pytest.mark.django_db

LOOK, SAVE = {"do": "look"}, {"do": "save"}


def text(response):
    return response.content.decode()


@pytest.fixture
def scored(session, people):
    """A hand of which only the score sheet is known."""
    return recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand


def sent(page, **more):
    """What a form's page would send."""
    form = page.context["form"]
    shown = {field.html_name: field.value() for field in form}
    return {key: value for key, value in {**shown, **more}.items() if value is not None}


def corrected(client, hand, **more):
    address = f"/hands/{hand.pk}/amend/"
    given = {"cards_left": "0 5 8 3", "reason": "Dan had three.", **SAVE, **more}
    return client.post(address, sent(client.get(address), **given))


def test_a_scorer_looks_at_a_correction_before_it_is_kept(browse, scored):
    client = browse("carol")
    page = corrected(client, scored, **LOOK, reason="")
    assert page.status_code == 200
    assert "Hand 1, points" in text(page)
    scored.refresh_from_db()
    assert scored.head.number == 1


def test_a_correction_says_why_and_is_the_next_revision(browse, scored):
    client = browse("carol")
    assert corrected(client, scored, reason="").status_code == 422
    assert corrected(client, scored).url == f"/hands/{scored.pk}/"
    scored.refresh_from_db()
    assert (scored.head.number, scored.head.content["cards_left"]) == (2, [0, 5, 8, 3])


def test_events_are_replaced_inserted_and_taken_out_as_lines(browse, hand):
    client = browse("carol")
    address = f"/hands/{hand.pk}/amend/"
    page = client.get(address)
    lines = page.context["form"]["events"].value().splitlines()
    lines[8] = "3: 10H"
    answer = client.post(
        address, sent(page, events="\n".join([*lines, "3: KH"]), reason="Ten.", **SAVE)
    )
    assert answer.status_code == 302
    hand.refresh_from_db()
    assert hand.head.content["events"][8:] == ["3: 10H", *lines[9:], "3: KH"]


def test_a_line_that_cannot_be_read_is_told_by_its_number(browse, hand):
    client = browse("carol")
    address = f"/hands/{hand.pk}/amend/"
    page = client.post(address, sent(client.get(address), events="1: 3X", reason="?", **SAVE))
    assert page.status_code == 422
    assert page.context["form"].errors["events"][0].startswith("event 1:")


def test_nothing_changed_is_said(browse, scored):
    page = corrected(browse("carol"), scored, cards_left="0 5 8 12")
    assert "This changes nothing" in text(page)


def test_what_somebody_else_changed_meanwhile_is_shown_and_nothing_is_overwritten(
    browse, scored, people
):
    client = browse("carol")
    address = f"/hands/{scored.pk}/amend/"
    form = sent(client.get(address), cards_left="0 5 8 3", reason="Three.", **SAVE)
    hand_amendments.amend(
        scored, Amendment(keys={"note": "Late."}, reason="Note."), by=people.alice
    )
    anew = client.post(address, form)
    assert anew.status_code == 412
    assert "0 5 8 3" in text(anew)
    scored.refresh_from_db()
    assert scored.head.number == 2


def test_the_history_tells_who_changed_what_and_why(browse, hand, people):
    change = EventChange(Operation.REPLACE, 8, "2: 10D")
    hand_amendments.amend(
        hand, Amendment(changes=[change], reason="It was the ten."), by=people.alice
    )
    page = text(browse("dan").get(f"/hands/{hand.pk}/history/")).replace("\ufe0e", "")
    for said in (
        "event 8: Bob: 10♦; before: Bob: 9♦",
        "It was the ten.",
        "alice",
        "12 events more",
    ):
        assert said in page, said
    assert "/undo/" not in page, "Dan corrects nothing"


def test_strangers_read_the_history_of_a_public_hand_without_the_members_names(client, hand, club):
    type(club).objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PUBLIC)
    page = text(client.get(f"/hands/{hand.pk}/history/"))
    assert "Revision 1" in page
    assert "carol," not in page


def test_a_scorer_goes_back_to_an_earlier_revision(browse, scored, people):
    corrected(browse("carol"), scored)
    client, address = browse("carol"), f"/hands/{scored.pk}/undo/1/"
    page = client.get(address)
    assert "Hand 1, points" in text(page)
    assert client.post(address, sent(page, reason="It was twelve.")).status_code == 302
    scored.refresh_from_db()
    assert (scored.head.number, scored.head.content["cards_left"]) == (3, [0, 5, 8, 12])


def test_there_is_no_going_back_to_what_stands_or_never_was(browse, scored):
    client = browse("carol")
    assert client.get(f"/hands/{scored.pk}/undo/1/").status_code == 409
    assert client.get(f"/hands/{scored.pk}/undo/9/").status_code == 404


def test_a_member_confirms_and_the_scorer_cannot(browse, scored):
    address = f"/hands/{scored.pk}/confirm/"
    assert browse("carol").get(address).status_code == 409
    client = browse("dan")
    assert client.post(address, sent(client.get(address))).url == f"/hands/{scored.pk}/"
    assert Confirmation.objects.count() == 1


def test_members_correct_nothing(browse, scored):
    assert browse("dan").get(f"/hands/{scored.pk}/amend/").status_code == 403
    assert browse("eve").get(f"/hands/{scored.pk}/amend/").status_code == 404


def test_other_house_rules_are_tried_by_members_and_applied_by_referees(browse, scored, session):
    address = f"/sessions/{session.pk}/what-if/"
    member = browse("dan")
    tried = {"rule-multipliers": "1:1 5:2", "version": member.get(address).context["form"]["version"].value()}  # fmt: skip
    page = member.post(address, {**tried, **LOOK})
    assert "Hand 1, points" in text(page)
    assert member.post(address, {**tried, "reason": "?", **SAVE}).status_code == 403
    owner = browse("alice")
    assert owner.post(address, {**tried, "reason": "So we play.", **SAVE}).status_code == 302
    session.refresh_from_db()
    assert session.head.content["house_rules"] == {"multipliers": [[1, 1], [5, 2]]}


def test_house_rules_that_cannot_be_are_told(browse, scored, session):
    address = f"/sessions/{session.pk}/what-if/"
    page = browse("dan").post(address, {"rule-suit_order": "XYZ", **LOOK})
    assert page.status_code == 422


def test_the_history_takes_as_many_queries_for_many_revisions_as_for_one(
    browse, scored, people, django_assert_num_queries
):
    client, address = browse("dan"), f"/hands/{scored.pk}/history/"
    client.get(address)
    with django_assert_num_queries(HISTORY):
        client.get(address)
    for number in range(3):
        hand_amendments.amend(
            scored, Amendment(keys={"note": f"{number}"}, reason="?"), by=people.carol
        )
    with django_assert_num_queries(HISTORY):
        client.get(address)


HISTORY = 10


def test_two_logs_of_one_hand_become_one_record(browse, scored, people, session):
    ours = {"cards_left": [0, 5, 8, 11]}
    log, _ = second_logs.transcribe(scored, ours, by=people.alice)
    client, address = browse("carol"), f"/logs/{log.pk}/"
    assert address in text(client.get(f"/hands/{scored.pk}/history/"))
    page = client.get(address)
    answer = client.post(address, sent(page, key_cards_left="transcript", reason="Eleven."))
    assert answer.url == f"/hands/{scored.pk}/"
    scored.refresh_from_db()
    assert scored.head.content["cards_left"] == [0, 5, 8, 11]
    assert browse("dan").get(address).status_code == 403
    assert browse("eve").get(address).status_code == 404


def test_lines_that_differ_are_chosen_one_by_one(browse, session, people):
    events = ["1: 3C", "2: 4D", "3: 5H"]
    hand = recording.record_hand(
        session, {"events": events, "void": "A card too many."}, by=people.carol
    ).hand
    theirs = {"events": ["1: 3C", "2: 4H", "3: 5H"], "void": "A card too many."}
    log, _ = second_logs.transcribe(hand, theirs, by=people.alice)
    client, address = browse("carol"), f"/logs/{log.pk}/"
    page = client.get(address)
    assert client.post(address, sent(page, row_1="transcript", reason="Hearts.")).status_code == 302
    hand.refresh_from_db()
    assert hand.head.content["events"][1] == "2: 4H"


def test_logs_are_laid_beside_each_other_when_the_hand_is_over(browse, session, people):
    hand = recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol).hand
    log, _ = second_logs.transcribe(hand, {"events": ["1: 3D"]}, by=people.alice)
    assert browse("carol").get(f"/logs/{log.pk}/").status_code == 409
