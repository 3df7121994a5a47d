"""The front page of strangers: the table at which they try the referee, the sample replay, and the ways in."""

import gzip
import re

import pytest
from django.utils import translation

from scorekeeper.management import demo_club
from scorekeeper.models import Visibility
from scorekeeper.pages.front import sample_replay
from scorekeeper.pages.front.situations import find_situation
from scorekeeper.pages.front.verdicts import judge
from tests.pages.crawler import words_of
from tests.pages.forms_and_mail import html_of, one_line
from tests.pages.untranslated import untranslated_texts

FOURS = "/?table=big-two&card=4C&card=4H&play=1"

pytestmark = pytest.mark.django_db


def test_a_play_is_judged_with_its_rule_without_scripts(client):
    page = one_line(client.get(FOURS))
    assert "Illegal" in page
    assert "does not beat the pair of sixes" in page
    assert 'href="/rules/big-two/#B17"' in page
    assert "Rank decides, then the suits from the highest down." in page
    assert page.count(" checked") == 2


def test_a_legal_play_cites_the_rule_of_its_combination(client):
    page = one_line(client.get("/?table=big-two&card=9C&card=9D&play=1"))
    assert "Legal" in page
    assert 'href="/rules/big-two/#B17"' in page


def test_of_twins_one_is_chosen_for_each_that_was_played(client):
    page = html_of(client.get("/?table=gang-of-four&card=2G&play=1"))
    assert page.count(" checked") == 1


@pytest.mark.parametrize(
    "query", ["", "card=4C&card=4C", "card=3D", "card=<b>", "table=whist&card=2G"]
)
def test_cards_that_the_visitor_does_not_hold_are_not_judged(client, query):
    page = html_of(client.get(f"/?play=1&{query}"))
    assert "Tap the cards that you want to play first." in page
    assert "<b>2G" not in page


@pytest.mark.parametrize(
    ("variant", "play", "is_legal", "rule"),
    [
        ("big-two", "4C 4H", False, "B17"),
        ("big-two", "9C 9D", True, "B17"),
        ("big-two", "9C 9D 9H 9S", False, "B4"),
        ("big-two", "2S", False, "B10"),
        ("big-two", "9C 9D 9H 9S KD", True, "B10"),
        ("pusoy-dos", "9H 10H JH QS KH", False, "P8"),
        ("pusoy-dos", "QS KH AC 2C 3H", True, "P8"),
        ("gang-of-four", "10G PG", False, "G37"),
        ("gang-of-four", "PG PY", True, "G9"),
        ("gang-of-four", "2G 2G 2Y 2R", True, "G6"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
def test_every_hinted_play_is_answered_with_a_rule_and_its_sentence(
    variant, play, is_legal, rule, language
):
    with translation.override(language):
        verdict = judge(find_situation(variant), play.split())
    assert (verdict.is_legal, verdict.rule) == (is_legal, rule)
    assert verdict.rule_text
    assert rule not in verdict.rule_text
    assert verdict.reason


def test_games_have_the_names_of_the_readers_language(client):
    page = one_line(client.get("/", headers={"Accept-Language": "zh-hant"}))
    assert ">大老二</a>" in page
    assert ">Big Two</a>" not in page


def test_the_script_asks_for_the_table_alone(client):
    part = html_of(client.get("/front" + FOURS.replace("/?", "/table/?")))
    assert part.lstrip().startswith('<section id="table"')
    assert "Illegal" in part


def test_plays_of_strangers_are_throttled_and_reading_is_not(client, monkeypatch):
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", "2/min", raising=False)
    assert [client.get(FOURS).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/").status_code == 200


def test_the_sample_replay_shows_a_refused_play(client):
    verdicts = [moment.verdict for moment in sample_replay.sample_moments()]
    assert verdicts.count("illegal") == 1
    page = one_line(client.get("/"))
    assert "does not beat the 7♥" in page
    assert "takes that back" in page


def test_the_frame_of_the_sample_is_around_whom_the_sentence_is_about(client):
    page = html_of(client.get("/"))
    names = re.findall(r'<p class="narration[^>]*>(\w+)', page)
    framed = re.findall(r'<p class="at-\d narrated">.*?<b>(\w+)</b>', page)
    assert names == framed
    assert len(names) == len(sample_replay.EVENTS)


def test_a_public_demo_club_is_named_as_such_and_the_sample_leads_to_its_hand(client):
    demo = demo_club.create_demo_club(is_public=True)
    page = one_line(client.get("/"))
    assert "Demo club" in page
    assert page.count(demo.club.name) == 1
    assert "Public clubs" not in page
    hand = f"/hands/{sample_replay.HAND_ID}/"
    assert f'href="{hand}?event=20"' in page
    assert client.get(hand).status_code == 200
    club = html_of(client.get(f"/clubs/{demo.club.pk}/"))
    assert "This is the demo club" in club
    assert "Do you play here?" not in club


def test_a_private_demo_club_is_not_mentioned(client):
    demo_club.create_demo_club()
    page = one_line(client.get("/"))
    assert "Demo club" not in page
    assert "/hands/" not in page


def test_public_clubs_are_listed(client, club):
    assert "Thursday night" not in html_of(client.get("/"))
    club.visibility = Visibility.PUBLIC
    club.save()
    assert f'href="/clubs/{club.pk}/"' in html_of(client.get("/"))


def test_each_card_is_drawn_once_and_every_drawing_is_there(client):
    page = html_of(client.get("/"))
    ids = [part.partition('"')[0] for part in page.split('<symbol id="')[1:]]
    used = {part.partition('"')[0] for part in page.split('<use href="#')[1:]}
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


def test_the_page_is_sent_compressed(client):
    response = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert b"</html>" in gzip.decompress(response.content)
    assert len(response.content) < 15_000


def test_no_text_but_names_is_left_untranslated(client, marked):
    texts = words_of(client.get(FOURS)).texts
    assert {text.strip() for text in untranslated_texts(texts)} == {"Frank"}
