"""Pages that correct a hand, show and undo its revisions, confirm it, merge second logs, and try other house rules."""

import pytest

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording, second_logs
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Confirmation, Session, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import form_data, html_of

pytestmark = pytest.mark.django_db

HISTORY_QUERIES = 8
LOOK, SAVE = {"do": "look"}, {"do": "save"}


@pytest.fixture
def scored(session, people):
    """A hand with a score sheet only."""
    return recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand


def correct(client, hand, **fields):
    address = f"/hands/{hand.pk}/amend/"
    changes = {"count_4": "3", "reason": "Dan had three.", **SAVE, **fields}
    return client.post(address, form_data(client.get(address), **changes))


def test_a_preview_of_a_correction_saves_nothing(browse, scored):
    client = browse("carol")
    page = correct(client, scored, **LOOK, reason="")
    assert page.status_code == 200
    assert "Hand 1, points" in html_of(page)
    scored.refresh_from_db()
    assert scored.head.number == 1


def test_the_reason_of_a_correction_stands_before_its_only_save_button(browse, scored):
    page = html_of(correct(browse("carol"), scored, **LOOK, reason=""))
    assert page.count('value="save"') == 1
    assert page.index("Why? (needed to save)") < page.index('value="save"')


def test_a_correction_needs_a_reason_and_is_the_next_revision(browse, scored):
    client = browse("carol")
    assert correct(client, scored, reason="").status_code == 422
    assert correct(client, scored).url == f"/hands/{scored.pk}/"
    scored.refresh_from_db()
    assert (scored.head.number, scored.head.content["cards_left"]) == (2, [0, 5, 8, 3])


def test_a_correction_has_a_filled_in_box_for_each_player(browse, scored):
    page = browse("carol").get(f"/hands/{scored.pk}/amend/")
    boxes = page.context["form"].counts()
    assert [(box.label, box.value()) for box in boxes] == [
        ("Alice", 0),
        ("Bob", 5),
        ("Carol", 8),
        ("Dan", 12),
    ]
    assert not page.context["form"].opens_plays()


def test_an_order_of_going_out_is_corrected_in_its_boxes(browse, club, players, people):
    sheet = {"out": [1, 2, 3], "cards_left": [0, 0, 0, 4]}
    session, _ = session_recording.record_session(
        club, {"variant": "pusoy-dos"}, players=players, by=people.carol
    )
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    correct(browse("carol"), hand, out_1="2", out_2="1")
    hand.refresh_from_db()
    assert hand.head.content["out"] == [2, 1, 3]
    refused = correct(browse("carol"), hand, count_1="2")
    assert refused.status_code == 422
    assert "Who went out has no cards left" in html_of(refused)


def test_an_empty_box_is_asked_for(browse, scored):
    page = correct(browse("carol"), scored, count_4="")
    assert page.context["form"].errors == {"count_4": ["How many? Enter 0 for none."]}


def test_a_number_that_nobody_knows_is_a_question_mark(browse, scored):
    carol = browse("carol")
    correct(carol, scored, count_3="?")
    scored.refresh_from_db()
    assert scored.head.content["cards_left"][2] == "?"
    assert scored.scores.get(seat=3).points is None
    assert scored.scores.get(seat=3).cards_left is None
    amended = carol.get(f"/hands/{scored.pk}/amend/")
    assert amended.context["form"]["count_3"].value() == "?"
    for address in (f"/hands/{scored.pk}/", f"/sessions/{scored.session_id}/"):
        assert carol.get(address).status_code == 200
    refused = correct(carol, scored, count_3="many")
    assert list(refused.context["form"].errors) == ["count_3"]


def test_a_correction_whose_reason_is_asked_for_keeps_its_preview(browse, scored):
    page = correct(browse("carol"), scored, reason=" ")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["reason"]
    assert "What would change" in html_of(page)
    assert "Hand 1, points" in html_of(page)


def test_events_are_edited_as_lines(browse, hand):
    client = browse("carol")
    address = f"/hands/{hand.pk}/amend/"
    page = client.get(address)
    lines = page.context["form"]["events"].value().splitlines()
    lines[8] = "3: 10H"
    response = client.post(
        address, form_data(page, events="\n".join([*lines, "3: KH"]), reason="Ten.", **SAVE)
    )
    assert response.status_code == 302
    hand.refresh_from_db()
    assert hand.head.content["events"][8:] == ["3: 10H", *lines[9:], "3: KH"]


def test_an_unreadable_line_is_reported_by_its_number(browse, hand):
    client = browse("carol")
    address = f"/hands/{hand.pk}/amend/"
    page = client.post(address, form_data(client.get(address), events="1: 3X", reason="?", **SAVE))
    assert page.status_code == 422
    assert page.context["form"].errors["events"][0].startswith("move 1:")


def test_a_refused_correction_names_the_boxes_as_the_page_does(browse, hand):
    refused = html_of(correct(browse("carol"), hand, count_1="1", count_2="0", count_3="3"))
    assert "Cards left: By the plays the hand is not over" in refused


def test_a_refused_order_of_going_out_is_called_so(browse, club, players, people):
    session, _ = session_recording.record_session(
        club, {"variant": "pusoy-dos"}, players=players, by=people.carol
    )
    sheet = {"out": [1, 2, 3], "cards_left": [0, 0, 0, 4]}
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    refused = html_of(correct(browse("carol"), hand, out_2="1"))
    assert "Order of going out: The sheet names" in refused


def test_a_correction_without_changes_is_refused(browse, scored):
    page = correct(browse("carol"), scored, count_4="12")
    assert "This changes nothing" in html_of(page)


def test_a_correction_of_an_outdated_version_overwrites_nothing(browse, scored, people):
    client = browse("carol")
    address = f"/hands/{scored.pk}/amend/"
    form = form_data(client.get(address), count_4="3", reason="Three.", **SAVE)
    hand_amendments.amend(
        scored, Amendment(keys={"note": "Late."}, reason="Note."), by=people.alice
    )
    page = client.post(address, form)
    assert page.status_code == 412
    assert page.context["form"]["count_4"].value() == "3"
    scored.refresh_from_db()
    assert scored.head.number == 2


def test_the_history_shows_author_changes_and_reason(browse, hand, people):
    change = EventChange(Operation.REPLACE, 8, "2: 10D")
    hand_amendments.amend(
        hand, Amendment(changes=[change], reason="It was the ten."), by=people.alice
    )
    page = html_of(browse("dan").get(f"/hands/{hand.pk}/history/")).replace("\ufe0e", "")
    for words in (
        "move 8: Bob: 10♦; before: Bob: 9♦",
        "It was the ten.",
        "alice",
        "12 moves added",
    ):
        assert words in page, words
    assert "/undo/" not in page, "Dan corrects nothing"


def test_strangers_read_the_history_of_a_public_hand_without_the_members_names(client, hand, club):
    type(club).objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PUBLIC)
    page = html_of(client.get(f"/hands/{hand.pk}/history/"))
    assert "Revision 1" in page
    assert "carol," not in page


def test_a_scorer_restores_an_earlier_revision(browse, scored, people):
    correct(browse("carol"), scored)
    client, address = browse("carol"), f"/hands/{scored.pk}/undo/1/"
    page = client.get(address)
    assert "Hand 1, points" in html_of(page)
    assert client.post(address, form_data(page, reason="It was twelve.")).status_code == 302
    scored.refresh_from_db()
    assert (scored.head.number, scored.head.content["cards_left"]) == (3, [0, 5, 8, 12])


def test_the_current_and_unknown_revisions_cannot_be_restored(browse, scored):
    client = browse("carol")
    assert client.get(f"/hands/{scored.pk}/undo/1/").status_code == 409
    assert client.get(f"/hands/{scored.pk}/undo/9/").status_code == 404


def test_a_member_confirms_and_the_recorder_cannot(browse, scored):
    address = f"/hands/{scored.pk}/confirm/"
    assert browse("carol").get(address).status_code == 409
    client = browse("dan")
    assert client.post(address, form_data(client.get(address))).url == f"/hands/{scored.pk}/"
    assert Confirmation.objects.count() == 1


def test_members_and_strangers_cannot_correct_a_hand(browse, scored):
    assert browse("dan").get(f"/hands/{scored.pk}/amend/").status_code == 403
    assert browse("eve").get(f"/hands/{scored.pk}/amend/").status_code == 404


def test_other_house_rules_are_tried_by_members_and_applied_by_referees(browse, scored, session):
    address = f"/sessions/{session.pk}/what-if/"
    member = browse("dan")
    data = {
        "rule-multipliers": "1:1 5:2",
        "version": member.get(address).context["form"]["version"].value(),
    }
    page = member.post(address, {**data, **LOOK})
    assert "Hand 1, points" in html_of(page)
    assert member.post(address, {**data, "reason": "?", **SAVE}).status_code == 403
    owner = browse("alice")
    assert owner.post(address, {**data, "reason": "So we play.", **SAVE}).status_code == 302
    session.refresh_from_db()
    assert session.head.content["house_rules"] == {"multipliers": [[1, 1], [5, 2]]}


def test_invalid_house_rules_are_refused(browse, scored, session):
    address = f"/sessions/{session.pk}/what-if/"
    page = browse("dan").post(address, {"rule-suit_order": "XYZ", **LOOK})
    assert page.status_code == 422


def test_the_number_of_queries_does_not_grow_with_the_revisions(
    browse, scored, people, django_assert_num_queries
):
    client, address = browse("dan"), f"/hands/{scored.pk}/history/"
    client.get(address)
    with django_assert_num_queries(HISTORY_QUERIES):
        client.get(address)
    for number in range(3):
        hand_amendments.amend(
            scored, Amendment(keys={"note": f"{number}"}, reason="?"), by=people.carol
        )
    with django_assert_num_queries(HISTORY_QUERIES):
        client.get(address)


def test_two_logs_of_one_hand_are_merged(browse, scored, people, session):
    second_log = {"cards_left": [0, 5, 8, 11]}
    log, _ = second_logs.transcribe(scored, second_log, by=people.alice)
    client, address = browse("carol"), f"/logs/{log.pk}/"
    assert address in html_of(client.get(f"/hands/{scored.pk}/history/"))
    page = client.get(address)
    response = client.post(address, form_data(page, key_cards_left="transcript", reason="Eleven."))
    assert response.url == f"/hands/{scored.pk}/"
    scored.refresh_from_db()
    assert scored.head.content["cards_left"] == [0, 5, 8, 11]
    assert browse("dan").get(address).status_code == 403
    assert browse("eve").get(address).status_code == 404


def test_differing_lines_are_chosen_one_by_one(browse, session, people):
    events = ["1: 3C", "2: 4D", "3: 5H", "4: pass", "1: pass"]
    hand = recording.record_hand(
        session, {"events": events, "void": "A card too many."}, by=people.carol
    ).hand
    second_log = {"events": ["1: 3C", "2: 4H", *events[2:]], "void": "A card too many."}
    log, _ = second_logs.transcribe(hand, second_log, by=people.alice)
    client, address = browse("carol"), f"/logs/{log.pk}/"
    page = client.get(address)
    assert [line["what"] for line in page.context["differing"]] == [1, 2, 3]
    assert len(page.context["lines"]) == 5
    assert (
        client.post(address, form_data(page, row_1="transcript", reason="Hearts.")).status_code
        == 302
    )
    hand.refresh_from_db()
    assert hand.head.content["events"][1] == "2: 4H"


def test_logs_cannot_be_compared_before_the_hand_is_over(browse, session, people):
    hand = recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol).hand
    log, _ = second_logs.transcribe(hand, {"events": ["1: 3D"]}, by=people.alice)
    assert browse("carol").get(f"/logs/{log.pk}/").status_code == 409
