"""Pages that raise, list, decide, withdraw and print disputes."""

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import AuditEntry, Decision, Dispute, Player, Result, Role, Ruling
from scorekeeper.pages.display import changes_table
from tests.pages.forms_and_mail import form_data, html_of
from tests.pages.members import errors_of
from tests.scorekeeper.sample_hands import CLEAN

pytestmark = pytest.mark.django_db

QUEUE_QUERIES = 10


@pytest.fixture
def dispute(hand, people):
    """A dispute by Dan: Carol's eight did not beat Bob's nine."""
    new = NewDispute(event=9, claim="The eight is lower than the nine.", grounds="I saw both.")
    return dispute_filing.raise_dispute(hand, new, by=people.dan)[0]


def decide(client, dispute, **fields):
    address = f"/disputes/{dispute.pk}/"
    changes = {"decision": "taken-back", "reason": "It does not beat.", **fields}
    return client.post(address, form_data(client.get(address), **changes))


def test_a_member_raises_a_dispute_about_a_play(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    page = client.get(address + "?event=9")
    assert "9. Carol: 8♥" in html_of(page).replace("\ufe0e", "")
    response = client.post(address, form_data(page, claim="Too low."))
    dispute = Dispute.objects.get()
    assert (dispute.event, dispute.fault, response.url) == (
        9,
        "does-not-beat",
        f"/disputes/{dispute.pk}/",
    )


def test_a_missing_event_is_disputed_without_naming_an_event(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    client.post(address, form_data(client.get(address), claim="A pass is missing."))
    assert Dispute.objects.get().event is None


def test_a_form_sent_twice_raises_one_dispute(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    form = form_data(client.get(address), claim="Too low.", event=9)
    assert [client.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert Dispute.objects.count() == 1


def test_the_page_shows_the_verdict_the_table_and_what_each_decision_would_change(browse, dispute):
    page = html_of(browse("dan").get(f"/disputes/{dispute.pk}/"))
    for words in (
        "The eight is lower than the nine.",
        "I saw both.",
        "illegal",
        "To beat:",
        "The play is taken back",
        "The hand is annulled",
        f"What rule {dispute.rule} says",
    ):
        assert words in page, words
    assert 'name="reason"' not in page, "Dan is no referee"


def test_a_legal_play_and_its_printed_ruling_have_their_rule_too(browse, hand, people):
    new = NewDispute(event=1, claim="He may not lead that.")
    legal = dispute_filing.raise_dispute(hand, new, by=people.dan)[0]
    decide(browse("alice"), legal, decision="stands", reason="He may.")
    for address in (f"/disputes/{legal.pk}/", f"/disputes/{legal.pk}/ruling/"):
        page = html_of(browse("dan").get(address))
        assert "What rule B2 says" in page
        assert "That first play may be any combination with the" in page
    assert '<details class="said-rule" open>' in page, "paper is not opened by tapping"


def test_the_page_names_the_house_rules_of_the_session_with_a_link(browse, dispute):
    page = html_of(browse("dan").get(f"/disputes/{dispute.pk}/"))
    assert "Whoever passes is out of the trick: yes" in page
    assert 'href="/rules/big-two/?rule-pass_locks_out=yes"' in page
    client = browse("alice")
    decide(client, dispute, do="save")
    printed = html_of(client.get(f"/disputes/{dispute.pk}/ruling/"))
    assert printed.count("Whoever passes is out of the trick: yes") == 1


def test_annulled_and_played_again_are_told_apart(browse, dispute):
    page = html_of(browse("dan").get(f"/disputes/{dispute.pk}/"))
    assert "keeps its number: later hands stay as they are, and it is not played again" in page
    assert "the table plays it anew under the same number" in page
    client = browse("alice")
    decide(client, dispute, decision="annulled", do="save")
    assert "it is not played again" in html_of(client.get(f"/disputes/{dispute.pk}/"))


def test_an_annulled_hand_has_no_points_rather_than_unknown_ones(browse, session, people):
    sheet = recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(sheet, NewDispute(claim="Wrong deck."), by=people.dan)
    client = browse("alice")
    decide(client, dispute, decision="annulled", do="save")
    (row,) = client.get(f"/sessions/{session.pk}/").context["rows"]
    assert [cell.points for cell in row.cells] == ["–"] * 4
    assert not any(cell.first_out for cell in row.cells)


def test_who_sets_the_visibility_reads_what_strangers_see_of_rulings(browse, dispute, club):
    page = html_of(browse("alice").get(f"/clubs/{club.pk}/visibility/"))
    assert "Of a public hand they see the rulings made about it" in page


def test_a_decision_that_is_not_possible_says_why_at_once(browse, hand, people):
    missing, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="A pass is missing."), by=people.dan
    )
    page = html_of(browse("dan").get(f"/disputes/{missing.pk}/"))
    assert "not possible: The dispute is about no play in the record" in page


def test_the_effect_of_an_adjustment_is_previewed(browse, session, people):
    sheet = recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(sheet, NewDispute(claim="Rude."), by=people.dan)
    page = browse("alice").get(f"/disputes/{dispute.pk}/?decision=adjustment&seat=3&points=-10")
    assert page.context["previewed"].swing == 10
    assert page.context["form"]["points"].value() == "-10"
    assert Ruling.objects.count() == 0


def test_the_first_conflict_of_each_decision_is_shown_before_it_is_decided(browse, dispute):
    client = browse("alice")
    page = client.get(f"/disputes/{dispute.pk}/")
    tried = {option["words"]: option["tried"] for option in page.context["options"]}
    assert tried["The record stands"].conflict == ""
    conflict = tried["The play is taken back"].conflict
    assert conflict.startswith("First conflict: hand 1, move 11.")
    assert conflict in html_of(page)
    saved = client.get(decide(client, dispute).url)
    assert "First conflict" not in html_of(saved), "it is decided"
    assert f"To be corrected next: {conflict.removeprefix('First conflict: ')}" in html_of(saved)


def test_what_else_a_decision_writes_is_shown_before_it_is_decided(
    browse, dispute, session, people
):
    recording.record_hand(session, CLEAN, by=people.carol)
    page = html_of(browse("alice").get(f"/disputes/{dispute.pk}/"))
    assert "Hands were recorded after this one, so it is annulled" in page


def test_one_form_shows_the_effect_of_a_decision_and_decides(browse, dispute):
    client, address = browse("alice"), f"/disputes/{dispute.pk}/"
    page = client.get(address)
    assert html_of(page).count('name="points"') == 1
    for decision in ("taken-back", "annulled"):
        look = form_data(page, do="look", decision=decision)
        shown = client.post(address, look)
        assert (shown.status_code, Ruling.objects.count()) == (200, 0)
        assert shown.context["previewed"].decision == decision
        assert shown.context["form"]["decision"].value() == decision, "what was chosen is kept"
    empty = client.post(address, form_data(page, do="look"))
    assert (empty.status_code, [*empty.context["form"].errors]) == (422, ["decision"])
    points = form_data(page, do="look", decision="adjustment", seat="2", points="-5")
    shown = client.post(address, points)
    assert shown.context["form"]["points"].value() == "-5"


def test_the_reason_stands_below_the_preview_and_before_the_buttons_and_says_that_it_is_needed(
    browse, dispute
):
    client, address = browse("alice"), f"/disputes/{dispute.pk}/"
    look = form_data(client.get(address), do="look", decision="annulled")
    page = html_of(client.post(address, look))
    preview, label, button = (
        page.index(one) for one in ('id="would"', "Why? (needed to save)", 'value="save"')
    )
    assert preview < label < button


def test_the_effect_of_a_decision_is_of_the_version_that_was_read(browse, dispute, hand, people):
    client, address = browse("alice"), f"/disputes/{dispute.pk}/"
    look = form_data(client.get(address), do="look", decision="annulled")
    change = EventChange(Operation.INSERT, 13, "3: pass")
    hand_amendments.amend(hand, Amendment(changes=[change], reason="Forgotten."), by=people.carol)
    assert client.post(address, look).status_code == 412


def test_members_who_may_not_decide_try_an_adjustment(browse, session, people):
    finished = recording.record_hand(session, CLEAN, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
    page = browse("dan").get(f"/disputes/{dispute.pk}/?decision=adjustment&seat=3&points=-10")
    assert page.context["previewed"].swing == 10
    assert "Try an adjustment" in html_of(page)


def test_a_referee_decides_and_the_ruling_is_shown_and_printed(browse, dispute):
    client = browse("alice")
    assert decide(client, dispute).status_code == 302
    page = html_of(client.get(f"/disputes/{dispute.pk}/"))
    assert "The play is taken back" in page
    assert "It does not beat." in page
    paper = html_of(client.get(f"/disputes/{dispute.pk}/ruling/"))
    assert "Decided by alice" in paper
    assert "<svg" in paper


def test_a_ruling_needs_a_reason_and_an_adjustment_needs_a_seat(browse, dispute):
    client = browse("alice")
    unreasoned = decide(client, dispute, reason="")
    assert (unreasoned.status_code, [*unreasoned.context["form"].errors]) == (422, ["reason"])
    assert unreasoned.context["previewed"].decision == "taken-back", "the preview stays"
    refused = decide(client, dispute, decision="adjustment")
    assert (refused.status_code, [*refused.context["form"].errors]) == (422, ["seat"])


def test_a_ruling_on_an_outdated_version_of_the_hand_is_refused(browse, dispute, hand, people):
    client = browse("alice")
    address = f"/disputes/{dispute.pk}/"
    form = form_data(client.get(address), decision="stands", reason="It stands.")
    change = EventChange(Operation.INSERT, 13, "3: pass")
    hand_amendments.amend(hand, Amendment(changes=[change], reason="Forgotten."), by=people.carol)
    page = client.post(address, form)
    assert (page.status_code, Ruling.objects.count()) == (412, 0)
    assert "It stands." in html_of(page), "what was written is kept"
    assert client.post(address, form_data(page)).status_code == 302


def test_members_who_may_not_decide_are_told_who_can(browse, dispute):
    page = html_of(browse("dan").get(f"/disputes/{dispute.pk}/"))
    assert "Only referees and owners of the club can decide a dispute." in page
    assert "Who can decide: alice." in page


def test_a_referee_decides_on_their_own_hand_only_if_the_club_allows_it(
    browse, dispute, players, people
):
    players[0].user = people.alice
    players[0].save()
    client = browse("alice")
    page = client.get(f"/disputes/{dispute.pk}/")
    assert "You played in this hand: another referee" in html_of(page)
    assert "form" not in page.context
    assert "“Referees may rule on hands they played in” is off" in html_of(page)
    assert f"/clubs/{dispute.club_id}/settings/" in html_of(page)
    assert "Nobody in the club can decide it now" in html_of(page)
    assert refuses_ruling(client, dispute)
    dispute.club.rules_on_own_hands = True
    dispute.club.save()
    assert "You played in this hand. The club allows you" in html_of(
        client.get(f"/disputes/{dispute.pk}/")
    )
    assert decide(client, dispute).status_code == 302
    assert Ruling.objects.get().own_hand


def test_only_referees_decide(browse, dispute):
    for name in ("carol", "dan"):
        response = browse(name).post(
            f"/disputes/{dispute.pk}/", {"decision": "stands", "reason": "?"}
        )
        assert response.status_code == 403


def test_only_the_user_who_raised_a_dispute_withdraws_it(browse, dispute):
    browse("alice").post(f"/disputes/{dispute.pk}/withdraw/")
    assert not hasattr(Dispute.objects.get(), "withdrawal")
    page = browse("dan").post(f"/disputes/{dispute.pk}/withdraw/", follow=True)
    assert hasattr(Dispute.objects.get(), "withdrawal")
    assert "withdrawn" in html_of(page)
    assert refuses_ruling(browse("alice"), dispute)


def test_withdrawing_a_dispute_asks_first(browse, dispute):
    client, address = browse("dan"), f"/disputes/{dispute.pk}/withdraw/"
    assert f'href="{address}"' in html_of(client.get(f"/disputes/{dispute.pk}/"))
    page = client.get(address)
    assert dispute.claim in html_of(page)
    assert not hasattr(Dispute.objects.get(), "withdrawal")
    assert client.post(address, form_data(page)).status_code == 302
    assert client.get(address).status_code == 409, "it is withdrawn already"


def refuses_ruling(client, dispute):
    response = client.post(f"/disputes/{dispute.pk}/", {"decision": "stands", "reason": "?"})
    return response.status_code == 409


def test_disputes_are_not_found_by_strangers(browse, client, dispute, club):
    for outsider in (browse("eve"), client):
        for address in (f"/clubs/{club.pk}/disputes/", f"/disputes/{dispute.pk}/"):
            assert outsider.get(address).status_code == 404


def test_a_dispute_that_was_not_decided_has_no_ruling_to_print(browse, dispute):
    assert browse("dan").get(f"/disputes/{dispute.pk}/ruling/").status_code == 404


def test_the_queue_is_filtered_and_searched(browse, dispute, hand, club, people):
    new = NewDispute(claim="A pass is missing.")
    withdrawn, _ = dispute_filing.raise_dispute(hand, new, by=people.carol)
    dispute_filing.withdraw(withdrawn, by=people.carol)
    client = browse("dan")
    address = f"/clubs/{club.pk}/disputes/"
    assert [row["dispute"] for row in client.get(address).context["rows"]] == [dispute]
    for query, expected in (
        ("?status=all", {dispute, withdrawn}),
        ("?status=withdrawn", {withdrawn}),
        ("?q=nine", {dispute}),
        ("?q=seven", set()),
        ("?status=all&fault=does-not-beat", {dispute}),
        ("?rule=G1", set()),
    ):
        rows = client.get(address + query).context["rows"]
        assert {row["dispute"] for row in rows} == expected, query


def test_the_number_of_queries_does_not_grow_with_the_queue(
    browse, dispute, hand, club, people, django_assert_num_queries
):
    client, address = browse("dan"), f"/clubs/{club.pk}/disputes/"
    client.get(address)
    with django_assert_num_queries(QUEUE_QUERIES):
        client.get(address)
    for number in range(3):
        dispute_filing.raise_dispute(hand, NewDispute(event=number + 1, claim="?"), by=people.dan)
    with django_assert_num_queries(QUEUE_QUERIES):
        client.get(address)


def test_a_referee_who_is_no_owner_decides(browse, dispute, club, people):
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    assert decide(browse("carol"), dispute, decision="stands").status_code == 302


def test_a_statement_of_the_other_side_is_shown_and_printed_with_the_claim(browse, dispute, people):
    Player.objects.filter(name="Carol").update(user=people.carol)
    client, address = browse("carol"), f"/disputes/{dispute.pk}/"
    form = client.get(address).context["statement_form"]
    data = {"id": form["id"].value(), "text": "I laid a nine."}
    responses = [client.post(f"{address}statements/", data) for _ in range(2)]
    assert [response.url for response in responses] == [f"{address}#heard"] * 2
    page = html_of(browse("dan").get(address))
    assert page.count("I laid a nine.") == 1
    assert "at seat 3, it is their play" in page
    assert decide(browse("alice"), dispute).status_code == 302
    assert "I laid a nine." in html_of(client.get(f"{address}ruling/"))
    assert "statement_form" not in client.get(address).context


def test_an_empty_or_late_statement_is_refused(browse, dispute, people):
    client, address = browse("carol"), f"/disputes/{dispute.pk}/"
    data = {"id": str(dispute.pk), "text": " "}
    assert client.post(f"{address}statements/", data).status_code == 422
    dispute_filing.withdraw(dispute, by=people.dan)
    too_late = client.post(f"{address}statements/", {**data, "text": "Late."}, follow=True)
    assert "This dispute was withdrawn already" in html_of(too_late)
    assert not dispute.statements.exists()


def test_strangers_add_no_statements(browse, dispute):
    response = browse("eve").post(f"/disputes/{dispute.pk}/statements/", {"text": "Me too."})
    assert response.status_code == 404


# what a referee reads before deciding, and how often a dispute is decided


@pytest.fixture
def finished(session, people):
    return recording.record_hand(session, CLEAN, by=people.carol).hand


def test_a_referee_reads_the_claim_the_verdict_and_earlier_rulings(member, hand, dispute, people):
    new = NewRuling(decision=Decision.STANDS, reason="Nobody minded.")
    dispute_ruling.rule_on(dispute, new, by=people.alice)
    second, _is_new = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Still low.", event=9), by=people.dan
    )
    page = html_of(member("alice").get(second, "rule"))
    for words in (
        "Still low.",
        "does not beat",
        "The play is taken back",
        "Nobody minded.",
        "same rule, B1",
    ):
        assert words in page


def test_the_stakes_of_each_decision_are_shown(member, finished, people):
    new = NewDispute(claim="No.", event=3)
    raised, _is_new = dispute_filing.raise_dispute(finished, new, by=people.dan)
    outlooks = member("alice").get(raised, "rule").context["outlooks"]
    changes = {outlook.words: outlook.changes for outlook in outlooks}
    assert changes["The record stands"].nothing
    annulled = changes["The hand is annulled"]
    totals = changes_table.in_words(annulled.rows[-1], annulled.names)
    assert totals == "Totals: Alice 39 → 0, Bob −13 → 0, Carol −13 → 0, Dan −13 → 0"


def test_a_ruling_is_the_next_revision_and_in_the_audit_log(member, hand, dispute, people):
    assert member("alice").send(dispute, "rule", decision="taken-back").status_code == 302
    ruling = Ruling.objects.get(dispute=dispute)
    assert (ruling.by, ruling.reason) == (people.alice, "Everybody saw it.")
    hand.refresh_from_db()
    assert hand.head.content["events"][9] == "3: takes back"
    assert AuditEntry.objects.get(act="dispute ruled on").by == people.alice


def test_an_adjustment_names_a_seat_and_its_points(member, finished, people):
    raised, _is_new = dispute_filing.raise_dispute(finished, NewDispute(claim="No."), by=people.dan)
    referee = member("alice")
    refused = referee.send(raised, "rule", decision="adjustment", points="-10")
    assert [*errors_of(refused)] == ["seat"]
    referee.send(raised, "rule", decision="adjustment", seat="1", points="-10")
    assert Result.objects.get(session=finished.session_id).totals == [29, -13, -13, -13]


def test_a_dispute_is_decided_once(member, dispute):
    referee = member("alice")
    form = referee.read_form(dispute, "rule")
    referee.send(dispute, "rule", decision="stands")
    refused = referee.send(dispute, "rule", form=form, decision="annulled")
    assert (refused.status_code, Ruling.objects.count()) == (409, 1)


def test_raising_and_withdrawing_are_in_the_audit_log(member, hand, people):
    member("dan").send(hand, "dispute", claim="Too low.", event="9")
    raised = Dispute.objects.get()
    assert (raised.raised_by, raised.event, raised.fault) == (people.dan, 9, "does-not-beat")
    member("dan").client.post(f"/disputes/{raised.pk}/withdraw/")
    acts = AuditEntry.objects.filter(act__startswith="dispute ", by=people.dan)
    assert sorted(acts.values_list("act", flat=True)) == ["dispute raised", "dispute withdrawn"]
