"""The page of a hand as the server renders it, without JavaScript."""

import re

import pytest
from django.test import Client

import referee
from referee.spreadsheets.points import ONLY_POINTS
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import recording
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import OUT, publish


@pytest.fixture
def page(browse, hand):
    def get(query="", name="dan"):
        return html_of(browse(name).get(f"/hands/{hand.pk}/{query}"))

    return get


def test_an_illegal_play_is_marked_with_its_reason_and_ruling(page):
    html = page()
    assert re.search(r"Carol’s .* does not beat", html)
    assert re.search(r'href="/rules/big-two/\?rule-pass_locks_out=yes#B\d+"', html)


def test_half_speed_has_a_comma_in_german(browse, hand):
    page = browse("dan").get(f"/hands/{hand.pk}/", headers={"Accept-Language": "de"})
    assert '<option value="0.5">0,5×</option>' in html_of(page)


def test_a_play_taken_back_is_marked(page):
    assert page().count("taken back") == 1


def test_sentences_name_players_not_seats(page):
    assert not re.search(r"[Ss]eat \d", page())


@pytest.mark.parametrize(
    ("event", "narrated", "to_act"),
    [(0, "Alice", "Alice"), (8, "Bob", "Carol"), (9, "Carol", "Dan")],
)
def test_the_frame_is_around_whom_the_sentence_is_about_and_the_arrow_is_at_who_is_next(
    page, event, narrated, to_act
):
    seats = re.findall(r'<div class="(seat [^"]*)">.*?class="name">(\w+)', page(f"?event={event}"))
    assert [name for classes, name in seats if "narrated" in classes] == [narrated]
    assert [name for classes, name in seats if "to-act" in classes] == [to_act]


def test_every_event_has_an_address(page):
    assert "Bob plays 9♦\ufe0e." in page("?event=8")
    assert "8 / 12" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page("?event=8")))


def test_an_event_beyond_the_end_shows_the_end(page):
    assert 'data-event="12"' in page("?event=99")
    assert 'data-event="12"' in page("?event=last")


def test_an_event_that_is_no_number_is_not_found(browse, hand):
    assert browse("dan").get(f"/hands/{hand.pk}/?event=first").status_code == 404


def test_the_steps_are_links(page):
    steps = page("?event=8")
    assert all(f'href="?event={event}"' in steps for event in (0, 7, 9, 12))


def test_only_the_recorder_sees_dealt_cards_of_an_unfinished_hand(page):
    assert "2 of spades" not in page("?event=0", "dan")
    assert "2 of spades" in page("?event=0", "carol")


def test_an_unbuilt_replay_is_awaited_while_the_moves_are_shown(browse, session, people):
    hand = recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "being built" in page
    assert 'http-equiv="refresh"' in page
    assert "3 of clubs" in page  # the moves need no replay


def test_an_unfinished_hand_is_shown_at_its_newest_event_without_waiting(browse, session, people):
    hand = recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert 'data-event="1"' in page
    assert "leads 3♣" in page


def test_a_hand_with_only_a_score_sheet_has_no_replay(browse, session, people):
    hand = recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "collects 5 + 8 + 12" in page
    assert "Replay" not in page
    assert page.index("collects 5 + 8 + 12") < page.index('id="comments"'), "the score comes first"


def test_names_are_never_markup(browse, hand, players):
    players[2].name = "<b>Carol</b> {seat}"
    players[2].save()
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "&lt;b&gt;Carol&lt;/b&gt; {seat}’s" in page
    assert "<b>Carol" not in page


def test_the_score_sheet_says_who_led_and_what_was_illegal(browse, session, hand):
    page = browse("dan").get(f"/sessions/{session.pk}/").content.decode()
    assert "1 illegal play" in page or "2 illegal plays" in page
    assert "Whoever passes is out of the trick: yes" in page
    assert ">led<" in page


def test_legal_passes_have_a_class_of_their_own_as_they_share_a_line(page):
    assert page().count('class="move legal passed"') == 6


def test_each_move_is_listed_once_under_its_trick(page):
    html = page().split('class="groups"')[1]
    links = [f'href="?event={event}#replay"' for event in range(1, 13)]
    assert [html.count(link) for link in links] == [1] * len(links)
    order = ["Trick 1", links[3], "Trick 2", links[4]]
    assert [html.index(one) for one in order] == sorted(html.index(one) for one in order)


def test_moves_are_marked_with_a_sign_and_a_word(page, browse, hand, people):
    dispute_filing.raise_dispute(hand, NewDispute(event=3, claim="He never passed."), by=people.dan)
    html = page()
    assert html.count('data-signs="illegal"') == 2
    assert html.count('data-signs="disputed"') == 1
    assert "(illegal)" in html
    assert "(disputed)" in html
    publish(hand.session)
    assert "(disputed)" not in Client().get(f"/hands/{hand.pk}/").content.decode()


@pytest.mark.parametrize(("variant", "is_bomb"), [("big-two", True), ("pusoy-dos", False)])
def test_a_bomb_is_what_the_rules_of_the_game_call_so(
    club, players, people, browse, variant, is_bomb
):
    record = {"variant": variant}
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    events = ["1: 3C 3D 3H 3S 4C"]
    hand = recording.record_hand(session, {"events": events}, by=people.carol).hand
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/"))
    assert ("(four of a kind)" in html) is is_bomb
    assert ("★</span> bomb" in html) is is_bomb


def test_a_move_is_disputed_with_its_number_filled_in(browse, hand, page):
    assert f'href="/hands/{hand.pk}/dispute/?event=9">Dispute this' in page()
    assert f'href="/hands/{hand.pk}/dispute/?event=4">Dispute move 4' in page("?event=4")
    form = html_of(browse("dan").get(f"/hands/{hand.pk}/dispute/?event=4"))
    assert re.search(r'<option value="4" selected', form)


def test_a_viewer_without_an_account_reads_how_to_get_one(hand, browse):
    publish(hand.session)
    html = html_of(Client().get(f"/hands/{hand.pk}/?event=4"))
    assert f'href="/sign-in/?next=/hands/{hand.pk}/%3Fevent%3D4"' in html
    assert "Ask the club’s owner for an invitation." in html
    assert "Ask the club’s owner for an invitation." in html_of(
        browse("eve").get(f"/hands/{hand.pk}/")
    )
    assert "Ask the club’s owner for an invitation." not in html_of(
        browse("dan").get(f"/hands/{hand.pk}/")
    )


@pytest.mark.parametrize("path", ["", "embed/"])
def test_other_sites_show_title_sentence_and_picture_of_a_public_moment(hand, browse, path):
    assert "og:" not in html_of(browse("dan").get(f"/hands/{hand.pk}/"))
    publish(hand.session)
    html = Client().get(f"/hands/{hand.pk}/{path}?event=8").content.decode()
    assert '<meta property="og:title" content="Big Two, hand 1 – 2026-03-05">' in html
    assert '<meta property="og:description" content="Bob plays 9' in html
    images = re.findall(r'property="og:image" content="http://testserver([^"]+)"', html)
    assert images == [f"/hands/{hand.pk}/positions/8.png"]
    assert Client().get(images[0])["Content-Type"] == "image/png"


def test_many_lines_of_a_score_are_folded(browse, club, people, page):
    record = referee.read_record(
        (demo_club.RECORDS / "four_color_cards_1.toml").read_text(), "toml"
    )
    session, _ = session_records.import_session(club, record, by=people.alice)
    melds = html_of(browse("alice").get(f"/hands/{session.hands.get(position=1).pk}/"))
    assert melds.count("How the points of Alice were counted") == 1
    assert "triple (3 × white chariot), exposed" in melds
    assert "were counted" not in page()


def test_a_hand_of_points_alone_counts_and_has_its_own_number(browse, session, people):
    points = [{"seat": 1, "points": 11, "reason": "from a score sheet"}]
    first, second = (
        recording.record_hand(
            session, {"void": ONLY_POINTS, "adjustments": points}, by=people.carol
        ).hand
        for _ in range(2)
    )
    html = html_of(browse("dan").get(f"/hands/{second.pk}/"))
    assert f"<h1>Hand {second.position}</h1>" in html
    assert "Only the points of this hand are known." in html
    assert "void" not in html
    assert "It does not count." not in html
    sheet = html_of(browse("dan").get(f"/sessions/{session.pk}/"))
    assert sheet.count("points only") == 2
    assert "Adjustments" not in sheet
    assert sheet.count("<td><b>+11</b>") == 2
    assert "Adjustments" not in html
    assert ('class="struck"' in sheet, ">void<" in sheet) == (False, False)
    for hand in (first, second):
        assert (
            f'href="/hands/{hand.pk}/"><span class="spoken">Hand </span>{hand.position}</a>'
            in sheet
        )
