"""Reading and writing records in JSON and TOML are inverse, also for unknown keys; how event texts are read."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.chance import some_examples
from tests.referee.climbing_table import CAST, DEAL, adjudicate, judge, record
from tests.referee.random_hands import deck

odd_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "",
        " ",
        "\n",
        '"',
        "'",
        "\\",
        "\t",
        "\x7f",
        "\x00",
        "\r\n",
        "é♣",
        "#",
        "[[hands]]",
        "null",
        "\u2028",
        "a.b",
        "日本",
    ]
)
integers = st.integers(-(2**53), 2**53)
numbers = integers | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.booleans() | numbers | odd_texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_texts, inner, max_size=3),
    max_leaves=8,
)
KNOWN = set(
    "format variant house_rules players played_on place season notes event round table carried first_hand hands "
    "previous_winner previous_loser dealt dealer events left passes cards_left out winner blocked pays_all void annulled "
    "adjustments rulings note finisher exposed concealed lucky washed_out".split()
)
unknown = st.dictionaries(odd_texts.filter(lambda key: key not in KNOWN), values, max_size=3)


@st.composite
def records(draw) -> dict[str, Any]:
    """Draw a record with every kind of known key, and with unknown ones."""
    hand = {
        "dealt": [DEAL[0], "?", "", DEAL[3]],
        "events": ["1: 3C", "2: pass", "unseen", "4: ? ?", "4: takes back"],
        "passes": draw(st.sampled_from(["written", "implied"])),
        "rulings": [{"event": 1, "decision": "stands", "reason": draw(odd_texts)}],
        "adjustments": [{"seat": 3, "points": draw(integers), "reason": draw(odd_texts)}],
        "note": draw(odd_texts),
        **draw(unknown),
    }
    sheet = {
        "cards_left": [0, 5, 8, 12],
        "pays_all": 3,
        "annulled": draw(odd_texts),
        **draw(unknown),
    }
    keys = {
        "place": draw(odd_texts),
        "season": "2026",
        "notes": draw(odd_texts),
        "event": draw(odd_texts),
    }
    names = draw(st.lists(odd_texts, min_size=4, max_size=4))
    house_rules = draw(st.sampled_from([{}, {"multipliers": [[1, 1], [10, 2]], "triples": True}]))
    carried = draw(st.lists(integers, min_size=4, max_size=4))
    return {
        **record(sheet, hand, {}, house_rules=house_rules, carried=carried, **keys),
        "players": names,
        **draw(unknown),
    }


class TestRecords:
    @some_examples
    @given(records())
    def test_a_record_survives_writing_and_reading(self, document):
        record = referee.parse_record(document)
        assert record.as_json() == document
        self.check_json(document, referee.write_record(record, "json"))
        self.check_toml(document, referee.write_record(record, "toml"))

    def check_json(self, document, written):
        assert "\n" not in written
        assert json.loads(written) == document
        assert referee.read_record(written, "json").as_json() == document

    def check_toml(self, document, written):
        assert tomllib.loads(written)
        again = referee.read_record(written, "toml")
        assert again.as_json() == document
        assert referee.write_record(again, "toml") == written

    def test_a_day_is_a_date_in_toml_and_a_text_in_json(self):
        text = referee.write_record(referee.parse_record(record(played_on="2026-03-01")), "toml")
        assert "played_on = 2026-03-01\n" in text
        assert referee.read_record(text, "toml").as_json()["played_on"] == "2026-03-01"

    def test_an_unknown_hand_is_a_question_mark_in_toml(self):
        document = record({"dealt": [DEAL[0], None, None, None], "left": [None, "", None, None]})
        text = referee.write_record(referee.parse_record(document), "toml")
        hand = tomllib.loads(text)["hands"][0]
        assert hand["dealt"] == [DEAL[0], "?", "?", "?"]
        assert hand["left"] == ["?", "", "?", "?"]

    @pytest.mark.parametrize(
        ("keys", "hand", "where"),
        [
            ({"club": None}, {}, "club"),
            ({"club": {"room": None}}, {}, "club.room"),
            ({"club": [1, None]}, {}, "club[1]"),
            ({}, {"weather": None}, "hands[0].weather"),
            ({}, {"weather": {"sky": [None]}}, "hands[0].weather.sky[0]"),
        ],
    )
    def test_toml_holds_no_null(self, keys, hand, where):
        parsed = referee.parse_record(record(hand, **keys))
        assert json.loads(referee.write_record(parsed, "json"))["hands"] == [hand]
        with pytest.raises(referee.MalformedError) as error:
            referee.write_record(parsed, "toml")
        assert error.value.where == where


class TestUnknownKeys:
    def test_unknown_keys_change_nothing(self):
        plain = adjudicate({"events": ["1: 3C"]})
        assert (
            adjudicate({"events": ["1: 3C"], "weather": None, "mood": [1, {"a": 2}]}, club={"x": 1})
            == plain
        )

    def test_null_is_the_same_as_a_missing_key(self):
        hand = {"events": ["1: 3C"]}
        nothing = dict.fromkeys(
            "dealt dealer left passes cards_left out pays_all void annulled adjustments".split()
        )
        keys = {
            "carried": None,
            "first_hand": None,
            "previous_winner": None,
            "previous_loser": None,
            "house_rules": None,
        }
        assert adjudicate({**hand, **nothing}, **keys) == adjudicate(hand)


class TestEvents:
    @pytest.mark.parametrize(
        ("text", "cards"),
        [
            ("1: 3C", "3C"),
            ("1:3c", "3C"),
            (" 1 :  3C  ", "3C"),
            ("1: T♥", "10H"),
            ("1: 10h", "10H"),
            ("1: th", "10H"),
            ("1: ♠".replace("♠", "a♠"), "AS"),
            ("1: 3C 3D", "3C 3D"),
            ("1: 3C, 3D", "3C 3D"),
            ("1: 3C,3D", "3C 3D"),
            ("1:\t3C\t3D", "3C 3D"),
            ("1: q♦", "QD"),
            ("1: 2♣\ufe0e", "2C"),
            ("1: S10", "10S"),
            ("1: ♠️10, ♥t", "10S 10H"),
            ("1: ♠ 9 ♥ 9", "9S 9H"),
            ("1: 黑桃10 方塊 10", "10S 10D"),
            ("1: 9红心 9梅花", "9H 9C"),
        ],
    )
    def test_cards_are_read_as_people_write_them(self, text, cards):
        step = referee.adjudicate(referee.parse_record(record({"events": [text]}))).as_json()[
            "hands"
        ][0]["events"][0]
        assert step["text"] == text
        plain = judge(f"1: {cards}")["events"][0]
        assert {**plain, "text": text} == step

    @pytest.mark.parametrize("text", ["2: pass", "2: PASS", "2:Pass", " 2 : pass "])
    def test_words_are_read_in_any_case(self, text):
        answer = adjudicate({"events": ["1: 3C", text]})["hands"][0]["events"][1]
        assert answer["verdict"] == "legal"
        assert "combination" not in answer

    @pytest.mark.parametrize(
        "text", ["unseen", "UNSEEN", " unseen ", "1: unseen", "1:  Takes   Back"]
    )
    def test_actions_of_several_words_are_read_in_any_case(self, text):
        adjudicate({"events": ["1: 3C", text]})

    def test_announcing_the_last_card_has_no_effect_in_big_two(self):
        assert judge("1: 3C last")["events"][0]["verdict"] == "legal"
        assert judge("1: 3C LAST")["events"][0]["verdict"] == "legal"

    @some_examples
    @given(
        st.integers(1, 4),
        st.lists(st.sampled_from(deck()), min_size=1, max_size=5, unique=True),
        st.booleans(),
    )
    def test_frames_and_adjudications_repeat_the_text_and_the_cards(self, seat, cards, lower):
        text = f"{seat}: {' '.join(cards)}"
        text = text.lower() if lower else text
        hand = referee.adjudicate(referee.parse_record(record({"events": [text]}))).hands[0]
        assert hand.as_json()["events"][0]["text"] == text
        assert hand.frames()[1]["cards"] == cards


def test_a_color_may_come_first_where_that_is_no_other_card():
    gang, four_colors = (
        referee.rules_for(name).deck for name in ("gang-of-four", "four-color-cards")
    )
    assert gang.parse_all("R10 gt Y1 PG") == ("10R", "10G", "1Y", "PG")
    assert four_colors.parse_all("Rg Gr") == ("Rg", "Gr")
    for text in ("♥R", "♣ R", "S10"):
        with pytest.raises(ValueError, match="is no card of this game"):
            four_colors.parse_all(text)


@pytest.mark.parametrize("text", ["9♠ 10", "♠, 9", "♠♠9", "♠", "9S♠", "SS", "S"])
def test_a_suit_belongs_to_one_card(text):
    error = referee.MalformedError
    with pytest.raises(error):
        referee.parse_hand({"events": [f"1: {text}"]}, referee.rules_for("big-two"), seats=4)


def test_the_carried_state_survives_json():
    answer = referee.adjudicate(
        referee.parse_record(record({"cards_left": [0, 5, 8, 12]}, carried=[1, 2, 3, 4]))
    )
    stored = json.loads(json.dumps(answer.hands[0].carried_out.as_json()))
    assert referee.Carried.from_json(stored) == answer.hands[0].carried_out
    assert stored["totals"] == [26, -3, -5, -8]
    assert stored["previous_winner"] == 1


def test_a_record_has_its_players():
    assert referee.parse_record(record()).players == tuple(CAST)
