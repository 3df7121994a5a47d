"""A ruling that takes a play back asks what was played instead: it is written into the record with the ruling."""

import pytest
from playwright.sync_api import expect

from scorekeeper.adjudication import recorded_rulings
from scorekeeper.adjudication.recorded_rulings import DisputeError, NewRuling
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.models import Decision, Hand
from scorekeeper.replays import frames as replay_frames
from tests.pages import axe
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.forms_and_mail import form_data, html_of
from tests.pages.sample_hands import EVENTS

BACK = "3: takes back"
RULED = [*EVENTS[:9], BACK, "3: 10H", *EVENTS[9:]]
"""Carol's eight, which does not beat Bob's nine, is replaced by a ten."""


@pytest.fixture
def dispute(hand, people):
    raised, _ = filing.raise_dispute(hand, NewDispute(event=9, claim="Too low."), by=people.dan)
    return raised


@pytest.fixture
def decide(browse, dispute):
    def _decide(name="alice", **fields):
        client, address = browse(name), f"/disputes/{dispute.pk}/"
        form = form_data(client.get(address), decision="taken-back", reason="It does not beat.")
        return client.post(address, {**form, "do": "save", **fields}, follow=True)

    return _decide


def events():
    return Hand.objects.get().head.content["events"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "after"),
    [
        ({"replaced": "play", "instead": "10H"}, ["3: 10H"]),
        ({"replaced": "pass"}, ["3: pass"]),
        ({"replaced": ""}, []),
    ],
)
def test_what_was_played_instead_follows_the_play_that_is_taken_back(decide, fields, after):
    assert decide(**fields).status_code == 200
    assert events() == [*EVENTS[:9], BACK, *after, *EVENTS[9:]]
    assert Hand.objects.get().head.number == 2


@pytest.mark.django_db
def test_the_page_asks_by_name_and_previews_the_replaced_play(decide, browse, dispute):
    assert "What did Carol play instead?" in html_of(
        browse("alice").get(f"/disputes/{dispute.pk}/")
    )
    page = decide(do="look", replaced="play", instead="10H")
    assert page.context["previewed"].conflict == ""
    assert events() == EVENTS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"replaced": "play", "instead": "10H"}, "Instead: Carol 10♥︎"),
        ({"replaced": "pass"}, "Instead: Carol passes"),
        ({"replaced": ""}, None),
    ],
)
def test_the_ruling_and_its_print_say_what_was_played_instead(
    decide, browse, dispute, fields, sentence
):
    decide(**fields)
    for address in (f"/disputes/{dispute.pk}/", f"/disputes/{dispute.pk}/ruling/"):
        page = html_of(browse("alice").get(address))
        assert sentence in page if sentence else "Instead:" not in page


@pytest.mark.django_db
def test_a_play_that_cannot_be_read_is_refused_at_its_field(decide):
    for replaced, text in (("play", "10Z"), ("play", ""), ("", "10H")):
        refused = decide(replaced=replaced, instead=text)
        assert refused.status_code == 422
        assert refused.context["form"].errors.keys() == {"instead"}
    assert events() == EVENTS


@pytest.mark.django_db
def test_other_decisions_replace_no_play(dispute, people):
    new = NewRuling(decision=Decision.STANDS, reason="So.", instead="10H")
    with pytest.raises(DisputeError, match="Only a play that is taken back"):
        ruling.rule_on(dispute, new, by=people.alice)


@pytest.mark.django_db
def test_a_member_who_is_no_referee_is_not_asked(browse, dispute):
    page = html_of(browse("dan").get(f"/disputes/{dispute.pk}/"))
    assert "What did Carol play instead?" not in page


@pytest.mark.django_db
def test_where_the_play_counts_again_its_replacement_goes(decide, hand, people):
    decide(replaced="play", instead="10H")
    row = Hand.objects.get(pk=hand.pk)
    raised, _ = filing.raise_dispute(row, NewDispute(event=9, claim="It beat."), by=people.dan)
    again = NewRuling(decision=Decision.STANDS, reason="Seen wrongly.")
    result = ruling.rule_on(raised, again, by=people.alice)
    assert events() == EVENTS
    assert result.notes == (recorded_rulings.STANDS_AGAIN, recorded_rulings.NOT_REPLACED)


@pytest.mark.django_db
def test_while_it_is_not_known_the_next_step_opens_the_correction_there(decide, hand):
    page = html_of(decide(replaced=""))
    assert f'href="/hands/{hand.pk}/amend/?event=10&act=after"' in page


@pytest.mark.django_db
def test_the_api_takes_what_was_played_instead(browse, dispute):
    client = browse("alice")
    address = f"/api/v1/disputes/{dispute.pk}/"
    match = client.get(address).json()["hand_etag"]
    answer = client.post(
        f"{address}ruling/",
        {"decision": "taken-back", "reason": "It does not beat.", "instead": "10H"},
        content_type="application/json",
        headers={"If-Match": match},
    )
    assert answer.status_code == 201, answer.content
    assert events() == RULED


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_the_replacing_play_is_tapped_in_the_form_of_the_ruling(
    window, live_server, browse, hand, people
):
    """Three taps and a reason: the decision, the ten, Decide."""
    replay_frames.rebuild_stale(stop=lambda: False)
    raised, _ = filing.raise_dispute(hand, NewDispute(event=9, claim="Too low."), by=people.dan)
    with open_page(window, live_server.url, browse("alice")) as page:
        page.goto(f"/disputes/{raised.pk}/")
        asked = page.get_by_role("group", name="What did Carol play instead?")
        expect(asked).to_be_hidden()
        page.get_by_label("The play is taken back", exact=True).check()
        asked.get_by_role("button", name="10 of hearts").click()
        expect(asked.get_by_label("These cards, or this action:")).to_be_checked()
        assert axe.list_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_label("Why?").fill("It does not beat.")
        page.get_by_role("button", name="Decide").click()
        expect(page.get_by_text("Your ruling has been saved in the record.")).to_be_visible()
    assert events() == RULED


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_next_step_opens_the_pad_of_the_seat_after_its_play_was_taken_back(
    window, live_server, browse, hand, people
):
    """Two taps from the ruling to the preview: the link, the ten."""
    raised, _ = filing.raise_dispute(hand, NewDispute(event=9, claim="Too low."), by=people.dan)
    new = NewRuling(decision=Decision.TAKEN_BACK, reason="It does not beat.")
    ruling.rule_on(raised, new, by=people.alice)
    with open_page(window, live_server.url, browse("alice")) as page:
        page.goto(f"/disputes/{raised.pk}/")
        page.get_by_role("link", name="Correct this hand").click()
        page.locator("#picker").get_by_role("button", name="10 of hearts").click()
        expect(page.locator(".becomes")).to_contain_text("Carol 10")
        assert page.locator("[name=events]").input_value() == "\n".join(RULED)
