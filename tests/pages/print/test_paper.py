"""A session and a season on paper: a sheet to fill in, results to sign, the rules that were played by."""

import html

import pytest
from django.test import Client

from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Link, LinkRevocation, Role, Season, Visibility
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from tests.pages.sample_hands import DEAL

GIVEN = {"seat": 3, "points": -10, "reason": "Spoke to her partner."}
RULED = {"event": 1, "decision": "stands", "reason": "Everybody saw it."}


@pytest.fixture
def paper(browse, session):
    def get(page, name="dan", query=""):
        shown = browse(name).get(f"/sessions/{session.pk}/print/{page}/{query}")
        return html.unescape(shown.content.decode())

    return get


@pytest.fixture
def played(session, people):
    """A hand is over, in which a referee gave and decided something."""
    sheet = {"dealt": DEAL, "events": ["1: 3C 4C 5C 6C 7C"], "adjustments": [GIVEN], "rulings": [RULED]}  # fmt: skip
    for one in ({"cards_left": [0, 5, 8, 12], "adjustments": [GIVEN]}, sheet):
        hand_recording.record_hand(session, one, by=people.carol)


@pytest.fixture
def season(session, people):
    season = Season.objects.create(club=session.club, name="Spring 2026")
    session_recording.file_session(session, season=season, visibility="private", by=people.alice)
    return season


def test_a_sheet_to_fill_in_has_the_names_the_rules_and_room_for_the_hands(paper):
    shown = paper("sheet")
    assert all(f'colspan="3">{name}</th>' in shown for name in ("Alice", "Bob", "Carol", "Dan"))
    assert "Pass locks out: yes" in shown
    assert '<th scope="row">1</th>' in shown
    assert '<th scope="row">17</th>' not in shown


def test_a_sheet_goes_on_where_the_books_end(paper, session, people):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    shown = paper("sheet", query="?hands=3")
    assert [number for number in range(1, 8) if f'<th scope="row">{number}</th>' in shown] == [2, 3, 4]  # fmt: skip
    assert '<td class="carried">25</td>' in shown


def test_a_sheet_has_as_many_hands_as_the_rules_say(browse, club, players, people):
    sheet = {"variant": "four-color-cards"}
    sitting, _ = session_recording.record_session(club, sheet, players=players, by=people.carol)
    shown = browse("dan").get(f"/sessions/{sitting.pk}/print/sheet/").content.decode()
    assert shown.count('<th scope="row">') == 1 + 3  # what everybody begins with, and three rounds
    assert 'colspan="2">Alice</th>' in shown


def test_how_many_hands_is_a_number(browse, session):
    path = f"/sessions/{session.pk}/print/sheet/?hands="
    assert browse("dan").get(f"{path}0").status_code == 422
    assert browse("dan").get(f"{path}61").status_code == 422


def test_the_code_on_a_sheet_opens_the_logger_of_this_session(paper, session):
    address = f"http://testserver/sessions/{session.pk}/log/"
    assert session_links.qr_svg(address) in paper("sheet")


def test_a_code_that_needs_no_account_is_printed_by_whoever_made_the_link(paper, session, people):
    link, _ = session_links.create_link(session, label="Table 1", by=people.carol)
    memberships.give_role(session.club, people.dan, Role.SCORER, by=people.alice)
    through = session_links.qr_svg(
        f"http://testserver{session_links.log_path(session_links.token_of(link))}"
    )
    assert through in paper("sheet", "carol", f"?link={link.pk}")
    assert "Table 1" not in paper("sheet", "dan")
    assert through not in paper("sheet", "dan", f"?link={link.pk}")


def test_a_link_that_was_taken_back_is_not_printed(paper, session, people):
    link, _ = session_links.create_link(session, label="Table 1", by=people.carol)
    session_links.revoke(link, by=people.carol)
    assert (Link.objects.count(), LinkRevocation.objects.count()) == (1, 1)
    assert "Table 1" not in paper("sheet", "carol")


def test_results_have_hands_adjustments_rulings_and_lines_to_sign_on(paper, played):
    shown = paper("results")
    assert "+25" in shown
    assert "Hand 1: Carol −10 – Spoke to her partner." in shown
    assert "Hand 2, event 1: It stands – Everybody saw it." in " ".join(shown.split())
    assert all(f"<li>{name}</li>" in shown for name in ("Alice", "Bob", "Carol", "Dan", "Referee"))
    assert "revision 1 of the session" in shown


def test_results_of_a_hand_that_goes_on_are_open(paper, played):
    assert "unfinished" in paper("results", "carol")


def test_the_rules_of_a_session_are_printed_with_its_house_rules(paper):
    shown = paper("rules")
    assert "<dt>Pass locks out: yes</dt>" in shown
    assert "<h1>Big Two</h1>" in shown
    assert "<strong>true</strong>" in shown or "<strong><code>true</code></strong>" in shown


def test_the_table_of_a_season_says_what_it_was_built_from(browse, season, played, people):
    shown = html.unescape(browse("dan").get(f"/seasons/{season.pk}/print/").content.decode())
    assert "Spring 2026" in shown
    assert shown.index("Alice") < shown.index("Dan")
    assert "from the sessions as they stood then, " in shown
    other = browse("carol").get(f"/seasons/{season.pk}/print/").content.decode()
    digest = shown.split("as they stood then, ")[1][:12]
    assert digest in other
    sitting = season.sessions.get()
    hand_recording.record_hand(sitting, {"cards_left": [0, 1, 1, 1]}, by=people.carol)
    assert digest not in browse("dan").get(f"/seasons/{season.pk}/print/").content.decode()


def test_a_season_that_nobody_played_in_is_printed_all_the_same(browse, club):
    season = Season.objects.create(club=club, name="Autumn")
    shown = browse("dan").get(f"/seasons/{season.pk}/print/").content.decode()
    assert "Nobody stands anywhere yet." in shown


@pytest.mark.parametrize("page", ["sheet", "results", "rules"])
def test_strangers_print_what_is_public_only(browse, session, played, page):
    path = f"/sessions/{session.pk}/print/{page}/"
    assert browse("eve").get(path).status_code == 404
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
    assert Client().get(path).status_code == 200


def test_strangers_do_not_print_a_private_season(browse, season):
    assert browse("eve").get(f"/seasons/{season.pk}/print/").status_code == 404


def test_a_sheet_with_a_token_on_it_is_kept_by_no_browser(browse, session):
    answer = browse("carol").get(f"/sessions/{session.pk}/print/sheet/")
    assert "no-store" in answer["Cache-Control"]
