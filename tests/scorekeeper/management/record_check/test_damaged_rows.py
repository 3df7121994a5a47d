"""verify_records names every damaged value and goes on, whatever column of whatever row is damaged."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction

from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.disputes.ruling import NewRuling
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs, variations
from scorekeeper.journal import facts, sealing
from scorekeeper.management.record_check.damaged_rows import parse_key
from scorekeeper.management.record_check.records import CLUB_ROWS, SESSION_ROWS
from scorekeeper.models import (
    Adjudication,
    AuditEntry,
    Comment,
    Confirmation,
    Decision,
    Dispute,
    Hand,
    HandRevision,
    HandVariation,
    MergeReversal,
    Player,
    PlayerMerge,
    Result,
    Ruling,
    Score,
    Seat,
    Session,
    SessionRevision,
    Verdict,
    Withdrawal,
)
from scorekeeper.models.fields import JSONTextField
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET

NOT_SEALED: Mapping[type[models.Model], set[str]] = {
    # A plausible other value in these columns is not noticed: they are derived, or only number rows.
    # Without a day in ``entered_on`` that of the installation holds: what is no day, which SQLite reads as none, is no contradiction.
    Session: {"listed_on", "entered_on"} if connection.vendor == "sqlite" else {"listed_on"},
    Seat: {"id"},
    Adjudication: {"replay"},
    Result: {"showings"},
    Score: {"id"},
    Verdict: {"id"},
}

MODELS = [*CLUB_ROWS, *SESSION_ROWS, AuditEntry]
GROUPS = 4  # of models that share the records, which take longer to make than to check


@pytest.fixture
def records(open_session, season, players, people, club) -> list[Session]:
    """A session with a row in every table that verification reads, one with hands only, and a problem in the last hand of each."""
    daniel, erik, erika = (
        Player.objects.create(club=club, name=name) for name in ("Daniel", "Erik", "Erika")
    )
    seated = [*players[:3], daniel]
    labels = {"played_on": "2026-03-05", "event": "Friday"}
    sessions = [open_session(seated=seated, season=season, **labels) for _ in range(2)]
    first, second = sorted(sessions, key=lambda session: session.pk)
    player_merges.merge(daniel, players[3], by=people.bob)
    player_merges.reverse(player_merges.merge(erik, players[3], by=people.bob)[0], by=people.bob)
    erasure.erase(erika, confirm="Erika", by=people.alice)
    session_recording.amend_session(first, {"notes": "It rained."}, players=None, by=people.carol)
    link, _ = session_links.create_link(first, by=people.carol)
    for session in (first, second):
        hands = [
            hand_recording.record_hand(
                session, {**ILLEGAL, "note": "Dan was late."}, by=people.carol
            ).hand
        ]
        hands.append(hand_recording.record_hand(session, SHEET, by=people.carol).hand)
        if session is second:
            continue
        hand = hands[0]
        Hand.objects.filter(pk=hand.pk).update(recorded_through=link)
        change = hand_amendments.EventChange(hand_amendments.Operation.REPLACE, 5, "2: 5D")
        hand_amendments.amend(
            hand, hand_amendments.Amendment(changes=[change], reason="misread"), by=people.bob
        )
        hand = Hand.objects.get(pk=hand.pk)
        hand_confirmations.confirm_hand(hands[1], digest=hands[1].head.digest, by=people.dan)
        second_logs.transcribe(hand, ILLEGAL, by=people.bob, through=link)
        comment, _ = hand_comments.comment(hands[1], "Well played.", by=people.dan)
        hand_comments.remove(comment, by=people.dan)
        finished = hand_recording.record_hand(session, CLEAN, by=people.carol).hand
        variation, _ = variations.keep(
            finished, first=2, events=["2: pass"], words={"name": "Bob waits"}, by=people.dan
        )
        variations.withdraw(variation, by=people.dan)
        new = NewDispute(claim="That was too low.", event=5, grounds="B13", evidence="A picture")
        ruled, withdrawn = (
            dispute_filing.raise_dispute(hand, new, by=people.dan)[0] for _ in range(2)
        )
        dispute_statements.add_statement(ruled, "I saw it.", by=people.carol)
        dispute_filing.withdraw(withdrawn, by=people.dan)
        ruling = NewRuling(decision=Decision.ADJUSTMENT, reason="Seen by all.", seat=1, points=2)
        dispute_ruling.rule_on(ruled, ruling, by=people.bob)
    plan_versions.decide(season, Plan(best_sessions=2), by=people.bob, reason="Two count.")
    replay_frames.rebuild_stale(stop=lambda: False)
    HandRevision.objects.filter(hand__position=2).update(cause="ruling")
    sealing.seal_waiting(stop=lambda: False)
    return [first, second]


def row_of(model: type[models.Model], session: Session) -> models.Model:
    """Return a row of a table: one of this session, and there of the first hand."""
    if model in CLUB_ROWS:
        return model.objects.filter(**{CLUB_ROWS[model]: session.club_id}).first()
    if model is AuditEntry:
        return AuditEntry.objects.filter(kind="hand", details__contains="digest").earliest("pk")
    rows = model.objects.filter(**{SESSION_ROWS[model]: session.pk})
    names = {field.name for field in model._meta.concrete_fields}
    order = [
        name for name in ("position", "hand__position", "number") if name.split("__")[0] in names
    ]
    return rows.order_by(*order, "pk").first()


def names_of(row: models.Model, digest: str) -> list[str]:
    """Return the texts by which a problem can name a row."""
    names = [str(row.pk), digest]
    if isinstance(row, Session):
        return [*names, "session."]
    if isinstance(row, SessionRevision):
        return [
            *names,
            f"session.revisions[{row.number - 1}]",
            "session.revisions",
            f"session, revision {row.number}",
        ]
    if isinstance(row, Seat):
        return [*names, "session.seats", ": players:"]
    if isinstance(row, Result):
        return [
            *names,
            ": result",
            "adjudication.totals",
            "adjudication.winners",
            "adjudication.over",
        ]
    if isinstance(row, Hand | HandRevision | Adjudication | Score | Verdict):
        return [*names, "hands[0]", str(getattr(row, "hand_id", row.pk))]
    if isinstance(row, PlayerMerge | MergeReversal):
        return [*names, ".scores["]
    if isinstance(row, Confirmation | Comment):
        return [*names, f".{row._meta.model_name}s["]
    if isinstance(row, HandVariation):
        return [*names, ".variations["]
    if isinstance(row, Dispute | Ruling | Withdrawal):
        return [*names, ".disputes["]
    return names


def stored(field: models.Field, value: object) -> object:
    """Return the database's form of a value."""
    return field.get_db_prep_save(value, connection)


def other_value(field: models.Field, row: models.Model) -> object:
    """Return another value that the column can hold; for a foreign key, the key of another row."""
    value = getattr(row, field.attname)
    target = field
    while isinstance(target, models.ForeignKey):
        target = target.target_field
    if isinstance(field, models.ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value)
        if field.related_model is HandRevision:  # of another hand
            others = others.exclude(hand=HandRevision.objects.get(pk=value).hand_id)
        taken = row._meta.default_manager.values(field.attname) if field.unique else ()
        return stored(target, others.exclude(pk__in=taken).values_list("pk", flat=True).first())
    if isinstance(field, JSONTextField):
        return '{"a":1}'
    if isinstance(value, bool):
        return stored(field, not value)
    if isinstance(value, datetime):
        return stored(field, value + timedelta(days=1))
    if isinstance(value, date):
        return stored(field, value + timedelta(days=1))
    if isinstance(value, int | float) or isinstance(field, models.IntegerField | models.FloatField):
        return (value or 0) + 70
    if isinstance(field, models.UUIDField):
        return stored(field, uuid4())
    return f"{value}x"


BROKEN_JSON = ("{", '{"a":NaN}', '"\\ud800"', "[" * 100_000)
OTHER_SHAPES = ("[3]", '{"players":7,"variant":[],"events":{},"house_rules":3}')


SEALED = {fact.model for fact in facts.FACTS}


def damages(field: models.Field, row: models.Model) -> Iterator[tuple[str, object]]:
    """Yield kinds of damage to a column, with what is then stored; test_alterations tries other values of sealed ones."""
    if type(row) not in SEALED:
        yield "other", other_value(field, row)
    if field.null and getattr(row, field.attname) is not None:
        yield "other", None
    if isinstance(field, models.ForeignKey):
        yield "dangling", stored(field, uuid4())
    if isinstance(field, JSONTextField):
        # one of each a column, since every check takes a while
        place = row._meta.concrete_fields.index(field)
        yield "broken", BROKEN_JSON[place % len(BROKEN_JSON)]
        yield "shape", OTHER_SHAPES[place % len(OTHER_SHAPES)]
    # Django reads every text in a column of truth values as false
    if connection.vendor == "sqlite" and not isinstance(
        field, models.AutoField | models.BooleanField | models.ForeignKey | JSONTextField
    ):
        is_text = isinstance(field, models.CharField | models.TextField)
        yield "broken", b"\x00\xff" if is_text else "many"


PAST_GUARDS = {
    "sqlite": [
        "PRAGMA ignore_check_constraints = ON",
        "DROP TRIGGER audit_entries_stay",
        "DROP TRIGGER audit_entries_are_not_deleted",
    ],
    "postgresql": ["SET LOCAL session_replication_role = replica"],
}


@contextmanager
def damaged(statement: str, *values: object) -> Iterator[bool]:
    """Run a statement past every guard of the database; yield whether that is possible.  Undo it at the end."""
    with transaction.atomic(), connection.cursor() as cursor:
        try:
            with transaction.atomic():
                for step in PAST_GUARDS[connection.vendor]:
                    cursor.execute(step)
                cursor.execute(statement, values)
            is_possible = True
        except DatabaseError:
            is_possible = False
        finally:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = OFF")
        yield is_possible
        transaction.set_rollback(True)


def verified() -> set[str]:
    """Run the command and return the problems that it prints."""
    output = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("verify_records", stdout=output, stderr=StringIO())
    return {*output.getvalue().splitlines()}


def names_problem_of(session: Session, lines: set[str], places: str = "1") -> bool:
    """Return whether the change to the session's last hand, which the fixture makes, is among these problems."""
    revision = HandRevision.objects.filter(cause="ruling", kind="recorded", session=session.pk)
    keys = revision.values_list("pk", flat=True)
    where = [
        *(f"hands[{place}].revisions[0].digest" for place in places),
        *(f"hand revision {key}.digest" for key in keys),
    ]
    return any(f"session {session.pk}: {place}" in line for line in lines for place in where)


@pytest.mark.slow
@pytest.mark.parametrize("group", range(GROUPS))
def test_damage_to_any_column_is_named_and_the_check_goes_on(records, group):
    before = verified()
    assert all(names_problem_of(session, before) for session in records)
    for model in MODELS[group::GROUPS]:
        silent, failures = damage_every_column(model, records, before)
        assert not failures, "\n".join(failures)
        assert silent == NOT_SEALED.get(model, set()), model


def damage_every_column(
    model: type[models.Model], records: list[Session], before: set[str]
) -> tuple[set[str], list[str]]:
    """Damage each column of a row by itself; return those whose damage nobody notices, and what was not as it should be."""
    row = row_of(model, records[0])
    key = row._meta.pk
    where = f'WHERE "{key.column}" = %s'
    digest = row.details["digest"] if model is AuditEntry else getattr(row, "digest", str(row.pk))
    silent, failures = set(), []
    for field in row._meta.concrete_fields:
        # a session whose id has changed has no hands
        following = records[1:] if model is Session and field.primary_key else records
        places = "01" if model is Hand else "1"  # without its session or head, it is left out
        for kind, value in damages(field, row):
            what = f"{model.__name__}.{field.name} = {str(value)[:40]!r} ({kind})"
            statement = f'UPDATE "{row._meta.db_table}" SET "{field.column}" = %s {where}'
            with damaged(statement, value, stored(key, row.pk)) as is_possible:
                if not is_possible:
                    continue
                try:
                    lines = verified()
                except Exception as error:
                    failures.append(f"{what}: {type(error).__name__}: {error}")
                    continue
                new = lines - before
                names = (*names_of(row, digest), str(value), str(parse_key(str(value))))
                is_named = any(name in line for line in new for name in names)
                # SQLite reads a text that is no day as none
                reads_as_none = kind == "broken" and isinstance(field, models.DateField)
                if not new and (kind in {"other", "shape"} or reads_as_none):
                    silent.add(field.name)
                elif not is_named:
                    failures.append(f"{what}: not named in {sorted(new)}")
                if not all(names_problem_of(session, lines, places) for session in following):
                    failures.append(f"{what}: ends the check: {sorted(new)}")
    return silent, failures


@pytest.mark.slow
def test_deleted_rows_are_named_and_the_check_goes_on(records):
    before, failures = verified(), []
    for model in MODELS:
        row = row_of(model, records[0])
        key = row._meta.pk
        digest = (
            row.details["digest"] if model is AuditEntry else getattr(row, "digest", str(row.pk))
        )
        statement = f'DELETE FROM "{row._meta.db_table}" WHERE "{key.column}" = %s'
        with damaged(statement, stored(key, row.pk)) as is_possible:
            assert is_possible
            lines = verified()
            new = lines - before
            if not any(name in line for line in new for name in names_of(row, digest)):
                failures.append(f"{model.__name__}: not named in {sorted(new)}")
            following = records[1:] if model is Session else records
            if not all(names_problem_of(session, lines, "01") for session in following):
                failures.append(f"{model.__name__}: ends the check: {sorted(new)}")
    assert not failures, "\n".join(failures)


BROKEN = {
    "a merge": (PlayerMerge, "into_id"),
    "a score": (Score, "points"),
    "an answer": (Adjudication, "answer"),
    "a result": (Result, "totals"),
    "showings": (Result, "showings"),
    "a revision": (HandRevision, "content"),
    "a session": (Session, "created_at"),
    "a head": (SessionRevision, "content"),
}
NOT_COUNTED_FROM = {"an answer", "a score"}  # seasons are counted from revisions


@pytest.mark.slow
def test_check_standings_reports_what_it_cannot_count(records):
    statuses, expected = {}, {what: int(what not in NOT_COUNTED_FROM) for what in BROKEN}
    for what, (model, column) in BROKEN.items():
        row = row_of(model, records[0])
        key = row._meta.pk
        statement = f'UPDATE "{row._meta.db_table}" SET "{column}" = %s WHERE "{key.column}" = %s'
        with damaged(statement, "{", stored(key, row.pk)) as is_possible:
            if is_possible:
                statuses[what] = exit_status("check_standings")
    assert statuses
    assert statuses == {what: expected[what] for what in statuses}


def exit_status(command: str) -> object:
    try:
        call_command(command, stdout=StringIO(), stderr=StringIO())
    except SystemExit as ended:
        return ended.code
    return 0
