"""A session and a season on paper: score sheets to fill in, results to sign, the rules of the session."""

import pytest
from django.test import Client

from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.journal import sealing
from scorekeeper.models import Link, LinkRevocation, Player, Role, Season
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, publish
from tests.scorekeeper.season_scorer import WON_BY_ALICE

ADJUSTMENT = {"seat": 3, "points": -10, "reason": "Spoke to her partner."}
RULING = {"event": 1, "decision": "stands", "reason": "Everybody saw it."}


def plain(html: str) -> str:
    """Return a page on one line, with suits as they are typed."""
    return " ".join(html.replace("\ufe0e", "").split())


@pytest.fixture
def paper(browse, session):
    def get(page, name="dan", query=""):
        return html_of(browse(name).get(f"/sessions/{session.pk}/print/{page}/{query}"))

    return get


@pytest.fixture
def played(session, people):
    """Two hands with an adjustment; the second is unfinished and has a ruling."""
    unfinished = {
        "dealt": DEAL,
        "events": ["1: 3C 4C 5C 6C 7C"],
        "adjustments": [ADJUSTMENT],
        "rulings": [RULING],
    }
    for record in ({"cards_left": [0, 5, 8, 12], "adjustments": [ADJUSTMENT]}, unfinished):
        hand_recording.record_hand(session, record, by=people.carol)


@pytest.fixture
def season(session, people):
    season = Season.objects.create(club=session.club, name="Spring 2026")
    session_recording.file_session(session, season=season, visibility="private", by=people.alice)
    return season


def test_a_blank_score_sheet_has_names_rules_and_a_row_per_hand(paper):
    html = paper("sheet")
    assert all(f'colspan="3">{name}</th>' in html for name in ("Alice", "Bob", "Carol", "Dan"))
    assert "Whoever passes is out of the trick: yes" in html
    assert '<th scope="row">1</th>' in html
    assert '<th scope="row">17</th>' not in html


def test_a_score_sheet_continues_after_the_recorded_hands(paper, session, people):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    html = paper("sheet", query="?hands=3")
    assert [number for number in range(1, 8) if f'<th scope="row">{number}</th>' in html] == [
        2,
        3,
        4,
    ]
    assert '<td class="carried">25</td>' in html


def test_a_score_sheet_has_as_many_rows_as_a_match_has_hands(browse, club, players, people):
    record = {"variant": "four-color-cards"}
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    html = browse("dan").get(f"/sessions/{session.pk}/print/sheet/").content.decode()
    assert html.count('<th scope="row">') == 1 + 3  # the points at the start, and three hands
    assert 'colspan="2">Alice</th>' in html


def test_the_number_of_hands_must_be_from_1_to_60(browse, session):
    path = f"/sessions/{session.pk}/print/sheet/?hands="
    assert browse("dan").get(f"{path}0").status_code == 422
    assert browse("dan").get(f"{path}61").status_code == 422


def test_the_qr_code_on_a_score_sheet_opens_the_logger(paper, session):
    address = f"http://testserver/sessions/{session.pk}/log/"
    assert session_links.qr_svg(address) in paper("sheet")


def test_only_its_creator_prints_the_qr_code_of_a_link(paper, session, people):
    link, _ = session_links.create_link(session, label="Table 1", by=people.carol)
    memberships.give_role(session.club, people.dan, Role.SCORER, by=people.alice)
    qr_code = session_links.qr_svg(
        f"http://testserver{session_links.log_path(session_links.token_of(link))}"
    )
    assert qr_code in paper("sheet", "carol", f"?link={link.pk}")
    assert "Table 1" not in paper("sheet", "dan")
    assert qr_code not in paper("sheet", "dan", f"?link={link.pk}")


def test_a_revoked_link_is_not_printed(paper, session, people):
    link, _ = session_links.create_link(session, label="Table 1", by=people.carol)
    session_links.revoke_link(link, by=people.carol)
    assert (Link.objects.count(), LinkRevocation.objects.count()) == (1, 1)
    assert "Table 1" not in paper("sheet", "carol")


def test_results_have_hands_adjustments_rulings_and_lines_for_signatures(paper, played):
    html = paper("results")
    assert "+25" in html
    assert "Hand 1: Carol −10 – Spoke to her partner." in html
    assert "Hand 2, move 1 – Alice: 3♣ 4♣ 5♣ 6♣ 7♣: The record stands – Everybody saw it." in plain(
        html
    )
    assert all(f"<li>{name}</li>" in html for name in ("Alice", "Bob", "Carol", "Dan", "Referee"))
    assert "revision 1 of the session" in html


def test_results_name_unfinished_hands_and_have_the_totals_before_them(paper, played):
    html = plain(paper("results", "carol"))
    assert "unfinished" in html
    assert "Total before hand 2" in html
    assert html.partition("<tfoot>")[2].count("<b>?</b>") == 0


def test_results_say_why_a_hand_does_not_count(paper, session, people):
    for record in ({"void": "Misdeal."}, {"cards_left": [0, 5, 8, 12], "annulled": "Cards fell."}):
        hand_recording.record_hand(session, record, by=people.carol)
    html = plain(paper("results"))
    assert "This hand is void – Misdeal." in html
    assert "The hand is annulled – Cards fell." in html


def test_the_rules_of_a_session_are_printed_with_its_house_rules(paper):
    html = paper("rules")
    assert "<dt>Whoever passes is out of the trick: yes</dt>" in html
    assert "<h1>Big Two</h1>" in html
    assert "<strong>true</strong>" in html or "<strong><code>true</code></strong>" in html


def test_the_table_of_a_season_has_a_digest_of_its_sessions(browse, season, played, people):
    html = html_of(browse("dan").get(f"/seasons/{season.pk}/print/"))
    assert "Spring 2026" in html
    assert html.index("Alice") < html.index("Dan")
    assert "from the sessions as they stood then, " in html
    html_for_carol = browse("carol").get(f"/seasons/{season.pk}/print/").content.decode()
    digest = html.split("as they stood then, ")[1][:12]
    assert digest in html_for_carol
    hand_recording.record_hand(season.sessions.get(), {"cards_left": [0, 1, 1, 1]}, by=people.carol)
    assert digest not in browse("dan").get(f"/seasons/{season.pk}/print/").content.decode()


def test_a_season_without_hands_is_printed(browse, club):
    season = Season.objects.create(club=club, name="Autumn")
    html = browse("dan").get(f"/seasons/{season.pk}/print/").content.decode()
    assert "No standings yet." in html


@pytest.mark.parametrize("page", ["sheet", "results", "rules"])
def test_strangers_print_public_sessions_only(browse, session, played, page):
    path = f"/sessions/{session.pk}/print/{page}/"
    assert browse("eve").get(path).status_code == 404
    publish(session)
    assert Client().get(path).status_code == 200


def test_strangers_do_not_print_a_private_season(browse, season):
    assert browse("eve").get(f"/seasons/{season.pk}/print/").status_code == 404


def test_browsers_do_not_store_a_sheet_with_a_token(browse, session):
    response = browse("carol").get(f"/sessions/{session.pk}/print/sheet/")
    assert "no-store" in response["Cache-Control"]


def test_sheets_to_sign_are_offered_to_members_only(browse, client, session):
    publish(session)
    address, sheet = f"/sessions/{session.pk}/", f"/sessions/{session.pk}/print/sheet/"
    assert sheet in html_of(browse("dan").get(address))
    assert sheet not in html_of(client.get(address))
    assert f"/sessions/{session.pk}/overlay/" in html_of(client.get(address))


def test_a_poster_says_which_players_its_lines_are_of(browse, keeper, club):
    more = [Player.objects.create(club=club, name=name) for name in ("Erin", "Frank")]
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(WON_BY_ALICE, played_on="2026-03-12", players=[*keeper.players[:2], *more])
    html = html_of(browse("dan").get(f"/seasons/{keeper.season.pk}/poster/"))
    assert "the first 5 of 6 players in the table" in html


def test_the_line_of_the_journal_says_what_it_is_for(paper, played):
    sealing.seal_waiting(stop=lambda: False)
    html = paper("results")
    assert "This line is a fingerprint of all that the club has recorded so far" in html
    assert "A print with another number was made from other records." in html
