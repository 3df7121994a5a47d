"""Disputes on pages: raised at a hand, queued by what is at stake, tried, decided, dropped, printed."""

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
from tests.pages.forms_and_mail import html_of
from tests.pages.members import errors_of
from tests.scorekeeper.sample_hands import CLEAN

pytestmark = pytest.mark.django_db


def text(response):
    return response.content.decode()


@pytest.fixture
def dispute(hand, people):
    """Dan says that Carol's eight did not beat Bob's nine."""
    new = NewDispute(event=9, claim="The eight is lower than the nine.", grounds="I saw both.")
    made, _ = dispute_filing.raise_dispute(hand, new, by=people.dan)
    return made


def sent(page, **more):
    """What a form's page would send."""
    form = page.context["form"]
    shown = {field.html_name: field.value() for field in form}
    return {key: value for key, value in {**shown, **more}.items() if value is not None}


def ruled(client, dispute, **more):
    address = f"/disputes/{dispute.pk}/"
    given = {"decision": "taken-back", "reason": "It does not beat.", **more}
    return client.post(address, sent(client.get(address), **given))


def test_a_member_raises_a_dispute_about_a_play(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    page = client.get(address + "?event=9")
    assert "9. Carol: 8♥" in text(page).replace("\ufe0e", "")
    answer = client.post(address, sent(page, claim="Too low."))
    made = Dispute.objects.get()
    assert (made.event, made.fault, answer.url) == (9, "does-not-beat", f"/disputes/{made.pk}/")


def test_what_is_missing_is_disputed_without_an_event(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    client.post(address, sent(client.get(address), claim="A pass is missing."))
    assert Dispute.objects.get().event is None


def test_a_form_sent_twice_raises_one_dispute(browse, hand):
    client = browse("dan")
    address = f"/hands/{hand.pk}/dispute/"
    form = sent(client.get(address), claim="Too low.", event=9)
    assert [client.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert Dispute.objects.count() == 1


def test_the_page_shows_the_verdict_the_table_and_what_each_decision_would_change(browse, dispute):
    page = text(browse("dan").get(f"/disputes/{dispute.pk}/"))
    for said in (
        "The eight is lower than the nine.", "I saw both.", "illegal", "To beat:",
        "The play is taken back", "The hand is annulled", f"What rule {dispute.rule} says",
    ):  # fmt: skip
        assert said in page, said
    assert 'name="reason"' not in page, "Dan is no referee"


def test_an_adjustment_is_tried_on_the_spot(browse, session, people):
    sheet = recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand
    dispute, _ = dispute_filing.raise_dispute(sheet, NewDispute(claim="Rude."), by=people.dan)
    page = browse("alice").get(f"/disputes/{dispute.pk}/?decision=adjustment&seat=3&points=-10")
    assert page.context["adjusted"].swing == 10
    assert page.context["form"]["points"].value() == "-10"
    assert Ruling.objects.count() == 0


def test_a_referee_decides_and_the_ruling_is_shown_and_printed(browse, dispute):
    client = browse("alice")
    assert ruled(client, dispute).status_code == 302
    page = text(client.get(f"/disputes/{dispute.pk}/"))
    assert "The play is taken back" in page
    assert "It does not beat." in page
    paper = text(client.get(f"/disputes/{dispute.pk}/ruling/"))
    assert "Decided by alice" in paper
    assert "<svg" in paper


def test_a_ruling_says_why_and_only_an_adjustment_names_points(browse, dispute):
    client = browse("alice")
    assert ruled(client, dispute, reason="").status_code == 422
    refused = ruled(client, dispute, decision="adjustment")
    assert (refused.status_code, [*refused.context["form"].errors]) == (422, ["seat"])


def test_a_hand_that_was_changed_meanwhile_is_read_again_first(browse, dispute, hand, people):
    client = browse("alice")
    address = f"/disputes/{dispute.pk}/"
    form = sent(client.get(address), decision="stands", reason="It stands.")
    change = EventChange(Operation.INSERT, 13, "3: pass")
    hand_amendments.amend(hand, Amendment(changes=[change], reason="Forgotten."), by=people.carol)
    anew = client.post(address, form)
    assert (anew.status_code, Ruling.objects.count()) == (412, 0)
    assert "It stands." in text(anew), "what was written is kept"
    assert client.post(address, sent(anew)).status_code == 302


def test_nobody_decides_on_their_own_hand_unless_the_club_allows_it(
    browse, dispute, players, people
):
    players[0].user = people.alice
    players[0].save()
    client = browse("alice")
    page = client.get(f"/disputes/{dispute.pk}/")
    assert "You played in this hand: another referee" in text(page)
    assert "form" not in page.context
    dispute.club.rules_on_own_hands = True
    dispute.club.save()
    assert "You played in this hand. The club lets you" in text(
        client.get(f"/disputes/{dispute.pk}/")
    )
    assert ruled(client, dispute).status_code == 302
    assert Ruling.objects.get().own_hand


def test_only_referees_decide(browse, dispute):
    for name in ("carol", "dan"):
        answer = browse(name).post(
            f"/disputes/{dispute.pk}/", {"decision": "stands", "reason": "?"}
        )
        assert answer.status_code == 403


def test_whoever_raised_a_dispute_withdraws_it(browse, dispute):
    browse("alice").post(f"/disputes/{dispute.pk}/withdraw/")
    assert not hasattr(Dispute.objects.get(), "withdrawal")
    page = browse("dan").post(f"/disputes/{dispute.pk}/withdraw/", follow=True)
    assert hasattr(Dispute.objects.get(), "withdrawal")
    assert "withdrawn" in text(page)
    assert ruled_on_is_refused(browse("alice"), dispute)


def ruled_on_is_refused(client, dispute):
    answer = client.post(f"/disputes/{dispute.pk}/", {"decision": "stands", "reason": "?"})
    return answer.status_code == 422


def test_disputes_are_the_clubs_own_affair(browse, client, dispute, club):
    for who in (browse("eve"), client):
        for address in (f"/clubs/{club.pk}/disputes/", f"/disputes/{dispute.pk}/"):
            assert who.get(address).status_code == 404


def test_a_dispute_that_was_not_decided_has_no_ruling_to_print(browse, dispute):
    assert browse("dan").get(f"/disputes/{dispute.pk}/ruling/").status_code == 404


def test_the_queue_is_by_stake_and_searched(browse, dispute, hand, club, people):
    new = NewDispute(claim="A pass is missing.")
    other, _ = dispute_filing.raise_dispute(hand, new, by=people.carol)
    dispute_filing.withdraw(other, by=people.carol)
    client = browse("dan")
    address = f"/clubs/{club.pk}/disputes/"
    assert [row["dispute"] for row in client.get(address).context["rows"]] == [dispute]
    for query, found in (
        ("?status=all", {dispute, other}), ("?status=withdrawn", {other}), ("?q=nine", {dispute}),
        ("?q=seven", set()), ("?status=all&fault=does-not-beat", {dispute}), ("?rule=G1", set()),
    ):  # fmt: skip
        rows = client.get(address + query).context["rows"]
        assert {row["dispute"] for row in rows} == found, query


def test_a_page_of_the_queue_takes_as_many_queries_for_many_as_for_one(
    browse, dispute, hand, club, people, django_assert_num_queries
):
    client, address = browse("dan"), f"/clubs/{club.pk}/disputes/"
    client.get(address)
    with django_assert_num_queries(QUEUE):
        client.get(address)
    for number in range(3):
        dispute_filing.raise_dispute(hand, NewDispute(event=number + 1, claim="?"), by=people.dan)
    with django_assert_num_queries(QUEUE):
        client.get(address)


QUEUE = 9


def test_a_referee_of_the_club_who_is_no_owner_decides(browse, dispute, club, people):
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    assert ruled(browse("carol"), dispute, decision="stands").status_code == 302


def test_the_other_side_has_its_say_beside_the_claim_and_on_paper(browse, dispute, people):
    Player.objects.filter(name="Carol").update(user=people.carol)
    client, address = browse("carol"), f"/disputes/{dispute.pk}/"
    form = client.get(address).context["statement_form"]
    given = {"id": form["id"].value(), "text": "I laid a nine."}
    answers = [client.post(f"{address}statements/", given) for _ in range(2)]
    assert [answer.url for answer in answers] == [f"{address}#heard"] * 2
    shown = text(browse("dan").get(address))
    assert shown.count("I laid a nine.") == 1
    assert "at seat 3, it is their play" in shown
    assert ruled(browse("alice"), dispute).status_code == 302
    assert "I laid a nine." in text(client.get(f"{address}ruling/"))
    assert "statement_form" not in client.get(address).context


def test_somebody_who_says_nothing_or_too_late_is_told_so(browse, dispute, people):
    client, address = browse("carol"), f"/disputes/{dispute.pk}/"
    given = {"id": str(dispute.pk), "text": " "}
    assert client.post(f"{address}statements/", given).status_code == 422
    dispute_filing.withdraw(dispute, by=people.dan)
    late = client.post(f"{address}statements/", {**given, "text": "Late."}, follow=True)
    assert "This dispute was withdrawn already" in text(late)
    assert not dispute.statements.exists()


def test_strangers_have_no_say_in_a_dispute(browse, dispute):
    answer = browse("eve").post(f"/disputes/{dispute.pk}/statements/", {"text": "Me too."})
    assert answer.status_code == 404


# what a referee reads before deciding, and how often a dispute is decided


@pytest.fixture
def finished(session, people):
    return recording.record_hand(session, CLEAN, by=people.carol).hand


def test_a_referee_reads_the_claim_the_verdict_and_earlier_rulings(member, hand, dispute, people):
    new = NewRuling(decision=Decision.STANDS, reason="Nobody minded.")
    dispute_ruling.rule_on(dispute, new, by=people.alice)
    again, _is_new = dispute_filing.raise_dispute(
        hand, NewDispute(claim="Still low.", event=9), by=people.dan
    )
    page = html_of(member("alice").get(again, "rule"))
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
    changes = {tried.words: tried.changes for tried in outlooks}
    assert changes["It stands"].nothing
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
    again = referee.send(dispute, "rule", form=form, decision="annulled")
    assert (again.status_code, Ruling.objects.count()) == (422, 1)


def test_raising_and_withdrawing_are_in_the_audit_log(member, hand, people):
    member("dan").send(hand, "dispute", claim="Too low.", event="9")
    raised = Dispute.objects.get()
    assert (raised.raised_by, raised.event, raised.fault) == (people.dan, 9, "does-not-beat")
    member("dan").client.post(f"/disputes/{raised.pk}/withdraw/")
    acts = AuditEntry.objects.filter(act__startswith="dispute ", by=people.dan)
    assert sorted(acts.values_list("act", flat=True)) == ["dispute raised", "dispute withdrawn"]
