"""The replay's JSON, pictures, QR codes and embedding, seen from seats and in earlier versions."""

import json
import re
import struct
from xml.etree import ElementTree

import pytest
from django.test import Client

import referee
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import OUT, publish

GAMES = [
    "big_two_1",
    "pusoy_dos_1",
    "gang_of_four_1",
    "gang_of_four_loser_scores_1",
    "four_color_cards_1",
]


@pytest.fixture
def import_hand(club, people):
    """Import a session of the demo club and return one of its hands."""

    def _import(name, number=1):
        text = (demo_club.RECORDS / f"{name}.toml").read_text()
        record = referee.read_record(text, "toml")
        session, _ = session_records.import_session(club, record, by=people.alice)
        replay_frames.rebuild_stale(stop=lambda: False)
        return session.hands.get(position=number)

    return _import


@pytest.fixture
def moments(browse, hand):
    def get(query="", name="dan", of=None):
        return json.loads(browse(name).get(f"/hands/{(of or hand).pk}/replay.json{query}").content)

    return get


def visible_cards(moment, seat):
    return " ".join(face for face, *_ in moment["seats"][seat - 1]["held"])


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html_of(page)))


@pytest.mark.parametrize("record", GAMES)
def test_every_moment_of_every_game_is_described_and_drawn(import_hand, browse, moments, record):
    hand = import_hand(record)
    replay = moments(of=hand, name="alice")
    assert replay["last"] == len(replay["moments"]) - 1 == len(hand.head.content["events"])
    assert all(moment["said"] and moment["heading"] for moment in replay["moments"])
    assert all(len(moment["seats"]) == 4 for moment in replay["moments"])
    page = browse("alice").get(f"/hands/{hand.pk}/?event=last")
    assert "The hand is over" in text_of(page)
    svg = browse("alice").get(f"/hands/{hand.pk}/positions/{replay['last']}.svg")
    root = ElementTree.fromstring(svg.content)
    used = {use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")}
    defined = {f"#{symbol.get('id')}" for symbol in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert used == defined


def test_gifts_blocks_and_last_cards_of_gang_of_four_are_shown(import_hand, moments):
    frames = moments(of=import_hand("gang_of_four_1", 2), name="alice")["moments"]
    assert "Due: the highest card of Heidi to Carol" in frames[0]["facts"]
    assert frames[1]["laid"][0]["did"] == "gives to Carol"
    assert "Played clockwise" in frames[3]["facts"]
    badges = [badge for seat in frames[-2]["seats"] for badge in seat["badges"]]
    assert ["blocked", "blocked"] in badges
    assert ["last card!", "last"] in badges


def test_offers_claims_melds_and_the_stock_of_four_color_cards_are_shown(import_hand, moments):
    frames = moments(of=import_hand("four_color_cards_1"), name="alice")["moments"]
    assert "31 cards in the stock" in frames[0]["facts"]
    assert frames[1]["heading"] == "A claim, or Heidi draws"
    assert [laid["did"] for laid in frames[7]["laid"]] == ["discards", "chi, in vain"]
    assert frames[8]["heading"] == "Alice is to discard"
    assert frames[8]["seats"][0]["melds"][-1]["name"] == "triple 1"
    assert any("Lucky card: green general" in fact for fact in frames[-1]["facts"])
    assert "Alice +6" in frames[-1]["facts"][-1]
    assert any(meld["did"] == "concealed" for meld in frames[-1]["seats"][0]["melds"])


def test_melding_games_have_turns_instead_of_tricks(import_hand, browse):
    page = text_of(browse("alice").get(f"/hands/{import_hand('four_color_cards_1').pk}/"))
    assert "All turns" in page
    assert "All tricks" not in page
    assert "chi, in vain" in page


def test_a_card_in_a_holding_leads_to_the_event_that_plays_it(moments):
    start = moments(name="carol")["moments"][0]
    assert dict(start["seats"][0]["held"][:1]) == {"3C": 1}
    assert ["9D", 8] in start["seats"][1]["held"]
    assert ["6D"] in start["seats"][1]["held"]  # it was taken back, so no event plays it


def test_from_a_seat_its_own_and_proved_cards_are_visible(moments):
    replay = moments("?seat=1", name="carol")
    start = replay["moments"][0]
    assert visible_cards(start, 1).startswith("3C 4C")
    assert visible_cards(start, 2) == ""
    assert start["seats"][1]["unseen"] == 13
    assert visible_cards(replay["moments"][7], 2) == "6D"  # everybody saw it when it was taken back
    assert replay["query"] == "seat=1&"
    assert visible_cards(moments("?seat=table", name="carol")["moments"][0], 1) == ""


def test_the_chosen_seat_is_shown_at_the_bottom(moments):
    seats = moments("?seat=3", name="carol")["moments"][0]["seats"]
    assert [seat["classes"].split()[1] for seat in seats] == ["at-2", "at-3", "at-0", "at-1"]


def test_dealt_cards_of_an_unfinished_hand_are_visible_from_no_seat(moments):
    assert "KD" not in visible_cards(moments("?seat=2")["moments"][0], 2)


def test_an_unknown_seat_or_version_is_not_found(browse, hand):
    for query in ("?seat=5", "?seat=x", "?version=9", "?version=now"):
        assert browse("dan").get(f"/hands/{hand.pk}/{query}").status_code == 404


@pytest.fixture
def amended(hand, people):
    """The hand after an amendment: Carol took her eight back."""
    change = EventChange(Operation.INSERT, 10, "3: takes back")
    hand_amendments.amend(hand, Amendment(changes=[change], reason="asked both"), by=people.carol)
    replay_frames.rebuild_stale(stop=lambda: False)
    hand.refresh_from_db()
    return hand


def test_an_earlier_version_is_shown_with_the_reason_for_the_change(amended, browse, moments):
    page = browse("dan").get(f"/hands/{amended.pk}/?version=1")
    assert "version 1" in text_of(page)
    assert "asked both" in text_of(browse("dan").get(f"/hands/{amended.pk}/"))
    assert len(moments("?version=1")["moments"]) == len(moments()["moments"]) - 1
    assert moments("?version=2") | {"query": ""} == moments()


def test_unchanged_moments_are_answered_with_304(browse, hand, people):
    client = browse("dan")
    response = client.get(f"/hands/{hand.pk}/replay.json")
    headers = {"If-None-Match": response["ETag"]}
    assert client.get(f"/hands/{hand.pk}/replay.json", headers=headers).status_code == 304
    player = hand.session.seats.get(number=1).player
    player.name = "Alicia"
    player.save()
    assert "Alicia" in client.get(f"/hands/{hand.pk}/replay.json", headers=headers).content.decode()


def test_unbuilt_moments_are_answered_with_202_or_503(browse, session, people):
    hand = hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    assert browse("dan").get(f"/hands/{hand.pk}/replay.json").status_code == 202
    assert browse("dan").get(f"/hands/{hand.pk}/positions/0.svg").status_code == 503


def test_a_picture_names_the_players_and_the_event(browse, hand):
    response = browse("dan").get(f"/hands/{hand.pk}/positions/8.svg")
    text = response.content.decode()
    assert response["Content-Type"] == "image/svg+xml"
    assert "Bob plays 9♦" in text
    assert all(name in text for name in ("Alice", "Bob", "Carol", "Dan", "8 / 12"))
    assert browse("dan").get(f"/hands/{hand.pk}/positions/13.svg").status_code == 404


def test_a_picture_is_a_png_file_of_the_same_size_too(browse, hand):
    response = browse("dan").get(f"/hands/{hand.pk}/positions/8.png")
    assert response["Content-Type"] == "image/png"
    header = response.content[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    svg = browse("dan").get(f"/hands/{hand.pk}/positions/8.svg").content.decode()
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert struct.unpack(">II", header[16:]) == tuple(int(one) for one in size.groups())
    assert browse("dan").get(f"/hands/{hand.pk}/positions/13.png").status_code == 404
    assert browse("eve").get(f"/hands/{hand.pk}/positions/8.png").status_code == 404


def test_names_in_a_picture_are_never_markup(browse, hand):
    player = hand.session.seats.get(number=1).player
    player.name = "<script>&"
    player.save()
    assert b"<script>" not in browse("dan").get(f"/hands/{hand.pk}/positions/0.svg").content


def test_the_address_of_a_moment_has_a_qr_code(browse, hand):
    response = browse("dan").get(f"/hands/{hand.pk}/qr.svg?event=8&seat=2")
    assert response["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(response.content).tag.endswith("svg")


def test_strangers_see_nothing_of_a_private_hand(hand, client):
    for path in (
        *("", "replay.json", "positions/0.svg", "animation.svg", "qr.svg"),
        *("embed/", "embed/replay.json", "overlay/", "overlay/board/"),
    ):
        assert client.get(f"/hands/{hand.pk}/{path}").status_code == 404


def test_only_the_embed_page_of_a_public_hand_may_be_framed(hand, browse):
    assert browse("carol").get(f"/hands/{hand.pk}/embed/").status_code == 404
    publish(hand.session)
    response = Client().get(f"/hands/{hand.pk}/embed/")
    assert "X-Frame-Options" not in response
    policy = response["Content-Security-Policy"].split("; ")  # in any order
    assert {"frame-ancestors http: https:", "default-src 'none'"} <= set(policy)
    page = Client().get(f"/hands/{hand.pk}/")
    assert page["X-Frame-Options"] == "DENY"
    assert "&lt;iframe src=" in page.content.decode()


def test_an_embedded_hand_shows_everybody_what_strangers_see(hand, browse):
    publish(hand.session)
    replay = json.loads(browse("carol").get(f"/hands/{hand.pk}/embed/replay.json").content)
    assert "9C" not in visible_cards(replay["moments"][0], 1)
    assert "queen of spades" not in browse("carol").get(f"/hands/{hand.pk}/embed/").content.decode()


def test_past_tricks_of_an_unfinished_gang_of_four_hand_are_hidden(
    club, players, people, moments, browse
):
    record = {"variant": "gang-of-four", "played_on": "2026-03-05"}
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    events = ["1: 1M 1G", "4: pass", "3: pass", "2: pass", "1: 3Y"]
    hand = hand_recording.record_hand(session, {"events": events}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    assert moments(of=hand, name="dan")["first"] == 5
    assert moments(of=hand, name="carol")["first"] == 0
    assert [moment["rule"] for moment in moments(of=hand, name="dan")["moments"]] == ["G20"]
    assert moments(of=hand, name="carol")["moments"][1]["rule"] == "G15"
    assert browse("dan").get(f"/hands/{hand.pk}/replay.json?version=1").status_code == 404
    assert "multicolored one" not in text_of(browse("dan").get(f"/hands/{hand.pk}/"))
    assert "multicolored one" in text_of(browse("carol").get(f"/hands/{hand.pk}/?event=1"))


def test_a_moment_is_asked_about_with_what_is_known_of_it(browse, hand):
    page = html_of(browse("carol").get(f"/hands/{hand.pk}/?event=8"))
    assert "/ask/big-two/?standing=9D&hand=3H+" in page
    assert "rule-pass_locks_out=yes" in page
    stranger = html_of(browse("dan").get(f"/hands/{hand.pk}/?event=8"))
    assert "/ask/big-two/?standing=9D&next_holds=13" in stranger, "Dan sees no cards yet"


def test_the_first_play_of_a_later_hand_needs_no_opening_card_where_the_winner_leads(
    club, players, people, moments
):
    record = {"variant": "gang-of-four", "played_on": "2026-03-05"}
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    events = ["4: gives DR to 1", "1: gives 3G to 4", "1: 5G 5Y"]
    for sheet in ({"cards_left": [0, 5, 8, 12]}, {"events": events}):
        hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    asked = [moment["question"] for moment in moments(of=hand, name="carol")["moments"]]
    assert asked == [None, None, "next_holds=16", "standing=5G+5Y&next_holds=16"]
