"""Random valid and invalid input: the referee answers or raises MalformedError, never another exception."""

import json

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.chance import many_examples
from tests.referee.climbing_table import CAST, DEAL
from tests.referee.random_hands import CHOICES, deck

cards = st.sampled_from([*deck()[:12], "2S", "2D", "?", "1C", "T♥"])
sets = st.lists(cards, max_size=6).map(" ".join)
junk = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        -1,
        5,
        13,
        1.5,
        1e999,
        10**400,
        "",
        "?",
        "none",
        "pass",
        "3C",
        [],
        [[]],
        {},
        [None],
        ["3C"],
        {"seat": 1},
    ]
)
seats = st.integers(0, 5) | junk
actions = sets | st.sampled_from(
    [
        "pass",
        "unseen",
        "takes back",
        "? ?",
        "?",
        "3C last",
        "gives 3C to 2",
        "hu",
        "chi 3C 4C 5C",
        "pass last",
    ]
)
events = st.lists(
    st.builds("{}: {}".format, st.integers(1, 4), actions)
    | st.just("unseen")
    | st.builds("{}: {}".format, seats, actions),
    max_size=12,
)
four = st.lists(st.integers(-1, 14), min_size=3, max_size=5)
hand_texts = st.none() | sets | st.sampled_from([*DEAL, "3C" + " ?" * 12, "?" + " ?" * 12])
rows = st.lists(st.fixed_dictionaries({"seat": seats, "points": junk | st.integers()}), max_size=2)
rare = {
    "dealt": st.lists(hand_texts, min_size=4, max_size=4),
    "left": st.lists(hand_texts, min_size=4, max_size=4),
    "passes": st.sampled_from(["written", "implied"]),
    "cards_left": four,
    "out": st.lists(seats, max_size=4) | st.permutations([1, 2, 3]),
    "winner": seats,
    "blocked": st.lists(seats, max_size=3),
    "dealer": seats,
    "pays_all": seats,
    "void": st.sampled_from(["misdeal", ""]),
    "annulled": st.sampled_from(["wrong deck", ""]),
    "adjustments": rows,
}
hands = st.fixed_dictionaries(
    {},
    optional={
        "events": events,
        **{key: value | junk for key, value in rare.items()},
    },
)
rules = {name: st.sampled_from(values) | junk for name, values in CHOICES.items()}
rules |= {
    "play_to_last": st.booleans(),
    "after_out": st.sampled_from(["next-has-control", "answer-then-next-leads"]),
    "target": st.sampled_from([1, 10, "none"]),
    "hands_per_match": st.sampled_from([1, 2, "none"]),
    "final_tie": st.sampled_from(["shared", "extra-hand", "most-hands-won"]),
    "next_hand_leader": st.sampled_from(["lowest-card", "previous-winner"]),
    "placement_points": st.just([5, 3, 2, 0]) | junk,
}


@st.composite
def house_rules(draw):
    names = draw(st.lists(st.sampled_from(sorted(rules)), max_size=3, unique=True))
    return {name: draw(rules[name]) for name in names}


records = st.fixed_dictionaries(
    {
        "format": st.just("session-record/1"),
        "variant": st.sampled_from(["big-two", "pusoy-dos"]),
        "players": st.just(CAST),
        "hands": st.lists(hands, min_size=1, max_size=3),
    },
    optional={
        "house_rules": house_rules(),
        "carried": st.just([1, 2, 3, 4]) | junk,
        "first_hand": st.integers(1, 5) | junk,
        "previous_winner": seats,
        "previous_loser": seats,
        "club": junk,
    },
)
questions = st.fixed_dictionaries(
    {"variant": st.sampled_from(["big-two", "pusoy-dos"]), "play": sets | junk},
    optional={
        "house_rules": house_rules() | junk,
        "standing": sets | junk,
        "hand": sets | junk | st.sampled_from(DEAL),
        "next_holds": st.integers(0, 14) | junk,
        "opening": st.booleans() | junk,
        "announced": junk,
    },
)


@many_examples
@given(records)
def test_a_random_record_is_judged_and_written_or_is_malformed(document):
    try:
        record = referee.parse_record(document)
    except referee.MalformedError as error:
        check_error(error)
        return
    check_answer(record)
    check_writing(record)


def check_answer(record: referee.SessionRecord) -> None:
    try:
        answer = referee.adjudicate(record)
    except referee.MalformedError as error:
        check_error(error)
        return
    assert strict_json(answer.as_json())
    for hand in answer.hands:
        assert len(hand.frames()) == len(hand.as_json()["events"]) + 1
        assert strict_json(hand.frames())
        assert referee.decompress_frames(hand.compressed_frames()) == hand.frames()
        assert strict_json(hand.carried_out.as_json())


def check_writing(record: referee.SessionRecord) -> None:
    """Check that the record can be written and read again, unless it has numbers that JSON lacks."""
    try:
        text = referee.write_record(record, "json")
    except referee.MalformedError as error:
        check_error(error)
        return
    assert referee.read_record(text, "json").as_json() == record.as_json()


@many_examples
@given(questions)
def test_a_random_question_is_answered_or_is_malformed(question):
    try:
        answer = referee.ask(question)
    except referee.MalformedError as error:
        check_error(error)
        return
    assert strict_json(answer.as_json())


def check_error(error: referee.MalformedError) -> None:
    """Check that the error has a code and can be sent as JSON."""
    assert error.code
    assert strict_json(error.as_json())


def strict_json(answer) -> str:
    """Return the value as JSON without infinity and NaN; raises ValueError if it has them."""
    return json.dumps(answer, allow_nan=False)
