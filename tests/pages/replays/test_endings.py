"""Where a certain win was taken or given away, on the page of a hand: who sees it, at which moment, in which words."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from scorekeeper.hands import recording
from scorekeeper.models import Adjudication, Club
from scorekeeper.replays import endings
from scorekeeper.replays import frames as replay_frames
from tests.pages.browser_pages import open_context, open_page
from tests.pages.forms_and_mail import html_of
from tests.scorekeeper.sample_hands import GIVEN_AWAY, TAKEN
from tests.scorekeeper.turns import never

SENTENCE = "With all cards open, Bob could have forced going out first here: A♠."


@pytest.fixture
def unsolved(session, people):
    hand = recording.record_hand(session, GIVEN_AWAY, by=people.carol).hand
    replay_frames.rebuild_stale(stop=never)
    return hand


@pytest.fixture
def lost(unsolved):
    endings.solve_waiting(stop=never)
    return unsolved


def text_of(browse, hand, query="", name="dan"):
    html = html_of(browse(name).get(f"/hands/{hand.pk}/{query}"))
    shown = re.sub(r'<div class="callout ending[^>]* hidden>.*?</div>', "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", shown)).replace("\ufe0e", "")


def test_at_its_moment_the_page_says_what_could_have_been_forced_and_what_could_be_known(
    browse, lost
):
    text = text_of(browse, lost, "?event=44")
    assert SENTENCE in text
    share = "In 200 of 200 deals drawn from those that fit what Bob saw, this play wins (98% to 100% of all that fit)."
    assert share in text
    assert re.search(r"What was played wins in \d+( to \d+)? of them\.", text)
    assert "Also by: 6♦ 6♥; 9♣ 9♠; Q♣ Q♥." in text
    assert re.search(r"The way to win ?Bob ace of spades", text)
    assert "Alice went out first instead, at move 51." in text
    assert "mistake" not in text


def test_each_step_of_the_lines_opens_the_table_there(browse, lost):
    page = html_of(browse("dan").get(f"/hands/{lost.pk}/?event=44"))
    steps = re.findall(rf'href="(/hands/{lost.pk}/try/\?event=(\d+)&[^"]*step=(\d+))"', page)
    before, after = ([step for step in steps if step[1] == event] for event in ("43", "44"))
    numbers = [int(number) for _, _, number in before]
    assert numbers == sorted({*numbers}), "the number counts the passes that are not shown"
    assert len(after) > 1
    first, last = (html_of(browse("dan").get(unescape(each[0][0]))) for each in (before, after))
    assert "Bob leads" in first
    assert 'aria-current="step"' in last


def test_at_other_moments_it_is_linked(browse, lost):
    text = text_of(browse, lost)
    assert SENTENCE not in text
    assert "move 44, certain win given away" in text
    assert "Settled: 12 of 12 decisions with at most 24 cards left." in text


@pytest.fixture
def won(session, people):
    hand = recording.record_hand(session, TAKEN, by=people.carol).hand
    replay_frames.rebuild_stale(stop=never)
    endings.solve_waiting(stop=never)
    return hand


def test_a_win_that_was_taken_is_said_at_its_moment_with_what_would_have_lost_it(browse, won):
    shown = text_of(browse, won, "?event=13")
    assert "With all cards open, Alice was certain from here on to go out first." in shown
    assert "2 of 3 possible actions kept it certain. 2♠ would have given it away." in shown
    assert re.search(r"The way to win ?Alice 4 of hearts", shown)
    assert re.search(r"How the others would have prevented it ?Alice 2 of spades", shown)
    page = html_of(browse("dan").get(f"/hands/{won.pk}/?event=13"))
    steps = re.findall(rf'href="(/hands/{won.pk}/try/\?event=12&[^"]*step=\d+)"', page)
    last = html_of(browse("dan").get(unescape(steps[-1])))
    assert 'aria-current="step"' in last


def test_a_win_that_was_given_back_and_given_away_again_says_both(db, browse, lost):
    row = lost.ending
    first = row.analysis["marks"][0]
    row.analysis["marks"] = [{**first, "event": 40, "given_back": {"seat": 3, "event": 43}}, first]
    row.save()
    text = text_of(browse, lost, "?event=40")
    assert "Carol gave it back at move 43. Bob gave it away again at move 44." in text


def test_until_workers_have_looked_at_it_the_page_says_so(browse, unsolved):
    assert "still being looked at" in text_of(browse, unsolved)


def test_where_workers_cannot_look_at_it_the_page_says_so_and_goes_on(browse, unsolved):
    Adjudication.objects.filter(pk=unsolved.pk).update(carried_in={})
    endings.solve_waiting(stop=never)
    assert "could not be looked at" in text_of(browse, unsolved)


@pytest.mark.parametrize("query", ["?seat=2&event=44", "?seat=table&event=44"])
def test_from_one_seat_it_is_not_shown(browse, lost, query):
    text = text_of(browse, lost, query)
    assert "With all cards open" not in text
    assert "certain win" not in text


def test_in_a_club_that_has_it_switched_off_it_is_not_shown(browse, lost, club):
    Club.objects.filter(pk=club.pk).update(solves_endings=False)
    assert "With all cards open" not in text_of(browse, lost, "?event=44")


def test_the_owner_switches_it_off_on_the_page_of_settings(browse, club):
    address = f"/clubs/{club.pk}/settings/"
    assert 'name="solves_endings"' in html_of(browse("alice").get(address))
    browse("alice").post(address, {"name": club.name})
    assert not Club.objects.get(pk=club.pk).solves_endings


def test_the_page_of_a_player_counts_certain_wins(browse, lost, players):
    html = html_of(browse("dan").get(f"/players/{players[1].pk}/"))
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    assert re.search(r"Certain wins given away 1 of \d+ settled decisions", text)


def known(won, unsettled=0, deals=200, *, complete=False):
    interval = [won / deals, (won + unsettled) / deals]
    return {
        "won": won,
        "unsettled": unsettled,
        "deals": deals,
        "complete": complete,
        "interval": interval,
    }


@pytest.mark.parametrize(
    ("share", "sentence"),
    [
        (known(12, deals=12, complete=True), "In 12 of all 12 deals that fit what Bob saw, this play wins."),
        (known(142), "In 142 of 200 deals drawn from those that fit what Bob saw, this play wins (71% to 71% of all that fit)."),
        (known(90, 20), "In 90 to 110 of 200 deals drawn from those that fit what Bob saw, this play wins (45% to 55% of all that fit)."),
        (known(4, 2, 12, complete=True), "In 4 to 6 of all 12 deals that fit what Bob saw, this play wins."),
        (known(1, deals=1, complete=True), "Bob could know every card."),
    ],
)  # fmt: skip
def test_in_how_many_deals_a_play_wins_is_said(db, browse, lost, share, sentence):
    row = lost.ending
    row.analysis["marks"][0] |= {"known": share}
    row.save()
    assert sentence in text_of(browse, lost, "?event=44")


@pytest.mark.parametrize("could_know", [True, False, None])
def test_what_nobody_could_see_is_said_only_where_it_is_certain(db, browse, lost, could_know):
    row = lost.ending
    row.analysis["marks"][0] |= {"could_know": could_know}
    row.save()
    text = text_of(browse, lost, "?event=44")
    assert ("Bob could not know it." in text) == (could_know is False)


@pytest.mark.parametrize(
    ("line", "share"),
    [
        (["2: 9C 9S"], known(200)),  # who goes out at once goes out in every deal
        (["2: 9C 9S", "3: pass"], known(0, 101)),
    ],
)
def test_of_the_deals_nothing_is_said_where_it_would_say_nothing(db, browse, lost, line, share):
    row = lost.ending
    row.analysis["marks"][0] |= {"known": share, "line": line}
    row.save()
    text = text_of(browse, lost, "?event=44")
    assert "could have forced going out first here: 9♣ 9♠." in text
    assert "deals that fit" not in text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"plays": ["AS"]}, "going out first here: A♠. In 200"),
        ({"given_back": {"seat": 3, "event": 45}}, "Carol gave it back at move 45. Alice went out first instead, at move 51."),
        ({"unannounced": True, "blocked": True}, "skipped and never leads (G25). With all cards open, Bob could have forced going out first here: A♠. In 200"),
        ({"line_duties": ["", "G29", ""], "line": ["2: AS", "3: 9D", "4: pass"]}, "9 of diamonds9 must (G29)"),
        ({"plays": ["AS", "pass"]}, "Also by: a pass."),
        ({"plays": ["AS", "6D", "6H", "QC", "QH"]}, "Also by 4 other plays."),
        ({"plays": ["AS", "6D", "6H"], "choices": 4}, "Also by everything but what was played."),
        ({"blocked": True}, "The last card was not announced: for the rest of the hand, Bob is skipped and never leads (G25)."),
        ({"seat": 1}, "Alice went out first all the same, at move 51."),
        ({"next_out": {"seat": 2, "event": 51}}, "Bob won, at move 51, since all others are blocked (G28)."),
        ({"known_played": None}, "this play wins (98% to 100% of all that fit). The way"),
    ],
)  # fmt: skip
def test_what_else_is_known_of_a_win_given_away_is_said(db, browse, lost, changes, sentence):
    row = lost.ending
    row.analysis["marks"][0] |= changes
    row.save()
    assert sentence in text_of(browse, lost, "?event=44")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"plays": ["4H"]}, "Only this kept it certain. 2♠ would have given it away."),
        ({"plays": ["4H"], "unsettled": ["JD"]}, "At most 2 of 3 possible actions kept it certain."),
        ({"otherwise": None, "choices": None}, "to go out first."),  # solved by an earlier release
    ],
)  # fmt: skip
def test_of_a_win_that_was_taken_it_is_said_how_many_actions_kept_it(
    db, browse, won, changes, sentence
):
    row = won.ending
    row.analysis["marks"][0] |= changes
    row.save()
    assert sentence in text_of(browse, won, "?event=13")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_with_scripts_the_box_belongs_to_the_moment_that_is_shown(
    window, live_server, browse, lost
):
    with open_page(window, live_server.url, browse("dan")) as page:
        page.goto(f"/hands/{lost.pk}/?event=43")
        box = page.locator("#endings .ending.given-away")
        expect(page.locator(".marks .given-away")).to_be_visible()
        expect(box).to_be_hidden()
        page.keyboard.press("ArrowRight")
        expect(box).to_be_visible()
        expect(box).to_contain_text("could have forced going out first")
        page.keyboard.press("ArrowRight")
        expect(box).to_be_hidden()
        page.locator("#endings a", has_text="move 44").click()
        expect(box).to_be_visible()
        page.locator("#seat").select_option("2")
        expect(page.locator("#endings")).to_be_hidden()
        expect(page.locator(".marks .given-away")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_without_scripts_the_marks_are_links(window, live_server, browse, lost):
    context = open_context(window, live_server.url, browse("dan"), java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/hands/{lost.pk}/")
    page.locator("#endings a", has_text="move 44").click()
    expect(page.locator("#endings .ending.given-away")).to_be_visible()
    context.close()
