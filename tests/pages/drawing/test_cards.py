"""The cards of all decks as pictures."""

from pathlib import Path

import pytest
from django.conf import settings

import referee
from scorekeeper.pages import drawing
from scorekeeper.pages.display.cards import parse_card


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
