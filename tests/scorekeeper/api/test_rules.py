"""Questions to the referee, variants and rulebooks over HTTP, which need no account."""

import pytest
from rest_framework.test import APIClient

import referee
from scorekeeper.api.rules.views import MAX_WITNESSED
from tests.scorekeeper.api_answers import API, check_problem
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "hands": [CLEAN, ILLEGAL],
}
QUESTION = {"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"}

pytestmark = pytest.mark.django_db


def test_a_record_is_judged_as_on_the_command_line():
    answer = APIClient().post(f"{API}/adjudicate/", RECORD)
    assert answer.status_code == 200
    assert answer.json() == referee.adjudicate(referee.parse_record(RECORD)).as_json()


def test_whoever_logs_a_hand_gets_its_verdicts_and_the_table_after_it():
    answer = APIClient().post(f"{API}/adjudicate/?live=true", RECORD).json()
    judged = referee.adjudicate(referee.parse_record(RECORD))
    last = judged.hands[-1]
    rules = referee.cited_rules(referee.rules_for(RECORD["variant"]), last.as_json())
    assert answer == {
        **judged.as_json(),
        "hands": [last.as_json()],
        "situation": last.situation,
        "rules": rules,
    }


def test_a_record_without_hands_has_no_situation():
    record = {**RECORD, "hands": []}
    plain = APIClient().post(f"{API}/adjudicate/", record).json()
    assert APIClient().post(f"{API}/adjudicate/?live=true", record).json() == plain


@pytest.mark.parametrize(
    "toml",
    [
        f"a = {'9' * 5_000}",
        f"house_rules.rounds = 0x{'f' * 5_000}",
        f"house_rules.hands_per_match = 0x{'f' * 5_000}",
        "a = 1e999999",
        f"{'a.' * 9_999}a = 1",
        f"a = {'{ a = ' * 1_000}",
        f"a = {'{ a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p = ' * 90}1{' }' * 90}",
    ],
    ids=lambda toml: toml[:40],
)
def test_a_record_that_costs_too_much_to_parse_is_refused(toml):
    text = f"{toml}\n{referee.write_record(referee.parse_record(RECORD), 'toml')}"
    answer = APIClient().post(f"{API}/adjudicate/", text, content_type="application/toml")
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


@pytest.mark.parametrize("name", [*referee.SCHEMAS, "session-record"])
def test_a_schema_needs_no_account_and_may_be_kept_by_caches(name):
    answer = APIClient().get(f"{API}/schemas/{name}.json")
    assert answer.json() == referee.schema(name)
    assert answer["Cache-Control"] == "public, max-age=300"
    again = APIClient().get(f"{API}/schemas/{name}.json", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_format_without_schema_is_not_found():
    check_problem(APIClient().get(f"{API}/schemas/session-record/2.json"), 404, "not-found")


UNPROVEN = {
    "format": "session-record/1",
    "variant": "gang-of-four",
    "players": ["Ann", "Bo", "Cy"],
    "hands": [{"events": ["1: 8G"]}],
}
"""It is not known who was dealt the multicolored one."""


def test_witnesses_are_returned_on_request():
    plain = APIClient().post(f"{API}/adjudicate/", UNPROVEN).json()
    assert "witnesses" not in plain
    assert not any("witnesses" in event for hand in plain["hands"] for event in hand["events"])
    answer = APIClient().post(f"{API}/adjudicate/?witnesses=true", UNPROVEN).json()
    witnesses = answer["hands"][0]["events"][0]["witnesses"]
    assert "8G" in witnesses["legal"]["dealt"][0].split()
    assert "1M" not in " ".join(witnesses["legal"]["dealt"]).split()
    assert "1M" in " ".join(witnesses["illegal"]["dealt"]).split()
    assert witnesses["cut_off"] is False
    assert APIClient().post(f"{API}/adjudicate/?witnesses=false", UNPROVEN).json() == plain


def test_witnesses_are_searched_for_the_first_few_unproven_events_only():
    misdealt = {"void": "misdeal", "events": ["1: 8G"]}
    many = {**UNPROVEN, "hands": [misdealt] * 6}
    answer = APIClient().post(f"{API}/adjudicate/?witnesses=true", many).json()
    events = [hand["events"][0] for hand in answer["hands"]]
    assert answer["witnesses"] == {"unproven": 6, "searched": MAX_WITNESSED}
    assert ["witnesses" in event for event in events] == [True] * MAX_WITNESSED + [False] * (
        6 - MAX_WITNESSED
    )


def test_a_flag_must_be_true_or_false():
    refused = APIClient().post(f"{API}/adjudicate/?witnesses=perhaps", UNPROVEN)
    check_problem(refused, 422, "invalid", "witnesses")


def test_a_record_may_come_in_toml():
    text = referee.write_record(referee.parse_record(RECORD), "toml")
    answer = APIClient().post(f"{API}/adjudicate/", text, content_type="application/toml")
    assert answer.json() == APIClient().post(f"{API}/adjudicate/", RECORD).json()


def test_a_malformed_record_is_refused_with_the_place_of_the_mistake():
    malformed = {**RECORD, "hands": [CLEAN, {"events": ["1: 3C", "5: 4C"]}]}
    check_problem(
        APIClient().post(f"{API}/adjudicate/", malformed), 422, "bad-seat", "hands[1].events[1]"
    )
    text = APIClient().post(f"{API}/adjudicate/", "format = ", content_type="application/toml")
    check_problem(text, 422, "unreadable")
    check_problem(APIClient().post(f"{API}/adjudicate/", [1]), 422, "unreadable")
    check_problem(APIClient().post(f"{API}/adjudicate/", "not a record"), 422, "unreadable")


def test_a_question_about_one_play_is_answered():
    answer = APIClient().post(f"{API}/ask/", QUESTION).json()
    assert (answer["verdict"], answer["fault"], answer["rule"]) == (
        "illegal",
        "does-not-beat",
        "B17",
    )
    check_problem(
        APIClient().post(f"{API}/ask/", {**QUESTION, "play": "4X"}), 422, "unknown-card", "play"
    )


def test_the_variants_are_listed_with_their_house_rules():
    answer = APIClient().get(f"{API}/variants/").json()
    assert {"big-two", "pusoy-dos"} <= {variant["variant"] for variant in answer["results"]}
    assert "pass_locks_out" in {rule["name"] for rule in answer["results"][0]["house_rules"]}


def test_a_rulebook_is_markdown_or_json():
    url = f"{API}/variants/big-two/rulebook/"
    text = APIClient().get(url)
    assert text["Content-Type"].startswith("text/markdown")
    assert text.content.decode() == referee.rulebook("big-two", {})
    house = APIClient().get(f"{url}?pass_locks_out=true", HTTP_ACCEPT="application/json").json()
    assert house["house_rules"]["pass_locks_out"] is True
    assert house["markdown"] == referee.rulebook("big-two", {"pass_locks_out": True})


def test_a_rulebook_is_in_the_requested_language():
    url = f"{API}/variants/big-two/rulebook/"
    german = APIClient().get(f"{url}?language=de&triples=true")
    assert "Drei Karten eines Ranges." in german.content.decode()
    assert german.headers["Content-Language"] == "de"
    default = APIClient().get(url, headers={"Accept-Language": "de"})
    assert default.content.decode() == referee.rulebook("big-two")
    assert default.headers["Content-Language"] == "en"
    check_problem(APIClient().get(f"{url}?language=xx"), 422, "invalid", "language")


def test_unknown_variants_and_house_rules_are_refused():
    check_problem(APIClient().get(f"{API}/variants/bridge/rulebook/"), 404, "not-found")
    url = f"{API}/variants/big-two/rulebook/"
    check_problem(APIClient().get(f"{url}?jokers=2"), 400, "unknown-parameter", "jokers")
    of_another_game = APIClient().get(f"{url}?exchange=true")
    check_problem(of_another_game, 422, "unknown-house-rule", "house_rules.exchange")
    check_problem(
        APIClient().get(f"{url}?triples=3"), 422, "bad-house-rule-value", "house_rules.triples"
    )


def test_anonymous_questions_are_throttled():
    client = APIClient()
    statuses = [client.post(f"{API}/ask/", QUESTION).status_code for _ in range(61)]
    assert statuses == [200] * 60 + [429]
