"""Whatever is sent is kept as it was, or refused with a problem: nothing fails."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.adjudication import record_parts
from tests.scorekeeper.api_answers import API
from tests.scorekeeper.sample_hands import CLEAN, SHEET

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SEVERAL = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
WORDS = [
    "",
    "?",
    "3C",
    "pass",
    "1: 3C",
    "1: pass",
    "2: 4D 4C",
    "1: takes back",
    "unseen",
    "\0",
    "x" * 300,
]
NUMBERS = [10**400, -(10**30), 1e308, 2**31, 2**63, -0.0]
simple = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
anything = st.recursive(
    simple | st.sampled_from([*WORDS, *NUMBERS]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "points", "reason", "event"]), inner, max_size=3)
    ),
    max_leaves=8,
)
hands = st.builds(
    lambda base, more: {**base, **more},
    st.sampled_from([{}, CLEAN, SHEET]),
    st.dictionaries(st.sampled_from([*record_parts.HAND_KEYS, "mine"]), anything, max_size=3),
)
sheets = st.dictionaries(
    st.sampled_from([*record_parts.SESSION_KEYS, "mine", "visibility"]), anything, max_size=4
)


def sent(client, method, url, body, **headers):
    return getattr(client, method)(
        url, json.dumps(body), content_type="application/json", **headers
    )


@SEVERAL
@given(hand=hands)
def test_any_hand_is_kept_as_it_was_or_refused(hand, signed, people, session):
    carol = signed(people.carol)
    answer = sent(carol, "post", f"{API}/sessions/{session.pk}/hands/", hand)
    assert answer.status_code in {201, 400, 422}
    if answer.status_code == 201:
        assert answer.json()["record"] == hand


@SEVERAL
@given(sheet=sheets)
def test_any_session_is_kept_or_refused(sheet, signed, people, club, players):
    carol = signed(people.carol)
    usual = {"variant": "big-two", "players": [str(player.pk) for player in players]}
    answer = sent(carol, "post", f"{API}/clubs/{club.pk}/sessions/", {**usual, **sheet})
    assert answer.status_code in {201, 400, 403, 422}
    if answer.status_code == 201:
        url = f"{API}/sessions/{answer.json()['id']}/"
        assert carol.get(f"{url}record/").status_code == 200
        changed = sent(carol, "patch", url, sheet, HTTP_IF_MATCH=answer["ETag"])
        assert changed.status_code in {200, 403, 422}


@SEVERAL
@given(hand=hands, sheet=sheets)
def test_any_record_is_judged_or_refused(hand, sheet, signed, people):
    usual = {
        "format": record_parts.RECORD_FORMAT,
        "variant": "big-two",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "hands": [hand],
    }
    answer = sent(signed(people.dan), "post", f"{API}/adjudicate/", {**usual, **sheet})
    assert answer.status_code in {200, 400, 422}
