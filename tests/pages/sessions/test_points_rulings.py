"""The points that a human referee gives or takes stand in the score sheet, so that its columns add up."""

import re

import pytest

from scorekeeper.hands import recording as hand_recording
from tests.pages.forms_and_mail import html_of

WHY = "Spoke to her partner."
RULED = {
    "adjustments": [{"seat": 3, "points": -2, "reason": WHY}],
    "rulings": [{"decision": "adjustment", "reason": WHY}],
}


@pytest.fixture
def ruled(session, people):
    """Two hands; Carol lost two points by a ruling after the first."""
    for record in ({"cards_left": [0, 5, 8, 12], **RULED}, {"cards_left": [1, 2, 3, 0]}):
        hand = hand_recording.record_hand(session, record, by=people.carol).hand
    return session.hands.get(position=hand.position - 1)


def column(html: str, seat: int) -> list[str]:
    """Return the bold numbers of one seat from top to bottom: its hands, and its total before or after them."""
    rows = re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    cells = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in rows]
    bold = [re.search(r"<b>(.*?)</b>", row[seat - 1]) for row in cells if row]
    return [found[1] for found in bold if found]


def numbers(texts: list[str]) -> list[int]:
    return [int(text.replace("−", "-")) for text in texts]


@pytest.mark.parametrize(("page", "place"), [("", 0), ("print/results/", -1)])
def test_every_column_adds_up_to_its_total(browse, session, ruled, page, place):
    html = html_of(browse("dan").get(f"/sessions/{session.pk}/{page}"))
    columns = [numbers(column(html, seat)) for seat in (1, 2, 3, 4)]
    totals = [parts.pop(place) for parts in columns]
    assert [sum(parts) for parts in columns] == totals
    assert columns[2][1] == -2


def test_the_row_of_a_ruling_leads_to_its_reason(browse, session, ruled):
    html = html_of(browse("dan").get(f"/sessions/{session.pk}/"))
    assert f'href="/hands/{ruled.pk}/#rulings"' in html
    told = html_of(browse("dan").get(f"/hands/{ruled.pk}/")).partition('id="rulings"')[2]
    assert WHY in told


def test_the_screen_on_the_wall_shows_the_points_of_a_ruling(browse, session, ruled):
    html = html_of(browse("dan").get(f"/sessions/{session.pk}/projector/"))
    assert "Ruling" in html
    assert "<td>−2</td>" in html


def test_the_screen_says_of_the_last_hand_what_was_ruled_after_it(browse, session, people):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12], **RULED}, by=people.carol)
    html = html_of(browse("dan").get(f"/sessions/{session.pk}/projector/"))
    assert '<td>−8 <small class="ruled">Ruling −2</small></td><td class="total">−10</td>' in html
