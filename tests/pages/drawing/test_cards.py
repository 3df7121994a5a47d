"""The cards of all decks as pictures."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

import referee
from referee.cards import STANDARD, Deck
from scorekeeper.pages import drawing
from scorekeeper.pages.display.cards import Card, parse_card
from scorekeeper.pages.display.notation import notation_of


def test_the_stored_sheet_is_what_draw_cards_draws():
    file = Path(settings.STATICFILES_DIRS[0]) / "cards.svg"
    assert file.read_text(encoding="utf-8") == drawing.sheet()


@pytest.mark.parametrize("variant", [rules["variant"] for rules in referee.variants()])
def test_every_card_of_every_game_is_drawn(variant):
    deck = referee.rules_for(variant, {}).deck.cards
    assert set(deck) <= set(drawing.FACES)
    sheet = drawing.sheet()
    for face in set(deck):
        assert f'id="{drawing.symbol_name(face)}"' in sheet
        assert parse_card(face).name != parse_card(face).face


def test_a_card_that_no_built_in_deck_has_shows_how_it_is_written():
    joker = Card("XX")
    assert joker.key()["index"] == joker.name == "XX"
    assert ">XX<" in drawing.face("XX")
    assert Card("Xr").name == "red X"


def test_the_notation_of_another_deck_is_shown_with_its_own_cards():
    rules = SimpleNamespace(family=referee.Family.CLIMBING, deck=Deck((*STANDARD.cards[1:], "XX")))
    examples = notation_of(rules)
    assert (examples.standing, examples.play) == ("3D", "XX")


def test_the_small_deck_of_gang_of_four_is_drawn():
    rules = referee.rules_for("gang-of-four-loser-scores", {"deck": "literal-42"})
    assert set(rules.deck.cards) <= set(drawing.FACES)


@pytest.mark.parametrize(
    ("face", "name"),
    [
        ("th", "10 of hearts"),
        ("QS", "queen of spades"),
        ("7y", "yellow 7"),
        ("py", "yellow phoenix"),
        ("dr", "dragon"),
        ("1M", "multicolored one"),
        ("gr", "red general"),
        ("?", "unseen card"),
    ],
)
def test_a_card_has_a_name_for_screen_readers(face, name):
    assert parse_card(face).name == name
