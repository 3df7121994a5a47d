"""Batches of imports: records stored together give the same rows as records stored one by one."""

import pytest
from django.db import transaction

import referee
from scorekeeper.clubs import memberships, player_merges
from scorekeeper.imports import session_records
from scorekeeper.imports import worker as import_worker
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    Adjudication,
    AuditEntry,
    Delivery,
    HandRevision,
    Import,
    ImportLine,
    Player,
    Recount,
    Rerating,
    Result,
    Score,
    Season,
    Seat,
    Session,
    SessionRevision,
    Verdict,
    WebhookEvent,
)
from scorekeeper.sessions import recording
from scorekeeper.webhooks import subscriptions
from tests.scorekeeper.import_files import (
    create_import,
    ndjson,
    ndjson_of_sessions,
    never_stop,
    outcomes,
    record,
)
from tests.scorekeeper.sample_hands import ILLEGAL, SHEET

pytestmark = pytest.mark.django_db

FILE = ndjson(
    record(season="Spring", hands=[SHEET, ILLEGAL, {"void": "Misdeal."}]),
    record(hands=[], carried=[1, 2, 3, 4]),
    record(),
    record(),
    record(
        variant="gang-of-four", hands=[{"cards_left": [0, 3, 10, 16]}], house_rules={"target": 50}
    ),
    record(table="3", hands=[{"cards_left": [0, 1, 2, 3], "note": "late", "weather": "rain"}]),
    *(record(table=str(number), hands=[ILLEGAL] * 3) for number in range(4, 9)),
)
REFUSED = ndjson(record(players=["Alice", "Alice", "Bob", "Dan"]))

COMPARED_COLUMNS = {
    Session: ["pk", "season", "visibility", "variant", "played_on", "table", "created_by"],
    SessionRevision: ["session", "number", "kind", "content", "text", "by", "previous_digest"],
    Seat: ["session", "number", "player"],
    HandRevision: ["hand", "position", "number", "kind", "content", "text", "by"],
    Adjudication: ["hand", "rules_digest", "carried_in", "carried_out", "status", "answer"],
    Score: ["hand", "seat", "player", "points", "place", "cards_left"],
    Verdict: ["hand", "event", "seat", "verdict", "fault", "rule", "template", "reason"],
    Result: ["session", "hands", "totals", "over", "winners"],
    ImportLine: ["number", "outcome", "session", "details"],
    AuditEntry: ["act", "kind", "by"],
}


def stored_rows():
    """Return all imported rows without random and time-dependent columns."""
    rows = {model: model.objects.values_list(*names) for model, names in COMPARED_COLUMNS.items()}
    return {model: sorted(map(repr, values)) for model, values in rows.items()}


def rows_after_import(club, by, text):
    """Import a text, return the stored rows without refused lines, and roll back."""
    with transaction.atomic():
        row = create_import(club, by, text)
        import_worker.process_waiting_imports(stop=never_stop)
        ImportLine.objects.filter(outcome="malformed").delete()
        result = stored_rows(), outcomes(row), set(Rerating.objects.values_list("session"))
        assert not list(record_check.verify_records(club))
        transaction.set_rollback(True)
    return result


@pytest.mark.slow
def test_records_stored_together_equal_records_stored_one_by_one(club, people, players):
    Season.objects.create(club=club, name="Spring")
    together = rows_after_import(club, people.carol, FILE)
    assert together == rows_after_import(club, people.carol, FILE + REFUSED)
    assert together[1] == ["new", "new", "new", "known", "new", "new", *["new"] * 5]


def test_a_refused_record_does_not_affect_the_others(club, people, players):
    row = create_import(club, people.carol, ndjson(record()) + REFUSED + ndjson(record(table="2")))
    import_worker.process_waiting_imports(stop=never_stop)
    assert outcomes(row) == ["new", "malformed", "new"]
    assert Session.objects.count() == 2


def test_two_names_of_one_person_cannot_take_two_seats(club, people, players):
    player_merges.merge(players[0], players[1], by=people.carol)
    row = create_import(club, people.carol, ndjson(record(), record(table="2")))
    import_worker.process_waiting_imports(stop=never_stop)
    assert outcomes(row) == ["malformed", "malformed"]
    assert not Session.objects.exists()


def test_a_session_id_taken_by_another_club_is_reported_as_failed(club, people, players):
    elsewhere, _ = memberships.found_club("Elsewhere again", by=people.eve)
    other = Player.objects.create(club=elsewhere, name="Eve")
    taken_id = session_records.record_id(club, referee.parse_record(record()))
    content = {"variant": "big-two"}
    players_there = [other, *(Player.objects.create(club=elsewhere, name=name) for name in "ABC")]
    recording.record_session(elsewhere, content, players=players_there, by=people.eve, id=taken_id)
    row = create_import(club, people.carol, ndjson(record(), record(table="2")))
    import_worker.process_waiting_imports(stop=never_stop)
    assert outcomes(row) == ["failed", "new"]


def test_each_imported_session_is_queued_once_for_recounts(club, people, players):
    spring = Season.objects.create(club=club, name="Spring")
    text = ndjson(*(record(season="Spring", table=str(number)) for number in range(3)))
    create_import(club, people.carol, text)
    import_worker.process_waiting_imports(stop=never_stop)
    sessions = set(Session.objects.values_list("pk", flat=True))
    assert sorted(
        Recount.objects.filter(season=spring).values_list("session", flat=True)
    ) == sorted(sessions)
    assert set(Rerating.objects.values_list("session", flat=True)) == sessions


def test_every_imported_hand_is_announced_to_webhooks(club, people, players):
    webhook = subscriptions.NewWebhook(address="https://wall.example/", kinds=list(WebhookEvent))
    subscriptions.create(club, webhook, by=people.alice)
    create_import(club, people.carol, ndjson_of_sessions(3))
    import_worker.process_waiting_imports(stop=never_stop)
    assert Delivery.objects.count() == 6


@pytest.mark.parametrize("count", [3, 12])
def test_more_records_take_no_more_queries(club, people, players, count, django_assert_num_queries):
    row = create_import(club, people.carol, ndjson_of_sessions(count))
    with django_assert_num_queries(39):
        import_worker.process_waiting_imports(stop=never_stop)
    assert outcomes(row) == ["new"] * count
    assert Import.objects.get(pk=row.pk).done == count
