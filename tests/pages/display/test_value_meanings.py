"""Every value of a house rule is explained where it is chosen, in the words of the referee."""

import pytest

import referee
from scorekeeper.sessions import recording
from tests.pages.forms_and_mail import html_of

CHOICES = [
    (game["variant"], rule["name"], choice)
    for game in referee.variants()
    for rule in game["house_rules"]
    if rule["type"] == "choice"
    for choice in rule["choices"]
]
TAIWAN = "A2345 is the lowest and 23456 the highest"


@pytest.mark.parametrize(("variant", "name", "choice"), CHOICES)
def test_every_named_value_has_a_meaning(variant, name, choice):
    assert referee.value_meaning(name, choice).endswith(".")


@pytest.mark.parametrize(
    "page",
    [
        "clubs/{club}/sessions/new/big-two/",
        "sessions/{session}/what-if/",
        "rules/big-two/",
        "ask/big-two/",
    ],
)
def test_the_values_are_explained_where_they_are_chosen(browse, session, page):
    address = page.format(club=session.club_id, session=session.pk)
    html = html_of(browse("alice").get(f"/{address}"))
    assert f"<li><b>Taiwan</b>: {TAIWAN}" in html


def test_the_rulebook_says_what_the_value_in_force_means():
    assert TAIWAN in referee.rulebook("big-two", {})
    assert TAIWAN not in referee.rulebook("big-two", {"straights": "no-twos"})


def test_the_page_of_a_session_says_what_its_values_mean(browse, session, club, players, people):
    record = {"variant": "big-two", "house_rules": {"opening": "lowest-single"}}
    played, _ = recording.record_session(club, record, players=players, by=people.carol)
    html = html_of(browse("dan").get(f"/sessions/{played.pk}/"))
    assert "The lowest card alone." in html
