"""A player's letters and color: readable by everybody, and one drawing on pages, pictures, paper and the wall."""

import re
import unicodedata
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.pages.drawing import monograms
from scorekeeper.pages.drawing.tables import FELT, SHEET
from tests.scorekeeper.season_scorer import WON_BY_ALICE

STYLE = Path(settings.BASE_DIR, "scorekeeper/pages/static/style.css").read_text(encoding="utf-8")


def luminance(color):
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def grounds():
    """Return every color behind a monogram, light and dark."""
    pair = r"--(?:ground|sheet|felt): var\(--light, (#\w{6})\) var\(--dark, (#\w{6})\)"
    pairs = re.findall(pair, STYLE)
    assert len(pairs) == 3
    return [FELT, SHEET, *(color for both in pairs for color in both)]


@pytest.mark.parametrize("color", monograms.COLORS)
def test_letters_are_read_on_every_color_and_the_disc_is_told_from_every_ground(color):
    assert contrast("#ffffff", color) >= 4.5
    assert min(contrast(color, ground) for ground in grounds()) >= 3


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Anna Berg", "AB"),
        ("Anna von Berg", "AB"),
        ("Jean-Luc Ørsted", "JØ"),
        ("ben", "Be"),
        ("Bo", "Bo"),
        ("X", "X"),
        ("Team 7", "T7"),
        ("王小明", "小明"),
        ("歐陽娜娜", "娜娜"),
        ("李白", "李白"),
        ("王", "王"),
        ("Wang 小明", "小明"),
        ("김철수", "철수"),
        ("(Gast)", "Ga"),
        ("<b> & Co", "BC"),
        ("…", "?"),
        ("", "?"),
    ],
)
def test_the_letters_are_those_that_people_would_take(name, letters):
    assert monograms.initials(name) == letters


def test_one_name_has_one_color_however_it_is_written():
    names = ["Zoë", "ZOË", unicodedata.normalize("NFD", "zoë")]
    assert len({monograms.color(name) for name in names}) == 1


def test_colors_are_spread_over_the_names_of_a_club():
    used = {monograms.color(f"Player {number}") for number in range(100)}
    assert used == set(monograms.COLORS)


HAND_PAGES = ("", "positions/1.svg", "animation.svg", "overlay/")
SESSION_PAGES = ("", "projector/", "print/results/")
SEASON_PAGES = ("", "players/{player}/", "poster/", "print/")


@pytest.mark.django_db
def test_a_player_looks_alike_on_pages_pictures_paper_and_the_wall(browse, hand, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    alice = keeper.players[0].pk
    addresses = [
        *(f"/hands/{hand.pk}/{page}" for page in HAND_PAGES),
        *(f"/sessions/{hand.session_id}/{page}" for page in SESSION_PAGES),
        *(f"/seasons/{keeper.season.pk}/{page.format(player=alice)}" for page in SEASON_PAGES),
        f"/players/{alice}/",
    ]
    pages = {address: browse("carol").get(address).content.decode() for address in addresses}
    assert [address for address in addresses if monograms.disc("Alice") not in pages[address]] == []


def test_a_monogram_is_nothing_for_screen_readers_and_needs_no_style():
    drawn = monograms.monogram("Ann & <Co>")
    assert 'aria-hidden="true"' in drawn
    assert "style" not in drawn
    assert "<Co>" not in drawn
