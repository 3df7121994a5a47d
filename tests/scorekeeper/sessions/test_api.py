"""Sessions, hands and records over HTTP."""

from uuid import uuid4

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Club, Hand, Season, Session, Visibility
from tests.scorekeeper.api_answers import API, check_problem
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED


def session_body(club, players, **more):
    return {
        "variant": "big-two",
        "players": [str(player.pk) for player in players],
        "event": "Thursday night",
        **more,
    }


def test_a_session_is_opened_with_an_id_chosen_by_the_client(carol, club, players):
    body = session_body(club, players, id=str(uuid4()), played_on="2026-03-05", weather="rain")
    created = carol.post(f"{API}/clubs/{club.pk}/sessions/", body)
    assert created.status_code == 201, created.json()
    assert created.json()["id"] == body["id"]
    assert created.json()["players"] == body["players"]
    assert created.json()["totals"] == [0, 0, 0, 0]
    again = carol.post(f"{API}/clubs/{club.pk}/sessions/", body)
    assert (again.status_code, again.json()) == (200, created.json())
    other = carol.post(f"{API}/clubs/{club.pk}/sessions/", {**body, "event": "Friday"})
    check_problem(other, 409, "id-taken", "id")
    record = carol.get(f"{API}/sessions/{body['id']}/record/").json()
    assert (record["weather"], record["players"]) == ("rain", ["Alice", "Bob", "Carol", "Dan"])


def test_an_invalid_session_is_refused_with_the_place_of_the_mistake(carol, club, players):
    url = f"{API}/clubs/{club.pk}/sessions/"
    unknown_id = str(uuid4())
    body = session_body(club, players)
    unknown_player = {**body, "players": [*body["players"][:3], unknown_id]}
    check_problem(carol.post(url, unknown_player), 422, "invalid", "players[3]")
    twice = {**body, "players": [*body["players"][:3], body["players"][0]]}
    check_problem(carol.post(url, twice), 422, "invalid", "players[3]")
    check_problem(carol.post(url, {**body, "variant": "bridge"}), 422, "unknown-variant", "variant")
    check_problem(
        carol.post(url, {**body, "players": body["players"][:3]}),
        422,
        "wrong-player-count",
        "players",
    )
    rules = {"house_rules": {"triples": "perhaps"}}
    check_problem(
        carol.post(url, {**body, **rules}), 422, "bad-house-rule-value", "house_rules.triples"
    )
    check_problem(carol.post(url, {**body, "season": unknown_id}), 422, "invalid", "season")
    check_problem(carol.post(url, [1]), 422, "invalid")
    assert not Session.objects.exists()


def test_sessions_are_filtered_by_event_round_table_variant_and_season(carol, club, players):
    url = f"{API}/clubs/{club.pk}/sessions/"
    season = Season.objects.create(club=club, name="Spring")
    carol.post(
        url, session_body(club, players, event="Cup", round="1", table="A", season=str(season.pk))
    )
    carol.post(url, session_body(club, players, event="Cup", round="2", table="A"))
    carol.post(url, session_body(club, players, event="Thursday night", variant="pusoy-dos"))

    def count(**filters):
        return len(carol.get(url, filters).json()["results"])

    assert count() == 3
    assert count(event="Cup") == 2
    assert count(event="Cup", round="2", table="A") == 1
    assert count(variant="pusoy-dos") == 1
    assert count(season=str(season.pk)) == 1


def test_a_page_links_to_the_next(carol, club, players):
    url = f"{API}/clubs/{club.pk}/sessions/"
    for _ in range(3):
        carol.post(url, session_body(club, players))
    first = carol.get(url, {"page_size": 2}).json()
    assert first["previous"] is None
    second = carol.get(first["next"]).json()
    assert second["next"] is None
    ids = [session["id"] for page in (first, second) for session in page["results"]]
    assert len(set(ids)) == 3
    check_problem(carol.get(url, {"cursor": "made-up"}), 404, "not-found")


def test_a_session_is_changed_only_with_the_etag_of_its_current_version(carol, session):
    url = f"{API}/sessions/{session.pk}/"
    tag = carol.get(url)["ETag"]
    change = {"event": "Friday night"}
    check_problem(carol.patch(url, change), 428, "precondition-required")
    check_problem(carol.patch(url, change, HTTP_IF_MATCH='"another"'), 412, "precondition-failed")
    changed = carol.patch(url, change, HTTP_IF_MATCH=tag)
    assert (changed.status_code, changed.json()["event"]) == (200, "Friday night")
    assert changed.json()["revision"]["number"] == 2
    assert changed["ETag"] not in {tag, None}
    check_problem(carol.patch(url, change, HTTP_IF_MATCH=tag), 412, "precondition-failed")


def test_house_rules_change_only_before_the_first_hand(carol, session):
    url = f"{API}/sessions/{session.pk}/"
    rules = {"house_rules": {"triples": True}}
    changed = carol.patch(url, rules, HTTP_IF_MATCH=carol.get(url)["ETag"])
    assert changed.json()["house_rules"] == {"triples": True}
    carol.post(f"{API}/sessions/{session.pk}/hands/", SHEET)
    late = carol.patch(url, {"house_rules": {}}, HTTP_IF_MATCH=carol.get(url)["ETag"])
    assert "what-if" in check_problem(late, 409, "hands-recorded")["detail"]


def test_unchanged_sessions_and_hands_answer_304(carol, session, hand):
    for url in (f"{API}/sessions/{session.pk}/", f"{API}/hands/{hand.pk}/"):
        tag = carol.get(url)["ETag"]
        assert carol.get(url, HTTP_IF_NONE_MATCH=tag).status_code == 304
        assert carol.get(url, HTTP_IF_NONE_MATCH='"older"').status_code == 200


def test_a_new_hand_changes_the_sessions_tag(carol, session):
    url = f"{API}/sessions/{session.pk}/"
    tag = carol.get(url)["ETag"]
    carol.post(f"{url}hands/", SHEET)
    assert carol.get(url)["ETag"] != tag


def test_a_recorded_hand_is_returned_with_its_verdicts(carol, session):
    body = {**ILLEGAL, "id": str(uuid4()), "mood": "good"}
    created = carol.post(f"{API}/sessions/{session.pk}/hands/", body)
    assert created.status_code == 201, created.json()
    answer = created.json()
    assert (answer["id"], answer["position"]) == (body["id"], 1)
    assert answer["record"] == {**ILLEGAL, "mood": "good"}
    assert answer["adjudication"]["events"][3]["fault"] == "does-not-beat"
    again = carol.post(f"{API}/sessions/{session.pk}/hands/", body)
    assert (again.status_code, again.json()) == (200, answer)
    check_problem(
        carol.post(f"{API}/sessions/{session.pk}/hands/", {**SHEET, "id": body["id"]}),
        409,
        "id-taken",
        "id",
    )


def test_a_strict_request_refuses_an_illegal_play(carol, session):
    refused = carol.post(f"{API}/sessions/{session.pk}/hands/?strict=true", ILLEGAL)
    body = check_problem(refused, 422, "illegal-play", "events[3]")
    assert body["adjudication"]["events"][3]["verdict"] == "illegal"
    assert not Hand.objects.exists()
    assert carol.post(f"{API}/sessions/{session.pk}/hands/?strict=true", CLEAN).status_code == 201


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ({"events": ["1: 3C", "x"]}, "bad-event", "events[1]"),
        ({"events": ["9: 3C"]}, "bad-seat", "events[0]"),
        ({"events": ["1: 3X"]}, "unknown-card", "events[0]"),
        ({"cards_left": [0, 0, 1, 2]}, "impossible-result", "cards_left"),
        ({"id": "mine", "events": []}, "invalid", "id"),
    ],
)
def test_a_malformed_hand_is_refused_with_the_place_of_the_mistake(
    carol, session, body, code, where
):
    check_problem(carol.post(f"{API}/sessions/{session.pk}/hands/", body), 422, code, where)
    assert not Hand.objects.exists()


def test_a_hand_after_the_end_of_the_game_is_refused(carol, club, players):
    rules = {"house_rules": {"hands_per_match": 1}}
    created = carol.post(
        f"{API}/clubs/{club.pk}/sessions/", session_body(club, players, **rules)
    ).json()
    url = f"{API}/sessions/{created['id']}/"
    carol.post(f"{url}hands/", SHEET)
    assert carol.get(url).json()["winners"] == [1]
    check_problem(carol.post(f"{url}hands/", SHEET), 422, "after-the-end")


@pytest.mark.parametrize("media_type", ["application/json", "application/toml", "text/plain"])
def test_the_record_is_in_the_format_that_the_client_accepts(carol, session, hand, media_type):
    answer = carol.get(f"{API}/sessions/{session.pk}/record/", HTTP_ACCEPT=media_type)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(media_type)
    assert b"session-record/1" in answer.content


def test_the_history_of_a_hand_can_be_read(carol, hand):
    (first,) = carol.get(f"{API}/hands/{hand.pk}/revisions/").json()["results"]
    assert (first["number"], first["kind"], first["record"]) == (1, "recorded", CLEAN)


def test_a_replay_is_being_built_or_current(carol, hand):
    from scorekeeper.replays import frames as replay_frames

    url = f"{API}/hands/{hand.pk}/replay/"
    waiting = carol.get(url)
    assert (waiting.status_code, waiting.json()["state"]) == (202, "building")
    replay_frames.rebuild_stale(stop=lambda: False)
    built = carol.get(url)
    assert (built.status_code, built.json()["state"]) == (200, "current")
    assert len(built.json()["frames"]) == 6


def test_while_a_hand_is_unfinished_only_its_recorder_sees_dealt_cards(session, signed, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    Session.objects.update(visibility=Visibility.PUBLIC)
    Club.objects.update(visibility=Visibility.PUBLIC)
    routes = [
        f"{API}/hands/{hand.pk}/",
        f"{API}/hands/{hand.pk}/replay/",
        f"{API}/hands/{hand.pk}/revisions/",
        f"{API}/sessions/{session.pk}/hands/",
        f"{API}/sessions/{session.pk}/record/",
    ]
    for person in (people.alice, people.dan, people.eve, None):
        for route in routes:
            answer = signed(person).get(route)
            assert answer.status_code == 200
            assert DEAL[3] not in answer.content.decode()
            assert "2S" not in answer.content.decode()
    recorder = signed(people.carol)
    assert recorder.get(routes[0]).json()["record"]["dealt"] == DEAL
    assert recorder.get(routes[0])["ETag"] != signed(people.dan).get(routes[0])["ETag"]
    finished = recording.record_hand(session, CLEAN, by=people.carol).hand
    response = signed(None).get(f"{API}/hands/{finished.pk}/")
    assert response.json()["record"]["dealt"] == DEAL


def test_a_verdict_on_an_unfinished_hand_reveals_no_dealt_card(session, signed, people):
    record = {**UNFINISHED, "events": [*UNFINISHED["events"], "2: 9S"]}  # not in seat 2's hand
    hand = recording.record_hand(session, record, by=people.carol).hand
    verdicts = {
        person: signed(getattr(people, person))
        .get(f"{API}/hands/{hand.pk}/")
        .json()["adjudication"]
        for person in ("carol", "dan")
    }
    assert verdicts["carol"]["events"][1]["fault"] == "card-not-held"
    assert verdicts["dan"]["events"][1].get("fault") != "card-not-held"
