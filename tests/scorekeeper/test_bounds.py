"""What is accepted can be counted: every way to write gets values at and beyond every bound, and everything that reads still answers."""

import io
import json
import re
import unicodedata
from contextlib import suppress
from datetime import date
from types import SimpleNamespace
from urllib.parse import urlencode
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from scorekeeper import tasks
from scorekeeper.celery import app
from scorekeeper.exports import club_archive as exported
from scorekeeper.hands import recording as hand_recording
from scorekeeper.imports import club_archive
from scorekeeper.imports.archive_files import ArchiveError, check_bounds
from scorekeeper.models import (
    Club,
    Player,
    Recount,
    Season,
    Session,
    SessionFigures,
    Standing,
    limits,
)
from scorekeeper.monitoring import bounds_check
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from tests import without_triggers
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.extreme_values import DATES, VALUES, variations
from tests.scorekeeper.routes import ROUTES, fill_in
from tests.scorekeeper.sample_hands import SHEET

API = "/api/v1"
RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "hands": [SHEET],
}
LINES_OF_BEFORE = ("0001-01-01", "9999-12-31")
BODIES = {
    "POST clubs/": {"name": "New"},
    "POST clubs/{}/players/": {"name": "Erin"},
    "PATCH players/{}/": {"name": "Ally"},
    "POST clubs/{}/seasons/": {
        "name": "Autumn",
        "starts_on": "2026-01-01",
        "ends_on": "2026-02-01",
    },
    "PATCH seasons/{}/": {
        "name": "Early spring",
        "starts_on": "2026-01-01",
        "ends_on": "2026-02-01",
    },
    "PATCH sessions/{}/": {
        "played_on": "2026-03-01",
        "place": "Here",
        "event": "Cup",
        "round": "1",
        "table": "A",
        "notes": "x",
        "seasn": "x",
    },
    "POST sessions/{}/hands/": {
        **SHEET,
        "note": "x",
        "void": "misdeal",
        "annulled": "x",
        "adjustments": [{"seat": 3, "points": -10, "reason": "x"}],
    },
    "POST seasons/{}/plan/": {
        "plan": {
            "scoring": "place-points",
            "place_points": [3.0],
            "best_sessions": 3,
            "minimum_hands": 1,
            "seed": "x",
            "bonuses": [{"for": "session-won", "points": 1.0}],
            "tie_breaks": ["head-to-head", "lot"],
        },
        "reason": "x",
    },
    "POST disputes/{}/ruling/": {
        "decision": "penalty",
        "seat": 1,
        "points": -5.0,
        "reason": "Seen by all.",
    },
    "POST hands/{}/amendments/": {
        "keys": {"note": "x", "adjustments": [{"seat": 1, "points": 3, "reason": "x"}]},
        "reason": "x",
    },
    "POST clubs/{}/imports/": {
        "notation": "ndjson",
        "source": "{}",
        "names": {"Ann": None},
        "answers": {},
        "columns": {},
    },
}
"""Bodies with more keys than the table of routes has."""


@pytest.fixture
def alice(signed, people):
    return signed(people.alice)


@pytest.fixture
def small_club(season, players, people):
    """Another club with one hand, which waits for workers."""
    club = Club.objects.get(name="Elsewhere")
    table = [Player.objects.create(club=club, name=name) for name in "ABCD"]
    spring = Season.objects.create(club=club, name="Spring")
    session, _ = session_recording.record_session(
        club,
        {"variant": "big-two", "played_on": "2026-03-01"},
        players=table,
        by=people.eve,
        season=spring,
    )
    hand_recording.record_hand(session, SHEET, by=people.eve)
    return SimpleNamespace(club=club, season=spring, session=session)


def run_every_task():
    """Run everything that beat has workers do."""
    for entry in app.conf.beat_schedule.values():
        app.tasks[entry["task"]].apply(args=entry.get("args", ()), throw=True)


def send(client, method, address, body):
    return getattr(client, method)(
        address, json.dumps(body), content_type="application/json", headers={"If-Match": "*"}
    )


def failures_of(client, method, address, bodies):
    """Return the bodies that make a request fail, with its answer."""
    failed = []
    for body in bodies:
        with rolled_back():
            answer = send(client, method, address, body)
        if answer.status_code >= 500:
            failed.append((method, address, json.dumps(body)[:300], answer.content[:200]))
    return failed


@pytest.mark.slow
def test_no_body_makes_a_route_fail(client_of, ids, subtests):
    client = client_of("owner")
    for route in ROUTES:
        if route.method not in {"POST", "PATCH"} or route.name == "POST tokens/":
            continue
        body = BODIES.get(route.name) or (
            route.body(ids) if callable(route.body) else route.body or {}
        )
        with subtests.test(route.name):
            cache.clear()  # in which throttles count requests
            address = fill_in(f"{API}/{route.name.split()[1]}", ids)
            assert not failures_of(client, route.method.lower(), address, variations(body))


@pytest.mark.slow
def test_no_query_makes_a_route_fail(client_of, ids, document, subtests):
    client = client_of("owner")
    for path, operations in document["paths"].items():
        names = [
            each["name"]
            for each in operations.get("get", {}).get("parameters", ())
            if each["in"] == "query"
        ]
        address = fill_in(path, ids)
        with subtests.test(path):
            cache.clear()
            failed = [
                query
                for name in names
                for value in (DATES[0], DATES[-1], str(2**63), "\0", "x" * 3_000)
                if client.get(query := f"{address}?{urlencode({name: value})}").status_code >= 500
            ]
            assert not failed


@pytest.mark.parametrize("day", DATES)
def test_every_report_answers_for_every_day(day, alice, keeper, season):
    keeper.session(SHEET["cards_left"], played_on="2026-03-01", event="Cup")
    tasks.count_standings()
    club, player = season.club_id, keeper.players[0].pk
    for query in (
        f"seasons/{season.pk}/standings/?event=Cup&as_of={day}",
        f"seasons/{season.pk}/standings/?as_of={day}",
        f"seasons/{season.pk}/standings/{player}/?as_of={day}",
        f"clubs/{club}/statistics/?from={day}",
        f"clubs/{club}/statistics/?to={day}",
        f"clubs/{club}/statistics/?from={day}&to={day}",
        f"players/{player}/statistics/?from={day}&to={day}",
        f"seasons/{season.pk}/standings/changes/?since={day}T00:00:00Z",
        f"seasons/{season.pk}/standings/?known_at={day}T00:00:00Z",
    ):
        assert alice.get(f"{API}/{query}").status_code in {200, 202, 400, 404, 422}, query


@pytest.mark.parametrize("day", LINES_OF_BEFORE)
def test_a_day_of_before_stops_no_worker_and_no_reader(
    day, alice, client, keeper, season, small_club, people
):
    plan = {"scoring": "average", "tie_breaks": ["head-to-head", "lot"], "seed": "1"}
    plan_versions.decide(season, parse_plan(plan), by=people.alice, reason="")
    session = keeper.session([0, 5, 8, 12], [5, 0, 8, 12], played_on="2026-03-01", event="Cup")
    stored_before_the_bounds(session, day)
    run_every_task()
    assert not Recount.objects.exists()
    assert Standing.objects.filter(scope__count=small_club.season.pk).exists()
    assert SessionFigures.objects.filter(session=session).exists()
    assert SessionFigures.objects.filter(session=small_club.session).exists()
    client.force_login(people.alice)
    club, player = season.club_id, keeper.players[0].pk
    for page in (
        f"/clubs/{club}/statistics/",
        f"/players/{player}/",
        f"/seasons/{season.pk}/",
        f"/seasons/{season.pk}/?event=Cup",
        f"/seasons/{season.pk}/course/",
        f"/seasons/{season.pk}/print/",
        f"/clubs/{club}/",
        f"/sessions/{session.pk}/",
        f"/sessions/{session.pk}/correct/",
        f"/seasons/{season.pk}/changes/",
    ):
        assert client.get(page).status_code == 200, page
    for path in (
        f"clubs/{club}/statistics/",
        f"players/{player}/statistics/",
        f"seasons/{season.pk}/standings/?event=Cup",
    ):
        assert alice.get(f"{API}/{path}").status_code == 200, path


def stored_before_the_bounds(session, day):
    """Give a session a day that is refused today, as a release before could."""
    without_triggers.execute(
        f"UPDATE scorekeeper_session SET played_on = '{day}' WHERE id = '{as_key(session.pk)}'"
    )


def as_key(pk):
    """Return an id as the database writes it."""
    return pk if connection.vendor == "postgresql" else pk.hex


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "\u200b"}, "bad-name"),
        ({"name": "A\u202enn"}, "bad-name"),
        ({"name": "A\x1bnn"}, "bad-name"),
        ({"name": "\u3164"}, "bad-name"),
        ({"name": "ALICE"}, "name-taken"),
        ({"name": "\uff21lice"}, "name-taken"),
        ({"name": "alice "}, "name-taken"),
        ({"name": "Alice"}, "name-taken"),
    ],
)
def test_a_name_is_refused_with_its_code(body, code, alice, players, club):
    status = {"bad-name": 400, "name-taken": 409}[code]
    new = alice.post(f"{API}/clubs/{club.pk}/players/", body)
    assert (new.status_code, new.json()["code"], new.json()["where"]) == (status, code, "name")
    changed = alice.patch(f"{API}/players/{players[1].pk}/", body)
    assert (changed.status_code, changed.json()["code"]) == (status, code)
    if code == "bad-name":
        for path in (f"clubs/{club.pk}/seasons/", "clubs/"):
            answer = alice.post(f"{API}/{path}", body)
            assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_what_loses_nothing_is_put_right(alice, club):
    answer = alice.post(f"{API}/clubs/{club.pk}/players/", {"name": "Zoe\u0308   Lee"})
    assert (answer.status_code, answer.json()["name"]) == (201, "Zo\u00eb Lee")


def test_a_player_keeps_their_name_in_other_capitals(alice, players):
    answer = alice.patch(f"{API}/players/{players[0].pk}/", {"name": "ALICE"})
    assert (answer.status_code, answer.json()["name"]) == (200, "ALICE")


def test_a_name_of_before_stays_until_it_is_changed(alice, players, club, people):
    odd = players[0]
    without_triggers.execute(
        f"UPDATE scorekeeper_player SET name = '\u200bAlice' WHERE id = '{as_key(odd.pk)}'"
    )
    linked = alice.patch(f"{API}/players/{odd.pk}/", {"user": str(people.dan.pk)})
    assert (linked.status_code, linked.json()["name"]) == (200, "\u200bAlice")
    assert alice.patch(f"{API}/players/{odd.pk}/", {"name": "\u200bAl"}).status_code == 400


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2199-01-01", "9999-12-31"])
def test_a_day_of_play_is_bounded(day, alice, session, players, club):
    body = {"variant": "big-two", "players": [str(each.pk) for each in players], "played_on": day}
    new = send(alice, "post", f"{API}/clubs/{club.pk}/sessions/", body)
    changed = send(alice, "patch", f"{API}/sessions/{session.pk}/", {"played_on": day})
    for answer in (new, changed):
        assert (answer.status_code, answer.json()["code"], answer.json()["where"]) == (
            400,
            "bad-date",
            "played_on",
        )


def test_a_session_of_before_may_be_corrected_in_other_keys(alice, session):
    old = session.head.content | {}
    assert old
    stored_before_the_bounds(session, "9999-12-31")
    answer = send(alice, "patch", f"{API}/sessions/{session.pk}/", {"visibility": "public"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("key", "refused"), [("starts_on", "1899-12-31"), ("ends_on", "2200-01-01")]
)
def test_a_season_has_days_that_can_be_counted(key, refused, alice, club):
    answer = alice.post(f"{API}/clubs/{club.pk}/seasons/", {"name": "Autumn", key: refused})
    assert (answer.status_code, answer.json()["code"], answer.json()["where"]) == (
        400,
        "bad-date",
        key,
    )


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"played_on": "9999-12-31"}, "bad-date"),
        ({"players": ["A\u200b", "B", "C", "D"]}, "bad-name"),
        ({"event": "\u202epuC"}, "bad-text"),
    ],
)
@pytest.mark.parametrize("dry_run", [True, False])
def test_an_import_calls_such_a_record_malformed(keys, code, dry_run, alice, club):
    lines = "\n".join(map(json.dumps, [{**RECORD, **keys}, RECORD]))
    body = {"notation": "ndjson", "source": lines, "dry_run": dry_run}
    answer = alice.post(f"{API}/clubs/{club.pk}/imports/", body, format="json")
    tasks.run_waiting_imports()
    report = alice.get(f"{API}/imports/{answer.json()['id']}/lines/").json()["results"]
    assert [line["outcome"] for line in report] == ["malformed", "new"]
    assert report[0]["error"]["code"] == code


def test_a_record_in_decomposed_letters_is_the_same_session(alice, club):
    for name in ("Zo\u00eb", "Zoe\u0308"):
        body = {
            "notation": "json",
            "source": json.dumps({**RECORD, "players": [name, "B", "C", "D"]}),
        }
        assert alice.post(f"{API}/clubs/{club.pk}/imports/", body, format="json").status_code < 300
    tasks.run_waiting_imports()
    assert Session.objects.filter(club=club).count() == 1
    assert Player.objects.filter(club=club, name__startswith="Zo").count() == 1


def test_a_record_in_other_capitals_is_about_the_same_player(alice, club, players):
    body = {
        "notation": "json",
        "source": json.dumps({**RECORD, "players": ["ALICE", "bob", "Carol", "\uff24an"]}),
    }
    alice.post(f"{API}/clubs/{club.pk}/imports/", body, format="json")
    tasks.run_waiting_imports()
    assert Session.objects.filter(club=club).count() == 1
    assert Player.objects.filter(club=club).count() == len(players)


def test_an_archive_with_such_a_day_or_name_is_refused(session, people):
    row = Session(pk=session.pk, played_on=date(9999, 12, 31))
    with pytest.raises(ArchiveError, match=rf"session {session.pk}: played_on: "):
        check_bounds(row, {"played_on"})
    with pytest.raises(ArchiveError, match=r"player .*: name: "):
        check_bounds(Player(name="a\u200bb"), {"name"})
    check_bounds(Player(name="Zoe\u0308"), {"name"})


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Session, "played_on", "9999-12-31"),
        (Session, "played_on", "1899-12-31"),
        (Season, "starts_on", "1899-12-31"),
        (Season, "ends_on", "2200-01-01"),
        (Season, "name", "a\u202eb"),
        (Player, "name", "a\u200bb"),
        (Club, "name", "a\u0007b"),
        (Player, "name", "a\ufeff"),
    ],
)
def test_the_database_refuses_it_too(model, column, value, session, season):
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(pk=model.objects.latest("created_at").pk).update(**{column: value})


def test_a_nearly_known_key_is_kept_with_a_hint(alice, club, players, season):
    body = {
        "variant": "big-two",
        "players": [str(each.pk) for each in players],
        "seasn": str(season.pk),
        "weather": "rain",
    }
    answer = send(alice, "post", f"{API}/clubs/{club.pk}/sessions/", body)
    assert answer.status_code == 201
    assert len(answer.json()["hints"]) == 1
    assert "'seasn'" in answer.json()["hints"][0]
    assert "'season'" in answer.json()["hints"][0]
    record = alice.get(f"{API}/sessions/{answer.json()['id']}/record/").json()
    assert record["seasn"] == body["seasn"]
    assert alice.get(f"{API}/sessions/{answer.json()['id']}/").json()["hints"] == []


def test_values_of_before_are_listed(session, players, season, capsys):
    assert not [*bounds_check.rows_outside()]
    stored_before_the_bounds(session, "9999-12-31")
    without_triggers.execute(
        f"UPDATE scorekeeper_player SET name = 'BOB' WHERE id = '{as_key(players[0].pk)}'"
    )
    without_triggers.execute(
        f"UPDATE scorekeeper_season SET name = 'a\u202eb' WHERE id = '{as_key(season.pk)}'"
    )
    listed = {(row.kind, row.column) for row in bounds_check.rows_outside(session.club)}
    assert listed == {("session", "played_on"), ("player", "name"), ("season", "name")}
    with pytest.raises(SystemExit):  # the columns of the session were altered, too
        call_command("verify_records")
    assert capsys.readouterr().err.count("To correct: ") == 3


KEPT = {
    "POST clubs/{}/sessions/": {
        "played_on": "2026-03-01",
        "event": "Cup",
        "round": "1",
        "table": "A",
        "place": "x",
        "notes": "x",
        "mine": "x",
        "carried": [1, 2, 3, 4],
        "first_hand": 5,
        "previous_winner": 1,
        "house_rules": {"target": 100},
    },
    "POST clubs/{}/players/": BODIES["POST clubs/{}/players/"],
    "POST clubs/{}/seasons/": BODIES["POST clubs/{}/seasons/"],
    "POST sessions/{}/hands/": BODIES["POST sessions/{}/hands/"],
    "POST seasons/{}/plan/": BODIES["POST seasons/{}/plan/"],
    "PATCH sessions/{}/": BODIES["PATCH sessions/{}/"],
}
"""What is sent and kept, to see whether everything else goes on."""
IMPORTED = {
    **RECORD,
    "played_on": "2026-03-01",
    "event": "Cup",
    "season": "Spring",
    "carried": [1, 2, 3, 4],
    "first_hand": 5,
    "mine": "x",
    "house_rules": {"target": 100, "multipliers": [[1, 1], [5, 2]]},
    "hands": [{**SHEET, "adjustments": [{"seat": 1, "points": 3, "reason": "x"}]}],
}


def records():
    """Yield records that name their season, a line each; the half of a pair is nothing that a file can hold."""
    for number, keys in enumerate(variations(IMPORTED)):
        yield json.dumps({**keys, "mine": number} if keys.get("mine") == "x" else keys)


@pytest.mark.slow
def test_what_is_kept_stops_no_worker_and_no_reader(client_of, ids, small_club, document, subtests):
    client = client_of("owner")
    players = list(Session.objects.get(pk=ids["sessions"]).seats.values_list("player", flat=True))
    base = {"variant": "big-two", "players": [*map(str, players)], "season": str(ids["seasons"])}
    kept = 0
    for name, keys in KEPT.items():
        cache.clear()
        method, path = name.split()
        for body in variations(keys):
            body = {**base, **body} if path.endswith("/sessions/") else body
            answer = send(client, method.lower(), fill_in(f"{API}/{path}", ids), body)
            assert answer.status_code < 500, (name, body)
            kept += answer.status_code < 300
    assert kept > 100
    body = {"notation": "ndjson", "source": "\n".join(records())}
    assert send(client, "post", fill_in(f"{API}/clubs/{{}}/imports/", ids), body).status_code < 300
    run_every_task()
    assert Standing.objects.filter(scope__count=small_club.season.pk).exists()
    assert SessionFigures.objects.filter(session=small_club.session).exists()
    for path, operations in document["paths"].items():
        if "get" not in operations:
            continue
        with subtests.test(path):
            cache.clear()
            answer = client.get(fill_in(path, ids))
            assert answer.status_code < 500
            assert b"".join(answer) is not None  # a stream is read to its end


@pytest.mark.parametrize("kind", ["players", "seasons"])
def test_an_archive_is_restored_or_refused_whatever_it_says(kind, full_archive, people):
    with rolled_back():
        club_archive.restore(with_another_row(full_archive, kind, {}), owner=people.alice)
    for value in VALUES:
        for key in ("name", "starts_on", "ends_on") if kind == "seasons" else ("name",):
            file = with_another_row(full_archive, kind, {key: value})
            with rolled_back(), suppress(ArchiveError):
                club_archive.restore(file, owner=people.alice)


@pytest.fixture
def full_archive(session, season):
    return b"".join(exported.build_archive(session.club, by=None))


def with_another_row(archive, kind, values):
    """Return the archive with one more row of this kind."""
    changed = io.BytesIO()
    with ZipFile(io.BytesIO(archive)) as before, ZipFile(changed, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                manifest.pop(
                    "journal", None
                )  # which knows of no other row; archives of before have none
                row = {**manifest[kind][0], "id": str(uuid4()), "name": "Another", **values}
                manifest[kind].append(row)
                content = json.dumps(manifest).encode()
            after.writestr(name, content)
    return changed


def is_accepted(check, text):
    with suppress(ValidationError):
        check(text)
        return True
    return False


def test_the_patterns_of_the_document_are_what_is_checked(document):
    """Beyond a pattern are letters above U+FFFF, and names of accents, private or unassigned characters alone."""
    schemas = document["components"]["schemas"]
    assert schemas["PlayerRequest"]["properties"]["name"]["pattern"] == limits.NAME_PATTERN
    assert (
        schemas["PatchedSessionRequest"]["properties"]["event"]["pattern"] == limits.LABEL_PATTERN
    )
    assert "pattern" not in schemas["Player"]["properties"]["name"]  # of before, any is read
    name, label = re.compile(limits.NAME_PATTERN), re.compile(limits.LABEL_PATTERN)
    for letter in map(chr, (*range(0xD800), *range(0xE000, 0x10000))):
        texts = (f"A{letter}b", letter)
        fits = [bool(name.search(text)) for text in texts]
        accepted = [is_accepted(limits.check_name, text) for text in texts]
        invisible = unicodedata.category(letter)[0] in "MC"
        assert fits == accepted or (fits, accepted, invisible) == (
            [True, True],
            [True, False],
            True,
        ), letter
        assert bool(label.search(texts[0])) == is_accepted(limits.check_label, texts[0]), letter
