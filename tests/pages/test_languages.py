"""Pages in the language of the browser or the chosen one, with the referee's sentences."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from scorekeeper.hands import recording
from scorekeeper.pages.display.referee_messages import points
from tests.pages import phones
from tests.pages.crawler import words_of

GERMAN, CHINESE = {"Accept-Language": "de-AT,de;q=0.9"}, {"Accept-Language": "zh-TW"}


@pytest.mark.parametrize(
    ("headers", "lang", "word"),
    [(GERMAN, "de", "Anmelden"), (CHINESE, "zh-hant", "登入"), ({}, "en", "Sign in")],
)
def test_a_page_is_in_the_language_of_the_browser(client, db, headers, lang, word):
    page = client.get("/", headers=headers)
    assert f'<html lang="{lang}">' in page.content.decode()
    assert word in words_of(page).texts


def test_a_chosen_language_overrides_that_of_the_browser(client, db):
    client.post("/language/", {"language": "de", "next": "/"})
    assert "Anmelden" in words_of(client.get("/", headers=CHINESE)).texts


@pytest.mark.parametrize(
    "page",
    [
        "/ask/big-two/",
        "/rules/",
        "/rules/big-two/",
        "/sessions/{session}/log/",
        "/clubs/{club}/sessions/new/",
        "/clubs/{club}/sessions/new/big-two/",
        "/clubs/{club}/import/",
    ],
)
def test_every_game_has_its_name_in_the_language(browse, session, page):
    address = page.format(session=session.pk, club=session.club_id)
    assert "大老二" in browse("alice").get(address, headers=CHINESE).content.decode()


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        (GERMAN, "Carol: 8♥ schlägt nicht, was auf dem Tisch liegt: 9♦."),
        (CHINESE, "Carol 的8♥壓不過檯面上的9♦。"),
    ],
)
def test_the_referees_sentences_are_translated(browse, hand, headers, sentence):
    page = browse("alice").get(f"/hands/{hand.pk}/", headers=headers)
    assert sentence in page.content.decode().replace("\ufe0e", "")


def test_explanations_of_points_are_translated(browse, session, people):
    hand = recording.record_hand(session, {"cards_left": [5, 0, 8, 12]}, by=people.carol).hand
    texts = words_of(browse("alice").get(f"/hands/{hand.pk}/", headers=GERMAN)).texts
    assert {"5 Karten übrig", "kassiert 5 + 8 + 12"} <= set(texts)


@pytest.mark.parametrize(("lang", "text"), [("de", "+2,5"), ("zh-hant", "+2.5")])
def test_points_have_the_decimal_sign_of_the_language(lang, text):
    with translation.override(lang):
        assert points(2.5) == text


def test_errors_of_forms_are_translated(client, db):
    page = client.get("/ask/big-two/?play=XX", headers=GERMAN)
    assert "Diese Karte gibt es im Spiel nicht." in page.content.decode()


def test_scripts_get_the_translated_words_and_sentences(client, db):
    assert "Kopiert" in client.get("/words.js", headers=GERMAN).content.decode()
    assert (
        client.get("/phrases.json", headers=GERMAN).json()["Seat {seat} passes."] == "{seat} passt."
    )
    english = client.get("/phrases.json").json()
    assert english["the cards of event {event}"] == "the cards of move {event}"
    assert "Seat {seat} passes." not in english


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_logger_explains_an_illegal_play_in_the_chosen_language(
    window, live_server, browse, hand
):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.context.add_cookies(
            [{"name": "django_language", "value": "de", "url": live_server.url}]
        )
        page.goto(f"/sessions/{hand.session.pk}/log/")
        expect(page.locator("#events")).to_contain_text("schlägt nicht, was auf dem Tisch liegt")
