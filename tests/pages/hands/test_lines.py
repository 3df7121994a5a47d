"""Something else is played from a moment of a finished hand, with plain links and forms."""

import re
from html import unescape

import pytest
from django.test import Client

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Hand, HandVariation
from scorekeeper.replays import frames as replay_frames
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, OUT, publish
from tests.scorekeeper.sample_hands import GIVEN_AWAY


@pytest.fixture
def over(session, people) -> Hand:
    """A hand that Alice won, with every card dealt openly."""
    hand = hand_recording.record_hand(
        session,
        {
            "dealt": DEAL,
            "events": OUT,
            "variations": [
                {
                    "name": "Bob beats it",
                    "from": 2,
                    "events": ["2: 3D 4D 5D 6D 7D", "3: pass"],
                    "comment": "Diamonds are higher.",
                    "comments": [{"event": 3, "text": "Why?", "mark": "?"}],
                }
            ],
        },
        by=people.carol,
    ).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def tried(over, browse):
    def get(query="", client=None):
        return (client or browse("dan")).get(f"/hands/{over.pk}/try/?{query}")

    return get


def narration(page):
    return re.search(r'id="narration">(.*?)</p>', html_of(page), re.DOTALL)[1]


def test_the_replay_leads_to_its_moment(over, browse):
    page = html_of(browse("dan").get(f"/hands/{over.pk}/?event=4"))
    assert f'href="/hands/{over.pk}/try/?event=4">Try it otherwise' in page


def test_from_the_seat_of_a_player_nothing_can_be_tried(over, browse):
    page = html_of(browse("dan").get(f"/hands/{over.pk}/?seat=2&event=4"))
    assert re.search(r'id="otherwise"[^>]* hidden', page)


def test_an_unfinished_hand_offers_nothing(hand, browse):
    assert 'id="otherwise"' not in html_of(browse("dan").get(f"/hands/{hand.pk}/"))
    page = browse("carol").get(f"/hands/{hand.pk}/try/")
    assert page.status_code == 409
    assert "This hand is unfinished" in html_of(page)


def test_the_plays_of_whoever_may_act_are_buttons_that_lengthen_the_address(tried):
    page = html_of(tried("event=1"))
    assert 'name="play" value="2: 3D 4D 5D 6D 7D"' in page
    assert 'name="play" value="2: pass"' in page
    assert '<input type="hidden" name="event" value="1">' in page
    assert "1: " not in re.findall(r'name="play" value="(\d: )', page)


def test_a_play_and_then_another_one_are_judged_each(tried):
    page = tried("event=1&play=2: 3D 4D 5D 6D 7D&play=3: 4H")
    assert "does not beat the straight flush" in narration(page)
    assert html_of(page).count('class="move legal"') == 1
    assert html_of(page).count('class="move illegal"') == 1


def test_tapped_cards_are_a_play(tried):
    page = tried("event=1&seat=2&card=3D&card=4D&card=5D&card=6D&card=7D")
    assert narration(page).startswith("Bob plays a straight flush 3")
    assert 'class="move legal"' in html_of(page)


def test_at_an_earlier_step_the_next_choice_replaces_the_rest(tried):
    page = html_of(tried("event=1&play=2: 3D 4D 5D 6D 7D;3: pass&step=1"))
    assert "replaces the rest of the line" in page
    assert '<input type="hidden" name="play" value="2: 3D 4D 5D 6D 7D">' in page
    assert 'name="play" value="3: pass"' in page


def test_the_result_of_a_line_stands_beside_that_of_the_hand(tried):
    page = html_of(tried("event=12&play=1: 2C;2: pass;3: pass;4: pass;1: AC"))
    assert "What the line would have brought" in page


def test_what_cannot_be_read_is_refused_beside_its_field_and_the_line_stays(tried):
    page = tried("event=1&play=2: pass;3: 9X")
    assert page.status_code == 422
    assert 'class="move legal"' in html_of(page)
    assert 'value="9X"' in html_of(page)


@pytest.mark.parametrize(
    "query", ["event=99", "event=x", "event=1&version=9", "variation=7", "event=1&step=-1"]
)
def test_an_address_that_names_nothing_is_not_found(tried, query):
    assert tried(query).status_code == 404


def test_a_variation_of_the_record_opens_at_its_end_and_steps_with_its_comments(tried):
    page = html_of(tried("variation=1"))
    assert "Bob beats it" in page
    assert "Diamonds are higher." in page
    assert "Why?" in page
    assert "?variation=1&amp;step=1" in page or "?variation=1&step=1" in page
    assert "Why?" not in html_of(tried("variation=1&step=1"))


def test_a_public_hand_is_tried_without_an_account_and_a_private_one_is_not(tried, over):
    assert tried("event=1", client=Client()).status_code == 404
    publish(over.session)
    assert tried("event=1&play=2: pass", client=Client()).status_code == 200


@pytest.fixture
def keep(over, browse):
    """Return a function that keeps a line through the form of its page."""

    def _keep(who="dan", query="event=1&play=2: 3D 4D 5D 6D 7D;3: pass", **fields):
        client = browse(who)
        page = html_of(client.get(f"/hands/{over.pk}/try/?{query}"))
        form = page[page.index("/variations/") :]
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        data = {**hidden, "name": "Bob beats it", **fields}
        return client.post(f"/hands/{over.pk}/variations/", data, follow=True)

    return _keep


def test_a_member_keeps_a_line_with_comments_on_its_moves(over, keep, browse):
    page = html_of(keep(comment="Higher.", text_3="Why not?", mark_3="?!"))
    assert "The line has been kept." in page
    for words in ("Bob beats it", "Higher.", "Why not?", "?!"):
        assert words in page
    row = HandVariation.objects.get()
    assert row.events == ["2: 3D 4D 5D 6D 7D", "3: pass"]
    assert row.text["comments"] == [{"event": 3, "text": "Why not?", "mark": "?!"}]
    listed = html_of(browse("carol").get(f"/hands/{over.pk}/"))
    assert f"/try/?variation={row.pk}" in listed


def test_sending_the_form_again_keeps_one(keep, over, browse):
    same = {"id": "5f0f6b1e-6b59-4d4e-8f61-6a8f3f5fbf1b"}
    for _time in range(2):
        assert keep(**same).status_code == 200
    assert HandVariation.objects.count() == 1


def test_a_line_without_a_name_is_refused_and_stays(keep):
    answer = keep(name=" ")
    assert answer.status_code == 422
    assert 'value="2: 3D 4D 5D 6D 7D;3: pass"' in html_of(answer)
    assert not HandVariation.objects.exists()


def test_strangers_are_not_offered_to_keep_a_line(over, tried):
    publish(over.session)
    page = html_of(tried("event=1&play=2: pass", client=Client()))
    assert "Keep this line" not in page
    answer = Client().post(
        f"/hands/{over.pk}/variations/", {"name": "x", "line": "2: pass", "event": 1}
    )
    assert answer.status_code == 302
    assert not HandVariation.objects.exists()


def test_its_author_withdraws_it_and_it_is_found_no_more(over, keep, browse):
    keep()
    row = HandVariation.objects.get()
    other = browse("carol").post(f"/variations/{row.pk}/removal/", follow=True)
    assert "Only its author or a referee" in html_of(other)
    for _ in range(2):  # a double click
        page = browse("dan").post(f"/variations/{row.pk}/removal/", follow=True)
        assert "The variation has been withdrawn." in html_of(page)
    assert browse("dan").get(f"/hands/{over.pk}/try/?variation={row.pk}").status_code == 404


def test_a_kept_line_is_not_shown_to_strangers_of_a_public_hand(over, keep):
    keep()
    publish(over.session)
    row = HandVariation.objects.get()
    assert str(row.pk) not in html_of(Client().get(f"/hands/{over.pk}/"))
    assert Client().get(f"/hands/{over.pk}/try/?variation={row.pk}").status_code == 404


def test_after_a_correction_a_kept_line_says_so_and_still_opens(over, keep, browse, people):
    keep()
    change = [
        EventChange(Operation.REPLACE, 9, "1: AC"),
        EventChange(Operation.REPLACE, 13, "1: KC"),
    ]
    hand_amendments.amend(over, Amendment(changes=change), by=people.carol)
    row = HandVariation.objects.get()
    page = browse("dan").get(f"/hands/{over.pk}/try/?variation={row.pk}")
    assert "was tried on version 1" in html_of(page)
    assert "Tried on version 1" in html_of(browse("dan").get(f"/hands/{over.pk}/"))


@pytest.fixture
def ending(session, people) -> Hand:
    """A hand in which Bob could force going out first at move 44, and passed instead."""
    return hand_recording.record_hand(session, GIVEN_AWAY, by=people.carol).hand


def asked(client, hand, query):
    return html_of(client.get(f"/hands/{hand.pk}/try/?{query}"))


def test_whoever_can_force_going_out_first_is_shown_the_way(ending, browse):
    page = asked(browse("dan"), ending, "event=43&solve=2")
    assert "With all cards open, Bob can force going out first" in page
    way = re.findall(r'href="(/hands/[^"]*/try/\?event=43[^"]*step=\d+)"', page)
    assert len(way) > 3
    opened = asked(browse("dan"), ending, unescape(way[-1]).partition("?")[2])
    assert "The hand is over in this line." in opened


def test_whoever_cannot_is_shown_how_the_others_prevent_it(ending, browse):
    page = asked(browse("dan"), ending, "event=43&play=2: 6D&solve=2")
    assert "Bob cannot force going out first" in page
    assert "How the others prevent it" in page
    assert "mistake" not in page


def test_with_many_cards_nothing_is_offered_and_an_address_says_why(ending, browse):
    assert 'name="solve"' not in asked(browse("dan"), ending, "event=3")
    assert "at most 24 cards" in asked(browse("dan"), ending, "event=3&solve=2")


def test_the_others_answer_and_it_is_the_readers_turn_again(ending, browse):
    page = asked(browse("dan"), ending, "event=43&play=2: 9C 9S&against=2")
    assert "You play for Bob" in page
    assert page.count('class="move legal"') > 1
    assert 'name="play" value="2: ' in page
    assert '<input type="hidden" name="against" value="2">' in page
    assert "against" not in re.search(r'href="([^"]*)">Link to this line', page)[1]


def test_what_is_not_settled_is_not_answered(ending, browse):
    page = asked(browse("dan"), ending, "event=3&against=3")
    assert "choose what they play" in page
    assert 'class="move legal"' not in page


@pytest.mark.parametrize("query", ["against=5", "solve=0", "solve=x"])
def test_a_seat_that_is_missing_is_not_found(ending, browse, query):
    assert browse("dan").get(f"/hands/{ending.pk}/try/?event=43&{query}").status_code == 404
