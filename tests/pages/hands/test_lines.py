"""Something else is played from a moment of a finished hand, with plain links and forms."""

import re

import pytest
from django.test import Client

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Hand
from scorekeeper.replays import frames as replay_frames
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, OUT, publish


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
