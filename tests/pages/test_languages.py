"""Pages in the reader's language: chosen by the browser or by hand, the referee's sentences included."""

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
def test_a_page_speaks_the_language_of_the_browser(client, db, headers, lang, word):
    page = client.get("/", headers=headers)
    assert f'<html lang="{lang}">' in page.content.decode()
    assert word in words_of(page).texts


def test_a_language_that_was_chosen_stays(client, db):
    client.post("/language/", {"language": "de", "next": "/"})
    assert "Anmelden" in words_of(client.get("/", headers=CHINESE)).texts


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        (GERMAN, "Carol: 8♥ schlägt nicht, was auf dem Tisch liegt: 9♦."),
        (CHINESE, "Carol 的8♥壓不過檯面上的9♦。"),
    ],
)
def test_the_referee_speaks_it_too(browse, hand, headers, sentence):
    page = browse("alice").get(f"/hands/{hand.pk}/", headers=headers)
    assert sentence in page.content.decode().replace("\ufe0e", "")


def test_points_are_explained_in_it(browse, session, people):
    hand = recording.record_hand(session, {"cards_left": [5, 0, 8, 12]}, by=people.carol).hand
    said = words_of(browse("alice").get(f"/hands/{hand.pk}/", headers=GERMAN)).texts
    assert {"5 Karten übrig", "kassiert 5 + 8 + 12"} <= set(said)


@pytest.mark.parametrize(("lang", "said"), [("de", "+2,5"), ("zh-hant", "+2.5")])
def test_half_a_point_is_written_as_the_reader_writes_it(lang, said):
    with translation.override(lang):
        assert points(2.5) == said


def test_what_is_wrong_with_a_form_is_said_in_it(client, db):
    page = client.get("/ask/big-two/?play=XX", headers=GERMAN)
    assert "Diese Karte gibt es im Spiel nicht." in page.content.decode()


def test_scripts_have_the_words_and_the_sentences(client, db):
    assert "Kopiert" in client.get("/words.js", headers=GERMAN).content.decode()
    assert (
        client.get("/phrases.json", headers=GERMAN).json()["Seat {seat} passes."] == "{seat} passt."
    )
    assert client.get("/phrases.json").json() == {}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_logger_tells_what_the_referee_objects_to_in_it(window, live_server, browse, hand):
    with phones.phone(window, live_server.url, browse("carol")) as page:
        page.context.add_cookies(
            [{"name": "django_language", "value": "de", "url": live_server.url}]
        )
        page.goto(f"/sessions/{hand.session.pk}/log/")
        expect(page.locator("#events")).to_contain_text("schlägt nicht, was auf dem Tisch liegt")
