"""Random hands, sessions and records: each is stored as sent or refused with a problem document, never a server error."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import referee
from tests.scorekeeper.api_answers import API
from tests.scorekeeper.sample_hands import CLEAN, SHEET

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SEVERAL = settings(
    max_examples=40,
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
    st.dictionaries(st.sampled_from([*referee.HAND_KEYS, "mine"]), anything, max_size=3),
)
session_records = st.dictionaries(
    st.sampled_from([*referee.SESSION_KEYS, "mine", "visibility"]), anything, max_size=4
)


def send_json(client, method, url, body, **headers):
    return getattr(client, method)(
        url, json.dumps(body), content_type="application/json", **headers
    )


@SEVERAL
@given(hand=hands)
def test_any_hand_is_stored_as_sent_or_refused(hand, signed, people, session):
    carol = signed(people.carol)
    answer = send_json(carol, "post", f"{API}/sessions/{session.pk}/hands/", hand)
    assert answer.status_code in {201, 400, 422}
    if answer.status_code == 201:
        assert answer.json()["record"] == hand


@SEVERAL
@given(session_record=session_records)
def test_any_session_is_stored_or_refused(session_record, signed, people, club, players):
    carol = signed(people.carol)
    required = {"variant": "big-two", "players": [str(player.pk) for player in players]}
    answer = send_json(
        carol, "post", f"{API}/clubs/{club.pk}/sessions/", {**required, **session_record}
    )
    assert answer.status_code in {201, 400, 403, 422}
    if answer.status_code == 201:
        url = f"{API}/sessions/{answer.json()['id']}/"
        assert carol.get(f"{url}record/").status_code == 200
        changed = send_json(carol, "patch", url, session_record, HTTP_IF_MATCH=answer["ETag"])
        assert changed.status_code in {200, 400, 403, 422}


@SEVERAL
@given(hand=hands, session_record=session_records)
def test_any_record_is_judged_or_refused(hand, session_record, signed, people):
    required = {
        "format": referee.RECORD_FORMAT,
        "variant": "big-two",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "hands": [hand],
    }
    answer = send_json(
        signed(people.dan), "post", f"{API}/adjudicate/", {**required, **session_record}
    )
    assert answer.status_code in {200, 400, 422}
